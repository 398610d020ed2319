// Volumes with special trees: turned and plain boxes, and spheres.
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/volumes/kinds/sphere.hpp>

#include "tests/product/product.hpp"

namespace apart::testing {
namespace boxes_test {

template <class V>
auto wide() {
  std::vector<std::function<void(const Choice&)>> kinds;
  kinds.push_back(
      kind([](const Topology& t, const Mesh& m) { return own(packed<4>(fit_tree<V>(widen(t, m, 4), m))); }));
  kinds.push_back(
      kind([](const Topology& t, const Mesh& m) { return own(packed<8>(fit_tree<V>(widen(t, m, 8), m))); }));
  return kinds;
}

TEST(Product, OfTurnedBoxes) {
  using V = Obb<float>;
  auto kinds = wide<V>();
  kinds.push_back(kind([](const Topology& t, const Mesh& m) {
    return own(quantized<std::uint16_t>(packed<8>(fit_tree<V>(widen(t, m, 8), m))));
  }));
  kinds.push_back(kind([](const Topology& t, const Mesh& m) { return own(fit_nested<V>(t, m)); }));
  kinds.push_back(kind([](const Topology&, const Mesh& m) { return std::make_unique<LazyTree<V>>(m); }));
  check_product<V>(std::move(kinds));
}
TEST(Product, OfBoxes) {
  using V = Aabb<float>;
  auto kinds = wide<V>();
  kinds.push_back(kind([](const Topology& t, const Mesh& m) {
    return own(quantized<std::uint8_t>(packed<8>(fit_tree<V>(widen(t, m, 8), m))));
  }));
  kinds.push_back(kind([](const Topology& t, const Mesh& m) { return own(fit_nested<V>(t, m)); }));
  check_product<V>(std::move(kinds));
}
TEST(Product, OfSpheres) {
  using V = Sphere<float>;
  auto kinds = wide<V>();
  kinds.push_back(kind([](const Topology&, const Mesh& m) {
    return std::make_unique<LazyTree<V>>(m, TopDown<CovarianceMean>{.leaf_size = 3});
  }));
  check_product<V>(std::move(kinds));
}

}  // namespace boxes_test
}  // namespace apart::testing
