#!/usr/bin/env bash
# Does a probe that watches nothing cost nothing? A walk with NoProbe is compiled twice, once from a copy of the walk
# from which every call of the probe was cut: the machine code must be the same, instruction for instruction. (Not
# register for register: the compiler numbers its variables otherwise, and colours them in that order.)
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/cut/apart/traversal"
calls=0
for part in pair_walk leaf_pairs; do
  file=apart/traversal/$part.hpp
  sed '/^ *probe_\./d' "$root/src/$file" >"$work/cut/$file"
  calls=$((calls + $(diff "$root/src/$file" "$work/cut/$file" | grep -c '^<' || true)))
done
if ((calls < 3)); then
  echo "only $calls calls of the probe were found to cut"
  exit 1
fi
cat >"$work/query.cpp" <<'TEXT'
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/obb.hpp>
using namespace apart;
using Boxes = Tree<Obb<float>>;
struct ByHulls : DefaultPolicy {
  using Order = Diving;
  using Hulls = HullBounds;
};
void plain(const Boxes& a, const Pose& at, const Boxes& b, DistanceQuery& query) { walk(a, at, b, query); }
void by_hulls(const Boxes& a, const Pose& at, const Boxes& b, DistanceQuery& query) { walk<ByHulls>(a, at, b, query); }
TEXT
compile() {
  "${CXX:-g++}" -std=c++20 -O2 -ffp-contract=off -Wno-psabi "${@:2}" -I"$root/include" -I"$root/src" -S -o "$work/$1.s" "$work/query.cpp"
}
compile with
compile without -I"$work/cut"
for code in with without; do
  awk '/^\t[a-z]/ { print $1 }' "$work/$code.s" | sort | uniq -c >"$work/$code.count"
done
if ! diff "$work/with.count" "$work/without.count"; then
  echo "NoProbe leaves a trace in the code"
  exit 1
fi
echo "the same $(awk '{ n += $1 } END { print n }' "$work/with.count") instructions with NoProbe and with its $calls calls cut"
