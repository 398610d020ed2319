// Collapses binary nodes into wide ones: optimal by dynamic programming, or greedy.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <limits>

namespace apart::hierarchy {
namespace {

// The boxes' areas relative to the root's, so that they fit a float for any model size.
std::vector<float> areas(const Topology& t, std::span<const Bounds> boxes) {
  std::vector<Bounds> all(t.nodes.size());
  for (std::size_t n = t.nodes.size(); n-- > 0;) {  // children come after their parents
    if (t.nodes[n].is_leaf())
      for_each_primitive(t.order, t.nodes[n], [&](u32 i) {
        all[n].add(boxes[i]);
        return true;
      });
    else
      for_each_child(t.nodes, t.nodes[n], [&](u32 child) { all[n].add(all[child]); });
  }
  const Vec3d whole = all[0].size();
  const double unit = larger(largest(whole), std::numeric_limits<double>::min());
  std::vector<float> out;
  out.reserve(all.size());
  for (const Bounds& box : all) {
    const Vec3d s = box.size() / unit;
    out.push_back(rounded<float>(s.x * s.y + s.y * s.z + s.z * s.x));
  }
  return out;
}

// Dynamic programming from the leaves up: cost(n, k) is the least area of inner nodes in the subtree of n, if n's
// parent has k slots for it: one, or as many as n's children need together.
class Opening {
 public:
  Opening(const Topology& topology, std::span<const Bounds> boxes, u32 width)
      : topology_(topology), width_(width), cost_(topology.nodes.size() * width, 0.0f) {
    const std::vector<float> area = areas(topology, boxes);
    for (u32 n = static_cast<u32>(topology.nodes.size()); n-- > 0;) {
      if (topology.nodes[n].is_leaf()) continue;  // stays: costs nothing that could be saved
      const Shares shares(*this, n);
      const float closed = area[n] + shares.cost[shares.count][width_];
      for (u32 k = 1; k <= width_; ++k) cost(n, k) = lesser(shares.cost[shares.count][k], closed);
    }
  }

  // The children of n in the optimal tree.
  std::vector<u32> children(u32 n) const {
    std::vector<u32> out;
    open(n, width_, out);
    return out;
  }

 private:
  // Distribution of slots among the children of n: cost[j][k] is that of the first j children in k slots.
  struct Shares {
    u32 count = 0;
    u32 child[kWidest] = {};
    float cost[kWidest + 1][kWidest + 1];

    Shares(const Opening& of, u32 n) {
      for_each_child(of.topology_.nodes, of.topology_.nodes[n], [&](u32 c) {
        APART_ASSERT(count < of.width_, "a node has more children than the requested width");
        child[count++] = c;
      });
      for (auto& row : cost) std::fill(std::begin(row), std::end(row), std::numeric_limits<float>::infinity());
      cost[0][0] = 0;
      for (u32 j = 1; j <= count; ++j)
        for (u32 k = j; k <= of.width_; ++k)
          for (u32 own = 1; own < k - j + 2; ++own)
            cost[j][k] = lesser(cost[j][k], cost[j - 1][k - own] + of.cost(child[j - 1], own));
    }
    // How many of k slots the optimal distribution gives to the last of the first j.
    u32 own(const Opening& of, u32 j, u32 k) const {
      u32 places = 1;
      while (cost[j - 1][k - places] + of.cost(child[j - 1], places) > cost[j][k]) ++places;
      return places;
    }
  };

  float& cost(u32 n, u32 places) { return cost_[std::size_t(n) * width_ + places - 1]; }
  float cost(u32 n, u32 places) const { return cost_[std::size_t(n) * width_ + places - 1]; }

  void open(u32 n, u32 places, std::vector<u32>& out) const {
    const Shares shares(*this, n);
    u32 share[kWidest];
    for (u32 j = shares.count, left = places; j > 0; --j) left -= share[j - 1] = shares.own(*this, j, left);
    for (u32 j = 0; j < shares.count; ++j) {
      const u32 child = shares.child[j];
      // A node with one slot stays closed; with more it is opened if that does not cost more.
      const bool opens = !topology_.nodes[child].is_leaf() && opened_cost(child, share[j]) <= cost(child, 1);
      if (opens)
        open(child, share[j], out);
      else
        out.push_back(child);
    }
  }
  float opened_cost(u32 n, u32 places) const {
    const Shares shares(*this, n);
    return shares.cost[shares.count][places];
  }

  const Topology& topology_;
  u32 width_;
  std::vector<float> cost_;
};

// The nodes of the tree in which every inner one has the children that children_of(node) returns, in order.
template <class ChildrenOf>
Topology with_children(const Topology& narrow, ChildrenOf children_of) {
  Topology out;
  if (narrow.nodes.empty()) return out;
  out.nodes.reserve(narrow.nodes.size());
  out.nodes.push_back(narrow.nodes[0]);
  struct Job {
    u32 from, to;
  };
  std::vector<Job> jobs;
  if (!narrow.nodes[0].is_leaf()) jobs.push_back({0, 0});
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    const auto children = children_of(job.from);
    const u32 first = static_cast<u32>(out.nodes.size()), count = static_cast<u32>(children.size());
    out.nodes[job.to] = Ref::inner(first, out.nodes[job.to].is_last());
    for (u32 k = 0; k < count; ++k) {
      const Ref ref = narrow.nodes[children[k]];
      out.nodes.push_back(ref.is_leaf() ? Ref::leaf(ref.first(), k + 1 == count) : Ref::inner(0, k + 1 == count));
    }
    for (u32 k = count; k-- > 0;)
      if (!narrow.nodes[children[k]].is_leaf()) jobs.push_back({children[k], first + k});
  }
  return out;
}

// The number of primitives of each inner node, 0 for leaves. By where its primitives begin, which is where its first
// child's do, and where those of the next begin: children come after their parents.
std::vector<u32> opening_counts(const Topology& t) {
  const std::span<const Ref> nodes = t.nodes;
  std::vector<u32> begins(nodes.size()), ends(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;)
    begins[n] = nodes[n].is_leaf() ? nodes[n].first() : begins[nodes[n].first()];
  if (!nodes.empty()) ends[0] = static_cast<u32>(t.order.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].is_leaf()) {
      ends[n] = begins[n];
      continue;
    }
    for_each_child(nodes, nodes[n],
                   [&](u32 child) { ends[child] = nodes[child].is_last() ? ends[n] : begins[child + 1]; });
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) ends[n] -= begins[n];
  return ends;
}

}  // namespace

Topology widen(const Topology& narrow, std::span<const Bounds> boxes, u32 width) {
  APART_ASSERT(width >= 2 && width <= kWidest, "a width out of range");
  APART_ASSERT(boxes.size() == narrow.order.size(), "not one box per primitive");
  if (narrow.nodes.empty()) return {};
  const Opening best(narrow, boxes, width);
  Topology out = with_children(narrow, [&](u32 n) { return best.children(n); });
  out.order = narrow.order;
  return out;
}

Topology widen(const Topology& narrow, const Mesh& mesh, u32 width) {
  std::vector<Bounds> boxes(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    for (int k = 0; k < 3; ++k) boxes[i].add(t[k]);
  }
  return widen(narrow, boxes, width);
}

Topology widen_largest(Topology narrow, u32 width) {
  APART_ASSERT(width >= 2 && width <= kWidest, "a width out of range");
  const std::span<const Ref> nodes = narrow.nodes;
  const std::vector<u32> counts = opening_counts(narrow);
  u32 children[kWidest];
  Topology out = with_children(narrow, [&](u32 node) {
    u32 count = 0;
    for_each_child(nodes, nodes[node], [&](u32 child) { children[count++] = child; });
    while (count < width) {
      u64 largest = 0;  // with its place behind it, of equals the first: without branches
      for (u32 k = 0; k < count; ++k) largest = larger(largest, u64(counts[children[k]]) << 8 | (kWidest - k));
      if (largest >> 8 == 0) break;
      const u32 best = kWidest - static_cast<u32>(largest & 255);
      // Replaces it by its children, in order, if they all fit.
      const Ref opened = nodes[children[best]];
      const u32 more = count_children(nodes, opened) - 1;
      if (count + more > width) break;
      std::copy_backward(children + best + 1, children + count, children + count + more);
      for (u32 k = 0; k <= more; ++k) children[best + k] = opened.first() + k;
      count += more;
    }
    return std::span<const u32>(children, count);
  });
  out.order = std::move(narrow.order);
  return out;
}

}  // namespace apart::hierarchy
