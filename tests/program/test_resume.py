"""`scree resume`: after Ctrl-C, after the end, further than planned, from a damaged checkpoint, from none."""

import json
import shutil
import signal
import subprocess

import pytest
from runs import ZOO, assert_same_run, checkpoint_steps, results_of, summary_of, wait_for


@pytest.fixture(scope="module")
def whole(program, tmp_path_factory):
    """The zoo, left alone."""
    folder = tmp_path_factory.mktemp("whole") / "zoo"
    subprocess.run([program, "run", ZOO, "--output", folder, "--quiet"], check=True)
    return folder


def interrupt(program, folder, at_step, cwd, how=signal.SIGINT):
    process = subprocess.Popen([program, "run", ZOO, "--output", folder, "--threads", "2"], cwd=cwd, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for(lambda: any(step >= at_step for step in checkpoint_steps(folder)), process)
    process.send_signal(how)
    output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


@pytest.fixture(scope="module")
def stopped(program, tmp_path_factory):
    """The zoo, ended in the middle with Ctrl-C; tests work on copies."""
    folder = tmp_path_factory.mktemp("stopped") / "zoo"
    code, _, errors = interrupt(program, folder, 1000, folder.parent)
    assert code == 130, errors
    return folder


@pytest.fixture
def copy(stopped, tmp_path):
    return shutil.copytree(stopped, tmp_path / "zoo")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_with_a_checkpoint_and_130(how, program, scree, tmp_path, whole):
    folder = tmp_path / "zoo"
    code, output, errors = interrupt(program, folder, 500, tmp_path, how)
    assert code == 130
    assert f"scree resume {folder}" in errors
    reached = summary_of(folder)["steps"]
    assert 500 <= reached < 6000
    assert checkpoint_steps(folder)[-1] == reached
    assert summary_of(folder)["state_hash"] in output
    scree("resume", folder)
    assert_same_run(folder, whole)


def test_the_wall_time_of_all_parts_counts(scree, copy):
    before = summary_of(copy)
    after = json.loads(scree("resume", copy, "--json").stdout)
    assert after["wall"] > before["wall"]
    assert all(after["stages"][name] >= seconds for name, seconds in before["stages"].items())
    stages = sum(seconds for name, seconds in after["stages"].items() if name != "observe")
    assert stages == pytest.approx(after["wall"], rel=1e-6)


def test_resume_at_the_end_changes_nothing(scree, whole, tmp_path):
    folder = shutil.copytree(whole, tmp_path / "zoo")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for _ in range(2):
        done = scree("resume", folder, "--json")
        assert json.loads(done.stdout) == summary_of(whole)
        assert "at its end" in done.stderr
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert scree("resume", folder, "--until", "0.01", "--json").stdout == done.stdout


def test_resume_goes_further(scree, tmp_path, whole):
    folder = tmp_path / "zoo"
    steps = summary_of(whole)["steps"]
    scree("run", ZOO, "--output", folder, "--until", "0.04", "--quiet")
    assert summary_of(folder)["steps"] == pytest.approx(0.4 * steps, abs=1)
    scree("resume", folder, "--until", "70 ms", "--quiet")
    assert summary_of(folder)["steps"] == pytest.approx(0.7 * steps, abs=1)
    scree("resume", folder, "--steps", steps, "--quiet")
    assert_same_run(folder, whole)


def test_a_damaged_checkpoint_is_passed_over(scree, copy, whole):
    older, newer = sorted(copy.glob("checkpoints/step_*.h5"))
    content = bytearray(newer.read_bytes())
    content[len(content) // 2] ^= 1
    newer.write_bytes(content)
    done = scree("resume", copy)
    assert newer.name in done.stderr and older.name not in done.stderr
    assert_same_run(copy, whole)


def test_without_any_whole_checkpoint_nothing_is_touched(scree, copy):
    for file in copy.glob("checkpoints/step_*.h5"):
        file.write_bytes(file.read_bytes()[:-1])
    before = results_of(copy)
    done = scree("resume", copy, expect=1)
    assert done.stderr.count("cannot use checkpoint") == 2
    assert results_of(copy) == before


def test_before_the_first_checkpoint_the_run_begins_anew(scree, copy, whole):
    shutil.rmtree(copy / "checkpoints")
    (copy / "summary.json").unlink()
    done = scree("resume", copy)
    assert "begins anew" in done.stderr
    assert_same_run(copy, whole)


def test_a_finished_run_without_checkpoints_is_not_begun_anew(scree, copy):
    shutil.rmtree(copy / "checkpoints")
    before = results_of(copy)
    done = scree("resume", copy, expect=2)
    assert "came to its end" in done.stderr and "--force" in done.stderr
    assert results_of(copy) == before


def test_what_is_no_run_is_refused(scree, tmp_path):
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        if folder.name == "empty":
            folder.mkdir()
        done = scree("resume", folder, expect=2)
        assert str(folder) in done.stderr and "scene.toml" in done.stderr
    scree("resume", expect=2)


def test_a_probe_added_before_resuming_begins_there(program, copy):
    scene = copy / "scene.toml"
    scene.write_text(scene.read_text() + '\n[[probe]]\nname = "later"\nkind = "energy"\nevery = "1 ms"\n')
    subprocess.run([program, "resume", copy, "--quiet"], check=True)
    lines = (copy / "probes" / "later.csv").read_text().splitlines()
    assert len(lines) > 2 and float(lines[1].split(",")[0]) > 0


def test_a_changed_scene_is_announced(program, copy):
    done = subprocess.run([program, "resume", copy, "--quiet", "--steps", "2"], check=True, capture_output=True, text=True)
    assert "has changed" not in done.stderr
    scene = copy / "scene.toml"
    scene.write_text(scene.read_text() + "\n# a remark\n")
    done = subprocess.run([program, "resume", copy, "--quiet"], check=True, capture_output=True, text=True)
    assert "scene.toml has changed since the checkpoint" in done.stderr
