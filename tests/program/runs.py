"""Runs to compare: what they left behind, and how to end them in the middle."""

import json
import random
import re
import signal
import subprocess
import time
from pathlib import Path

SCENES = Path(__file__).resolve().parents[1] / "scenes"
ZOO = SCENES / "zoo.toml"
ZOO2D = SCENES / "zoo2d.toml"  # the plane; the same step, frames and checkpoints
ZOOS = [ZOO, ZOO2D]
ZOO_DT = 20e-6
ZOO_FRAME_EVERY = 2e-3
ZOO_CHECKPOINT_EVERY = 5e-3


def summary_of(folder):
    return json.loads((Path(folder) / "summary.json").read_text())


def results_of(folder):
    """Every file of a run that must not depend on how it went: name -> bytes."""
    folder = Path(folder)
    names = [*folder.glob("probes/*"), *folder.glob("vtk/*"), *folder.glob("*.pvd"), *folder.glob("trajectory*"),
             *folder.glob("trajectory/*")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in names if path.is_file()}


def assert_same_run(folder, reference):
    """Same hash, same probes, same frames, to the last byte; and nothing half written left about. How neighbours are
    found goes by the clock, and a resumed run lists its candidates anew, so that their number may be another."""
    found, wanted = results_of(folder), results_of(reference)
    assert sorted(found) == sorted(wanted)
    different = [name for name in sorted(wanted) if found[name] != wanted[name]]
    assert not different, f"{len(different)} of {len(wanted)} files differ: {different[:5]}"
    ours, theirs = summary_of(folder), summary_of(reference)
    for key in ("wall", "updates_per_second", "simulated_per_wall", "stages", "threads", "threads_used",
                "neighbours", "neighbours_reason", "neighbours_share", "candidate_pairs"):
        ours.pop(key), theirs.pop(key)
    unequal = {key: (ours.get(key), theirs.get(key)) for key in ours.keys() | theirs.keys()
               if ours.get(key) != theirs.get(key)}
    assert not unequal, f"(this run, the reference): {unequal}"
    assert not list(Path(folder).rglob("*.part"))


def checkpoint_steps(folder):
    return sorted(int(re.search(r"step_(\d+)\.h5$", path.name).group(1))
                  for path in Path(folder).glob("checkpoints/step_*.h5"))


def frames(folder):
    return sorted(int(re.search(r"frame_(\d+)\.h5$", path.name).group(1))
                  for path in Path(folder).glob("trajectory/frame_*.h5"))


def assert_checkpoint_is_recent(folder):
    """No older than the newest frame by more than checkpoint_every."""
    if not frames(folder) or not checkpoint_steps(folder):
        assert len(frames(folder)) <= 1, "frames of a run under way, but no checkpoint"
        return
    age = frames(folder)[-1] * ZOO_FRAME_EVERY - checkpoint_steps(folder)[-1] * ZOO_DT
    assert age <= ZOO_CHECKPOINT_EVERY + 1.5 * ZOO_DT, f"the newest checkpoint is {age} s old"


def kill_after(command, seconds, cwd):
    """Starts a command and sends SIGKILL after some time; True if it was still running."""
    process = subprocess.Popen([str(word) for word in command], cwd=cwd, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=seconds)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True


def wait_for(condition, process, timeout=120):
    begin = time.monotonic()
    while not condition():
        assert process.poll() is None, f"it ended with {process.returncode} before the moment came"
        assert time.monotonic() - begin < timeout, "the moment did not come"
        time.sleep(0.005)


def kill_and_resume(program, zoo, folder, cwd, kills, duration, seed):
    """Runs a zoo and kills it, then its resumed runs, `kills` times in all, at random moments of what is left."""
    draw = random.Random(seed)
    command = [program, "run", zoo, "--output", folder, "--threads", 2, "--quiet"]
    done = 0
    while done < kills:
        if kill_after(command, draw.uniform(0.005, duration / (kills - done + 1)), cwd):
            done += 1
        elif not checkpoint_steps(folder) or (Path(folder) / "summary.json").exists():
            return done  # it came to its end first
        assert_checkpoint_is_recent(folder)
        if (Path(folder) / "scene.toml").exists():
            command = [program, "resume", folder, "--threads", draw.choice([1, 2, 3]), "--quiet"]
        else:
            command = [program, "run", zoo, "--output", folder, "--threads", 2, "--quiet", "--force"]
    return done
