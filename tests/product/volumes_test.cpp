// All other volumes.
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>

#include "tests/product/product.hpp"

namespace apart::testing {
namespace volumes_test {

TEST(Product, OfTurnedBoxesInDouble) { check_product<Obb<double>>(); }
TEST(Product, OfKdops) { check_product<Kdop<float, 18>>(); }
TEST(Product, OfCapsules) { check_product<CapsuleVolume<float>>(); }
TEST(Product, OfLozenges) { check_product<Lozenge<float>>(); }
TEST(Product, OfDuals) { check_product<Dual<float>>(); }
TEST(Product, OfHulls) { check_product<HullVolume<float>>(); }
TEST(Product, OfCylinders) { check_product<CylinderVolume<float>>(); }
TEST(Product, OfEllipsoids) { check_product<EllipsoidVolume<float>>(); }

}  // namespace volumes_test
}  // namespace apart::testing
