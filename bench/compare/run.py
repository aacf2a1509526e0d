#!/usr/bin/python3
"""The drum in scree, Yade and Bullet, one after the other on one machine, and the table of it.

    bench/compare/run.py --threads 1 2          (or: make compare)

Installs what is missing of the group `compare` in packages.txt. Ends with 1 when Yade's work was not ours.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path

import table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BULLET_DTS = [1e-3]  # what a rigid-body engine would be run with; ours comes before it


def say(text):
    print(text, flush=True)


def call(command, **options):
    """Runs a command and gives what it printed; a failure ends the comparison with its last lines."""
    command = [str(word) for word in command]
    say("$ " + " ".join(command))
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          **options)
    if done.returncode != 0:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
        sys.exit(f"It ended with {done.returncode}:\n{last}")
    return done.stdout


def processor_seconds():
    """What all cores have worked so far, and what our own children have of it."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    user, nice, system, _, _, irq, softirq, steal = ticks[:8]
    everybody = (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
    own = os.times()
    return everybody, own.children_user + own.children_system


def measure(command):
    """The result that a command prints, and how many cores other programs kept busy meanwhile: they spoil figures."""
    (busy, own), begin = processor_seconds(), time.monotonic()
    try:
        result = table.result_in(call(command))
    except ValueError as problem:
        sys.exit(f"{command[0]}: {problem}")
    (busy_now, own_now), seconds = processor_seconds(), time.monotonic() - begin
    return result | {"cores_of_others": max(0.0, (busy_now - busy - (own_now - own)) / seconds)}


def install(group):
    """The project's own list and installer: it names what is missing where nothing can be installed."""
    if subprocess.run([ROOT / "tools/install_packages.sh", "build", group]).returncode != 0:
        sys.exit("Without these packages there is nothing to compare with.")


def bench(scree, threads, repeats):
    return measure([scree, "bench", "drum", "--json", "--threads", threads, "--repeats", repeats])


def run_to(scree, bench_result, threads, folder):
    """The bed at the end of the benchmark. Runs are the same to the last bit, so the hash tells whether it is it."""
    summary = folder / "summary.json"
    wanted = bench_result["state_hash"]
    if not (summary.exists() and json.loads(summary.read_text())["state_hash"] == wanted):
        end = bench_result["steps"] * bench_result["dt"]
        call([scree, "run", "drum", "--steps", bench_result["steps"], "--threads", threads, "--quiet", "--force",
              "--output", folder, "--set", 'output.formats=["vtk"]', "--set", f"output.every={end!r}"])
    result = json.loads(summary.read_text())
    if result["state_hash"] != wanted:
        sys.exit(f"{folder} holds the state {result['state_hash']}, the benchmark ended with {wanted}")
    return result


def yade(bodies_file, matter, constants, dt, threads, arguments):
    values = {"dt": dt, "settle": arguments.yade_settle, "steps": arguments.yade_steps, "repeats": arguments.repeats,
              "grain_young": constants.grain, "wall_young": constants.wall, "poisson": constants.poisson,
              "density": matter.density, "friction": matter.friction, "damping": matter.damping}
    words = [f"{key}={value!r}" for key, value in values.items()]
    return measure(["yade", f"-j{threads}", "-f1", "-n", "-x", HERE / "yade_drum.py", bodies_file, *words])


def build_bullet(folder):
    """In double precision: in single precision a drum that turns this slowly stands still for Bullet's solver."""
    program = folder / "bullet_drum"
    flags = call(["pkg-config", "--cflags", "--libs", "bullet-float64"]).split()
    call(["g++", "-std=c++20", "-O3", "-DNDEBUG", HERE / "bullet_drum.cpp", "-o", program, *flags])
    return program


def bullet(program, bodies_file, matter, dt, arguments):
    return measure([program, bodies_file, dt, arguments.bullet_settle, arguments.bullet_steps, arguments.repeats,
                    matter.density, matter.friction])


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scree", default=ROOT / "build/release/apps/scree/scree", help="the program")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}),
                        help="default: 1, and as many as there are cores")
    parser.add_argument("--engines", nargs="*", default=["yade", "bullet"], choices=["yade", "bullet"])
    parser.add_argument("--repeats", type=int, default=5, help="stretches measured")
    parser.add_argument("--yade-settle", type=int, default=40, help="steps before measuring")
    parser.add_argument("--yade-steps", type=int, default=10, help="steps per stretch")
    parser.add_argument("--bullet-settle", type=int, default=100, help="steps before measuring")
    parser.add_argument("--bullet-steps", type=int, default=100, help="steps per stretch")
    parser.add_argument("--at-least", type=float, default=0,
                        help="end with 1 unless scree is so many times as fast as Yade")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/compare", help="where work files go")
    parser.add_argument("--output", type=Path, default=ROOT / "build/compare.md", help="the table")
    arguments = parser.parse_args(words)
    if min(arguments.threads) < 1:
        parser.error("--threads: at least 1")
    if "bullet" in arguments.engines and 1 not in arguments.threads:
        arguments.threads.insert(0, 1)  # Debian's Bullet knows one thread; it is compared with ours on one
    return arguments


def main(words=None):
    arguments = parse(words)
    install("compare")
    import bed  # needs NumPy, which may just have come

    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    # The bed must be this program's own, not what another version left in the cache.
    call([arguments.scree, "bench", "drum", "--fresh", "--steps", 1, "--repeats", 1, "--json"])
    benches = [bench(arguments.scree, threads, arguments.repeats) for threads in arguments.threads]
    if len({b["state_hash"] for b in benches}) != 1:
        sys.exit("scree's results differ between numbers of threads; that is a bug")
    summary = run_to(arguments.scree, benches[0], max(arguments.threads), folder / "drum")
    bodies = bed.read_bodies(folder / "drum")
    bodies_file = folder / "bed.txt"
    bed.write_bodies(bodies, bodies_file)
    matter = bed.matter_of(bed.read_scene(folder / "drum"))
    constants = bed.yade_matter(matter, bed.equivalent_radius(bodies))

    overlaps = bed.overlap_volumes(folder / "drum", bodies)
    ours = [table.scree_result(b, summary, overlaps) for b in benches]
    yades, bullets = [], []
    if "yade" in arguments.engines:
        for threads in arguments.threads:
            yades.append(yade(bodies_file, matter, constants, summary["dt"], threads, arguments))
    if "bullet" in arguments.engines:
        program = build_bullet(folder)
        bullets = [bullet(program, bodies_file, matter, dt, arguments) for dt in [summary["dt"], *BULLET_DTS]]

    found = table.problems(ours, yades, constants.length, matter.young)
    found += table.too_slow(ours, yades, arguments.at_least)
    lines = [f"{processor()}, {os.cpu_count()} cores.",
             *table.remarks(ours, yades, summary, constants.length, matter.young),
             table.crowd(ours + yades + bullets), *(f"**Not as it should be**: {problem}" for problem in found)]
    text = table.comparison(ours, yades, bullets) + "\n" + "".join(f"- {line}\n" for line in lines)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text, encoding="utf-8")
    (folder / "results.json").write_text(json.dumps({"scree": ours, "yade": yades, "bullet": bullets}, indent=1))
    say("\n" + text + f"\nwritten to {arguments.output}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
