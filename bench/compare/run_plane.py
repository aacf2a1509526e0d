#!/usr/bin/python3
"""A pile of octagons in scree and in Box2D, one after the other on one machine, and the tables of it.

    bench/compare/run_plane.py --threads 1 2          (or: make compare-plane)

Installs what is missing of the group `compare-plane` in packages.txt. Ends with 1 when the piles were not the same.
"""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

import plane_table
import run
import table
from run import HERE, ROOT, call, say

SETTLED, RESTED, TURNED = 1.0, 1.5, 3.0  # s, as in pile2d.toml
SKIN = 1e-4                              # m: b2_polygonRadius where a unit is a centimetre; checked by the program
FREQUENCIES = [60, 240, 600, 1000, 4000]  # Hz


def scree_to(scree, folder, until, threads):
    """Goes on to a time at which there is a frame, and gives the summary."""
    if until == SETTLED:
        call([scree, "run", HERE / "pile2d.toml", "--until", until, "--threads", threads, "--quiet", "--force",
              "--output", folder])
    else:
        call([scree, "resume", folder, "--until", until, "--threads", threads, "--quiet"])
    return json.loads((folder / "summary.json").read_text())


def bench(scree, rested, threads, arguments):
    """Stretches of the turning drum, on a copy of the run that ends where the drum begins to turn."""
    folder = arguments.folder / f"threads-{threads}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(rested, folder)
    ends = [json.loads((folder / "summary.json").read_text())]
    for _ in range(arguments.repeats):
        ends.append(run.measure([scree, "resume", folder, "--steps", ends[-1]["steps"] + arguments.steps, "--threads",
                                 threads, "--quiet", "--json"]))
    return plane_table.scree_result(ends)


def build_box2d(folder):
    program = folder / "box2d_pile"
    flags = call(["pkg-config", "--cflags", "--libs", "box2d"]).split()
    call(["g++", "-std=c++20", "-O3", "-DNDEBUG", HERE / "box2d_pile.cpp", "-o", program, *flags])
    return program


def box2d(program, pile_file, frequency, rate, friction, arguments):
    """The result, and the files that say where the bodies are after resting and after turning."""
    files = [arguments.folder / f"{stage}-{frequency}.txt" for stage in ("rested", "turned")]
    result = run.measure([program, pile_file, 1 / frequency, RESTED - SETTLED, TURNED - RESTED, rate, arguments.repeats,
                          friction, SKIN, int(arguments.continuous), *files])
    return result, *files


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scree", default=ROOT / "build/release/apps/scree/scree", help="the program")
    parser.add_argument("--threads", type=int, nargs="+", default=sorted({1, os.cpu_count()}),
                        help="of scree; Box2D has one (default: 1, and as many as there are cores)")
    parser.add_argument("--frequencies", type=int, nargs="+", default=FREQUENCIES, help="of Box2D's steps, Hz")
    parser.add_argument("--continuous", action="store_true", help="with Box2D's continuous collisions")
    parser.add_argument("--repeats", type=int, default=5, help="stretches measured")
    parser.add_argument("--steps", type=int, default=4000, help="steps of scree per stretch")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/compare-plane", help="where work files go")
    parser.add_argument("--output", type=Path, default=ROOT / "build/compare-plane.md", help="the tables")
    arguments = parser.parse_args(words)
    if min(arguments.threads) < 1 or min(arguments.frequencies) < 1:
        parser.error("--threads and --frequencies: at least 1")
    if 1 not in arguments.threads:
        arguments.threads.insert(0, 1)  # Box2D's figures are compared with these
    return arguments


def main(words=None):
    arguments = parse(words)
    run.install("compare-plane")
    import bed  # need NumPy, which may just have come
    import plane

    folder, threads = arguments.folder, max(arguments.threads)
    folder.mkdir(parents=True, exist_ok=True)
    settled = scree_to(arguments.scree, folder / "pile", SETTLED, threads)
    start = plane.read_pile(folder / "pile")
    scree_to(arguments.scree, folder / "pile", RESTED, threads)
    rested = plane.read_pile(folder / "pile")
    ours = [bench(arguments.scree, folder / "pile", number, arguments) for number in arguments.threads]
    if len({mine["state_hash"] for mine in ours}) != 1:
        sys.exit("scree's results differ between numbers of threads; that is a bug")
    scree_to(arguments.scree, folder / "pile", TURNED, threads)
    turned = plane.read_pile(folder / "pile")
    figures = plane.figures(start, rested, turned)
    ours = [mine | figures for mine in ours]

    matter = bed.matter_of(bed.read_scene(folder / "pile"))
    plane.write_pile(start, folder / "pile.txt", SKIN)
    program = build_box2d(folder)
    theirs = []
    for frequency in arguments.frequencies:
        result, *files = box2d(program, folder / "pile.txt", frequency, turned.spin[turned.wall][0], matter.friction,
                               arguments)
        theirs.append(result | plane.figures(start, *(plane.moved(start, file) for file in files)))

    found = plane_table.problems(settled, len(plane.overlaps(start)), plane.masses_off(start, matter.density), theirs)
    lines = [f"{run.processor()}, {os.cpu_count()} cores.",
             f"Medians of {arguments.repeats} stretches. The pile is `bench/compare/pile2d.toml` at "
             f"{settled['time']:.4g} s: {settled['dynamic_bodies']} grains, d = {1000 * plane.diameter(start):.3g} mm, "
             f"state_hash {settled['state_hash']}.",
             f"States are those at {RESTED} s, before the drum turns, and at {TURNED} s.",
             f"Box2D: {'with' if arguments.continuous else 'without'} continuous collisions, sleep off, 8 and 3 "
             "iterations.",
             table.crowd(ours + theirs), *(f"**Not as it should be**: {problem}" for problem in found)]
    text = plane_table.comparison(ours, theirs) + "\n" + "".join(f"- {line}\n" for line in lines)
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(text, encoding="utf-8")
    (folder / "results.json").write_text(json.dumps({"scree": ours, "box2d": theirs}, indent=1))
    say("\n" + text + f"\nwritten to {arguments.output}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
