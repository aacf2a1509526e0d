"""SIGKILL at random moments, then `scree resume`: the run ends as if nothing had happened. The scene has sliding
contacts, inlets, outlets and events all the way (tests/scenes/zoo.toml)."""

import shutil
import subprocess
import time

import pytest
from runs import ZOO, assert_same_run, kill_and_resume

RUNS = 4
KILLS_PER_RUN = 5  # the first hits the run, the others the resumed ones: 20 in all


@pytest.fixture(scope="module")
def whole(program, tmp_path_factory):
    """The run that is left alone, and how long it takes."""
    folder = tmp_path_factory.mktemp("whole") / "zoo"
    begin = time.monotonic()
    subprocess.run([program, "run", ZOO, "--output", folder, "--threads", "2", "--quiet"], check=True)
    return folder, time.monotonic() - begin


@pytest.mark.parametrize("number", range(RUNS))
def test_a_killed_run_resumes_to_the_same_bits(number, program, scree, tmp_path, whole):
    reference, duration = whole
    kills = 0
    attempt = 0
    while kills < KILLS_PER_RUN:
        folder = tmp_path / f"zoo-{attempt}"
        kills += kill_and_resume(program, folder, tmp_path, KILLS_PER_RUN - kills, duration, seed=100 * number + attempt)
        if (folder / "scene.toml").exists():
            scree("resume", folder, "--quiet")
        else:
            scree("run", ZOO, "--output", folder, "--force", "--quiet")
        assert_same_run(folder, reference)
        shutil.rmtree(folder)
        attempt += 1
        assert attempt < 20, "the run is too quick to be killed"
