#!/usr/bin/env bash
# run.sh PROGRAM [--update]: holds the answers of apart_bits, with one lane, eight and sixteen, at night also with
# four, to expected.txt; --update writes that file.
set -euo pipefail
program=$1
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
if [[ ${2-} == --update ]]; then "$program" >"$here/expected.txt"; fi
for lanes in 1 ${APART_NIGHTLY:+4} 8 16; do
  "$program" --lanes "$lanes" >"$answers"
  echo "lanes: $lanes"
  "$here/compare.sh" "$here/expected.txt" "$answers"
done
