#!/usr/bin/env bash
# run.sh installed|pkg-config|embedded BUILD: builds and runs a program that uses Apart: from a tree that BUILD was
# installed into, found by CMake or by pkg-config; or with the sources as a part of its own build. The latter would compile
# the whole library again: by day it is configured and the program compiled, which is where the two meet; at night it is
# built and run. In the installed tree it also tests that private headers cannot be included.
set -euo pipefail
kind=$1 build=$2
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$here/../..
work=$build/package_$kind
rm -rf "$work"
mkdir -p "$work"
compiler=${CXX:-c++}

# preprocesses HEADER FLAGS…: can it be included?
preprocesses() {
  printf '#include <%s>\n' "$1" | "$compiler" -std=c++20 "${@:2}" -E -x c++ - >/dev/null 2>&1
}

if [[ $kind == pkg-config ]]; then
  cmake --install "$build" --prefix "$work/before" >"$work/install.log"
  mv "$work/before" "$work/prefix"  # an installed tree may be moved
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name apart.pc)")
  export PKG_CONFIG_PATH
  pkg-config --validate apart apart-engine
  read -ra flags <<<"$(pkg-config --cflags apart)"
  read -ra engine_flags <<<"$(pkg-config --cflags apart-engine)"
  read -ra libraries <<<"$(pkg-config --static --libs apart-engine)"
  "$compiler" -std=c++20 -O1 "${engine_flags[@]}" "$here/consumer.cpp" -o "$work/consumer" "${libraries[@]}"
  "$work/consumer"

  # The wall. Everyday users have the public headers, and no other; users of the engine those behind its door.
  installed=$work/prefix/include
  diff <(cd "$root/include" && find apart -name '*.hpp' | sort) <(cd "$installed" && find apart -name '*.hpp' | sort)
  failures=0
  while read -r header; do
    if preprocesses "$header" "${flags[@]}"; then
      echo "$header is private, and a program of everyday use can include it"
      failures=$((failures + 1))
    fi
    if [[ $header == *_kernel.hpp ]] && preprocesses "$header" "${engine_flags[@]}"; then
      echo "$header is for one source alone, and is installed"
      failures=$((failures + 1))
    fi
  done < <(cd "$root/src" && find apart -name '*.hpp' | sort)
  for header in apart/apart.hpp apart/version.hpp; do
    preprocesses "$header" "${flags[@]}" || { echo "$header cannot be included"; failures=$((failures + 1)); }
  done
  exit $((failures > 0))
fi

options=(-G Ninja -DCMAKE_EXPORT_NO_PACKAGE_REGISTRY=ON)
if [[ $kind == installed ]]; then
  cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
  "$work/prefix/bin/apart" --help >/dev/null
  options+=("-DCMAKE_PREFIX_PATH=$work/prefix" -DCMAKE_BUILD_TYPE=Release)
else
  options+=("-DAPART_SOURCE=$root" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON)
  if command -v ccache >/dev/null; then options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
fi
cmake -S "$here/$kind" -B "$work/build" "${options[@]}"
if [[ $kind == embedded && ! ${APART_NIGHTLY-} ]]; then
  cmake --build "$work/build" --target compiled
  echo "by day the library is not compiled again, and the program not linked"
  exit
fi
cmake --build "$work/build" --target consumer
"$work/build/consumer"
