// Columns: a grid in two directions, and each column cut into slabs along the third, the sweep axis. A box is in every
// column that it crosses, there in the slab in which it begins, and a pair counts in the first column that both are in.
// A box is compared with those behind it up to the end of the slab in which it ends. Where boxes crowd in a slab, the
// column is sorted, too, and the comparison ends at the first that begins behind the box.
//
// Coordinates are floats: rounding is monotone, so boxes that overlap do so as floats too, and only where floats are
// equal are the doubles compared.
//
// A level holds boxes of about one size; larger ones are in a level of their own, with wider columns.
#pragma once
#include <apart/base/inline.hpp>
#include <apart/broad/methods.hpp>
#include <apart/hierarchy/large_pages.hpp>
#include <array>

namespace apart::broad {

// A box as floats, along the sweep axis x and across it.
struct FloatBox {
  float low_x, high_x, low_u, high_u, low_v, high_v;
};

// AxisCells along one axis: their number grows with x, and those beyond the ends are in the first and the last.
struct AxisCells {
  float begin = 0, scale = 0, last = 0;
  u32 count = 1;

  // NaN, of an infinite extent, is 0.
  APART_INLINE u32 of(float x) const {
    return static_cast<u32>(static_cast<std::int32_t>(larger(0.0f, lesser((x - begin) * scale, last))));
  }
};

// What the kernels see of a level: the boxes of all columns, of each slab by slab, followed by some that begin at
// infinity. The tag is the index of a box, times four, plus one if this is the first of its columns along u, and two
// along v.
struct ColumnView {
  const float *low_x, *high_x, *low_u, *high_u, *low_v, *high_v;
  const u32* tag;
  const Bounds* boxes;  // of doubles
  AxisCells slabs;
};
// One column: where it begins and ends, where each slab of it ends, and whether it is sorted by low_x.
struct Column {
  u32 begin, end;
  const u32* slab_end;
  bool sorted;
};

// What is known of boxes before they are put into columns.
struct BoxSizes {
  static constexpr std::size_t kClasses = 2048;
  Bounds all;  // finite
  Vec3d sum{};
  u32 count = 0;
  bool unbounded = false;                // some are cut off at kFarthestBound
  std::array<u32, kClasses> of_class{};  // how many, by the exponent of the largest side
};

class ColumnLevel {
 public:
  // Of the boxes with these indices, none of them empty, which must outlive it.
  ColumnLevel(std::span<const Bounds> boxes, std::span<const u32> members, const BoxSizes& sizes,
              const Workers& workers);

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
    u32 u, v, at, end;
    bool done, sorted;
  };
  FloatBox as_floats(const Bounds& box) const;
  template <int X>
  FloatBox near_floats(const Bounds& box) const;
  Ranges crossed(const FloatBox& box) const {
    return {cells_u_.of(box.low_u), cells_u_.of(box.high_u), cells_v_.of(box.low_v), cells_v_.of(box.high_v)};
  }
  u32 column(u32 u, u32 v) const { return u * cells_v_.count + v; }
  Column column(u32 index) const;
  Search begin(const Bounds& box) const;
  void enter(Search& search) const;
  u32 next(Search& search, const Bounds& box, std::span<u32, 128> found) const;
  ColumnView view() const;
  void choose(const BoxSizes& sizes);
  void fill(std::span<const u32> members, const Workers& workers);

  std::span<const Bounds> boxes_;
  std::size_t size_ = 0;
  int axis_ = 0;  // of the sweep
  Vec3d centre_{};
  AxisCells cells_u_, cells_v_, slabs_;
  bool wide_ = false;  // coordinates may be beyond those of floats
  float widest_ = 0;   // along the sweep axis, an upper bound
  double window_ = 0;
  std::vector<u32> begin_;      // of each column, and the end of the last, with padding
  std::vector<char> sorted_;    // each column
  UnsetVector<u32> slab_ends_;  // of all slabs of all columns
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

}  // namespace apart::broad
