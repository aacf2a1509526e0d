"""`scree measure`: numbers of a recorded run against closed forms, and what is said when there are none."""

import json
import math
import shutil
import subprocess

import pytest

DENSITY, SIDE, THICKNESS, G, BLOCKS = 2000.0, 0.1, 0.02, 9.81, 5
WEIGHT = DENSITY * SIDE * SIDE * THICKNESS * G  # of one block

COLUMN = """
[simulation]
dimension = 2
thickness = 0.02
until = "0.6 s"
gravity = [0, -9.81]

[[material]]
name = "stone"
density = 2000
young = 1e7
restitution = 0.1

[[shape]]
name = "block"
kind = "polygon"
vertices = [[0, 0], [0.1, 0], [0.1, 0.1], [0, 0.1]]

[[shape]]
name = "ground"
kind = "half-plane"

[[body]]
name = "floor"
shape = "ground"
material = "stone"
""" + "".join(f"""
[[body]]
name = "block{n}"
shape = "block"
material = "stone"
position = [0.05, {0.05 + 0.1 * n}]
motion = "free"
""" for n in range(BLOCKS)) + """
[[probe]]
name = "stress"
kind = "stress"
region = { lower = [0, 0.16], upper = [0.1, 0.24] }
every = "0.1 s"

[output]
every = "0.2 s"
formats = ["vtk", "trajectory"]
"""


@pytest.fixture(scope="module")
def column(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("column")
    (folder / "column.toml").write_text(COLUMN)
    done = subprocess.run([program, "run", "column.toml", "--quiet", "--output", "out"], cwd=folder,
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder / "out"


def measured(scree, *arguments):
    done = scree("measure", *arguments, "--json")
    assert done.stdout.count("\n") == 1 and done.stderr == ""
    found = json.loads(done.stdout)
    return {name: entry["value"] for name, entry in found["measures"].items()}, found


def test_the_floor_carries_the_weight(scree, column):
    values, _ = measured(scree, column, "--what", "walls")
    assert values["force.floor"][1] == pytest.approx(-BLOCKS * WEIGHT, rel=1e-3)
    assert abs(values["force.floor"][0]) < 1e-3 * WEIGHT


@pytest.mark.parametrize("frame", ["last", "3"])
def test_stress_between_two_blocks_is_the_weight_above_over_the_area(frame, scree, column):
    """Between the centres of the second and the third block the force of three blocks goes down."""
    values, found = measured(scree, column, "--frame", frame, "--region", "0,0.16,0.1,0.24", "--what", "stress")
    expected = 3 * WEIGHT / (SIDE * THICKNESS)
    assert values["stress"][3] == pytest.approx(expected, rel=2e-3)
    assert values["principal_stress"][0] == pytest.approx(expected, rel=2e-3)
    assert values["pressure"] == pytest.approx(expected / 2, rel=2e-3)
    assert abs(values["principal_direction"][1]) == pytest.approx(1, abs=1e-3)
    assert found["measures"]["stress"]["unit"] == "Pa" and found["missing"] == []


def test_the_probe_says_the_same(column):
    lines = (column / "probes/stress.csv").read_text().splitlines()
    row = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    assert row["syy [Pa]"] == pytest.approx(3 * WEIGHT / (SIDE * THICKNESS), rel=2e-3)
    assert row["volume [m^3]"] == pytest.approx(0.1 * 0.08 * THICKNESS, rel=1e-9)


def test_a_region_is_filled_by_what_of_the_blocks_lies_inside(scree, column):
    values, _ = measured(scree, column, "--region", "-0.05,0.1,0.05,0.3", "--what", "packing")
    assert values["solid_fraction"] == pytest.approx(0.5, rel=1e-3)
    assert values["volume"] == pytest.approx(0.1 * 0.2 * THICKNESS, rel=1e-9)


def test_frames_of_both_formats_hold_the_same_bodies(scree, column, tmp_path):
    bare = tmp_path / "bare"
    shutil.copytree(column, bare)
    shutil.rmtree(bare / "vtk")
    of_vtk, _ = measured(scree, column, "--frame", 2, "--what", "packing,velocity-gradient,strain,repose")
    of_trajectory, found = measured(scree, bare, "--frame", 2, "--what", "packing,velocity-gradient,strain,repose")
    assert of_trajectory["solid_fraction"] == of_vtk["solid_fraction"]
    assert of_trajectory["size"] == of_vtk["size"]
    assert "coordination" in of_vtk and "coordination" not in of_trajectory
    assert any("no contacts" in entry["why"] for entry in found["missing"])


def test_the_nearest_frame_to_a_time(scree, column):
    assert measured(scree, column, "--time", "0.39", "--what", "packing")[1]["frame"] == 2
    assert measured(scree, column, "--time", "210 ms", "--what", "packing")[1]["frame"] == 1


def test_the_table_names_value_unit_and_meaning(scree, column):
    text = scree("measure", column).stdout
    assert "pressure" in text and " Pa " in text and "mean normal stress" in text and "not measured: flow" in text


@pytest.mark.parametrize("arguments, said", [
    (["--frame", "77"], "frames 0 to 3"), (["--frame", "x"], "--frame"), (["--time", "9"], "--time"),
    (["--time", "1 kg"], "--time"), (["--what", "strss"], "stress"), (["--what", "weather"], "there are packing"),
    (["--region", "0,0,1"], "4 numbers"), (["--region", "0,0,1,0"], "empty along y"), (["--along", "0,0,0"], "--along"),
    (["--frame", "1", "--time", "0.1"], "--time"), (["--since", "88"], "88")])
def test_wrong_wishes_are_refused(arguments, said, scree, column):
    done = scree("measure", column, *arguments, expect=2)
    assert said in done.stderr and done.stdout == ""


def test_what_is_no_run_is_refused(scree, tmp_path):
    assert "not the output folder of a run" in scree("measure", tmp_path, expect=2).stderr
    assert "not the output folder of a run" in scree("measure", tmp_path / "none", expect=2).stderr


def test_a_run_without_frames_has_a_last_state(scree, tmp_path):
    scree("run", "bounce", "--steps", 50, "--quiet", "--set", "output.every=0", "--output", "bare")
    assert measured(scree, "bare", "--what", "packing")[0]["grains"] == 1
    assert "no frames" in scree("measure", "bare", "--frame", 0, expect=2).stderr
    assert "no frames" in scree("measure", "bare", "--time", 0, expect=2).stderr


def test_broken_files_are_a_failure_with_their_name(scree, column, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(column, broken)
    file = broken / "vtk/bodies_000001.vtp"
    file.write_bytes(file.read_bytes()[:-3000])
    assert "bodies_000001.vtp" in scree("measure", broken, "--frame", 1, expect=1).stderr


HEAP = """
[simulation]
until = "10 ms"
dt = "5 us"
gravity = [0, 0, 0]
[[material]]
name = "stone"
[[shape]]
name = "ball"
kind = "sphere"
radius = 0.005
"""


def test_a_cone_of_balls_has_the_angle_it_was_built_with(scree, tmp_path):
    """Without gravity nothing moves, and up is z."""
    angle, bodies = math.radians(30), ""
    for layer in range(20):
        radius = 0.012 * (20 - layer) / math.tan(angle)
        around = max(1, int(2 * math.pi * radius / 0.0125))
        for n in range(around):
            bodies += f"""[[body]]
shape = "ball"
material = "stone"
position = [{radius * math.cos(2 * math.pi * n / around)}, {radius * math.sin(2 * math.pi * n / around)}, {0.012 * layer}]
"""
    (tmp_path / "cone.toml").write_text(HEAP + bodies)
    scree("run", "cone.toml", "--quiet", "--steps", 1)
    values, _ = measured(scree, "out/cone", "--what", "repose")
    assert values["repose"] == pytest.approx(30, abs=0.5) and len(values["repose_flanks"]) == 8


def test_outflow_of_a_stream_with_a_known_rate(scree, tmp_path):
    """Balls fall one after the other, 50 a second, into an outlet."""
    (tmp_path / "stream.toml").write_text("""
[simulation]
until = "2 s"
dt = "0.1 ms"
integrator = "verlet"
[[material]]
name = "stone"
young = 1e5
density = 1000
[[shape]]
name = "ball"
kind = "sphere"
radius = 0.005
[[inlet]]
name = "tap"
region = { lower = [-0.006, -0.006, 0.994], upper = [0.006, 0.006, 1.006] }
shape = "ball"
material = "stone"
rate = 50
velocity = [0, 0, -1]
[[outlet]]
name = "drain"
region = { lower = [-1, -1, -1], upper = [1, 1, 0.5] }
[[probe]]
name = "out"
kind = "flow"
target = "drain"
every = "10 ms"
""")
    scree("run", "stream.toml", "--quiet")
    values, _ = measured(scree, "out/stream", "--what", "flow")
    assert values["flow.drain.bodies"] == pytest.approx(50, rel=0.02)
    assert values["flow.drain.mass"] == pytest.approx(50 * 1000 * 4 / 3 * math.pi * 0.005**3, rel=0.02)
