#!/usr/bin/env bash
# scripts/check-rooms accepts what the table allows and refuses what it does not.
set -euo pipefail
check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../scripts/check-rooms
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# expect accepted|refused FILE INCLUDE [FILE INCLUDE]…: a tree with those files, holding one line each.
failures=0
expect() {
  local outcome=refused expected=$1 what="${*:2}"
  shift
  rm -rf "$tree/src" "$tree/include"
  while (($#)); do
    mkdir -p "$(dirname "$tree/$1")"
    printf '%s\n' "$2" >"$tree/$1"
    shift 2
  done
  if "$check" "$tree" >/dev/null; then outcome=accepted; fi
  if [[ $outcome != "$expected" ]]; then
    echo "$outcome, not $expected: $what"
    failures=$((failures + 1))
  fi
}

expect accepted src/apart/base/a.hpp '#include <vector>'
expect accepted src/apart/base/a.hpp '#include <apart/base/b.hpp>'
expect accepted src/apart/queries/near/a.cpp '#include <apart/traversal/walk.hpp>'
expect accepted src/apart/queries/a.cpp '// #include <apart/scene/world.hpp>'
expect accepted src/apart/io/a.cpp '#include <assimp/scene.h>'
expect accepted src/apart/engine.hpp '#include <apart/scene/world.hpp>'
expect refused src/apart/base/a.hpp '#include <apart/shapes/mesh.hpp>'
expect refused src/apart/base/a.hpp '#include <Eigen/Core>'
expect refused src/apart/shapes/deep/a.hpp '  #  include <apart/volumes/kinds/aabb.hpp>'
expect refused src/apart/triangles/a.hpp '#include <apart/convex/gjk/gjk.hpp>'
expect refused src/apart/io/a.cpp '#include <apart/queries/collide.hpp>'
expect refused src/apart/queries/a.cpp '#include "../scene/world.hpp"'
expect refused src/apart/queries/a.cpp '#include <samples/generate.hpp>'
expect refused src/apart/queries/a.cpp '#include <apart/apart.hpp>'
expect refused src/apart/attic/a.cpp '#include <vector>'
expect refused src/apart/scene/a.cpp '#include <apart/attic/a.hpp>'
expect refused docs/nothing.md 'no sources'

# Public and private.
vec=(include/apart/base/vec.hpp '#include <vector>')
door=(include/apart/apart.hpp '#include <apart/base/vec.hpp>')
expect accepted "${door[@]}" "${vec[@]}"
expect accepted "${door[@]}" "${vec[@]}" src/apart/base/pack.hpp '#include <apart/base/vec.hpp>'
expect accepted "${door[@]}" "${vec[@]}" include/apart/eigen.hpp '#include <Eigen/Core>'
expect accepted "${vec[@]}" src/apart/engine.hpp '#include <apart/base/vec.hpp>'
expect refused "${vec[@]}"
expect refused "${vec[@]}" src/apart/base/pack.hpp '#include <apart/base/vec.hpp>'
expect refused include/apart/apart.hpp '#include <apart/base/pack.hpp>' src/apart/base/pack.hpp '#include <vector>'
expect refused include/apart/apart.hpp '#include <apart/base/is_not_there.hpp>'
expect refused "${door[@]}" include/apart/base/vec.hpp '#include <apart/shapes/mesh.hpp>' include/apart/shapes/mesh.hpp ''
expect refused "${door[@]}" "${vec[@]}" src/apart/base/vec.hpp '#include <vector>'
expect refused "${door[@]}" "${vec[@]}" include/apart/base/vec.cpp '#include <apart/base/vec.hpp>'
expect refused "${door[@]}" "${vec[@]}" include/apart/attic/a.hpp '#include <vector>'
exit $((failures > 0))
