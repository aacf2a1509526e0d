#!/usr/bin/python3
"""Compares the speed of two builds, or of two commands of one build, by runs that take turns.

    bench/ab.py old/scree build/release/apps/scree/scree
    bench/ab.py "build/release/apps/scree/scree --threads 1" "build/release/apps/scree/scree --threads 2"
    bench/ab.py "scree bench bed --bodies 100000" "scree bench bed --bodies 100000 --shuffle"

A and B are a program, with flags if need be. Every scene is measured by `scree bench`, from a settled state, where
there is such a benchmark, else by `scree run` from its beginning. A command that goes on with `bench NAME` or
`run SCENE` names its own scene; then both must. Ends with 1 when a run fails or --within is not shown, with 2 when
the call is wrong.
"""

import argparse
import json
import math
import shutil
import statistics
import sys
import time
from dataclasses import asdict
from pathlib import Path

from ab_runs import (Failure, WrongUse, find_counter, give_states, instructions_per_update, measure, prepare, read_side,
                     settle, share_states, steps_to_count, without_threads)
from ab_statistics import fewest_pairs, ratio_of, shown_within, verdict

sys.path.insert(1, str(Path(__file__).resolve().parent / "compare"))
from run import processor_seconds  # noqa: E402
from table import MUCH_COMPANY  # noqa: E402

SCENES = ["drum", "drum-large", "drum2d", "embankment"]


def plan(a, b, arguments, tell):
    """[(name, (mode, scene) of A, of B)], ready to be measured."""
    if bool(a.own) != bool(b.own):
        named, other = (a, b) if a.own else (b, a)
        raise WrongUse(f"{named.name} names its scene, {other.name} does not; either both do or none")
    if a.own and arguments.scenes:
        raise WrongUse("--scenes is for commands that do not name their scene")
    if not a.own:
        jobs = []
        for scene in arguments.scenes or SCENES:
            tell(f"{scene}: settles")
            job = prepare(a, b, scene, arguments.own_states), scene
            jobs.append((scene, job, job))
        return jobs
    for side in (a, b):
        tell(f"{side.own[1]}: settles")
        settle(side, *side.own)
        if side is a and not arguments.own_states:
            share_states(a, b)
    return [(a.own[1] if a.own[1] == b.own[1] else f"{a.own[1]}, {b.own[1]}", a.own, b.own)]


def rounded_up(number):
    """To two digits, which can be typed in again."""
    unit = 10**max(0, math.floor(math.log10(number)) - 1)
    return math.ceil(number / unit) * unit


def steps_for(side, job, seconds):
    """Steps that take about so long."""
    steps = 10
    while True:
        result = measure(side, *job, steps=steps)
        wanted = max(10.0, seconds * result["updates_per_second"] / result["bodies"])
        if wanted <= 20 * steps:
            return rounded_up(wanted)
        steps = min(100 * steps, rounded_up(wanted / 4))  # so short a stretch says little about a longer one


def take_turns(sides, jobs, steps, pairs, tell):
    """Results of A and B, pair by pair. Who comes first changes from pair to pair; the first pair does not count."""
    results = [], []
    for pair in range(pairs + 1):
        for n in (0, 1) if pair % 2 else (1, 0):
            tell(f"{jobs[n][1]}: {'warms up' if pair == 0 else f'pair {pair} of {pairs}'}, {sides[n].name}")
            result = measure(sides[n], *jobs[n], steps=steps[n])
            if pair > 0:
                results[n].append(result)
    return results


def count_instructions(counter, sides, jobs, results, tell):
    """Instructions per update of A and B, or why not."""
    tool, why_not = counter
    numbers, done = [], {}
    for side, job, result in zip(sides, jobs, results):
        if not tool:
            return {"why_not": why_not}
        key = (Path(shutil.which(side.program)).resolve(), tuple(without_threads(side.flags)), job, side.states)
        if key not in done:  # on one thread some pairs of commands are one
            tell(f"{job[1]}: instructions of {side.name}")
            try:
                done[key] = instructions_per_update(tool, side, job, steps_to_count(result[0]["bodies"]))
            except (Failure, WrongUse) as problem:
                return {"why_not": f"{tool}: {problem}"}
        numbers.append(done[key])
    return {"tool": tool, "A": numbers[0], "B": numbers[1], "ratio": numbers[1] / numbers[0]}


def compare(name, sides, jobs, arguments, counter, tell):
    """Everything about one scene, ready for JSON."""
    tell(f"{name}: how many steps")
    steps = [arguments.steps or steps_for(side, job, arguments.seconds) for side, job in zip(sides, jobs)]
    if jobs[0] == jobs[1]:
        steps = [max(steps)] * 2  # the same work
    busy, own = processor_seconds()
    begin = time.monotonic()
    results = take_turns(sides, jobs, steps, arguments.pairs, tell)
    busy_now, own_now = processor_seconds()
    company = max(0.0, (busy_now - busy - (own_now - own)) / (time.monotonic() - begin))
    ratios = [b["updates_per_second"] / a["updates_per_second"] for a, b in zip(*results)]
    ratio = ratio_of(ratios)
    found = {"scene": name}
    for side, job, of, number in zip(sides, jobs, results, steps):
        rates = [r["updates_per_second"] for r in of]
        found[side.name] = {"measured_by": " ".join(job), "steps": number, "bodies": of[-1]["bodies"],
                            "threads": of[-1]["threads"], "updates_per_second": statistics.median(rates),
                            "least": min(rates), "most": max(rates), "rates": rates,
                            "state_hashes": sorted({r["state_hash"] for r in of})}
    found |= {"ratio": {**asdict(ratio), "ratios": ratios}, "verdict": verdict(ratio), "cores_of_others": company}
    if arguments.within is not None:
        found["within"] = shown_within(ratio, arguments.within)
    found["instructions"] = ({"why_not": "--no-instructions"} if arguments.no_instructions else
                             count_instructions(counter, sides, jobs, results, tell))
    found["notes"] = notes(found, jobs[0] == jobs[1])
    return found


def notes(found, same_scene):
    """What a reader of the figures must know."""
    lines = []
    for name in ("A", "B"):
        if len(found[name]["state_hashes"]) > 1:
            lines.append(f"{name} does not repeat itself: state_hash {', '.join(found[name]['state_hashes'])}")
    if same_scene and found["A"]["state_hashes"] != found["B"]["state_hashes"]:
        lines.append("the results are not the same: state_hash " + " of A, ".join(
            " or ".join(found[name]["state_hashes"]) for name in ("A", "B")) + " of B")
    if found["cores_of_others"] > MUCH_COMPANY:
        lines.append(f"other programs kept {found['cores_of_others']:.1f} cores busy meanwhile")
    if "why_not" in found["instructions"] and found["instructions"]["why_not"] != "--no-instructions":
        lines.append("instructions are not counted: " + found["instructions"]["why_not"].replace("\n", "\n    "))
    if found.get("within") is False:
        lines.append("NOT WITHIN what was asked for")
    return lines


HEADING = (f"{'scene':<14}{'updates/s A':>12}{'B':>12}{'B/A':>8}{'interval':>16}"
           f"{'instructions/update A':>23}{'B':>9}{'B/A':>8}")


def text_of(found):
    ratio, counted = found["ratio"], found["instructions"]
    interval = f"{ratio['low']:.3f} to {ratio['high']:.3f}"
    line = (f"{found['scene']:<14}{found['A']['updates_per_second']:>12.4g}{found['B']['updates_per_second']:>12.4g}"
            f"{ratio['median']:>8.3f}{interval:>16}")
    if "ratio" in counted:
        line += f"{counted['A']:>23.1f}{counted['B']:>9.1f}{counted['ratio']:>8.4f}"
    return "\n".join([line, *(f"  {words}" for words in (found["verdict"], *found["notes"]))])


def progress():
    """tell("words") shows them on the last line of a terminal; tell() takes them away."""
    if not sys.stderr.isatty():
        return lambda words="": None
    return lambda words="": print(f"\r\033[K{words}", end="", file=sys.stderr, flush=True)


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("A", help="a program, or a command line that begins with one, in quotes")
    parser.add_argument("B", help="the same; B/A above 1 means that B is faster")
    parser.add_argument("--scenes", nargs="+", help=f"built-in scenes or files (default: {' '.join(SCENES)})")
    parser.add_argument("--pairs", type=int, default=11, help="pairs of runs (default: 11)")
    parser.add_argument("--seconds", type=float, default=2.0, help="stepping in each run, about (default: 2)")
    parser.add_argument("--steps", type=int, help="steps in each run, instead of a time")
    parser.add_argument("--threads", type=int, help="for a command that does not say (default: all cores)")
    parser.add_argument("--own-states", action="store_true",
                        help="B settles its scenes itself, and does not start from A's states")
    parser.add_argument("--no-instructions", action="store_true", help="measure time only")
    parser.add_argument("--within", type=float, metavar="PERCENT",
                        help="end with 1 unless B is shown to be slower by no more than that, in every scene")
    parser.add_argument("--json", action="store_true", help="everything as JSON, in the end")
    arguments = parser.parse_args(words)
    for name in ("pairs", "steps", "threads"):
        value = getattr(arguments, name)
        if value is not None and value < 1:
            parser.error(f"--{name}: at least 1")
    if not arguments.seconds > 0:
        parser.error("--seconds: a time above 0")
    if arguments.within is not None and not 0 <= arguments.within < 100:
        parser.error("--within: a percentage from 0 to less than 100")
    if arguments.within is not None and arguments.pairs < fewest_pairs():
        parser.error(f"--within needs --pairs {fewest_pairs()} or more: fewer prove nothing")
    return arguments


def run(arguments):
    a, b = sides = [read_side(name, getattr(arguments, name), arguments.threads) for name in ("A", "B")]
    give_states(a, b, arguments.own_states)
    counter = ("", "") if arguments.no_instructions else find_counter()
    tell, all_found = progress(), []
    for name, *jobs in plan(a, b, arguments, tell):
        found = compare(name, sides, jobs, arguments, counter, tell)
        tell()
        if not arguments.json:
            if not all_found:
                print(f"A  {arguments.A}\nB  {arguments.B}\n{arguments.pairs} pairs of runs in turns; the intervals "
                      f"hold the median of B/A at {found['ratio']['coverage']:.1%}\n\n{HEADING}")
            print(text_of(found), flush=True)
        all_found.append(found)
    passed = all(found.get("within", True) for found in all_found)
    if arguments.json:
        print(json.dumps({"A": arguments.A, "B": arguments.B, "pairs": arguments.pairs, "within": arguments.within,
                          "passed": passed, "scenes": all_found}, indent=1))
    elif arguments.within is not None:
        print(f"\nB is {'' if passed else 'NOT '}shown to be slower by no more than {arguments.within:g} %"
              f"{' in every scene' if len(all_found) > 1 else ''}")
    return 0 if passed else 1


def main(words=None):
    arguments = parse(words)
    try:
        return run(arguments)
    except (WrongUse, Failure) as problem:
        progress()()
        print(f"ab: {problem}", file=sys.stderr)
        return 2 if isinstance(problem, WrongUse) else 1
    except KeyboardInterrupt:
        print("ab: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
