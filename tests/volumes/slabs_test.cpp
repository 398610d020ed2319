// Slabs hold their content, rays to the content cross them, and lanes give the scalars' bits.
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/slabs.hpp>
#include <cstring>

#include "tests/support.hpp"
#include "tests/volumes/fitted.hpp"

namespace apart {
namespace slabs_test {

using testing::few;

template <class T>
class SlabsOf : public ::testing::Test {};
using Numbers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SlabsOf, Numbers);

// Seven as Kay and Kajiya have them, or turned another way.
SlabDirections<7> some_directions(Random& random) {
  SlabDirections<7> out = kSevenDirections;
  if (random.chance(0.5)) {
    const Mat3d turn = random.rotation();
    for (Vec3d& d : out) d = turn * d;
  }
  return out;
}

TYPED_TEST(SlabsOf, HoldTheirContentAndSeeRaysToIt) {
  using T = TypeParam;
  Random random(1);
  testing::Outcomes outcomes("rays that cross");
  long tighter = 0, looser = 0;
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    const auto directions = some_directions(random);
    const Mesh a = few(random, scale, scale * random.in_box(1)), b = few(random, scale, scale * random.in_box(1));
    const auto va = fit_slabs<T, 7>(directions, a.vertices()), vb = fit_slabs<T, 7>(directions, b.vertices());
    const auto both = merged(va, vb);
    for (const Mesh& mesh : {a, b})
      for (Vec3d p : mesh.vertices()) ASSERT_TRUE(contains(directions, both, p));
    const Triangle t = a.triangle(random.below(a.size()));
    const double s = random.uniform(), r = random.uniform(0, 1 - s);
    const Vec3d goal = t.a + s * (t.b - t.a) + r * (t.c - t.a);
    Vec3d from = scale * random.in_box(random.chance(0.2) ? 0.3 : 5), way = random.uniform(0.5, 2) * (goal - from);
    if (random.chance(0.2)) {  // along one of the directions, still along others
      way = scale * directions[random.below(7)];
      from = goal - way;
    }
    // The ray in T may pass the goal by its rounding, and so may the slabs.
    const VolumeRay<T> ray{cast<T>(from), cast<T>(way)};
    const double missed = 8 * double(kUnit<T>) * (length(from) + length(way) + length(goal));
    auto grown = va;
    for (int i = 0; i < 7; ++i) {
      grown.low[i] = round_below<T>(double(va.low[i]) - missed);
      grown.high[i] = round_above<T>(double(va.high[i]) + missed);
    }
    const Stretch<T> hit = crossing(grown, SlabRay<T, 7>(directions, ray));
    const double place =
        dot(goal - cast<double>(ray.origin), cast<double>(ray.direction)) / squared_length(cast<double>(ray.direction));
    const double room = 1e-5 * (1 + std::abs(place));
    ASSERT_LE(double(hit.from), place + room) << k;
    ASSERT_GE(double(hit.to), place - room) << k;
    // Any other ray: what it crosses is near the content's slabs, tested by stepping along it.
    const VolumeRay<T> other{cast<T>(from), cast<T>(goal - from + scale * random.uniform(0, 1.5) * random.in_ball())};
    const Stretch<T> maybe = crossing(va, SlabRay<T, 7>(directions, other));
    outcomes.saw(maybe.from <= maybe.to);
    const Stretch<T> box = crossing(Fit<Aabb<T>>::of(a.vertices()), other);
    if (!(maybe.from <= maybe.to) && box.from <= box.to) ++tighter;
    if (maybe.from <= maybe.to && !(box.from <= box.to)) ++looser;
    if (maybe.from <= maybe.to) {
      auto wide = va;
      for (int i = 0; i < 7; ++i) wide.low[i] -= T(1e-3 * scale), wide.high[i] += T(1e-3 * scale);
      const double at = 0.5 * double(maybe.from) + 0.5 * double(maybe.to);
      ASSERT_TRUE(contains(directions, wide, cast<double>(other.origin) + at * cast<double>(other.direction))) << k;
    }
  }
  std::printf("[ saw      ] rays that cross the box and not the slabs: %ld; the other way (turned slabs): %ld\n",
              tighter, looser);
  EXPECT_GT(tighter, looser);
}

TYPED_TEST(SlabsOf, InPacksGiveTheSameBits) {
  using T = TypeParam;
  constexpr int W = 8;
  using P = Pack<T, W>;
  Random random(2);
  testing::Outcomes outcomes("lanes that are crossed");
  for (int k = 0; k < 2000; ++k) {
    const auto directions = some_directions(random);
    Slabs<P, 7> wide;
    Slabs<T, 7> single[W];
    for (int lane = 0; lane < W; ++lane) {
      const Mesh mesh = few(random, 1, random.in_box(0.2));
      single[lane] = random.chance(0.05) ? Slabs<T, 7>::nothing() : fit_slabs<T, 7>(directions, mesh.vertices());
      set_lane(wide, lane, single[lane]);
    }
    const VolumeRay<T> ray{cast<T>(3 * random.direction()), cast<T>(random.direction())};
    VolumeRay<T> aimed = ray;
    aimed.direction = cast<T>(0.3 * random.in_ball()) - ray.origin;
    const VolumeRay<P> wide_ray{{P(aimed.origin.x), P(aimed.origin.y), P(aimed.origin.z)},
                                {P(aimed.direction.x), P(aimed.direction.y), P(aimed.direction.z)},
                                P(aimed.end)};
    const Stretch<P> got = crossing(wide, SlabRay<P, 7>(directions, wide_ray));
    for (int lane = 0; lane < W; ++lane) {
      const Stretch<T> expected = crossing(single[lane], SlabRay<T, 7>(directions, aimed));
      outcomes.saw(expected.from <= expected.to);
      const T a[] = {expected.from, expected.to}, b[] = {got.from[lane], got.to[lane]};
      ASSERT_EQ(std::memcmp(a, b, sizeof a), 0);
    }
  }
}

TYPED_TEST(SlabsOf, NothingIsNotCrossed) {
  using T = TypeParam;
  const auto nothing = fit_slabs<T, 7>(kSevenDirections, {});
  EXPECT_TRUE(is_empty(nothing));
  EXPECT_FALSE(contains(kSevenDirections, nothing, {0, 0, 0}));
  const auto hit = crossing(nothing, SlabRay<T, 7>(kSevenDirections, VolumeRay<T>{{}, {1, 0, 0}}));
  EXPECT_GT(hit.from, hit.to);
  const Vec3d point[] = {{1, 2, 3}};
  const auto one = fit_slabs<T, 7>(kSevenDirections, point);
  const auto same = merged(one, nothing);
  EXPECT_EQ(std::memcmp(&one, &same, sizeof one), 0);
}

}  // namespace slabs_test
}  // namespace apart
