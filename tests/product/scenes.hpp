// Small models: every generator; soups with every bad kind of triangle; the coincident, the touching, the far. With
// their answers by brute force.
#pragma once
#include <apart/base/random.hpp>
#include <apart/base/relative.hpp>
#include <apart/triangles/span.hpp>
#include <samples/generate.hpp>

#include "tests/brute_force.hpp"

namespace apart::testing {

struct Scene {
  std::string name;
  Mesh a, b;
  Pose a_in_world, b_in_world, b_in_a;
  std::vector<std::pair<u32, u32>> touching{};  // by brute force, as are the rest
  double distance = 0, span = 0;
};

inline Scene scene(std::string name, Mesh a, Mesh b, const Pose& at) {
  Random random(3);
  Scene s{std::move(name), std::move(a), std::move(b), {random.rotation(), {30, -20, 10}}, {}, {}};
  s.b_in_world = s.a_in_world * at;
  s.b_in_a = relative(s.a_in_world, s.b_in_world);
  s.touching = touching_pairs(s.a, s.b_in_a, s.b);
  s.distance = smallest_distance(s.a, s.b_in_a, s.b);
  const PlacedPair pair{s.a, s.b_in_a, s.b};
  for (u32 i = 0; i < s.a.size(); ++i)
    for (u32 j = 0; j < s.b.size(); ++j) s.span = std::max(s.span, span(pair.of_a(i), pair.of_b(j)).squared);
  s.span = std::sqrt(s.span);
  return s;
}

inline const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = [] {
    Random random(4);
    const auto any = [&](double far) { return Pose{random.rotation(), far * random.direction()}; };
    const Mesh ball = generate::sphere(1, 60), torus = generate::torus(1, 0.3, 8, 5), box = generate::box({1, 2, 3});
    const Mesh ground = placed(generate::height_field({2, 2, 0.5}, 6, 6), Pose::shift({-1, -1, 0}));
    std::vector<Scene> out;
    out.push_back(scene("spheres that cross", ball, scaled(ball, 0.8), any(0.5)));
    out.push_back(scene("tori apart", torus, torus, any(3)));
    out.push_back(scene("tori that coincide", torus, torus, {}));
    out.push_back(scene("boxes face to face", box, box, Pose::shift({1, 0, 0})));
    out.push_back(scene("boxes a little apart", box, box, Pose::shift({0, 0, 3.000001})));
    out.push_back(scene("a ball inside a ball", ball, scaled(ball, 0.7), any(0.01)));
    out.push_back(scene("a ball on the ground", ground, scaled(ball, 0.4), Pose::shift({0, 0, 0.6})));
    out.push_back(scene("soups", generate::soup(random, 50), generate::soup(random, 40), any(0.3)));
    out.push_back(scene("soups apart", generate::soup(random, 40), generate::soup(random, 30), any(3)));
    out.push_back(
        scene("a soup far away", generate::soup(random, 30), placed(generate::soup(random, 30), any(1e5)), {}));
    out.push_back(
        scene("one triangle", generate::soup(random, 1, {.point = 0, .segment = 0, .duplicate = 0}), torus, any(0.4)));
    out.push_back(scene("small", scaled(torus, 1e-7), scaled(ball, 1e-7), any(0.9e-7)));
    out.push_back(scene("large", scaled(torus, 1e7), scaled(ball, 1e7), any(2.2e7)));
    out.push_back(scene("teeth", generate::teeth(generate::Jaw::lower, 60), generate::teeth(generate::Jaw::upper, 60),
                        Pose::shift({0.05, 0, 0})));
    out.push_back(scene("a spoon in a torus", generate::wrinkled_torus(80), generate::spoon(), any(0.2)));
    out.push_back(scene("a bent torus", generate::bent_torus(80), box, any(1.6)));
    return out;
  }();
  return all;
}

}  // namespace apart::testing
