// The volumes that have no packs, held to the promises of all, one pair at a time.
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/layered.hpp>

#include "tests/volumes/promises.hpp"

namespace apart {

template <class T>
struct Runs<HullVolume<T>> : FewRuns {};
template <class T>
struct Runs<CylinderVolume<T>> : FewRuns {};
template <class T>
struct Runs<EllipsoidVolume<T>> : FewRuns {};

namespace single_volume_test {

using Types = ::testing::Types<HullVolume<float>, HullVolume<double>, CylinderVolume<float>, CylinderVolume<double>,
                               EllipsoidVolume<float>, EllipsoidVolume<double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Single, Volumes, Types);
using LayeredTypes = ::testing::Types<Layered<Kdop<float, 18>>, Layered<Kdop<double, 18>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Layered, Volumes, LayeredTypes);

template <class V>
class SingleVolumes : public ::testing::Test {};
TYPED_TEST_SUITE(SingleVolumes, Types);

TYPED_TEST(SingleVolumes, HaveTheirExactGap) {
  using T = typename TypeParam::Scalar;
  Random random(10);
  testing::Outcomes outcomes("volumes that meet");
  for (int k = 0; k < runs<TypeParam>(); ++k) {
    const Fitted<TypeParam> a(few(random, 1, {})), b(few(random, 1, {}));
    const Pose at{random.rotation(), random.uniform(0, 0.9) * random.direction()};
    const auto place = seen(a, at, b);
    const double exact = double(exact_gap(a.volume, place, b.volume));
    const double low = double(gap(a.volume, place, b.volume));
    const double noise = 1e3 * double(kUnit<T>);
    ASSERT_LE(low, exact + noise) << k;
    ASSERT_GE(low, exact * (1 - 2e-6) - noise) << k;
    outcomes.saw(exact <= noise);
  }
}

}  // namespace single_volume_test
}  // namespace apart
