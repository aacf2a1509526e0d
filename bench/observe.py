#!/usr/bin/python3
"""What it costs to look at a run: the time of the stage `observe` where every step writes a frame for VTK and a row of
every probe, to a folder in memory.

    bench/observe.py build/release/apps/scree/scree
    bench/observe.py old/scree build/release/apps/scree/scree       (both in turns, and the ratio)

The run begins where the scene has come to by --at. The first program brings it there and keeps the state, which takes
some minutes once for `drum-large`; with --at 0 it begins where the scene does. Processor time is that of all threads,
less what the same steps take without output. Ends with 1 when a run fails, with 2 when the call is wrong.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from ab_runs import Failure, WrongUse, cache_folder, call
from ab_statistics import ratio_of

NEVER = "1e6 s"  # as good as never, and found again in scene.toml


def run(words):
    """The summary of a run, and the processor time that it took."""
    before = os.times()
    output = call(words, os.environ)[0]
    after = os.times()
    taken = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads(output.splitlines()[-1]), taken


def probes_of(program, scene):
    """Their names: of a built-in scene as the program prints it, else of the file."""
    path = Path(scene)
    text = path.read_text() if path.is_file() else call([program, "scenes", scene], os.environ)[0]
    return re.findall(r'^\[\[probe\]\]\s*\nname = "([^"]+)"', text, re.MULTILINE)


def state_for(program, arguments):
    """The folder of a run that has come to the time at which frames begin."""
    key = hashlib.sha256(Path(program).read_bytes() + f"{arguments.scene} {arguments.at}".encode()).hexdigest()
    folder = cache_folder().parent / "observe" / key[:16]
    if (folder / "summary.json").exists():
        return folder
    print(f"{arguments.scene} is brought to t = {arguments.at} s", file=sys.stderr)
    settings = ["output.every", *(f"probe.{name}.every" for name in probes_of(program, arguments.scene))]
    words = [program, "run", arguments.scene, "--output", str(folder), "--force", "--quiet", "--json",
             "--set", 'output.formats=["vtk"]', "--set", "output.checkpoint_every=0"]
    for setting in settings:
        words += ["--set", f'{setting}="{NEVER}"']
    run(words + (["--until", str(arguments.at)] if arguments.at > 0 else ["--steps", "1"]))
    return folder


def frames_in(folder):
    return len(list(folder.glob("vtk/bodies_*.vtp")))


def measure(program, state, arguments, output):
    """Seconds of `observe` and of the processors for some frames, or for as many steps without."""
    at = json.loads((state / "summary.json").read_text())
    with tempfile.TemporaryDirectory(prefix="scree-observe-", dir=arguments.folder) as parent:
        folder = Path(parent) / "run"
        shutil.copytree(state, folder)
        if output:
            scene = folder / "scene.toml"
            scene.write_text(scene.read_text().replace(f'"{NEVER}"', repr(at["dt"])))
        words = [program, "resume", str(folder), "--steps", str(at["steps"] + arguments.frames), "--quiet", "--json"]
        summary, taken = run(words + (["--threads", str(arguments.threads)] if arguments.threads else []))
        written = frames_in(folder) - frames_in(state)
        if output and written != arguments.frames:
            raise Failure(f"{program} wrote {written} frames, not {arguments.frames}")
    return {"observe": summary["stages"]["observe"] - at["stages"]["observe"], "processor": taken,
            "contacts": summary["contacts"], "state_hash": summary["state_hash"]}


def compare(programs, state, arguments):
    """For each program a list of its runs, made in turns."""
    runs = [[] for _ in programs]
    for pair in range(arguments.pairs + 1):  # the first does not count
        for n in range(len(programs)) if pair % 2 else reversed(range(len(programs))):
            result = measure(programs[n], state, arguments, True)
            result["processor"] -= measure(programs[n], state, arguments, False)["processor"]
            if pair > 0:
                runs[n].append(result)
    return runs


def table(programs, runs, arguments):
    first = runs[0][0]
    yield (f"{arguments.scene} from t = {arguments.at} s on, {first['contacts']} contacts, {arguments.frames} frames, "
           f"{arguments.pairs} runs in turns; milliseconds per frame")
    yield f"{'observe':>10}{'least':>8}{'most':>8}{'processor':>11}{'least':>8}{'most':>8}"
    for program, results in zip(programs, runs):
        line = ""
        for key, width in (("observe", 10), ("processor", 11)):
            numbers = [1000 * result[key] / arguments.frames for result in results]
            line += f"{statistics.median(numbers):>{width}.1f}{min(numbers):>8.1f}{max(numbers):>8.1f}"
        yield f"{line}  {program}"
    if len(runs) == 2:
        for key, words in (("observe", "observe"), ("processor", "processor time")):
            ratio = ratio_of([b[key] / a[key] for a, b in zip(*runs)])
            yield f"{words}, second/first: {ratio.median:.3f} ({ratio.low:.3f} to {ratio.high:.3f})"
    if len({result["state_hash"] for results in runs for result in results}) > 1:
        yield "THE STATES DIFFER: state_hash is not the same in all runs"


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help="one, or two to compare")
    parser.add_argument("--scene", default="drum-large", help="a built-in scene or a file (default: drum-large)")
    parser.add_argument("--at", type=float, default=0.2, metavar="SECONDS", help="when frames begin (default: 0.2)")
    parser.add_argument("--frames", type=int, default=20, help="frames per run (default: 20)")
    parser.add_argument("--pairs", type=int, default=5, help="runs of each program (default: 5)")
    parser.add_argument("--threads", type=int, help="default: all cores")
    parser.add_argument("--folder", default="/dev/shm", help="where runs write: in memory (default: /dev/shm)")
    arguments = parser.parse_args(words)
    if len(arguments.programs) > 2:
        parser.error("one program or two")
    if min(arguments.frames, arguments.pairs, arguments.threads or 1) < 1:
        parser.error("--frames, --pairs and --threads: at least 1")
    return arguments


def main(words=None):
    arguments = parse(words)
    try:
        for program in arguments.programs:
            if not shutil.which(program):
                raise WrongUse(f"there is no program '{program}'")
        programs = [shutil.which(program) for program in arguments.programs]
        state = state_for(programs[0], arguments)
        print("\n".join(table(programs, compare(programs, state, arguments), arguments)))
        return 0
    except (WrongUse, Failure) as problem:
        print(f"observe: {problem}", file=sys.stderr)
        return 2 if isinstance(problem, WrongUse) else 1


if __name__ == "__main__":
    sys.exit(main())
