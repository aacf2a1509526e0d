"""SIGKILL at random moments, then `scree resume`: the run ends as if nothing had happened. The scene has sliding
contacts, inlets, outlets and events all the way (tests/scenes/zoo.toml, and zoo2d.toml in the plane)."""

import shutil
import subprocess
import time

import pytest
from runs import ZOOS, assert_same_run, kill_and_resume

RUNS = 3
KILLS_PER_RUN = 5  # the first hits the run, the others the resumed ones: 30 in all


@pytest.fixture(scope="module", params=ZOOS, ids=lambda zoo: zoo.stem)
def whole(program, tmp_path_factory, request):
    """A scene, its run that is left alone, and how long that takes."""
    folder = tmp_path_factory.mktemp("whole") / "zoo"
    begin = time.monotonic()
    subprocess.run([program, "run", request.param, "--output", folder, "--threads", "2", "--quiet"], check=True)
    return request.param, folder, time.monotonic() - begin


@pytest.mark.parametrize("number", range(RUNS))
def test_a_killed_run_resumes_to_the_same_bits(number, program, scree, tmp_path, whole):
    zoo, reference, duration = whole
    kills = 0
    attempt = 0
    while kills < KILLS_PER_RUN:
        folder = tmp_path / f"zoo-{attempt}"
        kills += kill_and_resume(program, zoo, folder, tmp_path, KILLS_PER_RUN - kills, duration, seed=100 * number + attempt)
        if (folder / "scene.toml").exists():
            scree("resume", folder, "--quiet")
        else:
            scree("run", zoo, "--output", folder, "--force", "--quiet")
        assert_same_run(folder, reference)
        shutil.rmtree(folder)
        attempt += 1
        assert attempt < 20, "the run is too quick to be killed"
