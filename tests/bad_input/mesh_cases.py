"""Bad mesh files, made here: (name of the case, name of the file, its bytes, what the program says after the file's name).

Every format: cut off, numbers that lie, indices out of range, coordinates that are none, polygons that are too small or
too large, and what is no mesh at all.
"""

import struct

OBJ = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
OFF = b"OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"
HEAD = (b"element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n"
        b"property list uchar int vertex_indices\nend_header\n")
PLY = b"ply\nformat ascii 1.0\n" + HEAD + b"0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n"
POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]


def ply_binary(order, first=3, corners=None, x=0.0, length="B", head=HEAD):
    """A tetrahedron; `first` is what the first list says of its length, x the first coordinate."""
    name = b"binary_little_endian" if order == "<" else b"binary_big_endian"
    body = b"".join(struct.pack(order + "3f", *p) for p in [(x, 0, 0)] + POINTS[1:])
    for i, face in enumerate(FACES):
        corner = corners if corners and i == 0 else face
        body += struct.pack(order + length, first if i == 0 else 3) + struct.pack(order + "3i", *corner)
    return b"ply\nformat " + name + b" 1.0\n" + head + body


def stl_binary(count=None, value=None, header=b"binary", at=(1, 2)):
    """`value` replaces x of a corner: at = (triangle, corner), counted from 0."""
    out = header.ljust(80) + struct.pack("<I", len(FACES) if count is None else count)
    for i, face in enumerate(FACES):
        corners = [list(POINTS[v]) for v in face]
        if value is not None and at[0] == i:
            corners[at[1]][0] = value
        out += struct.pack("<12f", 0, 0, 0, *(c for corner in corners for c in corner)) + b"\0\0"
    return out


def stl_text():
    out = b"solid corner\n"
    for face in FACES:
        out += b" facet normal 0 0 0\n  outer loop\n"
        out += b"".join(b"   vertex %d %d %d\n" % POINTS[v] for v in face)
        out += b"  endloop\n endfacet\n"
    return out + b"endsolid corner\n"


def changed(content, old, new, count=1):
    assert old in content, f"{old!r} is not there"
    return content.replace(old, new, count)


STL = stl_text()
LIMIT = "coordinates must be finite numbers up to 1e+15"
LONG = b"f" + b" 1 2 3" * 340000 + b"\n"  # a face of 1,020,000 corners
NAN = float("nan")
SHORT_LIST = changed(HEAD, b"list uchar", b"list int")
LITTLE, BIG = (len(b"ply\nformat binary_%s_endian 1.0\n" % order) + len(HEAD) for order in (b"little", b"big"))  # body

CASES = [
    # What is no mesh.
    ("empty", "a.stl", b"", ": it is empty"),
    ("blank", "a.obj", b" \n\t\n\r\n", ": it holds no triangles"),
    ("words", "a.obj", b"once upon a time\n", ":1: 'once' is no statement of an OBJ file; lines begin with v, f, o, #, ..."),
    ("words_off", "a.off", b"once upon a time\n",
     ":1: 'once' is no number of vertices; the header has the numbers of vertices, faces and edges"),
    ("words_ply", "a.ply", b"once upon a time\n", ":1: 'once' where 'ply' must stand in a PLY file"),
    ("words_stl", "a.stl", b"once upon a time, " * 20, ":1: 'once' where 'solid' must stand in an STL file of text"),
    ("words_elsewhere", "a.txt", b"once upon a time\n",
     ": this is no mesh file that can be read; there are STL, OBJ, PLY and OFF"),
    ("utf16", "a.obj", OBJ.decode().encode("utf-16"), ": it is UTF-16 text; write it as plain text or UTF-8"),
    ("utf16_without_mark", "a.obj", OBJ.decode().encode("utf-16-le"),
     ":1: 'v\\x00' is no statement of an OBJ file; lines begin with v, f, o, #, ..."),
    ("gzip", "a.stl", b"\x1f\x8b" + bytes(200), ": it is compressed; unpack it first"),
    ("zip", "a.ply", b"PK\x03\x04" + bytes(200), ": it is compressed; unpack it first"),
    ("noughts", "a.obj", bytes(1000),
     ":1: '" + "\\x00" * 40 + "...' is no statement of an OBJ file; lines begin with v, f, o, #, ..."),
    # STL, binary.
    ("stl_noughts", "a.stl", bytes(1000), ": byte 80: the header says 0 triangles, but the file has room for 18"),
    ("stl_short", "a.stl", b"\0" * 50,
     ": it has 50 bytes; a binary STL file has at least 84, and one of text begins with 'solid'"),
    ("stl_header_only", "a.stl", stl_binary()[:84], ": byte 80: the header says 4 triangles, which take 284 bytes, but the "
     "file has 84, room for 0; it is cut off or the number is wrong"),
    ("stl_count_lies", "a.stl", bytes(80) + struct.pack("<I", 4000000000),
     ": byte 80: the header says 4000000000 triangles, which take 200000000084 bytes, but the file has 84, room for 0; it "
     "is cut off or the number is wrong"),
    ("stl_cut_off", "a.stl", stl_binary()[:-1], ": byte 80: the header says 4 triangles, which take 284 bytes, but the "
     "file has 283, room for 3; it is cut off or the number is wrong"),
    ("stl_no_triangles", "a.stl", bytes(84), ": it holds no triangles"),
    ("stl_nan", "a.stl", stl_binary(value=NAN), f": byte 170: triangle 2, corner 3: x is not a number; {LIMIT}"),
    ("stl_infinite", "a.stl", stl_binary(value=-float("inf")),
     f": byte 170: triangle 2, corner 3: x is infinite; {LIMIT}"),
    ("stl_huge", "a.stl", stl_binary(value=3e38), f": byte 170: triangle 2, corner 3: x is 3e+38; {LIMIT}"),
    ("stl_signalling_nan", "a.stl", stl_binary()[:170] + b"\x01\x00\x80\x7f" + stl_binary()[174:],
     f": byte 170: triangle 2, corner 3: x is not a number; {LIMIT}"),
    # STL, text.
    ("stl_text_empty", "a.stl", b"solid nothing\nendsolid nothing\n", ": it holds no triangles"),
    ("stl_text_only_header", "a.stl", b"solid", ": it holds no triangles"),
    ("stl_text_cut_in_vertex", "a.stl", STL[:STL.index(b"vertex 0 1 0") + 8],
     ":5: the file ends within a facet; it is cut off"),
    ("stl_text_cut_in_word", "a.stl", STL[:STL.index(b"endloop") + 4],
     ":7: the file ends within a facet, with 'endl' where 'endloop' must stand"),
    ("stl_text_word", "a.stl", changed(STL, b"vertex 0 1 0", b"vertex 0 one 0"),
     ":5: 'one' is no number; y of a vertex must be one, such as -0.5 or 2e-3"),
    ("stl_text_comma", "a.stl", changed(STL, b"vertex 0 1 0", b"vertex 0 1,0 0"),
     ":5: '1,0' is no number; y of a vertex must be one, such as -0.5 or 2e-3"),
    ("stl_text_nan", "a.stl", changed(STL, b"vertex 0 1 0", b"vertex nan 1 0"), f":5: x is not a number; {LIMIT}"),
    ("stl_text_huge", "a.stl", changed(STL, b"vertex 0 1 0", b"vertex 0 1e308 0"), f":5: y is 1e+308; {LIMIT}"),
    ("stl_text_beyond_double", "a.stl", changed(STL, b"vertex 0 1 0", b"vertex 0 1e999 0"), f":5: y is infinite; {LIMIT}"),
    ("stl_text_four_corners", "a.stl", changed(STL, b"  endloop", b"   vertex 1 1 1\n  endloop"),
     ":7: a fourth vertex in a facet; the facets of an STL file have three"),
    ("stl_text_two_corners", "a.stl", changed(STL, b"   vertex 0 1 0\n", b""),
     ":6: 'endloop' where 'vertex' (number 3 of 3 of a facet) must stand"),
    ("stl_text_after_the_end", "a.stl", STL + b"and more\n", ":31: 'and' where 'solid' must stand"),
    ("stl_text_no_loop", "a.stl", changed(STL, b"  outer loop\n", b""), ":3: 'vertex' where 'outer loop' must stand"),
    # OBJ.
    ("obj_no_faces", "a.obj", OBJ[:OBJ.index(b"f")], ": it holds no triangles"),
    ("obj_index_zero", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 0 4"),
     ":7: a face with vertex 0; vertices count from 1, and -1 is the last one so far"),
    ("obj_index_high", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3 5"), ":7: a face with vertex 5, but there are 4"),
    ("obj_index_huge", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3 99999999999999999999"),
     ":7: a face with vertex 9223372036854775807, but there are not so many"),
    ("obj_index_before_all", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3 -5"),
     ":7: a face with vertex -5, but there are 4 so far"),
    ("obj_index_word", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3 four"),
     ":7: 'four' is no corner of a face; write vertex, vertex/texture or vertex//normal"),
    ("obj_index_fraction", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3 4.0"),
     ":7: '4.0' is no corner of a face; write vertex, vertex/texture or vertex//normal"),
    ("obj_two_corners", "a.obj", changed(OBJ, b"f 2 3 4", b"f 2 3"), ":7: a face with 2 corners; at least 3 are needed"),
    ("obj_no_corners", "a.obj", changed(OBJ, b"f 2 3 4", b"f"), ":7: a face with 0 corners; at least 3 are needed"),
    ("obj_a_million_corners", "a.obj", OBJ + LONG, ":9: a face with 1020000 corners; at most 10000 are read"),
    ("obj_two_coordinates", "a.obj", changed(OBJ, b"v 0 1 0", b"v 0 1"),
     ":3: a vertex without z; three coordinates are needed"),
    ("obj_nan", "a.obj", changed(OBJ, b"v 0 1 0", b"v 0 nan 0"), f":3: y is not a number; {LIMIT}"),
    ("obj_infinite", "a.obj", changed(OBJ, b"v 0 1 0", b"v 0 -inf 0"), f":3: y is infinite; {LIMIT}"),
    ("obj_nought_byte", "a.obj", changed(OBJ, b"v 0 1 0", b"v 0 1\0 0"),
     ":3: '1\\x00' is no number; y of a vertex must be one, such as -0.5 or 2e-3"),
    # PLY.
    ("ply_magic_only", "a.ply", b"ply\n", ":2: the header does not end; 'end_header' is missing"),
    ("ply_no_format", "a.ply", b"ply\n" + HEAD, ":8: the header has no format; write: format ascii 1.0"),
    ("ply_format", "a.ply", changed(PLY, b"ascii", b"asci"),
     ":2: 'asci' is no format of a PLY file; there are ascii, binary_little_endian and binary_big_endian"),
    ("ply_version", "a.ply", changed(PLY, b"1.0", b"2.0"), ":2: version '2.0' of PLY is not known; 1.0 is"),
    ("ply_type", "a.ply", changed(PLY, b"float y", b"quadruple y"), ":5: 'quadruple' is no type of a property; there are "
     "char, uchar, short, ushort, int, uint, float and double"),
    ("ply_keyword", "a.ply", changed(PLY, b"element face", b"elements face"), ":7: 'elements' is no line of a PLY header; "
     "there are format, comment, obj_info, element, property and end_header"),
    ("ply_property_first", "a.ply", b"ply\nformat ascii 1.0\nproperty float x\n", ":3: a property before the first element"),
    ("ply_count_negative", "a.ply", changed(PLY, b"vertex 4", b"vertex -4"),
     ":3: '-4' is no number of elements; write: element 'vertex' 12"),
    ("ply_count_lies", "a.ply", changed(PLY, b"vertex 4", b"vertex 4000000000"), ":3: the header says 4000000000 of element "
     "'vertex', which take at least 3 bytes each, but only 56 bytes follow"),
    ("ply_binary_count_lies", "a.ply", changed(ply_binary("<"), b"face 4", b"face 4000000000"), ":7: the header says "
     "4000000000 of element 'face', which take at least 1 bytes each, but only 52 bytes follow"),
    ("ply_no_vertices", "a.ply", changed(PLY, b"element vertex", b"element corner"),
     ":7: faces without vertices; element vertex is missing"),
    ("ply_two_vertices", "a.ply", changed(PLY, b"element face 4", b"element vertex 0\nelement face 4"),
     ":7: a second element vertex; one is allowed"),
    ("ply_no_z", "a.ply", changed(PLY, b"float z", b"float w"), ":3: vertices without z; write: property float z"),
    ("ply_x_is_a_list", "a.ply", changed(PLY, b"float x", b"list uchar float x"),
     ":3: x of the vertices is a list; it must be one number"),
    ("ply_points_only", "a.ply", changed(PLY, b"element face", b"element edge"),
     ": it has no faces; a PLY file of a surface has element face"),
    ("ply_strips", "a.ply", changed(PLY, b"element face", b"element tristrips"),
     ":7: triangle strips are not read; write the faces one by one: element face"),
    ("ply_faces_without_corners", "a.ply", changed(PLY, b"vertex_indices", b"colours"),
     ":7: faces without their corners; write: property list uchar int vertex_indices"),
    ("ply_float_corners", "a.ply", changed(PLY, b"uchar int", b"uchar float"),
     ":7: faces without their corners; write: property list uchar int vertex_indices"),
    ("ply_float_length", "a.ply", changed(PLY, b"list uchar", b"list float"),
     ":8: the length of a list must be of an integer type, such as uchar"),
    ("ply_cut_off", "a.ply", PLY[:PLY.index(b"3 2 0 3")],
     ":17: the file ends where number 4 of 4 of element 'face' must stand"),
    ("ply_short_line", "a.ply", changed(PLY, b"3 1 2 3", b"3 1 2"),
     ":16: the line is too short for the properties in the header"),
    ("ply_long_line", "a.ply", changed(PLY, b"3 1 2 3", b"3 1 2 3 0"),
     ":16: '0' is one word too many for the properties in the header"),
    ("ply_word", "a.ply", changed(PLY, b"1 0 0\n", b"1 O 0\n"), ":11: 'O' is no number"),
    ("ply_index_fraction", "a.ply", changed(PLY, b"3 1 2 3", b"3 1 2.5 3"), ":16: '2.5' is no integer, as the header says"),
    ("ply_index_negative", "a.ply", changed(PLY, b"3 1 2 3", b"3 1 -2 3"),
     ":16: a face with vertex -2; there are 4, counted from 0"),
    ("ply_nan", "a.ply", changed(PLY, b"1 0 0\n", b"1 nan 0\n"), f":11: vertex 1: y is not a number; {LIMIT}"),
    ("ply_binary_cut_off", "a.ply", ply_binary("<")[:-3], f": byte {len(ply_binary('<')) - 4}: the file ends within an element; it is cut off"),
    ("ply_binary_length_negative", "a.ply", ply_binary(">", first=-1, length="i", head=SHORT_LIST),
     f": byte {BIG - 2 + 48}: a list of length -1 in property 'vertex_indices'; lengths are from 0 up"),
    ("ply_binary_length_huge", "a.ply", ply_binary("<", first=2**31 - 1, length="i", head=SHORT_LIST),
     f": byte {LITTLE - 2 + 48}: a face with 2147483647 corners; at most 10000 are read"),
    ("ply_binary_two_corners", "a.ply", ply_binary("<", first=2), f": byte {LITTLE + 48}: a face with 2 corners; at least 3 are needed"),
    ("ply_binary_index_high", "a.ply", ply_binary(">", corners=(0, 2, 4)),
     f": byte {BIG + 48 + 1 + 8}: a face with vertex 4; there are 4, counted from 0"),
    ("ply_binary_index_negative", "a.ply", ply_binary("<", corners=(-1, 2, 3)),
     f": byte {LITTLE + 48 + 1}: a face with vertex -1; there are 4, counted from 0"),
    ("ply_binary_nan", "a.ply", ply_binary(">", x=NAN), f": byte {BIG}: vertex 0: x is not a number; {LIMIT}"),
    ("ply_binary_other_order", "a.ply", changed(ply_binary("<"), b"little", b"big"),
     f": byte {BIG + 48 + 1 + 4}: a face with vertex 33554432; there are 4, counted from 0"),
    # OFF.
    ("off_keyword_only", "a.off", b"OFF", ":1: the file ends where the numbers of vertices, faces and edges must stand"),
    ("off_binary", "a.off", b"OFF BINARY\n" + bytes(100), ":1: binary OFF files are not read; write it as text, or as PLY"),
    ("off_four_dimensions", "a.off", b"4OFF\n0 0 0\n",
     ":1: '4OFF' files are not read; points must have three coordinates: OFF"),
    ("off_counts_lie", "a.off", changed(OFF, b"4 4 6", b"4 4000000000 6"),
     ":2: the header says 4000000000 faces, but only 59 bytes follow"),
    ("off_count_negative", "a.off", changed(OFF, b"4 4 6", b"-4 4 6"),
     ":2: '-4' is no number of vertices; the header has the numbers of vertices, faces and edges"),
    ("off_count_missing", "a.off", changed(OFF, b"4 4 6", b"4"),
     ":2: '' is no number of faces; the header has the numbers of vertices, faces and edges"),
    ("off_fewer_faces", "a.off", OFF[:OFF.index(b"3 2 0 3")], ":10: the file ends where face 4 of 4 must stand"),
    ("off_fewer_vertices", "a.off", OFF[:OFF.index(b"0 0 1\n")], ":6: the file ends where vertex 4 of 4 must stand"),
    ("off_index_high", "a.off", changed(OFF, b"3 1 2 3", b"3 1 2 4"),
     ":9: a face with vertex 4; there are 4, counted from 0"),
    ("off_index_negative", "a.off", changed(OFF, b"3 1 2 3", b"3 1 -2 3"),
     ":9: a face with vertex -2; there are 4, counted from 0"),
    ("off_index_word", "a.off", changed(OFF, b"3 1 2 3", b"3 1 two 3"), ":9: 'two' is no vertex; vertices are numbers from 0"),
    ("off_two_corners", "a.off", changed(OFF, b"3 1 2 3", b"2 1 2"), ":9: a face with 2 corners; at least 3 are needed"),
    ("off_corners_lie", "a.off", changed(OFF, b"3 1 2 3", b"2147483648 1 2 3"),
     ":9: a face with 2147483648 corners; at most 10000 are read"),
    ("off_corners_negative", "a.off", changed(OFF, b"3 1 2 3", b"-3 1 2 3"),
     ":9: '-3' is no number of corners; a face is that number and as many vertices"),
    ("off_short_face", "a.off", changed(OFF, b"3 1 2 3", b"4 1 2 3"), ":9: a face of 4 corners with 3 vertices"),
    ("off_nan", "a.off", changed(OFF, b"0 1 0", b"0 NaN 0"), f":5: y is not a number; {LIMIT}"),
    # Sizes.
    ("tiny", "a.obj", OBJ.replace(b" 1 ", b" 1e-30 ").replace(b" 1\n", b" 1e-30\n")
     .replace(b"f 1e-30", b"f 1").replace(b"f 3 1e-30", b"f 3 1"),
     ": it is too small: 1e-30 across, where at least 1e-12 is needed (lengths are metres; has a unit been lost?)"),
    ("a_single_point", "a.obj", b"v 5 5 5\n" * 3 + b"f 1 2 3\n",
     ": it is too small: 0 across, where at least 1e-12 is needed (lengths are metres; has a unit been lost?)"),
]
