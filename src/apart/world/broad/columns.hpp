// Columns: a grid in two directions, and each column sorted along the third, the sweep axis. A box is in every column
// that it crosses, and a pair counts in the first one that both are in. Coordinates are floats: rounding is monotone,
// so boxes that overlap do so as floats too, and only where floats are equal are the doubles compared.
//
// A level holds boxes of about one size; larger ones are in a level of their own, with wider columns.
#pragma once
#include <apart/world/broad/large_pages.hpp>
#include <apart/world/broad/methods.hpp>
#include <array>

namespace apart::world {

// A box as floats, along the sweep axis x and across it.
struct FloatBox {
  float low_x, high_x, low_u, high_u, low_v, high_v;
};

// What the kernels see of a level: a column's boxes, sorted by low_x and followed by one that begins at infinity. The
// tag is the index of a box, times four, plus one if this is the first of its columns along u, and two along v.
struct ColumnView {
  const float *low_x, *high_x, *low_u, *high_u, *low_v, *high_v;
  const u32* tag;
  const Bounds* boxes;  // of doubles
};

class ColumnLevel {
 public:
  // Of the boxes with these indices, which must outlive it.
  ColumnLevel(std::span<const Bounds> boxes, std::span<const u32> members, const Workers& workers);

  std::size_t size() const { return size_; }
  // An estimate, from a sample, of how many candidates a box of a column is compared with: many where boxes crowd.
  double mean_window() const { return window_; }
  void self_pairs(Pairs& out, const Workers& workers) const;
  // Calls f(index) for each member that overlaps the box; exact.
  template <class F>
  void each_overlapping(const Bounds& box, F f) const {
    std::array<u32, 128> found;
    for (Search search = begin(box); !search.done;) {
      const u32 count = next(search, box, found);
      for (u32 i = 0; i < count; ++i) f(found[i]);
    }
  }
  std::size_t columns_crossed(const Bounds& box) const;

 private:
  struct Ranges {
    u32 low_u, high_u, low_v, high_v;
  };
  struct Search {
    FloatBox box;
    Ranges columns;
    u32 u, v, at;
    bool done;
  };
  struct Choice;
  FloatBox as_floats(const Bounds& box) const;
  Ranges crossed(const FloatBox& box) const;
  u32 column(u32 u, u32 v) const { return u * count_v_ + v; }
  Search begin(const Bounds& box) const;
  void enter(Search& search) const;
  u32 next(Search& search, const Bounds& box, std::span<u32, 128> found) const;
  ColumnView view() const;
  void choose(std::span<const Bounds> boxes, std::span<const u32> members);
  void fill(std::span<const u32> members, const Workers& workers);

  std::span<const Bounds> boxes_;
  std::size_t size_ = 0;
  int axis_ = 0;  // of the sweep
  Vec3d centre_{};
  float begin_u_ = 0, begin_v_ = 0, scale_u_ = 0, scale_v_ = 0;
  u32 count_u_ = 1, count_v_ = 1;
  float widest_ = 0;  // along the sweep axis, an upper bound
  double window_ = 0;
  std::vector<u32> begin_;      // of each column, and the end of the last
  LargeVector<float> numbers_;  // low and high along x, u and v, each of all columns
  LargeVector<u32> tags_;
  std::size_t total_ = 0;  // of each
  float* numbers(std::size_t k) { return numbers_.data() + k * total_; }
  const float* numbers(std::size_t k) const { return numbers_.data() + k * total_; }
};

// All levels of a set of boxes.
class Columns {
 public:
  Columns(std::span<const Bounds> boxes, const Workers& workers);
  // Do boxes crowd so much that a tree finds their pairs faster?
  bool crowded() const;
  Pairs pairs(const Workers& workers) const;
  template <class F>
  void each_overlapping(const Bounds& box, F f) const {
    for (const ColumnLevel& level : levels_) level.each_overlapping(box, f);
  }

 private:
  std::span<const Bounds> boxes_;
  std::vector<std::vector<u32>> members_;
  std::vector<ColumnLevel> levels_;
};

}  // namespace apart::world
