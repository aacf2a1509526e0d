"""The pile in the plane that both engines are given, and what is measured of it, in the same way for both.

Everything is taken from the corners as scree has them: from its frames, or moved to where Box2D left the bodies.
"""

import math
from dataclasses import dataclass

import numpy as np

import bed

CORNERS = 8  # b2_maxPolygonVertices


@dataclass
class Pile:
    """Corners are about the body's position, turned by its angle from where the pile was taken over."""
    wall: np.ndarray
    mass: np.ndarray
    position: np.ndarray
    angle: np.ndarray
    velocity: np.ndarray
    spin: np.ndarray
    corners: list  # of arrays, counter-clockwise


def read_pile(folder):
    """The last frame of a run. Corners are in single precision, as all that Box2D computes with."""
    surface, vtk_to_numpy = bed.last_frame(folder, "bodies")
    points = vtk_to_numpy(surface.GetPoints().GetData())[:, :2].astype(float)
    ids = vtk_to_numpy(surface.GetPointData().GetArray("id")).astype(int)
    field = {name: vtk_to_numpy(surface.GetFieldData().GetArray("body_" + name))
             for name in ("id", "free", "mass", "position", "velocity", "spin")}
    position = field["position"][:, :2].copy()
    rings = [points[ids == body] - centre for body, centre in zip(field["id"].astype(int), position)]
    return Pile(field["free"] == 0, field["mass"].copy(), position, np.zeros(len(position)),
                field["velocity"][:, :2].copy(), field["spin"][:, 2].copy(), [upright(ring) for ring in rings])


def upright(ring):
    """Counter-clockwise."""
    return ring if area(ring) > 0 else ring[::-1]


def area(ring):
    x, y = ring.T
    return (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2


def gyration(ring):
    """Moment of inertia about the origin over mass."""
    following = np.roll(ring, -1, axis=0)
    twice = ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1]
    squares = (ring * ring + ring * following + following * following).sum(axis=1)
    return (twice * squares).sum() / (6 * twice.sum())


def shrunk(ring, by):
    """All edges moved inwards: what Box2D needs, since it puts a skin around. Edges too short for that vanish."""
    for start, way, end in zip(ring, normals(ring), np.roll(ring, -1, axis=0)):
        if (start != end).any():
            ring = cut(ring, way, way @ start - by)
    return ring


def normals(ring):
    """Of the edges, outwards, of length one."""
    edges = np.roll(ring, -1, axis=0) - ring
    return np.stack([edges[:, 1], -edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1)[:, None]


def cut(ring, way, limit):
    """The part of a convex ring with way . x <= limit."""
    heights = ring @ way - limit
    kept = []
    for k, height in enumerate(heights):
        following = (k + 1) % len(ring)
        if height <= 0:
            kept.append(ring[k])
        if height * heights[following] < 0:
            kept.append(ring[k] + (ring[following] - ring[k]) * height / (height - heights[following]))
    return np.array(kept).reshape(-1, 2)


def lining(pile):
    """The corners of the drum's inside, counter-clockwise about the origin: two of each stave, shared by neighbours."""
    inner = [ring + centre for ring, centre, wall in zip(pile.corners, pile.position, pile.wall) if wall]
    inner = np.concatenate([ring[np.argsort(np.linalg.norm(ring, axis=1))[:2]] for ring in inner])
    inner = inner[np.argsort(np.arctan2(inner[:, 1], inner[:, 0]))]
    ways = np.linalg.norm(np.roll(inner, -1, axis=0) - inner, axis=1)
    return inner[ways > 1e-3 * ways.max()]


def write_pile(pile, path, skin):
    """The drum's inside, moved outwards; then one line per body: wall, mass, moment of inertia, position, velocity,
    spin, corners of the shrunk shape. SI units."""
    with open(path, "w", encoding="utf-8") as file:
        inside = lining(pile)
        apothem = (normals(inside) * inside).sum(axis=1).min()
        print(len(inside), *(f"{x:.9g}" for x in (inside * (1 + skin / apothem)).ravel()), file=file)
        print(len(pile.wall), file=file)
        for k, ring in enumerate(pile.corners):
            inner = shrunk(ring, skin)
            if len(ring) > CORNERS or len(inner) < 3:
                raise ValueError(f"body {k}: {len(ring)} corners, {len(inner)} without the skin; Box2D takes 3 to 8")
            numbers = [pile.mass[k], pile.mass[k] * gyration(ring), *pile.position[k], *pile.velocity[k], pile.spin[k]]
            print(int(pile.wall[k]), *(f"{x:.9g}" for x in numbers), len(inner),
                  *(f"{x:.9g}" for x in inner.ravel()), file=file)


def moved(pile, path):
    """The pile where Box2D left it: a line of x, y, angle, vx, vy, spin for each body."""
    x, y, angle, vx, vy, spin = np.loadtxt(path).T
    return Pile(pile.wall, pile.mass, np.stack([x, y], axis=1), angle, np.stack([vx, vy], axis=1), spin, pile.corners)


def placed(pile):
    """Corners in the world."""
    turns = np.array([[np.cos(pile.angle), np.sin(pile.angle)], [-np.sin(pile.angle), np.cos(pile.angle)]])
    return [ring @ turns[:, :, k] + pile.position[k] for k, ring in enumerate(pile.corners)]


def depth(a, b):
    """The shortest way that parts two convex rings; negative if they are apart."""
    sides = [((other @ ways.T) - (own * ways).sum(axis=1)).min(axis=0).max()
             for own, other, ways in ((a, b, normals(a)), (b, a, normals(b)))]
    return -max(sides)


def overlaps(pile):
    """Pairs (two indices, depth) that overlap; walls do not meet each other."""
    rings = placed(pile)
    reach = np.array([np.linalg.norm(ring, axis=1).max() for ring in pile.corners])
    found = []
    for a in range(len(rings)):
        way = np.linalg.norm(pile.position[a + 1:] - pile.position[a], axis=1)
        for b in a + 1 + np.flatnonzero(way < reach[a] + reach[a + 1:]):
            if not (pile.wall[a] and pile.wall[b]) and (d := depth(rings[a], rings[b])) > 0:
                found.append((a, b, d))
    return found


def coordination(pile, pairs):
    """Contacts per grain: a pair of grains counts for both."""
    return sum(2 - pile.wall[a] - pile.wall[b] for a, b, *_ in pairs) / (~pile.wall).sum()


def masses_off(pile, density):
    """The largest relative difference between a mass and area times density; the layer is a metre thick."""
    own = density * np.array([area(ring) for ring in pile.corners])
    return np.abs(own / pile.mass - 1)[~pile.wall].max()


def diameter(pile):
    """Of the discs that have the areas of the grains, the mean."""
    return np.mean([2 * math.sqrt(area(ring) / math.pi) for ring, wall in zip(pile.corners, pile.wall) if not wall])


def kinetic_energy(pile):
    grains = np.flatnonzero(~pile.wall)
    gyrations = np.array([gyration(pile.corners[k]) for k in grains])
    squares = (pile.velocity[grains] ** 2).sum(axis=1) + gyrations * pile.spin[grains] ** 2
    return (pile.mass[grains] * squares).sum() / 2


def surface_angle(pile, columns=12):
    """Degrees against the level: a line through the tops of columns over the middle three fifths of the drum."""
    radius = np.linalg.norm(pile.position[pile.wall], axis=1).mean()
    points = np.concatenate([ring for ring, wall in zip(placed(pile), pile.wall) if not wall])
    edges = np.linspace(-0.6 * radius, 0.6 * radius, columns + 1)
    inside = [points[(points[:, 0] >= left) & (points[:, 0] < right)] for left, right in zip(edges, edges[1:])]
    tops = np.array([column[column[:, 1].argmax()] for column in inside if len(column)])
    return math.degrees(math.atan(np.polyfit(tops[:, 0], tops[:, 1], 1)[0])) if len(tops) > 1 else math.nan


def outside(pile):
    """Grains whose centre has left through the drum: farther out than the centres of the staves."""
    radius = np.linalg.norm(pile.position[pile.wall], axis=1).mean()
    return int((np.linalg.norm(pile.position[~pile.wall], axis=1) > radius).sum())


def crept(before, after):
    """How far grains have moved, the mean."""
    return np.linalg.norm(after.position - before.position, axis=1)[~before.wall].mean()


def figures(start, rested, turned):
    """What is told of an engine: the pile given to it, after its rest, and after the drum has turned."""
    d, pairs = diameter(start), overlaps(rested)
    depths = [pair[2] for pair in pairs] or [0.0]
    return {"coordination": coordination(rested, pairs), "overlap_mean": np.mean(depths) / d,
            "overlap_max": max(depths) / d, "kinetic_energy": kinetic_energy(rested), "crept": crept(start, rested) / d,
            "surface_at_rest": surface_angle(rested), "surface": surface_angle(turned),
            "coordination_turned": coordination(turned, overlaps(turned)), "outside": outside(turned)}
