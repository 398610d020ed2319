// Cells in a hash table: each holds a list of boxes. Chained lists in one array, so that nothing is freed one by one.
#pragma once
#include <apart/broad/cells.hpp>
#include <bit>
#include <vector>

namespace apart::broad {

class CellTable {
 public:
  explicit CellTable(std::size_t entries) : heads_(std::bit_ceil(2 * entries + 2), kNone) { entries_.reserve(entries); }

  void add(const Cell& cell, u32 level, u32 box) {
    u32& head = heads_[place(cell, level)];
    entries_.push_back({cell, level, box, head});
    head = static_cast<u32>(entries_.size() - 1);
  }
  // f(box) for each in the cell; other cells that share its place are skipped.
  template <class F>
  void each(const Cell& cell, u32 level, F f) const {
    for (u32 e = heads_[place(cell, level)]; e != kNone; e = entries_[e].next)
      if (entries_[e].level == level && entries_[e].cell == cell) f(entries_[e].box);
  }

 private:
  static constexpr u32 kNone = ~u32(0);
  struct Entry {
    Cell cell;
    u32 level, box, next;
  };
  std::size_t place(const Cell& c, u32 level) const {
    u64 h = level;
    for (std::int64_t x : c) h = (h ^ static_cast<u64>(x)) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
    return static_cast<std::size_t>(h) & (heads_.size() - 1);
  }
  std::vector<u32> heads_;
  std::vector<Entry> entries_;
};

}  // namespace apart::broad
