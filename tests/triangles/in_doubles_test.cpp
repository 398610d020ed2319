// The distance and the overlap of triangles in doubles alone, as a GPU computes them: those of the exact code, bit for
// bit, or undecided.
#include <apart/base/random.hpp>
#include <apart/triangles/kernels/nearest_pair.hpp>
#include <apart/triangles/overlap.hpp>

#include "tests/support.hpp"

namespace apart::triangles {
namespace in_doubles_test {

using testing::cases;
using testing::Outcomes;

Triangle random_triangle(Random& random) {
  const Vec3d at = random.in_box(1), along = random.in_box(1);
  const double step = 0.25;
  const auto grid = [&] {
    const auto one = [&] { return step * (double(random.below(9)) - 4); };
    return Vec3d{one(), one(), one()};
  };
  switch (random.below(6)) {
    case 0:
      return {grid(), grid(), grid()};
    case 1:
      return {at, at + along, at + along * 0.5 + 1e-12 * random.in_box(1)};
    case 2:
      return {at, at, at + along};
    default:
      return {at, at + along, at + random.in_box(1)};
  }
}

TEST(InDoubles, DistancesAreThoseOfTheExactCode) {
  Random random(12);
  Outcomes decided("decided");
  for (int k = 0; k < cases(100000, 5000000); ++k) {
    Triangle s = random_triangle(random), t = random_triangle(random);
    if (random.chance(0.02))
      for (Triangle* x : {&s, &t}) *x = {1e-40 * x->a, 1e-40 * x->b, 1e-40 * x->c};
    const TriangleGap exact = distance(s, t);
    const double bounds[] = {std::numeric_limits<double>::infinity(),
                             std::nextafter(exact.squared, std::numeric_limits<double>::infinity())};
    for (const double bound : bounds) {
      const kernel::PlainGap found = kernel::distance_in_doubles(s, t, bound);
      decided.saw(found.decided);
      if (!found.decided) continue;
      ASSERT_EQ(found.gap.squared, exact.squared) << k;
      ASSERT_EQ(found.gap.on_s, exact.on_s) << k;
      ASSERT_EQ(found.gap.on_t, exact.on_t) << k;
    }
    const kernel::PlainGap beyond = kernel::distance_in_doubles(s, t, 0.5 * exact.squared);
    if (beyond.decided) {
      ASSERT_GE(beyond.gap.squared, 0.5 * exact.squared) << k;
    }
    const Plainly said = plainly(s, t);
    if (said != Plainly::in_doubt) {
      ASSERT_EQ(said == Plainly::meeting, overlap(s, t)) << k;
    }
  }
}

}  // namespace in_doubles_test
}  // namespace apart::triangles
