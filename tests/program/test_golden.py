"""tools/golden.py: equal for runs that are, and what it says of those that are not."""

import subprocess
import sys
import zipfile

import h5py
import numpy as np
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import golden  # noqa: E402

# Sliding stones and the zoo: contacts among free bodies, with walls, and parts; one scene with a servo.
SCENES = ["arch", "zoo", "zoo2d"]
STEPS = 200


def call(*arguments, expect=0):
    done = subprocess.run([sys.executable, ROOT / "tools/golden.py", *map(str, arguments)], capture_output=True,
                          text=True, timeout=120)
    assert done.returncode == expect, f"{done.returncode}, not {expect}\n{done.stdout}{done.stderr}"
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def lines_of(output, scene):
    """What is said of a scene, but for its name."""
    blocks = ("\n" + output).split("\n" + f"{scene:20} ")
    assert len(blocks) == 2, output
    first, *others = blocks[1].splitlines()
    return [first, *(line.strip() for line in others[:next(k for k, line in enumerate(others) if line[:1] != " ")])]


@pytest.fixture(scope="session")
def write(program):
    """Writes a file with the physics of some scenes."""

    def write(path, scenes, *arguments, expect=0):
        return call("write", path, "--program", program, "--scenes", ",".join(scenes), *arguments, expect=expect)

    return write


@pytest.fixture(scope="module")
def written(write, tmp_path_factory):
    path = tmp_path_factory.mktemp("golden") / "one.npz"
    write(path, SCENES, "--steps", STEPS)
    return path


@pytest.fixture
def patched(written, tmp_path):
    """A copy of the file in which some arrays are changed: patched({name: function of the array, or None: drop it})."""

    def patch(changes):
        with np.load(written) as file:
            arrays = dict(file.items())
        for name, change in changes.items():
            if change:
                change(arrays[name])
            else:
                arrays.pop(name)
        np.savez(tmp_path / "patched.npz", **arrays)
        return tmp_path / "patched.npz"

    return patch


def nudge(row, axis=0):
    def change(values):
        values[row, axis] = np.nextafter(values[row, axis], np.inf)

    return change


def test_threads_change_nothing(write, written, tmp_path):
    other = tmp_path / "other.npz"
    write(other, SCENES, "--steps", STEPS, "--threads", 3, "--jobs", 1)
    assert "3 scenes: 3 equal, 0 different" in call("compare", written, other)
    assert other.read_bytes() == written.read_bytes(), "equal physics makes equal files"
    assert call("show", other) == call("show", written)


def test_the_physics_is_all_there(written):
    """Tables that are empty in all scenes would compare as equal for ever."""
    steps, scenes = golden.load(written)
    assert steps == STEPS and list(scenes) == SCENES
    zeros = {(table, name) for table, names in golden.TABLES.items() for name in names
             if not any(tables[table][name].any() for tables in scenes.values())}
    assert zeros <= {(golden.FREE, "image"), (golden.WALLS, "image")}, "nobody crosses the periodic box so soon"
    for tables in scenes.values():
        ids = [tables[table]["id"][:, 0].tolist() for table in (golden.FREE, golden.WALLS)]
        assert not set(ids[0]) & set(ids[1]) and ids == [sorted(ids[0]), sorted(ids[1])]
        pairs = tables[golden.AMONG_FREE]["id"].tolist()
        assert pairs == sorted(pairs) and {body for pair in pairs for body in pair[:2]} <= set(ids[0])
        assert all(set(pair[:2]) & set(ids[1]) for pair in tables[golden.WITH_WALLS]["id"].tolist())
    assert [name for name in SCENES if scenes[name][golden.WALLS]["servo"].any()] == ["zoo2d"]


def test_a_flipped_sign_is_found(write, written, tmp_path):
    other = tmp_path / "other.npz"
    write(other, ["zoo"], "--steps", STEPS, "--set", "simulation.gravity=[-6, 0, -30]")
    output = call("compare", written, other, "--scenes", "zoo", expect=1)
    first, *lines = lines_of(output, "zoo")
    assert first == "DIFFERENT"
    assert any(line.startswith("free bodies: velocity of ") and ", first body " in line for line in lines), output
    assert any(line.startswith("contacts with walls: ") and ", first contact " in line for line in lines), output
    assert "1 scenes: 0 equal, 1 different" in output


def test_the_last_bit_of_one_number_is_found_and_named(written, patched):
    _, scenes = golden.load(written)
    table = scenes["zoo"][golden.FREE]
    body = table["id"][7, 0]
    other = patched({"zoo/free bodies/velocity": nudge(7, 2), "arch/contacts among free bodies/slide": nudge(3)})
    output = call("compare", written, other, expect=1)
    change = np.spacing(abs(table["velocity"][7, 2])) / abs(table["velocity"]).max()
    line = lines_of(output, "zoo")[1]
    assert line.startswith(f"free bodies: velocity of 1 of {len(table['id'])} differs, first body {body}, by up to ")
    assert float(line.split()[-4]) == pytest.approx(change, rel=0.05), "two digits are shown"
    a, b, *_ = scenes["arch"][golden.AMONG_FREE]["id"][3]
    assert f"slide of 1 of 14 differs, first contact {a}-{b}, " in lines_of(output, "arch")[1]
    assert "3 scenes: 1 equal, 2 different" in output


def test_free_bodies_alone(written, patched):
    """What walls feel is left out, and so is what happens between them and others."""
    other = patched({"zoo/walls/force": nudge(1), "arch/contacts with walls/normal": nudge(0)})
    assert lines_of(call("compare", written, other, expect=1), "zoo")[1].startswith("walls: force of 1 of ")
    assert "3 equal, 0 different" in call("compare", written, other, "--free-bodies")
    both = patched({"zoo/walls/force": nudge(1), "zoo/free bodies/force": nudge(0)})
    lines = lines_of(call("compare", written, both, "--free-bodies", expect=1), "zoo")
    assert len(lines) == 2 and lines[1].startswith("free bodies: force")


def test_scenes_with_servos_can_be_left_out(written, patched):
    other = patched({"zoo2d/free bodies/force": nudge(1)})
    assert lines_of(call("compare", written, other, expect=1), "zoo2d")[0] == "DIFFERENT (it has servo walls)"
    assert "2 scenes: 2 equal" in call("compare", written, other, "--no-servos")
    assert "no scene to compare" in call("compare", written, other, "--no-servos", "--scenes", "zoo2d", expect=2)


def test_bits_count_not_values(written, patched):
    not_a_number = patched({"arch/free bodies/torque": lambda values: values.fill(np.nan)})
    assert "3 equal" in call("compare", not_a_number, not_a_number)
    assert "by up to nan of" in lines_of(call("compare", written, not_a_number, expect=1), "arch")[1]

    def negative_zero(values):
        assert (values[:, 1] == 0).all()
        values[:, 1] = -0.0

    other = patched({"zoo2d/walls/torque": negative_zero})
    assert "by up to 0 of the largest" in lines_of(call("compare", written, other, expect=1), "zoo2d")[1]


def test_a_missing_scene_is_a_difference(write, written, tmp_path):
    fewer = tmp_path / "fewer.npz"
    write(fewer, ["arch"], "--steps", STEPS)
    for pair in ([written, fewer], [fewer, written]):
        output = call("compare", *pair, expect=1)
        assert lines_of(output, "zoo") == ["DIFFERENT", f"only in {written}"]
        assert "3 scenes: 1 equal, 2 different" in output
        assert "1 equal, 0 different" in call("compare", *pair, "--scenes", "arch")
    assert "neither file has the scene drum" in call("compare", written, fewer, "--scenes", "arch,drum", expect=2)


def test_a_body_that_one_lacks_is_named():
    table = {"id": np.array([[1], [4], [9]]), "force": np.array([[1.0], [2], [4]])}
    fewer = {name: rows[[0, 2]] for name, rows in table.items()}
    assert golden.differences(table, fewer) == ["1 of 3 only in the first file, first body 4"]
    assert golden.differences(fewer, table) == ["1 of 3 only in the second file, first body 4"]
    fewer["force"] = fewer["force"] * [[1], [-0.5]]
    assert golden.differences(table, fewer)[1] == "force of 1 of 2 differs, first body 9, by up to 1.5 of the largest"
    nothing = {name: rows[:0] for name, rows in table.items()}
    assert golden.differences(nothing, nothing) == [] and len(golden.differences(nothing, table)) == 1


def test_what_is_no_golden_file_is_refused(write, written, patched, tmp_path):
    broken = tmp_path / "broken.npz"
    content = written.read_bytes()
    damaged = bytearray(content)
    with zipfile.ZipFile(written) as file:
        entry = file.getinfo("zoo/free bodies/velocity.npy")
    damaged[entry.header_offset + entry.compress_size // 2] ^= 1
    for bad in (b"", b"no file of ours", content[:len(content) // 2], damaged):
        broken.write_bytes(bad)
        with pytest.raises(golden.Problem, match="is not a file that tools/golden.py wrote"):
            golden.load(broken)
    assert "is not a file that tools/golden.py wrote" in call("compare", written, broken, expect=2)
    np.savez(broken, positions=np.zeros(3))
    assert f"{broken} is not a file" in call("compare", broken, written, expect=2)
    np.save(tmp_path / "array.npy", np.zeros(3))
    assert "is not a file" in call("show", tmp_path / "array.npy", expect=2)
    assert "is not a file" in call("compare", written, tmp_path / "nowhere.npz", expect=2)
    assert "another version" in call("compare", written, patched({"zoo/walls/spin": None}), expect=2)
    write(broken, ["arch"], "--steps", 1)
    assert f"after {STEPS} steps" in call("compare", written, broken, expect=2)
    call("compare", written, expect=2)


@pytest.mark.parametrize("scenes, arguments, code, words", [
    (["arhc"], [], 2, "there is no scene 'arhc'; there are arch"),
    (["arch", "arch"], [], 2, "more than one scene is called arch"),
    (["arch"], ["--program", "nowhere/scree"], 2, "there is no program nowhere/scree"),
    (["arch", "bounce"], ["--set", "shape.none.radius=1"], 1, "arch: the run ended with 2"),
    (["arch", "nowhere.toml"], ["--steps", 1], 1, "nowhere.toml: the run ended with 2"),
])
def test_what_cannot_run_is_an_error(scenes, arguments, code, words, write, tmp_path):
    """No scene is passed over in silence: there is no file then."""
    assert words in write(tmp_path / "file.npz", scenes, *arguments, expect=code)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_costs_no_runs(write, tmp_path):
    assert "there is no folder" in write(tmp_path / "nowhere/file.npz", ["arch"], expect=2)


def test_other_columns_of_a_checkpoint_may_change(scree, tmp_path):
    """A later version may store what is no physics elsewhere, and integers in another width. Physics must be there."""
    scree("run", ROOT / "tests/scenes/zoo.toml", "--steps", 20, "--output", "run", "--quiet")
    path = tmp_path / "run/checkpoints/step_000000000020.h5"
    before = golden.read_checkpoint(path)
    with h5py.File(path, "r+") as file:
        for name in ("stepper", "bodies/work", "ledger"):
            del file[name]
        for name, width in (("contacts/parts", "u4"), ("bodies/drive", "i8"), ("bodies/id", "u4")):
            values = file[name][()].astype(width)
            del file[name]
            file[name] = values
        for name in ("bodies/id", "bodies/drive", *(f"bodies/{column}" for column in golden.BODY)):
            values = file[name][()][::-1]
            del file[name]
            file[name] = values
    after = golden.read_checkpoint(path)
    assert not any(golden.differences(before[table], after[table]) for table in golden.TABLES)
    with h5py.File(path, "r+") as file:
        del file["bodies/spin"]
    with pytest.raises(golden.Problem, match="has no bodies/spin"):
        golden.read_checkpoint(path)
