# One place for how everything is compiled. Bitwise equal results for every build type need
# -ffp-contract=off (no fused multiply-add behind our back) and no -ffast-math anywhere.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
# -Og -g1: assertions on, line numbers in stack traces, and still quick enough to run the tests.
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g1")

# The compiler cache, where there is one. Sloppiness and -fpch-preprocess are what it needs to see through precompiled
# headers. Paths below the source folder are made relative (base directory) and the folder itself does not count, so
# that another clone finds what this one compiled; therefore no flag may hold an absolute path that matters.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-fpch-preprocess)
  endif()
endif()

add_library(scree_flags INTERFACE)
target_compile_options(scree_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  -Wno-sign-conversion -Werror -ffp-contract=off -fno-math-errno)
# GCC 12 takes moves of short std::strings for accesses out of bounds once the standard headers are precompiled; the
# address sanitizer looks after bounds.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
  target_compile_options(scree_flags INTERFACE -Wno-array-bounds -Wno-stringop-overread)
endif()
# Most builds compile eight files of a layer as one (CMakePresets.json): a name of one file is then seen by the next,
# where a local variable may well bear it too. The debug build compiles every file alone.
if(CMAKE_UNITY_BUILD)
  target_compile_options(scree_flags INTERFACE -Wno-shadow -Wshadow=local -Wno-subobject-linkage)
endif()
# Vectors wider than the plainest processor's have no settled way of being passed to functions; ours are
# never passed, every function that has one is inlined (base/lanes.h).
target_compile_options(scree_flags INTERFACE -Wno-psabi)
# Scalar Eigen: the order of operations is then the same in every build and on every CPU, and
# no type has an alignment that would differ between translation units.
target_compile_definitions(scree_flags INTERFACE EIGEN_DONT_VECTORIZE EIGEN_MAX_ALIGN_BYTES=0)

if(SCREE_SANITIZE)
  add_compile_options(-fsanitize=${SCREE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SCREE_SANITIZE})
  # The instrumentation hides initialisations from gcc's flow analysis, which then warns of
  # variables that the plain builds know to be set.
  target_compile_options(scree_flags INTERFACE -Wno-maybe-uninitialized)
  # oneTBB is not instrumented: the one file that calls it stays out, and tells the sanitizer by hand
  # what the library guarantees (see there). Headers that were compiled for the others do not fit it.
  if(SCREE_SANITIZE STREQUAL thread)
    set_source_files_properties(src/base/parallel.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-fno-sanitize=thread;-DSCREE_THREAD_SANITIZER")
  endif()
endif()
