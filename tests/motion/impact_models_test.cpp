// First contacts of moving models: nothing that is sampled before free_until is in contact, and at contact_by they are.
#include <apart/io/read.hpp>
#include <samples/generate.hpp>

#include "tests/motion/impact_cases.hpp"

namespace apart {
namespace impact_models_test {

Model model(Mesh mesh) { return Model::make(std::move(mesh)).value(); }

std::vector<Model> models() {
  Random random(9);
  return {model(generate::sphere(1, 500)),
          model(generate::torus(1, 0.3, 24, 12)),
          model(generate::box({1.5, 0.3, 0.8})),
          model(generate::cup(800)),
          model(generate::spoon(84)),
          model(generate::soup(random, 200)),
          model(generate::wrinkled_torus(2000)),
          model(generate::gear({}))};
}

double radius_of(const Model& m) {
  double most = 0;
  for (const Vec3d& v : m.mesh().vertices()) most = std::max(most, length(v));
  return most;
}

RigidMotion random_motion(Random& random, double size, bool still_too) {
  const auto place = [&] { return random.uniform(0.3, 2.5) * size * random.direction(); };
  const Pose from{random.rotation(), place()};
  switch (random.below(still_too ? 6 : 5)) {
    case 0:
      return RigidMotion::line(from, place() - from.translation);
    case 1:
      return RigidMotion::between(from, {random.rotation(), place()});
    case 2:
      return RigidMotion::screw(from, place(), random.direction(), random.uniform(-20, 20), size * random.uniform());
    case 3: {
      std::vector<Pose> poses{from};
      for (int i = 0; i < 4; ++i) poses.push_back({random.rotation(), place()});
      return RigidMotion::through(poses);
    }
    case 4: {
      const std::vector<Vec3d> shift{-2 * from.translation, size * random.in_box(1), size * random.in_box(1)};
      const std::vector<double> angle{random.uniform(-6, 6), random.uniform(-6, 6)};
      return RigidMotion::polynomial(from, shift, random.direction(), angle);
    }
    default:
      return RigidMotion::still({random.rotation(), 0.2 * place()});
  }
}

TEST(ImpactModels, NothingSampledBeforeIsInContact) {
  testing::Outcomes outcomes("impacts of models"), later("impacts after the beginning", 0.1);
  const std::vector<Model> all = models();
  Random random(11);
  for (int i = 0; i < testing::cases(250, 20000) && !::testing::Test::HasFatalFailure(); ++i) {
    const Model &a = all[random.below(u32(all.size()))], &b = all[random.below(u32(all.size()))];
    const double size = radius_of(a) + radius_of(b);
    const RigidMotion of_a = random.chance(0.5) ? RigidMotion() : random_motion(random, 0.5 * size, true);
    const RigidMotion of_b = random_motion(random, size, false);
    ImpactOptions options;
    if (random.chance(0.3)) options.within = size * random.uniform(0, 0.2);
    options.clearance = random.chance(0.3);
    const Impact r = impact(a, of_a, b, of_b, options);
    SCOPED_TRACE(std::to_string(i) + (r.hit ? ": hit at " + std::to_string(r.contact_by) : ": free"));
    EXPECT_EQ(r.status, Status::exact);
    outcomes.saw(r.hit);
    later.saw(r.hit && r.free_until > 0);
    testing::expect_true_of(r, a, of_a, b, of_b, options, 1e-8 * size, size, testing::cases(60, 400), random);
    EXPECT_EQ(is_free(a, of_a, b, of_b, options), !r.hit);
    // The other way round: the same time, and the same points, in B's frame.
    options.clearance = false;
    const Impact other = impact(b, of_b, a, of_a, options);
    EXPECT_EQ(other.hit, r.hit);
    EXPECT_TRUE(!r.hit || std::abs(other.free_until - r.free_until) < 1e-5);
  }
}

TEST(ImpactModels, RealModels) {
  APART_NEEDS_MODELS();
  testing::Outcomes outcomes("impacts of real models");
  const Model bunny = load((testing::models() / "bunny.obj").string()).value(),
              rocker = load((testing::models() / "rocker-arm.obj").string()).value();
  Random random(12);
  for (int i = 0; i < testing::cases(12, 1000) && !::testing::Test::HasFatalFailure(); ++i) {
    const Model &a = random.chance(0.5) ? bunny : rocker, &b = random.chance(0.5) ? bunny : rocker;
    const double size = radius_of(a) + radius_of(b);
    const RigidMotion of_b = random_motion(random, size, false);
    const ImpactOptions options{.clearance = i % 5 == 4};
    const Impact r = impact(a, b, of_b, options);
    outcomes.saw(r.hit);
    testing::expect_true_of(r, a, {}, b, of_b, options, 1e-8 * size, size, 20, random);
  }
}

}  // namespace impact_models_test
}  // namespace apart
