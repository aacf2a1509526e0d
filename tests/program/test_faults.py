"""A hostile machine and hostile input: a clear message and the right exit code, and nothing is lost."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from runs import ZOO, wait_for

BALL = """
[simulation]
until = 0.2
dt = 1e-4
integrator = "verlet"
[[material]]
name = "m"
young = 1e6
[[shape]]
name = "ball"
kind = "sphere"
radius = 0.01
[[shape]]
name = "ground"
kind = "half-space"
[[body]]
name = "floor"
shape = "ground"
material = "m"
[[body]]
name = "ball"
shape = "ball"
material = "m"
motion = "free"
position = [0, 0, 0.02]
[[probe]]
name = "ball"
kind = "body"
target = "ball"
every = 1e-4
[output]
every = 0
"""


def instrumented(program):
    return "asan" in str(program) or "tsan" in str(program)


@pytest.fixture
def ball(tmp_path):
    path = tmp_path / "ball.toml"
    path.write_text(BALL)
    return path


def everything_in(folder):
    return {str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.rglob("*")) if p.is_file()}


# --- scenes that are none

def test_a_key_of_thirty_thousand_parts(scree, tmp_path):
    deep = ".".join(["a"] * 30000)
    for text in (f"[{deep}]\nx = 1\n", f"x = 1\n{deep} = 1\n", f"[simulation]\nuntil = {{ {deep} = 1 }}\n"):
        (tmp_path / "s.toml").write_text(text)
        done = scree("check", "s.toml", expect=2)
        assert "s.toml:" in done.stderr and "more than 16 parts" in done.stderr
    done = scree("check", "bounce", "--set", f"simulation.until={{ {deep} = 1 }}", expect=2)
    assert "not a TOML value" in done.stderr
    scree("check", "bounce", "--set", f"{deep}=1", expect=2)


def test_dots_in_texts_and_remarks_make_no_key(scree, tmp_path, ball):
    dots = "." * 100
    text = BALL.replace("until = 0.2", f'until = 0.2 # {dots}\ndescription = """{dots}\n{dots} \\" {dots}"""')
    (tmp_path / "s.toml").write_text(text)
    scree("check", "s.toml")


def test_what_is_far_too_large_or_no_file_is_refused_at_once(scree, tmp_path):
    with open(tmp_path / "large.toml", "wb") as file:
        file.truncate(101_000_000)
    begin = time.monotonic()
    assert "101 MB" in scree("check", "large.toml", expect=2).stderr
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("/dev/zero", "/dev/full", tmp_path / "pipe.toml"):
        for command in ("check", "run"):
            assert "device or pipe" in scree(command, name, expect=2, timeout=60).stderr
    assert time.monotonic() - begin < 30
    assert "there is no scene file" in scree("check", "nowhere.toml", expect=2).stderr


# --- machines that give little

def test_check_needs_little_memory(program, tmp_path):
    if instrumented(program):
        pytest.skip("sanitizers take all address space there is")
    limits = [(resource.RLIMIT_AS, (200_000 * 1024, 200_000 * 1024))]
    done = subprocess.run([program, "check", "bounce"], capture_output=True, text=True, timeout=60,
                          preexec_fn=lambda: [resource.setrlimit(*limit) for limit in limits])
    assert done.returncode == 0, done.stderr
    assert "dt" in done.stdout


def test_threads_that_cannot_be_started_are_a_message(program, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("needs to become a user with no processes of its own")
    copy = tmp_path / "scree"  # where anybody may run it
    shutil.copy(program, copy)
    for folder in [copy, tmp_path, *tmp_path.parents]:
        if str(folder) != "/" and folder.stat().st_uid == os.geteuid():
            folder.chmod(folder.stat().st_mode | 0o055)

    def become_nobody():
        os.setgroups([])
        os.setgid(65534)
        os.setuid(61234)
        resource.setrlimit(resource.RLIMIT_NPROC, (20, 20))

    done = subprocess.run([copy, "run", "bounce", "--threads", "64", "--output", "/dev/shm/nobody-writes-here"],
                          capture_output=True, text=True, timeout=60, cwd="/", preexec_fn=become_nobody)
    assert done.returncode == 1, (done.returncode, done.stderr)
    assert "does not start 64 threads" in done.stderr and "--threads" in done.stderr
    assert not Path("/dev/shm/nobody-writes-here").exists()


def test_help_that_cannot_be_written_is_a_failure(program):
    for words in (["--help"], ["--version"], ["run", "--help"], ["scenes"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([program, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        assert done.returncode == 1 and "write" in done.stderr, (words, done.stderr)


def test_a_link_to_nowhere_as_output(scree, tmp_path, ball):
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    done = scree("run", ball, "--output", "link", expect=2)
    assert "symbolic link" in done.stderr and "gone" in done.stderr


# --- signals

def start_long_run(program, folder, ball, **options):
    process = subprocess.Popen([program, "run", ball, "--until", "1000", "--output", folder, "--quiet"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)
    wait_for(lambda: list(folder.glob("checkpoints/step_*.h5")), process)
    return process


def test_a_lost_terminal_ends_a_run_as_ctrl_c_does(program, tmp_path, ball):
    # The tests themselves may run under nohup.
    process = start_long_run(program, tmp_path / "out", ball,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
    time.sleep(0.2)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads((tmp_path / "out/summary.json").read_text())["steps"] > 0


def test_who_ignores_hangups_is_left_alone(program, tmp_path, ball):
    process = start_long_run(program, tmp_path / "out", ball,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    time.sleep(0.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130


# --- failures in the middle

def test_a_run_that_fails_keeps_its_rows(scree, tmp_path):
    """Between two floors that face each other, in steps far too long, a ball gains speed until numbers end."""
    lid = '[[shape]]\nname = "down"\nkind = "half-space"\nnormal = [0, 0, -1]\n' \
          '[[body]]\nname = "lid"\nshape = "down"\nmaterial = "m"\nposition = [0, 0, 0.03]\n'
    (tmp_path / "s.toml").write_text(BALL + lid)
    done = scree("run", "s.toml", "--force-dt", "--set", "simulation.dt=5e-3", "--set", "probe.ball.every=5e-3",
                 "--until", "100", "--output", "out", expect=1)
    assert "finite" in done.stderr
    failed_at = float(re.search(r"finite numbers at t = (\S+) s", done.stderr).group(1))
    rows = (tmp_path / "out/probes/ball.csv").read_text().splitlines()
    assert len(rows) > 3
    assert float(rows[-1].split(",")[0]) == pytest.approx(failed_at, abs=0.011)


@pytest.fixture(scope="module")
def finished(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("finished") / "zoo"
    subprocess.run([program, "run", ZOO, "--steps", "200", "--output", folder, "--threads", "1", "--quiet"], check=True)
    return folder


def lose_a_probe(folder):
    sorted(folder.glob("probes/*.csv"))[-1].unlink()


def cut_a_probe(folder):
    probe = sorted(folder.glob("probes/*.csv"))[-1]
    probe.write_bytes(probe.read_bytes()[:20])


def spoil_the_scene(folder):
    (folder / "scene.toml").write_text((folder / "scene.toml").read_text() + "\nnonsense = 1\n")


def spoil_the_checkpoints(folder):
    for path in folder.glob("checkpoints/*.h5"):
        path.write_bytes(path.read_bytes()[:-100])


def put_a_file_for_a_folder(folder):
    shutil.rmtree(folder / "vtk")
    (folder / "vtk").write_text("")


def change_a_shape(folder):
    scene = folder / "scene.toml"
    text = scene.read_text()
    assert "radius" in text
    place = text.index("radius", text.index("[[shape]]"))
    end = text.index("\n", place)
    scene.write_text(text[:place] + 'radius = "9 mm"' + text[end:])


def fail_for_want_of_time(folder):
    return ["--until", "-1"]


@pytest.mark.parametrize("spoil", [lose_a_probe, cut_a_probe, spoil_the_scene, spoil_the_checkpoints,
                                   put_a_file_for_a_folder, change_a_shape, fail_for_want_of_time])
def test_a_resume_that_fails_leaves_every_file_as_it_was(spoil, program, tmp_path, finished):
    folder = tmp_path / "zoo"
    shutil.copytree(finished, folder)
    arguments = spoil(folder) or ["--steps", "400"]
    before = everything_in(folder)
    done = subprocess.run([program, "resume", folder, *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode in (1, 2) and done.stderr, done.returncode
    assert everything_in(folder) == before, done.stderr


def test_a_resume_on_a_full_disk_leaves_every_file_as_it_was(program, tmp_path, finished):
    folder = tmp_path / "zoo"
    shutil.copytree(finished, folder)
    before = everything_in(folder)
    done = subprocess.run([program, "resume", folder, "--steps", "400"], capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    assert done.returncode == 1 and "trial" in done.stderr
    assert everything_in(folder) == before


FILLED = BALL + """
[[fill]]
name = "grains"
region = { lower = [0.1, 0, 0], upper = [0.2, 0.1, 0.1] }
count = 5
shape = "ball"
material = "m"
"""


def test_edits_of_a_fill_that_is_done_are_told(program, tmp_path):
    (tmp_path / "s.toml").write_text(FILLED)
    subprocess.run([program, "run", tmp_path / "s.toml", "--output", tmp_path / "out", "--quiet", "--until", "0.01"], check=True)
    scene = tmp_path / "out/scene.toml"
    text = scene.read_text()
    scene.write_text(text.replace("count = 5", "count = 6"))
    done = subprocess.run([program, "resume", tmp_path / "out", "--until", "0.02"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "fills have been placed already" in done.stderr
    scene.write_text(text.replace("friction = 0.5", "friction = 0.4") + "# a remark\n")
    done = subprocess.run([program, "resume", tmp_path / "out", "--until", "0.03"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "has changed" in done.stderr


# --- what would be ignored is told

def test_what_comes_after_the_end_is_noted(scree, tmp_path):
    late = BALL + '[[event]]\nat = 5\naction = "release"\ntarget = "floor"\n'
    (tmp_path / "s.toml").write_text(late)
    for command in ("check", "run"):
        done = scree(command, "s.toml", *(["--force"] if command == "run" else []))
        assert "release of 'floor'" in done.stdout + done.stderr and "ends at 0.2 s" in done.stdout + done.stderr
    notes = json.loads((tmp_path / "out/s/summary.json").read_text())["notes"]
    assert len(notes) == 1 and "'floor'" in notes[0]


def test_an_event_at_the_start_comes_before_the_first_forces(scree, tmp_path):
    """Without gravity from the start on the ball stays where it is, to the last bit."""
    event = '[[event]]\nat = 0\naction = "gravity"\ngravity = [0, 0, 0]\n'
    (tmp_path / "s.toml").write_text(BALL + event)
    scree("run", "s.toml", "--output", "out")
    rows = (tmp_path / "out/probes/ball.csv").read_text().splitlines()
    z = rows[0].split(",").index("z [m]")
    assert {row.split(",")[z] for row in rows[1:]} == {"0.02"}


def test_check_advises_a_law_with_a_potential_where_little_is_lost(scree, tmp_path):
    cube = BALL.replace('kind = "sphere"', 'kind = "regular"\nsolid = "cube"')
    for restitution, advised in ((0.95, True), (0.7, False)):
        (tmp_path / "s.toml").write_text(cube.replace("young = 1e6", f"young = 1e6\nrestitution = {restitution}"))
        assert ("overlap-energy" in scree("check", "s.toml").stdout) == advised
    said = scree("check", "s.toml", "--set", "law.normal=overlap-energy", "--set", "material.m.restitution=0.95").stdout
    assert "may create energy" not in said


def test_hulls_say_by_how_much_the_volume_grew(scree, tmp_path):
    # A square pyramid with its base pushed in to half its height: the hull has twice the volume.
    corners = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0), (0, 0, 1), (0, 0, 0.5)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (1, 0, 5), (2, 1, 5), (3, 2, 5), (0, 3, 5)]
    (tmp_path / "dent.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners) +
                                       "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces))
    scene = BALL.replace('kind = "sphere"\nradius = 0.01', 'kind = "hull"\nfile = "dent.obj"\nfactor = 0.01')
    (tmp_path / "s.toml").write_text(scene)
    assert "has 2 times its volume" in scree("check", "s.toml").stdout


PERIODIC = """
[simulation]
until = 0.01
gravity = [0, 0, 0]
[cell]
periodic = [true, true, false]
size = [1, 1, 1]
[[material]]
name = "m"
[[shape]]
name = "ball"
kind = "sphere"
radius = 0.01
"""


def body(name, position):
    return f'[[body]]\nname = "{name}"\nshape = "ball"\nmaterial = "m"\nmotion = "free"\nposition = {position}\n'


def test_regions_and_outlets_go_on_across_periodic_borders(scree, tmp_path):
    scene = PERIODIC + body("left", [0.05, 0.5, 0.5]) + body("right", [0.95, 0.5, 0.5]) + body("middle", [0.5, 0.5, 0.5])
    seam = "lower = [0.9, 0.4, 0.4], upper = [1.1, 0.6, 0.6]"
    probe = f'[[probe]]\nname = "p"\nkind = "region"\nregion = {{ {seam} }}\nevery = 0.01\n'
    (tmp_path / "s.toml").write_text(scene + probe)
    scree("run", "s.toml", "--output", "probed")
    assert (tmp_path / "probed/probes/p.csv").read_text().splitlines()[1].split(",")[1] == "2"
    (tmp_path / "s.toml").write_text(scene + f'[[outlet]]\nname = "o"\nregion = {{ {seam} }}\n')
    scree("run", "s.toml", "--output", "emptied")
    assert json.loads((tmp_path / "emptied/summary.json").read_text())["removed"] == 2
    wide = "lower = [-0.2, -0.2, 0.4], upper = [1.3, 1.3, 0.6]"
    (tmp_path / "s.toml").write_text(scene + probe.replace(seam, wide))
    scree("run", "s.toml", "--output", "wide")
    assert (tmp_path / "wide/probes/p.csv").read_text().splitlines()[1].split(",")[1] == "3"
