// The symmetric Hausdorff distance beside CGAL's at the same error bound, answers compared first: one thread, CPU time.
// Both take turns, ours after a run that is not counted, since CGAL's fills the caches; the medians of some rounds, and
// the least and the largest ratio. Both have their meshes; ours is timed with its trees and neighbours built, CGAL has
// its half-edges and builds its trees in each call (the last column: the share that takes).
//   hausdorff_bench [ERROR [ROUNDS [NAME]]]     the error in parts of the size of the larger model, 1e-4; 5 rounds
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/queries/hausdorff.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <samples/generate.hpp>
#include <string>

#include "lab/bench/hausdorff/cgal.hpp"

namespace {

using namespace apart;

double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

template <class F>
double time_of(F f) {
  const double start = seconds();
  f();
  return seconds() - start;
}

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of[of.size() / 2];
}

Mesh noisy(const Mesh& mesh, double size) {
  Random random(3);
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& v : vertices) v += size * random.in_ball();
  return Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
}

// The same triangles in another order, so that their numbers say nothing.
Mesh shuffled(const Mesh& mesh) {
  Random random(4);
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (u32 i = mesh.size(); i > 1; --i) std::swap(faces[i - 1], faces[random.below(i)]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

struct Case {
  std::string name;
  Mesh a, b;
};

std::vector<Case> cases() {
  const auto sphere = [](double radius, u32 triangles) { return generate::sphere(radius, triangles); };
  const Mesh peg = generate::spiral_peg(8000);
  return {{"spheres, 2,000 and 5,000", sphere(1, 2000), sphere(1, 5000)},
          {"spheres, 40,000 and 20,000", sphere(1, 40000), sphere(1, 20000)},
          {"concentric spheres, 5,000", sphere(1, 5000), sphere(1.1, 4000)},
          {"noise of 1 %, 20,000", sphere(1, 20000), noisy(sphere(1, 20000), 0.01)},
          {"the same, shuffled", sphere(1, 20000), shuffled(noisy(sphere(1, 20000), 0.01))},
          {"tori, 10,000 and 7,200", generate::torus(1, 0.3, 100, 50), generate::torus(1, 0.3, 90, 40)},
          {"wrinkled torus, 20,000 and 5,000", generate::wrinkled_torus(20000), generate::wrinkled_torus(5000)},
          {"wrinkled and bent torus", generate::wrinkled_torus(20000), generate::bent_torus(20000)},
          {"peg moved by 3 %", peg, shuffled(placed(peg, Pose::shift({0.05, 0.02, 0.01})))},
          {"box and sphere, 20,000", generate::box({1, 1, 1}), sphere(0.6, 20000)}};
}

}  // namespace

int main(int argc, char** argv) {
  const double share = argc > 1 ? std::atof(argv[1]) : 1e-4;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  const std::string only = argc > 3 ? argv[3] : "";
  bool same = true;
  std::printf("%-34s %12s %12s %10s %10s %7s  %-15s %s\n", "", "ours", "CGAL", "ms", "CGAL ms", "ratio", "of rounds",
              "trees");
  for (const Case& c : cases()) {
    if (c.name.find(only) == std::string::npos) continue;
    Bounds box;
    for (Vec3d v : c.a.vertices()) box.add(v);
    for (Vec3d v : c.b.vertices()) box.add(v);
    const double error = share * length(box.size());
    const Model a = Model::make(c.a).value(), b = Model::make(c.b).value();
    const HausdorffOptions options{.abs_error = error};
    Hausdorff ours = hausdorff(a, b, options);  // builds the trees of boxes
    const lab::CgalHausdorff cgal(c.a, c.b);
    double theirs = 0;
    std::vector<double> our_times, their_times, ratios;
    for (int round = 0; round < rounds; ++round) {
      ours = hausdorff(a, b, options);
      our_times.push_back(time_of([&] { ours = hausdorff(a, b, options); }));
      their_times.push_back(time_of([&] { theirs = cgal.symmetric(error); }));
      ratios.push_back(their_times.back() / our_times.back());
      if (their_times.back() > 5) break;
    }
    const double our_time = median(our_times), their_time = median(their_times);
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    const double trees = time_of([&] { cgal.build_trees(); });
    // CGAL's answer is within the error of the truth, on either side.
    const bool agree = theirs + error >= ours.at_least && theirs - error <= ours.at_most;
    same = same && agree;
    std::printf("%-34s %12.8f %12.8f %10.2f %10.1f %7.1f  %6.1f … %-6.1f %3.0f %%%s\n", c.name.c_str(), ours.distance,
                theirs, 1e3 * our_time, 1e3 * their_time, their_time / our_time, *least, *most,
                100 * trees / their_time, agree ? "" : "  DIFFERENT");
    std::fflush(stdout);
  }
  return same ? 0 : 1;
}
