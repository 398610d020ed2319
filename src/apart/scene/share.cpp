#include <algorithm>
#include <apart/scene/model_cache.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/scene/share.hpp>
#include <numeric>

namespace apart::scene {

std::vector<u32> ranks_along_curve(std::span<const Bounds> boxes, std::span<const double> weights, u32 ranks) {
  const std::vector<u64> places = places_along_curve(boxes);
  std::vector<u32> order(boxes.size());
  std::iota(order.begin(), order.end(), u32(0));
  std::stable_sort(order.begin(), order.end(), [&](u32 i, u32 j) { return places[i] < places[j]; });
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<u32> out(boxes.size(), 0);
  double before = 0;
  for (u32 i : order) {
    const double middle = before + 0.5 * weights[i];
    if (all > 0) out[i] = std::min(ranks - 1, static_cast<u32>(middle / all * ranks));
    before += weights[i];
  }
  return out;
}

std::vector<Bounds> Share::near(std::span<const Bounds> boxes, std::span<const double> reaches) const {
  std::vector<Bounds> of_rank(ranks);
  std::vector<double> reach_of_rank(ranks, 0.0);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (boxes[i].empty()) continue;
    of_rank[rank_of[i]].add(boxes[i]);
    reach_of_rank[rank_of[i]] = larger(reach_of_rank[rank_of[i]], reaches[i]);
  }
  std::vector<bool> is_near(ranks, false);
  is_near[mine] = true;
  NearBoxes(of_rank, reach_of_rank).near(mine, [&](u32 other, double) { is_near[other] = true; });
  std::vector<Bounds> out(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (is_near[rank_of[i]]) out[i] = boxes[i];
  return out;
}

}  // namespace apart::scene
