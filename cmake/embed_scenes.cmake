# scree_embed_scenes(TARGET): adds scenes/*.toml to TARGET as generated C++ that defines
# scree::embedded_scenes() of src/scene/embedded_scenes.h. This file is also the generator: CMake
# runs it as a script (with LIST, a file that sets SCENES, and OUTPUT) whenever a scene changed, came or went.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  include(${LIST})
  set(arrays "")
  set(entries "")
  # In the order of their names: "a" before "a-b", though "a.toml" comes after "a-b.toml".
  list(TRANSFORM SCENES REPLACE "\\.toml$" "")
  list(SORT SCENES)
  foreach(scene IN LISTS SCENES)
    get_filename_component(name ${scene} NAME)
    string(APPEND scene ".toml")
    file(READ ${scene} bytes HEX)
    # One character per byte: string literals have a length limit in some compilers, and a scene
    # may hold any delimiter.
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(MAKE_C_IDENTIFIER scene_${name} id)
    string(APPEND arrays "constexpr char ${id}[] = {\n${bytes}'\\0'};\n")
    string(APPEND entries "    {\"${name}\", {${id}, sizeof(${id}) - 1}},\n")
  endforeach()
  list(LENGTH SCENES count)
  file(WRITE ${OUTPUT} "// Generated from scenes/*.toml by cmake/embed_scenes.cmake.
#include \"scene/embedded_scenes.h\"

#include <array>

namespace scree {
namespace {
${arrays}
constexpr std::array<EmbeddedScene, ${count}> scenes{{
${entries}}};
}  // namespace

std::span<const EmbeddedScene> embedded_scenes() { return scenes; }
}  // namespace scree
")
  return()
endif()

set(SCREE_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(scree_embed_scenes target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    return()
  endif()
  file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.toml)
  set(output ${PROJECT_BINARY_DIR}/generated/embedded_scenes.cpp)
  # The list is written to a file that changes only with the list, so that a removed scene, which
  # leaves no newer dependency behind, also runs the generator.
  set(list_file ${PROJECT_BINARY_DIR}/generated/scenes.cmake)
  file(CONFIGURE OUTPUT ${list_file} CONTENT "set(SCENES \"@scenes@\")\n" @ONLY)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D LIST=${list_file} -P ${SCREE_EMBED_SCRIPT}
    DEPENDS ${scenes} ${list_file} ${SCREE_EMBED_SCRIPT}
    COMMENT "Embedding the built-in scenes" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
