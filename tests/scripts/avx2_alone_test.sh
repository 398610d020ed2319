#!/usr/bin/env bash
# avx2_alone_test.sh LIBRARY: is what was compiled for AVX2 or AVX-512 called by nobody who did not ask for it? A function
# that such an object shares with others may be the one that the linker keeps, and then a machine without fails in it.
set -euo pipefail
library=$1
objects=$(ar t "$library" | grep -E "_avx(2|512)" || true)
if [[ ! $objects ]]; then
  echo "nothing in $library was compiled for AVX2"
  [[ $(uname -m) != x86_64 ]]
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for object in $objects; do
  ar p "$library" "$object" >"$work/object.o"
  shared=$(nm -C --defined-only "$work/object.o" | grep -E ' [WVu] ' | grep -v -e avx2_machine -e lanes32 -e avx512_machine -e lanes64 || true)
  if [[ $shared ]]; then
    printf '%s shares with objects for other machines:\n%s\n' "$object" "$shared"
    exit 1
  fi
done
