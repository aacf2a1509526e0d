"""Bad scenes: base.toml with one passage replaced.

Each case: its name, the passage, what replaces it, the passage of the changed file at whose first letter the
mistake stands (None: no place is asked for), and parts of the message: the reason and what would be right.
"""

END = "every = \"1 ms\"\n"  # the last line of the file too


def _body(extra):
    """The floor's table with more keys."""
    return 'shape = "ground"\nmaterial = "grain"\n' + extra


FLOOR = 'shape = "ground"\nmaterial = "grain"\n'
STONE = "position = [0.5, 0, 0.5]\n"
UNTIL = 'until = "2 ms"'
BRICK = 'kind = "box"\nhalf_extents = ["5 cm", "5 cm", "1 cm"]\n'
BRICK_TABLE = '[[shape]]\nname = "brick"'

CASES = [
    # What is not TOML at all.
    ("syntax", UNTIL, "until = = 3", "= 3", ["not TOML"]),
    ("unclosed_text", UNTIL, 'until = "2 ms', None, ["not TOML"]),
    ("unclosed_list", STONE, "position = [0.5, 0, 0.5\n", None, ["not TOML"]),
    ("key_twice", UNTIL, UNTIL + "\nuntil = 3", None, ["not TOML", "until"]),
    ("table_twice", "[law]", "[simulation]", None, ["not TOML", "simulation"]),
    # Keys.
    ("unknown_key", UNTIL, "untill = 2", "untill", ["unknown key `untill` in [simulation]", "did you mean `until`?"]),
    ("unknown_table", "[law]", "[laws]", "laws]", ["unknown key `laws`", "did you mean `law`?"]),
    ("unknown_body_key", STONE, "positon = [0, 0, 0]\n", "positon", ["[[body]]", "did you mean `position`?"]),
    ("key_outside_tables", "[simulation]", "until = 2\n[simulation]", "until = 2\n[", ["unknown key `until`", "simulation"]),
    ("single_table", "[[probe]]", "[probe]", "[probe]", ["write [[probe]]"]),
    ("list_of_law", "[law]", "[[law]]", "[[law]]", ["law is a list", "a table is wanted"]),
    ("viscosity_is_unknown", "friction = 0.5", "viscosity = 0.5", "viscosity", ["unknown key `viscosity`", "friction"]),
    ("no_name", 'name = "grain"\n', "", "[[material]]", ["[[material]] has no `name`"]),
    ("no_shape", 'shape = "ground"\n', "", '[[body]]\nname = "floor"', ["[[body]] has no `shape`", "name of a shape"]),
    ("no_radius", 'radius = "8 mm"\n', "", '[[shape]]\nname = "ball"', ["has no `radius`", "length"]),
    ("no_rate", "rate = 100\n", "", "[[inlet]]", ["has no `rate`"]),
    ("other_kind", 'radius = "8 mm"', 'radius = "8 mm"\nnormal = [0, 0, 1]', "normal = [0, 0, 1]\n",
     ["`normal` does not apply", 'belongs to "half-space"']),
    # Types, numbers, units.
    ("boolean_time", UNTIL, "until = true", "true", ["simulation.until", "time"]),
    ("date", UNTIL, "until = 2020-01-01", "2020", ["a date"]),
    ("text_for_list", STONE, 'position = "here"\n', '"here"', ["body[2].position", "3 numbers"]),
    ("short_vector", STONE, "position = [1, 2]\n", "[1, 2]", ["a list of 2", "3 numbers"]),
    ("number_for_name", 'name = "grain"', "name = 3", "3\ndensity", ["material[0].name", "a text is wanted"]),
    ("nan", UNTIL, "until = nan", "nan", ["finite"]),
    ("infinity", UNTIL, "until = -inf", "-inf", ["finite"]),
    ("infinite_text", UNTIL, 'until = "inf s"', '"inf s"', ["simulation.until"]),
    ("wrong_unit", 'radius = "8 mm"', 'radius = "8 kg"', '"8 kg"', ["shape[0].radius", "m"]),
    ("unknown_unit", 'radius = "8 mm"', 'radius = "8 furlong"', '"8 furlong"', ["furlong"]),
    ("no_unit", 'radius = "8 mm"', 'radius = "8"', '"8"', ["shape[0].radius", "m"]),
    ("wrong_unit_in_vector", STONE, 'position = [0, "1 s", 0]\n', '"1 s"', ["body[2].position[1]"]),
    ("fraction_for_count", "count = 20", "count = 20.5", "20.5", ["an integer is wanted"]),
    # Ranges.
    ("until_zero", UNTIL, "until = 0", "0\ndt", ["out of range", "> 0"]),
    ("negative_dt", 'dt = "3 us"', "dt = -1", "-1", ["out of range", "> 0"]),
    ("dt_word", 'dt = "3 us"', 'dt = "automatic"', '"automatic"', ['"auto"']),
    ("restitution", "friction = 0.5", "restitution = 1.5", "1.5", ["0.01 to 1"]),
    ("restitution_zero", "friction = 0.5", "restitution = 0", "0\n\n[law]", ["0.01 to 1"]),
    ("negative_friction", "friction = 0.5", "friction = -0.1", "-0.1", [">= 0"]),
    ("friction_as_an_angle", "friction = 0.5", 'friction = "30 deg"', '"30 deg"', ["is an angle", "its tangent: 0.5774"]),
    ("friction_upright", "friction = 0.5", 'friction = "90 deg"', '"90 deg"', ["no angle of friction", "tangent"]),
    ("rolling_friction_as_an_angle", "friction = 0.5", 'rolling_friction = "0.1 rad"', '"0.1 rad"', ["0.1003"]),
    ("poisson", "friction = 0.5", "poisson = 0.6", "0.6", ["<= 0.5"]),
    ("density", '"2600 kg/m^3"', '"-1 kg/m^3"', '"-1 kg', ["> 0"]),
    ("stiffness", "friction = 0.5", "stiffness = 0", "0\n\n[law]", ["> 0"]),
    ("young", "friction = 0.5", "young = -1e7", "-1e7", ["> 0"]),
    ("count_zero", "count = 20", "count = 0", "0\nshape", ["fill[0].count", "1 to"]),
    ("count_negative", "count = 20", "count = -5", "-5", ["fill[0].count", "1 to"]),
    ("event_in_the_past", 'at = "1 ms"', "at = -1", "-1", ["event[0].at", ">= 0"]),
    ("flat_box", '["5 cm", "5 cm", "1 cm"]', "[1, 1, 0]", "0]", ["half_extents[2]", "> 0"]),
    # Choices, among them what this version does not have.
    ("dimension", UNTIL, "dimension = 4", "4\ndt", ["must be 2 to 3"]),
    ("integrator", UNTIL, 'integrator = "gaer"', '"gaer"', ['"gear", "verlet"', 'did you mean "gear"?']),
    ("integrator_rkn", UNTIL, 'integrator = "rkn"', '"rkn"', ['"gear", "verlet"']),
    ("neighbours_octree", UNTIL, 'neighbours = "octree"', '"octree"', ['"auto", "sweep", "tree"']),
    ("stepping_local", UNTIL, 'stepping = "local"', '"local"', ['"soft"']),
    ("law_overlaps", 'normal = "spring"', 'normal = "overlaps"', '"overlaps"', ['"spring", "hertz"', 'did you mean "overlap"?']),
    ("kind_superquadric", 'kind = "sphere"', 'kind = "superquadric"', '"superquadric"', ['"sphere", "box", "half-space"']),
    ("motion_servo", FLOOR, _body('motion = "servos"\n'), '"servos"', ['"fixed", "free"', 'did you mean "servo"?']),
    ("servo_without_axis", FLOOR, _body('motion = { kind = "servo", force = 1, speed = 1 }\n'), '{ kind = "servo"',
     ["has no `axis`", "pushes"]),
    ("servo_without_force", FLOOR, _body('motion = { kind = "servo", axis = [0, 0, 1], speed = 1 }\n'), '{ kind = "servo"',
     ["neither `force` nor `stress`"]),
    ("servo_between_two", FLOOR,
     _body('motion = { kind = "servo", axis = [0, 0, 1], stress = 1, between = ["gate", "stone"], speed = 1 }\n'),
     '["gate", "stone"]', ["4 names of bodies", "two pairs"]),
    ("format", "[output]\n", '[output]\nformats = ["vtk", "png"]\n', '"png"', ['"vtk", "trajectory"']),
    ("action", 'action = "release"', 'action = "relase"', '"relase"', ['did you mean "release"?']),
    # Names.
    ("shape_name", 'shape = "ground"', 'shape = "groud"', '"groud"', ['no shape called "groud"', "did you mean `ground`?"]),
    ("material_name", FLOOR, 'shape = "ground"\nmaterial = "grian"\n', '"grian"', ["did you mean `grain`?"]),
    ("event_target", 'target = "gate"', 'target = "gat"', '"gat"', ['no body called "gat"', "did you mean `gate`?"]),
    ("flow_target", 'kind = "energy"', 'kind = "flow"\ntarget = "drian"', '"drian"', ["did you mean `drain`?"]),
    ("pair_names", "[law]", '[[law.pair]]\nmaterials = ["grain", "gain"]\n[law]', '"gain"', ["did you mean `grain`?"]),
    ("name_twice", 'name = "brick"', 'name = "ball"', '"ball"\nkind = "box"', ["already a shape", "another name"]),
    ("name_of_two_kinds", 'name = "heap"', 'name = "gate"', '"gate"\nregion', ["already a body", "another name"]),
    ("name_with_slash", 'name = "energy"', 'name = "../energy"', '"../energy"', ["cannot be a name", "letters, digits"]),
    ("empty_name", 'name = "heap"', 'name = ""', '""', ["cannot be a name"]),
    # How keys and tables go together.
    ("damping_and_restitution", "friction = 0.5", "restitution = 0.5\ndamping = 0.2", "damping", ["both", "keep one"]),
    ("count_and_fraction", "count = 20", "count = 20\nsolid_fraction = 0.3", "solid_fraction", ["both", "keep one"]),
    ("neither_count_nor_fraction", "count = 20\n", "", "[[fill]]", ["neither `count` nor `solid_fraction`"]),
    ("empty_region", "upper = [1.2, 1.2, 1.2]", "upper = [1.2, 0.9, 1.2]", "[1.2, 0.9", ["empty along y", "lower = 1"]),
    ("no_normal", "normal = [0, 0, 1]", "normal = [0, 0, 0]", "[0, 0, 0]", ["direction", "[0, 0, 1]"]),
    ("no_axis", FLOOR, _body('motion = { kind = "rotate", rate = 1, axis = [0, 0, 0] }\n'), "[0, 0, 0]", ["direction"]),
    ("fixed_with_velocity", FLOOR, _body("velocity = [0, 0, 1]\n"), "[0, 0, 1]\n\n[[body]]\nname = \"gate\"",
     ["free bodies", 'kind = "velocity"']),
    ("free_half_space", FLOOR, _body('motion = "free"\n'), '"free"', ["half-space", "fixed"]),
    ("fill_of_half_spaces", 'count = 20\nshape = "ball"', 'count = 20\nshape = "ground"',
     '"ground"\nmaterial = "grain"\n\n[[inlet]]', ["has no end"]),
    # Polyhedra.
    ("three_vertices", BRICK, 'kind = "polyhedron"\nvertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\n', BRICK_TABLE,
     ['"brick" cannot be made', "at least 4 points"]),
    ("flat_polyhedron", BRICK, 'kind = "polyhedron"\nvertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0.5, 0.2, 0]]\n',
     BRICK_TABLE, ['"brick" cannot be made', "flat"]),
    ("thin_plate", BRICK, 'kind = "prism"\nprofile = [[0, 0], [1, 0], [1, 1], [0, 1]]\nlength = 5e-5\n', BRICK_TABLE,
     ["flat", "0.0001"]),
    ("tiny_polyhedron", BRICK, 'kind = "regular"\nsolid = "cube"\nradius = 1e-20\n', BRICK_TABLE, ['"brick" cannot be made']),
    ("points_of_two_numbers", BRICK, 'kind = "polyhedron"\nvertices = [[0, 0], [1, 0], [0, 1], [1, 1]]\n', "[0, 0], [1",
     ["a list of 3 numbers"]),
    ("no_vertices", BRICK, 'kind = "polyhedron"\nvertices = []\n', "[]\n", ["a list of points"]),
    ("vertices_of_a_box", BRICK, BRICK + "vertices = [[0, 0, 0]]\n", "vertices", ["`vertices` does not apply", '"polyhedron"']),
    ("infinite_vertex", BRICK, 'kind = "polyhedron"\nvertices = [[0, 0, 0], [1, 0, inf], [0, 1, 0], [0, 0, 1]]\n', "inf", ["finite"]),
    ("two_sides", BRICK, 'kind = "cylinder"\nradius = 1\nlength = 1\nsides = 2\n', "2\n\n", ["3 to 1000"]),
    ("unknown_solid", BRICK, 'kind = "regular"\nsolid = "cubo"\nradius = 1\n', '"cubo"', ['did you mean "cube"?']),
    ("missing_mesh", BRICK, 'kind = "hull"\nfile = "nothing.stl"\n', BRICK_TABLE, ['"brick" cannot be made', "nothing.stl"]),
    ("mesh_is_a_scene", BRICK, 'kind = "hull"\nfile = "scene.toml"\n', BRICK_TABLE, ['"brick" cannot be made', "scene.toml"]),
    ("compound_without_parts", BRICK, 'kind = "compound"\n', BRICK_TABLE, ["has no `parts`"]),
    ("compound_of_nothing", BRICK, 'kind = "compound"\nparts = []\n', BRICK_TABLE, ["list of parts is empty"]),
    ("dented_profile", BRICK, 'kind = "prism"\nprofile = [[0, 0], [2, 0], [1, 0.2], [1, 1]]\nlength = 1\n', BRICK_TABLE,
     ["not convex", "compound"]),
    ("crossed_profile", BRICK, 'kind = "prism"\nprofile = [[0, 0], [1, 1], [1, 0], [0, 1]]\nlength = 1\n', BRICK_TABLE,
     ["not convex"]),
    ("absurd_size", BRICK, 'kind = "regular"\nsolid = "cube"\nradius = 1e200\n', "1e200", ["beyond any use"]),
    ("absurdly_small", BRICK, 'kind = "regular"\nsolid = "cube"\nradius = 1e-200\n', "1e-200", ["beyond any use"]),
    ("compound_of_spheres", BRICK, 'kind = "compound"\nparts = [{ shape = "ball" }]\n', BRICK_TABLE,
     ['"ball" is a sphere', "convex polyhedra"]),
    ("compound_of_itself", BRICK, 'kind = "compound"\nparts = [{ shape = "brick" }]\n', BRICK_TABLE, ['"brick" is a compound']),
    ("overlapping_parts", BRICK, 'kind = "compound"\nparts = [{ shape = "die" }, { shape = "die", position = ["1 cm", 0, 0] }]\n'
     '[[shape]]\nname = "die"\nkind = "regular"\nsolid = "cube"\nradius = "2 cm"\n', BRICK_TABLE, ["overlap by", "share faces"]),
    ("repeat_nothing", 'position = [0, 0, "2 cm"]', 'repeat = { count = 0 }', "0 }", ["1 to"]),
    ("rotate_without_rate", FLOOR, _body('motion = "rotate"\n'), '"rotate"', ["has no `rate`", "angular velocity"]),
    ("oscillate_without_amplitude", FLOOR, _body('motion = { kind = "oscillate", frequency = 2 }\n'), "{ kind = \"osc",
     ["amplitude"]),
    ("table_row", FLOOR, _body('motion = { kind = "table", table = [[0, 0, 0]] }\n'), "[0, 0, 0]]", ["[time, dx, dy, dz, angle]"]),
    ("table_equal_times", FLOOR, _body('motion = { kind = "table", table = [[0, 0, 0, 0, 0], [0, 1, 0, 0, 0]] }\n'), "0, 1, 0, 0, 0]]",
     ["times must rise"]),
    ("table_times", FLOOR, _body('motion = { kind = "table", table = [[1, 0, 0, 0, 0], [0.5, 0, 0, 0, 0]] }\n'), "0.5, 0, 0, 0, 0]]",
     ["times must rise"]),
    ("cell_size", "[law]", "[cell]\nperiodic = [true, false, false]\nsize = [0, 1, 1]\n[law]", "0, 1, 1]\n[law]", ["cell.size[0]", "> 0"]),
    ("floor_in_periodic_cell", "[law]", "[cell]\nperiodic = [false, false, true]\n[law]", '"ground"\nmaterial', ["periodic axis z"]),
    ("inlet_too_small", 'rate = 100', 'rate = 100\nsize = { distribution = "fixed", mean = 100 }', "[[inlet]]",
     ["does not fit into the region of the inlet"]),
    ("inlet_stops_first", "rate = 100", 'rate = 100\nstart = "2 s"\nstop = "1 s"', '"1 s"', ["after start"]),
    ("fill_has_no_room", "count = 20", "count = 2000000", None, ["fit"]),
]
