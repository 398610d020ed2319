// The C++ side of speed.py: for each line on standard input, the seconds that it took here; -1 if it is not known.
//
//   python_speed A B POSES
//
// POSES is a file of matrices, row by row, as doubles.
#include <apart/apart.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/shapes/tessellate.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>

#ifdef APART_WITH_FCL
#include "tests/oracle/fcl.hpp"
#endif

namespace {

using namespace apart;

template <class Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

volatile double sink = 0;

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const Model a = load(argv[1]).value(), b = load(argv[2]).value();
  std::ifstream in(argv[3], std::ios::binary);
  std::vector<Pose> poses;
  for (std::array<double, 16> m; in.read(reinterpret_cast<char*>(m.data()), sizeof m);)
    poses.push_back({{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[3], m[7], m[11]}});
  const Shape box = Box{{1, 1, 1}}, ball = Ball{0.5};
  const Model cube = Model::make(tessellated(box, {}, {})).value();
  const Pose at = Pose::shift({2, 0, 0}), inside = Pose::shift({0.5, 0.25, 0.25}), above = Pose::shift({0, 0, 1.1});
  const Ray ray{{-3, 0.1, 0.2}, {1, 0, 0}};
  const RigidMotion motion = RigidMotion::line(at, {-2, 0, 0});
  // Single calls, as in speed.py.
  const std::map<std::string, std::function<double()>> calls{
      {"collide", [&] { return collide(box, at, ball).colliding; }},
      {"distance", [&] { return distance(box, at, ball).distance; }},
      {"distance of models", [&] { return distance(cube, at, cube).distance; }},
      {"closest",
       [&] {
         return closest(cube, {1, 2, 3}).distance;
       }},
      {"cast", [&] { return cast(cube, ray).t; }},
      {"collisions", [&] { return double(collisions(cube, inside, cube).pairs.size()); }},
      {"contacts", [&] { return double(contacts(cube, above, cube, 0.2).contacts.size()); }},
      {"intersection", [&] { return intersection(cube, inside, cube).length; }},
      {"hausdorff", [&] { return hausdorff(cube, inside, cube).distance; }},
      {"penetration", [&] { return penetration(cube, inside, cube, {.budget = Budget::of_tests(2000)}).depth; }},
      {"impact", [&] { return impact(Geometry(box), Geometry(ball), motion).contact_by; }},
      {"self_distance", [&] { return self_distance(cube).distance; }},
      {"intersection of large models", [&] { return intersection(a, at, a).length; }},
      {"penetration, by another thread",
       [&] { return penetration(a, at, a, {.budget = Budget::of_tests(2000)}).depth; }},
  };
  for (std::string line; std::getline(std::cin, line);) {
    double took = -1;
    const std::span<const Pose> all = poses, few = all.first(all.size() / 10);
    if (line == "batch collide") took = seconds([&] { sink = double(collide(a, all, b).answers.size()); });
    if (line == "batch distance") took = seconds([&] { sink = double(distance(a, few, b).answers.size()); });
    int times = 0;
    char name[64] = "";
    if (std::sscanf(line.c_str(), "one %d %63[^\n]", &times, name) == 2 && calls.contains(name))
      took = seconds([&] {
        for (int i = 0; i < times; ++i) sink = calls.at(name)();
      });
#ifdef APART_WITH_FCL
    const std::size_t some = std::min<std::size_t>(poses.size(), 10000);
    static const auto fa = oracle::fcl_model(a.mesh()), fb = oracle::fcl_model(b.mesh());
    if (line == "fcl collide")
      took = seconds([&] {
        for (std::size_t i = 0; i < some; ++i) sink = oracle::fcl_collide(*fa, poses[i], *fb);
      });
    if (line == "fcl distance")
      took = seconds([&] {
        for (std::size_t i = 0; i < some; ++i) sink = oracle::fcl_distance(*fa, poses[i], *fb);
      });
#endif
    std::printf("%.9g\n", took), std::fflush(stdout);
  }
}
