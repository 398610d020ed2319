// The volumes that also work in lanes, held to the promises of all; and packs give the bits of scalars.
// A new volume is added to the list of types below.
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <cstring>

#include "tests/volumes/promises.hpp"

namespace apart {
namespace volume_test {

using Types = ::testing::Types<Sphere<float>, Sphere<double>, Aabb<float>, Aabb<double>, Obb<float>, Obb<double>,
                               CapsuleVolume<float>, CapsuleVolume<double>, Lozenge<float>, Lozenge<double>,
                               Dual<float>, Dual<double>, Kdop<float, 8>, Kdop<double, 12>, Kdop<float, 16>,
                               Kdop<float, 18>, Kdop<double, 26>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lanes, Volumes, Types);

template <class V>
class LaneVolumes : public ::testing::Test {};
TYPED_TEST_SUITE(LaneVolumes, Types);

// Each lane another pair; every bit as the scalar has it.
template <class V, int W>
void packs_give_the_same_bits() {
  using T = typename V::Scalar;
  using Wide = InLanes<V, W>;
  using P = Pack<T, W>;
  static_assert(sizeof(Wide) == W * sizeof(V));
  Random random(9);
  testing::Outcomes outcomes("lanes that overlap");
  for (int k = 0; k < testing::unless_sanitized(2000, 500); ++k) {
    Wide wide;
    std::vector<V> single;
    const Fitted<V> a(few(random, 1, {}));
    for (int lane = 0; lane < W; ++lane) {
      const Fitted<V> b(few(random, 1, {}));
      single.push_back(random.chance(0.05) ? V::nothing() : b.volume);
      set_lane(wide, lane, single.back());
    }
    Wide same;
    for (int lane = 0; lane < W; ++lane) set_lane(same, lane, a.volume);
    const auto at =
        placement_for<V>(a.frame, Pose{random.rotation(), random.uniform(0.2, 1.3) * random.direction()}, {{}, 2});
    const auto wide_at = in_lanes<P>(at);
    const VolumeRay<T> ray{cast<T>(3 * random.direction()), cast<T>(random.direction())};
    const VolumeRay<P> wide_ray{{P(ray.origin.x), P(ray.origin.y), P(ray.origin.z)},
                                {P(ray.direction.x), P(ray.direction.y), P(ray.direction.z)},
                                P(ray.end)};
    const auto hits = overlap(same, wide_at, wide);
    const P gaps = gap(same, wide_at, wide), spans = span(same, wide_at, wide), sizes = size(wide), areas = area(wide),
            diameters = diameter(wide);
    const Stretch<P> stretches = crossing(wide, wide_ray);
    for (int lane = 0; lane < W; ++lane) {
      const V& b = single[static_cast<std::size_t>(lane)];
      outcomes.saw(overlap(a.volume, at, b));
      const bool hit = ((bits(hits) >> lane) & 1) != 0;
      ASSERT_EQ(hit, overlap(a.volume, at, b));
      const Stretch<T> stretch = crossing(b, ray);
      const T expected[] = {gap(a.volume, at, b), span(a.volume, at, b), size(b),   area(b),
                            diameter(b),          stretch.from,          stretch.to};
      const T got[] = {gaps[lane],      spans[lane],          sizes[lane],       areas[lane],
                       diameters[lane], stretches.from[lane], stretches.to[lane]};
      ASSERT_EQ(std::memcmp(expected, got, sizeof got), 0) << "lane " << lane;
    }
  }
}

TYPED_TEST(LaneVolumes, InPacksGiveTheSameBits) {
  // Registers of 16 bytes, twice: more than one register, and less than one of 64 bytes.
  packs_give_the_same_bits<TypeParam, 32 / sizeof(typename TypeParam::Scalar)>();
}

}  // namespace volume_test
}  // namespace apart
