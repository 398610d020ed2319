// Top-down construction in parallel, with the same nodes for any number of threads.
#include <algorithm>
#include <apart/hierarchy/split/cutter.hpp>

namespace apart::hierarchy {

namespace {

// Subtrees up to this size are built by one thread at once, and reported when done.
constexpr u32 kOneGo = 4096;

class Grower {
 public:
  Grower(const Mesh& mesh, const TopDown<AnySplit>& how, const BuildWatch& watch)
      : mesh_(mesh), how_(how), workers_(how.threads), progress_(watch, mesh.size()), cutter_(mesh, how.split) {}

  Result<Topology> grow() {
    const u32 n = mesh_.size();
    if (n == 0) return Topology{};
    order_.resize(n);
    Range root = cutter_.start(workers_);
    Topology out;
    out.nodes.push_back({});
    const Ref top = grow(root, out.nodes, true);
    out.nodes[0] = top;
    out.order = std::move(order_);
    return progress_.outcome(std::move(out));
  }

 private:
  using Range = Cutter::Range;

  // Appends the nodes below a range to `nodes`, in depth-first order with siblings adjacent; returns the range's own
  // node.
  Ref grow(Range& range, std::vector<Ref>& nodes, bool last) {
    const u32 count = range.end - range.begin;
    if (progress_.stopped()) return {};
    if (count <= kOneGo) {
      const Ref ref = grow_in_one_go(range, nodes, last);
      progress_.add(count);
      return ref;
    }
    Range parts[2];
    cutter_.cut(range, parts, workers_);
    const u32 first = static_cast<u32>(nodes.size());
    nodes.resize(first + 2);
    std::vector<Ref> below_second;
    Ref child[2];
    workers_.both([&] { child[0] = grow(parts[0], nodes, false); },
                  [&] { child[1] = grow(parts[1], below_second, true); });
    const u32 offset = static_cast<u32>(nodes.size());
    const auto moved = [&](Ref r) { return r.is_leaf() ? r : Ref::inner(r.first() + offset, r.is_last()); };
    nodes[first] = child[0], nodes[first + 1] = moved(child[1]);
    nodes.resize(offset + below_second.size());
    std::transform(below_second.begin(), below_second.end(), nodes.begin() + offset, moved);
    return Ref::inner(first, last);
  }

  Ref grow_in_one_go(Range& range, std::vector<Ref>& nodes, bool last) {
    if (range.end - range.begin <= how_.leaf_size) return leaf(range, last);
    Range parts[2];
    cutter_.cut(range, parts);
    const u32 first = static_cast<u32>(nodes.size());
    nodes.resize(first + 2);
    for (u32 k = 0; k < 2; ++k) {
      const Ref child = grow_in_one_go(parts[k], nodes, k == 1);
      nodes[first + k] = child;
    }
    return Ref::inner(first, last);
  }

  Ref leaf(const Range& range, bool last) {
    for (u32 i = range.begin; i < range.end; ++i) order_[i] = Item(cutter_.primitive(range, i), i + 1 == range.end);
    return Ref::leaf(range.begin, last);
  }

  const Mesh& mesh_;
  const TopDown<AnySplit>& how_;
  Workers workers_;
  Progress progress_;
  Cutter cutter_;
  std::vector<Item> order_;
};

}  // namespace

Result<Topology> build(const Mesh& mesh, const TopDown<AnySplit>& how, const BuildWatch& watch) {
  APART_ASSERT(how.leaf_size >= 1 && how.leaf_size <= 128, "a leaf holds 1 … 128 primitives");
  APART_ASSERT(mesh.size() <= Ref::kMost / 2, "more primitives than a tree can index");
  return Grower(mesh, how, watch).grow();
}

}  // namespace apart::hierarchy
