// Contacts with shapes: of every kind against a search over all triangles, manifolds of pairs, and every form of the
// query.
#include <apart/queries/contacts.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace contacts_shapes_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }

// A triangle's nearest points with a shape are a contact if the shape is nearer to no triangle that holds the point.
std::vector<Distance> local_minima(const Model& model, const Pose& at, const Shape& shape, double tolerance) {
  std::vector<Triangle> all;
  for (u32 i = 0; i < model.mesh().size(); ++i) all.push_back(model.mesh().triangle(i));
  std::vector<Distance> out;
  for (const Triangle& t : all) {
    const Distance gap = distance(Shape(t), at, shape);
    if (gap.distance > tolerance || gap.distance <= 0) continue;
    bool least = true;
    for (const Triangle& other : all)
      if (std::sqrt(closest_on_triangle(gap.on_a, other).squared) < 1e-7)
        least = least && distance(Shape(other), at, shape).distance >= gap.distance - 1e-8;
    if (!least || (model.closed() && inside(model, gap.on_a + 1e-6 * gap.normal))) continue;
    out.push_back(gap);
  }
  return out;
}

TEST(ContactsOfShapes, WithModelsAreAllLocalMinima) {
  Random random(21);
  testing::Outcomes several("poses with several contacts", 0.05), overlapping("poses where they overlap", 0.1);
  const Model models[] = {model(generate::torus(1, 0.3, 10, 5)), model(generate::bent_torus(100)),
                          model(generate::box({1, 0.7, 0.5}))};
  for (int k = 0; k < testing::cases(150, 3000); ++k) {
    const Model& a = models[random.below(3)];
    const auto kind = static_cast<CoreKind>(random.below(testing::kConvexKinds));
    const Shape b = testing::random_shape(random, kind);
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0.3, 2) * way};
    const double tolerance = random.uniform(0.05, 0.6);
    const Contacts found = contacts(a, at, b, tolerance);
    SCOPED_TRACE(std::to_string(k) + ", kind " + std::to_string(int(kind)));
    const double gap = distance(a, at, b, {.solid = true}).distance;
    if (gap > 1e-9) {
      ASSERT_TRUE(found.overlaps.empty() && !found.touching && !found.contained);
    }
    if (gap == 0) {
      ASSERT_FALSE(found.empty());
    }
    overlapping.saw(!found.overlaps.empty());
    for (const ContactRegion& region : found.overlaps) {
      ASSERT_GE(region.points.size(), 1u);
      ASSERT_LE(region.points.size(), 4u);
      ASSERT_NEAR(length(region.normal), 1, 1e-9);
      for (const ContactPoint& p : region.points) ASSERT_LT(length(p.on_a - p.on_b - p.depth * region.normal), 1e-9);
    }
    for (const Contact& c : found.contacts) {
      ASSERT_LT(length(c.on_b - c.on_a - c.distance * c.normal), 1e-7);
      ASSERT_LE(c.distance, tolerance);
      ASSERT_EQ(c.feature_b.kind, SurfaceFeature::Kind::piece);
    }
    if (!found.overlaps.empty() || found.touching || found.contained) continue;
    if (gap <= tolerance) {
      ASSERT_FALSE(found.contacts.empty()) << gap;
      ASSERT_NEAR(found.contacts[0].distance, gap, 1e-7);
    }
    const std::vector<Distance> truth = local_minima(a, at, b, tolerance);
    several.saw(found.contacts.size() > 1);
    // Where a side is parallel to a face or an edge, any of its points may be the nearest to one triangle.
    for (const Distance& m : truth)
      EXPECT_TRUE(std::any_of(found.contacts.begin(), found.contacts.end(),
                              [&](const Contact& c) {
                                return std::abs(c.distance - m.distance) < 1e-6 && length(c.normal - m.normal) < 1e-4;
                              }))
          << "missing one at distance " << m.distance;
    for (const Contact& c : found.contacts)
      EXPECT_TRUE(std::any_of(truth.begin(), truth.end(),
                              [&](const Distance& m) {
                                return std::abs(c.distance - m.distance) < 1e-6 && length(c.normal - m.normal) < 1e-4;
                              }))
          << name(c.feature_a) << " at " << c.distance;
    if (::testing::Test::HasFailure()) return;
  }
}

// A box as a shape and as a mesh; a ball on a plate; a capsule along it.
TEST(ContactsOfShapes, KnownAnswers) {
  const Model plate = model(generate::box({4, 4, 1}));
  const Contacts above = contacts(plate, Pose::shift({0.5, 0.25, 1.1}), Box{{1, 1, 1}}, 0.2);
  ASSERT_EQ(above.contacts.size(), 4u);
  for (const Contact& c : above.contacts) {
    EXPECT_NEAR(c.distance, 0.1, 1e-12);
    EXPECT_NEAR(std::abs(c.on_a.x - 0.5), 0.5, 1e-12);
    EXPECT_EQ(name(c.feature_b), "piece 0");
  }
  const Contacts sunk = contacts(plate, Pose::shift({0.5, 0.25, 0.9}), Box{{1, 1, 1}}, 0.2);
  ASSERT_EQ(sunk.overlaps.size(), 1u);
  EXPECT_NEAR(sunk.overlaps[0].depth, 0.1, 1e-12);
  EXPECT_NEAR(sunk.overlaps[0].area, 1, 1e-12);
  EXPECT_EQ(sunk.overlaps[0].points.size(), 4u);
  EXPECT_EQ(sunk.status, Status::exact);

  const Contacts ball = contacts(plate, Pose::shift({0.5, 0.25, 1.4}), Ball{1}, 0.2);
  ASSERT_EQ(ball.overlaps.size(), 1u);
  EXPECT_NEAR(ball.overlaps[0].depth, 0.1, 1e-12);
  EXPECT_LT(length(ball.overlaps[0].points.at(0).on_b - Vec3d{0.5, 0.25, 0.4}), 1e-12);
  EXPECT_EQ(ball.status, Status::exact);
  const Contacts deep = contacts(plate, Pose::shift({0.5, 0.25, 0.7}), Ball{0.5}, 0.2);
  ASSERT_EQ(deep.overlaps.size(), 1u);
  EXPECT_NEAR(deep.overlaps[0].depth, 0.3, 0.01);

  const Pose lying{{{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}}, {0, 0, 0.8}};
  EXPECT_EQ(contacts(plate, lying, Capsule{0.25, 2}, 0.1).contacts.size(), 2u);
  EXPECT_EQ(contacts(Capsule{0.25, 2}, inverse(lying), plate, 0.1).contacts.size(), 2u);
  const Contacts floor = contacts(HalfSpace{{0, 0, 1}, -0.6}, plate, 0.2);
  ASSERT_EQ(floor.contacts.size(), 4u);
  EXPECT_NEAR(floor.contacts[0].distance, 0.1, 1e-12);
  EXPECT_LT(length(floor.contacts[0].normal - Vec3d{0, 0, 1}), 1e-12);

  const Contacts inside = contacts(plate, Pose{}, Ball{0.1}, 0.1);
  EXPECT_TRUE(inside.contained);
  EXPECT_TRUE(inside.contacts.empty());
  EXPECT_TRUE(contacts(plate, Pose{}, Box{{9, 9, 9}}, 0.1).contained);
  EXPECT_TRUE(contacts(plate, Pose{}, Cylinder{9, 9}, 0.1).contained);
}

TEST(ContactsOfShapes, OfTwoShapesAreTheirManifold) {
  Random random(4);
  testing::Outcomes deep("pairs that overlap", 0.1);
  for (int k = 0; k < testing::cases(300, 5000); ++k) {
    const auto kind = [&] { return static_cast<CoreKind>(random.below(testing::kConvexKinds)); };
    const Shape a = testing::random_shape(random, kind()), b = testing::random_shape(random, kind());
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0, 2) * way};
    const Contacts found = contacts(a, at, b, 0.5);
    const Manifold truth = manifold(a, at, b, {.margin = 0.5});
    if (!std::isfinite(truth.distance)) continue;
    const bool overlap = truth.distance < 0;
    deep.saw(overlap);
    ASSERT_EQ(found.overlaps.size(), overlap ? 1u : 0u) << k;
    ASSERT_EQ(found.contacts.empty(), overlap || truth.distance > 0.5) << k;
    if (overlap) {
      EXPECT_EQ(found.overlaps[0].depth, -truth.distance);
      EXPECT_NEAR(found.overlaps[0].points.at(0).depth, -truth.distance, 1e-6);
    } else if (truth.distance <= 0.5) {
      EXPECT_EQ(found.contacts.size(), std::size_t(truth.count));
      EXPECT_NEAR(found.contacts[0].distance, truth.distance, 1e-6);
    }
  }
}

// Two boxes that form an angle, as one shape: what is inside the other is no contact.
TEST(ContactsOfShapes, OfUnions) {
  const Shape angle = compound({{Pose{}, Box{{2, 1, 1}}}, {Pose::shift({0.5, 0, 1}), Box{{1, 1, 1.5}}}});
  const Contacts found = contacts(angle, Pose::shift({-0.75, 0, 0.85}), Box{{0.5, 0.5, 0.5}}, 0.5);
  ASSERT_EQ(found.contacts.size(), 8u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(found.contacts[k].distance, 0.1, 1e-12);
    EXPECT_EQ(name(found.contacts[k].feature_a), "piece 0");
  }
  EXPECT_NEAR(found.contacts[7].distance, 0.5, 1e-12);
  EXPECT_EQ(name(found.contacts[7].feature_a), "piece 1");
  // Under the second box, the first one's top is hidden.
  EXPECT_TRUE(contacts(angle, Pose::shift({0.5, 0, 0.5}), Ball{0}, 0.1).contacts.empty());
}

TEST(ContactsOfShapes, EveryFormGivesTheSame) {
  Random random(9);
  const Geometry all[] = {model(generate::torus(1, 0.3, 10, 5)), Shape(Box{{1, 0.5, 0.7}}), Shape(Cylinder{0.4, 1})};
  for (int k = 0; k < 12; ++k) {
    const Geometry &a = all[random.below(3)], &b = all[random.below(3)];
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0.8, 1.6) * way}, world{random.rotation(), random.in_box(3)};
    const Contacts once = contacts(a, at, b, 0.5);
    const std::vector<Pose> poses(3, at);
    const Batch<Contacts> many = contacts(a, poses, b, 0.5);
    const Contacts moved = contacts(a, world, b, world * at, 0.5);
    const Contacts mirrored = swapped(in_world(contacts(b, inverse(at), a, 0.5), at));
    ASSERT_EQ(many.answers.size(), 3u);
    for (const Contacts* other : {&many.answers[2], &moved, &mirrored}) {
      ASSERT_EQ(other->contacts.size(), once.contacts.size());
      ASSERT_EQ(other->overlaps.size(), once.overlaps.size());
      for (std::size_t n = 0; n < once.contacts.size(); ++n)
        EXPECT_NEAR(other->contacts[n].distance, once.contacts[n].distance, 1e-7);
      for (std::size_t n = 0; n < once.overlaps.size(); ++n)
        EXPECT_NEAR(other->overlaps[n].depth, once.overlaps[n].depth, 1e-6);
    }
    for (std::size_t n = 0; n < once.contacts.size() && once.contacts.size() == 1; ++n)
      EXPECT_LT(length(moved.contacts[n].on_a - world * once.contacts[n].on_a), 1e-6);
  }
  EXPECT_EQ(contacts(Ball{1}, Box{{1, 1, 1}}, 0).overlaps.size(), 1u);
  EXPECT_THROW(contacts(Ball{1}, Box{{1, 1, 1}}, -1), UsageError);
  EXPECT_EQ(contacts(Ball{1}, Pose{Mat3d{}, {std::nan(""), 0, 0}}, Ball{1}, 1).status, Status::invalid);
  EXPECT_EQ(contacts(model(Mesh{}), Ball{1}, 1).status, Status::nothing);
}

}  // namespace contacts_shapes_test
}  // namespace apart
