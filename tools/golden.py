#!/usr/bin/python3
"""Did a change move the physics? Runs every built-in scene and those in tests/scenes for some steps, keeps what came
out, and compares two such files bit by bit.

    tools/golden.py write build/before.npz                       (change the code, build)
    tools/golden.py write build/after.npz
    tools/golden.py compare build/before.npz build/after.npz     0: equal, 1: different, 2: wrong usage
    tools/golden.py show build/after.npz                         a digest of every quantity, as text to keep or to diff

What is kept of a scene is pose, velocity, spin, force and torque of its bodies and the history of its contacts, from
the checkpoint at the end. `state_hash` covers more: what the integrator carries along, drives, the books of energy. A
refactoring that stores those otherwise changes the hash, but nothing here. Rows are sorted by body id, so the
order of storage does not enter."""

import argparse
import concurrent.futures
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from pathlib import Path

import h5py
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/apps/scree/scree"
# Walls are all bodies with a prescribed motion.
FREE, WALLS, AMONG_FREE, WITH_WALLS = "free bodies", "walls", "contacts among free bodies", "contacts with walls"
BODY = ["position", "orientation", "image", "velocity", "spin", "force", "torque"]
# The columns of these two arrays, in the order of the structs in src/state/contacts.h.
HISTORY = {"normal": 3, "slide": 3, "slide_velocity": 3, "stiffness": 1}
ROLLING = {"roll": 3, "roll_velocity": 3, "twist": 1, "twist_velocity": 1}
CONTACT = [*HISTORY, *ROLLING]
TABLES = {FREE: ["id", *BODY], WALLS: ["id", *BODY, "servo"],
          AMONG_FREE: ["id", *CONTACT], WITH_WALLS: ["id", *CONTACT]}
SERVO = 5  # DriveKind::servo in src/state/drives.h
# How numpy says that a file is damaged or something else.
NOT_OURS = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, zlib.error)
SILENT = ["--quiet", "--set", "output.every=0", "--set", "output.checkpoint_every=0"]


class Problem(Exception):
    """What ends the program with a message, and its exit code."""

    def __init__(self, text, code=2):
        super().__init__(text)
        self.code = code


def column(file, name, width):
    """An array of a checkpoint in one form: integers of 64 bits, whatever their width in the file, or doubles."""
    if name not in file:
        raise Problem(f"{file.filename} has no {name}: does tools/golden.py know this version of checkpoints?", 1)
    values = file[name][()]
    values = values.reshape(len(values), 1) if values.ndim == 1 else values
    if values.shape[1] != width:
        raise Problem(f"{file.filename}: {name} has {values.shape[1]} columns, tools/golden.py knows {width}", 1)
    return values.astype("<i8" if values.dtype.kind in "iu" else "<f8")


def split(values, widths):
    """The columns side by side in one array, by name."""
    return dict(zip(widths, np.hsplit(values, np.cumsum(list(widths.values()))[:-1])))


def in_order(rows, chosen):
    """Those of the rows that are chosen, by rising ids."""
    order = np.lexsort(rows["id"][chosen].T[::-1])
    return {name: np.ascontiguousarray(values[chosen][order]) for name, values in rows.items()}


def part_numbers(file):
    """Of every contact, two numbers. The first version of checkpoints had both in one."""
    if "contacts/parts" in file and file["contacts/parts"].ndim == 1:
        parts = column(file, "contacts/parts", 1)
        return np.hstack([parts >> 16, parts & 0xffff])
    return column(file, "contacts/parts", 2)


def read_checkpoint(path):
    """The physics of one scene: {table: {quantity: rows}}. Anything else in the checkpoint may change its form."""
    with h5py.File(path, "r") as file:
        bodies = {"id": column(file, "bodies/id", 1)}
        bodies.update((name, column(file, f"bodies/{name}", {"orientation": 4}.get(name, 3))) for name in BODY)
        drive = column(file, "bodies/drive", 1)[:, 0]
        servos = np.flatnonzero(column(file, "drives/kind", 1)[:, 0] == SERVO)
        parts = part_numbers(file)
        pairs = np.hstack([column(file, "contacts/id_a", 1), column(file, "contacts/id_b", 1)])
        contacts = {"id": np.hstack([pairs, parts]),
                    **split(column(file, "contacts/history", sum(HISTORY.values())), HISTORY),
                    **split(column(file, "contacts/rolling", sum(ROLLING.values())), ROLLING)}
    free = drive == -1
    with_wall = np.isin(pairs, bodies["id"][~free]).any(axis=1)
    walls = {**bodies, "servo": np.isin(drive, servos).astype("<i8")[:, None]}
    return {FREE: in_order(bodies, free), WALLS: in_order(walls, ~free),
            AMONG_FREE: in_order(contacts, ~with_wall), WITH_WALLS: in_order(contacts, with_wall)}


def known_scenes(program):
    """[(name, what `scree run` calls it)]: all built-in scenes and those of the tests."""
    if not shutil.which(program):
        raise Problem(f"there is no program {program}: `make build` makes one, --program names another")
    done = subprocess.run([program, "scenes"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{program} scenes ended with {done.returncode}\n{done.stdout}{done.stderr}", 1)
    built_in = [line.split()[0] for line in done.stdout.splitlines()]
    return [*zip(built_in, built_in), *((path.stem, path) for path in sorted(ROOT.glob("tests/scenes/*.toml")))]


def chosen_scenes(options):
    """{name: what `scree run` calls it} of those asked for; a file of one's own will do, too."""
    chosen = known = known_scenes(options.program)
    if options.scenes is not None:
        chosen = [(Path(word).stem, dict(known).get(word, word)) for word in options.scenes.split(",")]
    for name, scene in chosen:
        if name == scene and (name, scene) not in known:
            raise Problem(f"there is no scene '{name}'; there are {', '.join(dict(known))}, and files (.toml)")
    if twice := [name for name, count in Counter(name for name, _ in chosen).items() if count > 1]:
        raise Problem(f"more than one scene is called {', '.join(twice)}")
    return dict(chosen)


def run_scene(options, scene):
    """Its physics after the steps, and the seconds that took. Changing what is written does not change the run."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="golden-") as folder:
        command = [options.program, "run", scene, "--steps", options.steps, "--threads", options.threads, "--output",
                   Path(folder) / "run", *SILENT, *(f"--set={change}" for change in options.set)]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Problem(f"{scene}: the run ended with {done.returncode}\n{done.stdout}{done.stderr}", 1)
        # A run that ends well always leaves a checkpoint of its last step.
        path = Path(folder) / f"run/checkpoints/step_{options.steps:012d}.h5"
        if not path.is_file():
            raise Problem(f"{scene}: the run left no checkpoint of step {options.steps}", 1)
        return read_checkpoint(path), time.monotonic() - begin


def write(options):
    """Runs the scenes and keeps all of their physics in one file, or none of it if a run fails."""
    begin = time.monotonic()
    if not options.file.parent.is_dir():
        raise Problem(f"there is no folder {options.file.parent}")
    scenes = chosen_scenes(options)
    arrays = {"golden": np.array(options.steps)}
    apart = []
    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        runs = {name: pool.submit(run_scene, options, scene) for name, scene in scenes.items()}
        try:
            for name, run in runs.items():
                tables, seconds = run.result()
                counts = ", ".join(f"{len(tables[table]['id'])} {table}" for table in TABLES)
                print(f"{name:20} {counts}, {seconds:.1f} s", flush=True)
                if not len(tables[AMONG_FREE]["id"]) + len(tables[WITH_WALLS]["id"]):
                    apart.append(name)
                arrays.update((f"{name}/{table}/{quantity}", rows) for table in TABLES
                              for quantity, rows in tables[table].items())
        finally:
            pool.shutdown(cancel_futures=True)  # where one run failed, the others need not begin
    part = options.file.with_name(f".{options.file.name}.part")
    with open(part, "wb") as file:
        np.savez_compressed(file, **arrays)
    os.replace(part, options.file)
    if apart:
        print(f"nothing touches at the end of {', '.join(apart)}; more --steps may change that")
    print(f"{len(scenes)} scenes, {options.steps} steps each, in {time.monotonic() - begin:.0f} s")
    return 0


def load(path):
    """Steps and {scene: {table: {quantity: rows}}} of a file that `write` made."""
    try:
        with np.load(path) as file:
            arrays = dict(file.items())
        steps = int(arrays.pop("golden"))
        scenes = {}
        for name, rows in arrays.items():
            scene, table, quantity = name.split("/")
            scenes.setdefault(scene, {}).setdefault(table, {})[quantity] = rows
        forms = [{table: list(rows) for table, rows in tables.items()} for tables in scenes.values()]
    except NOT_OURS as error:
        raise Problem(f"{path} is not a file that tools/golden.py wrote: {error}") from None
    if any(form != TABLES for form in forms):
        raise Problem(f"{path} was written by another version of tools/golden.py: write it again")
    return steps, scenes


def name_of(row):
    """The body or the contact that a row belongs to."""
    if len(row) == 1:
        return f"body {row[0]}"
    return f"contact {row[0]}-{row[1]}" + (f" (parts {row[2]}, {row[3]})" if row[2] or row[3] else "")


def differences(before, after):
    """What differs between two tables: a line per quantity. Bits count: 0.0 and -0.0 differ, a NaN equals itself."""
    if all(rows.tobytes() == after[name].tobytes() for name, rows in before.items()):
        return []
    places = [{tuple(row): k for k, row in enumerate(table["id"].tolist())} for table in (before, after)]
    lines = []
    for which, here, there in (("first", *places), ("second", *reversed(places))):
        if lone := [key for key in here if key not in there]:
            lines.append(f"{len(lone)} of {len(here)} only in the {which} file, first {name_of(lone[0])}")
    both = [key for key in places[0] if key in places[1]]
    for name in before:
        x, y = (table[name][[place[key] for key in both]] for table, place in zip((before, after), places))
        changed = x.view("<i8") != y.view("<i8")
        if not changed.any():
            continue
        rows = np.flatnonzero(changed.any(axis=1))
        with np.errstate(all="ignore"):
            largest = np.abs(x - y)[changed].max()
            scale = max(np.abs(values[np.isfinite(values)]).max(initial=0) for values in (x, y))
        lines.append(f"{name} of {len(rows)} of {len(both)} differs, first {name_of(both[rows[0]])}, "
                     f"by up to {largest / scale if scale else largest:.2g} of the largest")
    return lines


def compare(options):
    """A line per scene, and one per quantity that differs. Walls can be left out, because a change of how their forces
    are summed leaves all others alone; unless servos answer to those forces: such scenes can be left out, too."""
    (steps, before), (other_steps, after) = load(options.before), load(options.after)
    if steps != other_steps:
        raise Problem(f"{options.before} is after {steps} steps, {options.after} after {other_steps}")
    names = list(before | after) if options.scenes is None else options.scenes.split(",")
    if unknown := [name for name in names if name not in before | after]:
        raise Problem(f"neither file has the scene {', '.join(unknown)}")
    if options.no_servos:
        names = [name for name in names if not all(scenes[name][WALLS]["servo"].any() for scenes in (before, after)
                                                   if name in scenes)]
    if not names:
        raise Problem("there is no scene to compare")
    different = 0
    for name in names:
        if name in before and name in after:
            lines = [f"{table}: {line}" for table in ([FREE, AMONG_FREE] if options.free_bodies else TABLES)
                     for line in differences(before[name][table], after[name][table])]
            note = " (it has servo walls)" if before[name][WALLS]["servo"].any() else ""
        else:
            lines, note = [f"only in {options.before if name in before else options.after}"], ""
        different += bool(lines)
        print("\n    ".join([f"{name:20} {'DIFFERENT' + note if lines else 'equal'}", *lines]))
    print(f"{len(names)} scenes: {len(names) - different} equal, {different} different")
    return 1 if different else 0


def show(options):
    """The digest as text, for where the files are not at hand."""
    for scene, tables in load(options.file)[1].items():
        for table in TABLES:
            for name, rows in tables[table].items():
                digest = hashlib.sha256(rows.tobytes()).hexdigest()[:16]
                print(f"{scene:20} {table:26} {name:14} {len(rows):7} {digest}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    sub = commands.add_parser("write", help="run the scenes and keep their physics")
    sub.add_argument("file", type=Path, metavar="FILE.npz")
    sub.add_argument("--program", type=Path, default=PROGRAM, help="default: %(default)s")
    sub.add_argument("--scenes", help="some only: built-in, in tests/scenes or files, with commas between")
    sub.add_argument("--steps", type=int, default=300, help="default: %(default)s")
    sub.add_argument("--threads", type=int, default=1, help="of each run (default: %(default)s)")
    sub.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time (default: all cores)")
    sub.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="handed on to `scree run`")
    sub.set_defaults(action=write)
    sub = commands.add_parser("compare", help="say what differs between two files")
    sub.add_argument("before", type=Path)
    sub.add_argument("after", type=Path)
    sub.add_argument("--scenes", help="some only, with commas between")
    sub.add_argument("--free-bodies", action="store_true", help="leave out walls, and contacts with them")
    sub.add_argument("--no-servos", action="store_true", help="leave out scenes with servo walls")
    sub.set_defaults(action=compare)
    sub = commands.add_parser("show", help="print a digest of every quantity")
    sub.add_argument("file", type=Path, metavar="FILE.npz")
    sub.set_defaults(action=show)
    options = parser.parse_args()
    try:
        return options.action(options)
    except (Problem, OSError) as problem:
        print(f"golden: {problem}", file=sys.stderr)
        return getattr(problem, "code", 1)


if __name__ == "__main__":
    sys.exit(main())
