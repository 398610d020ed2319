// The quick way to the distance of two segments, held to the careful one: it may leave it to that, and must otherwise
// be as right.
#include <apart/base/random.hpp>
#include <apart/convex/closed/segment_segment.hpp>

#include "tests/support.hpp"

namespace apart {
namespace segment_segment_test {

TEST(SegmentPair, QuickAsWithCare) {
  Random random(1);
  testing::Outcomes sure("segments that are told quickly"), ends("told quickly, at an end of either", 0.2);
  testing::Outcomes upright("told quickly, upright", 0.05);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto place = [&] { return scale * random.in_box(1); };
    Segment a{place(), place()}, b{place(), place()};
    const u32 kind = random.below(8);
    if (kind == 0) b.b = b.a;  // a point
    if (kind == 1) b.b = b.a + random.uniform(-2, 2) * (a.b - a.a) + std::pow(10, random.uniform(-16, 0)) * place();
    if (kind == 2) {  // crossing, or nearly
      const Vec3d at = a.a + random.uniform() * (a.b - a.a), to = place();
      b = {at - random.uniform() * to, at + random.uniform() * to + std::pow(10, random.uniform(-16, 0)) * place()};
    }
    if (kind == 3) a.a += 1e5 * place(), a.b += 1e5 * place();
    if (kind >= 6) {  // upright, as capsules are
      const Vec3d of_a{0, 0, place().z}, of_b{0, 0, place().z};
      a = {-1 * of_a, of_a}, b = {-1 * of_b, of_b};
      if (kind == 7) b.a.z *= 0.5;  // one of them not about its middle
      for (Segment* s : {&a, &b})
        for (Vec3d* end : {&s->a, &s->b}) end->x = end->y = 0;  // without a sign
    }
    Pose at{random.rotation(), {}};
    if (random.chance(0.5)) at.translation = 2 * place();
    if (kind >= 6) at.translation = 0.3 * place();
    if (kind == 1 || kind == 2)  // as they were made, seen from there
      b = {transposed_times(at.rotation, b.a - at.translation), transposed_times(at.rotation, b.b - at.translation)};
    const SegmentPairBySigns quick(a, at, b);
    const SegmentPair careful(a, at, b);
    sure.saw(quick.verdict == Verdict::apart);
    if (quick.verdict == Verdict::unsure) continue;
    upright.saw(kind == 6);
    ends.saw(!(careful.inside_a && careful.inside_b));
    const ConvexGap found = quick.gap(), truth = careful.gap();
    const double rounding = rounding_error(careful.size);
    ASSERT_NEAR(found.distance, truth.distance, rounding) << k;
    ASSERT_NEAR(found.at_least, truth.at_least, 2 * rounding) << k;
    ASSERT_LE(found.at_least, truth.distance) << k;
    ASSERT_LE(truth.distance, found.at_most + rounding) << k;
    ASSERT_NEAR(length(found.normal), 1, 1e-15) << k;
    ASSERT_LE(length(found.normal - truth.normal), 1e-10) << k;
    ASSERT_LE(length(found.on_a - truth.on_a), 1e-11 * careful.size) << k;
    ASSERT_LE(length(found.on_b - truth.on_b), 1e-11 * careful.size) << k;
    ASSERT_LE(length(found.on_b - found.on_a - found.distance * found.normal), rounding) << k;
  }
}

// Where digits would be lost, care is asked for.
TEST(SegmentPair, QuickOnlyWhereItIsPlain) {
  const Segment x{{-1, 0, 0}, {1, 0, 0}}, y{{0, -1, 0}, {0, 1, 0}};
  const auto sure = [](const Segment& a, Vec3d shift, const Segment& b) {
    return SegmentPairBySigns(a, Pose::shift(shift), b).verdict == Verdict::apart;
  };
  EXPECT_TRUE(sure(x, {0, 0, 1}, y));
  EXPECT_FALSE(sure(x, {0, 0, 1}, x));                              // parallel
  EXPECT_FALSE(sure(x, {0, 0, 1}, Segment{{0, 0, 0}, {0, 0, 0}}));  // a point
  EXPECT_FALSE(sure(Segment{}, {0, 0, 1}, Segment{}));              // two
  EXPECT_FALSE(sure(x, {}, y));                                     // crossing
  EXPECT_FALSE(sure(x, {0, 0, 1e-9}, y));                           // nearly so
  for (double scale : {1e-200, 1e-100, 1e100, 1e200}) {
    const Segment p{scale * x.a, scale * x.b}, q{scale * y.a, scale * y.b};
    EXPECT_FALSE(sure(p, {0, 0, scale}, q)) << scale;
  }
}

}  // namespace segment_segment_test
}  // namespace apart
