"""The drum in Yade: reads a bed, turns the drum, measures, prints one line of JSON.

    yade -j2 -f1 -n -x yade_drum.py BED key=value...      (run.py does)

-f1 keeps Yade's warnings about single pairs, thousands per step, out of the measurement.
"""

import json
import math
import statistics
import sys
import time

from yade import polyhedra_utils

bed = sys.argv[1]
given = {key: float(value) for key, value in (word.split("=") for word in sys.argv[2:])}


def material(young):
    return PolyhedraMat(young=young, poisson=given["poisson"], density=given["density"],
                        frictionAngle=math.atan(given["friction"]))


def add_body(words, stuff):
    """Yade works out the centre, the axes and the mass from the corners."""
    wall = words[0] == "1"
    numbers = [float(word) for word in words[1:]]
    velocity, spin = Vector3(numbers[4:7]), Vector3(numbers[7:10])
    corners = [Vector3(numbers[k:k + 3]) for k in range(11, len(numbers), 3)]
    # Walls bear a second bit: they do not meet each other.
    body = polyhedra_utils.polyhedra(stuff[wall], v=corners, seed=1, mask=3 if wall else 1, fixed=wall)
    O.bodies.append(body)
    if not wall:
        body.state.vel, body.state.angVel = velocity, spin
        turned = body.state.ori.conjugate() * spin
        body.state.angMom = body.state.ori * Vector3([turned[k] * body.state.inertia[k] for k in range(3)])
    return wall, body.id, spin, numbers[0]


stuff = {False: material(given["grain_young"]), True: material(given["wall_young"])}
with open(bed, encoding="utf-8") as file:
    next(file)
    added = [add_body(line.split(), stuff) for line in file]
walls = {body for wall, body, _, _ in added if wall}
grains = [body for wall, body, _, _ in added if not wall]
turning = next(spin for wall, _, spin, _ in added if wall)
volume = sum(v for wall, _, _, v in added if not wall)
their_volume = sum(O.bodies[g].state.mass for g in grains) / given["density"]

O.dt = given["dt"]
O.engines = [
    ForceResetter(),
    # No margin: boxes sorted in each step cost Yade nothing, and each pair more that it looks at costs it a lot.
    InsertionSortCollider([Bo1_Polyhedra_Aabb()], verletDist=0, avoidSelfInteractionMask=2),
    InteractionLoop([Ig2_Polyhedra_Polyhedra_PolyhedraGeom()], [Ip2_PolyhedraMat_PolyhedraMat_PolyhedraPhys()],
                    [Law2_PolyhedraGeom_PolyhedraPhys_Volumetric()]),
    RotationEngine(ids=list(walls), rotateAroundZero=True, zeroPoint=(0, 0, 0), rotationAxis=turning.normalized(),
                   angularVelocity=turning.norm()),
    NewtonIntegrator(gravity=(0, 0, -9.81), damping=given["damping"]),
]


def touching():
    """Pairs that overlap. Yade keeps pairs whose boxes meet, and marks an empty overlap by a depth of zero."""
    return [i for i in O.interactions
            if i.isReal and i.geom.equivalentPenetrationDepth > 0 and i.geom.penetrationVolume > 0]


def at_wall(pair):
    return pair.id1 in walls or pair.id2 in walls


def stretch(steps):
    begin = time.perf_counter()
    O.run(steps, True)
    return len(O.bodies) * steps / (time.perf_counter() - begin)


stretch(int(given["settle"]))
rates = [stretch(int(given["steps"])) for _ in range(int(given["repeats"]))]

pairs = touching()
with_walls = sum(map(at_wall, pairs))
overlaps = [i.geom.penetrationVolume / (volume / len(grains)) for i in pairs]
stiffness = {wall: [i.phys.kn for i in pairs if at_wall(i) == wall] for wall in (False, True)}
print(json.dumps({
    "engine": f"Yade {yade.config.version}",
    "threads": O.numThreads,
    "bodies": len(O.bodies),
    "grains": len(grains),
    "dt": O.dt,
    "steps": int(given["steps"]),
    "repeats": len(rates),
    "updates_per_second": statistics.median(rates),
    "updates_per_second_min": min(rates),
    "updates_per_second_max": max(rates),
    "coordination": (2 * (len(pairs) - with_walls) + with_walls) / len(grains),
    "overlapping_pairs": len(pairs),
    "candidate_pairs": len(O.interactions),
    "overlap_volume_mean": statistics.mean(overlaps),
    "overlap_volume_max": max(overlaps),
    "force_per_volume": statistics.mean(stiffness[False]),
    "force_per_volume_at_walls": statistics.mean(stiffness[True]),
    "volume_ratio": their_volume / volume,
    "mean_speed": statistics.mean(O.bodies[g].state.vel.norm() for g in grains),
}))
