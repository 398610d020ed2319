// At which angle do the surfaces meet as one sphere slides out of another, and what does a contact cost there?
// (Gottschalk 2000, section 5.3.3, figures 5.18 and 5.19.) A sphere of radius 0.8 in one of radius 1, its centre at x:
// the angle by its formula, and as the mean over the triangles that touch, beside the tests for each contact.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/overlap.hpp>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;

struct Angles {
  struct Measure : Touching {};  // one pair at a time
  PlacedPair pair;
  double sum = 0;
  u64 contacts = 0;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32, const Triangle& s, u32, const Triangle& t) {
    if (!overlap(s, t)) return Found::nothing;
    const Vec3d m = area_vector(s), n = area_vector(t);
    sum += std::acos(std::clamp(dot(m, n) / (length(m) * length(n)), -1.0, 1.0));
    ++contacts;
    return Found::contact;
  }
};

}  // namespace

namespace apart::lab {

void contact_angles(Run& run) {
  const u32 n = run.pick(5000u, 40000u);
  const Mesh large = generate::sphere(1, n), small = generate::sphere(0.8, n);
  const auto a = fit_tree<Obb<float>>(published_topology(large), large),
             b = fit_tree<Obb<float>>(published_topology(small), small);
  constexpr double degrees = 180 / std::numbers::pi;
  Table& table = run.table("angles", "Angle of the surfaces where they cross",
                           {"x", "angle, by formula", "sine", "angle, of triangles", "contacts", "tests a contact"});
  Plot angles("Angle of the surfaces", {"centre of the smaller sphere"}, {"degrees", false, 0, 180});
  Plot::Points formula, measured, costs;
  double steepest_at = 0, steepest = 0, cheapest_at = 0, cheapest = 1e9, worst = 0;
  const int steps = run.pick(15, 60);
  for (int k = 0; k < steps && run.go_on(std::size_t(k), std::size_t(steps)); ++k) {
    const double x = 0.22 + (1.78 - 0.22) * k / (steps - 1);
    // The circle in which they meet lies at distance u from the larger one's centre.
    const double u = (1 - 0.64 + x * x) / (2 * x), r = std::sqrt(std::max(0.0, 1 - u * u));
    // The angle of the outward normals there: of (u, r) and (u − x, r) / 0.8.
    const double angle = std::acos(std::clamp((u * (u - x) + r * r) / 0.8, -1.0, 1.0));
    const Pose at{Random(1).rotation(), {x, 0, 0}};
    Angles query{{large, at, small}};
    Count count;
    walk(a, at, b, query, count);
    const double mean = query.contacts ? query.sum / double(query.contacts) : 0;
    const double each = query.contacts ? double(count.volume_tests()) / double(query.contacts) : 0;
    table.add({x, {degrees * angle, 4}, {std::sin(angle), 3}, {degrees * mean, 4}, query.contacts, {each, 4}});
    formula.push_back({x, degrees * angle});
    if (!query.contacts) continue;
    measured.push_back({x, degrees * mean}), costs.push_back({x, each});
    if (std::sin(angle) > steepest) steepest = std::sin(angle), steepest_at = x;
    if (each < cheapest) cheapest = each, cheapest_at = x;
    if (x > 0.4 && x < 1.6) worst = std::max(worst, degrees * std::abs(mean - angle));
  }
  run.plot("angles", angles.line("by formula", formula).line("of triangles that touch", measured));
  run.plot("costs", Plot("What a contact costs", {"centre of the smaller sphere"}, {"volume tests", true})
                        .line("oriented boxes", costs));
  if (run.stopped()) return;
  run.compare_difference("most transverse at x (published: about 1.28)", steepest_at, std::sqrt(1.64), 0.12);
  run.compare("cheapest contact at x (published: close to there)", cheapest_at, 1.28);
  run.compare_difference("angles of triangles and by formula differ by at most, in degrees", worst, 0, 3);
}

}  // namespace apart::lab
