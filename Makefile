# The two commands are `make run` and `make test`: they install what is missing (packages.txt),
# configure, build and run. CMake does the work (CMakePresets.json); this file gives it names.
.DEFAULT_GOAL := build
MAKEFLAGS += --no-print-directory

SCENE ?=
THREADS ?=
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
PROGRAM := build/release/apps/scree/scree
SOURCES = $(shell find src include apps tests bench -name '*.cpp' -o -name '*.h')

.PHONY: help build run test test-long bench bench-features compare compare-plane format format-check tidy install clean \
  packages packages-test packages-bench packages-style

help:  ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

packages:
	@tools/install_packages.sh build
packages-test:
	@tools/install_packages.sh build test
packages-bench:
	@tools/install_packages.sh build bench
packages-style:
	@tools/install_packages.sh build test style

# Tests and benchmarks ask for packages of their own, so a plain build does without; each of the
# two is switched on by the first command that needs it, and stays on.
build/release/build.ninja: CMakePresets.json
	@cmake --preset release -DSCREE_TESTS=OFF --log-level=WARNING >/dev/null

build: packages build/release/build.ninja  ## the program: build/release/apps/scree/scree
	@cmake --build --preset release --target scree -- -j $(JOBS)

run: build  ## build, then run the default scene (or SCENE=name) into out/
	@$(PROGRAM) run $(SCENE) --force

test: packages-test  ## build, then run every test that is not long; samples under sanitizers
	@/usr/bin/python3 tools/run_tests.py --jobs $(JOBS)

test-long: packages-test  ## everything, long tests and whole sanitizer suites included (hours)
	@/usr/bin/python3 tools/run_tests.py --jobs $(JOBS) --long

bench: packages-bench  ## repeatable measurements: `scree bench`, then the micro benchmarks
	@cmake --preset release -DSCREE_BENCH=ON --log-level=WARNING >/dev/null
	@cmake --build --preset release --target scree micro_benchmarks -- -j $(JOBS)
	@$(PROGRAM) bench
	@for program in $$(find build/release/bench -maxdepth 1 -type f -executable -name 'micro_*' | sort); \
	  do $$program || exit 1; done

bench-features: packages-bench  ## instructions per call for closest features, by number of corners
	@cmake --preset release -DSCREE_BENCH=ON --log-level=WARNING >/dev/null
	@cmake --build --preset release --target closest_features -- -j $(JOBS)
	@/usr/bin/python3 bench/closest_features.py

compare: build  ## the drum in scree, Yade and Bullet, side by side (some minutes; THREADS="1 2")
	@/usr/bin/python3 bench/compare/run.py $(if $(THREADS),--threads $(THREADS))

compare-plane: build  ## a pile of polygons in scree and Box2D, side by side (a few minutes; THREADS="1 2")
	@/usr/bin/python3 bench/compare/run_plane.py $(if $(THREADS),--threads $(THREADS))

format: packages-style  ## lay out every source file as .clang-format says
	@clang-format -i $(SOURCES)

format-check: packages-style  ## fail where `make format` would change something
	@clang-format --dry-run --Werror $(SOURCES)

tidy: packages-style  ## clang-tidy over all sources (.clang-tidy)
	@cmake --preset release -DSCREE_TESTS=ON --log-level=WARNING >/dev/null
	@cmake --build --preset release --target scree -- -j $(JOBS)
	@find src apps -name '*.cpp' | xargs -n 4 -P $(JOBS) clang-tidy -p build/release --quiet

install: build  ## program, library, headers, scenes under PREFIX (default /usr/local); DESTDIR counts
	@cmake --build --preset release --target scree scree_library -- -j $(JOBS)
	@cmake --install build/release --prefix $(PREFIX)

clean:  ## remove build/ and out/
	@rm -rf build out
