#!/usr/bin/env python3
"""Instructions (valgrind's callgrind) and time per call for closest features, by number of corners.

    bench/closest_features.py [--program build/release/bench/closest_features] [--corners 4 8 20 100 1000]

The last lines say how much more a grain with the most corners costs than one with the fewest.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CALLS = 100_000


def instructions(program, corners):
    """Of the search alone, per call: what the loop around it needs is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "callgrind"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={log}", "--collect-atstart=no",
                        "--toggle-collect=scree::find_closest_features*", program, str(corners), str(CALLS)],
                       check=True, capture_output=True, text=True)
        total = re.search(r"^(?:summary|totals): (\d+)", log.read_text(), re.MULTILINE)
        calls = json.loads(subprocess.run([program, str(corners), str(CALLS)], check=True, capture_output=True,
                                          text=True).stdout)["calls"]
        return int(total.group(1)) / calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/bench/closest_features")
    parser.add_argument("--corners", type=int, nargs="+", default=[4, 8, 20, 100, 300, 1000])
    options = parser.parse_args()
    # In turns, and the best of each: the machine may be slower now than in a second.
    timed = {}
    for _ in range(5):
        for corners in options.corners:
            run = json.loads(subprocess.run([options.program, str(corners)], check=True, capture_output=True,
                                            text=True).stdout)
            timed[corners] = min(timed.get(corners, run), run, key=lambda r: r["ns_per_call"])
    print("corners  instructions  ns/call  mean walk  features stay for (steps)")
    rows = []
    for corners in options.corners:
        run = timed[corners]
        rows.append((instructions(options.program, corners), run["ns_per_call"]))
        print(f"{corners:7d}  {rows[-1][0]:12.1f}  {run['ns_per_call']:7.1f}  {run['mean_walk']:9.4f}  "
              f"{run['mean_life']:8.0f}", flush=True)
    print(f"instructions grow {rows[-1][0] / rows[0][0]:.2f} times, time {rows[-1][1] / rows[0][1]:.2f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())
