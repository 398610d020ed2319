// Records the test tree of a traversal: every test of two volumes with the pair it came from, and every test of two
// primitives (Gottschalk 2000, section 2.5). For display, replay and statistics by level.
#pragma once
#include <apart/traversal/watch/probe.hpp>
#include <unordered_map>
#include <vector>

namespace apart::traversal {

struct Record {
  static constexpr u32 kNone = ~u32(0);

  struct Test {
    u32 a, b;    // nodes
    u32 parent;  // the test whose pair was opened; kNone of the first
    bool kept;   // within the reach of the query
    double bound;
  };
  struct LeafTest {
    u32 a, b;    // primitives
    u32 parent;  // the test of their leaves' volumes
    Found found;
  };
  std::vector<Test> tests;  // in the order in which they were made; parents before children
  std::vector<LeafTest> leaf_tests;
  std::vector<LeafTest> rejected;  // by an early-out test

  void taken(u32 a, u32 b) { current_ = numbers_.at(key(a, b)); }
  void volumes(u32 a, u32 b, bool kept, double bound) {
    numbers_[key(a, b)] = static_cast<u32>(tests.size());
    tests.push_back({a, b, current_, kept, bound});
  }
  void primitives(u32 a, u32 b, Found found) { leaf_tests.push_back({a, b, current_, found}); }
  void boxes_apart(u32 a, u32 b) { rejected.push_back({a, b, current_, Found::nothing}); }
  static constexpr void update() {}

  u32 current() const { return current_; }  // the test whose pair was taken last; kNone before the first

 private:
  static u64 key(u32 a, u32 b) { return u64(a) << 32 | b; }
  std::unordered_map<u64, u32> numbers_;  // a pair is tested once in a walk
  u32 current_ = kNone;
};

// How many tests lead to this one.
inline u32 level(const Record& record, u32 test) {
  u32 n = 0;
  while ((test = record.tests[test].parent) != Record::kNone) ++n;
  return n;
}

}  // namespace apart::traversal
