// Sweep and prune: the ends of all boxes in one sorted list per axis, kept sorted by insertion sort from frame to
// frame. Where an end passes another, a pair begins or ceases to overlap along that axis; pairs that overlap along all
// axes with a list are in a hash table. One axis may have no list: its overlap is tested when pairs are listed.
#pragma once
#include <apart/broad/methods.hpp>
#include <array>
#include <unordered_set>

namespace apart::broad {

class SweepAndPrune {
 public:
  // `skipped`: the axis without a list, 0 … 2; none by default. Where most motion is along one axis, as in falling, its
  // list would cost most.
  explicit SweepAndPrune(std::optional<int> skipped = {});

  void set(u32 id, const Bounds& box);  // adds it, or moves it
  void remove(u32 id);
  Pairs pairs();  // in any order

  u64 swaps() const { return swaps_; }  // of insertion sort, so far

 private:
  struct End {
    double at;
    u32 box;
    bool is_high;
    // At one coordinate, what begins comes before what ends: boxes that touch overlap.
    bool before(const End& other) const { return at < other.at || (at == other.at && !is_high && other.is_high); }
  };
  bool overlap_in_lists(u32 a, u32 b) const;
  void update_ends();
  void build();
  void sort(std::vector<End>& ends);

  std::vector<int> axes_;  // with a list
  std::array<std::vector<End>, 3> ends_;
  std::vector<Bounds> boxes_;
  std::vector<char> there_;  // in the lists
  std::vector<u32> added_;
  std::vector<char> is_new_;
  bool removed_ = false;
  std::size_t count_ = 0;
  std::unordered_set<u64> found_;  // never iterated where order matters: pairs are sorted later
  u64 swaps_ = 0;
};

}  // namespace apart::broad
