// Every generated model with every kind of query, compared with brute force.
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"
#include "tests/support.hpp"

namespace apart {
namespace generators_test {

struct Named {
  std::string name;
  Model model;
};

// As small as possible, so that all pairs of triangles can be tested.
std::vector<Named> every_model() {
  Random random(1);
  std::vector<Named> out;
  const auto add = [&](std::string name, const Mesh& mesh) {
    out.push_back({std::move(name), Model::make(mesh).value()});
  };
  add("sphere", generate::sphere(1, 180));
  add("box", generate::box({1, 2, 3}));
  add("rounded box", generate::rounded_box({1, 2, 3}, 0.3, 4));
  add("cylinder", generate::cylinder(0.5, 2, 24));
  add("ring", generate::ring(0.5, 1, 0.4, 16));
  add("torus", generate::torus(1, 0.3, 16, 8));
  add("wrinkled torus", generate::wrinkled_torus(400));
  add("bent torus", generate::bent_torus(400));
  add("spiral peg", generate::spiral_peg(600));
  add("cup", generate::cup(500));
  add("spoon", generate::spoon());
  add("lower teeth", generate::teeth(generate::Jaw::lower, 600));
  add("upper teeth", generate::teeth(generate::Jaw::upper, 600));
  add("hand", generate::hand_part(404));
  add("cabin", generate::cabin(12000));
  add("gear", generate::gear({.teeth = 8}));
  add("height field", generate::height_field({2, 2, 0.5}, 16, 16));
  add("soup", generate::soup(random, 200));
  for (const Body& body : generate::gear_train())
    if (body.name == "housing" || body.name == "bearing 1") add(body.name, body.mesh);
  return out;
}

TEST(Generators, AgreeWithBruteForceInEveryQuestion) {
  Random random(2);
  const auto all = every_model();
  testing::Outcomes outcomes("pairs of models that touch");
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t step = 0; step < (testing::nightly() ? all.size() : 3); ++step) {
      const Named &a = all[i], &b = all[(i + step * step) % all.size()];
      if (std::size_t(a.model.mesh().size()) * b.model.mesh().size() >
          std::size_t(testing::nightly() ? 10000000 : 1500000))
        continue;  // a cabin in a cabin
      for (int k = 0; k < testing::unless_sanitized(4, 1); ++k) {
        SCOPED_TRACE(a.name + " and " + b.name + ", pose " + std::to_string(k));
        const Frame &fa = a.model.tree().frame, &fb = b.model.tree().frame;
        const Mat3d turn = k == 0 && i % 2 == 0 ? Mat3d{} : random.rotation();
        const Vec3d middle = fa.centre + random.uniform(0, 1) * (fa.radius + fb.radius) * random.direction();
        const Pose at{turn, middle - turn * fb.centre};

        const auto truth = testing::touching_pairs(a.model.mesh(), at, b.model.mesh());
        const double gap = testing::smallest_distance(a.model.mesh(), at, b.model.mesh());
        outcomes.saw(!truth.empty());
        ASSERT_EQ(collide(a.model, at, b.model).colliding, !truth.empty());
        const Collisions found = collisions(a.model, at, b.model);
        ASSERT_EQ(found.pairs.size(), truth.size());
        for (std::size_t p = 0; p < truth.size(); ++p)
          ASSERT_EQ(std::pair(found.pairs[p].triangle_a, found.pairs[p].triangle_b), truth[p]);
        ASSERT_EQ(distance(a.model, at, b.model).distance, gap);
        ASSERT_TRUE(within(a.model, at, b.model, gap));
        ASSERT_EQ(within(a.model, at, b.model, gap * 0.999).within, gap == 0);
      }
    }
}

}  // namespace generators_test
}  // namespace apart
