// Queries of many bodies: a broad phase by boxes, then pairs in the order of their bounds.
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/scene/assembly.hpp>
#include <apart/scene/many.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/traversal/query.hpp>
#include <numeric>
#include <tuple>

namespace apart {
namespace {

bool all_usable(std::span<const PlacedGeometry> bodies) {
  return std::all_of(bodies.begin(), bodies.end(),
                     [](const PlacedGeometry& body) { return usable_pose(body.pose).has_value(); });
}

std::vector<Bounds> boxes_of(std::span<const PlacedGeometry> bodies) {
  std::vector<Bounds> out;
  out.reserve(bodies.size());
  for (const PlacedGeometry& body : bodies) out.push_back(reach_box(body.geometry, body.pose));
  return out;
}

// Bodies that are not empty, and the box of all.
struct All {
  Bounds box{};
  u32 count = 0;

  explicit All(std::span<const Bounds> boxes) {
    for (const Bounds& of_one : boxes)
      if (!of_one.empty()) box.add(of_one), ++count;
  }
};

}  // namespace

PairDistance closest_pair(std::span<const PlacedGeometry> bodies, const DistanceOptions& options) {
  check_options(options);
  if (!all_usable(bodies)) return {.distance = invalid_answer<Distance>()};
  const std::vector<Bounds> boxes = boxes_of(bodies);
  const All all(boxes);
  if (all.count < 2) return {.distance = {.status = Status::nothing}};
  PairDistance best{.distance = {.distance = options.max, .at_least = options.max, .status = Status::at_least}};
  // Pairs of boxes within a reach, which grows until it exceeds the best distance: then no other pair is nearer.
  const double across = length(all.box.size()), most = lesser(options.max, 2 * across);
  double reach = lesser(most, across / 16 / std::cbrt(all.count)), done = -1;
  for (;;) {
    std::vector<NearPair> pairs = near_pairs(boxes, reach);
    std::sort(pairs.begin(), pairs.end(), [](const NearPair& x, const NearPair& y) {
      return std::tie(x.gap, x.a, x.b) < std::tie(y.gap, y.a, y.b);
    });
    for (const NearPair& pair : pairs) {
      if (pair.gap <= done) continue;  // seen with a smaller reach
      if (pair.gap > best.distance.distance || best.distance.distance == 0) break;
      DistanceOptions within_best = options;
      within_best.max = best.distance.distance;
      within_best.cache = nullptr;
      const PlacedGeometry &a = bodies[pair.a], &b = bodies[pair.b];
      const Distance next = distance(a.geometry, a.pose, b.geometry, b.pose, within_best);
      if (next.status == Status::at_least || next.status == Status::nothing) continue;  // farther than the best
      const bool lower = std::tie(pair.a, pair.b) < std::tie(best.a, best.b);
      if (best.distance.status == Status::at_least || next.distance < best.distance.distance ||
          (next.distance == best.distance.distance && lower))
        best = {pair.a, pair.b, next};
    }
    if (best.distance.distance <= reach || reach >= most) return best;
    done = reach;
    reach = lesser(most, larger(4 * reach, 1e-12 * most));
  }
}

std::vector<PairWithin> pairs_within(std::span<const PlacedGeometry> bodies, double tolerance,
                                     const CollideOptions& options, u32 threads) {
  check_tolerance(tolerance);
  const std::vector<NearPair> near = near_pairs(boxes_of(bodies), tolerance);
  std::vector<PairWithin> out(near.size());
  CollideOptions of_pair = options;
  of_pair.cache = nullptr;
  Workers(threads).for_ranges(near.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const PlacedGeometry &a = bodies[near[k].a], &b = bodies[near[k].b];
      out[k] = {near[k].a, near[k].b, within(a.geometry, a.pose, b.geometry, b.pose, tolerance, of_pair)};
    }
  });
  std::erase_if(out, [](const PairWithin& x) { return !x.within && x.within.status != Status::unfinished; });
  return out;
}

PairSpan greatest_span(std::span<const PlacedGeometry> bodies, const SpanOptions& options) {
  check_options(options);
  if (!all_usable(bodies)) return {.span = invalid_answer<Span>()};
  const std::vector<Bounds> boxes = boxes_of(bodies);
  const All all(boxes);
  PairSpan best{.span = {.status = Status::nothing}};
  // By the farthest that a body reaches from the middle: two bodies are no farther apart than the sum.
  const Vec3d middle = 0.5 * all.box.low + 0.5 * all.box.high;
  const auto radius = [&](const Bounds& box) {
    return (1 + 1e-12) * length(larger(abs(box.low - middle), abs(box.high - middle)));
  };
  std::vector<std::pair<double, u32>> outermost;
  for (u32 i = 0; i < boxes.size(); ++i)
    if (!boxes[i].empty()) outermost.push_back({-radius(boxes[i]), i});
  std::sort(outermost.begin(), outermost.end());
  for (std::size_t i = 1; i < outermost.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (-outermost[i].first - outermost[j].first < best.span.distance) break;
      const u32 x = lesser(outermost[i].second, outermost[j].second),
                y = larger(outermost[i].second, outermost[j].second);
      if (-Farness::bound(boxes[x], boxes[y]) < best.span.distance) continue;
      const Span next = span(bodies[x].geometry, bodies[x].pose, bodies[y].geometry, bodies[y].pose, options);
      const bool first = best.span.status == Status::nothing;
      const bool lower = std::tie(x, y) < std::tie(best.a, best.b);
      if (first || next.distance > best.span.distance || (next.distance == best.span.distance && lower))
        best = {x, y, next};
    }
    if (-outermost[i].first - outermost[0].first < best.span.distance) break;
  }
  return best;
}

}  // namespace apart
