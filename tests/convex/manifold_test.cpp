#include <apart/convex/features/feature_walk.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <tests/convex/polytopes.hpp>

namespace apart {
namespace manifold_test {

using testing::PolytopePair;

Manifold ask(const PolytopePair& p, std::vector<ContactPoint>& all, double ra = 0, double rb = 0, double margin = 0) {
  return manifold({p.a, ra}, p.at, {p.b, rb}, all, {.margin = margin});
}

TEST(Manifold, PointsLieOnBothAndTheDeepestIsTheDepth) {
  testing::RandomPairs pairs(1);
  Random& random = pairs.random();
  testing::Outcomes outcomes("contacts"), many("more than one point", 0.1);
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const PolytopePair p = pairs.next();
    const double ra = random.chance(0.5) ? 0 : 0.2 * random.uniform() * p.a.radius(),
                 rb = random.chance(0.5) ? 0 : 0.2 * random.uniform() * p.b.radius(),
                 margin = random.chance(0.5) ? 0 : 0.1 * random.uniform() * p.a.radius();
    std::vector<ContactPoint> all;
    const Manifold m = ask(p, all, ra, rb, margin);
    ASSERT_NEAR(length(m.normal), 1, 1e-14);
    outcomes.saw(m.count > 0);
    ASSERT_EQ(m.count > 0, m.distance <= margin);
    if (m.count == 0) continue;
    many.saw(m.count > 1);
    ASSERT_EQ(m.count, std::min<int>(4, static_cast<int>(all.size())));
    ASSERT_EQ(m.reduced, all.size() > 4);
    double deepest = -std::numeric_limits<double>::infinity();
    for (const ContactPoint& c : all) {
      deepest = std::max(deepest, c.depth);
      ASSERT_GE(c.depth, -margin - 1e-12 * p.size);
      ASSERT_LE(length(c.on_b - c.on_a + c.depth * m.normal), 1e-13 * p.size);
      ASSERT_LE(testing::outside_of(p.a, {}, c.on_a), ra + 1e-7 * p.size) << k;
      ASSERT_LE(testing::outside_of(p.b, p.at, c.on_b), rb + 1e-7 * p.size) << k;
    }
    ASSERT_NEAR(deepest, -m.distance, 1e-7 * p.size) << k << " of " << all.size();
    double among_four = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < m.count; ++i) among_four = std::max(among_four, m.points[i].depth);
    ASSERT_EQ(among_four, deepest);
  }
}

// Each point of one list has one of the other near it.
void expect_same(const std::vector<ContactPoint>& a, const std::vector<ContactPoint>& b, double tolerance, int k) {
  for (const ContactPoint& p : a) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const ContactPoint& q : b)
      nearest = std::min(nearest, length(p.on_a - q.on_a) + length(p.on_b - q.on_b) + std::abs(p.depth - q.depth));
    ASSERT_LE(nearest, tolerance) << k;
  }
}

TEST(Manifold, MirrorsWhenExchanged) {
  Random random(2);
  testing::Outcomes flush("faces that lie flush");
  for (int k = 0; k < testing::cases(600, 20000); ++k) {
    PolytopePair p{testing::random_polytope(random, testing::Family::prism, 1),
                   testing::random_polytope(random, testing::Family::box, 1),
                   {},
                   5};
    const bool flat = random.chance(0.5);
    if (flat) {  // one stands on the other, turned about the vertical
      const double angle = random.uniform(0, 6);
      p.at = Pose::from_quaternion(std::cos(angle), 0, 0, std::sin(angle), {}).value();
      double top = 0, half = 0;
      for (Vec3d v : p.a.vertices()) top = std::max(top, v.z);
      for (Vec3d v : p.b.vertices()) half = std::max(half, v.z);
      p.at.translation = {random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), top + half - 1e-3};
    } else {
      p.at = {random.rotation(), random.in_box(1)};
    }
    std::vector<ContactPoint> all, mirrored;
    const Manifold m = ask(p, all), n = ask(testing::exchanged(p), mirrored);
    ASSERT_NEAR(m.distance, n.distance, 1e-12);
    if (m.count == 0) continue;
    if (length(m.normal + p.at.rotate(n.normal)) > 1e-9) continue;  // two ways out are as short
    flush.saw(flat);
    for (ContactPoint& c : mirrored) {
      const Vec3d on_a = p.at * c.on_b;
      c.on_b = p.at * c.on_a, c.on_a = on_a;
    }
    ASSERT_EQ(all.size(), mirrored.size()) << k << " " << flat;
    expect_same(all, mirrored, 1e-9, k);
    expect_same(mirrored, all, 1e-9, k);
  }
}

// What is farther than the maximum has no points and a lower bound; all else is as without one.
TEST(Manifold, BeyondTheMaximumABoundIsEnough) {
  testing::RandomPairs pairs(4);
  testing::Outcomes beyond("beyond the maximum");
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    const PolytopePair p = pairs.next();
    const double max = 0.2 * pairs.random().uniform() * p.a.radius(), radius = 0.1 * p.b.radius();
    const Manifold whole = manifold({p.a}, p.at, {p.b, radius}, {.margin = 0.5 * max}),
                   bound = manifold({p.a}, p.at, {p.b, radius}, {.margin = 0.5 * max, .max = max});
    beyond.saw(bound.status == Status::at_least);
    ASSERT_EQ(bound.count, whole.count) << k;
    if (bound.status == Status::at_least) {
      ASSERT_GT(bound.distance, max) << k;
      ASSERT_LE(bound.distance, whole.distance + 1e-14 * p.size) << k;
      ASSERT_NEAR(length(bound.normal), 1, 1e-14) << k;
    } else {
      ASSERT_EQ(bound.distance, whole.distance) << k;
    }
    for (int i = 0; i < bound.count; ++i) ASSERT_EQ(bound.points[i].depth, whole.points[i].depth) << k;
  }
}

// Hulls that turn and sink slowly, with a slop: what is taken along the last axis is a lower bound, and no farther from
// the depth that was proven then; what is proven is as without. With all lane widths the same.
TEST(Manifold, AlongTheLastAxisWithinASlop) {
  constexpr double kSlop = 0.005;
  struct Step {
    Manifold with, without;
    double proven;  // the depth that was proven last, with the slop
    const Polytope *a, *b;
    Pose at;
  };
  std::vector<std::pair<Polytope, Polytope>> bodies;
  Random random(11);
  const auto hull = [&] {
    std::vector<Vec3d> points;
    for (u32 i = random.chance(0.5) ? 8 : 6 + random.below(40); i > 0; --i) points.push_back(random.direction());
    return random.chance(0.3) ? testing::box_polytope({1, random.uniform(0.5, 2), 1.5}) : testing::polytope_of(points);
  };
  for (int k = 0; k < 20; ++k) bodies.emplace_back(hull(), hull());
  const auto ask = [&] {
    std::vector<Step> out;
    Random moves(12);
    for (const auto& [a, b] : bodies) {
      convex::FeatureMemory memory;
      double proven = 0;
      for (int k = 0; k < testing::cases(20, 400); ++k) {
        Mat3d turn = moves.rotation();
        const Vec3d axis = moves.direction(), along = moves.direction();
        const double far = convex::gjk(convex::PointsSupport{a.vertices()},
                                       convex::PlacedSupport{{turn, 6 * along}, convex::PointsSupport{b.vertices()}})
                               .distance;
        double from = 6 - far - moves.uniform(0, 0.4);
        for (int step = 0; step < 10; ++step, from -= 0.001) {
          const double half = 0.002, s = std::sin(half);
          turn = Pose::from_quaternion(std::cos(half), s * axis.x, s * axis.y, s * axis.z, {}).value().rotation * turn;
          const Pose at{turn, from * along};
          Step one{manifold({a}, at, {b}, {.margin = 0.01, .memory = &memory, .slop = kSlop}),
                   manifold({a}, at, {b}, {.margin = 0.01}),
                   proven,
                   &a,
                   &b,
                   at};
          if (one.with.status == Status::exact) proven = -one.with.distance;
          out.push_back(one);
        }
      }
    }
    return out;
  };
  const std::vector<Step> steps = ask();
  testing::Outcomes kept("along the last axis"), shorter("of these, another way out is shorter", 0.001),
      met("that overlap");
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const auto& [with, without, proven, a, b, at] = steps[k];
    ASSERT_EQ(without.status, Status::exact) << k;
    met.saw(without.distance < 0);
    if (without.distance < 0) kept.saw(with.status == Status::at_least);
    if (with.status == Status::exact) {
      ASSERT_NEAR(with.distance, without.distance, 1e-9) << k;
      ASSERT_EQ(with.count > 0, with.distance <= 0.01) << k;
      continue;
    }
    ASSERT_EQ(with.status, Status::at_least) << k;
    ASSERT_LE(with.distance, without.distance + 1e-12) << k;
    ASSERT_GT(proven, 0) << k;
    ASSERT_LE(std::abs(with.distance + proven), kSlop + 1e-12) << k;
    ASSERT_NEAR(length(with.normal), 1, 1e-14) << k;
    ASSERT_GT(with.count, 0) << k;
    shorter.saw(with.distance < without.distance - 1e-9);
    double deepest = -1;
    for (int i = 0; i < with.count; ++i) {
      const ContactPoint& c = with.points[i];
      deepest = std::max(deepest, c.depth);
      ASSERT_LE(length(c.on_b - c.on_a + c.depth * with.normal), 1e-13) << k;
      ASSERT_LE(testing::outside_of(*a, {}, c.on_a), kSlop + 1e-7) << k;
      ASSERT_LE(testing::outside_of(*b, at, c.on_b), kSlop + 1e-7) << k;
    }
    ASSERT_NEAR(deepest, -with.distance, 1e-7) << k;
  }
  testing::in_all_lanes(ask, [](const std::vector<Step>& slow, const std::vector<Step>& fast) {
    for (std::size_t k = 0; k < slow.size(); ++k) {
      ASSERT_EQ(slow[k].with.status, fast[k].with.status) << k;
      ASSERT_EQ(slow[k].with.distance, fast[k].with.distance) << k;
      ASSERT_EQ(slow[k].with.normal, fast[k].with.normal) << k;
      ASSERT_EQ(slow[k].with.count, fast[k].with.count) << k;
      for (int i = 0; i < slow[k].with.count; ++i) ASSERT_EQ(slow[k].with.points[i].on_a, fast[k].with.points[i].on_a);
    }
  });
}

// Large hulls, whose depth is EPA's, beside all separating axes.
TEST(Manifold, OfManyFacesIsAsDeepAsAllAxesSay) {
  Random random(5);
  testing::Outcomes outcomes("large hulls that overlap");
  const auto hull = [&](int count) {
    std::vector<Vec3d> points;
    for (int i = 0; i < count; ++i) {
      const Vec3d d = random.direction();
      points.push_back({d.x, 0.8 * d.y, 0.6 * d.z});
    }
    return testing::polytope_of(points);
  };
  for (int k = 0; k < testing::cases(20, 2000); ++k) {
    const Polytope a = hull(300), b = hull(300);
    const Pose at{random.rotation(), random.uniform(0, 2.4) * random.direction()};
    convex::FeatureMemory memory;
    const Manifold found = manifold({a}, at, {b}, {.memory = &memory});
    const convex::AxesResult axes = convex::separating_axes(a, at, b);
    outcomes.saw(found.distance < 0);
    ASSERT_EQ(found.status, Status::exact) << k;
    if (axes.distance > 0) {
      ASSERT_GE(found.distance, axes.distance - 1e-12) << k;
      continue;
    }
    ASSERT_NEAR(found.distance, axes.distance, 1e-9) << k;
    ASSERT_GT(found.count, 0) << k;
    double deepest = -1;
    for (int i = 0; i < found.count; ++i) {
      deepest = std::max(deepest, found.points[i].depth);
      ASSERT_LE(testing::outside_of(a, {}, found.points[i].on_a), 1e-7) << k;
      ASSERT_LE(testing::outside_of(b, at, found.points[i].on_b), 1e-7) << k;
    }
    ASSERT_NEAR(deepest, -found.distance, 1e-7) << k;
  }
}

TEST(Manifold, KnownPairs) {
  const Polytope cube = testing::box_polytope({2, 2, 2}), small = testing::box_polytope({1, 1, 1});
  std::vector<ContactPoint> all;
  const auto at = [&](const RoundedPolytope& a, Pose where, const RoundedPolytope& b, double margin = 0) {
    return manifold(a, where, b, all, {.margin = margin});
  };
  // A small cube on a large one: its four corners.
  Manifold m = at({cube}, Pose::shift({0.25, 0, 1.49}), {small});
  EXPECT_EQ(m.normal, (Vec3d{0, 0, 1}));
  ASSERT_EQ(all.size(), 4u);
  for (const ContactPoint& c : all) {
    EXPECT_NEAR(c.depth, 0.01, 1e-15);
    EXPECT_NEAR(std::abs(c.on_a.x - 0.25), 0.5, 1e-15);
    EXPECT_NEAR(c.on_a.z, 1, 1e-15);
    EXPECT_NEAR(c.on_b.z, 0.99, 1e-15);
  }
  // Half over the side: what both cover.
  at({cube}, Pose::shift({1, 0, 1.5}), {small});
  ASSERT_EQ(all.size(), 4u);
  for (const ContactPoint& c : all) EXPECT_LE(c.on_a.x, 1 + 1e-15);
  // Turned by an eighth: eight corners, of which four are kept.
  const double eighth = 0.39269908169872414;
  Pose turned = Pose::from_quaternion(std::cos(eighth), 0, 0, std::sin(eighth), {0, 0, 1.99}).value();
  m = at({cube}, turned, {cube});
  EXPECT_EQ(all.size(), 8u);
  EXPECT_EQ(m.count, 4);
  EXPECT_TRUE(m.reduced);
  // A capsule lying on the cube: two points; standing on it: one; across another capsule: one; along it: two.
  const Polytope line = testing::polytope_of({{-0.5, 0, 0}, {0.5, 0, 0}});
  m = at({cube}, Pose::shift({0, 0, 1.25}), {line, 0.3});
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(m.points[0].depth, 0.05, 1e-15);
  EXPECT_NEAR(m.points[0].on_b.z, 0.95, 1e-15);
  EXPECT_NEAR(length(m.points[0].on_a - m.points[1].on_a), 1, 1e-15);
  const Pose upright = Pose::from_quaternion(1, 0, 1, 0, {0, 0, 1.75}).value();
  EXPECT_EQ(at({cube}, upright, {line, 0.3}).count, 1);
  EXPECT_NEAR(all[0].depth, 0.05, 1e-15);
  EXPECT_EQ(at({line, 0.3}, Pose::from_quaternion(1, 0, 0, 1, {0, 0, 0.5}).value(), {line, 0.3}).count, 1);
  EXPECT_NEAR(all[0].depth, 0.1, 1e-15);
  m = at({line, 0.3}, Pose::shift({0.25, 0, 0.5}), {line, 0.3});
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(length(m.points[0].on_a - m.points[1].on_a), 0.75, 1e-15);
  // A ball; within the margin only; too far away.
  const Polytope point = testing::polytope_of({{0, 0, 0}});
  EXPECT_EQ(at({cube}, Pose::shift({0, 0.5, 1.5}), {point, 0.5}).count, 1);
  EXPECT_EQ(at({cube}, Pose::shift({0, 0.5, 1.6}), {point, 0.5}).count, 0);
  m = at({cube}, Pose::shift({0, 0.5, 1.6}), {point, 0.5}, 0.2);
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.points[0].depth, -0.1, 1e-15);
  // Edge on edge: one point.
  const Pose tilted = Pose::from_quaternion(std::cos(eighth), std::sin(eighth), 0, 0, {}).value();
  const Pose crossed =
      Pose::from_quaternion(std::cos(eighth), 0, std::sin(eighth), 0, {0, 0, 2 * std::sqrt(2) - 0.01}).value();
  m = at({cube}, inverse(tilted) * crossed, {cube});
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.points[0].depth, 0.01, 1e-14);
}

}  // namespace manifold_test
}  // namespace apart
