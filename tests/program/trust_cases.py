"""Scenes that go wrong, with the warning that must come up, and scenes that do not, with none.

A scene is a dictionary of tables; `toml` writes it. Lengths in m, times in s."""


def value(x):
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, str):
        return f'"{x}"'
    if isinstance(x, dict):
        return "{ " + ", ".join(f"{key} = {value(y)}" for key, y in x.items()) + " }"
    if isinstance(x, (list, tuple)):
        return "[" + ", ".join(value(y) for y in x) + "]"
    return repr(x)


def toml(scene):
    lines = []
    for table, content in scene.items():
        for item in content if isinstance(content, list) else [content]:
            lines.append(f"[[{table}]]" if isinstance(content, list) else f"[{table}]")
            lines += [f"{key} = {value(x)}" for key, x in item.items()]
    return "\n".join(lines) + "\n"


SHAPES = [
    {"name": "ball", "kind": "sphere", "radius": 0.01},
    {"name": "pea", "kind": "sphere", "radius": 1e-3},
    {"name": "cube", "kind": "regular", "solid": "cube", "radius": 0.01},
    {"name": "die", "kind": "regular", "solid": "icosahedron", "radius": 0.01},
    {"name": "tetra", "kind": "regular", "solid": "tetrahedron", "radius": 0.01},
    {"name": "flake", "kind": "box", "half_extents": [0.01, 0.01, 5e-4]},
    {"name": "rod", "kind": "box", "half_extents": [0.001, 0.001, 0.03]},
    {"name": "sheet", "kind": "box", "half_extents": [0.1, 0.1, 5e-4]},
    {"name": "slab", "kind": "box", "half_extents": [0.1, 0.1, 0.02]},
    {"name": "up", "kind": "half-space"},
    {"name": "down", "kind": "half-space", "normal": [0, 0, -1]},
]
PLANE_SHAPES = [
    {"name": "disc", "kind": "disc", "radius": 0.01},
    {"name": "egg", "kind": "ellipse", "half_axes": [0.012, 0.006]},
    {"name": "stone", "kind": "regular", "sides": 6, "radius": 0.01},
    {"name": "wedge", "kind": "regular", "sides": 3, "radius": 0.01},
    {"name": "plank", "kind": "box", "half_extents": [0.1, 5e-4]},
    {"name": "block", "kind": "box", "half_extents": [0.1, 0.02]},
    {"name": "up", "kind": "half-plane"},
    {"name": "west", "kind": "half-plane", "normal": [1, 0]},
    {"name": "east", "kind": "half-plane", "normal": [-1, 0]},
    {"name": "short", "kind": "box", "half_extents": [0.03, 0.005]},
]


def body(shape, position, name="", **more):
    return {"name": name or shape, "shape": shape, "material": "m", "position": position, **more}


def free(shape, position, name="", **more):
    return body(shape, position, name, motion="free", **more)


def moved(shape, position, name="", **motion):
    return body(shape, position, name, motion=motion)


def scene(*bodies, until=0.05, gravity=(0, 0, 0), plane=False, law=None, material=None, simulation=None, **tables):
    used = {b["shape"] for b in bodies} | {t.get("shape") for name in ("fill", "inlet") for t in tables.get(name, [])}
    made = {"simulation": {"until": until, "gravity": list(gravity)[:2] if plane else list(gravity), **(simulation or {})},
            "material": [{"name": "m", "young": 1e6, **(material or {})}],
            "shape": [s for s in (PLANE_SHAPES if plane else SHAPES) if s["name"] in used]}
    if plane:
        made["simulation"]["dimension"] = 2
    if law:
        made["law"] = {"normal": law}
    if bodies:
        made["body"] = list(bodies)
    return {**made, **tables, "output": {"every": 0, "checkpoint_every": 0}}


DOWN = (0, 0, -9.81)
ELASTIC = {"restitution": 1, "friction": 0}


def gas(shape, box, speed, count, plane=False, **more):
    half = [x for x in box]
    half[-1] /= 2
    middle = [0.0] * len(box)
    middle[-1] = half[-1]
    towards = [speed, 0.5 * speed, 0.3 * speed][:len(box)]
    return scene(plane=plane, cell={"periodic": [True] * len(box), "size": list(box)},
                 fill=[{"name": "a", "region": {"lower": [0.0] * len(box), "upper": half}, "count": count, "shape": shape,
                        "material": "m", "velocity": towards},
                       {"name": "b", "region": {"lower": middle, "upper": list(box)}, "count": count, "shape": shape,
                        "material": "m", "velocity": [-v for v in towards]}], **more)


def box_of(*inside, **more):
    """A floor and four walls of 1 cm about 10 cm by 10 cm."""
    walls = [body("slab", [0, 0, -0.02], "floor")]
    return scene(*walls, *inside, **more)


# name: (scene, arguments, the codes of which one must be there)
WRONG = {
    # Through thin things.
    "die_through_a_sheet": (scene(body("sheet", [0, 0, 0]), free("die", [0, 0, 0.02], velocity=[0, 0, -5])), [], {"tunnelling"}),
    "ball_shot_through_a_sheet": (scene(body("sheet", [0, 0, 0]), free("ball", [0, 0, 0.02], velocity=[0, 0, -100])), [],
                                  {"tunnelling"}),
    "ball_jumps_over_a_sheet": (scene(body("sheet", [0, 0, 0]), free("ball", [0, 0, 0.1], velocity=[0, 0, -400]), until=1e-3,
                                      simulation={"dt": 5e-5}), [], {"tunnelling"}),
    "two_discs_jump_over_each_other": (scene(free("disc", [0, 0], "a", velocity=[0, 400]),
                                             free("disc", [1e-3, 0.1], "b", velocity=[0, -400]), plane=True, until=5e-4,
                                             material={"young": 1e4}, simulation={"dt": 5e-5}), [], {"tunnelling"}),
    "flakes_swap_sides": (scene(free("flake", [0, 0, 0], "a", velocity=[0, 0, 10]),
                                free("flake", [1e-3, 2e-3, 5e-3], "b", velocity=[0, 0, -10]), until=0.02), [], {"tunnelling"}),
    "flakes_swap_corners": (scene(free("flake", [0, 0, 0], "a", velocity=[0, 0, 20]),
                                  free("flake", [0.017, 0.016, 5e-3], "b", velocity=[0, 0, -20]), until=0.02), [],
                            {"tunnelling"}),
    "rods_cross": (scene(free("rod", [0, 0, 0], "a", velocity=[10, 0, 0]),
                         free("rod", [0.01, 0, 0], "b", velocity=[-10, 0, 0],
                              orientation={"axis": [1, 0, 0], "angle": 1.5707963}), until=0.02), [], {"tunnelling"}),
    "cubes_pass_through_each_other": (scene(free("cube", [0, 0, 0], "a", velocity=[0, 0, 60]),
                                            free("cube", [0, 0, 0.05], "b", velocity=[0, 0, -60]), until=0.01), [],
                                      {"tunnelling"}),
    "balls_pass_through_each_other": (scene(free("ball", [0, 0, 0], "a", velocity=[0, 0, 80]),
                                            free("ball", [0, 1e-4, 0.05], "b", velocity=[0, 0, -80]), until=0.01), [],
                                      {"tunnelling"}),
    "a_wall_sweeps_through_a_grain": (scene(free("die", [0, 0, 0.05]),
                                            moved("sheet", [0, 0, 0], kind="velocity", velocity=[0, 0, 20]), until=0.01), [],
                                      {"tunnelling"}),
    "a_blade_turns_through_a_grain": (scene(free("die", [0.08, 0, 0.05]),
                                            moved("sheet", [0, 0, 0], kind="rotate", axis=[0, 1, 0], rate=-400), until=0.01), [],
                                      {"tunnelling", "deep_overlap"}),
    "a_piston_shakes_through_a_grain": (scene(free("die", [0, 0, 0.02]),
                                              moved("sheet", [0, 0, 0], kind="oscillate", axis=[0, 0, 1], amplitude=0.05,
                                                    frequency=100), until=0.02), [], {"tunnelling"}),
    "stone_through_a_plank": (scene(body("plank", [0, 0]), free("stone", [0, 0.02], velocity=[0, -8]), plane=True), [],
                              {"tunnelling"}),
    "disc_through_a_plank": (scene(body("plank", [0, 0]), free("disc", [0, 0.02], velocity=[0, -60]), plane=True), [],
                             {"tunnelling"}),
    "egg_through_a_plank": (scene(body("plank", [0, 0]), free("egg", [0, 0.02], velocity=[0, -20]), plane=True), [],
                            {"tunnelling"}),
    "wedges_pass_through_each_other": (scene(free("wedge", [0, 0], "a", velocity=[0, 60]),
                                             free("wedge", [0, 0.05], "b", velocity=[0, -60]), plane=True, until=0.01), [],
                                       {"tunnelling"}),
    # Too deep.
    "a_cube_below_the_floor": (scene(body("up", [0, 0, 0], "floor"), free("cube", [0, 0, -0.1])), [], {"deep_overlap"}),
    "a_die_inside_a_slab": (scene(body("slab", [0, 0, 0]), free("die", [0, 0, 0])), [], {"deep_overlap"}),
    "a_tetrahedron_inside_a_cube": (scene(free("cube", [0, 0, 0], scale=4), free("tetra", [0.005, 0, 0])), [], {"deep_overlap"}),
    "a_ball_inside_a_ball": (scene(free("ball", [0, 0, 0], "big", scale=4), free("ball", [0.005, 0, 0], "small")), [],
                             {"deep_overlap"}),
    "a_stone_below_the_line": (scene(body("up", [0, 0], "floor"), free("stone", [0, -0.05]), plane=True), [], {"deep_overlap"}),
    "an_egg_inside_a_block": (scene(body("block", [0, 0]), free("egg", [0, 0.001]), plane=True), [], {"deep_overlap"}),
    "two_floors_crush_a_die": (scene(body("up", [0, 0, 0], "floor"), free("die", [0, 0, 0.012]),
                                     moved("down", [0, 0, 0.05], "lid", kind="velocity", velocity=[0, 0, -1]), until=0.1,
                                     simulation={"integrator": "verlet"}), [], {"deep_overlap"}),
    "a_servo_crushes_a_ball": (scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.0101]),
                                     moved("slab", [0, 0, 0.0405], "lid", kind="servo", axis=[0, 0, -1], force=3000, speed=0.5),
                                     until=0.2), [], {"deep_overlap"}),
    "heavy_on_light": (scene(body("up", [0, 0, 0], "floor"), free("pea", [0, 0, 1e-3]),
                             {"name": "anvil", "shape": "ball", "material": "m", "motion": "free", "position": [0, 0, 0.042],
                              "scale": 4}, gravity=DOWN, until=0.2, material={"young": 2e4, "density": 8000}), [], {"deep_overlap"}),
    "a_tower_too_heavy_for_its_foot": (scene(body("up", [0, 0, 0], "floor"),
                                             *[free("cube", [0, 0, 0.0058 + 0.01155 * n], f"c{n}") for n in range(8)],
                                             gravity=DOWN, until=0.3, material={"young": 1000}), [], {"deep_overlap"}),
    "soft_balls_fall_far": (scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 2]), gravity=DOWN, until=1,
                                  material={"young": 1e4}), [], {"deep_overlap"}),
    "a_flake_swallowed_edge_on": (scene(body("slab", [0, 0, 0]),
                                        free("flake", [0, 0, 0.012], orientation={"axis": [1, 0, 0], "angle": 1.5707963})), [],
                                  {"deep_overlap"}),
    # Energy out of nothing.
    "an_elastic_gas_of_tetrahedra": (gas("tetra", [0.1, 0.1, 0.1], 1, 20, until=2, material=ELASTIC, law="overlap"), [],
                                     {"created_energy"}),
    "an_elastic_gas_of_wedges": (gas("wedge", [0.2, 0.2], 1, 30, plane=True, until=2, material=ELASTIC, law="overlap"), [],
                                 {"created_energy"}),
    # Time steps.
    "three_times_the_step": (scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.0099]), gravity=DOWN,
                                   simulation={"dt": 3e-4}), [], {"time_step"}),
    "a_hundred_times_the_step_by_force": (scene(body("up", [0, 0, 0], "floor"), free("die", [0, 0, 0.0099]), gravity=DOWN,
                                                until=0.3, simulation={"dt": 4e-3}), ["--force-dt"], {"time_step"}),
    # Faster than anybody said.
    "released_overlap_flies_off": (scene(free("ball", [0, 0, 0], "a"), free("ball", [0, 0, 0.004], "b"), until=0.02,
                                         material={"young": 1e9}), [], {"too_fast", "deep_overlap"}),
    # Away from the scene.
    "a_ball_rolls_off_a_table": (scene(body("slab", [0, 0, -0.02]), free("ball", [0.05, 0, 0.01], velocity=[1, 0, 0]),
                                       gravity=DOWN, until=2), [], {"left_bounds"}),
    "a_grain_leaves_the_given_box": (scene(free("ball", [0, 0, 0], velocity=[1, 0, 0]), until=0.2,
                                           bounds={"lower": [-0.1, -0.1, -0.1], "upper": [0.1, 0.1, 0.1]}), [], {"left_bounds"}),
    # Tables of the scene without effect.
    "a_blocked_inlet": (scene(body("slab", [0, 0, 0]), until=0.1,
                              inlet=[{"name": "in", "region": {"lower": [-0.05, -0.05, -0.015], "upper": [0.05, 0.05, 0.015]},
                                      "shape": "ball", "material": "m", "rate": 1000}]), [], {"inlet_blocked"}),
    "a_body_released_twice": (scene(free("ball", [0, 0, 0]), body("slab", [0, 0, -0.1]),
                                    event=[{"at": 0.01, "action": "release", "target": "ball"},
                                           {"at": 0.02, "action": "release", "target": "ball"}]), [], {"event_ignored"}),
    "motion_of_a_body_that_has_gone": (scene(free("ball", [0, 0, 0]), body("slab", [0, 0, -0.1]),
                                             event=[{"at": 0.01, "action": "release", "target": "ball"},
                                                    {"at": 0.02, "action": "motion", "target": "ball",
                                                     "motion": {"kind": "velocity", "velocity": [0, 0, 1]}}]), [],
                                       {"event_ignored"}),
    # Hard walls and odd mixtures.
    "one_to_a_thousand_that_touch": (scene(body("up", [0, 0, 0], "floor"),
                                           {"name": "rock", "shape": "die", "material": "m", "motion": "free",
                                            "position": [0, 0, 0.012], "scale": 1.0, "velocity": [0, 0, -30]},
                                           {"name": "dust", "shape": "die", "material": "m", "motion": "free",
                                            "position": [0, 0, 2e-5], "scale": 1e-3}, until=1e-3), [],
                                     {"deep_overlap", "tunnelling"}),
    "a_rod_spins_through_a_rod": (scene(free("rod", [0, 0, 0], "a", spin=[0, 8000, 0]),
                                        free("rod", [0.025, 0, 0.015], "b"), until=2e-3), [], {"tunnelling", "deep_overlap"}),
    "cohesion_as_strong_as_the_grain": (scene(body("up", [0, 0, 0], "floor"), until=0.1, gravity=DOWN,
                                              material={"cohesion": 1e6},
                                              fill=[{"name": "f", "region": {"lower": [-0.03, -0.03, 0], "upper": [0.03, 0.03, 0.06]},
                                                     "count": 10, "shape": "die", "material": "m"}]), [],
                                        {"deep_overlap", "tunnelling"}),
    # What a tester found who had the documents alone.
    "a_step_that_sees_a_wall_stand_still": (scene(moved("slab", [0, 0, -0.02], kind="oscillate", axis=[0, 0, 1], amplitude=2e-4,
                                                        frequency=1e5), free("die", [0, 0, 0.0095]), gravity=DOWN, until=1e-3,
                                                  simulation={"dt": 1e-5}), [], {"time_step"}),
    "a_rod_that_turns_once_in_a_step": (scene(free("rod", [0, 0, 0], "a", spin=[0, 785398.1633974484, 0]),
                                              free("rod", [0.02, 0, 0.015], "b"), until=1e-3, material={"young": 1e3},
                                              simulation={"dt": 8e-6, "integrator": "verlet"}), [], {"tunnelling"}),
    "grains_run_out_between_side_walls": (scene(body("west", [-0.05, 0]), body("east", [0.05, 0]), body("short", [-0.02, 0], "shelf"),
                                                free("disc", [0.03, 0.05]), plane=True, gravity=(0, -9.81), until=3), [],
                                          {"left_bounds"}),
    "a_grain_begins_outside_of_the_box": (scene(free("ball", [1, 0, 0], velocity=[1, 0, 0]), until=0.01,
                                                bounds={"lower": [-0.1] * 3, "upper": [0.1] * 3}), [], {"left_bounds"}),
    "a_box_of_which_one_side_was_given_holds_nothing": (scene(free("ball", [0, 0, 0], velocity=[1, 0, 0]), until=0.01,
                                                              bounds={"lower": [50, -1, -1]}), [], {"left_bounds"}),
    "grains_come_in_outside_of_the_box": (scene(until=0.05, bounds={"lower": [-0.1] * 3, "upper": [0.1] * 3},
                                                inlet=[{"name": "in", "region": {"lower": [1, 0, 0], "upper": [1.1, 0.1, 0.1]},
                                                        "shape": "ball", "material": "m", "rate": 100}]), [], {"left_bounds"}),
    "an_inlet_blocked_by_what_came_first": (scene(until=0.2, inlet=[{"name": "in", "region": {"lower": [0] * 3, "upper": [0.03] * 3},
                                                                     "shape": "ball", "material": "m", "rate": 500}]), [],
                                            {"inlet_blocked"}),
    "an_inlet_blocked_after_it_was_opened_again": (
        scene(moved("slab", [0, 0, 0.2], "plug", kind="table", table=[[0.1, 0, 0, 0, 0], [0.2, 0, 0, -0.15, 0]]), gravity=DOWN, until=0.5,
              inlet=[{"name": "in", "region": {"lower": [-0.03, -0.03, 0.03], "upper": [0.03, 0.03, 0.06]}, "shape": "pea",
                      "material": "m", "rate": 200, "velocity": [0, 0, -1]}],
              outlet=[{"name": "out", "region": {"lower": [-1, -1, -2], "upper": [1, 1, -0.2]}}],
              event=[{"at": 0.08, "action": "close", "target": "in"}, {"at": 0.25, "action": "open", "target": "in"}]), [],
        {"inlet_blocked"}),
}

# name: (scene, arguments)
REFUSED = {
    "a_step_that_is_far_too_long": (scene(body("up", [0, 0, 0], "floor"), free("die", [0, 0, 0.0099]), gravity=DOWN,
                                          simulation={"dt": 1}), []),
    "a_step_of_a_hundred": (scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.0099]), gravity=DOWN,
                                  simulation={"dt": 1e-2}), []),
}

# name: scene
SOUND = {
    "a_ball_bounces": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.1]), gravity=DOWN, until=0.5),
    "a_ball_bounces_on_a_sheet": scene(body("sheet", [0, 0, 0]), free("ball", [0, 0, 0.05]), gravity=DOWN, until=0.5,
                                       material={"young": 1e8}),
    "a_die_falls_on_a_slab": scene(body("slab", [0, 0, -0.02]), free("die", [0, 0, 0.05]), gravity=DOWN, until=0.4),
    "a_cube_slides_down_a_slope": scene(body("up", [0, 0, 0], "floor"), free("cube", [0, 0, 0.0058]), gravity=(3, 0, -9), until=2,
                                        material={"friction": 0.1}),
    "free_fall": scene(free("die", [0, 0, 0]), gravity=DOWN, until=3),
    "a_ball_is_thrown_far": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.011], velocity=[10, 0, 10]),
                                  gravity=DOWN, until=3, material={"young": 1e8}),
    "tips_slip_past_each_other": scene(free("tetra", [0, 0, 0], "a", velocity=[0.5, 0, 0]),
                                       free("tetra", [0.013, 0.002, 0.003], "b", velocity=[-0.5, 0, 0]), until=0.1,
                                      material={"young": 1e8}),
    "a_spinning_top_of_a_ball": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.01], spin=[0, 0, 500]), gravity=DOWN,
                                      until=0.3),
    "an_energy_gas": gas("tetra", [0.1, 0.1, 0.1], 0.3, 15, until=0.5, material={**ELASTIC, "young": 1e10}, law="overlap-energy"),
    "a_spring_gas": gas("cube", [0.1, 0.1, 0.1], 0.3, 15, until=0.3, material={**ELASTIC, "stiffness": 1e6}, law="spring"),
    "a_hertz_gas": gas("die", [0.1, 0.1, 0.1], 0.3, 15, until=0.3, material={**ELASTIC, "young": 1e9}, law="hertz"),
    "a_gas_of_discs": gas("disc", [0.2, 0.2], 0.3, 20, plane=True, until=0.5, material={**ELASTIC, "young": 1e7}),
    "cohesive_cubes": scene(body("up", [0, 0, 0], "floor"), free("cube", [0, 0, 0.0058], "a"), free("cube", [0, 0, 0.0174], "b"),
                            gravity=DOWN, until=0.3, material={"cohesion": 1e4, "young": 1e7}),
    "cohesive_balls": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.01], "a"), free("ball", [0, 0, 0.03], "b"),
                            gravity=DOWN, until=0.3, law="hertz", material={"cohesion": 1e4, "young": 1e7}),
    "a_shaken_plate": scene(free("ball", [0, 0, 0.0305]),
                            moved("slab", [0, 0, 0], kind="oscillate", axis=[0, 0, 1], amplitude=2e-3, frequency=20),
                            gravity=DOWN, until=0.5, material={"young": 1e7}),
    "a_servo_holds_a_ball": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.0101]),
                                  moved("slab", [0, 0, 0.0405], "lid", kind="servo", axis=[0, 0, -1], force=1, speed=0.1),
                                  until=0.2, material={"young": 1e7}),
    "stones_on_a_line": scene(body("up", [0, 0], "floor"), free("stone", [0, 0.02], "a"), free("wedge", [0.001, 0.05], "b"),
                              gravity=(0, -9.81), plane=True, until=0.5, material={"young": 1e7}),
    "an_egg_rolls": scene(body("up", [0, 0], "floor"), free("egg", [0, 0.008], velocity=[0.2, 0]), gravity=(0, -9.81), plane=True,
                          until=0.5, material={"young": 1e7}),
    "light_on_heavy": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.01]), free("pea", [0, 0, 0.0212]),
                            gravity=DOWN, until=0.2, material={"young": 1e7}),
    "bodies_taken_out_at_the_bounds": scene(free("ball", [0, 0, 0], velocity=[1, 0, 0]), until=0.2,
                                            bounds={"lower": [-0.1] * 3, "upper": [0.1] * 3, "action": "remove"}),
    "a_very_short_step": scene(body("up", [0, 0, 0], "floor"), free("ball", [0, 0, 0.0099]), until=1e-12, gravity=DOWN,
                               simulation={"dt": 1e-15}),
    # Events that make walls of grains and grains of walls, and overlaps that are let go.
    **{f"a_grain_seized_on_its_floor_under_{law}": scene(
        free("die", [0, 0, 0.012]), body("up", [0, 0, 0], "floor"), gravity=DOWN, until=0.3, law=law, material={"young": 1e8},
        event=[{"at": 0.2, "action": "motion", "target": "die", "motion": "fixed"}])
       for law in ("overlap", "overlap-energy", "spring", "hertz")},
    "a_block_let_go_that_stands_in_the_floor": scene(
        body("up", [0, 0, 0], "floor"), body("cube", [0, 0, 0.0057], motion="fixed"), gravity=DOWN, until=0.3, material={"young": 1e7},
        event=[{"at": 0.1, "action": "motion", "target": "cube", "motion": "free"}]),
    "a_lid_that_lets_go": scene(
        body("up", [0, 0, 0], "floor"), free("cube", [0, 0, 0.00577]),
        {"name": "lid", "shape": "slab", "material": "m", "position": [0, 0, 0.0325],
         "motion": {"kind": "servo", "axis": [0, 0, -1], "force": 20, "speed": 0.1}}, gravity=DOWN, until=0.6, material={"young": 1e8},
        event=[{"at": 0.4, "action": "motion", "target": "lid", "motion": "free"}]),
    "a_tip_that_begins_in_a_slab": scene(
        body("slab", [0, 0, -0.02]), free("tetra", [0, 0, 0.0085], orientation={"axis": [1, 0.3, 0], "angle": 1.0}), gravity=DOWN,
        until=0.2, material={"young": 1e7}),
}
