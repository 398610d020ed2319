// How do contacts and tests grow with the number of triangles, where surfaces cross at a right angle? (Gottschalk 2000,
// section 5.3.3.1, figures 5.21 to 5.23.) Unit spheres √2 apart, of 80 to 600,000 triangles, 1,000 queries with random
// rotations for each size; means.
#include <apart/base/random.hpp>
#include <array>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace apart::lab {

void transverse(Run& run) {
  constexpr std::array kinds{Kind::sphere, Kind::aabb_placed, Kind::obb};
  constexpr u32 sizes[] = {80, 320, 1200, 5000, 20000, 80000, 250000, 600000};
  const std::size_t count = run.pick<std::size_t>(5, 8);
  const int queries = run.pick(30, 1000);

  Table& table = run.table("means", "Means over queries with random rotations",
                           {"triangles", "contacts", "Sphere tests", "Aabb tests", "Obb tests",
                            "Sphere tests a contact", "Aabb tests a contact", "Obb tests a contact"});
  Plot::Points contacts, tests[3], costs[3];
  for (std::size_t s = 0; s < count; ++s) {
    const Mesh mesh = generate::sphere(1, sizes[s]);
    const Topology topology = published_topology(mesh);
    std::array<std::unique_ptr<Subject>, 3> subjects;
    for (std::size_t k = 0; k < 3; ++k) subjects[k] = subject(kinds[k], mesh, topology);
    double sum_contacts = 0, sum_tests[3] = {};
    Random random(1);
    for (int q = 0; q < queries; ++q) {
      if (!run.go_on(s * std::size_t(queries) + std::size_t(q), count * std::size_t(queries))) break;
      const Mat3d turn_a = random.rotation(), turn_b = random.rotation();
      const Pose at = inverse(Pose{turn_a, {}}) * Pose{turn_b, {std::numbers::sqrt2, 0, 0}};
      for (std::size_t k = 0; k < 3; ++k) {
        const Count found = subjects[k]->contacts(at, *subjects[k]).count;
        sum_tests[k] += double(found.volume_tests());
        if (k == 2) sum_contacts += double(found.contacts);
      }
    }
    if (run.stopped()) break;
    const double n = mesh.size();
    contacts.push_back({n, sum_contacts / queries});
    std::vector<Cell> row{mesh.size(), sum_contacts / queries};
    for (std::size_t k = 0; k < 3; ++k)
      tests[k].push_back({n, sum_tests[k] / queries}), row.push_back(sum_tests[k] / queries);
    for (std::size_t k = 0; k < 3; ++k)
      costs[k].push_back({n, sum_tests[k] / sum_contacts}), row.push_back(sum_tests[k] / sum_contacts);
    table.add(std::move(row));
  }

  const Axis x{"triangles of each sphere", true};
  Plot tests_plot("Volume tests", x, {"tests, mean", true});
  Plot costs_plot("What a contact costs", x, {"volume tests for each contact", true, 10, 100});
  for (std::size_t k = 0; k < 3; ++k) {
    tests_plot.line(name_of(kinds[k]), tests[k]);
    costs_plot.line(name_of(kinds[k]), costs[k]);
  }
  run.plot("contacts", Plot("Contacts", x, {"pairs of touching triangles, mean", true}).line("contacts", contacts));
  run.plot("tests", tests_plot);
  run.plot("costs", costs_plot);
  if (run.stopped()) return;

  run.compare_difference("contacts grow with the power", fitted_power(contacts), 0.5, 0.05);
  for (std::size_t k = 0; k < 3; ++k)
    run.compare_difference(std::string(name_of(kinds[k])) + " tests grow with the power", fitted_power(tests[k]), 0.5,
                           0.2);
  for (std::size_t k = 0; k < 3; ++k)
    run.compare_difference(std::string(name_of(kinds[k])) + " tests a contact grow with the power",
                           fitted_power(costs[k]), 0, 0.2);
}

}  // namespace apart::lab
