"""Pictures of runs in the plane: PNG, SVG, PDF, GIF and WebP of the same drawing, strips, force chains, and what is said when
something is wrong."""

import os
import re
import struct
import subprocess
import xml.etree.ElementTree as ElementTree
import zlib

import pytest
from test_render import Png

SCENE = """
[simulation]
dimension = 2
thickness = 0.1
until = "0.3 s"
dt = "50 us"
gravity = [0, -9.81]

[[material]]
name = "stone"
young = 1e7
friction = 0.5

[[shape]]
name = "coin"
kind = "disc"
radius = 0.04

[[shape]]
name = "hexagon"
kind = "regular"
sides = 6
radius = 0.05

[[shape]]
name = "side"
kind = "box"
half_extents = [0.05, 0.3]

[[shape]]
name = "ground"
kind = "half-plane"

[[body]]
name = "floor"
shape = "ground"
material = "stone"

[[body]]
name = "left"
shape = "side"
material = "stone"
position = [-0.4, 0.3]

[[body]]
name = "right"
shape = "side"
material = "stone"
position = [0.4, 0.3]

[[fill]]
name = "coins"
region = { kind = "box", lower = [-0.34, 0], upper = [0.34, 0.25] }
count = 8
shape = "coin"
material = "stone"

[[fill]]
name = "hexagons"
region = { kind = "box", lower = [-0.34, 0.3], upper = [0.34, 0.6] }
count = 7
shape = "hexagon"
material = "stone"

[output]
every = "50 ms"
formats = %s
"""

SVG = "{http://www.w3.org/2000/svg}"


def write_scene(folder, formats='["vtk"]'):
    (folder / "tray.toml").write_text(SCENE % formats)
    return "tray.toml"


@pytest.fixture(scope="module")
def tray(program, tmp_path_factory):
    """A run with seven frames."""
    folder = tmp_path_factory.mktemp("tray")
    subprocess.run([program, "run", write_scene(folder), "--quiet", "--output", "out"], cwd=folder, check=True)
    return folder / "out"


class Svg:
    def __init__(self, path):
        self.root = ElementTree.parse(path).getroot()
        assert self.root.tag == SVG + "svg"
        self.size = int(self.root.get("width")), int(self.root.get("height"))

    def paths(self, name):
        return [path for group in self.root.findall(SVG + "g") if group.get("class") == name
                for path in group.findall(SVG + "path")]

    def texts(self):
        return [text.text for text in self.root.iter(SVG + "text")]


class Pdf:
    """A PDF file, its streams unpacked."""

    def __init__(self, path):
        self.data = path.read_bytes()
        assert self.data[:5] == b"%PDF-" and self.data.rstrip().endswith(b"%%EOF")
        self.content = b""  # of streams
        for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", self.data, re.S):
            try:
                self.content += zlib.decompress(packed)
            except zlib.error:
                pass  # not packed
        box = re.findall(rb"/MediaBox \[ *0 0 ([\d.]+) ([\d.]+) *\]", self.data)
        assert len(set(box)) == 1 and len(re.findall(rb"/Type /Page\b", self.data)) == 1
        self.page = tuple(float(side) for side in box[0])

    def operators(self, name):
        return len(re.findall(rb"(?<=[\s\])])" + re.escape(name) + rb"(?=\s)", self.content))


def webp_frames(data):
    """Size of an animated WebP, and how long its frames stand, by its chunks alone."""
    assert data[:4] == b"RIFF" and struct.unpack("<I", data[4:8])[0] == len(data) - 8 and data[8:12] == b"WEBP"
    at, size, delays = 12, None, []
    while at < len(data):
        kind, length = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
        body = data[at + 8:at + 8 + length]
        if kind == b"VP8X":
            size = tuple(1 + int.from_bytes(body[k:k + 3], "little") for k in (4, 7))
        if kind == b"ANIM":
            assert body[4:6] == b"\0\0"  # for ever
        if kind == b"ANMF":
            delays.append(int.from_bytes(body[12:15], "little"))
        at += 8 + length + length % 2
    assert at == len(data)
    return size, delays


def gif_frames(data):
    """Size of a GIF, and the delays of its frames, by its blocks alone."""
    assert data[:6] == b"GIF89a" and data[-1:] == b";"
    size = struct.unpack("<HH", data[6:10])
    at, delays, images = 13 + 3 * 256, [], 0
    while data[at:at + 1] != b";":
        if data[at:at + 2] == b"!\xf9":
            delays.append(struct.unpack("<H", data[at + 4:at + 6])[0])
        if data[at:at + 1] == b"!":
            at += 2
        else:
            assert data[at:at + 1] == b","
            images += 1
            at += 11
        while data[at]:
            at += 1 + data[at]
        at += 1
    assert at == len(data) - 1 and images == len(delays)
    return size, delays


def test_a_planar_run_leaves_a_plane_preview(tray):
    picture = Png(tray / "preview.png")
    assert (picture.width, picture.height) == (800, 600)
    colours = picture.colours()
    assert b"\xff\xff\xff" in colours and len(colours) > 100


def test_png_and_svg_of_the_last_state(scree, tray, tmp_path):
    done = scree("render", tray, "--size", "400x300", "--output", "last.png")
    assert done.stdout == "last.png\n" and done.stderr == ""
    picture = Png(tmp_path / "last.png")
    assert (picture.width, picture.height) == (400, 300)
    scree("render", tray, "--size", "400x300", "--output", "last.svg")
    svg = Svg(tmp_path / "last.svg")
    assert svg.size == (400, 300)
    assert len(svg.paths("grains")) == 15 and len(svg.paths("walls")) == 3 and len(svg.paths("spokes")) == 8
    assert not svg.paths("forces")
    assert "t = 0.3 s" in svg.texts() and "speed [m/s]" in svg.texts()
    # Discs are arcs, hexagons have six corners, and all are inside the picture.
    shapes = [path.get("d") for path in svg.paths("grains")]
    assert sum("a" in d for d in shapes) == 8
    assert sum(d.count("L") == 5 for d in shapes) == 7
    for d in shapes:
        x, y = map(float, re.match(r"M(\S+) ([\d.]+)", d).groups())
        assert 0 < x < 400 and 0 < y < 300


def test_the_middle_of_a_grain_has_its_colour_in_both_formats(scree, tray, tmp_path):
    for name in ("a.png", "a.svg"):
        scree("render", tray, "--size", "640x480", "--colour", "group", "--output", name)
    rows = list(Png(tmp_path / "a.png").rows())
    checked = 0
    for path in Svg(tmp_path / "a.svg").paths("grains"):
        corners = re.findall(r"[ML](\S+?) ([\d.]+)", path.get("d"))
        if len(corners) != 6:
            continue
        x, y = (int(sum(float(c[k]) for c in corners) / 6) for k in (0, 1))
        assert "#" + rows[y][3 * x:3 * x + 3].hex() == path.get("fill")
        checked += 1
    assert checked == 7


def test_the_same_run_gives_the_same_bytes(scree, tray, tmp_path):
    for ending in ("png", "svg", "gif"):
        for name in ("a", "b"):
            scree("render", tray, "--size", "320x240", "--output", f"{name}.{ending}", "--threads", 1 + (name == "b"))
        assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_render_writes_beside_the_run_by_default(scree, tmp_path):
    scree("run", write_scene(tmp_path), "--steps", 3, "--output", "out", "--quiet")
    scree("render", "out")
    Png(tmp_path / "out/pictures/last.png")
    scree("render", "out", "--animate", "--size", "100x80")
    assert gif_frames((tmp_path / "out/pictures/film.gif").read_bytes())[0] == (100, 80)


@pytest.mark.parametrize("formats", ['["vtk"]', '["trajectory"]'])
def test_frames_from_both_kinds_of_files(formats, scree, tmp_path):
    scree("run", write_scene(tmp_path, formats), "--output", "out", "--quiet")
    done = scree("render", "out", "--frame", "all", "--every", 3, "--size", "200x150", "--output", "film")
    assert done.stdout.split() == [f"film/frame_{n:06}.png" for n in (0, 3, 6)]
    scree("render", "out", "--frame", 2, "--output", "two.svg")
    svg = Svg(tmp_path / "two.svg")
    assert len(svg.paths("grains")) == 15 and len(svg.paths("spokes")) == 8 and "t = 0.1 s" in svg.texts()


def test_vtk_and_trajectory_show_the_same(scree, tmp_path):
    scree("run", write_scene(tmp_path, '["vtk", "trajectory"]'), "--output", "out", "--quiet")
    scree("render", "out", "--frame", 4, "--colour", "rotation", "--output", "vtk.svg")
    for file in (tmp_path / "out/vtk").glob("bodies_*.vtp"):
        file.unlink()
    scree("render", "out", "--frame", 4, "--colour", "rotation", "--output", "trajectory.svg")
    one, other = (Svg(tmp_path / name).paths("grains") for name in ("vtk.svg", "trajectory.svg"))
    assert len(one) == len(other) == 15
    numbers = [[float(x) for path in paths for x in re.findall(r"-?[\d.]+", path.get("d"))] for paths in (one, other)]
    assert max(abs(a - b) for a, b in zip(*numbers)) < 0.05
    channels = [[int(path.get("fill")[k:k + 2], 16) for path in paths for k in (1, 3, 5)] for paths in (one, other)]
    assert max(abs(a - b) for a, b in zip(*channels)) <= 2


def test_force_chains(scree, tray, tmp_path):
    for frame in ("last", "6"):
        scree("render", tray, "--forces", "--frame", frame, "--output", f"{frame}.svg")
        lines = Svg(tmp_path / f"{frame}.svg").paths("forces")
        widths = [float(line.get("stroke-width")) for line in lines]
        assert len(lines) >= 3 and max(widths) > 2 * min(widths)  # a bed that still moves
    scree("render", tray, "--output", "plain.png")
    scree("render", tray, "--forces", "--output", "chains.png")
    assert (tmp_path / "plain.png").read_bytes() != (tmp_path / "chains.png").read_bytes()


def test_forces_of_a_trajectory_are_not_known(scree, tmp_path):
    scree("run", write_scene(tmp_path, '["trajectory"]'), "--steps", 5, "--output", "out", "--quiet")
    for flags in (["--forces"], ["--colour", "force"]):
        assert "vtk" in scree("render", "out", "--frame", 0, *flags, expect=2).stderr
        scree("render", "out", *flags)  # the last state knows them


@pytest.mark.parametrize("colour", ["speed", "force", "rotation", "id", "group"])
def test_colourings(colour, scree, tray, tmp_path):
    scree("render", tray, "--colour", colour, "--frame", 5, "--output", "a.svg")
    fills = {path.get("fill") for path in Svg(tmp_path / "a.svg").paths("grains")}
    assert len(fills) == 2 if colour == "group" else len(fills) > 6


def test_a_strip_shows_frames_from_the_first_to_the_last(scree, tray, tmp_path):
    scree("render", tray, "--strip", 4, "--size", "320x240", "--output", "strip.svg")
    svg = Svg(tmp_path / "strip.svg")
    assert svg.size == (1280, 240)
    assert [text for text in svg.texts() if text.startswith("t =")] == [f"t = {t} s" for t in (0, 0.1, 0.2, 0.3)]
    assert len(svg.paths("grains")) == 4 * 15
    scree("render", tray, "--strip", 3, "--output", "strip.png")
    picture = Png(tmp_path / "strip.png")
    assert (picture.width, picture.height) == (3 * 480, 360)


def test_an_animation_keeps_the_time(scree, tray, tmp_path):
    scree("render", tray, "--animate", "--slower", 2, "--size", "200x150", "--output", "film.gif")
    assert gif_frames((tmp_path / "film.gif").read_bytes()) == ((200, 150), [10] * 6 + [100])
    scree("render", tray, "--output", "usual.gif", "--every", 2)
    assert gif_frames((tmp_path / "usual.gif").read_bytes()) == ((640, 480), [5] * 3 + [100])
    scree("render", tray, "--frame", 2, "--size", "200x150", "--output", "still.gif")
    assert gif_frames((tmp_path / "still.gif").read_bytes()) == ((200, 150), [0])


def test_webp_moves_like_gif_and_stands_still(scree, tray, tmp_path):
    scree("render", tray, "--slower", 2, "--size", "200x150", "--animate", "--output", "film.webp")
    assert webp_frames((tmp_path / "film.webp").read_bytes()) == ((200, 150), [100] * 6 + [1000])
    scree("render", tray, "--output", "usual.webp", "--every", 2)
    assert webp_frames((tmp_path / "usual.webp").read_bytes()) == ((640, 480), [50] * 3 + [1000])
    scree("render", tray, "--frame", 2, "--size", "200x150", "--output", "still.webp")
    data = (tmp_path / "still.webp").read_bytes()
    assert data[:4] + data[8:16] == b"RIFFWEBPVP8L"  # without losses
    width, height = (1 + (struct.unpack("<I", data[21:25])[0] >> shift & 0x3fff) for shift in (0, 14))
    assert (width, height) == (200, 150)


def test_pdf_is_a_page_of_curves_and_letters(scree, tray, tmp_path):
    scree("render", tray, "--frame", 2, "--size", "640x480", "--output", "a.pdf")
    scree("render", tray, "--frame", 2, "--size", "640x480", "--output", "a.svg")
    pdf = Pdf(tmp_path / "a.pdf")
    assert pdf.page == (480, 360)  # 96 pixels are an inch
    svg = Svg(tmp_path / "a.svg")
    figures = sum(len(svg.paths(name)) for name in ("walls", "grains", "legend"))
    assert pdf.operators(b"f") + pdf.operators(b"f*") == figures + 1  # and the paper
    heights = {text.get("y") for text in svg.root.iter(SVG + "text")}
    assert pdf.operators(b"Tj") + pdf.operators(b"TJ") >= len(heights)  # neighbours in a line may be written as one
    assert b"DejaVuSans" in pdf.data and b"FontFile" in pdf.data  # nobody else needs the font
    assert b"CreationDate" not in pdf.data + pdf.content


def test_the_same_run_gives_the_same_bytes(scree, tray, tmp_path):
    for ending in ("png", "svg", "pdf", "gif", "webp"):
        for name in ("one", "other"):
            scree("render", tray, "--size", "320x240", "--output", f"{name}.{ending}")
        assert (tmp_path / f"one.{ending}").read_bytes() == (tmp_path / f"other.{ending}").read_bytes()


def test_pictures_need_no_font_of_the_machine(program, tray, tmp_path):
    """Neither a configuration of fonts nor a home where such might be."""
    nowhere = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "FONTCONFIG_FILE": "/nonexistent",
               "FONTCONFIG_PATH": "/nonexistent", "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent"}
    for name, env in (("usual.png", None), ("bare.png", nowhere)):
        done = subprocess.run([program, "render", tray, "--frame", "2", "--output", name], cwd=tmp_path, env=env,
                              capture_output=True, text=True)
        assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / "usual.png").read_bytes() == (tmp_path / "bare.png").read_bytes()


def test_windows_and_hidden_groups(scree, tray, tmp_path):
    scree("render", tray, "--window=-0.1,0,0.1,0.15", "--size", "400x300", "--no-legend", "--output", "near.svg")
    near = Svg(tmp_path / "near.svg")
    assert 0 < len(near.paths("grains")) < 15
    scree("render", tray, "--hide", "coins", "--hide", "left", "--output", "hidden.svg")
    hidden = Svg(tmp_path / "hidden.svg")
    assert len(hidden.paths("grains")) == 7 and len(hidden.paths("walls")) == 2 and not hidden.paths("spokes")


@pytest.mark.parametrize("flags, words", [
    (["--frame", "7"], ["--frame 7", "0 to 6"]),
    (["--frame", "first"], ["--frame first"]),
    (["--size", "99999x99999"], ["--size"]),
    (["--colour", "blue"], ["--color blue", "rotation"]),
    (["--camera", "1,2,3"], ["--camera", "plane", "--window"]),
    (["--samples", "4"], ["--samples", "space"]),
    (["--window", "1,2,3"], ["--window 1,2,3", "four numbers"]),
    (["--window", "1,2,0,3"], ["left < right"]),
    (["--strip", "8"], ["--strip 8", "7 frames"]),
    (["--strip", "0"], ["--strip"]),
    (["--strip", "6", "--size", "2000x1000"], ["--strip 6", "8192"]),
    (["--strip", "2", "--frame", "all"], ["--strip 2", "--frame"]),
    (["--animate", "--output", "film.png"], ["film.png", ".gif"]),
    (["--animate", "--frame", "3"], ["--frame 3", "animation"]),
    (["--animate", "--slower", "0"], ["--slower 0"]),
    (["--slower", "2"], ["--animate"]),
    (["--output", "a.jpg"], ["a.jpg", ".png or .svg or .pdf or .gif or .webp"]),
    (["--animate", "--output", "film.pdf"], ["film.pdf", ".webp"]),
    (["--frame", "all", "--output", "all.pdf"], ["all.pdf", "folder"]),
    (["--frame", "all", "--output", "all.svg"], ["all.svg", "folder"]),
    (["--hide", "coin"], ["--hide coin", "coins"]),
])
def test_what_is_wrong_is_said(flags, words, scree, tray, tmp_path):
    done = scree("render", tray, *flags, expect=2)
    assert [word for word in words if word not in done.stderr] == [], done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("flags, words", [
    (["--output", "a.svg"], ["a.svg", "space", ".png"]),
    (["--output", "a.gif"], ["a.gif", "space"]),
    (["--animate"], ["--animate", "--frame all"]),
    (["--forces"], ["--forces", "plane"]),
    (["--strip", "2"], ["--strip", "plane"]),
])
def test_runs_in_space_say_what_they_can(flags, words, scree, tmp_path):
    scree("run", "bounce", "--steps", 3, "--output", "out", "--quiet")
    done = scree("render", "out", *flags, expect=2)
    assert [word for word in words if word not in done.stderr] == [], done.stderr


def test_a_run_without_frames(scree, tmp_path):
    scree("run", write_scene(tmp_path), "--steps", 5, "--set", "output.every=0", "--output", "out", "--quiet")
    for flags in (["--animate"], ["--frame", "all"], ["--strip", "2"]):
        done = scree("render", "out", *flags, expect=2)
        assert "no frames" in done.stderr or "0 frames" in done.stderr
    scree("render", "out", "--output", "a.svg")
    assert len(Svg(tmp_path / "a.svg").paths("grains")) == 15


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "gif", "webp"])
def test_a_full_disk_is_reported_and_leaves_nothing(ending, program, tray, tmp_path):
    """As far as files are concerned: one that may not grow, and a place that cannot be."""
    (tmp_path / "file").write_text("kept")
    done = subprocess.run([program, "render", tray, "--output", f"file/a.{ending}"], cwd=tmp_path, capture_output=True,
                          text=True)
    assert done.returncode == 1 and "file" in done.stderr
    limited = subprocess.run(["bash", "-c", f'ulimit -f 1; trap "" XFSZ; exec "$0" render "$1" --output b.{ending}',
                              program, tray], cwd=tmp_path, capture_output=True, text=True)
    assert limited.returncode == 1 and f"b.{ending}" in limited.stderr, limited.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_render_runs_under_traps(program, tray, tmp_path):
    for flags in (["--forces", "--output", "a.png"], ["--strip", "3", "--output", "a.svg"], ["--output", "a.gif"],
                  ["--forces", "--output", "a.pdf"], ["--output", "a.webp"]):
        done = subprocess.run([program, "render", tray, *flags], cwd=tmp_path, capture_output=True, text=True,
                              env={**os.environ, "SCREE_FP_TRAPS": "1"})
        assert done.returncode == 0, done.stderr
