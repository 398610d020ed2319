// What does a query cost, as the bodies come closer and as they go apart? (Gottschalk 2000, sections 8.0.1 and 8.0.2.)
// Five kinds of proximity, each at many gaps: spheres side by side, a corner over a plate, crossed bars, plates face to
// face, a sphere in a hollow one; tests of volumes for whether they touch and for their distance. Then the counts of
// two of these kinds predict those of two other scenes.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;
using namespace apart::lab;
using Swept = Lozenge<float>;
constexpr double kPi = std::numbers::pi;

struct Proximity {
  const char* name;
  Mesh a, b;
  Pose (*at)(double gap);  // of B
};

// Stood on a corner, which lies at the origin.
Mesh on_a_corner(u32 n) {
  const Mesh box = generate::rounded_box({1, 1, 1}, 0, n);
  const double s = std::sqrt(1.0 / 3), w = std::acos(s) / 2, u = std::sqrt(0.5);
  const Pose up = Pose::from_quaternion(std::cos(w), u * std::sin(w), -u * std::sin(w), 0, {}).value();
  double least = 1e9;
  const Mesh turned = placed(box, up);
  Vec3d lowest{};
  for (Vec3d p : turned.vertices())
    if (p.z < least) least = p.z, lowest = p;
  return placed(turned, Pose::shift(-lowest));
}

std::vector<Proximity> kinds(Run& run) {
  const u32 n = run.pick(5000u, 40000u), side = run.pick(12u, 40u);
  const Mesh sphere = generate::sphere(1, n), plate = generate::rounded_box({2, 2, 0.2}, 0, side),
             bar = generate::rounded_box({4, 0.5, 0.5}, 0, side);
  return {{"spheres side by side", sphere, sphere,
           [](double gap) {
             return Pose{Random(1).rotation(), {2 + gap, 0, 0}};
           }},
          {"a corner over a plate", plate, on_a_corner(side),
           [](double gap) {
             return Pose::shift({0.03, 0.07, 0.1 + gap});
           }},
          {"crossed bars, edge to edge",
           placed(bar, Pose::from_quaternion(std::cos(kPi / 8), std::sin(kPi / 8), 0, 0, {}).value()), bar,
           [](double gap) {
             return Pose::from_quaternion(std::cos(kPi / 4), 0, 0, std::sin(kPi / 4),
                                          {0, 0, gap + std::sqrt(0.125) + 0.25})
                 .value();
           }},
          {"plates face to face", plate, plate,
           [](double gap) {
             return Pose::shift({0.11, 0.13, 0.2 + gap});
           }},
          {"a sphere in a hollow one", sphere, sphere, [](double) { return Pose{}; }}};
}

struct Asked {
  double touching, distance, swept, gap;
};

Asked ask(const Mesh& a, const Topology& of_a, const Mesh& b, const Topology& of_b, const Pose& at) {
  const auto boxes_a = fit_tree<Obb<float>>(of_a, a), boxes_b = fit_tree<Obb<float>>(of_b, b);
  const auto swept_a = fit_tree<Swept>(of_a, a), swept_b = fit_tree<Swept>(of_b, b);
  Count touching, distance, swept;
  CollideQuery collide{{a, at, b}};
  walk(boxes_a, at, boxes_b, collide, touching);
  DistanceQuery first{{a, at, b}}, second{{a, at, b}};
  walk<InOrder<BestFirst>>(boxes_a, at, boxes_b, first, distance);
  walk<InOrder<BestFirst>>(swept_a, at, swept_b, second, swept);
  return {double(touching.volume_tests()), double(distance.volume_tests()), double(swept.volume_tests()),
          first.best_distance};
}

}  // namespace

namespace apart::lab {

void distance_cost(Run& run) {
  Table& table =
      run.table("gaps", "Tests of volumes, one triangle in a leaf",
                {"kind", "gap", "distance found", "touching, Obb", "distance, Obb", "distance, swept rectangles"});
  Table& powers = run.table(
      "powers", "How tests grow as the gap falls, from 0.1 to 0.001",
      {"kind", "touching, Obb", "distance, Obb", "distance, swept rectangles", "distance, swept: 3 over 0.1"});
  Plot plot("Distance, oriented boxes", {"gap", true}, {"tests of volumes", true});
  const std::vector<Proximity> all = kinds(run);
  constexpr double gaps[] = {1e-3, 1e-2, 1e-1, 1, 3};
  std::vector<Plot::Points> curves;
  std::vector<Plot::Points> touching_curves;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Proximity& kind = all[k];
    const Topology of_a = published_topology(kind.a), of_b = published_topology(kind.b);
    Plot::Points touching, distance, swept;
    for (const double gap : gaps) {
      if (!run.go_on(k, all.size())) return;
      const bool hollow = k + 1 == all.size();
      if (hollow && gap > 1) continue;
      const Mesh inner = hollow ? scaled(kind.b, 1 / (1 + gap)) : kind.b;
      const Asked asked = ask(kind.a, of_a, inner, of_b, kind.at(gap));
      table.add({kind.name, gap, {asked.gap, 4}, asked.touching, asked.distance, asked.swept});
      touching.push_back({gap, asked.touching}), distance.push_back({gap, asked.distance}),
          swept.push_back({gap, asked.swept});
    }
    plot.line(kind.name, distance);
    const auto near = [](const Plot::Points& points) { return Plot::Points(points.begin(), points.begin() + 3); };
    powers.add({kind.name,
                {fitted_power(near(touching)), 3},
                {fitted_power(near(distance)), 3},
                {fitted_power(near(swept)), 3},
                swept.size() < 5 ? Cell("") : Cell(swept[4].second / swept[2].second, 3)});
    curves.push_back(distance), touching_curves.push_back(touching);
  }
  run.plot("distance", plot);

  // Prediction: the kind's own counts at the gap in units of the smaller radius of curvature.
  const auto at = [](const Plot::Points& points, double gap) {
    for (std::size_t i = 1; i < points.size(); ++i)
      if (gap <= points[i].first || i + 1 == points.size()) {
        const double t = (std::log(gap) - std::log(points[i - 1].first)) /
                         (std::log(points[i].first) - std::log(points[i - 1].first));
        return std::exp(std::log(points[i - 1].second) * (1 - t) + std::log(points[i].second) * t);
      }
    return 0.0;
  };
  Table& predicted = run.table("predicted", "Tests predicted from the kind of proximity, and made",
                               {"scene", "as", "gap", "distance: predicted", "made", "made / predicted",
                                "touching: predicted", "touching: made"});
  const u32 n = run.pick(5000u, 40000u);
  const Mesh torus = generate::bent_torus(n), ring = generate::torus(1, 0.3, run.pick(60u, 200u), run.pick(40u, 100u)),
             core = generate::torus(1, 0.2, run.pick(60u, 200u), run.pick(40u, 100u));
  double worst = 1;
  const auto predict = [&](const char* name, std::size_t as, const Mesh& a, const Mesh& b, const Pose& pose,
                           double radius) {
    const Asked asked = ask(a, published_topology(a), b, published_topology(b), pose);
    const double gap = asked.gap / radius, expected = at(curves[as], gap);
    predicted.add({name,
                   all[as].name,
                   {asked.gap, 3},
                   {expected, 5},
                   asked.distance,
                   {asked.distance / expected, 3},
                   {at(touching_curves[as], gap), 5},
                   asked.touching});
    worst = std::max({worst, asked.distance / expected, expected / asked.distance});
  };
  for (const double gap : {0.2, 0.02}) {
    if (!run.go_on(0, 1)) return;
    predict("tori side by side", 0, ring, ring, {Mat3d{}, {2.6 + gap, 0.01, 0.02}}, 0.3);
    predict("bent tori side by side", 0, torus, torus, {Mat3d{}, {2.6 + gap, 0.01, 0.02}}, 0.3);
  }
  predict("a torus in the tube of another", 4, ring, core, {}, 0.3);
  run.compare("made over predicted, or the other way round, at most (no figure is published)", worst, worst);
}

}  // namespace apart::lab
