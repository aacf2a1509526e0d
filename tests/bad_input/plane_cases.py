"""Bad scenes in the plane: base2d.toml with one passage replaced, in the form of scene_cases.py."""

STONE = "position = [0, 3]\n"
CORNERS = "vertices = [[0, 0], [2, 0], [2, 1], [0, 1]]"
LINE = "points = [[-5, 5], [-5, 0], [5, 0]]"

CASES = [
    ("vector_of_space", STONE, "position = [0, 3, 0]\n", "[0, 3, 0]", ["a list of 3", "2 numbers (dimension = 2)"]),
    ("gravity_of_space", 'dt = "0.1 ms"', "gravity = [0, 0, -9.81]", "[0, 0", ["2 numbers"]),
    ("spin_of_space", STONE, STONE + "spin = [0, 0, 1]\n", "[0, 0, 1]", ["in the plane a number"]),
    ("axis_in_the_plane", STONE, STONE + "orientation = { axis = [0, 0, 1], angle = 1 }\n", "axis", ["dimension 3"]),
    ("quaternion_in_the_plane", STONE, STONE + "orientation = { quaternion = [1, 0, 0, 0] }\n", "quaternion", ["dimension 3"]),
    ("sphere", 'kind = "disc"', 'kind = "sphere"', '"sphere"', ["dimension 3", 'nearest is "disc"']),
    ("cylinder_region", "region = { lower = [-1, 1], upper = [-0.8, 1.2] }", 'region = { kind = "sphere", radius = 1 }',
     '"sphere"', ['a "box" or a "disc"']),
    ("empty_region_in_the_plane", "upper = [-0.8, 1.2]", "upper = [-0.8, 1]", "[-0.8, 1]", ["empty along y"]),
    ("corner_of_space", CORNERS, "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]", "[0, 0, 0]", ["a list of 2 numbers"]),
    ("two_corners", CORNERS, "vertices = [[0, 0], [1, 0]]", None, ["at least three"]),
    ("corners_on_a_line", CORNERS, "vertices = [[0, 0], [1, 0], [2, 0]]", None, ["one line"]),
    ("dent", CORNERS, "vertices = [[0, 0], [2, 0], [1, 0.3], [1, 2]]", None, ["dent"]),
    ("crossing_sides", CORNERS, "vertices = [[0, 0], [2, 1], [2, 0], [0, 1]]", None, ["cannot be made"]),
    ("line_of_one_point", LINE, "points = [[0, 0]]", None, ["at least two points"]),
    ("same_points", LINE, "points = [[0, 0], [0, 0], [1, 0]]", None, ["are the same"]),
    ("line_turns_back", LINE, "points = [[0, 0], [1, 0], [0, 0.01]]", None, ["turns back"]),
    ("line_too_short", LINE, "points = [[-5, 0], [0, 0], [0, 0.01], [-5, 0.02]]\nside = \"right\"", None, ["too short"]),
    ("free_line", 'shape = "wall"\nmaterial = "grain"\n', 'shape = "wall"\nmaterial = "grain"\nmotion = "free"\n', '"free"',
     ["cannot be free"]),
    ("fill_of_lines", 'shape = "coin"', 'shape = "wall"\n', '"wall"\n\nmaterial', ["only a wall"]),
    ("leaning_across_the_period", "[[material]]", "[cell]\nperiodic = [false, true]\n[[material]]", '"ground"\nmaterial', ["leans along the periodic axis y"]),
    ("three_axes", "[[material]]", "[cell]\nperiodic = [true, false, false]\n[[material]]", "[true, false, false]", ["two times"]),
    ("no_thickness", "dimension = 2", "dimension = 2\nthickness = 0", "0\nuntil", ["> 0"]),
    ("row_of_space", STONE, STONE + 'motion = { kind = "table", table = [[0, 0, 0, 0, 0]] }\n', "[0, 0, 0, 0, 0]",
     ["[time, dx, dy, angle]"]),
    ("stress_on_nothing", STONE, STONE + 'motion = { kind = "servo", axis = [0, 1], stress = 1, speed = 1 }\n', "{ kind",
     ["neither an `area`", "between"]),
    ("unknown_side", STONE, STONE + 'motion = { kind = "servo", axis = [0, 1], stress = 1, between = ["floor", "roof"], speed = 1 }\n',
     '"roof"', ['no body called "roof"']),
]
