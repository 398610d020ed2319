// Greedy grouping by body, and splitting by gaps between findings.
#include <algorithm>
#include <apart/scene/finding_groups.hpp>
#include <map>
#include <set>

namespace apart::scene {
namespace {

Bounds box_of(const PairReport& pair) {
  Bounds box = pair.box;
  if (box.empty()) box.add(pair.on_a), box.add(pair.on_b);
  return box;
}

std::vector<u32> findings(const CheckReport& report) {
  std::vector<u32> out;
  for (u32 k = 0; k < report.pairs.size(); ++k)
    if (report.pairs[k].finding()) out.push_back(k);
  return out;
}

FindingGroup group_of(const CheckReport& report, std::vector<u32> pairs) {
  std::sort(pairs.begin(), pairs.end());
  FindingGroup out;
  for (u32 k : pairs) out.box.add(box_of(report.pairs[k]));
  out.pairs = std::move(pairs);
  return out;
}

// Splits sets of findings at their widest gaps.
class Divider {
 public:
  explicit Divider(const CheckReport& report) : report_(report), centres_(report.pairs.size()) {}

  std::vector<FindingGroup> run(std::vector<u32> all) {
    std::vector<double> sizes;
    for (u32 k : all) {
      const Bounds box = box_of(report_.pairs[k]);
      centres_[k] = box.centre();
      sizes.push_back(length(box.size()));
    }
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2), sizes.end());
    limit_ = larger(0.25 * largest(spread(all)), sizes[sizes.size() / 2]);
    std::vector<std::vector<u32>> open{std::move(all)};
    while (!open.empty()) {
      std::vector<u32> some = std::move(open.back());
      open.pop_back();
      const Vec3d size = spread(some);
      if (!(largest(size) > limit_)) {
        groups_.push_back(group_of(report_, std::move(some)));
        continue;
      }
      const auto middle = widest_gap(some, longest_axis(size));
      open.emplace_back(middle, some.end());
      some.erase(middle, some.end());
      open.push_back(std::move(some));
    }
    std::sort(groups_.begin(), groups_.end(),
              [](const FindingGroup& x, const FindingGroup& y) { return x.pairs[0] < y.pairs[0]; });
    return std::move(groups_);
  }

 private:
  Vec3d spread(const std::vector<u32>& some) const {
    Bounds box;
    for (u32 k : some) box.add(centres_[k]);
    return box.size();
  }
  std::vector<u32>::iterator widest_gap(std::vector<u32>& some, int axis) const {
    std::sort(some.begin(), some.end(), [&](u32 i, u32 j) {
      return centres_[i][axis] != centres_[j][axis] ? centres_[i][axis] < centres_[j][axis] : i < j;
    });
    auto best = some.begin() + 1;
    double widest = 0;
    for (auto at = some.begin() + 1; at != some.end(); ++at)
      if (const double gap = centres_[*at][axis] - centres_[*(at - 1)][axis]; gap > widest) widest = gap, best = at;
    return best;
  }

  const CheckReport& report_;
  std::vector<Vec3d> centres_;
  double limit_ = 0;
  std::vector<FindingGroup> groups_;
};

}  // namespace

std::vector<FindingGroup> findings_by_body(const CheckReport& report) {
  struct OfBody {
    u32 first = 0;             // index of its worst finding
    std::vector<u32> pairs{};  // all of them
    std::size_t left = 0;      // not yet in a group
  };
  std::map<u32, OfBody> bodies;
  for (u32 k : findings(report)) {
    const PairReport& pair = report.pairs[k];
    for (u32 body : {pair.a, pair.b}) {
      OfBody& of = bodies.try_emplace(body, OfBody{k}).first->second;
      if (of.pairs.empty() || of.pairs.back() != k) of.pairs.push_back(k), ++of.left;
    }
  }
  // By decreasing count; then the worse one; for a single pair its first body.
  using Key = std::tuple<std::size_t, u32, bool, u32>;
  const auto key = [&](u32 body, const OfBody& of) {
    return Key{~of.left, of.first, report.pairs[of.first].a != body, body};
  };
  std::set<Key> order;
  for (const auto& [body, of] : bodies) order.insert(key(body, of));
  std::vector<bool> taken(report.pairs.size(), false);
  std::vector<FindingGroup> out;
  while (!order.empty()) {
    const u32 body = std::get<3>(*order.begin());
    order.erase(order.begin());
    if (bodies[body].left == 0) break;
    std::vector<u32> pairs;
    for (u32 k : bodies[body].pairs) {
      if (taken[k]) continue;
      taken[k] = true;
      pairs.push_back(k);
      const u32 other = report.pairs[k].a == body ? report.pairs[k].b : report.pairs[k].a;
      if (other == body) continue;
      order.erase(key(other, bodies[other]));
      --bodies[other].left;
      order.insert(key(other, bodies[other]));
    }
    out.push_back(group_of(report, std::move(pairs)));
    out.back().body = body;
  }
  return out;
}

std::vector<FindingGroup> findings_by_place(const CheckReport& report) {
  std::vector<u32> all = findings(report);
  if (all.empty()) return {};
  return Divider(report).run(std::move(all));
}

}  // namespace apart::scene
