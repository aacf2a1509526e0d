"""Includes go downwards only: CMakeLists.txt lists the layers, and the sources keep to it."""

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


def test_the_rules_catch_what_they_are_for():
    text = "scree_layer(low LIBS x::y)\nscree_layer(high\n  LIBS scree_low)\n"
    assert declared_layers(text) == {"low": {"low"}, "high": {"low", "high"}}
    with pytest.raises(AssertionError):
        declared_layers("scree_layer(low LIBS scree_high)\nscree_layer(high)\n")
    layers = declared_layers(text)
    assert mistakes("high", layers["high"], ["low/a.h", "high/b.h", "vector", "scree/errors.h"], layers) == []
    for wrong in ("high/b.h", "scree/simulation.h", "Eigen/Core", "mpi.h", "cuda_runtime.h"):
        assert len(mistakes("low", layers["low"], [wrong], layers)) == 1, wrong
