#!/usr/bin/python3
"""The numbers that warnings are about, for every built-in scene: a table in Markdown for docs/warnings.md.

    tools/guards_table.py [--program build/release/apps/scree/scree] [--scenes a,b] [--jobs 1] [--steps 3000]

Each scene runs to its own end, unless --steps are given. It fails when one of them is warned about."""

import argparse
import concurrent.futures
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = "| scene | dt [s] | deepest mean overlap | deepest | created energy | balance off by | warnings |\n|---|---|---|---|---|---|---|"


def measure(program, scene, threads, steps):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", scene, "--json", "--quiet", "--threads", str(threads), "--set", "output.every=0",
                   "--set", "output.checkpoint_every=0", "--output", f"{folder}/out"]
        command += ["--steps", str(steps)] if steps else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{scene} ended with {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def row(s):
    went_in = s["energy_that_went_in"]
    created = s["created_energy"] / went_in if went_in else 0.0
    codes = ", ".join(f"`{w['code']}`" for w in s["warnings"]) or "none"
    return (f"| {s['scene']} | {s['dt']:.2g} | {s['max_overlap_ever']:.2g} | {s['max_depth_ever']:.2g} | "
            f"{100 * created:.2g} % | {100 * s['energy_balance_error']:.2g} % | {codes} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/apps/scree/scree")
    parser.add_argument("--scenes", help="names with commas between them; all built-in ones if not given")
    parser.add_argument("--jobs", type=int, default=1, help="scenes that run at the same time, each on one thread")
    parser.add_argument("--steps", type=int, help="as many steps of each scene, not all")
    options = parser.parse_args()
    listed = subprocess.run([options.program, "scenes"], capture_output=True, text=True, check=True).stdout
    scenes = options.scenes.split(",") if options.scenes else [line.split()[0] for line in listed.splitlines() if line]
    print(HEAD)
    warned = False
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for s in pool.map(lambda scene: measure(options.program, scene, 1 if options.jobs > 1 else 2, options.steps), scenes):
            print(row(s), flush=True)
            warned |= bool(s["warnings"])
    return int(warned)


if __name__ == "__main__":
    sys.exit(main())
