#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/broad/box_index.hpp>
#include <apart/broad/kept_tree.hpp>
#include <apart/broad/sweep_and_prune.hpp>
#include <cmath>
#include <set>

namespace apart {

using namespace broad;

namespace {

struct NamedMethod {
  BroadMethod method;
  std::string_view name;
};
constexpr NamedMethod kNamedMethods[] = {
    {BroadMethod::automatic, "auto"},
    {BroadMethod::brute_force, "brute-force"},
    {BroadMethod::sweep, "sweep"},
    {BroadMethod::sweep_and_prune, "sweep-and-prune"},
    {BroadMethod::columns, "columns"},
    {BroadMethod::grid, "grid"},
    {BroadMethod::hash, "hash"},
    {BroadMethod::hierarchical_grid, "hierarchical-grid"},
    {BroadMethod::loose_octree, "loose-octree"},
    {BroadMethod::tree, "tree"},
    {BroadMethod::kept_tree, "kept-tree"},
    {BroadMethod::interval_tree, "interval-tree"},
};

void check_box(const Bounds& box) {
  for (int k = 0; k < 3; ++k)
    APART_ASSERT(!std::isnan(box.low[k]) && !std::isnan(box.high[k]), "a coordinate of a box is NaN");
}

// Few boxes: to compare all takes less than to sort them.
constexpr std::size_t kFew = 32;

// Of boxes none of which is empty.
Pairs unsorted_pairs(std::span<const Bounds> boxes, BroadMethod& method, const Workers& workers) {
  switch (method) {
    case BroadMethod::automatic: {
      if (boxes.size() <= kFew) return brute_force_pairs(boxes, Workers::alone());
      const BoxIndex index(boxes, workers);
      method = index.method();
      return index.pairs(workers);
    }
    case BroadMethod::brute_force:
      return brute_force_pairs(boxes, workers);
    case BroadMethod::sweep:
      return sweep_pairs(boxes, workers);
    case BroadMethod::sweep_and_prune: {
      SweepAndPrune lists;
      for (u32 i = 0; i < boxes.size(); ++i) lists.set(i, boxes[i]);
      return lists.pairs();
    }
    case BroadMethod::columns:
      return Columns(boxes, workers).pairs(workers);
    case BroadMethod::grid:
      return grid_pairs(boxes, workers);
    case BroadMethod::hash:
      return hash_pairs(boxes, workers);
    case BroadMethod::hierarchical_grid:
      return hierarchical_grid_pairs(boxes, workers);
    case BroadMethod::loose_octree:
      return loose_octree_pairs(boxes, workers);
    case BroadMethod::tree:
      return tree_pairs(boxes, workers);
    case BroadMethod::kept_tree: {
      KeptTree tree;
      for (u32 i = 0; i < boxes.size(); ++i) tree.set(i, boxes[i]);
      return Pairs(tree.pairs().begin(), tree.pairs().end());
    }
    case BroadMethod::interval_tree:
      return interval_tree_pairs(boxes, workers);
  }
  return {};
}

}  // namespace

std::string_view to_string(BroadMethod method) { return kNamedMethods[static_cast<std::size_t>(method)].name; }

std::optional<BroadMethod> broad_method(std::string_view name) {
  for (const NamedMethod& m : kNamedMethods)
    if (m.name == name) return m.method;
  return {};
}

std::span<const BroadMethod> broad_methods() {
  static const std::vector<BroadMethod> all = [] {
    std::vector<BroadMethod> out;
    for (const NamedMethod& m : kNamedMethods) out.push_back(m.method);
    return out;
  }();
  return all;
}

std::vector<BoxPair> box_pairs(std::span<const Bounds> boxes, const BroadOptions& options, BroadMethod* used) {
  const bool any_empty = std::any_of(boxes.begin(), boxes.end(), is_empty);  // or NaN
  if (any_empty) std::for_each(boxes.begin(), boxes.end(), check_box);
  const Workers workers(options.threads);
  BroadMethod method = options.method;
  if (method == BroadMethod::automatic && boxes.size() <= kFew) method = BroadMethod::brute_force;
  Pairs out;
  if (any_empty) {
    std::vector<Bounds> there;
    std::vector<u32> index;
    for (u32 i = 0; i < boxes.size(); ++i)
      if (!is_empty(boxes[i])) there.push_back(boxes[i]), index.push_back(i);
    out = unsorted_pairs(there, method, workers);
    for (BoxPair& p : out) p = {index[p.a], index[p.b]};
  } else {
    out = unsorted_pairs(boxes, method, workers);
  }
  if (used) *used = method;
  return sorted_pairs(std::move(out), boxes.size(), workers);
}

std::vector<BoxPair> box_pairs_between(std::span<const Bounds> moving, std::span<const Bounds> fixed,
                                       const BroadOptions& options) {
  std::vector<u32> members;
  for (u32 i = 0; i < fixed.size(); ++i) {
    check_box(fixed[i]);
    if (!is_empty(fixed[i])) members.push_back(i);
  }
  for (const Bounds& box : moving) check_box(box);
  const Workers workers(options.threads);
  const PackedTree tree(fixed, std::move(members), workers);
  Pairs out = joined_pairs(moving.size(), 1024, workers, [&](std::size_t begin, std::size_t end, Pairs& part) {
    for (std::size_t i = begin; i < end; ++i)
      if (!is_empty(moving[i]))
        tree.each_overlapping(moving[i], [&](u32 j) { part.push_back({static_cast<u32>(i), j}); });
  });
  return sorted_pairs(std::move(out), larger(moving.size(), fixed.size()), workers);
}

struct BroadPhase::State {
  BroadOptions options;
  Workers workers;
  std::vector<Bounds> boxes;  // a removed one is empty
  std::vector<char> there, fixed;
  std::set<u32> free;
  u32 count = 0, fixed_count = 0;

  SortedPairs pairs;
  std::vector<char> changed;  // since the pairs were computed
  std::vector<u32> changes;

  SweepAndPrune lists;
  KeptTree tree;

  // For the automatic method: an index of the boxes as they were, and those that are there no longer, or not there yet.
  std::vector<Bounds> indexed;
  std::unique_ptr<const BoxIndex> index;
  std::vector<char> stale;
  std::vector<u32> stale_ids;

  explicit State(const BroadOptions& how) : options(how), workers(how.threads) {}

  void note(u32 id) {
    if (changed[id]) return;
    changed[id] = 1;
    changes.push_back(id);
  }

  void set(u32 id, const Bounds& box) {
    boxes[id] = box;
    note(id);
    if (options.method == BroadMethod::sweep_and_prune)
      is_empty(box) ? leave(id) : (inside[id] = 1, lists.set(id, box));
    if (options.method == BroadMethod::kept_tree) is_empty(box) ? leave(id) : (inside[id] = 1, tree.set(id, box));
  }

  // Out of the structure of a method that has one.
  std::vector<char> inside;
  void leave(u32 id) {
    if (!inside[id]) return;
    inside[id] = 0;
    if (options.method == BroadMethod::sweep_and_prune) lists.remove(id);
    if (options.method == BroadMethod::kept_tree) tree.remove(id);
  }

  bool both_fixed(const BoxPair& p) const { return fixed[p.a] && fixed[p.b]; }

  void rebuild_index() {
    indexed = boxes;
    index = std::make_unique<BoxIndex>(indexed, workers);
    for (u32 i : stale_ids) stale[i] = 0;
    stale_ids.clear();
    pairs = sorted_pairs(index->pairs(workers), boxes.size(), workers);
    if (fixed_count > 1) std::erase_if(pairs, [&](const BoxPair& p) { return both_fixed(p); });
  }

  // The index may be old for some boxes, which are then compared among themselves.
  void mark_stale() {
    stale.resize(boxes.size(), 0);
    for (u32 i : changes)
      if (!stale[i]) stale[i] = 1, stale_ids.push_back(i);
  }

  void update_automatically() {
    mark_stale();
    if (!index || stale_ids.size() > boxes.size() / 8) return rebuild_index();
    Pairs found = joined_pairs(changes.size(), 256, workers, [&](std::size_t begin, std::size_t end, Pairs& part) {
      for (std::size_t c = begin; c < end; ++c) {
        const u32 i = changes[c];
        index->each_overlapping(boxes[i], [&](u32 j) {
          if (!stale[j]) part.push_back(ordered(i, j));
        });
      }
    });
    std::vector<Bounds> moved;
    for (u32 i : stale_ids) moved.push_back(boxes[i]);
    for (const BoxPair& p : BoxIndex(moved, workers).pairs(workers)) {
      const u32 a = stale_ids[p.a], b = stale_ids[p.b];
      if (changed[a] || changed[b]) found.push_back(ordered(a, b));
    }
    if (fixed_count > 1) std::erase_if(found, [&](const BoxPair& p) { return both_fixed(p); });
    replace_pairs(pairs, changed, std::move(found), boxes.size());
  }

  void update() {
    if (changes.empty()) return;
    if (options.method == BroadMethod::automatic) {
      update_automatically();
    } else {
      if (options.method == BroadMethod::sweep_and_prune)
        pairs = sorted_pairs(lists.pairs(), boxes.size());
      else if (options.method == BroadMethod::kept_tree)
        pairs = tree.pairs();
      else
        pairs = box_pairs(boxes, options);
      if (fixed_count > 1) std::erase_if(pairs, [&](const BoxPair& p) { return both_fixed(p); });
    }
    for (u32 i : changes) changed[i] = 0;
    changes.clear();
  }
};

BroadPhase::BroadPhase(const BroadOptions& options) : state_(new State(options)) {}
BroadPhase::~BroadPhase() = default;
BroadPhase::BroadPhase(BroadPhase&&) noexcept = default;
BroadPhase& BroadPhase::operator=(BroadPhase&&) noexcept = default;

u32 BroadPhase::add(const Bounds& box, bool fixed) {
  check_box(box);
  State& s = *state_;
  u32 id = static_cast<u32>(s.boxes.size());
  if (!s.free.empty()) {
    id = *s.free.begin();
    s.free.erase(s.free.begin());
  } else {
    s.boxes.emplace_back();
    for (auto* flags : {&s.there, &s.fixed, &s.changed, &s.inside}) flags->push_back(0);
  }
  s.there[id] = 1, s.fixed[id] = fixed;
  ++s.count, s.fixed_count += fixed;
  s.set(id, box);
  return id;
}

std::vector<u32> BroadPhase::add(std::span<const Bounds> boxes, bool fixed) {
  std::vector<u32> ids;
  ids.reserve(boxes.size());
  for (const Bounds& box : boxes) ids.push_back(add(box, fixed));
  return ids;
}

void BroadPhase::move(u32 box, const Bounds& to) {
  check_box(to);
  APART_ASSERT(holds(box), "no box has this index");
  state_->set(box, to);
}

void BroadPhase::remove(u32 box) {
  APART_ASSERT(holds(box), "no box has this index");
  State& s = *state_;
  s.set(box, {});
  s.fixed_count -= u32(s.fixed[box]);
  s.there[box] = s.fixed[box] = 0;
  --s.count;
  s.free.insert(box);
}

u32 BroadPhase::size() const { return state_->count; }
bool BroadPhase::holds(u32 box) const { return box < state_->there.size() && state_->there[box]; }
const Bounds& BroadPhase::box(u32 box) const {
  APART_ASSERT(holds(box), "no box has this index");
  return state_->boxes[box];
}

const std::vector<BoxPair>& BroadPhase::pairs() {
  state_->update();
  return state_->pairs;
}

std::vector<u32> BroadPhase::overlapping(const Bounds& box) {
  check_box(box);
  State& s = *state_;
  std::vector<u32> out;
  if (is_empty(box)) return out;
  const auto compare = [&](u32 i) {
    if (overlap(s.boxes[i], box)) out.push_back(i);
  };
  if (s.options.method == BroadMethod::automatic) {
    s.update();
    if (s.index) {
      s.index->each_overlapping(box, [&](u32 i) {
        if (i >= s.stale.size() || !s.stale[i]) out.push_back(i);
      });
      for (u32 i : s.stale_ids) compare(i);
    }
  } else {
    for (u32 i = 0; i < s.boxes.size(); ++i) compare(i);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace apart
