#!/usr/bin/env bash
# scripts/check-rooms accepts what the table allows and refuses what it does not.
set -euo pipefail
check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../scripts/check-rooms
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# expect accepted|refused FILE INCLUDE: a tree with that one file, holding that one line.
failures=0
expect() {
  local outcome=refused
  rm -rf "$tree/src"
  mkdir -p "$(dirname "$tree/src/apart/$2")"
  printf '%s\n' "$3" >"$tree/src/apart/$2"
  if "$check" "$tree" >/dev/null; then outcome=accepted; fi
  if [[ $outcome != "$1" ]]; then
    echo "$outcome, not $1: $2 with $3"
    failures=$((failures + 1))
  fi
}

expect accepted base/a.hpp '#include <vector>'
expect accepted base/a.hpp '#include <apart/base/b.hpp>'
expect accepted queries/near/a.cpp '#include <apart/traversal/walk.hpp>'
expect accepted queries/a.cpp '// #include <apart/scene/world.hpp>'
expect accepted io/a.cpp '#include <assimp/scene.h>'
expect accepted apart.hpp '#include <apart/scene/world.hpp>'
expect refused base/a.hpp '#include <apart/shapes/mesh.hpp>'
expect refused base/a.hpp '#include <Eigen/Core>'
expect refused shapes/deep/a.hpp '  #  include <apart/volumes/kinds/aabb.hpp>'
expect refused triangles/a.hpp '#include <apart/convex/gjk/gjk.hpp>'
expect refused io/a.cpp '#include <apart/queries/collide.hpp>'
expect refused queries/a.cpp '#include "../scene/world.hpp"'
expect refused queries/a.cpp '#include <samples/generate.hpp>'
expect refused queries/a.cpp '#include <apart/apart.hpp>'
expect refused attic/a.cpp '#include <vector>'
expect refused scene/a.cpp '#include <apart/attic/a.hpp>'
exit $((failures > 0))
