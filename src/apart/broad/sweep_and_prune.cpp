#include <algorithm>
#include <apart/broad/sweep_and_prune.hpp>

namespace apart::broad {
namespace {

u64 key_of(u32 a, u32 b) { return a < b ? u64(a) << 32 | b : u64(b) << 32 | a; }

}  // namespace

SweepAndPrune::SweepAndPrune(std::optional<int> skipped) {
  for (int k = 0; k < 3; ++k)
    if (skipped != k) axes_.push_back(k);
}

void SweepAndPrune::set(u32 id, const Bounds& box) {
  if (id >= boxes_.size()) {
    boxes_.resize(id + 1);
    there_.resize(id + 1, 0);
    is_new_.resize(id + 1, 0);
  }
  boxes_[id] = box;
  if (!there_[id] && !is_new_[id]) {
    is_new_[id] = 1;
    added_.push_back(id);
    ++count_;
  }
}

void SweepAndPrune::remove(u32 id) {
  if (is_new_[id]) {
    is_new_[id] = 0;
    added_.erase(std::find(added_.begin(), added_.end(), id));
  } else {
    there_[id] = 0;
    removed_ = true;
  }
  boxes_[id] = {};
  --count_;
}

bool SweepAndPrune::overlap_in_lists(u32 a, u32 b) const {
  const Bounds &x = boxes_[a], &y = boxes_[b];
  return std::all_of(axes_.begin(), axes_.end(), [&](int k) { return x.low[k] <= y.high[k] && y.low[k] <= x.high[k]; });
}

void SweepAndPrune::sort(std::vector<End>& ends) {
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const End end = ends[i];
    std::size_t at = i;
    for (; at > 0 && end.before(ends[at - 1]); --at) {
      const End& passed = ends[at - 1];
      ends[at] = passed;
      ++swaps_;
      if (end.box == passed.box) continue;
      if (!end.is_high && passed.is_high) {
        if (overlap_in_lists(end.box, passed.box)) found_.insert(key_of(end.box, passed.box));
      } else if (end.is_high && !passed.is_high) {
        found_.erase(key_of(end.box, passed.box));
      }
    }
    ends[at] = end;
  }
}

// From scratch: the lists by a plain sort, the pairs by a sweep along the first of them with what is open at each end.
void SweepAndPrune::build() {
  std::vector<u32> ids;
  for (u32 i = 0; i < boxes_.size(); ++i) {
    if (is_new_[i]) there_[i] = 1;
    if (there_[i]) ids.push_back(i);
  }
  for (int k : axes_) {
    ends_[std::size_t(k)].clear();
    for (u32 i : ids)
      ends_[std::size_t(k)].insert(ends_[std::size_t(k)].end(),
                                   {End{boxes_[i].low[k], i, false}, End{boxes_[i].high[k], i, true}});
    std::stable_sort(ends_[std::size_t(k)].begin(), ends_[std::size_t(k)].end(),
                     [](const End& x, const End& y) { return x.before(y); });
  }
  std::vector<Bounds> flat;  // without the axis that has no list
  for (u32 i : ids) {
    flat.push_back(boxes_[i]);
    for (int k = 0; k < 3; ++k)
      if (std::find(axes_.begin(), axes_.end(), k) == axes_.end()) flat.back().low[k] = flat.back().high[k] = 0;
  }
  found_.clear();
  for (const BoxPair& p : sweep_pairs(flat, Workers::alone())) found_.insert(key_of(ids[p.a], ids[p.b]));
}

void SweepAndPrune::update_ends() {
  if (removed_) {
    for (int k : axes_) std::erase_if(ends_[std::size_t(k)], [&](const End& end) { return !there_[end.box]; });
    std::erase_if(found_, [&](u64 key) { return !there_[key >> 32] || !there_[key & ~u32(0)]; });
  }
  for (int k : axes_) {
    std::vector<End>& ends = ends_[std::size_t(k)];
    for (End& end : ends) end.at = end.is_high ? boxes_[end.box].high[k] : boxes_[end.box].low[k];
    // A new box begins behind all others, and insertion sort carries it to its place.
    for (u32 i : added_) ends.insert(ends.end(), {End{boxes_[i].low[k], i, false}, End{boxes_[i].high[k], i, true}});
  }
  for (u32 i : added_) there_[i] = 1;
  for (int k : axes_) sort(ends_[std::size_t(k)]);
}

Pairs SweepAndPrune::pairs() {
  if (added_.size() > count_ / 16)  // each is carried past half of the others: a plain sort is faster
    build();
  else
    update_ends();
  for (u32 i : added_) is_new_[i] = 0;
  added_.clear();
  removed_ = false;
  Pairs out;
  for (u64 key : found_) {
    const u32 a = static_cast<u32>(key >> 32), b = static_cast<u32>(key);
    if (axes_.size() == 3 || overlap(boxes_[a], boxes_[b])) out.push_back({a, b});
  }
  return out;
}

}  // namespace apart::broad
