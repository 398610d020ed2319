// What does it take to decompose a model, and to make its hierarchy of hulls, beside building the model's tree of
// oriented boxes? Processor time, the best of ROUNDS; with a checksum of the patches.
//   decompose_bench [ROUNDS [NAME [FILE …]]]   NAME: models that begin so, "" for all; and models of files
#include <apart/decompose/hull_tree.hpp>
#include <apart/io/read.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <samples/generate.hpp>
#include <string>

#include "lab/clock.hpp"

namespace {

using namespace apart;

u64 checksum(const Decomposition& d) {
  u64 out = 14695981039346656037u;
  const auto add = [&](std::span<const u32> numbers) {
    for (const u32 n : numbers) out = (out ^ n) * 1099511628211u;
  };
  add(d.patch_of), add(d.vertices), add(d.source);
  return out;
}

void measure(const std::string& name, const Mesh& mesh, int rounds) {
  std::optional<Model> model;
  std::optional<Decomposition> pieces;
  std::optional<HullTree> tree;
  const double build = lab::best_seconds([&] { model = Model::make(mesh).value(); }, rounds, 0);
  decompose(*model).value();  // the topology is computed once for a model
  const double patches = lab::best_seconds([&] { pieces = decompose(*model).value(); }, rounds, 0);
  const double hulls = lab::best_seconds([&] { tree = HullTree::make(*model, *pieces).value(); }, rounds, 0);
  std::printf("%-15s %9u %9.2f ms %9.2f ms %6.2f %8.2f ms %6.2f %8u %6zu B %016llx\n", name.c_str(), mesh.size(),
              1e3 * build, 1e3 * patches, patches / build, 1e3 * hulls, hulls / build, pieces->size(),
              tree->bytes() / mesh.size(), static_cast<unsigned long long>(checksum(*pieces)));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  const std::string only = argc > 2 ? argv[2] : "";
  std::printf("%-15s %9s %12s %12s %6s %11s %6s %8s %8s %s\n", "model", "triangles", "tree", "patches", "times",
              "hulls", "times", "pieces", "a triangle", "checksum");
  const auto of = [&](const char* name, auto make) {
    if (std::string(name).rfind(only, 0) == 0) measure(name, make(), rounds);
  };
  of("bent torus", [] { return generate::bent_torus(2000); });
  of("wrinkled torus", [] { return generate::wrinkled_torus(2000); });
  of("spiral peg", [] { return generate::spiral_peg(8000); });
  of("cup", [] { return generate::cup(8000); });
  of("head", [] { return generate::head(); });
  of("lower teeth", [] { return generate::teeth(generate::Jaw::lower, 40000); });
  of("upper teeth", [] { return generate::teeth(generate::Jaw::upper, 40000); });
  of("sphere", [] { return generate::sphere(1, 40000); });
  for (int k = 3; k < argc; ++k) {
    const std::string file = argv[k];
    measure(file.substr(file.find_last_of('/') + 1), read_mesh(file).value(), rounds);
  }
}
