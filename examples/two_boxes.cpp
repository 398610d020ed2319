// Two boxes: do they touch, and how far apart are they?
#include <apart/apart.hpp>
#include <cstdio>
#include <samples/generate.hpp>

int main() {
  const auto table = apart::Model::make(apart::generate::box({4, 4, 1})).value();  // from z = -0.5 to 0.5
  const auto crate = apart::Model::make(apart::generate::box({1, 1, 1})).value();

  for (double height : {1.5, 1.0, 0.9}) {  // of the crate's middle above the table's
    const auto at = apart::Pose::shift({0, 0, height});
    if (const auto gap = apart::distance(table, at, crate); gap.distance > 0) {
      std::printf("at %g: apart by %g, from z = %g to z = %g\n", height, gap.distance, gap.on_a.z, gap.on_b.z);
    } else {
      const bool clash = apart::clash(table, at, crate).state == apart::Clash::State::clash;
      std::printf("at %g: %s, %zu pairs of triangles\n", height, clash ? "a clash" : "a touch",
                  apart::collisions(table, at, crate).pairs.size());
    }
  }
}
