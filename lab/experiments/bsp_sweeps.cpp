// What does a BSP tree of a level take to build, and what does a sweep through it (Real-Time Rendering, section 25.5)?
// By planes alone, and with the faces in the leaves that they lead to; beside impact() of the same shapes; and how far
// from the level shifted planes report a hit, with and without bevel planes.
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/impact.hpp>
#include <apart/queries/distance.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;

Mesh moved(const Mesh& mesh, Vec3d by) { return placed(mesh, Pose::shift(by)); }

struct Level {
  std::string name;
  Mesh mesh;
  double half;  // of its extent
};

Level stairs(u32 steps) {
  std::vector<Mesh> parts;
  for (u32 i = 0; i < steps; ++i) {
    const double x = double(i) - 0.5 * steps, z = 3.0 * (i + 1) / steps;
    parts.push_back(moved(generate::box({1, 4, z}), {x, 0, 0.5 * z}));
  }
  return {"stairs", joined(parts), 0.5 * steps};
}

Level town(u32 side, bool turned) {
  Random random(3);
  std::vector<Mesh> parts{moved(generate::box({2.5 * side, 2.5 * side, 0.2}), {0, 0, -0.1})};
  for (u32 i = 0; i < side; ++i)
    for (u32 j = 0; j < side; ++j) {
      const Vec3d at{2.0 * i - side + 1, 2.0 * j - side + 1, 0}, size{1, 1, random.uniform(0.5, 3)};
      const Pose pose = turned ? Pose{random.rotation(), at} : Pose::shift(at + Vec3d{0, 0, 0.5 * size.z});
      parts.push_back(placed(generate::box(size), pose));
    }
  return {turned ? "turned boxes on a floor" : "boxes on a floor", joined(parts), 1.2 * side};
}

struct Times {
  double planes = 0, exact = 0, impact = 0;
  double early = 0, most_early = 0, early_plain = 0, most_early_plain = 0;  // the gap at a hit, in radii of what moves
  u32 hits = 0, false_alarms = 0;
};

Times measure(const Level& level, const BspTree& tree, const BspTree& plain, u32 motions) {
  Random random(7);
  const Model model = Model::make(level.mesh).value();
  Times out;
  for (u32 i = 0; i < motions; ++i) {
    const double r = random.uniform(0.05, 0.5);
    const Shape shape = i % 2 ? Shape(Cylinder{r, 3 * r}) : Shape(Ball{r});
    const Pose from = Pose::shift({level.half * random.uniform(-1, 1), level.half * random.uniform(-1, 1), 3.5});
    const Vec3d by{random.uniform(-4, 4), random.uniform(-4, 4), -3};
    BspHit hit, exact;
    Impact truth;
    out.planes += lab::seconds_of([&] { hit = sweep(tree, shape, from, by, {.exact = false}); });
    out.exact += lab::seconds_of([&] { exact = sweep(tree, shape, from, by); });
    const BspHit sooner = sweep(plain, shape, from, by, {.exact = false});
    out.impact +=
        lab::seconds_of([&] { truth = impact(model, shape, RigidMotion::line(from, by), {.clearance = false}); });
    if (truth.touching && (!hit.hit || hit.time > truth.contact_by || !exact.hit || exact.time > truth.contact_by))
      throw std::runtime_error("bsp-sweeps: a sweep is later than the first contact");
    if (exact.touching && (!truth.hit || truth.free_until > exact.contact_by))
      throw std::runtime_error("bsp-sweeps: a contact that impact() proves to be none");
    if (!hit.hit || hit.start_in_solid) continue;
    ++out.hits;
    out.false_alarms += !truth.hit;
    const auto gap = [&](const BspHit& found) {
      return distance(model, Pose::shift(from.translation + found.time * by), shape).distance / r;
    };
    const double with = gap(hit), without = gap(sooner);
    out.early += with, out.early_plain += without;
    out.most_early = std::max(out.most_early, with), out.most_early_plain = std::max(out.most_early_plain, without);
  }
  out.early /= std::max(out.hits, 1u), out.early_plain /= std::max(out.hits, 1u);
  out.planes /= motions, out.exact /= motions, out.impact /= motions;
  return out;
}

}  // namespace

namespace apart::lab {

void bsp_sweeps(Run& run) {
  Table& trees = run.table("trees", "BSP trees of levels",
                           {"level", "triangles", "nodes", "bevels", "solid leaves", "empty leaves", "fragments",
                            "sheets", "depth", "build, ms", "µs a triangle"});
  Table& sweeps = run.table(
      "sweeps", "Balls and cylinders that fall onto them; the gap where a hit is reported, in radii",
      {"level", "triangles", "sweep, µs", "by planes alone, µs", "impact, µs", "impact / sweep", "hits",
       "false alarms of planes", "gap of planes, mean", "gap, most", "mean without bevels", "most without bevels"});
  const std::vector<u32> sizes = run.full() ? std::vector<u32>{4, 8, 16, 32, 64} : std::vector<u32>{4, 8};
  Plot::Points build, by_sweep, by_planes, by_impact;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    for (const Level& level : {stairs(sizes[k] * sizes[k]), town(sizes[k], false), town(sizes[k], true)}) {
      if (!run.go_on(k, sizes.size())) break;
      std::optional<BspTree> tree, plain;
      const double seconds = seconds_of([&] { tree = BspTree::make(level.mesh).value(); });
      plain = BspTree::make(level.mesh, {.bevels = false}).value();
      const BspFacts& f = tree->facts();
      trees.add({level.name, level.mesh.size(), f.nodes, f.bevels, f.solid_leaves, f.empty_leaves, f.fragments,
                 f.sheets, f.depth, Cell(1e3 * seconds, 3), Cell(1e6 * seconds / level.mesh.size(), 3)});
      const Times t = measure(level, *tree, *plain, run.pick(300u, 3000u));
      sweeps.add({level.name, level.mesh.size(), Cell(1e6 * t.exact, 3), Cell(1e6 * t.planes, 3),
                  Cell(1e6 * t.impact, 3), Cell(t.impact / t.exact, 3), t.hits, t.false_alarms, Cell(t.early, 3),
                  Cell(t.most_early, 3), Cell(t.early_plain, 3), Cell(t.most_early_plain, 3)});
      if (level.name != "boxes on a floor") continue;
      build.push_back({double(level.mesh.size()), 1e6 * seconds / level.mesh.size()});
      by_sweep.push_back({double(level.mesh.size()), 1e6 * t.exact});
      by_planes.push_back({double(level.mesh.size()), 1e6 * t.planes});
      by_impact.push_back({double(level.mesh.size()), 1e6 * t.impact});
    }
  run.plot("times", Plot("Boxes on a floor: a BSP tree", {"triangles", true}, {"microseconds", true})
                        .line("build, a triangle", build)
                        .line("a sweep", by_sweep)
                        .line("by planes alone", by_planes)
                        .line("impact()", by_impact));
  run.note(
      "a sweep is never later than the first contact, and its contact is one that impact() sees: the run ends with an "
      "error otherwise");
}

}  // namespace apart::lab
