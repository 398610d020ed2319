// The rectangle intersection problem (Edelsbrunner): a sweep along one axis keeps what it is in the midst of in an
// interval tree over the second, from which a new box takes the k that overlap it in O(log n + k); the third axis is
// compared.
#include <algorithm>
#include <apart/broad/methods.hpp>
#include <apart/broad/spread.hpp>
#include <set>

namespace apart::broad {
namespace {

// Intervals come and go; the tree's centres are known in advance. An interval is at the highest node whose centre it
// contains, in two lists: by its lower and by its upper end.
class IntervalTree {
 public:
  explicit IntervalTree(std::vector<double> centres) : centres_(std::move(centres)) {
    std::sort(centres_.begin(), centres_.end());
    centres_.erase(std::unique(centres_.begin(), centres_.end()), centres_.end());
    nodes_.resize(centres_.size());
  }
  void insert(double low, double high, u32 item) {
    Node& node = on_path(low, high, 1);
    node.lows.insert({low, item});
    node.highs.insert({high, item});
  }
  void remove(double low, double high, u32 item) {
    Node& node = on_path(low, high, -1);
    node.lows.erase({low, item});
    node.highs.erase({high, item});
  }
  template <class F>
  void each_overlapping(double low, double high, F f) const {
    visit(0, centres_.size(), low, high, f);
  }

 private:
  struct Node {
    std::set<std::pair<double, u32>> lows, highs;
    std::size_t below = 0;  // intervals at it and below
  };

  Node& on_path(double low, double high, int change) {
    std::size_t begin = 0, end = centres_.size();
    for (;;) {
      const std::size_t middle = begin + (end - begin) / 2;
      nodes_[middle].below += static_cast<std::size_t>(change);
      if (high < centres_[middle])
        end = middle;
      else if (low > centres_[middle])
        begin = middle + 1;
      else
        return nodes_[middle];
    }
  }
  template <class F>
  void visit(std::size_t begin, std::size_t end, double low, double high, F& f) const {
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      const Node& node = nodes_[middle];
      if (node.below == 0) return;
      if (high < centres_[middle]) {
        for (auto it = node.lows.begin(); it != node.lows.end() && it->first <= high; ++it) f(it->second);
        end = middle;
      } else if (low > centres_[middle]) {
        for (auto it = node.highs.rbegin(); it != node.highs.rend() && it->first >= low; ++it) f(it->second);
        begin = middle + 1;
      } else {
        for (const auto& at : node.lows) f(at.second);
        visit(begin, middle, low, high, f);
        begin = middle + 1;
      }
    }
  }

  std::vector<double> centres_;
  std::vector<Node> nodes_;  // the node of a range of centres is that of its middle
};

struct SweepEvent {
  double at;
  bool ends;
  u32 box;
  // What begins comes before what ends at the same place: boxes that touch overlap.
  friend bool operator<(const SweepEvent& x, const SweepEvent& y) {
    return x.at != y.at ? x.at < y.at : x.ends != y.ends ? y.ends : x.box < y.box;
  }
};

}  // namespace

Pairs interval_tree_pairs(std::span<const Bounds> boxes, const Workers&) {
  const int sweep = spread_of(boxes).axis, axis = (sweep + 1) % 3;
  std::vector<SweepEvent> events;
  std::vector<double> lows;
  for (u32 i = 0; i < boxes.size(); ++i) {
    events.insert(events.end(), {{boxes[i].low[sweep], false, i}, {boxes[i].high[sweep], true, i}});
    lows.push_back(boxes[i].low[axis]);
  }
  std::sort(events.begin(), events.end());
  IntervalTree open(std::move(lows));
  Pairs out;
  for (const SweepEvent& event : events) {
    const Bounds& box = boxes[event.box];
    if (event.ends) {
      open.remove(box.low[axis], box.high[axis], event.box);
      continue;
    }
    open.each_overlapping(box.low[axis], box.high[axis], [&](u32 other) {
      if (overlap(box, boxes[other])) out.push_back(ordered(event.box, other));
    });
    open.insert(box.low[axis], box.high[axis], event.box);
  }
  return out;
}

}  // namespace apart::broad
