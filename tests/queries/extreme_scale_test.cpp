// The same questions at every scale that a double has, 1e-300 … 1e300: the scaled truth, or a refusal; never a wrong
// number, and never one that is not finite and yet called exact.
#include <apart/apart.hpp>
#include <apart/base/random.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace extreme_scale_test {

// Powers of two, so that scaling rounds nothing.
std::vector<int> exponents() {
  std::vector<int> out;
  for (int e = -997; e <= 997; e += 997 / 25) out.push_back(e);
  for (int e : {-500, -480, -100, -80, -76, -73, -72, -70, -66, -60, -56, -53, -50, -46, -43, -40, 50, 57, 60, 62, 490})
    out.push_back(e);
  return out;
}

template <class Answer>
void expect_sound(const Answer& answer) {
  if (answer.status == Status::invalid) return;
  EXPECT_FALSE(std::isnan(answer.distance));
  if (answer.status == Status::exact) {
    EXPECT_TRUE(std::isfinite(answer.distance));
    EXPECT_TRUE(is_finite(answer.on_a) && is_finite(answer.on_b));
  }
}

Pose scaled(Pose pose, double by) {
  pose.translation *= by;
  return pose;
}

TEST(ExtremeScale, ModelsAreRightOrRefused) {
  Random random(1);
  const Mesh meshes[] = {generate::torus(1, 0.3, 12, 8), generate::sphere(0.7, 60), generate::soup(random, 40)};
  std::vector<Pose> poses;
  for (double far : {0.05, 1.4, 1.9, 2.5, 6.0})
    for (int k = 0; k < 3; ++k) poses.push_back({random.rotation(), far * random.direction()});
  int answered = 0, refused = 0;
  for (const Mesh& one : meshes) {
    const Model a = Model::make(one).value(), b = Model::make(meshes[0]).value();
    for (int e : exponents()) {
      const double by = std::ldexp(1.0, e);
      const Result<Model> small_a = Model::make(scaled(one, by)), small_b = Model::make(scaled(meshes[0], by));
      ASSERT_EQ(small_a.ok(), small_b.ok());
      if (!small_a) {
        ++refused;
        EXPECT_NE(small_a.error().find("limit is"), std::string::npos) << small_a.error();
        EXPECT_TRUE(by < 1e-22 || by > 1e17) << by;
        continue;
      }
      EXPECT_TRUE(by > 1e-23 && by < 1e19) << by;
      for (const Pose& pose : poses) {
        ++answered;
        const Pose at = scaled(pose, by);
        const Distance truth = distance(a, pose, b), found = distance(*small_a, at, *small_b);
        ASSERT_EQ(found.status, Status::exact);
        ASSERT_EQ(found.distance, by * truth.distance) << by;
        ASSERT_EQ(collide(*small_a, at, *small_b).colliding, truth.distance == 0);
        ASSERT_TRUE(within(*small_a, at, *small_b, found.distance));
        if (found.distance > 0) {
          ASSERT_FALSE(within(*small_a, at, *small_b, 0.999999 * found.distance));
        }
        ASSERT_EQ(span(*small_a, at, *small_b).distance, by * span(a, pose, b).distance);
        Tracker tracker(*small_a, *small_b);
        for (int again = 0; again < 2; ++again) ASSERT_EQ(tracker.distance(at).distance, found.distance);
      }
    }
  }
  EXPECT_GT(answered, 500);
  EXPECT_GT(refused, 50);
}

// Small things far apart, at every distance.
TEST(ExtremeScale, TranslationsOfModels) {
  const Model box = Model::make(generate::box({1, 1, 1})).value();
  for (double far = 10; far < 1e308; far *= 1e3) {
    const Pose at = Pose::shift({far, 0, 0});
    const Distance found = distance(box, at, box);
    expect_sound(found);
    expect_sound(span(box, at, box));
    Tracker tracker(box, box);
    for (int again = 0; again < 2; ++again) EXPECT_EQ(tracker.distance(at).distance, found.distance);
    if (far > 1e150) {
      EXPECT_EQ(found.status, Status::invalid);
      EXPECT_EQ(span(box, at, box).status, Status::invalid);
      continue;
    }
    EXPECT_EQ(found.status, Status::exact);
    EXPECT_NEAR(found.distance / far, (far - 1) / far, 1e-15) << far;
    EXPECT_NEAR(span(box, at, box).distance / far, (far + 1) / far, 0.1) << far;
    EXPECT_FALSE(collide(box, at, box));
    EXPECT_FALSE(within(box, at, box, far / 2));
    EXPECT_TRUE(within(box, at, box, far));
  }
}

// A mesh in one place has no size, and is legal; what lies so near that squares vanish is bounded.
TEST(ExtremeScale, ModelsWithoutAnySize) {
  const Model point = Model::make(Mesh::make({{0, 0, 0}}, {{0, 0, 0}}).value()).value();
  for (double far = 1e-300; far < 1e150; far *= 1e5) {
    const Pose at = Pose::shift({0, far, 0});
    const Distance found = distance(point, at, point);
    EXPECT_FALSE(collide(point, at, point));
    EXPECT_GE(found.distance, far * (1 - 1e-15));
    EXPECT_LE(found.at_least, far * (1 + 1e-15));
    EXPECT_EQ(found.status, far < 3e-145 ? Status::within_error : Status::exact);
    if (found.status == Status::exact) {
      EXPECT_NEAR(found.distance / far, 1, 1e-15);
    }
    EXPECT_TRUE(within(point, at, point, far));
    EXPECT_LE(distance(point, at, point, {.max = far}).at_least, far * (1 + 1e-15));
    EXPECT_NE(distance(point, at, point, {.max = far}).status, Status::at_least);
    EXPECT_NEAR(span(point, at, point).distance / far, 1, 1e-15);
    EXPECT_TRUE(beyond(point, at, point, far / 2));
    EXPECT_FALSE(beyond(point, at, point, far * 2));
  }
  EXPECT_TRUE(collide(point, point));
  EXPECT_FALSE(Model::make(Mesh::make({{1e200, 0, 0}}, {{0, 0, 0}}).value()));
}

TEST(ExtremeScale, RefusalsNameTheSize) {
  const auto refusal = [](double size) { return Model::make(generate::box({size, size, size})).error(); };
  EXPECT_NE(refusal(3e-30).find("3e-30 across"), std::string::npos) << refusal(3e-30);
  EXPECT_NE(refusal(3e-30).find("1e-22"), std::string::npos);
  EXPECT_NE(refusal(2e200).find("2e+200 across"), std::string::npos) << refusal(2e200);
  EXPECT_NE(refusal(2e200).find("1e18"), std::string::npos);
}

constexpr int kKinds = 12;
Shape shape_of(int kind, double by) {
  switch (kind) {
    case 0:
      return Ball{0.5 * by};
    case 1:
      return Capsule{0.2 * by, by};
    case 2:
      return Box{by * Vec3d{1, 0.5, 2}};
    case 3:
      return Cylinder{0.5 * by, by};
    case 4:
      return Cone{0.5 * by, by};
    case 5:
      return Ellipsoid{by * Vec3d{0.5, 0.25, 1}};
    case 6: {
      const Mesh mesh = scaled(generate::sphere(0.5, 40), by);
      return Polytope::make(mesh.vertices()).value();
    }
    case 7:
      return Triangle{by * Vec3d{0.5, 0, 0}, by * Vec3d{0, 0.5, 0}, by * Vec3d{-0.25, 0, 0.5}};
    case 8:
      return HalfSpace{{0, 0, 1}, -0.25 * by};
    case 9:
      return Segment{by * Vec3d{0.5, 0, 0}, by * Vec3d{0, 0.5, 0.25}};
    case 10:
      return Point{by * Vec3d{0.5, 0, 0}};
    default:
      return compound({{Pose::shift({-0.5 * by, 0, 0}), Ball{0.5 * by}},
                       {Pose::shift({0.5 * by, 0, 0}), Box{by * Vec3d{1, 1, 1}}}});
  }
}

void expect_scaled(double found, double truth, double by) {
  if (std::isfinite(truth)) {
    ASSERT_NEAR(found / by, truth, 1e-9);
  } else {
    ASSERT_EQ(found, truth);
  }
}

// All questions at a scale have the answers of scale 1, scaled.
template <class A, class B>
void expect_all_scaled(const A& a, const B& b, const A& small_a, const B& small_b, const Pose& pose, double by) {
  const Pose at = scaled(pose, by);
  const auto truth = distance(a, pose, b), found = distance(small_a, at, small_b);
  const bool invalid = by * length(pose.translation) > 1e150;
  ASSERT_EQ(found.status == Status::invalid, invalid) << by;
  if (invalid) return;
  ASSERT_EQ(found.status, truth.status);
  expect_scaled(found.distance, truth.distance, by);
  expect_scaled(span(small_a, at, small_b).distance, span(a, pose, b).distance, by);
  if (std::abs(truth.distance) > 1e-9) {
    ASSERT_EQ(collide(small_a, at, small_b).colliding, truth.distance < 0);
  }
  if (truth.distance > 1e-9) {
    ASSERT_TRUE(within(small_a, at, small_b, by * truth.distance * 1.000001));
    ASSERT_FALSE(within(small_a, at, small_b, by * truth.distance * 0.999999));
  }
}

TEST(ExtremeScale, ShapesAreRightOrInvalid) {
  Random random(2);
  std::vector<Pose> poses;
  for (double far : {0.02, 0.9, 1.6, 4.0}) poses.push_back({random.rotation(), far * random.direction()});
  for (int e :
       {-997, -801, -600, -541, -529, -400, -277, -201, -130, -110, -50, 50, 110, 130, 265, 400, 490, 600, 997}) {
    const double by = std::ldexp(1.0, e);
    for (int i = 0; i < kKinds; ++i)
      for (int j = 0; j < kKinds; ++j) {
        if (by > 1e140 && (i == 11 || j == 11)) continue;  // its pieces would stand too far away
        const Shape a = shape_of(i, 1), b = shape_of(j, 1), small_a = shape_of(i, by), small_b = shape_of(j, by);
        for (const Pose& pose : poses) {
          SCOPED_TRACE(std::to_string(i) + " and " + std::to_string(j) + " at 2^" + std::to_string(e));
          expect_all_scaled(a, b, small_a, small_b, pose, by);
          if (HasFatalFailure()) return;
        }
      }
  }
}

// Sizes beyond 1e150 are shapes too: whatever is said of them is a number.
TEST(ExtremeScale, HugeShapesGiveNumbers) {
  for (int i = 0; i < kKinds - 1; ++i)
    for (int j = 0; j < kKinds - 1; ++j) {
      const Distance found = signed_distance(shape_of(i, 0x1p997), Pose::shift({1, 2, 3}), shape_of(j, 0x1p997));
      EXPECT_FALSE(std::isnan(found.distance)) << i << ' ' << j;
      if (i != 8 || j != 8) {
        EXPECT_TRUE(std::isfinite(found.distance)) << i << ' ' << j;
      }
    }
  const Pose far = Pose::shift({2e150, 0, 0});
  EXPECT_FALSE(Shape::make(compound({{far, Ball{1}}})));
}

TEST(ExtremeScale, ModelsWithShapes) {
  Random random(3);
  const Mesh mesh = generate::torus(1, 0.3, 12, 8);
  const Model model = Model::make(mesh).value();
  std::vector<Pose> poses;
  for (double far : {0.9, 2.2, 5.0}) poses.push_back({random.rotation(), far * random.direction()});
  for (int e : {-72, -66, -50, -20, 20, 50, 58}) {
    const double by = std::ldexp(1.0, e);
    const Model small = Model::make(scaled(mesh, by)).value();
    for (int i = 0; i < kKinds; ++i)
      for (const Pose& pose : poses) {
        SCOPED_TRACE(std::to_string(i) + " at 2^" + std::to_string(e));
        const Shape s = shape_of(i, 1), small_s = shape_of(i, by);
        const Distance truth = distance(model, pose, s), found = distance(small, scaled(pose, by), small_s);
        ASSERT_EQ(found.status, truth.status);
        ASSERT_NEAR(found.distance / by, truth.distance, 1e-9);
        ASSERT_EQ(collide(small, scaled(pose, by), small_s).colliding, truth.distance == 0);
        expect_scaled(span(small, scaled(pose, by), small_s).distance, span(model, pose, s).distance, by);
      }
  }
}

}  // namespace extreme_scale_test
}  // namespace apart
