# Debian 12 packages; packages.txt is the list that `make` installs. What an installed scree needs
# of these is found again by cmake/screeConfig.cmake.in, under the same target names.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(Qhull REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
add_library(tomlplusplus::tomlplusplus ALIAS PkgConfig::TOMLPLUSPLUS)
# The serial HDF5 first: `hdf5` alone may be the MPI variant on machines that have both.
pkg_search_module(HDF5SERIAL REQUIRED IMPORTED_TARGET hdf5-serial hdf5)
add_library(HDF5::HDF5 ALIAS PkgConfig::HDF5SERIAL)
# Ray-traced pictures: layer view, which is not part of the installed library.
find_package(embree 3 REQUIRED)
find_package(PNG 1.6 REQUIRED)
