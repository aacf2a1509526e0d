"""Includes go downwards only: CMakeLists.txt lists the layers, and the sources keep to it. No two types share a name."""

import re

import pytest

LAYER = re.compile(r"^scree_layer\((\w+)(.*?)\)", re.M | re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.M)

# The public headers a layer below `run` may use: plain vocabulary that stands on nothing.
VOCABULARY = {"scree/errors.h"}
# Who may include all of them.
ABOVE_THE_DOOR = {"run", "record", "bench", "view", "apps", "include"}
# Libraries that one folder hides from all others.
OWNERS = {
    r"^(Eigen|unsupported/Eigen)/": {"base"},
    r"^(tbb|oneapi/tbb)/|^tbb/": {"base"},
    r"^toml\+\+/": {"scene"},
    r"^(hdf5|H5\w*)\.h": {"io"},
    r"^CLI/": {"apps"},
    r"^libqhull_r/": {"geometry"},
    r"^embree3/": {"bvh", "view"},
    r"^(cairo|ft2build|gif_lib|webp/)": {"view"},
}
BACK_ENDS = re.compile(r"^(mpi|omp|cuda|cub/|thrust/|nccl|hip/|sycl/)", re.I)
# The only layers that may ever name a back end.
PARALLEL_LAYERS = {"distributed", "gpu"}

# What the names of types are looked for in: neither comments nor texts nor lines of the preprocessor.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\[^\']+|[^\'\\])\'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*',
                     re.S | re.M)
SCOPE = re.compile(r"""\bnamespace\s*(?P<namespace>[\w:]*)\s*\{
                     | \b(?:struct|class|enum(?:\s+(?:class|struct))?)\s+(?:alignas\([^)]*\)\s*)?(?P<type>\w+)(?:\s+final)?
                       \s*(?::(?!:)[^;{}()]*)?\{
                     | (?P<open>\{) | (?P<close>\})""", re.X)


def declared_layers(text):
    """{layer: set of the layers it may include, itself among them}, in the order of the list."""
    layers = {}
    for name, arguments in LAYER.findall(text):
        below = {name}
        for dependency in re.findall(r"\bscree_(\w+)", arguments):
            assert dependency in layers, f"layer {name} stands on {dependency}, which comes after it in the list"
            below |= layers[dependency]
        layers[name] = below
    return layers


def includes(path):
    return [quoted or angled for quoted, angled in INCLUDE.findall(path.read_text(encoding="utf-8"))]


def mistakes(layer, allowed, included, all_layers):
    """What a file of `layer` may not include, each with the reason."""
    found = []
    for name in included:
        folder = name.split("/")[0]
        if folder in all_layers and folder not in allowed:
            found.append(f"{name}: {layer} may include only {', '.join(sorted(allowed))}")
        if folder == "scree" and layer not in ABOVE_THE_DOOR and name not in VOCABULARY:
            found.append(f"{name}: below run only {', '.join(sorted(VOCABULARY))} of the public headers may be used")
        for pattern, owners in OWNERS.items():
            if re.match(pattern, name) and layer not in owners:
                found.append(f"{name}: only {', '.join(sorted(owners))} may include it")
        if BACK_ENDS.match(name) and layer not in PARALLEL_LAYERS:
            found.append(f"{name}: physics names neither MPI nor a GPU")
    return found


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in (".h", ".cpp"))


def defined_types(text):
    """(namespace, name) of the types that a source defines outside of functions and other types. An unnamed namespace
    is called "?"."""
    found, scopes = [], []
    for match in SCOPE.finditer(NO_CODE.sub(" ", text)):
        if match["close"]:
            scopes.pop()
        elif match["namespace"] is not None:
            scopes.append(match["namespace"] or "?")
        else:
            if match["type"] and None not in scopes:
                found.append(("::".join(scopes), match["type"]))
            scopes.append(None)
    assert not scopes, "braces do not close"
    return found


def same_names(files):
    """Types of one name in one namespace, as "name: file, file". `files` has (layer, path, text); unnamed namespaces of
    one layer count as one, and as the one around them: files of a layer may be compiled together."""
    places = {}
    for layer, path, text in files:
        for namespace, name in defined_types(text):
            shared = namespace.split("::?")[0]
            places.setdefault((shared, name), []).append((path, layer if namespace != shared else None))
    found = []
    for (namespace, name), where in places.items():
        for k, (path, owner) in enumerate(where):
            others = [other for other, its_owner in where[:k] if owner is None and its_owner is None
                      or owner == its_owner]
            if others:
                found.append(f"{namespace}::{name}: {others[0]}, {path}")
    return found


@pytest.fixture(scope="module")
def layers(root):
    found = declared_layers((root / "CMakeLists.txt").read_text())
    assert "base" in found and "run" in found
    return found


def test_every_source_folder_is_a_layer(root, layers):
    folders = {path.name for path in (root / "src").iterdir() if path.is_dir() and sources(path)}
    assert folders <= set(layers)
    assert not [path for path in sources(root / "src") if path.parent == root / "src"]


def test_layers_include_downwards(root, layers):
    found = []
    for layer, allowed in layers.items():
        for path in sources(root / "src" / layer):
            found += [f"{path.relative_to(root)}: {m}" for m in mistakes(layer, allowed, includes(path), layers)]
    assert not found, "\n" + "\n".join(found)


def test_unit_tests_include_downwards(root, layers):
    """A unit test of a layer needs nothing from above it either."""
    found = []
    for layer, allowed in layers.items():
        for path in sources(root / "tests/unit" / layer):
            wrong = [name for name in includes(path) if name.split("/")[0] in set(layers) - allowed]
            found += [f"{path.relative_to(root)}: {name}" for name in wrong]
    assert not found, "\n" + "\n".join(found)


def test_public_headers_stand_alone(root, layers):
    """Users of the library see the standard library and other public headers, nothing else."""
    found = []
    for path in sources(root / "include"):
        found += [f"{path.name}: {m}" for m in mistakes("include", set(), includes(path), layers)]
    assert not found, "\n" + "\n".join(found)


def test_the_program_owns_no_physics_libraries(root, layers):
    found = []
    for path in sources(root / "apps"):
        found += [f"{path.name}: {m}" for m in mistakes("apps", set(layers), includes(path), layers)]
    assert not found, "\n" + "\n".join(found)


def test_types_have_names_of_their_own(root):
    """Two types of one name break the rule of one definition, which no compiler sees where they are in two files."""
    files = [(path.relative_to(folder).parts[0], path.relative_to(root), path.read_text(encoding="utf-8"))
             for folder in (root / "src", root / "apps", root / "include") for path in sources(folder)]
    assert sum(len(defined_types(text)) for _, _, text in files) > 300
    found = same_names(files)
    assert not found, "\n" + "\n".join(found)


def test_same_names_are_found():
    a = """namespace scree {  // struct Not {
struct Ball { struct Inner {}; enum Kind { round }; };
template <class T> class Row final : public Base<T> {};
enum class Side : int { left };
struct Later;
void f() { struct Local {}; const char* text = "struct Text {"; char c = '{'; }
namespace {
struct Hidden { int x = 1'000; };
}
}
"""
    assert defined_types(a) == [("scree", "Ball"), ("scree", "Row"), ("scree", "Side"), ("scree::?", "Hidden")]
    assert same_names([("low", "a", a), ("low", "b", "namespace scree { struct Later {}; struct Local {}; }")]) == []
    for wrong in ("struct Ball { int y; };", "enum Side { up };", "namespace { class Hidden {}; }"):
        assert len(same_names([("low", "a", a), ("low", "b", f"namespace scree {{ {wrong} }}")])) == 1, wrong
    other_layer = [("low", "a", a), ("high", "b", "namespace scree { namespace { class Hidden {}; } }")]
    assert same_names(other_layer) == []


def test_the_rules_catch_what_they_are_for():
    text = "scree_layer(low LIBS x::y)\nscree_layer(high\n  LIBS scree_low)\n"
    assert declared_layers(text) == {"low": {"low"}, "high": {"low", "high"}}
    with pytest.raises(AssertionError):
        declared_layers("scree_layer(low LIBS scree_high)\nscree_layer(high)\n")
    layers = declared_layers(text)
    assert mistakes("high", layers["high"], ["low/a.h", "high/b.h", "vector", "scree/errors.h"], layers) == []
    for wrong in ("high/b.h", "scree/simulation.h", "Eigen/Core", "mpi.h", "cuda_runtime.h"):
        assert len(mistakes("low", layers["low"], [wrong], layers)) == 1, wrong
