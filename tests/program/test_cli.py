"""The command line as users and other programs rely on it: output, folders, flags, exit codes."""

import json
import os
import pty
import re
import subprocess
import time

import pytest

KEYS = """scene dimension bodies dynamic_bodies steps time dt wall updates_per_second simulated_per_wall threads threads_used
ranks device candidate_pairs overlapping_pairs contacts coordination kinetic_energy potential_energy elastic_energy dissipated_energy
work_of_drives energy_balance_error energy_that_went_in created_energy momentum angular_momentum max_overlap max_overlap_ever max_depth max_depth_ever
warnings notes state_hash stages""".split()
STAGES = ["predict", "place", "find_pairs", "touch", "press", "gather", "drive", "correct", "observe"]
COMMANDS = ["run", "check", "scenes", "resume", "bench", "render", "mesh", "measure"]
NOT_YET = ["view", "pack", "cast"]


def summary(scree, *arguments):
    return json.loads(scree("run", *arguments, "--json").stdout)


# --- the summary

def test_json_is_one_line_and_all_there_is_on_standard_output(scree, tmp_path):
    done = scree("run", "silo", "--steps", 20, "--json")
    assert done.stdout.count("\n") == 1 and done.stdout.endswith("}\n")
    found = json.loads(done.stdout)
    assert [key for key in KEYS if key not in found] == []
    assert [name for name in found["stages"] if name in STAGES] == STAGES
    assert done.stdout == (tmp_path / "out/silo/summary.json").read_text()


def test_the_summary_has_the_right_types_and_values(scree):
    s = summary(scree, "silo", "--steps", 50, "--threads", 2)
    assert s["scene"] == "silo" and s["dimension"] == 3 and s["device"] == "cpu" and s["ranks"] == 1
    assert s["threads"] == 2 and 1 <= s["threads_used"] <= 2 and s["steps"] == 50
    assert 0 < s["neighbours_share"] < 1, "what comes before the first step is no part of it"
    assert s["bodies"] == 2009 and s["dynamic_bodies"] == 2000  # 9 walls
    assert s["time"] == 50 * s["dt"]
    assert re.fullmatch(r"[0-9a-f]{16}", s["state_hash"])
    assert s["candidate_pairs"] >= s["overlapping_pairs"] >= s["contacts"] >= 0
    for key in ("momentum", "angular_momentum"):
        assert len(s[key]) == 3 and all(isinstance(number, (int, float)) for number in s[key])
    assert s["wall"] > 0 and all(seconds >= 0 for seconds in s["stages"].values())


def test_speed_is_bodies_times_steps_over_the_wall_time_of_stepping(scree):
    s = summary(scree, "bounce", "--steps", 5000)
    assert s["updates_per_second"] == pytest.approx(s["bodies"] * s["steps"] / s["wall"], rel=1e-9)
    assert s["simulated_per_wall"] == pytest.approx(s["time"] / s["wall"], rel=1e-9)
    stepping = sum(seconds for name, seconds in s["stages"].items() if name != "observe")
    assert s["wall"] == pytest.approx(stepping, rel=1e-6)


def test_coordination_counts_grain_pairs_twice_and_walls_once(scree, tmp_path):
    """Three balls in a row on a floor, pressed together: 2 pairs of grains, 3 with the floor."""
    (tmp_path / "row.toml").write_text("""
        [simulation]
        until = "1 ms"
        dt = "10 us"
        [[material]]
        name = "stone"
        [[shape]]
        name = "ball"
        kind = "sphere"
        radius = 0.01
        [[shape]]
        name = "ground"
        kind = "half-space"
        [[body]]
        shape = "ground"
        material = "stone"
        """ + "".join(f"""
        [[body]]
        shape = "ball"
        material = "stone"
        position = [{0.0199 * n}, 0, 0.0099]
        """ for n in range(3)))
    s = summary(scree, "row.toml", "--steps", 1)
    assert s["contacts"] == s["overlapping_pairs"] == 5
    assert s["coordination"] == pytest.approx((2 * 2 + 3) / 3, rel=1e-12)
    assert s["max_overlap"] == pytest.approx(0.0001 / 0.02, rel=0.01)


def test_quiet_prints_nothing(scree):
    done = scree("run", "bounce", "--steps", 10, "--quiet")
    assert done.stdout == "" and done.stderr == ""


def test_the_plain_summary_names_hash_and_folder(scree, tmp_path):
    done = scree("run", "bounce", "--steps", 10)
    assert json.loads((tmp_path / "out/bounce/summary.json").read_text())["state_hash"] in done.stdout
    assert "out/bounce" in done.stdout and done.stderr == ""


def test_quiet_and_json_go_together(scree):
    done = scree("run", "bounce", "--steps", 10, "--quiet", "--json")
    assert json.loads(done.stdout)["steps"] == 10 and done.stderr == ""


# --- until, steps, set, threads

@pytest.mark.parametrize("until", ["0.02", "2e-2", "20 ms", "2e4 us", "0.02 s"])
def test_until_in_seconds_or_with_a_unit(until, scree):
    s = summary(scree, "bounce", "--until", until)
    assert 0.02 - 1e-9 <= s["time"] < 0.02 + s["dt"]


@pytest.mark.parametrize("until", ["0", "-1", "abc", "3 kg", "nan", "inf", "1e200", ""])
def test_a_senseless_until_is_refused(until, scree, tmp_path):
    done = scree("run", "bounce", "--until", until, expect=2)
    assert done.stderr.strip() and not (tmp_path / "out").exists()


@pytest.mark.parametrize("flags", [["--steps", "0"], ["--steps", "-3"], ["--steps", "1.5"], ["--steps", "x"], ["--threads", "0"],
                                   ["--threads", "many"], ["--steps", "3", "--until", "1"], ["--output"], ["--set"]])
def test_senseless_flags_are_refused(flags, scree, tmp_path):
    done = scree("run", "bounce", *flags, expect=2)
    assert flags[0] in done.stderr and not (tmp_path / "out").exists()


def test_steps_are_made_to_the_last(scree):
    assert summary(scree, "roll", "--steps", 123)["steps"] == 123


def test_set_changes_the_scene_and_is_written_down(scree, tmp_path):
    s = summary(scree, "silo", "--steps", 2, "--set", "simulation.name=mine", "--set", "fill.beads.count=7",
                "--set", "material.grain.friction=0.125")
    assert s["scene"] == "mine" and s["dynamic_bodies"] == 7
    written = (tmp_path / "out/mine/scene.toml").read_text()
    assert "0.125" in written
    again = summary(scree, "out/mine/scene.toml", "--steps", 2, "--output", "again")
    assert again["state_hash"] == s["state_hash"]


def test_threads_default_to_all_cores(scree):
    assert summary(scree, "bounce", "--steps", 2)["threads"] == len(os.sched_getaffinity(0))


# --- folders

def test_a_folder_in_use_is_refused_unless_forced(scree, tmp_path):
    first = summary(scree, "bounce", "--until", "0.1")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    done = scree("run", "bounce", "--until", "0.2", expect=2)
    assert "out/bounce" in done.stderr and "--force" in done.stderr and "--output" in done.stderr
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()} == before
    again = summary(scree, "bounce", "--until", "0.1", "--force")
    assert again["state_hash"] == first["state_hash"]


def test_force_leaves_what_is_not_ours(scree, tmp_path):
    scree("run", "bounce", "--until", "0.2", "--quiet")
    folder = tmp_path / "out/bounce"
    frames = len(list(folder.glob("vtk/bodies_*.vtp")))
    ours = ["notes.txt", "plots/speed.png", "vtk/view.pvsm", "probes/evaluate.py"]
    for name in ours:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("mine")
    scree("run", "bounce", "--until", "0.05", "--force", "--quiet")
    assert all((folder / name).read_text() == "mine" for name in ours)
    assert 0 < len(list(folder.glob("vtk/bodies_*.vtp"))) < frames, "frames of the earlier run are left"


def test_force_refuses_a_folder_that_never_was_a_run(scree, tmp_path):
    (tmp_path / "mine" / "probes").mkdir(parents=True)
    (tmp_path / "mine" / "probes" / "my.csv").write_text("mine")
    done = scree("run", "bounce", "--until", "0.05", "--output", "mine", "--force", expect=2)
    assert "holds files but no run" in done.stderr
    assert (tmp_path / "mine" / "probes" / "my.csv").read_text() == "mine"


def test_force_takes_up_a_folder_whose_run_was_killed_at_its_very_start(scree, tmp_path):
    (tmp_path / "begun").mkdir()
    (tmp_path / "begun" / ".scene.toml.part").write_text("half a sce")
    scree("run", "bounce", "--until", "0.05", "--output", "begun", "--force", "--quiet")
    assert not (tmp_path / "begun" / ".scene.toml.part").exists()


def test_a_folder_of_a_running_run_is_refused(scree, program, tmp_path):
    live = subprocess.Popen([program, "run", "bounce", "--until", "1000", "--output", "live", "--quiet"], cwd=tmp_path)
    try:
        deadline = time.monotonic() + 30
        while not list(tmp_path.glob("live/checkpoints/step_*.h5")) and time.monotonic() < deadline:
            time.sleep(0.01)
        for command in (["resume", "live"], ["run", "bounce", "--output", "live", "--force"]):
            done = scree(*command, expect=2)
            assert "in use by another run" in done.stderr
        assert live.poll() is None
    finally:
        live.kill()
        live.wait()
    scree("resume", "live", "--until", "0.1", "--quiet")


def test_force_keeps_the_earlier_run_when_the_new_one_is_refused(scree, tmp_path):
    scree("run", "bounce", "--steps", 10, "--quiet")
    before = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    scree("run", "bounce", "--force", "--set", "simulation.dt=-1", expect=2)
    scree("run", "bounce", "--force", "--until", "1e200", expect=2)
    assert {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()} == before


def test_an_empty_folder_and_a_deep_one_will_do(scree, tmp_path):
    (tmp_path / "empty").mkdir()
    scree("run", "bounce", "--steps", 3, "--quiet", "--output", "empty")
    scree("run", "bounce", "--steps", 3, "--quiet", "--output", "a/b/c")
    assert (tmp_path / "empty/summary.json").is_file() and (tmp_path / "a/b/c/summary.json").is_file()


def test_a_file_in_the_place_of_the_folder_is_refused(scree, tmp_path):
    (tmp_path / "taken").write_text("mine")
    assert "taken" in scree("run", "bounce", "--output", "taken", expect=2).stderr
    assert (tmp_path / "taken").read_text() == "mine"


# --- scenes and check

def test_scenes_lists_name_and_description(scree):
    lines = scree("scenes").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names == sorted(names) and all(len(line.split()) > 3 for line in lines)
    assert {"bounce", "collide", "roll", "spin", "embankment", "shock", "silo", "chain", "drum", "drum-large", "heap",
            "slope", "stack", "arch", "dice", "bed", "drum-slice"} <= set(names)


def test_a_printed_scene_runs_as_the_built_in_one(scree, tmp_path):
    (tmp_path / "mine.toml").write_text(scree("scenes", "collide").stdout)
    mine = summary(scree, "mine.toml", "--steps", 200, "--output", "mine")
    assert mine["state_hash"] == summary(scree, "collide", "--steps", 200)["state_hash"]


def test_a_scene_file_needs_no_ending(scree, tmp_path):
    (tmp_path / "f").write_text(scree("scenes", "bounce").stdout)
    assert summary(scree, "f", "--steps", 5)["scene"] == "bounce"


def test_every_built_in_scene_is_fine(scree):
    for line in scree("scenes").stdout.splitlines():
        name = line.split()[0]
        done = scree("check", name)
        assert done.stdout.startswith(f"{name}: fine")
        assert re.search(r"dt +\S+ s: \w+", done.stdout), "the time step comes with its reason"


def test_the_default_scene_runs(scree, tmp_path):
    assert summary(scree, "--steps", 2)["scene"] == "drum"


# --- help, version, mistakes

def test_version(scree, root):
    assert scree("--version").stdout.strip() == "scree " + (root / "VERSION").read_text().strip()


def test_help_shows_commands_and_examples(scree):
    text = scree("--help").stdout
    assert "Examples:" in text and "scree run" in text
    assert all(re.search(rf"^ +{name} ", text, re.M) for name in COMMANDS)
    assert not any(re.search(rf"^ +{name}\b", text, re.M) for name in NOT_YET)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(command, scree):
    assert re.search(rf"Examples?:\n +scree {command}", scree(command, "--help").stdout)


@pytest.mark.parametrize("command", NOT_YET)
def test_what_is_not_there_yet_is_refused(command, scree):
    assert f"no command '{command}'" in scree(command, "x", expect=2).stderr


@pytest.mark.parametrize("arguments, hint", [(["rum"], "scree run"), (["scene"], "scree scenes"), (["chek", "x"], "scree check"),
                                             (["run", "--untill", "3"], "--until"), (["run", "--thread", "2"], "--threads"),
                                             (["resume", "--jsn", "x"], "--json"), (["run", "bounse"], "bounce"),
                                             (["bench", "silos"], "silo")])
def test_a_slip_of_the_pen_gets_a_suggestion(arguments, hint, scree, tmp_path):
    done = scree(*arguments, expect=2)
    assert hint in done.stderr and done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_no_command_is_refused(scree):
    done = scree(expect=2)
    assert "run" in done.stderr and "--help" in done.stderr


# --- failing runs, terminals

def test_a_run_that_goes_wrong_ends_with_1_and_says_where(scree, tmp_path):
    done = scree("run", "bounce", "--set", "simulation.dt=1e30", "--force-dt", "--steps", 1000, "--set", "output.every=0", expect=1)
    assert re.search(r"body \d+ .*t = ", done.stderr) and "checkpoint" in done.stderr
    assert "simulation" not in done.stdout


def test_a_full_standard_output_is_an_error(program, tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "run", "bounce", "--steps", "2", "--json"], cwd=tmp_path, stdout=full,
                              stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "standard output" in done.stderr


def test_a_limit_on_file_sizes_is_an_error_not_a_signal(program, tmp_path):
    done = subprocess.run(["bash", "-c", f"ulimit -f 8; exec '{program}' run silo --steps 5 --quiet"], cwd=tmp_path,
                          capture_output=True, text=True)
    assert done.returncode == 1 and "cannot write" in done.stderr, done.stderr


def on_a_terminal(command, cwd):
    """Runs a command whose standard error is a terminal; returns its exit code, output, and what the terminal saw."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([str(word) for word in command], cwd=cwd, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not chunk:
            break
        seen += chunk
    os.close(ours)
    output = process.stdout.read()
    return process.wait(timeout=60), output, seen.decode()


def test_a_progress_bar_on_a_terminal_only(program, scree, tmp_path):
    arguments = ["run", "bounce", "--until", "1", "--force", "--set", "output.every=0"]
    code, output, seen = on_a_terminal([program, *arguments], tmp_path)
    assert code == 0 and "100%" in seen and re.search(r"t = \S+ of 1 s", seen) and "left" in seen and "steps/s" in seen
    assert "%" not in output
    code, output, seen = on_a_terminal([program, *arguments, "--json"], tmp_path)
    assert code == 0 and "100%" in seen and json.loads(output)["scene"] == "bounce"
    code, output, seen = on_a_terminal([program, *arguments, "--quiet"], tmp_path)
    assert (code, output, seen) == (0, "", "")
    assert scree(*arguments).stderr == ""


def test_check_sees_bodies_that_overlap_at_the_start(scree, tmp_path):
    scene = tmp_path / "two.toml"
    scene.write_text("""
[simulation]
dimension = 2
until = 1
[[material]]
name = "m"
density = 1000
[[shape]]
name = "coin"
kind = "disc"
radius = 0.1
[[body]]
name = "left"
shape = "coin"
material = "m"
motion = "free"
[[body]]
name = "right"
shape = "coin"
material = "m"
motion = "free"
position = [0.15, 0]
""")
    said = scree("check", scene).stdout
    assert "1 pair touches at the start, the deepest by 0.05 m, 25 % of the smaller body: body 0 of 'left' and body 1 of 'right'" in said
    assert "overlap" not in scree("check", scene, "--set", "body.right.position=[0.3, 0]").stdout.split("law")[1].split("\n", 1)[1]
