#!/usr/bin/env python3
"""The laboratory of neighbour searches: docs/neighbours.md has the tables that this prints and the plots it draws.

    tools/neighbours_report.py                          measure (an hour or so), print the tables
    tools/neighbours_report.py --draw docs --write      the plots and the tables into the documents, too
    tools/neighbours_report.py --sizes 100,1000 --cap 0.2 --scenes drum,gas     a small one

What is in the output folder is not measured again: lab.csv (all scenes), drum.csv (the sizes of the comparison of tree
and sweep). Both are written by `scree bench neighbours --csv`."""

import argparse
import csv
import math
import pathlib
import subprocess

from svg_plot import Plot, write_panels

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "neighbours.md"
MODES = ("every step", "with margins")
SPACES = {2: "plane", 3: "space"}
PAPER_SIZES = "180,360,720,1440,2880,5760,12000,24000,48000,96000,192000,384000"
TEXTS = {"scene", "order", "method", "ran", "mode", "status", "reason"}
WITHIN = 1.15  # what `auto` may take, in times of the best method


def read(path):
    """Measured cells, numbers as numbers; and how many were over the cap."""
    with open(path) as file:
        rows = list(csv.DictReader(file))
    cells = [{key: value if key in TEXTS else float(value or "nan") for key, value in row.items()} for row in rows]
    for cell in cells:
        cell["bodies"], cell["dimension"], cell["threads"] = (int(cell[k]) for k in ("bodies", "dimension", "threads"))
    return [c for c in cells if c["status"] == "measured"], sum(c["status"] != "measured" for c in cells)


def select(cells, **wanted):
    return [c for c in cells if all(c[key] == value for key, value in wanted.items())]


def values(cells, key):
    """The different ones, in order of appearance."""
    return list(dict.fromkeys(c[key] for c in cells))


def number(x):
    """Three digits, never 1e+03."""
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def exponent(cells, least=10_000):
    """Of the time per step in the number of bodies, by least squares; None for less than two sizes."""
    points = [(math.log(c["bodies"]), math.log(c["ns_median"] * c["bodies"])) for c in cells if c["bodies"] >= least]
    if len({x for x, _ in points}) < 2:
        return None
    mx, my = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def crossings(first, second):
    """Where two methods take the same time, as (bodies, name of the one that is quicker beyond): straight lines between
    sizes, in logarithms. Sizes that only one of them has do not count."""
    times = [{c["bodies"]: math.log(c["ns_median"]) for c in cells} for cells in (first, second)]
    sizes = sorted(times[0].keys() & times[1].keys())
    lead = [times[0][n] - times[1][n] for n in sizes]
    found = []
    for k in range(1, len(sizes)):
        if (lead[k - 1] < 0) != (lead[k] < 0):
            share = lead[k - 1] / (lead[k - 1] - lead[k])
            where = math.exp(math.log(sizes[k - 1]) + share * math.log(sizes[k] / sizes[k - 1]))
            found.append((where, (first if lead[k] < 0 else second)[0]["method"]))
    return found


def ranked(cells):
    """One size of one scene: the single methods, the quickest first."""
    return sorted((c for c in cells if c["method"] != "auto"), key=lambda c: c["ns_median"])


# --- Which method when -----------------------------------------------------------------------------------------------

def which_method(cells):
    """Markdown: for each scene and size the best method, its time and how much longer the next one takes."""
    out = []
    for mode in values(cells, "mode"):
        for threads in values(cells, "threads"):
            chosen = select(cells, mode=mode, threads=threads)
            sizes = sorted(set(values(chosen, "bodies")))
            out += [f"Nanoseconds per body and step, {mode}, {threads} thread{'s' if threads > 1 else ''}: the best "
                    "method, its time, and the next one with how many times as long it takes.", "",
                    "| scene | " + " | ".join(f"{n:,}" for n in sizes) + " |", "|---|" + "---|" * len(sizes)]
            for dimension in sorted(set(values(chosen, "dimension"))):
                for scene in values(chosen, "scene"):
                    row = [best_text(select(chosen, scene=scene, dimension=dimension, bodies=n)) for n in sizes]
                    out.append(f"| {scene}, {SPACES[dimension]} | " + " | ".join(row) + " |")
            out.append("")
    return out + automatic(cells) + targets(cells)


def best_text(cells):
    order = ranked(cells)
    if not order:
        return "not measured"
    text = f"{order[0]['method']} {number(order[0]['ns_median'])}"
    if len(order) > 1:
        text += f" ({order[1]['method']} {number(order[1]['ns_median'] / order[0]['ns_median'])})"
    return text


def automatic(cells):
    """How `auto` compares, worst cells first."""
    ratios = []
    for c in select(cells, method="auto"):
        rivals = ranked([r for r in cells if all(r[k] == c[k] for k in ("scene", "dimension", "bodies", "threads", "mode"))])
        if rivals:
            ratios.append((c["ns_median"] / rivals[0]["ns_median"], rivals[0]["method"], c))
    if not ratios:
        return []
    ratios.sort(key=lambda r: -r[0])
    within = sum(r[0] <= WITHIN for r in ratios)
    out = [f"`auto` is within {100 * (WITHIN - 1):.0f} % of the best single method in {within} of {len(ratios)} cells. "
           "The worst:", ""]
    for ratio, method, c in ratios[:5]:
        out.append(f"- {ratio:.2f} times {method} (`auto` runs {c['ran']}): {c['scene']}, {SPACES[c['dimension']]}, {c['bodies']:,} bodies, "
                   f"{c['threads']} threads, {c['mode']}")
    return [*out, ""]


def targets(cells):
    """Gas and dense bed in space at the largest size: the best two methods, and how their time grows."""
    out = []
    largest = max(c["bodies"] for c in cells)
    for scene in ("gas", "gas-periodic", "bed"):
        for mode in values(cells, "mode"):
            for threads in values(cells, "threads"):
                chosen = select(cells, scene=scene, dimension=3, mode=mode, threads=threads)
                order = ranked(select(chosen, bodies=largest))
                if not order:
                    continue
                for cell in order[:2]:
                    grows = exponent(select(chosen, method=cell["method"]))
                    power = f", exponent {grows:.2f} from 10,000 on" if grows else ""
                    out.append(f"- {scene}, {largest:,} bodies, {mode}, {threads} threads: {cell['method']}, "
                               f"{number(cell['ns_median'])} ns per body and step{power}, "
                               f"{number(cell['bytes'])} bytes per body")
    return [*out, ""] if out else []


# --- Tree against sort-and-sweep -------------------------------------------------------------------------------------

COUNTERS = (("sweep", "exchanges"), ("tree", "moved"), ("tree", "nodes"), ("tree", "tests"))


def against(cells):
    """Markdown: tree and sweep side by side, with the counters that say why, and the sizes at which they cross."""
    out = []
    for mode in values(cells, "mode"):
        for scene in values(cells, "scene"):
            for dimension in sorted(set(values(cells, "dimension"))):
                chosen = select(cells, scene=scene, dimension=dimension, mode=mode, threads=cells[0]["threads"])
                pair = {name: select(chosen, method=name) for name in ("sweep", "tree")}
                if not all(pair.values()):
                    continue
                out += [f"{scene.capitalize()} in the {SPACES[dimension]}, {mode}:".replace("the space", "space"), "",
                        "| bodies | sweep, ns | tree, ns | tree / sweep | exchanges | moved | nodes | tests |",
                        "|---|---|---|---|---|---|---|---|"]
                for n in sorted(set(values(chosen, "bodies"))):
                    both = {name: select(pair[name], bodies=n) for name in pair}
                    if all(both.values()):
                        times = [both[name][0]["ns_median"] for name in ("sweep", "tree")]
                        counts = [number(both[name][0][key]) for name, key in COUNTERS]
                        out.append(f"| {n:,} | {number(times[0])} | {number(times[1])} | {times[1] / times[0]:.2f} | "
                                   + " | ".join(counts) + " |")
                met = [f"at {where:,.0f} bodies, beyond which the {name} is quicker"
                       for where, name in crossings(pair["sweep"], pair["tree"])]
                out += ["", f"They cross {' and '.join(met)}." if met else
                        f"They do not cross: the {ranked(chosen)[0]['method']} is quicker throughout.", ""]
    return out


# --- Plots -----------------------------------------------------------------------------------------------------------

def plot_of(cells, title):
    plot = Plot(title, "bodies", "ns per body and step", logarithmic=True)
    for method in values(cells, "method"):
        line = sorted(select(cells, method=method), key=lambda c: c["bodies"])
        if method == "brute":
            line = [c for c in line if c["ns_median"] < 3000]  # it would press all others into a corner
        if line:
            xs, ys = [c["bodies"] for c in line], [c["ns_median"] for c in line]
            plot.curve(xs, ys, method).points(xs, ys, method)
    return plot


def draw(cells, folder, name):
    """One picture for each dimension, mode and number of threads; a panel for each scene."""
    pictures = []
    for dimension in sorted(set(values(cells, "dimension"))):
        for mode in values(cells, "mode"):
            for threads in values(cells, "threads"):
                chosen = select(cells, dimension=dimension, mode=mode, threads=threads)
                if not chosen:
                    continue
                plots = [plot_of(select(chosen, scene=scene), f"{scene}, {mode}") for scene in values(chosen, "scene")]
                ending = f"-{threads}" if len(values(cells, "threads")) > 1 else ""
                path = folder / f"neighbours-{name}{SPACES[dimension]}-{mode.replace(' ', '-')}{ending}.svg"
                write_panels(path, plots, min(3, len(plots)))
                pictures.append(path)
    return pictures


# --- Main ------------------------------------------------------------------------------------------------------------

def put_into(page, name, lines):
    """Replaces what stands between the marks of a section."""
    text = page.read_text()
    begin, end = f"<!-- neighbours_report: {name} -->\n", "<!-- neighbours_report: end -->\n"
    if begin not in text:
        raise SystemExit(f"{page} has no line {begin.strip()}")
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    page.write_text(before + begin + "\n".join(lines).strip() + "\n" + end + after)


def measure(options, path, *arguments):
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.csv")
        subprocess.run([options.scree, "bench", "neighbours", "--cap", str(options.cap), "--threads", options.threads,
                        "--clock", options.clock, "--order", options.order, "--csv", part, *arguments], check=True,
                       stdout=subprocess.DEVNULL)
        part.rename(path)
    cells, over = read(path)
    print(f"{path}: {len(cells)} cells, {over} over the cap")
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scree", default=ROOT / "build/release/apps/scree/scree", help="the program")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("out/neighbours"), help="folder of the tables")
    parser.add_argument("--cap", type=float, default=2, help="seconds for a cell")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--clock", default="wall", choices=("wall", "processor"))
    parser.add_argument("--order", default="shuffled", choices=("shuffled", "rows"))
    parser.add_argument("--scenes", help="default: all")
    parser.add_argument("--sizes", help="default: 100 to 1,000,000")
    parser.add_argument("--paper-sizes", default=PAPER_SIZES, help="of drum and hopper, tree against sweep")
    parser.add_argument("--draw", type=pathlib.Path, help="folder for the plots")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/neighbours.md")
    options = parser.parse_args()
    chosen = [word for flag in ("scenes", "sizes") if (value := getattr(options, flag)) for word in (f"--{flag}", value)]
    lab = measure(options, options.output / "lab.csv", *chosen)
    paper = measure(options, options.output / "drum.csv", "--scenes", "drum,hopper", "--dimension", "2",
                    "--sizes", options.paper_sizes)
    sections = {"which method when": which_method(lab), "tree against sweep": against(paper)}
    for name, lines in sections.items():
        print(f"\n## {name}\n")
        print("\n".join(lines))
        if options.write and lines:
            put_into(PAGE, name, lines)
    if options.draw:
        for path in [*draw(lab, options.draw, ""), *draw(select(paper, threads=paper[0]["threads"]), options.draw, "tree-")]:
            print(path)


if __name__ == "__main__":
    main()
