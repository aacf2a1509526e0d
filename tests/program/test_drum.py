"""The drum of polyhedra keeps what every scene keeps: one hash for any number of threads, any way of finding pairs, with
and without output, and through SIGKILL and `scree resume`. It starts as a dense rain, turning from the first moment, so
that a short run has contacts of all kinds."""

import json
import random
import subprocess

import pytest
from runs import kill_after, results_of

STEPS = 1500
TURNING = ["--set", "event[0].at=0", "--set", "event[1].at=0", "--set", 'fill.stones.velocity=[0, 0, "-0.5 m/s"]']
FREQUENT = ["--set", "output.every=5 ms", "--set", "output.checkpoint_every=3 ms", "--set", "probe.energy.every=2 ms",
            "--set", "probe.contacts.every=2 ms"]


def run(program, folder, *arguments):
    command = [program, "run", "drum", "--steps", STEPS, "--json", "--output", folder, *TURNING, *arguments]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def whole(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("drum") / "whole"
    return folder, run(program, folder, "--threads", 1, *FREQUENT)


def test_it_is_at_work(whole):
    _, summary = whole
    assert summary["bodies"] == 682 and summary["dynamic_bodies"] == 648
    assert summary["contacts"] > 300
    assert summary["energy_balance_error"] < 0.01
    assert summary["work_of_drives"] != 0


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_threads_change_nothing(threads, program, tmp_path, whole):
    folder, summary = whole
    assert run(program, tmp_path / "out", "--threads", threads, *FREQUENT)["state_hash"] == summary["state_hash"]
    assert results_of(tmp_path / "out") == results_of(folder)


@pytest.mark.parametrize("changes", [["--set", "output.every=0", "--set", "output.checkpoint_every=0"],
                                     ["--set", "simulation.neighbours=brute"]], ids=["no_output", "brute"])
def test_the_surroundings_change_nothing(changes, program, tmp_path, whole):
    assert run(program, tmp_path / "out", *changes)["state_hash"] == whole[1]["state_hash"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_killed_run_resumes_to_the_same_bits(seed, program, scree, tmp_path, whole):
    draw = random.Random(seed)
    folder = tmp_path / "out"
    command = [program, "run", "drum", "--steps", STEPS, "--quiet", "--output", folder, *TURNING, *FREQUENT]
    for _ in range(3):
        kill_after(command, draw.uniform(0.3, 2.5), tmp_path)
        if (folder / "scene.toml").exists():
            command = [program, "resume", folder, "--steps", STEPS, "--quiet", "--threads", draw.choice([1, 2, 3])]
        else:
            command.append("--force")
    if (folder / "scene.toml").exists():
        scree("resume", folder, "--steps", STEPS, "--quiet")
    else:
        scree(*[word for word in command[1:] if word != "--quiet"])
    assert json.loads((folder / "summary.json").read_text())["state_hash"] == whole[1]["state_hash"]
    assert results_of(folder) == results_of(whole[0])
