#!/bin/bash
# Installs what the named groups of packages.txt need and this machine lacks.
#   tools/install_packages.sh GROUP...
# Looks for commands, headers, Python modules and fonts, not for packages, so that a compiler or a CMake
# from elsewhere counts. A look takes a fraction of a second: nothing is remembered between calls.
# Where nothing can be installed (no apt, no rights), says what is missing and ends with 1.
set -euo pipefail
cd "$(dirname "$0")/.."
list=packages.txt

header_folders() {
  printf '%s\n' /usr/include /usr/include/eigen3 /usr/include/hdf5/serial /usr/local/include \
    /usr/include/*-linux-gnu* /usr/local/include/eigen3
  tr ':' '\n' <<<"${CPATH:-}:${CPLUS_INCLUDE_PATH:-}"
  tr ':;' '\n' <<<"${CMAKE_PREFIX_PATH:-}" | sed '/./s|$|/include|'
}

# at_least COMMAND VERSION: the first number with a dot in `COMMAND --version` is not below VERSION.
at_least() {
  local found
  found=$("$1" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1) || return 1
  [ "$(printf '%s\n%s\n' "$2" "$found" | sort -V | head -n 1)" = "$2" ]
}

present() {
  local what=${1#*:} folder
  case $1 in
    cmd:*\>=*) command -v "${what%>=*}" >/dev/null && at_least "${what%>=*}" "${what#*>=}" ;;
    cmd:*) command -v "$what" >/dev/null ;;
    header:*)
      while read -r folder; do
        if [ -n "$folder" ] && [ -e "$folder/$what" ]; then return 0; fi
      done < <(header_folders)
      return 1 ;;
    pymod:*)
      [ -x /usr/bin/python3 ] && /usr/bin/python3 -c \
        "import importlib.util, sys; sys.exit(importlib.util.find_spec('$what') is None)" ;;
    font:*) find /usr/share/fonts /usr/local/share/fonts -name "$what" 2>/dev/null | grep -q . ;;
    *) echo "$list: unknown probe '$1' (cmd:, header:, pymod: or font:)" >&2; exit 2 ;;
  esac
}

# missing GROUP...: the lines "package probe" of those groups whose probe fails.
missing() {
  local group package probe
  while read -r group package probe; do
    case $group in ''|'#'*) continue ;; esac
    case " $* " in *" $group "*) present "$probe" || echo "$package $probe" ;; esac
  done <"$list"
}

give_up() {
  echo "$1" >&2
  sed 's/^\([^ ]*\) \(.*\)$/  \1  (looked for \2)/' <<<"$lacking" >&2
  exit 1
}

lacking=$(missing "$@")
if [ -z "$lacking" ]; then exit 0; fi

as_root=()
if ! command -v apt-get >/dev/null; then
  give_up "Missing, and there is no apt-get here to install it (names of Debian packages):"
elif [ "$(id -u)" != 0 ]; then
  as_root=(sudo)
  if ! [ -t 0 ]; then as_root=(sudo -n); fi  # nobody there to type a password
  if ! command -v sudo >/dev/null || ! "${as_root[@]}" true; then
    give_up "Missing, and installing it needs root or sudo (names of Debian packages):"
  fi
fi

mapfile -t packages < <(cut -d ' ' -f 1 <<<"$lacking")
mapfile -t extras < <(missing optional | cut -d ' ' -f 1)
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"; }
echo "Installing ${packages[*]} ${extras[*]-}"
apt update || echo "Going on with the package lists at hand." >&2
apt install -y --no-install-recommends "${packages[@]}" || give_up "Missing, and apt-get could not install it:"
if [ -n "${extras[*]-}" ]; then
  apt install -y --no-install-recommends "${extras[@]}" || echo "Going on without ${extras[*]}." >&2
fi

hash -r
lacking=$(missing "$@")
if [ -n "$lacking" ]; then give_up "Still not found after installing (an older one earlier on the path?):"; fi
