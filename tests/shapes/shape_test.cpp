// The support point of every solid belongs to it, and no sampled point lies farther; boxes contain their shapes.
#include <apart/base/random.hpp>
#include <apart/shapes/support.hpp>

#include "tests/support.hpp"

namespace apart {
namespace shape_test {

constexpr int kBoundedKinds = kCoreKinds - 2;  // all but half-spaces and unions

double some_size(Random& random) { return random.chance(0.1) ? 0 : std::pow(10, random.uniform(-2, 1)); }

Core some_core(CoreKind kind, Random& random) {
  const auto size = [&] { return some_size(random); };
  const auto place = [&] { return random.in_box(3); };
  switch (kind) {
    case CoreKind::point:
      return Point{place()};
    case CoreKind::segment:
      return Segment{place(), place()};
    case CoreKind::triangle:
      return Triangle{place(), place(), place()};
    case CoreKind::box:
      return Box{{size(), size(), size()}};
    case CoreKind::cylinder:
      return Cylinder{size(), size()};
    case CoreKind::cone:
      return Cone{size(), size()};
    case CoreKind::ellipsoid:
      return Ellipsoid{{size(), size(), size()}};
    case CoreKind::tapered_capsule: {  // neither ball contains the other, so that it stays one
      const double a = size(), b = a + random.uniform(0.01, 1), length = b - a + size() + 0.01;
      return random.chance(0.5) ? TaperedCapsule{a, b, length} : TaperedCapsule{b, a, length};
    }
    case CoreKind::polytope: {
      std::vector<Vec3d> points;
      for (u32 n = 1 + random.below(30); n-- > 0;) points.push_back(place());
      return Polytope::make(points).value();
    }
    case CoreKind::half_space:
      return HalfSpace{random.direction(), random.uniform(-1, 1)};
    case CoreKind::compound:
      break;
  }
  return compound({{Pose{random.rotation(), place()}, Shape(Box{{1, 2, 3}})}, {{}, Shape(Ball{2})}});
}

// By the definition of each, not by its support function.
Vec3d sample(const Core& core, Random& random) {
  if (const Point* p = std::get_if<Point>(&core)) return p->at;
  const double s = random.uniform(), t = random.uniform();
  if (const Segment* p = std::get_if<Segment>(&core)) return p->a + s * (p->b - p->a);
  if (const Triangle* p = std::get_if<Triangle>(&core)) return p->a + (1 - s) * (p->b - p->a) + s * t * (p->c - p->a);
  if (const Box* p = std::get_if<Box>(&core)) {
    const Vec3d v = random.in_box(0.5);
    return {v.x * p->size.x, v.y * p->size.y, v.z * p->size.z};
  }
  const double angle = random.uniform(0, 6.283185307179586), r = random.chance(0.5) ? 1 : t;
  if (const Cylinder* p = std::get_if<Cylinder>(&core))
    return {r * p->radius * std::cos(angle), r * p->radius * std::sin(angle), (s - 0.5) * p->length};
  if (const Cone* p = std::get_if<Cone>(&core))
    return {(1 - s) * r * p->radius * std::cos(angle), (1 - s) * r * p->radius * std::sin(angle),
            (s - 0.5) * p->length};
  if (const Ellipsoid* p = std::get_if<Ellipsoid>(&core)) {
    const Vec3d v = r * random.direction();
    return {v.x * p->radii.x, v.y * p->radii.y, v.z * p->radii.z};
  }
  if (const TaperedCapsule* p = std::get_if<TaperedCapsule>(&core)) {  // balls of all radii between the two
    return (p->radius_a + s * (p->radius_b - p->radius_a)) * r * random.direction() +
           Vec3d{0, 0, (s - 0.5) * p->length};
  }
  Vec3d sum{};
  double weights = 0;
  for (Vec3d v : std::get<Polytope>(core).vertices()) {
    const double w = random.uniform();
    sum += w * v, weights += w;
  }
  return sum / weights;
}

TEST(Shape, FarthestPoints) {
  Random random(1);
  for (int k = 0; k < testing::cases(3000, 50000); ++k) {
    const CoreKind kind = static_cast<CoreKind>(k % kBoundedKinds);
    const Core core = some_core(kind, random);
    const double radius = random.chance(0.5) ? 0 : random.uniform(0, 2);
    const Shape shape(core, radius);
    ASSERT_EQ(shape.kind(), kind);
    Vec3d d = random.direction();
    for (int i = 0; i < 3; ++i)
      if (random.chance(0.2)) d[i] = 0;
    const Vec3d of_core = farthest(core, d), all = farthest(shape, std::pow(10, random.uniform(-200, 200)) * d);
    double nearest_to_it = 1e300;
    for (int i = 0; i < 30; ++i) {
      const Vec3d p = sample(core, random);
      ASSERT_LE(dot(d, p), dot(d, of_core) + 1e-12 * length(d)) << k;
      nearest_to_it = std::min(nearest_to_it, length(p - of_core));
    }
    ASSERT_NEAR(dot(d, all - of_core), radius * length(d), 1e-12) << k;
    ASSERT_NEAR(length(all - of_core), d == Vec3d{} ? 0 : radius, 1e-12) << k;
    ASSERT_LT(nearest_to_it, 25) << k;
    // Itself in the set: nothing of it lies beyond, along any other direction either.
    for (int i = 0; i < 10; ++i) {
      const Vec3d other = random.direction();
      ASSERT_LE(dot(other, of_core), dot(other, farthest(core, other)) + 1e-12) << k;
    }
  }
}

TEST(Shape, BoxesHoldWhatTheyAreAround) {
  Random random(2);
  for (int k = 0; k < testing::cases(1000, 20000); ++k) {
    const Core made = some_core(static_cast<CoreKind>(k % kBoundedKinds), random);
    const Shape shape(made, random.chance(0.5) ? 0 : 1.5);
    const Core& core = shape.core();
    const Pose pose{random.rotation(), random.in_box(100)};
    const bool union_of = random.chance(0.3);
    const Pose in_union{random.rotation(), random.in_box(1)};
    const Bounds box = union_of ? bounds(Shape(compound({{in_union, shape}}), 0.5), pose) : bounds(shape, pose);
    const Pose at = union_of ? pose * in_union : pose;
    const double extra = union_of ? 0.5 : 0;
    Bounds samples;
    for (int i = 0; i < 100; ++i) {
      const Vec3d p = at * sample(core, random) + (shape.radius() + extra) * random.direction();
      samples.add(p);
      ASSERT_TRUE(lesser(p, box.low) == box.low && larger(p, box.high) == box.high) << k;
    }
    for (int i = 0; i < 3; ++i) {  // and no wider than needed
      Vec3d axis{};
      axis[i] = 1;
      const Vec3d top = farthest(core, transposed_times(at.rotation, axis));
      ASSERT_NEAR((at * top)[i] + shape.radius() + extra, box.high[i], 1e-10) << k;
    }
  }
  EXPECT_EQ(bounds(HalfSpace{{1, 0, 0}, 2}).high.x, Bounds::kInfinity);
  EXPECT_EQ(bounds(Shape(compound({{{}, Ball{1}}, {{}, HalfSpace{{1, 0, 0}, 2}}}))).low.y, -Bounds::kInfinity);
}

TEST(Shape, TaperedCapsulesHaveTheSimplestCore) {
  const Shape equal = TaperedCapsule{0.3, 0.3, 2}, capsule = Capsule{0.3, 2};
  ASSERT_EQ(equal.kind(), CoreKind::segment);
  EXPECT_EQ(equal.radius(), capsule.radius());
  EXPECT_EQ(std::get<Segment>(equal.core()).a, std::get<Segment>(capsule.core()).a);
  EXPECT_EQ(std::get<Segment>(equal.core()).b, std::get<Segment>(capsule.core()).b);
  // One ball inside the other, or touching it from inside.
  for (const double length : {0.0, 0.5, 0.75}) {
    const Shape at_a(TaperedCapsule{1, 0.25, length}, 0.5), at_b = TaperedCapsule{0.25, 1, length};
    ASSERT_EQ(at_a.kind(), CoreKind::point);
    ASSERT_EQ(at_b.kind(), CoreKind::point);
    EXPECT_EQ(at_a.radius(), 1.5);
    EXPECT_EQ(at_b.radius(), 1);
    EXPECT_EQ(std::get<Point>(at_a.core()).at.z, -length / 2);
    EXPECT_EQ(std::get<Point>(at_b.core()).at.z, length / 2);
  }
  const Shape tapered(TaperedCapsule{1, 0.25, 2}, 0.5);
  ASSERT_EQ(tapered.kind(), CoreKind::tapered_capsule);
  EXPECT_EQ(tapered.radius(), 0.75);
  EXPECT_EQ(tapered.with_radius(0.75).radius(), 0.75);
  EXPECT_EQ(farthest(tapered, {0, 0, 3}), (Vec3d{0, 0, 1.75}));
  EXPECT_EQ(farthest(tapered, {0, 0, -3}), (Vec3d{0, 0, -2.5}));
}

TEST(Shape, RefusesWhatIsNone) {
  EXPECT_FALSE(Shape::make(TaperedCapsule{-1, 1, 1}).ok());
  EXPECT_FALSE(Shape::make(TaperedCapsule{1, std::nan(""), 1}).ok());
  EXPECT_FALSE(Shape::make(TaperedCapsule{1, 2, -1}).ok());
  EXPECT_TRUE(Shape::make(TaperedCapsule{0, 0, 0}).ok());
  EXPECT_FALSE(Shape::make(Box{{1, -1, 1}}).ok());
  EXPECT_FALSE(Shape::make(Point{}, -1).ok());
  EXPECT_FALSE(Shape::make(Point{{0, 0, std::nan("")}}).ok());
  EXPECT_FALSE(Shape::make(HalfSpace{}).ok());
  EXPECT_FALSE(Shape::make(Compound{}).ok());
  EXPECT_TRUE(Shape::make(Cylinder{0, 0}).ok());
}

}  // namespace shape_test
}  // namespace apart
