// The cost of mapping a saved model compared with building it: a torus of about a million triangles, or of TRIANGLES.
// The file lies in the current directory and is removed; it is in the page cache, as it would be when used often.
//
//   map_bench [TRIANGLES]
#include <apart/apart.hpp>
#include <apart/io/tree_file.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <samples/generate.hpp>

namespace {

using namespace apart;

double best_ms(int rounds, auto&& run) {
  double best = HUGE_VAL;
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    run();
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const double wanted = argc > 1 ? std::atof(argv[1]) : 1e6;
  const u32 across = std::max(3u, static_cast<u32>(std::sqrt(wanted / 4)));
  const Mesh mesh = generate::torus(1, 0.4, 2 * across, across);
  const std::filesystem::path file = "map_bench.apart";
  const Model built = Model::make(mesh).value();
  const Result<std::size_t> bytes = save(built, file);
  if (!bytes) return std::fprintf(stderr, "%s\n", bytes.error().c_str()), 1;
  const Pose at = Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {2.5, 1, 0.5}).value();
  const double truth = distance(built, at, built).distance;
  bool same = true;
  const auto query = [&](const Model& model) { same = same && distance(model, at, model).distance == truth; };

  const double build = best_ms(3, [&] { (void)Model::make(mesh).value(); });
  std::printf("%u triangles, %.1f MB; the same answer from each: ", mesh.size(), double(*bytes) / 1e6);
  struct Row {
    const char* what;
    double ms;
  };
  const Row rows[] = {
      {"build", build},
      {"map, own file", best_ms(25, [&] { (void)map_model(file, Trust::own).value(); })},
      {"map, checked", best_ms(25, [&] { (void)map_model(file).value(); })},
      {"map, own file, and one distance", best_ms(25, [&] { query(map_model(file, Trust::own).value()); })},
      {"one distance", best_ms(25, [&] { query(built); })},
  };
  std::printf("%s\n%-34s %12s %16s\n", same ? "yes" : "NO", "", "ms", "build over it");
  for (const Row& row : rows) std::printf("%-34s %12.4f %16.1f\n", row.what, row.ms, build / row.ms);
  std::filesystem::remove(file);
  return same ? 0 : 1;
}
