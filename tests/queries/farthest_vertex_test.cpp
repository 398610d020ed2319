// The farthest vertex along a direction, compared with all vertices of a mesh and with plain support heights of shapes.
#include <apart/base/random.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace farthest_vertex_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double tallest(const Mesh& mesh, Vec3d unit) {
  double out = -kInfinity;
  for (u32 i = 0; i < mesh.size(); ++i)
    for (int k = 0; k < 3; ++k) out = std::max(out, dot(unit, mesh.triangle(i)[k]));
  return out;
}

TEST(FarthestVertex, OfModelsThatOfAllTriangles) {
  Random random(1);
  const Mesh parts[] = {generate::sphere(1, 300), placed(generate::torus(2, 0.5, 12, 9), Pose::shift({1, 2, 3}))};
  const Mesh meshes[] = {joined(parts), generate::soup(random, 200), placed(generate::box({1, 2, 3}), random.pose(1e6)),
                         scaled(generate::spoon(), 1e-9), Mesh::make({{1, 2, 3}}, {{0, 0, 0}}).value()};
  testing::Outcomes second("in the second part", 0.1);
  for (const Mesh& mesh : meshes) {
    const Model model = Model::make(mesh).value();
    for (int k = 0; k < testing::cases(300, 20000); ++k) {
      Vec3d unit = random.direction();
      if (random.chance(0.2)) unit = {0, 0, random.chance(0.5) ? 1.0 : -1.0};  // ties
      // Powers of two leave the unit vector as it is, but for the rounding of its length.
      const FarthestVertex r = farthest_vertex(model, std::exp2(random.below(100)) * unit);
      ASSERT_EQ(r.status, Status::exact);
      ASSERT_TRUE(r.has_point());
      ASSERT_NEAR(r.along, tallest(mesh, unit), 1e-15 * (1 + largest(abs(r.point))));
      ASSERT_LT(r.element.triangle, mesh.size());
      ASSERT_LE(r.element.feature, TriangleFeature::c);
      ASSERT_EQ(mesh.triangle(r.element.triangle)[static_cast<int>(r.element.feature)], r.point);
      ASSERT_EQ(r.element.part, mesh.part(r.element.triangle));
      if (mesh.parts() > 1) second.saw(r.element.part == 1);
    }
    // Axes are of length 1 to the last bit, so that the same products are compared.
    for (const Vec3d axis : {Vec3d{1, 0, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, 1}})
      ASSERT_EQ(farthest_vertex(model, 8.0 * axis).along, tallest(mesh, axis));
  }
}

TEST(FarthestVertex, OfShapesReachesTheSupportHeight) {
  Random random(2);
  for (int kind = 0; kind < testing::kConvexKinds; ++kind)
    for (int k = 0; k < testing::cases(300, 20000); ++k) {
      const double scale = std::pow(10, random.uniform(-6, 6));
      const Shape shape = testing::random_shape(random, static_cast<CoreKind>(kind), scale);
      const Vec3d unit = random.direction();
      const FarthestVertex r = farthest_vertex(shape, random.uniform(0.1, 10) * unit);
      const double height = testing::height(shape, unit);
      ASSERT_EQ(r.status, Status::exact);
      ASSERT_EQ(r.has_point(), std::isfinite(height));
      if (!r.has_point()) {
        ASSERT_EQ(r.along, kInfinity);
        continue;
      }
      ASSERT_NEAR(r.along, height, 1e-13 * scale) << testing::name(shape.kind());
      ASSERT_TRUE(testing::holds(shape, {}, r.point, unit, 1e-12 * scale)) << testing::name(shape.kind());
    }
}

TEST(FarthestVertex, OfUnionsTheFarthestPiece) {
  Random random(3);
  testing::Outcomes unbounded("unbounded", 0.05);
  const auto kinds = [&] { return u32(testing::kConvexKinds - !random.chance(0.5)); };  // few half-spaces
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    std::vector<Piece> pieces;
    for (u32 n = 1 + random.below(5); n-- > 0;)
      pieces.push_back({random.pose(2), testing::random_shape(random, static_cast<CoreKind>(random.below(kinds())))});
    const double around = random.chance(0.5) ? 0 : 0.25;
    const Vec3d unit = random.direction();
    const FarthestVertex r = farthest_vertex(Shape(compound(pieces), around), unit);
    double height = -kInfinity;
    for (const Piece& piece : pieces)
      height = std::max(height, testing::height(piece.shape, piece.pose, unit) + around);
    ASSERT_LT(r.element.piece, pieces.size());
    const Piece& at = pieces[r.element.piece];
    unbounded.saw(!r.has_point());
    if (!r.has_point()) {
      ASSERT_EQ(height, kInfinity);
      ASSERT_EQ(at.shape.kind(), CoreKind::half_space);
      continue;
    }
    ASSERT_NEAR(r.along, height, 1e-13);
    ASSERT_TRUE(testing::holds(at.shape, at.pose, r.point - around * unit, unit, 1e-12));
  }
}

TEST(FarthestVertex, HalfSpacesEndAlongTheirNormalOnly) {
  Random random(4);
  for (int k = 0; k < 1000; ++k) {
    const HalfSpace half{random.uniform(0.1, 10) * random.direction(), random.uniform(-2, 2)};
    const Shape shape(half, 0.5);
    const Vec3d unit = half.normal / length(half.normal);
    for (const Vec3d direction : {half.normal, unit, 3.7 * half.normal}) {
      const FarthestVertex r = farthest_vertex(shape, direction);
      ASSERT_EQ(r.status, Status::exact);
      ASSERT_NEAR(r.along, half.offset / length(half.normal) + 0.5, 1e-12);
      ASSERT_NEAR(dot(unit, r.point), r.along, 1e-12);
    }
    for (const Vec3d direction : {-half.normal, random.direction(), unit + 1e-12 * random.direction()}) {
      const FarthestVertex r = farthest_vertex(shape, direction);
      ASSERT_EQ(r.along, kInfinity);
      ASSERT_FALSE(r.has_point());
    }
  }
}

TEST(FarthestVertex, EveryGeometryAndBadInput) {
  const Model box = Model::make(generate::box({2, 4, 6})).value();
  EXPECT_EQ(farthest_vertex(Ball{2}, {0, 0, 5}).along, 2);
  EXPECT_EQ(farthest_vertex(Geometry(box), {1, 0, 0}).along, farthest_vertex(box, {1, 0, 0}).along);
  EXPECT_EQ(farthest_vertex(Geometry(Shape(Box{{2, 4, 6}})), {0, 1e-300, 0}).along, 2);
  EXPECT_EQ(farthest_vertex(Box{{2, 4, 6}}, {0, 0, 1e300}).along, 3);
  const FarthestVertex none = farthest_vertex(Model::make(Mesh()).value(), {1, 0, 0});
  EXPECT_EQ(none.status, Status::nothing);
  EXPECT_EQ(none.along, -kInfinity);
  EXPECT_FALSE(none.has_point());
  for (const Vec3d bad : {Vec3d{}, Vec3d{0, kInfinity, 0}, Vec3d{0, 0, std::nan("")}}) {
    for (const FarthestVertex& r : {farthest_vertex(box, bad), farthest_vertex(Shape(Ball{1}), bad)}) {
      EXPECT_EQ(r.status, Status::invalid);
      EXPECT_FALSE(r.has_point());
    }
  }
}

}  // namespace farthest_vertex_test
}  // namespace apart
