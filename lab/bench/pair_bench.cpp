// Collide and distance compared with FCL: the same meshes and poses, results compared first, then a ratio.
#include <benchmark/benchmark.h>

#include <apart/apart.hpp>
#include <cstdio>
#include <map>
#include <samples/generate.hpp>

#include "tests/oracle/fcl.hpp"

namespace {

using namespace apart;

struct Pair {
  Model a, b;
  std::shared_ptr<oracle::FclModel> fa, fb;
  std::vector<Pose> poses;

  Pair(const Mesh& ma, const Mesh& mb, double near, double far)
      : a(Model::make(ma).value()), b(Model::make(mb).value()), fa(oracle::fcl_model(ma)), fb(oracle::fcl_model(mb)) {
    Random random(1);
    for (int k = 0; k < 64; ++k) poses.push_back({random.rotation(), random.uniform(near, far) * random.direction()});
  }

  bool agree() const {
    for (const Pose& at : poses) {
      const double ours = distance(a, at, b).distance, theirs = oracle::fcl_distance(*fa, at, *fb);
      if (std::abs(ours - theirs) > 1e-9) return false;
      if ((ours == 0 || ours > 1e-9) && collide(a, at, b).colliding != oracle::fcl_collide(*fa, at, *fb)) return false;
    }
    return true;
  }
};

// Stores the times so that a ratio can be printed at the end.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) times_[run.benchmark_name()] = run.GetAdjustedRealTime();
  }
  void print() const {
    std::printf("\nFCL's time over ours\n");
    for (const auto& [name, ours] : times_) {
      const auto theirs = times_.find(name + " FCL");
      if (theirs != times_.end()) std::printf("  %-28s %6.2f\n", name.c_str(), theirs->second / ours);
    }
  }

 private:
  std::map<std::string, double> times_;
};

template <class Query>
void add(const std::string& name, const Pair& pair, Query query) {
  benchmark::RegisterBenchmark(name.c_str(), [&pair, query](benchmark::State& state) {
    std::size_t k = 0;
    for (auto _ : state) benchmark::DoNotOptimize(query(pair, pair.poses[k++ % pair.poses.size()]));
  })->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::map<std::string, Pair> pairs{
      {"tori", Pair(generate::torus(1, 0.3, 60, 30), generate::torus(1, 0.3, 60, 30), 0, 2.8)},
      {"spheres", Pair(generate::sphere(1, 20000), generate::sphere(0.8, 20000), 1.7, 2)},
  };
  for (const auto& [name, pair] : pairs) {
    if (!pair.agree()) {
      std::fprintf(stderr, "%s: the answers differ; no times are taken\n", name.c_str());
      return 1;
    }
    add(name + " collide", pair, [](const Pair& p, const Pose& at) { return collide(p.a, at, p.b).colliding; });
    add(name + " collide FCL", pair,
        [](const Pair& p, const Pose& at) { return oracle::fcl_collide(*p.fa, at, *p.fb); });
    add(name + " distance", pair, [](const Pair& p, const Pose& at) { return distance(p.a, at, p.b).distance; });
    add(name + " distance FCL", pair,
        [](const Pair& p, const Pose& at) { return oracle::fcl_distance(*p.fa, at, *p.fb); });
  }
  Ratios reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  reporter.print();
}
