"""The bed that all engines are given: read from a run of scree, written as plain text.

The surfaces in a run's VTK files hold everything a peer needs: corners in world coordinates, velocities and spins.
They are in single precision, 5 nm here, a ten-thousandth of a usual overlap.
"""

import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass
class Body:
    wall: bool
    corners: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    volume: float
    centre: np.ndarray  # of mass


@dataclass
class Matter:
    """What the scene says of its one material."""
    young: float
    density: float
    friction: float
    damping: float
    tangential_ratio: float


def si(value):
    """A number of a scene in SI units; texts may carry a unit without a prefix."""
    if not isinstance(value, str):
        return float(value)
    number, _, unit = value.partition(" ")
    if unit not in ("", "s", "Pa", "kg/m^3"):
        raise ValueError(f"'{value}': this script reads plain SI units only")
    return float(number)


def read_scene(folder):
    with open(Path(folder) / "scene.toml", "rb") as file:
        return tomllib.load(file)


def matter_of(scene):
    keys = ("young", "density", "friction", "damping")
    kinds = {tuple(si(material[key]) for key in keys) for material in scene["material"]}
    if len(kinds) != 1:
        raise ValueError("the materials differ; the peers are given one")
    return Matter(*kinds.pop(), si(scene.get("law", {}).get("tangential_ratio", 2 / 7)))


def last_frame(folder, kind):
    """The newest VTK file of `bodies` or of `contacts`, and NumPy's view of VTK's arrays."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader

    frames = sorted(Path(folder).glob(f"vtk/{kind}_*.vtp"), key=lambda path: int(re.search(r"\d+", path.stem)[0]))
    if not frames:
        raise FileNotFoundError(f"no {kind} in {folder}/vtk")
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(str(frames[-1]))
    reader.Update()
    return reader.GetOutput(), vtk_to_numpy


def mass_properties(corners, triangles):
    """Volume and centroid of a closed surface, by tetrahedra about a point inside."""
    middle = corners.mean(axis=0)
    a, b, c = (corners[triangles[:, k]] - middle for k in range(3))
    parts = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
    return abs(parts.sum()), middle + (parts[:, None] * (a + b + c) / 4).sum(axis=0) / parts.sum()


def read_bodies(folder):
    """Walls are the bodies of those [[body]] tables that have a motion; groups count these tables first."""
    surface, vtk_to_numpy = last_frame(folder, "bodies")
    points = vtk_to_numpy(surface.GetPoints().GetData()).astype(float)
    array = {name: vtk_to_numpy(surface.GetPointData().GetArray(name)) for name in ("id", "group", "velocity", "spin")}
    offsets = vtk_to_numpy(surface.GetPolys().GetOffsetsArray())
    faces = np.split(vtk_to_numpy(surface.GetPolys().GetConnectivityArray()), offsets[1:-1])
    fans = {}
    for face in faces:
        fan = [(face[0], face[k], face[k + 1]) for k in range(1, len(face) - 1)]
        fans.setdefault(int(array["id"][face[0]]), []).extend(fan)

    tables = read_scene(folder).get("body", [])
    bodies = []
    for body in np.unique(array["id"]):
        own = np.flatnonzero(array["id"] == body)
        first, group = own[0], int(array["group"][own[0]])
        volume, centre = mass_properties(points[own], np.array(fans[int(body)]) - first)
        wall = group < len(tables) and "motion" in tables[group]
        velocity, spin = (array[name][first].astype(float) for name in ("velocity", "spin"))
        bodies.append(Body(wall, points[own], velocity, spin, volume, centre))
    return bodies


def write_bodies(bodies, path):
    """One line per body: wall (1 or 0), volume, centre, velocity, spin, number of corners, corners. SI units."""
    with open(path, "w", encoding="utf-8") as file:
        print(len(bodies), file=file)
        for b in bodies:
            numbers = [b.volume, *b.centre, *b.velocity, *b.spin]
            print(int(b.wall), *(f"{x:.9g}" for x in numbers), len(b.corners),
                  *(f"{x:.9g}" for x in b.corners.ravel()), file=file)


def overlap_volumes(folder, bodies):
    """Of all contacts, mean depth times area of the patch, in grains."""
    lines, vtk_to_numpy = last_frame(folder, "contacts")
    overlap, area = (vtk_to_numpy(lines.GetCellData().GetArray(name)) for name in ("overlap", "area"))
    return overlap * area / np.mean([b.volume for b in bodies if not b.wall])


def equivalent_radius(bodies):
    """Of the spheres that have the volumes of the grains, the mean."""
    radii = [math.cbrt(3 * b.volume / (4 * math.pi)) for b in bodies if not b.wall]
    return sum(radii) / len(radii)


@dataclass
class YadeMatter:
    """Constants that give Yade the forces of scree's law `overlap`.

    Yade takes kn = y_a y_b / (y_a + y_b) as force per overlap volume and ks, of the products young poisson, as
    tangential stiffness. scree has Y/l with l = 2 r for two grains and 4 r at a wall, and k_t = ratio pi r^2 Y/l for
    both. So young = 2 Y/l = Y/r for grains, a third of it for walls, and poisson = ratio pi r^2: not a Poisson
    number, but the place where Yade wants this one.
    """
    length: float
    grain: float
    wall: float
    poisson: float


def yade_matter(matter, radius):
    return YadeMatter(2 * radius, matter.young / radius, matter.young / radius / 3,
                      matter.tangential_ratio * math.pi * radius**2)
