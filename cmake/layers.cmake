# scree_layer(NAME LIBS ... PRIVATE_LIBS ...): every .cpp below src/NAME becomes the static library
# scree_NAME. One library per folder keeps the layers honest: what is not linked is not found.
function(scree_layer name)
  cmake_parse_arguments(ARG "" "" "LIBS;PRIVATE_LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(sources)
    add_library(scree_${name} STATIC ${sources})
    target_include_directories(scree_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(scree_${name} PUBLIC ${ARG_LIBS} PRIVATE scree_flags ${ARG_PRIVATE_LIBS})
    scree_precompile_layer(${name})
  else()
    add_library(scree_${name} INTERFACE)
    target_include_directories(scree_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(scree_${name} INTERFACE ${ARG_LIBS})
  endif()
  set_property(GLOBAL APPEND PROPERTY SCREE_LAYERS ${name})
endfunction()

# One library of all layers for other projects: libscree.a, exported as scree::scree. Nothing is
# compiled again for it: the layers' objects are archived a second time.
function(scree_library)
  scree_embed_scenes(scree_scene)
  get_property(layers GLOBAL PROPERTY SCREE_LAYERS)
  set(objects)
  foreach(layer IN LISTS layers)
    get_target_property(type scree_${layer} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      list(APPEND objects $<TARGET_OBJECTS:scree_${layer}>)
    endif()
  endforeach()
  add_library(scree_library STATIC ${objects})
  add_library(scree::scree ALIAS scree_library)
  set_target_properties(scree_library PROPERTIES OUTPUT_NAME scree EXPORT_NAME scree LINKER_LANGUAGE CXX)
  target_compile_features(scree_library INTERFACE cxx_std_20)
  target_include_directories(scree_library INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # Linked, but never included from the public headers: users need no Eigen, TOML or HDF5 headers.
  target_link_libraries(scree_library PRIVATE
    TBB::tbb fmt::fmt Qhull::qhull_r PkgConfig::TOMLPLUSPLUS PkgConfig::HDF5SERIAL)
endfunction()
