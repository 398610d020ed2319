// The C++ side of speed.py: for each word on standard input, the seconds that it took here.
//
//   python_speed A B POSES
//
// POSES is a file of matrices, row by row, as doubles.
#include <apart/apart.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>

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
  const Pose at = Pose::shift({2, 0, 0});
  constexpr int kSingle = 100000;
  for (std::string word; std::cin >> word;) {
    double took = -1;
    if (word == "collide") took = seconds([&] { sink = collide(a, poses, b).answers.size(); });
    if (word == "distance") took = seconds([&] { sink = distance(a, poses, b).answers.size(); });
    if (word == "one_collide")
      took = seconds([&] {
               for (int i = 0; i < kSingle; ++i) sink = collide(box, at, ball).colliding;
             }) /
             kSingle;
    if (word == "one_distance")
      took = seconds([&] {
               for (int i = 0; i < kSingle; ++i) sink = distance(box, at, ball).distance;
             }) /
             kSingle;
#ifdef APART_WITH_FCL
    const std::size_t some = std::min<std::size_t>(poses.size(), 10000);
    static const auto fa = oracle::fcl_model(a.mesh()), fb = oracle::fcl_model(b.mesh());
    if (word == "fcl_collide")
      took = seconds([&] {
               for (std::size_t i = 0; i < some; ++i) sink = oracle::fcl_collide(*fa, poses[i], *fb);
             }) /
             double(some);
    if (word == "fcl_distance")
      took = seconds([&] {
               for (std::size_t i = 0; i < some; ++i) sink = oracle::fcl_distance(*fa, poses[i], *fb);
             }) /
             double(some);
#endif
    std::printf("%.9g\n", took), std::fflush(stdout);
  }
}
