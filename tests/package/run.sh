#!/usr/bin/env bash
# run.sh installed|pkg-config|embedded BUILD: builds and runs a tiny program that uses Apart: from a tree that BUILD was
# installed into, found by CMake or by pkg-config; or with the sources as a part of its own build. The latter would compile
# the whole library again: by day it is configured and the program compiled, which is where the two meet; at night it is
# built and run.
set -euo pipefail
kind=$1 build=$2
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
work=$build/package_$kind
rm -rf "$work"
mkdir -p "$work"

if [[ $kind == pkg-config ]]; then
  cmake --install "$build" --prefix "$work/before" >"$work/install.log"
  mv "$work/before" "$work/prefix"  # an installed tree may be moved
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name apart.pc)")
  export PKG_CONFIG_PATH
  pkg-config --validate apart
  read -ra flags <<<"$(pkg-config --cflags apart)"
  read -ra libraries <<<"$(pkg-config --static --libs apart)"
  "${CXX:-c++}" -std=c++20 -O1 "${flags[@]}" "$here/consumer.cpp" -o "$work/consumer" "${libraries[@]}"
  "$work/consumer"
  exit
fi

options=(-G Ninja -DCMAKE_EXPORT_NO_PACKAGE_REGISTRY=ON)
if [[ $kind == installed ]]; then
  cmake --install "$build" --prefix "$work/prefix" >"$work/install.log"
  "$work/prefix/bin/apart" --help >/dev/null
  options+=("-DCMAKE_PREFIX_PATH=$work/prefix" -DCMAKE_BUILD_TYPE=Release)
else
  options+=("-DAPART_SOURCE=$here/../.." -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_UNITY_BUILD=ON)
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
