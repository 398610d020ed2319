#!/usr/bin/env bash
# avx2_alone_test.sh LIBRARY: is what was compiled for AVX2 called by nobody who did not ask for it? A function that such
# an object shares with others may be the one that the linker keeps, and then a machine without AVX2 fails in it.
set -euo pipefail
library=$1
objects=$(ar t "$library" | grep _avx2 || true)
if [[ ! $objects ]]; then
  echo "nothing in $library was compiled for AVX2"
  [[ $(uname -m) != x86_64 ]]
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for object in $objects; do
  ar p "$library" "$object" >"$work/object.o"
  shared=$(nm -C --defined-only "$work/object.o" | grep -E ' [WVu] ' | grep -v -e avx2_machine -e lanes32 || true)
  if [[ $shared ]]; then
    printf '%s shares with objects for other machines:\n%s\n' "$object" "$shared"
    exit 1
  fi
done
