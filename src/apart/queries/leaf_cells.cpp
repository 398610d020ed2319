// Lists for every cell of a grid the leaves that are near.
#include <apart/base/bounds.hpp>
#include <apart/queries/leaf_cells.hpp>
#include <atomic>
#include <cmath>
#include <cstring>

namespace apart::queries {
namespace {

// What is computed of cells and boxes, in widths of a cell, is wrong by far less than this.
constexpr double kRounding = 0x1p-16;
// The area of a face of a cell: so many times that of the triangles of a leaf.
constexpr double kAreaOfLeaves = 1.5;
constexpr u32 kTooMany = ~u32(0);  // leaves

// Calls f(leaf, triangles) for the leaves of a tree, each known by its first block, until it returns false: then this
// does.
template <class F>
bool for_each_leaf(const BoxTree& tree, F f) {
  std::vector<Triangle> triangles;
  for (u32 block = 0, leaf = 0; block < tree.blocks.size(); ++block) {
    const TriangleBlock& four = tree.blocks[block];
    bool last = false;
    for (u32 lane = 0; lane < TriangleBlock::kLanes && !last; ++lane) {
      last = four.items[lane].last();
      triangles.push_back(triangle_of(four, lane));
    }
    if (!last) continue;
    if (!f(leaf, triangles)) return false;
    triangles.clear();
    leaf = block + 1;
  }
  return true;
}

}  // namespace

// A leaf near a cell, and the box of its triangles there, in steps.
struct LeafCells::Entry {
  u32 cell, leaf;
  std::uint8_t low[3], high[3];
};

// Returns the number of cells.
double LeafCells::use(double width, const Bounds& box) {
  scale_ = 1 / width;
  low_ = box.low - width * Vec3d{kMargin, kMargin, kMargin};
  squared_width_ = width * width * (1 - kRounding);
  squared_steps_ = kSteps * kSteps * scale_ * scale_;
  for (int k = 0; k < 3; ++k) count_[k] = std::floor((box.high[k] - low_[k]) * scale_ + kMargin) + 1;
  const auto blocks = [&](int axis, double size) { return std::ceil(count_[axis] / size); };
  const double all = kCells * blocks(0, 4) * blocks(1, 4) * blocks(2, 2);
  if (all <= 0x1p31) columns_ = static_cast<u32>(blocks(0, 4)), rows_ = static_cast<u32>(blocks(1, 4));
  return all;
}

// Lists the cells near the triangles of each leaf.
class LeafCells::Lister {
 public:
  Lister(const LeafCells& grid, std::size_t most, hierarchy::LargeVector<Entry>& out)
      : grid_(grid), most_(most), out_(out) {}

  // False if there are more than so many in all.
  bool add(u32 leaf, std::span<const Triangle> triangles) {
    constexpr int kFar = std::numeric_limits<int>::max();
    int first[3] = {kFar, kFar, kFar}, last[3] = {0, 0, 0};
    near_.clear();
    for (const Triangle& t : triangles) {
      const NearTriangle& near = near_.emplace_back(grid_, t);
      for (int k = 0; k < 3; ++k) first[k] = lesser(first[k], near.from[k]), last[k] = larger(last[k], near.to[k]);
    }
    // Which entry is of a cell of the leaf, where these are few. In others a leaf may have several.
    for (int k = 0; k < 3; ++k) first_[k] = first[k], size_[k] = last[k] - first[k] + 1;
    few_ = double(size_[0]) * size_[1] * size_[2] <= kFew;
    if (few_) std::fill_n(entry_, size_[0] * size_[1] * size_[2], -1);
    begin_ = out_.size();
    for (const NearTriangle& near : near_)
      if (!add(leaf, near)) return false;
    return true;
  }

 private:
  static constexpr double kMost = kMargin + kRounding;

  // A triangle in widths of a cell, the cells that its box comes near to, and its plane.
  struct NearTriangle {
    NearTriangle(const LeafCells& grid, const Triangle& t) {
      a = grid.scale_ * (t.a - grid.low_);
      const Vec3d b = grid.scale_ * (t.b - grid.low_), c = grid.scale_ * (t.c - grid.low_);
      low = lesser(lesser(a, b), c), high = larger(larger(a, b), c);
      for (int k = 0; k < 3; ++k) {
        from[k] = static_cast<int>(larger(low[k] - kMost, 0.0));
        to[k] = static_cast<int>(lesser(high[k] + kMost, grid.count_[k] - 1));
      }
      const Vec3d area = cross(b - a, c - a), size = high - low;
      axis = longest_axis(abs(area)), i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
      // Coordinates are wrong by less than four roundings of the number of cells. A slope is wrong by 4 times that of
      // the area over the area, and counts as far as the middle of a column is from a.
      const double error = 0x1p-51 * larger(grid.count_[0], larger(grid.count_[1], grid.count_[2]));
      const double lost = 128 * error * largest(size) * (2 + size[i] + size[j]);
      flat = lost < 1e-3 * std::abs(area[axis]);
      if (!flat) return;
      slope_i = area[i] / area[axis], slope_j = area[j] / area[axis];
      around = (0.5 + kMost) * (std::abs(slope_i) + std::abs(slope_j)) + lost / std::abs(area[axis]) + kRounding;
    }
    Vec3d a, low, high;
    int from[3], to[3];
    bool flat;
    int axis, i, j;  // along the first, its plane is steepest
    double slope_i = 0, slope_j = 0, around = 0;
  };

  // In steps from the corner of the grid's surroundings: not above, and not below. Negative ones become zero.
  static int step_below(double x) { return static_cast<int>((x + kMargin) * kSteps - 0.0625); }
  static int step_above(double x) { return static_cast<int>((x + kMargin) * kSteps + 1.0625); }

  bool add(u32 leaf, const NearTriangle& near) {
    const int axis = near.axis, i = near.i, j = near.j;
    int at[3], low[3], high[3];
    for (int k = 0; k < 3; ++k) low[k] = step_below(near.low[k]), high[k] = step_above(near.high[k]);
    for (at[i] = near.from[i]; at[i] <= near.to[i]; ++at[i])
      for (at[j] = near.from[j]; at[j] <= near.to[j]; ++at[j]) {
        int first = near.from[axis], last = near.to[axis];
        if (near.flat) {  // in this column, what is near the plane
          const double middle =
              near.a[axis] - near.slope_i * (at[i] + 0.5 - near.a[i]) - near.slope_j * (at[j] + 0.5 - near.a[j]);
          const double bottom = larger(near.low[axis], middle - near.around),
                       top = lesser(near.high[axis], middle + near.around);
          first = larger(first, static_cast<int>(larger(bottom - kMost, 0.0)));
          last = lesser(last, static_cast<int>(larger(top + kMost, -1.0)));
          low[axis] = step_below(bottom), high[axis] = step_above(top);
        }
        for (at[axis] = first; at[axis] <= last; ++at[axis])
          if (!add(leaf, at, low, high)) return false;
      }
    return true;
  }

  bool add(u32 leaf, const int (&at)[3], const int (&low)[3], const int (&high)[3]) {
    std::uint8_t within[6];
    for (int k = 0; k < 3; ++k) {
      within[k] = static_cast<std::uint8_t>(lesser(larger(low[k] - kSteps * at[k], 0), 255));
      within[3 + k] = static_cast<std::uint8_t>(lesser(larger(high[k] - kSteps * at[k], 0), 255));
    }
    if (few_) {
      int& known = entry_[((at[2] - first_[2]) * size_[1] + at[1] - first_[1]) * size_[0] + at[0] - first_[0]];
      if (known >= 0) {
        Entry& e = out_[begin_ + static_cast<std::size_t>(known)];
        for (int k = 0; k < 3; ++k)
          e.low[k] = lesser(e.low[k], within[k]), e.high[k] = larger(e.high[k], within[3 + k]);
        return true;
      }
      known = static_cast<int>(out_.size() - begin_);
    }
    if (out_.size() == most_) return false;
    out_.push_back({grid_.number(static_cast<u32>(at[0]), static_cast<u32>(at[1]), static_cast<u32>(at[2])),
                    leaf,
                    {within[0], within[1], within[2]},
                    {within[3], within[4], within[5]}});
    return true;
  }

  static constexpr int kFew = 128;
  const LeafCells& grid_;
  const std::size_t most_;
  hierarchy::LargeVector<Entry>& out_;
  std::vector<NearTriangle> near_;
  int first_[3], size_[3];
  bool few_ = false;
  int entry_[kFew];
  std::size_t begin_ = 0;
};

bool LeafCells::fill(std::span<Entry> entries, std::size_t most) {
  for (const Entry& e : entries) blocks_[e.cell / kCells].lists |= u64(1) << e.cell % kCells;
  u32 cells = 0;
  for (Block& block : blocks_) block.first = cells, cells += count(block.lists);
  if (cells > most) return false;
  // Leaves come one after the other: of each cell the last one is known.
  struct Cell {
    u32 leaf = ~u32(0), leaves = 0, list = 0;
  };
  std::vector<Cell> of_cells(cells);
  for (Entry& e : entries) {
    const Block& block = blocks_[e.cell / kCells];
    e.cell = block.first + count(block.lists & ((u64(1) << e.cell % kCells) - 1));  // its number among those
    if (Cell& cell = of_cells[e.cell]; cell.leaf != e.leaf) cell.leaf = e.leaf, ++cell.leaves;
  }
  u32 lists = 0, next = 0;
  for (Block& block : blocks_) {
    const u64 marked = block.lists;
    block = {0, lists};
    for (u32 k = 0; k < kCells && marked >> k != 0; ++k) {
      if ((marked >> k & 1) == 0) continue;
      Cell& cell = of_cells[next++];
      cell.list = lists;
      if (cell.leaves > kMostLeaves) continue;
      block.lists |= (cell.leaves > 8 ? u64(1) << 32 | 1 : 1) << k;
      lists += cell.leaves > 8 ? 2 : 1;
    }
  }
  SmallBoxes none;
  std::memset(none.low, 255, sizeof none.low), std::memset(none.high, 0, sizeof none.high);
  std::memset(none.refs, 255, sizeof none.refs);
  lists_.assign(lists, none);
  for (Cell& cell : of_cells) cell.leaf = ~u32(0), cell.leaves = cell.leaves > kMostLeaves ? kTooMany : 0;
  for (const Entry& e : entries) {
    Cell& cell = of_cells[e.cell];
    if (cell.leaves == kTooMany) continue;
    if (cell.leaf != e.leaf) cell.leaf = e.leaf, ++cell.leaves;
    const u32 lane = cell.leaves - 1;
    SmallBoxes& boxes = lists_[cell.list + lane / 8];
    boxes.refs[lane % 8] = e.leaf;
    for (int k = 0; k < 3; ++k) {
      std::uint8_t &low = boxes.low[k][lane % 8], &high = boxes.high[k][lane % 8];
      low = lesser(low, e.low[k]), high = larger(high, e.high[k]);
    }
  }
  return true;
}

LeafCells::LeafCells(const BoxTree& tree) {
  Bounds box;
  double area = 0;
  std::size_t leaves = 0;
  for_each_leaf(tree, [&](u32, std::span<const Triangle> triangles) {
    for (const Triangle& t : triangles) {
      box.add(t.a), box.add(t.b), box.add(t.c);
      area += 0.5 * length(cross(t.b - t.a, t.c - t.a));
    }
    ++leaves;
    return true;
  });
  if (leaves == 0) return;
  double width = std::sqrt(kAreaOfLeaves * area / double(leaves));
  if (!(width > 1e-6 * largest(box.size()))) return;
  const double most_cells = lesser(128.0 * double(leaves) + 4096, 0x1p31);
  hierarchy::LargeVector<Entry> entries;
  entries.reserve(12 * leaves);
  // Wider, where triangles are so uneven or long that they come near to more cells than memory is set aside for.
  for (int tries = 0; tries < 8; ++tries, width *= 1.5) {
    double all = 0;
    while ((all = use(width, box)) > most_cells) width *= 1.125;
    entries.clear();
    Lister lister(*this, 16 * leaves + 256, entries);
    if (!for_each_leaf(tree, [&](u32 leaf, std::span<const Triangle> some) { return lister.add(leaf, some); }))
      continue;
    blocks_.assign(static_cast<std::size_t>(all) / kCells, Block{});
    if (fill(entries, 4 * leaves + 256)) return;
  }
  blocks_ = {};
}

const LeafCells* LeafCells::of(const Model& model, std::size_t points) {
  struct Asked {
    mutable std::atomic<std::size_t> points = 0;
  };
  const Asked& asked = *static_cast<const Asked*>(
      model.derived([](const Model&) -> std::shared_ptr<const void> { return std::make_shared<Asked>(); }));
  const std::size_t all = asked.points.fetch_add(points, std::memory_order_relaxed) + points;
  // Whoever asks for no more has lost as long again as the cells would have saved, at most.
  if (all < 64 || all < model.mesh().size() / 2) return nullptr;
  const auto* const cells = static_cast<const LeafCells*>(model.derived(
      [](const Model& self) -> std::shared_ptr<const void> { return std::make_shared<LeafCells>(self.boxes()); }));
  return cells->empty() ? nullptr : cells;
}

}  // namespace apart::queries
