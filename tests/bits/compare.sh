#!/usr/bin/env bash
# compare.sh EXPECTED ANSWERS [MACHINE]: fails when a line of apart_bits differs, and names the query. Known to differ on
# another MACHINE: how vertices and faces of hulls of coplanar points are numbered, and with it the order of contact points,
# also of a mesh with the polytopes that stand in for shapes it overlaps. They are found by Qhull, which distributions compile
# with fused multiply-add where the machine has it.
set -euo pipefail
expected=$1 answers=$2 machine=${3-}
differ=$(diff "$expected" "$answers" | grep '^[<>]' || true)
if [[ $machine ]]; then differ=$(grep -Ev '^[<>] ([a-z]* flat-hulls|contacts model-shape) ' <<<"$differ" || true); fi
if [[ $differ ]]; then
  echo "these bits are not those of $expected (query, of what, answers, yes, hash):"
  echo "$differ"
  echo "find the first answer that differs with: apart_bits --each QUERY --kind KIND"
  echo "if it is meant, tests/bits/run.sh BUILD/tests/bits/apart_bits --update writes them anew"
  exit 1
fi
echo "$(wc -l <"$expected") queries: the same bits${machine:+ on $machine, but for hulls of coplanar points}"
