"""What is wrong is refused with its place, the reason and the nearest right thing; exit code 2; nothing written."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import plane_cases  # noqa: E402
import scene_cases  # noqa: E402

BASE = (HERE / "base.toml").read_text()
PLANE = (HERE / "base2d.toml").read_text()
# The scene that is changed, then what the files of cases say.
CASES = [(BASE, *case) for case in scene_cases.CASES] + [(PLANE, *case) for case in plane_cases.CASES]
ROOT = HERE.parents[1]
SCREE = Path(os.environ.get("SCREE", ROOT / "build/release/apps/scree/scree")).resolve()


def scree(folder, *arguments):
    return subprocess.run([str(SCREE), *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=120)


def assert_refused(done, folder, before):
    assert done.returncode == 2, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    assert sorted(folder.rglob("*")) == before, "something was written"
    assert "Traceback" not in done.stderr and "terminate called" not in done.stderr


def place_of(text, passage):
    at = text.index(passage)
    line = text.count("\n", 0, at) + 1
    return f"{line}:{at - (text.rfind(chr(10), 0, at) + 1) + 1}"


def changed(base, old, new):
    assert old in base, f"the scene does not have {old!r}"
    return base.replace(old, new, 1)


def test_there_are_enough_cases():
    assert len(CASES) + len(COMMANDS) + len(SETS) >= 60
    assert len({case[1] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("base", [BASE, PLANE], ids=["space", "plane"])
def test_the_base_scene_is_good(tmp_path, base):
    (tmp_path / "scene.toml").write_text(base)
    done = scree(tmp_path, "check", "scene.toml")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("verb", ["check", "run"])
@pytest.mark.parametrize("base, name, old, new, at, parts", CASES, ids=[case[1] for case in CASES])
def test_bad_scene(tmp_path, verb, base, name, old, new, at, parts):
    text = changed(base, old, new)
    (tmp_path / "scene.toml").write_text(text)
    before = sorted(tmp_path.rglob("*"))
    done = scree(tmp_path, verb, "scene.toml")
    assert_refused(done, tmp_path, before)
    place = r"\d+:\d+" if at is None else re.escape(place_of(text, at))
    lines = [line for line in done.stderr.splitlines() if re.search(rf"scene\.toml:{place}: ", line)]
    assert lines, f"no message at {place}:\n{done.stderr}"
    assert any(all(part in line for part in parts) for line in lines), f"{parts} are not all in:\n{done.stderr}"


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file(tmp_path):
    text = BASE
    for old, new in [('until = "2 ms"', "untill = 2"), ("friction = 0.5", "friction = -1"), ('shape = "ground"', 'shape = "groud"'),
                     ("count = 20", "count = 0"), ("rate = 100", "rate = -1")]:
        text = text.replace(old, new, 1)
    (tmp_path / "scene.toml").write_text(text)
    done = scree(tmp_path, "check", "scene.toml")
    assert done.returncode == 2
    lines = [int(m) for m in re.findall(r"scene\.toml:(\d+):\d+: ", done.stderr)]
    assert len(lines) == 5 and lines == sorted(lines), done.stderr


SETS = [
    ("simulation.untill=1", ["unknown key `simulation.untill`", "`until`"]),
    ("simulation.until", ["no '='", "path.to.key=value"]),
    ("simulation.until=", ["no value"]),
    ("simulation.until=-1", ["out of range", "> 0"]),
    ("simulation.until=5 kg", ["simulation.until", "s"]),
    ("materiel.grain.friction=1", ["did you mean `material`?"]),
    ("material.grian.friction=1", ['no material called "grian"', "did you mean `grain`?"]),
    ("material.grain.frictoin=1", ["did you mean `friction`?"]),
    ("body[3].scale=1", ["body[3] does not exist", "there are 3", "body[2]"]),
    ("body[-1].scale=1", ["is no index"]),
    ("body.ston.scale=1", ["did you mean `stone`?"]),
    ("body[2].velocity=[0, 0", ["not a TOML value"]),
    ("body[2].velocity=[0, 0]", ["a list of 2", "3 numbers"]),
    ("law.pair[0].friction=1", ["no [[pair]]"]),
    ("body[2].shape=bal", ["did you mean `ball`?"]),
    ("fill.heap.count=0", ["fill[0].count", "1 to"]),
]


@pytest.mark.parametrize("text, parts", SETS, ids=[text for text, _ in SETS])
def test_bad_override(tmp_path, text, parts):
    (tmp_path / "scene.toml").write_text(BASE)
    before = sorted(tmp_path.rglob("*"))
    done = scree(tmp_path, "run", "scene.toml", "--set", text)
    assert_refused(done, tmp_path, before)
    lines = [line for line in done.stderr.splitlines() if f"--set {text}: " in line]
    assert any(all(part in line for part in parts) for line in lines), done.stderr


COMMANDS = [
    (["rnu"], ["rnu", "run"]),
    (["view"], ["view"]),
    (["pack"], ["pack"]),
    (["run", "embankmen"], ["embankmen", "embankment"]),
    (["run", "missing.toml"], ["missing.toml"]),
    (["check"], ["SCENE"]),
    (["check", "missing.toml"], ["missing.toml"]),
    (["run", "bounce", "--unitl", "1"], ["--unitl"]),
    (["run", "bounce", "--until", "-1"], ["until"]),
    (["run", "bounce", "--until", "soon"], ["until", "soon"]),
    (["run", "bounce", "--until", "nan"], ["until"]),
    (["run", "bounce", "--steps", "-3"], ["steps"]),
    (["run", "bounce", "--steps", "1.5"], ["steps"]),
    (["run", "bounce", "--until", "1", "--steps", "3"], ["until", "steps"]),
    (["run", "bounce", "--threads", "0"], ["threads"]),
    (["run", "bounce", "--threads", "two"], ["threads", "two"]),
    (["run", "bounce", "roll"], ["roll"]),
    (["run", "bounce", "--set"], ["--set"]),
    (["run", "bounce", "--output"], ["--output"]),
    (["run", "bounce", "--output", ""], ["output"]),
    (["resume"], ["DIR"]),
    (["resume", "missing"], ["missing"]),
    (["scenes", "bonce"], ["bonce", "bounce"]),
    (["bench", "embankmnt"], ["embankmnt", "embankment"]),
    (["mesh"], ["FILE"]),
    (["mesh", "missing.stl"], ["missing.stl"]),
    (["render"], ["DIR"]),
    (["render", "missing"], ["missing"]),
    (["run", "."], ["."]),
]


@pytest.mark.parametrize("arguments, parts", COMMANDS, ids=[" ".join(a) for a, _ in COMMANDS])
def test_bad_command_line(tmp_path, arguments, parts):
    done = scree(tmp_path, *arguments)
    assert_refused(done, tmp_path, [])
    for part in parts:
        assert part in done.stderr, f"{part!r} is not in:\n{done.stderr}"


def test_a_full_output_folder_is_refused_and_left_alone(tmp_path):
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    before = sorted(tmp_path.rglob("*"))
    done = scree(tmp_path, "run", "bounce", "--steps", "3", "--output", "results")
    assert_refused(done, tmp_path, before)
    assert "results" in done.stderr and "--force" in done.stderr
    assert (folder / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize("content", [b"\x00\x01\x02", b"\xff\xfe[simulation]", b"\xef\xbb\xbf", b"", b"[" * 5000, b"a." * 5000 + b"b = 1",
                                     b"x = " + b"[" * 300 + b"]" * 300],
                         ids=["binary", "latin", "mark_only", "empty", "brackets", "dots", "nested"])
def test_files_that_are_no_scene_at_all(tmp_path, content):
    (tmp_path / "scene.toml").write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    done = scree(tmp_path, "run", "scene.toml")
    assert_refused(done, tmp_path, before)
    assert re.search(r"scene\.toml:\d+:\d+: ", done.stderr), done.stderr[:2000]
