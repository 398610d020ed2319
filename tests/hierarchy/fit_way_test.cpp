// Trees fitted in every way: each volume holds its content, refits are the same as new fits.
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace fit_way_test {

constexpr BoxFit kBoxFits[] = {BoxFit::triangles, BoxFit::vertices, BoxFit::hull_corners, BoxFit::hull_facets,
                               BoxFit::inertia,   BoxFit::longest,  BoxFit::shortest,     BoxFit::iterated,
                               BoxFit::searched,  BoxFit::minimum,  BoxFit::children};
constexpr BallFit kBallFits[] = {BallFit::box_centre, BallFit::ritter, BallFit::spread, BallFit::refined,
                                 BallFit::minimum};

std::vector<Mesh> meshes() {
  Random random(2);
  return {scaled(generate::torus(1, 0.3, 6, 4), 1e-6),
          placed(generate::box({1, 2, 3}), {random.rotation(), {1e4, 0, 0}}), generate::soup(random, 30), Mesh{}};
}

Mesh bent(const Mesh& mesh) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& p : vertices) p = {p.x + 0.1 * p.z, p.y + 0.4 * p.x * p.x, 1.3 * p.z + 0.3 * p.y};
  return Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
}

template <class V>
Tree<V> fitted(const Mesh& mesh, const FitWay& way) {
  return fit_tree<V>(build(mesh, TopDown<>{.leaf_size = 2}), mesh, {.threads = 2, .way = way});
}

template <class V>
class WaysToFit : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(WaysToFit, Scalars);

TYPED_TEST(WaysToFit, HoldTheirContent) {
  for (const Mesh& mesh : meshes()) {
    for (const BoxFit box : kBoxFits) {
      EXPECT_EQ(problem_of_walk(fitted<Obb<TypeParam>>(mesh, {.box = box}), mesh), "") << int(box);
      EXPECT_EQ(problem_of_walk(fitted<Dual<TypeParam>>(mesh, {.box = box}), mesh), "") << int(box);
    }
    for (const BallFit ball : kBallFits) {
      EXPECT_EQ(problem_of_walk(fitted<Sphere<TypeParam>>(mesh, {.ball = ball}), mesh), "") << int(ball);
      EXPECT_EQ(problem_of_walk(fitted<Dual<TypeParam>>(mesh, {.ball = ball}), mesh), "") << int(ball);
    }
    EXPECT_EQ(problem_of_walk(fitted<Dual<TypeParam>>(mesh, {.ball = BallFit::obb_centre}), mesh), "");
  }
}

// The root's volume is that of the function of the same name.
TEST(WayToFit, IsTheFunctionOfItsName) {
  // One leaf, of no symmetry: the axes are unique.
  const Mesh mesh = bent(generate::torus(1, 0.3, 8, 6));
  const Topology leaf = build(mesh, TopDown<>{.leaf_size = 128});
  const Vec3d centre = frame_of(mesh).centre;
  std::vector<Vec3d> points;
  for (const Item item : leaf.order)
    for (int k = 0; k < 3; ++k) points.push_back(mesh.triangle(item.primitive())[k] - centre);
  const Mesh hull = convex_hull(points).surface();
  const auto box = [&](BoxFit way) {
    return size(fit_tree<Obb<double>>(leaf, mesh, {.way = {.box = way}}).volumes[0]);
  };
  const auto near = [](double x, double y) { EXPECT_NEAR(x, y, 1e-9 * y); };
  near(box(BoxFit::triangles), size(fit_tree<Obb<double>>(leaf, mesh).volumes[0]));
  near(box(BoxFit::vertices), size(vertex_obb<double>(points)));
  near(box(BoxFit::hull_corners), size(corner_obb<double>(hull, points)));
  near(box(BoxFit::hull_facets), size(surface_obb<double>(hull, points)));
  near(box(BoxFit::inertia), size(inertia_obb<double>(hull)));
  near(box(BoxFit::longest), size(longest_axis_obb<double>(points)));
  near(box(BoxFit::shortest), size(shortest_axis_obb<double>(points)));
  near(box(BoxFit::iterated), size(iterated_obb<double>(points)));
  near(box(BoxFit::searched), size(searched_obb<double>(points)));
  near(box(BoxFit::minimum), size(minimum_obb<double>(hull, points)));
  for (const BoxFit way : kBoxFits) EXPECT_GE(box(way), box(BoxFit::minimum) * (1 - 1e-9));
  const auto ball = [&](BallFit way) {
    return fit_tree<Sphere<double>>(leaf, mesh, {.way = {.ball = way}}).volumes[0].radius;
  };
  near(ball(BallFit::box_centre), Fit<Sphere<double>>::of(points).radius);
  near(ball(BallFit::ritter), ritter_sphere<double>(points).radius);
  near(ball(BallFit::spread), spread_sphere<double>(points).radius);
  near(ball(BallFit::refined), refined_sphere<double>(points).radius);
  near(ball(BallFit::minimum), minimum_sphere<double>(points).radius);
  for (const BallFit way : kBallFits) EXPECT_GE(ball(way), ball(BallFit::minimum) * (1 - 1e-9));
}

TEST(WayToFit, RefitsAsItFits) {
  const Mesh mesh = generate::torus(1, 0.3, 6, 4), moved = bent(mesh);
  const auto check = [&]<class V>(V, const FitWay& way) {
    Tree<V> tree = fitted<V>(mesh, way);
    const Tree<V> fresh = fit_tree<V>({tree.nodes, tree.order}, moved, {.way = way});
    refit(tree, moved, {.again = way});
    EXPECT_EQ(problem_of_walk(tree, moved), "");
    double refitted = 0, anew = 0;
    for (std::size_t n = 0; n < tree.volumes.size(); ++n)
      refitted += double(diameter(tree.volumes[n])), anew += double(diameter(fresh.volumes[n]));
    EXPECT_EQ(refitted, anew);
  };
  for (const BoxFit box : kBoxFits) check(Obb<float>{}, {.box = box}), check(Obb<double>{}, {.box = box});
  for (const BallFit ball : kBallFits) check(Sphere<float>{}, {.ball = ball});
  check(Dual<float>{}, {.box = BoxFit::searched, .ball = BallFit::obb_centre});
}

}  // namespace fit_way_test
}  // namespace apart
