// Time and memory of checking a plant. plant_bench [BODIES [TRIANGLES [CLEARANCE [THREADS [own]]]]] With `own` no two
// bodies share a mesh. Fails if the findings are not the planted faults.
#include <sys/resource.h>

#include <apart/scene/check.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <samples/plant.hpp>

int main(int argc, char** argv) {
  using namespace apart;
  const auto number = [&](int k, double otherwise) { return argc > k ? std::atof(argv[k]) : otherwise; };
  const bool own = argc > 5;
  const double clearance = number(3, 0.9 * generate::kPlantGap);
  const auto seconds = [start = std::chrono::steady_clock::now()] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const generate::PlantBodies plant =
      generate::plant({.bodies = static_cast<u32>(number(1, 10000)), .triangles = static_cast<u64>(number(2, 21.2e6))});
  std::map<const Face*, Model> models;
  std::vector<AssemblyPart> parts;
  u64 triangles = 0;
  for (std::size_t i = 0; i < plant.bodies.size(); ++i) {
    const Body& body = plant.bodies[i];
    const Mesh mesh = own ? placed(body.mesh, {}) : body.mesh;
    auto at = models.find(mesh.faces().data());
    if (at == models.end()) at = models.emplace(mesh.faces().data(), Model::make(mesh).value()).first;
    parts.push_back({body.name, plant.groups[i], at->second, body.pose});
    triangles += body.mesh.size();
  }
  std::printf("%zu bodies of %zu meshes, %llu triangles, made in %.1f s\n", parts.size(), models.size(),
              static_cast<unsigned long long>(triangles), seconds());
  double next = 0.1;
  const CheckReport report = check(parts, {.clearance = clearance, .solid = true},
                                   {.threads = static_cast<u32>(number(4, 0)), .progress = [&](const CheckProgress& p) {
                                      for (; p.share >= next && next < 1; next += 0.1)
                                        std::printf("  %3.0f %% of the work after %.1f s\n", 100 * next, seconds());
                                      return true;
                                    }});
  std::printf("%zu of %llu pairs have boxes nearer than %g:", report.pairs.size(),
              static_cast<unsigned long long>(report.all_pairs), clearance);
  for (int s = 0; s < 5; ++s)
    std::printf(" %llu %s", static_cast<unsigned long long>(report.how_many(static_cast<PairState>(s))),
                std::string(to_string(static_cast<PairState>(s))).c_str());
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("\nchecked in %.1f s, at most %.0f MiB\n", report.seconds, double(used.ru_maxrss) / 1024);

  if (clearance > generate::kPlantGap || clearance < 5) return 0;  // then there are findings beside the faults
  std::map<generate::PlantFault::Kind, u64> planted;
  for (const auto& fault : plant.faults) ++planted[fault.kind];
  using Kind = generate::PlantFault::Kind;
  const bool right = planted[Kind::clash] == report.how_many(PairState::clash) &&
                     planted[Kind::contained] == report.how_many(PairState::contained) &&
                     planted[Kind::touch] == report.how_many(PairState::touch) &&
                     planted[Kind::near] == report.how_many(PairState::near);
  std::printf("%s\n", right ? "as planted" : "NOT as planted");
  return right ? 0 : 1;
}
