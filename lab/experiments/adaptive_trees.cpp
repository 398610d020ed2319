// Are trees that adapt to what is asked of them faster? (Gottschalk 2000, section 8.0.7.) A hand moves through a cabin
// that it touches in a few places only. Every second frame is the history: how often each triangle's leaf was tested.
// A tree is then built anew in which triangles count by that history, as Huffman's code has it, so that those used
// often come close to the root; the other frames are asked of both trees.
#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/overlap.hpp>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;
using namespace apart::lab;
using Oriented = Obb<float>;

// All contacts, one pair of boxes at a time; how often each triangle of A was tested.
struct Visits {
  struct Measure : Touching {};
  PlacedPair pair;
  std::vector<double>* visits = nullptr;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32, const Triangle& t) {
    if (visits) (*visits)[i] += 1;
    return overlap(s, t) ? Found::contact : Found::nothing;
  }
};

// Counts how often the leaf of each triangle was tested.
struct LeafVisits : Count {
  const Tree<Oriented>* tree = nullptr;
  std::vector<double>* weights = nullptr;

  void volumes(u32 a, u32 b, bool kept, double bound) {
    Count::volumes(a, b, kept, bound);
    const Ref ref = tree->nodes[a];
    if (ref.is_leaf())
      for_each_primitive(tree->order, ref, [&](u32 i) {
        (*weights)[i] += 1;
        return true;
      });
  }
};

Pose frame(double part, double length) {
  constexpr double turn = 2 * std::numbers::pi;
  // To and fro about one row of seats.
  const Vec3d at{0.5 * length + 0.4 * std::sin(turn * part), 0.3 * std::sin(7 * turn * part),
                 0.4 + 0.3 * std::sin(3 * turn * part)};
  const double half = 0.5 * turn * part;
  return Pose::from_quaternion(std::cos(half), 0.6 * std::sin(half), 0.0, 0.8 * std::sin(half), at).value();
}

// Along the axis and at the place where Σ area · weight is least.
Group by_weight(std::vector<double> weights) {
  return [weights = std::move(weights)](std::span<const Triangle> triangles, std::span<u32> some) {
    const std::size_t n = some.size();
    std::vector<u32> sorted(some.begin(), some.end()), best_order;
    std::vector<double> behind(n);
    double least = 1e300;
    std::size_t best = 0;
    const auto box_of = [&](u32 i) {
      Bounds out;
      for (int c = 0; c < 3; ++c) out.add(triangles[i][c]);
      return out;
    };
    const auto area = [](const Bounds& b) {
      const Vec3d s = b.size();
      return s.x * s.y + s.y * s.z + s.z * s.x;
    };
    for (int axis = 0; axis < 3; ++axis) {
      std::sort(sorted.begin(), sorted.end(), [&](u32 i, u32 j) {
        const double x = box_of(i).centre()[axis], y = box_of(j).centre()[axis];
        return x != y ? x < y : i < j;
      });
      Bounds box;
      double weight = 0;
      for (std::size_t k = n; k-- > 1;) {
        box.add(box_of(sorted[k])), weight += weights[sorted[k]];
        behind[k] = area(box) * weight;
      }
      box = {}, weight = 0;
      for (std::size_t k = 1; k < n; ++k) {
        box.add(box_of(sorted[k - 1])), weight += weights[sorted[k - 1]];
        const double cost = area(box) * weight + behind[k];
        if (cost < least) least = cost, best = k, best_order = sorted;
      }
    }
    if (best == 0) return std::vector<u32>{static_cast<u32>(n)};
    std::copy(best_order.begin(), best_order.end(), some.begin());
    return std::vector<u32>{static_cast<u32>(best), static_cast<u32>(n)};
  };
}

}  // namespace

namespace apart::lab {

void adaptive_trees(Run& run) {
  const Mesh cabin = generate::cabin(run.pick(12000u, 48000u)), hand = generate::hand_part();
  const double length = std::floor(cabin.size() / 5664.0) * 0.8 + 1;
  const int frames = run.pick(200, 2000);
  const Tree<Oriented> b = fit_tree<Oriented>(published_topology(hand), hand);
  const auto made = [&](std::vector<double> weights) {
    return fit_tree<Oriented>(build(cabin, Grouping{by_weight(std::move(weights)), 1}), cabin);
  };
  const Tree<Oriented> plain = made(std::vector<double>(cabin.size(), 1.0));
  std::vector<double> history(cabin.size(), 0.0);
  for (int k = 0; k < frames; k += 2) {
    if (!run.go_on(std::size_t(k), std::size_t(2 * frames))) return;
    const Pose at = frame((k + 0.5) / frames, length);
    Visits query{{cabin, at, hand}};
    LeafVisits probe;
    probe.tree = &plain, probe.weights = &history;
    walk(plain, at, b, query, probe);
  }
  std::size_t used = 0;
  for (const double visits : history) used += visits > 0;

  Table& table = run.table("trees", "The frames between those of the history: all contacts",
                           {"weight of a visit", "volume tests", "triangle tests", "contacts", "µs a frame",
                            "tests over plain", "time over plain"});
  Plot::Points ratios;
  u64 plain_tests = 0, plain_contacts = 0;
  double plain_seconds = 0, best = 1;
  for (const double each : {0.0, 0.01, 0.1, 1.0, 10.0}) {
    std::vector<double> weights(cabin.size(), 1.0);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += each * history[i];
    const Tree<Oriented> a = made(weights);
    Count count;
    double seconds = 1e9;
    for (int round = 0; round < 3; ++round) {
      count = {};
      seconds = std::min(seconds, seconds_of([&] {
                           for (int k = 1; k < frames; k += 2) {
                             const Pose at = frame((k + 0.5) / frames, length);
                             Visits query{{cabin, at, hand}};
                             walk(a, at, b, query, count);
                           }
                         }));
      if (!run.go_on(1, 2)) return;
    }
    if (each == 0) plain_tests = count.volume_tests(), plain_seconds = seconds, plain_contacts = count.contacts;
    const double ratio = double(count.volume_tests()) / double(plain_tests);
    best = std::min(best, ratio);
    ratios.push_back({each, ratio});
    table.add({{each, 3},
               count.volume_tests(),
               count.primitive_tests(),
               count.contacts,
               {2e6 * seconds / frames, 4},
               {ratio, 3},
               {seconds / plain_seconds, 3}});
    run.compare_difference("contacts that the adapted tree finds otherwise, weight " + Cell(each, 3).text,
                           double(count.contacts) - double(plain_contacts), 0, 0);
  }
  run.plot("trees",
           Plot("Tests of the adapted tree", {"weight of a visit"}, {"tests over the plain tree's", false, 0, 2})
               .line("adapted", ratios));
  run.note("Triangles whose leaf was tested in the history: " + std::to_string(used) + " of " +
           std::to_string(cabin.size()) + ".");
  run.compare("the best adapted tree: tests over the plain tree's (no figure is published)", best, best);
}

}  // namespace apart::lab
