// Parallel splitting of sorted Morton codes at their highest differing bits.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/split/depth.hpp>
#include <apart/hierarchy/split/morton.hpp>

namespace apart::hierarchy {
namespace {

class LinearBuild {
 public:
  LinearBuild(const Centres& centres, const Linear& how, const BuildWatch& watch)
      : centres_(centres),
        workers_(how.threads),
        leaf_size_(how.leaf_size),
        limit_(depth_limit(centres.size())),
        progress_(watch, 2 * std::size_t(centres.size())) {  // sorting takes about half the time
    APART_ASSERT(how.leaf_size >= 1, "a leaf holds at least one primitive");
    APART_ASSERT(centres.size() <= Ref::kMost / 2, "more primitives than a tree can index");
  }

  Result<Topology> run() {
    const u32 n = centres_.size();
    if (n == 0) return Topology{};
    sorted_ = morton_keys(centres_, workers_);
    progress_.add(n);
    out_.order.resize(n);
    // The top of the tree is split first, down to pieces that are then split in parallel. The pieces do not depend on
    // the number of threads.
    const u32 piece_size = std::max(4096u, n / 64);
    out_.nodes.push_back(Ref::inner(0, true));
    std::vector<Job> open{{0, 0, n, 0}}, pieces;
    while (!open.empty()) {
      const Job job = open.back();
      open.pop_back();
      if (job.end - job.begin <= std::max(piece_size, leaf_size_)) {
        pieces.push_back(job);
        continue;
      }
      const u32 middle = cut(job), child = static_cast<u32>(out_.nodes.size());
      out_.nodes[job.node] = Ref::inner(child, out_.nodes[job.node].is_last());
      out_.nodes.push_back(Ref::inner(0, false));
      out_.nodes.push_back(Ref::inner(0, true));
      open.push_back({child + 1, middle, job.end, job.depth + 1});
      open.push_back({child, job.begin, middle, job.depth + 1});
    }
    // A piece of m primitives has fewer than 2 m nodes; those of all pieces are compacted at the end.
    UnsetVector<Ref> parts(2 * std::size_t(n));
    std::vector<u32> sizes(pieces.size()), places(pieces.size());
    workers_.for_ranges(pieces.size(), 1, [&](std::size_t p, std::size_t) {
      if (progress_.stopped()) return;
      sizes[p] = cut_down(pieces[p], &parts[2 * std::size_t(pieces[p].begin)]);
      progress_.add(pieces[p].end - pieces[p].begin);
    });
    if (progress_.stopped()) return stopped_by_watch();
    u32 total = static_cast<u32>(out_.nodes.size());
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      places[p] = total - 1;  // its root has a place already
      total += sizes[p] - 1;
    }
    out_.nodes.resize(total);
    workers_.for_ranges(pieces.size(), 1, [&](std::size_t p, std::size_t) {
      const Ref* const part = &parts[2 * std::size_t(pieces[p].begin)];
      const auto moved = [&](Ref ref, bool last) {
        return ref.is_leaf() ? Ref::leaf(ref.first(), last) : Ref::inner(ref.first() + places[p], last);
      };
      Ref& root = out_.nodes[pieces[p].node];
      root = moved(part[0], root.is_last());
      for (u32 k = 1; k < sizes[p]; ++k) out_.nodes[places[p] + k] = moved(part[k], part[k].is_last());
    });
    return progress_.outcome(std::move(out_));
  }

 private:
  struct Job {
    u32 node, begin, end, depth;
  };

  // All nodes of a piece, its root first; returns their number.
  u32 cut_down(const Job& piece, Ref* nodes) {
    u32 size = 1;
    nodes[0] = Ref::inner(0, true);
    std::vector<Job> open{{0, piece.begin, piece.end, piece.depth}};
    while (!open.empty()) {
      const Job job = open.back();
      open.pop_back();
      Ref& node = nodes[job.node];
      if (job.end - job.begin <= leaf_size_) {
        node = Ref::leaf(job.begin, node.is_last());
        for (u32 i = job.begin; i < job.end; ++i) out_.order[i] = Item(sorted_.primitive(i), i + 1 == job.end);
        continue;
      }
      const u32 middle = cut(job);
      node = Ref::inner(size, node.is_last());
      nodes[size] = Ref::inner(0, false);
      nodes[size + 1] = Ref::inner(0, true);
      open.push_back({size + 1, middle, job.end, job.depth + 1});
      open.push_back({size, job.begin, middle, job.depth + 1});
      size += 2;
    }
    return size;
  }

  // The start of the second part.
  u32 cut(const Job& job) {
    const u32 half = job.begin + (job.end - job.begin) / 2;
    if (!free_to_cut(job.end - job.begin, job.depth, limit_)) return half;
    if (sorted_.code(job.begin) == sorted_.code(job.end - 1) && !refine(job)) return half;
    // Codes are sorted: those without the highest differing bit come first.
    const u64 first = sorted_.code(job.begin), last = sorted_.code(job.end - 1);
    const u64 least = last & ~(std::bit_floor(first ^ last) - 1);
    const auto at = [&](u32 i) { return sorted_.keys.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto middle = std::lower_bound(at(job.begin), at(job.end), sorted_.key(least, 0));
    return static_cast<u32>(middle - sorted_.keys.begin());
  }

  // Primitives of one cell are sorted again, by a finer grid over them alone.
  bool refine(const Job& job) {
    Bounds box;
    for (u32 i = job.begin; i < job.end; ++i) box.add(centres_(sorted_.primitive(i)));
    const MortonGrid grid(box, sorted_.axis_bits);
    if (grid.one_cell()) return false;
    const auto begin = sorted_.keys.begin() + static_cast<std::ptrdiff_t>(job.begin);
    for (u32 i = job.begin; i < job.end; ++i) {
      const u32 p = sorted_.primitive(i);
      sorted_.keys[i] = sorted_.key(grid.code(centres_(p)), p);
    }
    std::sort(begin, begin + static_cast<std::ptrdiff_t>(job.end - job.begin));
    return sorted_.code(job.begin) != sorted_.code(job.end - 1);
  }

  Centres centres_;
  Workers workers_;
  u32 leaf_size_, limit_;
  Progress progress_;
  MortonKeys sorted_;
  Topology out_;
};

}  // namespace

Result<Topology> build(std::span<const Bounds> boxes, const Linear& how, const BuildWatch& watch) {
  return LinearBuild(Centres(boxes), how, watch).run();
}
Result<Topology> build(const Mesh& mesh, const Linear& how, const BuildWatch& watch) {
  return LinearBuild(Centres(mesh), how, watch).run();
}
Topology build(std::span<const Bounds> boxes, const Linear& how) { return *build(boxes, how, {}); }
Topology build(const Mesh& mesh, const Linear& how) { return *build(mesh, how, {}); }

}  // namespace apart::hierarchy
