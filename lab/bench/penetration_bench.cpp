// Penetration depth of closed meshes, most of 40,000 triangles: bounds within 5 % and 1 %, and the local depths; what a
// model's first query prepares is timed apart. Every translation is checked first. Milliseconds of processor time, so
// that other work on the machine counts little; the best of ROUNDS.
//   penetration_bench [ROUNDS]
#include <apart/queries/clash.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/penetration.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <samples/generate.hpp>

namespace {

using namespace apart;

template <class F>
double milliseconds(int rounds, F f) {
  double best = 1e300;
  for (int k = 0; k < rounds; ++k) {
    const std::clock_t start = std::clock();
    f();
    best = lesser(best, 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

void measure(const char* name, int rounds, const Mesh& x, const Pose& pose, const Mesh& y) {
  const Model a = Model::make(x).value(), b = Model::make(y).value();
  const double first = milliseconds(1, [&] { penetration(a, pose, b, {.budget = Budget::of_tests(1)}); });
  const auto bounded = [&](double error) { return penetration(a, pose, b, {.rel_error = error}); };
  for (const double error : {0.05, 0.01}) {
    const Penetration p = bounded(error);
    Pose moved = pose;
    moved.translation += p.translation();
    if (!(p.depth > 0) || collide(a, moved, b, {.solid = true}).colliding)
      return std::printf("%s: the translation does not separate\n", name), std::exit(1);
    std::printf("%-14s %6u %6u  %4.1f %%: %8.2f ms  [%.6g, %.6g] %s\n", name, x.size(), y.size(), 100 * error,
                milliseconds(rounds, [&] { bounded(error); }), p.at_least, p.depth,
                std::string(to_string(p.status)).c_str());
  }
  std::printf("%-14s regions %.2f ms (%zu), vertices %.2f ms (%zu), prepared in %.0f ms\n", "",
              milliseconds(rounds, [&] { region_depths(a, pose, b); }), region_depths(a, pose, b).size(),
              milliseconds(rounds, [&] { vertex_depths(a, pose, b); }), vertex_depths(a, pose, b).size(), first);
}

void measure_with_shape(const char* name, int rounds, const Mesh& x, const Pose& pose, const Shape& shape) {
  const Model a = Model::make(x).value();
  const Penetration p = penetration(a, pose, shape);
  Pose moved = pose;
  moved.translation += p.translation();
  if (!(p.depth > 0) || collide(a, moved, shape, {.solid = true}).colliding)
    return std::printf("%s: the translation does not separate\n", name), std::exit(1);
  std::printf("%-14s %6u  shape  1.0 %%: %8.2f ms  [%.6g, %.6g] %s\n", name, x.size(),
              milliseconds(rounds, [&] { penetration(a, pose, shape); }), p.at_least, p.depth,
              std::string(to_string(p.status)).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  const Mesh sphere = generate::sphere(1, 40000), torus = generate::torus(1, 0.3, 200, 100);
  const Mesh rounded = generate::rounded_box({2, 2, 2}, 0.3, 58), gear = generate::gear({.teeth = 64});
  const auto turned = [](Vec3d axis, double angle, Vec3d at) { return Pose::from_axis_angle(axis, angle, at).value(); };
  measure("spheres", rounds, sphere, Pose::shift({1.7, 0.3, 0.2}), sphere);
  measure("tori", rounds, torus, turned({1, 0, 0}, 1.5, {0.5, 0.1, 0.2}), torus);
  measure("rounded boxes", rounds, rounded, turned({1, 2, 0}, 0.5, {1.8, 0.1, 0.2}), rounded);
  measure("gears", rounds, gear, Pose::shift({378, 1, 1}), gear);
  measure("teeth", rounds, generate::teeth(generate::Jaw::lower), Pose::shift({0.01, 0.02, -0.1}),
          generate::teeth(generate::Jaw::upper));
  measure_with_shape("ball", rounds, sphere, Pose::shift({1.7, 0.3, 0.2}), Ball{1});
  measure_with_shape("box", rounds, sphere, Pose::shift({1.3, 0.3, 0.2}), Box{{1, 1, 1}});
  measure_with_shape("capsule", rounds, torus, turned({1, 0, 0}, 1.5, {0.9, 0.1, 0.2}), Capsule{0.2, 1});
  measure_with_shape("cylinder", rounds, gear, Pose::shift({200, 1, 1}), Cylinder{30, 20});
}
