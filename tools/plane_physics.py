#!/usr/bin/env python3
"""Physics of granular beds in the plane: docs/plane.md has the figures that this prints and the plots it draws.

    tools/plane_physics.py                    all four studies
    tools/plane_physics.py beverloo janssen   these
    tools/plane_physics.py --draw docs        the plots, too

A run that is complete in the output folder is not made again."""

import argparse
import csv
import json
import math
import pathlib
import statistics
import subprocess
import sys

from svg_plot import Plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
G = 9.81
DIAMETER = 0.01    # m, mean, of the discs in the silos
DENSITY = 2500.0   # kg/m^3
FRICTION = 0.5     # of grains and walls

SILO = """[simulation]
name = "{name}"
dimension = 2
until = {until}
integrator = "verlet"
seed = {seed}

[law]
normal = "spring"

[[material]]
name = "grain"
density = 2500
stiffness = 1e6     # the pressure of a silo this wide saturates near 5 kPa: overlaps of 0.5 %
restitution = 0.3
friction = 0.5

[[shape]]
name = "disc"
kind = "disc"
radius = 0.005

[[fill]]
name = "discs"
region = {{ lower = [{left}, 0], upper = [{right}, {top}] }}
count = {count}
shape = "disc"
material = "grain"
size = {{ distribution = "uniform", min = 0.9, max = 1.1 }}

[output]
every = 0
checkpoint_every = 0
"""


def table(table_name, **keys):
    """One [[table]] of a scene; texts that are TOML already begin with a bracket."""
    lines = [f"[[{table_name}]]"]
    for key, value in keys.items():
        plain = not isinstance(value, str) or value[:1] in "[{"
        lines.append(f"{key} = {value}" if plain else f'{key} = "{value}"')
    return "\n".join(lines) + "\n"


class Runner:
    def __init__(self, options):
        self.scree, self.folder, self.threads = options.scree, options.output, options.threads
        self.draw = options.draw

    def run(self, name, scene, *changes, until=None):
        """The output folder of a finished run."""
        folder = self.folder / name
        if not (folder / "summary.json").exists():
            command = [self.scree, "run", scene, "--quiet", "--force", "--threads", str(self.threads),
                       "--output", folder, *(["--until", str(until)] if until else [])]
            for change in changes:
                command += ["--set", change]
            print(f"  running {name}", file=sys.stderr, flush=True)
            subprocess.run(command, check=True)
        return folder

    def run_text(self, name, text):
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.toml"
        path.write_text(text)
        return self.run(name, path)

    def measure(self, folder, what):
        said = subprocess.run([self.scree, "measure", folder, "--what", what, "--json"], check=True,
                              capture_output=True, text=True)
        return {name: m["value"] for name, m in json.loads(said.stdout)["measures"].items()}

    def grain_area(self, folder):
        """Of all grains, in a layer of 1 m."""
        packing = self.measure(folder, "packing")
        return packing["solid_fraction"] * packing["volume"]

    def plot(self, plot, name):
        if self.draw:
            plot.write(self.draw / f"plane-{name}.svg")


def probe(folder, name):
    """Columns of a probe by the first word of their headings."""
    with open(folder / "probes" / f"{name}.csv") as file:
        rows = list(csv.reader(file))
    return {heading.split()[0]: [float(row[k]) for row in rows[1:]] for k, heading in enumerate(rows[0])}


def line(xs, ys):
    """Slope and intercept by least squares."""
    mx, my = statistics.fmean(xs), statistics.fmean(ys)
    slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
    return slope, my - slope * mx


# --- Janssen ---------------------------------------------------------------------------------------------------------
# Discs between two upright walls. The floor sinks slowly, so that friction holds the bed up along the whole height of
# the walls; then F = F_s (1 - exp(-weight / F_s)), F_s = rho_b g W^2 t / (2 mu K).

def janssen(runner):
    width, start, speed = 0.16, 1.3, 0.02
    weights, floors, mobilised, missing, fractions = [], [], [], [], []
    for count in (80, 200, 400, 700, 1100, 1600):
        top = count * math.pi / 4 * DIAMETER**2 / (0.44 * width)
        text = SILO.format(name=f"janssen-{count}", until=start + 0.6, seed=1, left=-width / 2, right=width / 2,
                           top=top, count=count)
        for name, normal, at in (("floor", "[0, 1]", "[0, 0]"), ("left", "[1, 0]", f"[{-width / 2}, 0]"),
                                 ("right", "[-1, 0]", f"[{width / 2}, 0]")):
            text += table("shape", name=name, kind="half-plane", normal=normal)
            text += table("body", name=name, shape=name, material="grain", position=at)
            text += table("probe", name=name, kind="wall", target=name, every=0.002)
        text += table("event", at=start, action="motion", target="floor",
                      motion=f'{{ kind = "velocity", velocity = [0, {-speed}], ramp = 0.1 }}')
        text += table("probe", name="middle", kind="region", every=0.01,
                      region=f"{{ lower = [{-0.4 * width}, 0.01], upper = [{0.4 * width}, {0.4 * top}] }}")
        text += table("probe", name="all", kind="region", every=1,
                      region=f"{{ lower = [{-width / 2}, 0], upper = [{width / 2}, {top}] }}")
        folder = runner.run_text(f"janssen-{count}", text)
        floor, left, right = (probe(folder, name) for name in ("floor", "left", "right"))
        steady = [k for k, t in enumerate(floor["time"]) if t > start + 0.2]
        mean = {name: statistics.fmean(values[k] for k in steady)
                for name, values in (("floor", floor["fy"]), ("lx", left["fx"]), ("ly", left["fy"]),
                                     ("rx", right["fx"]), ("ry", right["fy"]))}
        weight = probe(folder, "all")["solid_fraction"][0] * width * top * DENSITY * G
        weights.append(weight)
        floors.append(-mean["floor"])
        friction = -(mean["ly"] + mean["ry"])
        mobilised.append(friction / (FRICTION * (mean["rx"] - mean["lx"])))
        missing.append((-mean["floor"] + friction) / weight - 1)
        fractions.append(statistics.fmean(probe(folder, "middle")["solid_fraction"][-20:]))
    saturated = fit_janssen(weights, floors)
    fraction = statistics.fmean(fractions[2:])
    ratio = fraction * DENSITY * G * width**2 / (2 * FRICTION * saturated)
    print("Janssen: silo of 16 diameters, floor sinking with 2 cm/s")
    print("| weight [N] | floor [N] | floor + wall friction over weight, less 1 | friction at the walls over mu N | law [N] |")
    for w, f, gap, m in zip(weights, floors, missing, mobilised):
        print(f"| {w:.1f} | {f:.1f} | {gap:+.1e} | {m:.2f} | {saturated * (1 - math.exp(-w / saturated)):.1f} |")
    print(f"saturation {saturated:.1f} N, solid fraction {fraction:.3f}, K = {ratio:.2f}")
    xs = [max(weights) * k / 100 for k in range(101)]
    runner.plot(Plot("Pressure at the floor of a silo", "weight of the grains [N]", "force on the floor [N]")
                .points(weights, floors, "measured")
                .curve(xs, [saturated * (1 - math.exp(-x / saturated)) for x in xs], f"Janssen, K = {ratio:.2f}")
                .curve([0, 1.1 * max(floors)], [0, 1.1 * max(floors)], "all on the floor"), "janssen")


def fit_janssen(weights, floors):
    """Least squares for the one parameter, by golden section."""
    def error(s):
        return sum((s * (1 - math.exp(-w / s)) - f) ** 2 for w, f in zip(weights, floors))
    low, high = 0.1 * max(floors), 10 * max(floors)
    golden = (math.sqrt(5) - 1) / 2
    while high - low > 1e-6 * high:
        a, b = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, b) if error(a) < error(b) else (a, high)
    return 0.5 * (low + high)


# --- Beverloo --------------------------------------------------------------------------------------------------------
# Discs run out of a flat-bottomed silo, which an inlet keeps filled. W = C rho_b sqrt(g) t (D - k d)^(3/2).

def beverloo(runner):
    half, opens = 0.15, 0.7
    openings, flows, errors = [], [], []
    for ratio in (5, 6, 7, 8, 10, 12, 14):
        opening = ratio * DIAMETER
        expected = 0.8 * math.sqrt(G) * (opening - 1.4 * DIAMETER) ** 1.5 / (math.pi / 4 * DIAMETER**2)
        until = opens + 0.4 + 1500 / expected
        text = SILO.format(name=f"beverloo-{ratio}", until=until, seed=1, left=-half, right=half, top=0.64, count=1050)
        d = opening / 2
        for name, points in (("left", f"[[{-half}, 0.9], [{-half}, 0], [{-d}, 0]]"),
                             ("right", f"[[{d}, 0], [{half}, 0], [{half}, 0.9]]"),
                             ("gate", f"[[{-d}, 0], [{d}, 0]]")):
            text += table("shape", name=name, kind="segment" if name == "gate" else "polyline", points=points,
                          width=0.01, side="left")
            text += table("body", name=name, shape=name, material="grain")
        text += table("inlet", name="supply", shape="disc", material="grain", rate=1.3 * expected, start=opens,
                      region=f"{{ lower = [{-half}, 0.46], upper = [{half}, 0.56] }}", velocity="[0, -1]",
                      size='{ distribution = "uniform", min = 0.9, max = 1.1 }')
        text += table("outlet", name="below", region="{ lower = [-1, -1], upper = [1, -0.1] }")
        text += table("event", at=opens, action="release", target="gate")
        text += table("probe", name="outflow", kind="flow", target="below", every=0.005)
        folder = runner.run_text(f"beverloo-{ratio}", text)
        flow = probe(folder, "outflow")
        steady = [k for k, t in enumerate(flow["time"]) if t >= opens + 0.4]
        times, masses = [flow["time"][k] for k in steady], [flow["mass"][k] for k in steady]
        parts = 6
        cuts = [round(k * (len(times) - 1) / parts) for k in range(parts + 1)]
        rates = [(masses[b] - masses[a]) / (times[b] - times[a]) for a, b in zip(cuts, cuts[1:])]
        if rates[-1] < 0.3 * rates[0]:
            print(f"D = {ratio} d clogged: left out")
            continue
        openings.append(opening)
        flows.append(statistics.fmean(rates))
        errors.append(statistics.stdev(rates) / math.sqrt(parts))
    slope, intercept = line(openings, [w ** (2 / 3) for w in flows])
    k = -intercept / slope / DIAMETER
    exponent, _ = line([math.log(o - k * DIAMETER) for o in openings], [math.log(w) for w in flows])
    bulk = 0.82 * DENSITY
    print("Beverloo: discs, flat floor, silo of 30 diameters")
    print("| D/d | W [kg/s] | standard error | law [kg/s] |")
    for o, w, e in zip(openings, flows, errors):
        print(f"| {o / DIAMETER:.0f} | {w:.2f} | {e:.2f} | {(slope * o + intercept) ** 1.5:.2f} |")
    print(f"k = {k:.2f}, exponent of D - k d: {exponent:.3f} (law 1.5), "
          f"C = {slope**1.5 / (bulk * math.sqrt(G)):.2f} with a solid fraction of 0.82")
    xs = [k * DIAMETER, 1.05 * max(openings)]
    runner.plot(Plot("Outflow of discs", "opening D over diameter d", "W^(2/3) [(kg/s)^(2/3)]")
                .points([o / DIAMETER for o in openings], [w ** (2 / 3) for w in flows], "measured")
                .curve([x / DIAMETER for x in xs], [slope * x + intercept for x in xs], f"Beverloo, k = {k:.2f}"),
                "beverloo")


# --- Angle of repose -------------------------------------------------------------------------------------------------

def repose(runner):
    print("Angle of repose: scene heap2d, three seeds [deg]")
    plot = Plot("Angle of repose", "seed", "degrees")
    for shape in ("polygon", "ellipse", "disc"):
        angles = []
        for seed in (1, 2, 3):
            folder = runner.run(f"heap-{shape}-{seed}", "heap2d", f'inlet.spout.shape="{shape}"',
                                f"simulation.seed={seed}", "output.every=0")
            angles.append(runner.measure(folder, "repose").get("repose", 0.0))
        print(f"| {shape} | {statistics.fmean(angles):.1f} +- {statistics.stdev(angles):.1f} | "
              f"{', '.join(f'{a:.1f}' for a in angles)} |")
        plot.points([1, 2, 3], angles, f"{shape}: {statistics.fmean(angles):.1f}")
    runner.plot(plot, "repose")


# --- Biaxial test ----------------------------------------------------------------------------------------------------
# Samples that are pressed together without friction are dense; with friction, which comes before the upper wall begins
# to move, they have to loosen before they can shear.

def biaxial(runner):
    print("Biaxial test: scene biaxial2d, pressed together without friction")
    print("| grains | solid fraction | peak of axial over lateral stress | at strain | residual | peak / residual |")
    plot = Plot("Biaxial test", "axial strain", "axial over lateral stress")
    for shape in ("grain", "disc"):
        folder = runner.folder / f"biaxial-{shape}"
        if not (folder / "sheared").exists():
            runner.run(folder.name, "biaxial2d", f'fill.grains.shape="{shape}"', "output.every=0",
                       "material.grain.friction=0", until=1)
            scene = folder / "scene.toml"
            scene.write_text(scene.read_text().replace("friction = 0\n", f"friction = {FRICTION}\n"))
            subprocess.run([runner.scree, "resume", folder, "--until", "3", "--quiet", "--threads",
                            str(runner.threads)], check=True)
            (folder / "sheared").touch()
        strains, ratios, area = stress_ratio(folder)
        fraction = runner.grain_area(folder) / area
        peak = max(ratios)
        residual = statistics.fmean(r for e, r in zip(strains, ratios) if e > 0.6 * strains[-1])
        print(f"| {shape} | {fraction:.3f} | {peak:.2f} | {strains[ratios.index(peak)]:.3f} | {residual:.2f} | "
              f"{peak / residual:.2f} |")
        plot.curve(strains, ratios, "polygons" if shape == "grain" else "discs")
    runner.plot(plot, "biaxial")


def stress_ratio(folder, begin=1.0, window=9):
    """Axial strain and axial over lateral stress from the walls' forces and places, means over 45 ms; and the area
    that the sample has at the start."""
    top, left, right = (probe(folder, name) for name in ("top", "left", "right"))
    at_top, at_left, at_right = (probe(folder, "plate-" + name) for name in ("top", "left", "right"))
    rows = [k for k, t in enumerate(top["time"]) if t >= begin - 1e-9]
    ratio = [top["fy"][k] / (at_right["x"][k] - at_left["x"][k]) * at_top["y"][k] * 2 / (right["fx"][k] - left["fx"][k])
             for k in rows]
    height = at_top["y"][rows[0]]
    strains = [1 - at_top["y"][k] / height for k in rows]
    half = window // 2
    smooth = [statistics.fmean(ratio[max(0, k - half):k + half + 1]) for k in range(len(ratio))]
    area = height * (at_right["x"][rows[0]] - at_left["x"][rows[0]])
    return strains, smooth, area


STUDIES = {"janssen": janssen, "beverloo": beverloo, "repose": repose, "biaxial": biaxial}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("studies", nargs="*", help=f"{', '.join(STUDIES)}; default: all")
    parser.add_argument("--scree", default=ROOT / "build/release/apps/scree/scree", help="the program")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("out/plane"), help="folder for the runs")
    parser.add_argument("--draw", type=pathlib.Path, help="folder for the plots")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if unknown := [name for name in options.studies if name not in STUDIES]:
        parser.error(f"{', '.join(unknown)}: there is {', '.join(STUDIES)}")
    runner = Runner(options)
    for name in options.studies or STUDIES:
        STUDIES[name](runner)
        print(flush=True)


main()
