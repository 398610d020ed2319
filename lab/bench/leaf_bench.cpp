// The best leaf size: memory, and the time of each query, for the model tree at every leaf size.
//   leaf_bench [ROUNDS]
#include <apart/apart.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <samples/generate.hpp>

namespace {

using namespace apart;

struct Scene {
  const char* name;
  Mesh a, b;
  std::vector<Pose> poses;
  bool all_contacts;  // else the distance
};

double milliseconds(const Scene& s, const Model& a, const Model& b, int rounds, double& answer) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();  // of this thread, since the machine may be busy
    answer = 0;
    for (const Pose& at : s.poses)
      answer += s.all_contacts ? double(collisions(a, at, b).pairs.size()) : distance(a, at, b).distance;
    const double took = 1e3 * double(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, took / double(s.poses.size()));
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  Random random(1);
  std::vector<Pose> sliding, near, around;
  for (int k = 0; k < 8; ++k) {
    sliding.push_back({random.rotation(), 0.25 * (k + 0.5) * random.direction()});
    near.push_back({random.rotation(), random.uniform(1.85, 2) * random.direction()});
    around.push_back({random.rotation(), 2.8 * random.in_ball()});
  }
  const Mesh torus = generate::torus(1, 0.3, 60, 30);
  const std::vector<Scene> scenes = {
      {"sliding spheres, all contacts", generate::sphere(1, 40000), generate::sphere(0.8, 40000), sliding, true},
      {"tori, distance", torus, torus, around, false},
      {"spheres, distance", generate::sphere(1, 20000), generate::sphere(0.8, 20000), near, false},
      {"concentric spheres, distance", generate::sphere(1, 20000), generate::sphere(1.01, 20000), {{}}, false},
      {"teeth, distance", generate::teeth(generate::Jaw::lower), generate::teeth(generate::Jaw::upper), {{}}, false},
  };
  std::printf("%-34s", "milliseconds per query; leaves of");
  const u32 sizes[] = {1, 2, 3, 4, 6, 8};
  for (u32 n : sizes) std::printf("%9u", n);
  std::printf("\n");
  bool same = true;
  for (const Scene& s : scenes) {
    std::printf("%-34s", s.name);
    double first = 0;
    std::vector<double> bytes;
    for (u32 n : sizes) {
      const Model a = Model::make(s.a, {.leaf_size = n}).value(), b = Model::make(s.b, {.leaf_size = n}).value();
      double answer = 0;
      std::printf("%9.3f", milliseconds(s, a, b, rounds, answer));
      std::fflush(stdout);
      if (n == 1) first = answer;
      same = same && answer == first;
      bytes.push_back(double(memory_bytes(a.tree())) / a.mesh().size());
    }
    std::printf("\n%-34s", "  bytes per triangle");
    for (double x : bytes) std::printf("%9.1f", x);
    std::printf("\n");
  }
  if (!same) std::fprintf(stderr, "the answers differ\n");
  return same ? 0 : 1;
}
