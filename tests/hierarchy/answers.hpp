// Does a kind of tree give the results of brute force?
#pragma once
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart::testing {

// Every touching pair, counted by the traversal.
struct TouchingPairs {
  using Measure = Touching;
  PlacedPair pair;
  std::vector<std::pair<u32, u32>> found{};

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) {
    if (!overlap(pair.of_a(i), pair.of_b(j))) return Found::nothing;
    found.emplace_back(i, j);
    return Found::contact;
  }
};

// make(mesh) gives the tree.
template <class Make>
void check_answers(Make make) {
  Outcomes outcomes("pairs that touch");
  Random random(5);
  const Mesh torus = generate::torus(1, 0.3, 14, 7), sphere = generate::sphere(0.8, 150);
  const Mesh soup = generate::soup(random, 70), other = generate::soup(random, 1);
  const Mesh teeth = generate::teeth(generate::Jaw::lower, 300);
  const auto check = [&](const Mesh& a, const Mesh& b, const Pose& at) {
    const auto tree_a = make(a), tree_b = make(b);
    TouchingPairs touching{{a, at, b}};
    walk(tree_a, at, tree_b, touching);
    std::sort(touching.found.begin(), touching.found.end());
    EXPECT_EQ(touching.found, touching_pairs(a, at, b));
    DistanceQuery distance{{a, at, b}};
    walk(tree_a, at, tree_b, distance);
    EXPECT_EQ(distance.best_distance, smallest_distance(a, at, b));
    outcomes.saw(!touching.found.empty());
  };
  for (int k = 0; k < 4; ++k) {
    check(torus, sphere, {random.rotation(), 1.2 * random.in_ball()});
    check(soup, torus, {random.rotation(), random.in_ball()});
    check(torus, torus, {random.rotation(), 4 * random.direction()});
    check(teeth, sphere, {random.rotation(), 3 * random.direction()});
  }
  check(torus, torus, Pose{});
  check(other, soup, Pose{});
}

}  // namespace apart::testing
