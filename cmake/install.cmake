# `make install`: the program, the library with its public headers and CMake package, the scenes.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scree)

install(TARGETS scree_library EXPORT screeTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET scree)
  install(TARGETS scree RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/scree DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/scree FILES_MATCHING PATTERN "*.toml")
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/scree)

install(EXPORT screeTargets NAMESPACE scree:: DESTINATION ${package_dir})
configure_package_config_file(cmake/screeConfig.cmake.in ${PROJECT_BINARY_DIR}/screeConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/screeConfig.cmake ${PROJECT_BINARY_DIR}/screeConfigVersion.cmake
  DESTINATION ${package_dir})
