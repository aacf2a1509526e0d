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
# Drawings of runs in the plane, texts in all pictures, PNG and PDF files. The typeface becomes part of the program.
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo>=1.16 cairo-ft cairo-pdf cairo-png)
find_file(SCREE_TYPEFACE DejaVuSans.ttf REQUIRED PATHS /usr/share/fonts /usr/local/share/fonts
  PATH_SUFFIXES truetype/dejavu dejavu TTF DOC "Font file for the texts in pictures")
# Films.
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebp libwebpmux)
find_package(GIF 5 REQUIRED)
