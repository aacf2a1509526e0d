# Precompiled headers: what nearly every file reads is parsed once per build. They are an aid to speed alone: every
# header still compiles without them (tests/program/test_headers.py), and includes stay what the layers allow
# (test_layers.py looks at the text).
#
# Four sets, because what a set holds costs every file that loads it some time:
#   scree_base     the standard library, Eigen, fmt: base and geometry
#   scree_state    these, and the state that all layers above it work on
#   scree_tests    these, and GoogleTest
#   scree          these, and the command line: the program
set(SCREE_COMMON_HEADERS
  <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric>
  <optional> <span> <string> <string_view> <tuple> <vector> <fmt/format.h>
  ${PROJECT_SOURCE_DIR}/src/base/vector.h ${PROJECT_SOURCE_DIR}/src/base/lanes.h
  ${PROJECT_SOURCE_DIR}/src/base/parallel.h)
set(SCREE_STATE_HEADERS ${SCREE_COMMON_HEADERS} ${PROJECT_SOURCE_DIR}/src/state/state.h)

# The layers base and state make their set; the others take the one of the two that they stand on.
function(scree_precompile_layer name)
  if(name STREQUAL base)
    target_precompile_headers(scree_base PRIVATE ${SCREE_COMMON_HEADERS})
  elseif(name STREQUAL geometry)
    target_precompile_headers(scree_geometry REUSE_FROM scree_base)
  elseif(name STREQUAL state)
    target_precompile_headers(scree_state PRIVATE ${SCREE_STATE_HEADERS})
  else()
    target_precompile_headers(scree_${name} REUSE_FROM scree_state)
  endif()
endfunction()
