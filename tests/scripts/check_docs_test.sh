#!/usr/bin/env bash
# scripts/check-docs accepts documents that name what exists and refuses those that name what does not.
set -euo pipefail
check=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../scripts/check-docs
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
mkdir -p src/apart/volumes/kinds tests/volumes lab/bench docs
touch src/apart/volumes/kinds/sphere.hpp tests/volumes/obb_test.cpp lab/bench/wide_bench.cpp
echo '{"tori", "Tori?", tori},' >lab/experiment.cpp
printf '# Title\n\n## A `plain` title, once\n' >docs/there.md

# expect accepted|refused TEXT: a document docs/a.md that holds that one line.
failures=0
expect() {
  local outcome=refused
  printf '%s\n' "$2" >docs/a.md
  if "$check" "$tree" >/dev/null; then outcome=accepted; fi
  if [[ $outcome != "$1" ]]; then
    echo "$outcome, not $1: $2"
    failures=$((failures + 1))
  fi
}

expect accepted 'No names.'
expect accepted '[there](there.md), [here](#heading) and [the net](https://example.com/x.md)
# Heading'
expect accepted '[there](there.md#a-plain-title-once)'
expect accepted '`src/apart/volumes/`, `volumes/kinds/sphere.hpp`, `sphere.hpp`, `volumes/kinds/*.hpp`, `box:1,2`, `.cpp`'
expect accepted '`volumes_test`, `build/test/tests/volumes_test`, `build/test/lab/wide_bench_avx2 9`, `apart lab tori --full`, `apart lab EXPERIMENT`'
expect refused '[nowhere](nowhere.md)'
expect refused '[there](there.md#another-title)'
expect refused '`volumes/sphere.hpp`'
expect refused '`ctest && scripts/check-nothing`'
expect refused '`cube.hpp`'
expect refused '`src/apart/shapes/`'
expect refused '`volumes_aabb_test`'
expect refused 'build/test/lab/narrow_bench'
expect refused '`apart lab cubes`'

# In docs/coverage.md a row has to say where it is.
covered() {
  printf '| item | where |\n|---|---|\n%s\n' "$2" >docs/coverage.md
  expect "$1" "see coverage.md"
  rm docs/coverage.md
}
covered accepted '| spheres | `volumes/kinds/sphere.hpp`, tested |'
covered accepted '| tori \| knots | `apart lab tori` |'
covered accepted '| cones | not done |'
covered refused '| cones | of no use |'
covered refused '| cones | `cone` |'
covered refused '| cones | `volumes/kinds/cone.hpp` |'

mkdir -p examples
printf '// A program.\nint main() {}\n' >examples/a.cpp
expect accepted $'```cpp\n// A program.\nint main() {}\n```'
expect accepted $'```cpp\n// Another.\nint main() {}\n```'
expect refused $'```cpp\n// A program.\nint main() { return 1; }\n```'
exit $((failures > 0))
