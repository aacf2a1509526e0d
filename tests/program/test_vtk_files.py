"""The files of a run, judged by others: VTK's own reader, h5py, and closed forms.

Also what is left on a full disk and where nothing can be written.
"""

import json
import math
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pytest

h5py = pytest.importorskip("h5py")
np = pytest.importorskip("numpy")
vtk = pytest.importorskip("vtk")
from vtk.util.numpy_support import vtk_to_numpy  # noqa: E402

RADIUS = 0.1
DENSITY = 2500.0
WEIGHT = 9.81 * DENSITY * 4 / 3 * math.pi * RADIUS**3
FLOOR, LONE, LOWER, UPPER = 0, 1, 2, 3  # ids, in the order of the scene

# One ball on a floor, and two on top of each other; all come to rest. A block stands far away.
SCENE = """
[simulation]
until = "1 s"
gravity = [0, 0, -9.81]

[[material]]
name = "stuff"
density = 2500
young = 1e7
poisson = 0.25
restitution = 0.3
friction = 0.5

[[shape]]
name = "ball"
kind = "sphere"
radius = 0.1

[[shape]]
name = "ground"
kind = "half-space"

[[shape]]
name = "brick"
kind = "box"
half_extents = [0.1, 0.2, 0.3]

[[body]]
name = "floor"
shape = "ground"
material = "stuff"

[[body]]
shape = "ball"
material = "stuff"
position = [0, 0, 0.105]
spin = [0, 0, 1]

[[body]]
shape = "ball"
material = "stuff"
position = [1, 0, 0.1]

[[body]]
shape = "ball"
material = "stuff"
position = [1, 0, 0.3]

[[body]]
name = "block"
shape = "brick"
material = "stuff"
position = [-1, 0, 0.3]

[[probe]]
name = "energy"
kind = "energy"
every = "10 ms"

[output]
every = "%s"
formats = ["vtk", "trajectory"]
checkpoint_every = "0.05 s"
"""


def write_scene(folder, every):
    path = folder / "balls.toml"
    path.write_text(SCENE % every)
    return path


@pytest.fixture(scope="module")
def run_folder(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("vtk")
    scene = write_scene(folder, "50 ms")
    done = subprocess.run([program, "run", scene, "--output", folder / "out", "--json"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder / "out"


def read_vtp(path):
    """The data set as VTK itself reads it; a complaint of the reader is a failure."""
    complaints = []
    reader = vtk.vtkXMLPolyDataReader()
    for event in ("ErrorEvent", "WarningEvent"):
        reader.AddObserver(event, lambda *_: complaints.append(event))
    reader.SetFileName(str(path))
    assert reader.CanReadFile(str(path)), path
    reader.Update()
    assert not complaints and reader.GetErrorCode() == 0, path
    return reader.GetOutput()


def arrays(data):
    return {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}


def frames(out):
    """(name of the frame, its group in trajectory.h5) one after the other."""
    with h5py.File(out / "trajectory.h5") as index:
        for name in sorted(index["frames"]):
            yield name, index["frames"][name]


def points_of(poly):
    """Without points VTK has no array of them."""
    return vtk_to_numpy(poly.GetPoints().GetData()) if poly.GetNumberOfPoints() else np.zeros((0, 3))


def time_of(poly):
    return poly.GetFieldData().GetArray("TimeValue").GetValue(0)


def test_collections_name_every_frame_and_its_time(run_folder):
    summary = json.loads((run_folder / "summary.json").read_text())
    with h5py.File(run_folder / "trajectory.h5") as index:
        times = index["time"][:]
        steps = index["step"][:]
        assert len(index["frames"]) == len(times)
    assert len(times) == 21
    assert np.all(np.abs(times - 0.05 * np.arange(21)) <= summary["dt"])
    assert np.array_equal(times, steps * summary["dt"])
    for stem in ("bodies", "contacts"):
        entries = ET.parse(run_folder / f"{stem}.pvd").getroot().findall("./Collection/DataSet")
        assert [float(e.get("timestep")) for e in entries] == list(times)
        named = [run_folder / e.get("file") for e in entries]
        assert named == sorted((run_folder / "vtk").glob(f"{stem}_*.vtp"))
        assert [time_of(read_vtp(path)) for path in named] == list(times)


def test_bodies_are_where_the_trajectory_has_them(run_folder):
    for name, frame in frames(run_folder):
        poly = read_vtp(run_folder / f"vtk/bodies_{name}.vtp")
        points = points_of(poly)
        data = arrays(poly.GetPointData())
        ids = frame["id"][:]
        assert sorted(set(data["id"])) == list(ids) == [0, 1, 2, 3, 4]
        assert poly.GetNumberOfCells() == 3 * 80 + 6 + 1
        assert time_of(poly) == frame.attrs["time"]
        for i, body in enumerate(ids):
            mine = data["id"] == body
            centre, velocity, spin = frame["position"][i], frame["velocity"][i], frame["spin"][i]
            assert np.allclose(data["velocity"][mine], velocity, rtol=1e-6, atol=1e-9)
            assert np.allclose(data["spin"][mine], spin, rtol=1e-6, atol=1e-9)
            assert np.allclose(data["speed"][mine], np.linalg.norm(velocity), rtol=1e-6, atol=1e-9)
            if body == FLOOR:
                assert np.all(np.abs(points[mine][:, 2]) < 1e-6)
                continue
            assert np.allclose(points[mine].mean(axis=0), centre, atol=1e-6)
            if body in (LONE, LOWER, UPPER):
                mass = DENSITY * 4 / 3 * math.pi * RADIUS**3
                energy = 0.5 * mass * (velocity @ velocity + 0.4 * RADIUS**2 * (spin @ spin))
                assert np.allclose(data["kinetic_energy"][mine], energy, rtol=1e-5, atol=1e-12)
                assert np.allclose(data["radius"][mine], RADIUS, rtol=1e-6)
                assert np.allclose(np.linalg.norm(points[mine] - centre, axis=1), RADIUS, atol=1e-6)
            else:
                assert np.allclose(np.abs(points[mine] - centre), [0.1, 0.2, 0.3], atol=1e-6)


def test_surfaces_are_closed_and_face_outwards(run_folder):
    poly = read_vtp(run_folder / "vtk/bodies_000000.vtp")
    for body, volume in ((LONE, 4 / 3 * math.pi * RADIUS**3), (4, 8 * 0.1 * 0.2 * 0.3)):
        select = vtk.vtkThreshold()
        select.SetInputData(poly)
        select.SetInputArrayToProcess(0, 0, 0, vtk.vtkDataObject.FIELD_ASSOCIATION_POINTS, "id")
        select.SetLowerThreshold(body)
        select.SetUpperThreshold(body)
        surface = vtk.vtkGeometryFilter()
        surface.SetInputConnection(select.GetOutputPort())
        triangles = vtk.vtkTriangleFilter()
        triangles.SetInputConnection(surface.GetOutputPort())
        mass = vtk.vtkMassProperties()
        mass.SetInputConnection(triangles.GetOutputPort())
        assert 0.85 * volume < mass.GetVolume() < 1.0001 * volume
        edges = vtk.vtkFeatureEdges()
        edges.SetInputConnection(triangles.GetOutputPort())
        edges.FeatureEdgesOff()
        edges.Update()
        assert edges.GetOutput().GetNumberOfCells() == 0  # no border, no edge of three faces


def test_contacts_are_those_of_the_trajectory(run_folder):
    seen = set()
    for name, frame in frames(run_folder):
        position = dict(zip(frame["id"][:], frame["position"][:]))
        overlaps = {
            (FLOOR, LONE): RADIUS - position[LONE][2],
            (FLOOR, LOWER): RADIUS - position[LOWER][2],
            (LOWER, UPPER): 2 * RADIUS - np.linalg.norm(position[UPPER] - position[LOWER]),
        }
        poly = read_vtp(run_folder / f"vtk/contacts_{name}.vtp")
        data = arrays(poly.GetCellData())
        pairs = list(zip(data["id_a"], data["id_b"]))
        # Forces belong to the predicted positions, the trajectory to the corrected ones.
        slack = 1e-6 * RADIUS
        assert {p for p, d in overlaps.items() if d > slack} <= set(pairs), name
        assert set(pairs) <= {p for p, d in overlaps.items() if d > -slack}, name
        points = points_of(poly)
        for k, (a, b) in enumerate(pairs):
            seen.add((a, b))
            cell = poly.GetCell(k)
            assert cell.GetNumberOfPoints() == 2
            start, end = points[cell.GetPointId(0)], points[cell.GetPointId(1)]
            overlap = data["overlap"][k]
            assert abs(overlap - overlaps[a, b]) < slack
            assert np.allclose(end, position[b], atol=slack)
            if a == FLOOR:
                assert np.allclose(data["normal"][k], [0, 0, 1], atol=1e-9)
                assert np.allclose(start[:2], position[b][:2], atol=slack) and abs(start[2] + overlap) < slack  # where the sphere would end
                assert math.isclose(data["area"][k], math.pi * RADIUS * overlap, rel_tol=1e-9)
            else:
                assert np.allclose(start, position[a], atol=slack)
                assert math.isclose(data["area"][k], math.pi * RADIUS / 2 * overlap, rel_tol=1e-9)
            force, normal = data["force"][k], data["normal"][k]
            assert math.isclose(force @ normal, data["normal_force"][k], rel_tol=1e-9, abs_tol=1e-9)
            across = np.linalg.norm(force - (force @ normal) * normal)
            assert math.isclose(across, data["tangential_force"][k], rel_tol=1e-9, abs_tol=1e-9)
    assert seen == {(FLOOR, LONE), (FLOOR, LOWER), (LOWER, UPPER)}


def test_at_rest_the_floor_carries_the_weight(run_folder):
    last = sorted((run_folder / "vtk").glob("contacts_*.vtp"))[-1]
    data = arrays(read_vtp(last).GetCellData())
    force = {(a, b): n for a, b, n in zip(data["id_a"], data["id_b"], data["normal_force"])}
    assert set(force) == {(FLOOR, LONE), (FLOOR, LOWER), (LOWER, UPPER)}
    assert math.isclose(force[FLOOR, LONE], WEIGHT, rel_tol=1e-5)
    assert math.isclose(force[FLOOR, LOWER], 2 * WEIGHT, rel_tol=1e-5)
    assert math.isclose(force[LOWER, UPPER], WEIGHT, rel_tol=1e-5)
    # Hertz: F = 4/3 E* sqrt(R) d^(3/2), with 1/E* = 2 (1 - nu^2)/E for equal materials.
    stiffness = 4 / 3 * 1e7 / (2 * (1 - 0.25**2)) * math.sqrt(RADIUS)
    lone = [k for k in range(len(data["id_a"])) if data["id_b"][k] == LONE][0]
    assert math.isclose(data["overlap"][lone], (WEIGHT / stiffness) ** (2 / 3), rel_tol=1e-5)


def test_orientation_in_the_trajectory_is_w_x_y_z(run_folder):
    # The lone ball spins about z and touches the floor at one point: it goes on turning.
    for _, frame in frames(run_folder):
        w, x, y, z = frame["orientation"][LONE]
        assert abs(w * w + x * x + y * y + z * z - 1) < 1e-9
        angle = 2 * math.atan2(z, w)
        assert abs(angle - frame.attrs["time"]) < 1e-3 and abs(x) < 1e-6 and abs(y) < 1e-6


def test_checkpoints_open_in_h5py_and_only_two_are_kept(run_folder):
    files = sorted((run_folder / "checkpoints").glob("*"))
    assert len(files) == 2 and all(f.name.startswith("step_") for f in files)
    summary = json.loads((run_folder / "summary.json").read_text())
    with h5py.File(files[-1]) as checkpoint:
        assert checkpoint["step"][0] == summary["steps"]
        assert checkpoint["bodies/position"].shape == (5, 3)
    assert not list(run_folder.rglob(".*"))  # nothing half-written is left


@pytest.fixture
def mounted(tmp_path):
    """mounted("size=600k"): a small file system of its own, unmounted after the test."""
    places = []

    def mount(options):
        place = tmp_path / f"mount{len(places)}"
        place.mkdir()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", place],
                              capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"cannot mount a small file system here: {done.stderr.strip()}")
        places.append(place)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", place], check=True)


def test_a_full_disk_is_reported_and_the_last_checkpoint_goes_on(scree, mounted, tmp_path):
    small = mounted("size=600k")
    scene = write_scene(tmp_path, "20 ms")
    done = scree("run", scene, "--output", small / "out", expect=1)
    assert "No space left on device" in done.stderr and str(small) in done.stderr
    assert len(done.stderr.strip().splitlines()) < 20
    assert list((small / "out/checkpoints").glob("step_*.h5"))
    assert len(list((small / "out/vtk").glob("bodies_*.vtp"))) > 5
    for path in (small / "out/vtk").glob("*.vtp"):
        read_vtp(path)
    shutil.copytree(small / "out", tmp_path / "out")
    resumed = json.loads(scree("resume", tmp_path / "out", "--json").stdout)
    straight = json.loads(scree("run", scene, "--output", tmp_path / "straight", "--json").stdout)
    assert resumed["state_hash"] == straight["state_hash"]
    for name in ("bodies.pvd", "contacts.pvd", "trajectory.h5", "probes/energy.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "straight" / name).read_bytes(), name
    names = [sorted(p.name for p in (tmp_path / run / "vtk").iterdir()) for run in ("out", "straight")]
    assert names[0] == names[1]


def test_a_read_only_disk_is_reported(scree, mounted, tmp_path):
    place = mounted("ro,size=1m")
    done = scree("run", write_scene(tmp_path, "50 ms"), "--output", place / "out", expect=1)
    assert "Read-only file system" in done.stderr and str(place) in done.stderr


def test_a_place_that_cannot_be_a_folder_is_reported(scree, tmp_path):
    (tmp_path / "file").write_text("kept")
    done = scree("run", write_scene(tmp_path, "50 ms"), "--output", tmp_path / "file/out", expect=1)
    assert "Not a directory" in done.stderr and "file/out" in done.stderr
    assert (tmp_path / "file").read_text() == "kept"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_reported(scree, tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    done = scree("run", write_scene(tmp_path, "50 ms"), "--output", closed / "out", expect=1)
    assert "Permission denied" in done.stderr and "closed/out" in done.stderr
