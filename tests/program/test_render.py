"""Pictures: every run leaves a preview, `scree render` makes more of them, and says what is wrong when it cannot."""

import json
import os
import struct
import subprocess
import zlib

import pytest
from runs import ZOO

SCENE = """
[simulation]
until = "60 ms"
dt = "50 us"
gravity = [0, 0, -9.81]

[[material]]
name = "stone"

[[shape]]
name = "ball"
kind = "sphere"
radius = 0.05

[[shape]]
name = "ground"
kind = "half-space"

[[shape]]
name = "brick"
kind = "box"
half_extents = [0.1, 0.05, 0.2]

[[body]]
name = "floor"
shape = "ground"
material = "stone"

[[body]]
name = "post"
shape = "brick"
material = "stone"
position = [0.4, 0, 0.2]

[[fill]]
name = "balls"
region = { kind = "box", lower = [-0.3, -0.2, 0], upper = [0.25, 0.2, 0.4] }
count = 30
shape = "ball"
material = "stone"

[output]
every = "20 ms"
formats = %s
"""


class Png:
    """A PNG file, decoded with nothing but zlib: the judge should not be the library that wrote it."""

    def __init__(self, path):
        data = path.read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        at, idat = 8, b""
        kinds = []
        while at < len(data):
            (length,), kind = struct.unpack(">I", data[at:at + 4]), data[at + 4:at + 8]
            body = data[at + 8:at + 8 + length]
            assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
            kinds.append(kind)
            if kind == b"IHDR":
                self.width, self.height, depth, colour = struct.unpack(">IIBB", body[:10])
                assert (depth, colour) == (8, 2)  # RGB
            if kind == b"IDAT":
                idat += body
            at += 12 + length
        assert kinds[0] == b"IHDR" and kinds[-1] == b"IEND"
        self.raw = zlib.decompress(idat)
        assert len(self.raw) == self.height * (1 + 3 * self.width)

    def rows(self):
        """Rows of bytes, the filters of PNG undone."""
        width, before = 3 * self.width, bytearray(3 * self.width)
        for y in range(self.height):
            start = y * (1 + width)
            kind, row = self.raw[start], bytearray(self.raw[start + 1:start + 1 + width])
            for i in range(width):
                left = row[i - 3] if i >= 3 else 0
                up, corner = before[i], before[i - 3] if i >= 3 else 0
                if kind == 1:
                    row[i] = (row[i] + left) & 255
                elif kind == 2:
                    row[i] = (row[i] + up) & 255
                elif kind == 3:
                    row[i] = (row[i] + (left + up) // 2) & 255
                elif kind == 4:
                    p = left + up - corner
                    near = min((abs(p - left), 0, left), (abs(p - up), 1, up), (abs(p - corner), 2, corner))
                    row[i] = (row[i] + near[2]) & 255
            yield bytes(row)
            before = row

    def colours(self):
        return {row[i:i + 3] for row in self.rows() for i in range(0, len(row), 3)}


def write_scene(folder, formats='["vtk"]'):
    (folder / "balls.toml").write_text(SCENE % formats)
    return "balls.toml"


@pytest.fixture(scope="module")
def recorded(program, tmp_path_factory):
    """A run with four frames."""
    folder = tmp_path_factory.mktemp("recorded")
    subprocess.run([program, "run", write_scene(folder), "--quiet", "--output", "out"], cwd=folder, check=True)
    return folder / "out"


SMALL = ["--size", "200x150", "--samples", "4"]


def test_every_run_leaves_a_preview(recorded):
    picture = Png(recorded / "preview.png")
    assert (picture.width, picture.height) == (800, 600)
    assert len(picture.colours()) > 500


def test_a_run_without_output_and_an_interrupted_one_leave_one_too(scree, tmp_path):
    scree("run", "bounce", "--steps", 10, "--set", "output.every=0", "--quiet")
    Png(tmp_path / "out/bounce/preview.png")
    before = (tmp_path / "out/bounce/preview.png").read_bytes()
    scree("resume", "out/bounce", "--steps", 3000, "--quiet")
    assert (tmp_path / "out/bounce/preview.png").read_bytes() != before


def test_the_preview_does_not_depend_on_threads(scree, tmp_path):
    scene = write_scene(tmp_path)
    for threads in (1, 2):
        scree("run", scene, "--threads", threads, "--output", f"out{threads}", "--quiet")
    assert (tmp_path / "out1/preview.png").read_bytes() == (tmp_path / "out2/preview.png").read_bytes()


def test_a_preview_that_cannot_be_written_does_not_spoil_the_run(scree, tmp_path):
    """A folder stands in its place."""
    scene = write_scene(tmp_path)
    scree("run", scene, "--steps", 5, "--output", "out", "--quiet")
    (tmp_path / "out/preview.png").unlink()
    (tmp_path / "out/preview.png").mkdir()
    (tmp_path / "out/preview.png/kept").write_text("")
    done = scree("resume", "out", "--steps", 10, "--json")
    assert "preview.png" in done.stderr and "Is a directory" in done.stderr
    assert json.loads(done.stdout)["steps"] == 10
    assert json.loads((tmp_path / "out/summary.json").read_text())["steps"] == 10


def test_render_shows_the_last_state(scree, recorded, tmp_path):
    done = scree("render", recorded, *SMALL, "--output", "last.png")
    assert done.stdout == "last.png\n" and done.stderr == ""
    picture = Png(tmp_path / "last.png")
    assert (picture.width, picture.height) == (200, 150)
    assert len(picture.colours()) > 100


def test_render_writes_beside_the_run_by_default(scree, tmp_path):
    scree("run", write_scene(tmp_path), "--steps", 3, "--output", "out", "--quiet")
    scree("render", "out", *SMALL)
    Png(tmp_path / "out/pictures/last.png")


def test_frames_by_number_and_all_of_them(scree, recorded, tmp_path):
    scree("render", recorded, *SMALL, "--frame", 1, "--output", "some")
    assert [path.name for path in (tmp_path / "some").iterdir()] == ["frame_000001.png"]
    done = scree("render", recorded, *SMALL, "--frame", "all", "--output", "film")
    names = [f"frame_{n:06}.png" for n in range(4)]
    assert sorted(path.name for path in (tmp_path / "film").iterdir()) == names
    assert done.stdout.split() == [f"film/{name}" for name in names]
    pictures = {(tmp_path / "film" / name).read_bytes() for name in names}
    assert len(pictures) == 4  # they move


def test_trajectories_serve_where_there_are_no_vtk_files(scree, recorded, tmp_path):
    """The frame of a trajectory shows what the VTK file of the same moment shows."""
    scree("run", write_scene(tmp_path, '["trajectory"]'), "--output", "out", "--quiet")
    flags = [*SMALL, "--camera", "0,-3,1", "--target", "0,0,0.2", "--frame", 2, "--no-legend"]
    scree("render", "out", *flags, "--output", "trajectory.png")
    scree("render", recorded, *flags, "--output", "vtk.png")
    rows = [list(Png(tmp_path / name).rows()) for name in ("trajectory.png", "vtk.png")]
    differ = sum(abs(a - b) > 40 for one, other in zip(*rows) for a, b in zip(one, other))
    assert differ < 0.01 * 200 * 150 * 3


def test_bodies_of_inlets_that_have_left_keep_their_shape(scree, tmp_path):
    """Poses are in the trajectory, shapes in the scene and the checkpoint; who came and went is in neither."""
    scree("run", ZOO, "--set", 'output.formats=["trajectory"]', "--output", "out", "--quiet")
    done = scree("render", "out", *SMALL, "--frame", 30, "--output", "a.png")
    assert done.stderr == ""
    Png(tmp_path / "a.png")


@pytest.mark.parametrize("colour", ["speed", "force", "rotation", "id", "group"])
def test_colourings(colour, scree, recorded, tmp_path):
    scree("render", recorded, *SMALL, "--colour", colour, "--frame", 3, "--output", "numbered.png")
    scree("render", recorded, *SMALL, "--color", colour, "--output", "last.png")
    plain = scree("render", recorded, *SMALL, "--color", "speed" if colour != "speed" else "id", "--output", "other.png")
    assert plain.returncode == 0
    assert (tmp_path / "last.png").read_bytes() != (tmp_path / "other.png").read_bytes()
    assert len(Png(tmp_path / "numbered.png").colours()) > 100


def test_forces_of_a_trajectory_are_not_known(scree, tmp_path):
    scree("run", write_scene(tmp_path, '["trajectory"]'), "--steps", 5, "--output", "out", "--quiet")
    done = scree("render", "out", *SMALL, "--frame", 0, "--color", "force", expect=2)
    assert "vtk" in done.stderr
    scree("render", "out", *SMALL, "--color", "force")  # the last state knows them


def test_cameras_and_hidden_groups_change_the_picture(scree, recorded, tmp_path):
    looks = [[], ["--camera", "1,1,1"], ["--target", "0.4,0,0"], ["--fov", "60", "--camera", "1,1,1"],
             ["--camera=-1,-1,3", "--up", "0,1,0"], ["--hide", "post"], ["--hide", "post", "--hide", "floor"],
             ["--hide", "balls"], ["--no-legend"]]
    pictures = set()
    for look in looks:
        scree("render", recorded, "--size", "320x240", "--samples", "4", *look, "--output", "look.png")
        pictures.add((tmp_path / "look.png").read_bytes())
    assert len(pictures) == len(looks)


@pytest.mark.parametrize("flags, words", [
    (["--frame", "4"], ["--frame 4", "0 to 3"]),
    (["--frame", "first"], ["--frame first", "last"]),
    (["--frame", "-1"], ["--frame -1"]),
    (["--size", "200"], ["--size 200", "1280x960"]),
    (["--size", "0x100"], ["--size 0x100", "16"]),
    (["--size", "99999x99999"], ["--size", "8192"]),
    (["--size", "1e3x100"], ["--size"]),
    (["--color", "blue"], ["--color blue", "speed"]),
    (["--camera", "1,2"], ["--camera 1,2", "three numbers"]),
    (["--camera", "1,2,3,4"], ["three numbers"]),
    (["--camera", "1,2,nan"], ["three numbers"]),
    (["--camera", "1,2,inf"], ["three numbers"]),
    (["--camera", "1,2,3", "--target", "1,2,3"], ["same point"]),
    (["--up", "0,0,0"], ["--up", "direction"]),
    (["--camera", "0,0,5", "--target", "0,0,0", "--up", "0,0,1"], ["--up", "line of sight"]),
    (["--fov", "0"], ["--fov 0", "degrees"]),
    (["--fov", "180"], ["--fov 180"]),
    (["--fov", "nan"], ["--fov"]),
    (["--samples", "0"], ["--samples"]),
    (["--hide", "bals"], ["--hide bals", "balls"]),
    (["--hide", "something else"], ["floor, post, balls"]),
    (["--frame", "all", "--output", "film.png"], ["film.png", "folder"]),
    (["--colur", "id"], ["--colur", "--color"]),
])
def test_what_is_wrong_is_said(flags, words, scree, recorded, tmp_path):
    done = scree("render", recorded, *flags, expect=2)
    assert [word for word in words if word not in done.stderr] == [], done.stderr
    assert not list(tmp_path.rglob("*.png"))


def test_folders_that_are_no_runs(scree, tmp_path):
    for folder in ("nowhere", tmp_path):
        done = scree("render", folder, expect=2)
        assert "not the output folder of a run" in done.stderr


def test_places_that_cannot_be_written_to(scree, recorded, tmp_path):
    (tmp_path / "file").write_text("kept")
    done = scree("render", recorded, *SMALL, "--output", "file/here.png", expect=1)
    assert "file" in done.stderr
    assert (tmp_path / "file").read_text() == "kept"


def test_a_damaged_frame_is_reported(scree, tmp_path):
    scree("run", write_scene(tmp_path), "--steps", 5, "--output", "out", "--quiet")
    file = tmp_path / "out/vtk/bodies_000000.vtp"
    file.write_bytes(file.read_bytes()[:700])
    done = scree("render", "out", "--frame", 0, expect=1)
    assert "bodies_000000.vtp" in done.stderr


def test_render_runs_under_traps(program, recorded, tmp_path):
    done = subprocess.run([program, "render", recorded, *SMALL, "--frame", "2", "--output", "a.png"], cwd=tmp_path,
                          env={**os.environ, "SCREE_FP_TRAPS": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
