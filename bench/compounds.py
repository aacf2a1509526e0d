#!/usr/bin/python3
"""What parts that touch nothing cost: a comb of many cubes stands on a floor of many tiles, on 50 of them with one cube
each; beside it the same with these cubes and tiles alone.

    bench/compounds.py [--program build/release/apps/scree/scree] [--parts 5000] [--steps 400]

Prints seconds per step of both and their ratio, the median of several pairs of runs that take turns."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOUCHING = 50
TILE, CUBE = 0.01, 0.008  # m
SCENE = """
[simulation]
dt = "auto"
gravity = [0, 0, -9.81]

[law]
normal = "overlap"

[[material]]
name = "stone"
young = "1e8 Pa"
density = {density}

[[shape]]
name = "tile"
kind = "box"
half_extents = [{tile}, {tile}, {tile}]

[[shape]]
name = "cube"
kind = "box"
half_extents = [{cube}, {cube}, {cube}]

[[shape]]
name = "floor"
kind = "compound"
origin = "given"
parts = [
{floor}
]

[[shape]]
name = "comb"
kind = "compound"
origin = "given"
parts = [
{comb}
]

[[body]]
shape = "floor"
material = "stone"
motion = "fixed"

[[body]]
shape = "comb"
material = "stone"
position = [0, 0, -1e-6]
"""


def part(shape, x, y, z):
    return f'  {{ shape = "{shape}", position = [{x:.6g}, {y:.6g}, {z:.6g}] }},'


def scene(parts):
    """Of about so many parts each: tiles in rows of a hundred, columns of cubes on every hundredth part of them."""
    per_column = parts // TOUCHING
    columns = [(TILE * (10 * (n % 10)), TILE * (n // 10)) for n in range(TOUCHING)]
    if per_column == 1:
        tiles = columns
    else:
        tiles = [(TILE * (n % 100), TILE * (n // 100)) for n in range(parts)]
    floor = "\n".join(part("tile", x, y, -TILE / 2) for x, y in tiles)
    comb = "\n".join(part("cube", x, y, CUBE * (k + 0.5)) for x, y in columns for k in range(per_column))
    density = 2500 / per_column  # the same weight
    return SCENE.format(tile=TILE / 2, cube=CUBE / 2, floor=floor, comb=comb, density=density)


def seconds_per_step(program, file, steps, folder):
    words = [program, "run", file, "--steps", str(steps), "--json", "--quiet", "--threads", "1", "--force",
             "--output", folder / "out", "--set", "output.every=0", "--set", "output.checkpoint_every=0"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    summary = json.loads(done.stdout)
    if summary["contacts"] != TOUCHING:
        sys.exit(f"{summary['contacts']} contacts, {TOUCHING} were to touch")
    return summary["wall"] / summary["steps"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default=ROOT / "build/release/apps/scree/scree")
    options.add_argument("--parts", type=int, default=5000)
    options.add_argument("--steps", type=int, default=400)
    options.add_argument("--pairs", type=int, default=5)
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        files = folder / "many.toml", folder / "few.toml"
        for file, parts in zip(files, (arguments.parts, TOUCHING)):
            file.write_text(scene(parts))
        many, few = zip(*([seconds_per_step(arguments.program, file, arguments.steps, folder) for file in files]
                          for _ in range(arguments.pairs)))
    ratio = statistics.median(a / b for a, b in zip(many, few))
    print(f"{arguments.parts} parts each, {TOUCHING} pairs touch: {statistics.median(many) * 1e6:.0f} us per step")
    print(f"{TOUCHING} parts each: {statistics.median(few) * 1e6:.0f} us per step")
    print(f"ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
