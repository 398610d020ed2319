// What a traversal does with two leaves: the query gets their pairs of primitives, but for those that an early-out test
// separates, and for distances the nearest first.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/traversal/query.hpp>
#include <apart/triangles/lanes/least_gaps.hpp>
#include <apart/triangles/lanes/may_meet.hpp>
#include <bit>
#include <concepts>
#include <type_traits>

namespace apart::traversal {

template <PairQuery Query, class Probe>
class LeafPairs {
 public:
  LeafPairs(Query& query, Probe& probe) : query_(query), probe_(probe) {}

  u64 tests() const { return tests_; }  // of primitives, so far

  // False when the query has enough. The bound is that of the leaves' volumes.
  bool test(std::span<const Item> items_a, Ref a, std::span<const Item> items_b, Ref b,
            [[maybe_unused]] double bound_of_leaves) {
    if constexpr (TriangleQuery<Query>) {
      return for_each_block(items_b, b, triangles_b_, [&](Block& of_b) {
        return for_each_block(items_a, a, triangles_a_, [&](Block& of_a) {
          if constexpr (std::is_same_v<typename Query::Measure, Touching>)
            return test_touching(of_a, of_b);
          else if constexpr (std::is_same_v<typename Query::Measure, Nearness>)
            return test_nearest(of_a, of_b, axis());
          else
            return test_by_boxes(of_a, of_b, bound_of_leaves);
        });
      });
    } else {
      return for_each_primitive(items_a, a, [&](u32 i) {
        return for_each_primitive(items_b, b, [&](u32 j) {
          const Found found = query_.primitives(i, j);
          probe_.primitives(i, j, found);
          ++tests_;
          return found != Found::enough;
        });
      });
    }
  }

  // All pairs of two lists of triangles, which begin with those that are likely to be near, along a direction from A to
  // B.
  bool test(std::span<const u32> of_a, std::span<const u32> of_b, Vec3d towards) requires TriangleQuery<Query> {
    for (std::size_t j = 0; j < of_b.size(); j += kBlock) {
      const Block block_b = listed(of_b.subspan(j));
      here_b_.first = kNone;
      for (std::size_t i = 0; i < of_a.size(); i += kBlock) {
        here_a_.first = kNone;
        if (!test_nearest(listed(of_a.subspan(i)), block_b, towards)) return false;
      }
    }
    here_a_.first = here_b_.first = kNone;
    return true;
  }

 private:
  static constexpr int kBlock = 8;
  static constexpr u32 kNone = ~u32(0);

  struct Boxed {
    Triangle triangle;
    Bounds box;
  };
  // Triangles of one leaf, up to eight, fetched when first wanted.
  struct Block {
    Boxed* triangles;  // memory that is used again for each block
    u32 first;         // item
    u32 numbers[kBlock];
    int count = 0;
    u32 fetched = 0;

    template <class Fetch>
    const Boxed& get(int k, Fetch fetch) {
      if (!(fetched >> k & 1)) {
        fetched |= u32(1) << k;
        triangles[k] = {fetch(numbers[k]), {}};
        for (int corner = 0; corner < 3; ++corner) triangles[k].box.add(triangles[k].triangle[corner]);
      }
      return triangles[k];
    }
  };

  // The triangles of two blocks around the nearest corners so far, which need not be computed: found for each block by
  // itself, and again when there are nearer ones. Of queries that declare themselves, by KnowsCorners: one that derives
  // from such a query may test pairs in another way.
  template <class Q>
  struct KnownCorners {
    static Found test(Q& query, const Triangle* a, const Block& of_a, int i, const Triangle* b, const Block& of_b,
                      int j) {
      return query.primitives(of_a.numbers[i], a[i], of_b.numbers[j], b[j]);
    }
  };
  template <class Q>
  requires std::same_as<typename Q::KnowsCorners, Q>
  struct KnownCorners<Q> {
    u32 in_a = 0, in_b = 0;
    bool up_to_date = false;

    Found test(Q& query, const Triangle* a, const Block& of_a, int i, const Triangle* b, const Block& of_b, int j) {
      if (!up_to_date) {
        in_a = in_b = 0;
        for (int k = 0; k < of_a.count; ++k) in_a |= u32(query.around_nearest_a(a[k])) << k;
        for (int k = 0; k < of_b.count && in_a != 0; ++k) in_b |= u32(query.around_nearest_b(b[k])) << k;
        up_to_date = true;
      }
      if (in_a >> i & in_b >> j & 1) return query.as_near(of_a.numbers[i], of_b.numbers[j]);
      const auto before = query.best;
      const Found found = query.others(of_a.numbers[i], a[i], of_b.numbers[j], b[j]);
      up_to_date =
          query.best.squared == before.squared && query.best.on_s == before.on_s && query.best.on_t == before.on_t;
      return found;
    }
  };

  // All triangles of the block that was tested last.
  struct Fetched {
    u32 first = kNone;
    union {  // not initialized: that takes longer than many walks
      Triangle triangles[kBlock];
    };

    Fetched() {}
    template <class Fetch>
    void fetch(const Block& block, Fetch f) {
      first = block.first;
      for (int k = 0; k < block.count; ++k) triangles[k] = f(block.numbers[k]);
    }
  };

  // One leaf is often tested against several in turn: its triangles are fetched once.
  void fetch(const Block& of_a, const Block& of_b) {
    if (of_a.first != here_a_.first) here_a_.fetch(of_a, [&](u32 i) { return query_.pair.of_a(i); });
    if (of_b.first != here_b_.first) here_b_.fetch(of_b, [&](u32 j) { return query_.pair.of_b(j); });
  }

  // All pairs of two blocks that the early-out test does not separate. False when the query has enough.
  bool test_touching(const Block& of_a, const Block& of_b) {
    fetch(of_a, of_b);
    const Triangle *a = here_a_.triangles, *b = here_b_.triangles;
    const bool single =
        of_a.count == 1 && of_b.count == 1;  // then the early-out test costs nearly as much as the exact one
    const MayMeet said = single ? MayMeet{1, 0} : may_meet({a, std::size_t(of_a.count)}, {b, std::size_t(of_b.count)});
    if constexpr (!std::is_same_v<Probe, NoProbe>)
      for (int i = 0; i < of_a.count; ++i)
        for (int j = 0; j < of_b.count; ++j)
          if (!(said.open >> (kBlock * i + j) & 1)) probe_.boxes_apart(of_a.numbers[i], of_b.numbers[j]);
    for (u64 rest = said.open; rest != 0; rest &= rest - 1) {
      const int pair = std::countr_zero(rest), i = pair / kBlock, j = pair % kBlock;
      const Found found = [&] {
        if constexpr (TouchingQuery<Query>)
          if (said.meeting >> pair & 1) return query_.touching(of_a.numbers[i], of_b.numbers[j]);
        return query_.primitives(of_a.numbers[i], a[i], of_b.numbers[j], b[j]);
      }();
      probe_.primitives(of_a.numbers[i], of_b.numbers[j], found);
      ++tests_;
      if (found == Found::enough) return false;
    }
    return true;
  }

  // All pairs of two blocks that the early-out test leaves within reach, the nearest first. The direction is one that
  // may separate them, or zero. False when the query has enough.
  bool test_nearest(const Block& of_a, const Block& of_b, Vec3d towards) {
    fetch(of_a, of_b);
    const Triangle *a = here_a_.triangles, *b = here_b_.triangles;
    double gaps[kBlock * kBlock];
    const u64 within =
        least_gaps({a, std::size_t(of_a.count)}, {b, std::size_t(of_b.count)}, towards, query_.reach(), gaps);
    int near[kBlock * kBlock], count = 0;
    for (u64 rest = within; rest != 0; rest &= rest - 1) {
      const int pair = std::countr_zero(rest);
      int at = count++;
      for (; at > 0 && gaps[near[at - 1]] > gaps[pair]; --at) near[at] = near[at - 1];
      near[at] = pair;
    }
    u64 tested = 0;
    KnownCorners<Query> known;
    for (int k = 0; k < count && !(gaps[near[k]] > query_.reach()); ++k) {
      const int i = near[k] / kBlock, j = near[k] % kBlock;
      tested |= u64(1) << near[k];
      const Found found = known.test(query_, a, of_a, i, b, of_b, j);
      probe_.primitives(of_a.numbers[i], of_b.numbers[j], found);
      ++tests_;
      if (found == Found::enough) return false;
    }
    if constexpr (!std::is_same_v<Probe, NoProbe>)
      for (int i = 0; i < of_a.count; ++i)
        for (int j = 0; j < of_b.count; ++j)
          if (!(tested >> (kBlock * i + j) & 1)) probe_.boxes_apart(of_a.numbers[i], of_b.numbers[j]);
    return true;
  }

  // The same for a measure of a query's own: those whose boxes are nearest first.
  bool test_by_boxes(Block& of_a, Block& of_b, double bound_of_leaves) {
    struct Near {
      double bound;
      signed char a, b;
    } near[kBlock * kBlock];
    int count = 0;
    const double reach = query_.reach();
    const auto fetch_a = [&](u32 i) { return query_.pair.of_a(i); };
    const auto fetch_b = [&](u32 j) { return query_.pair.of_b(j); };
    const bool single = of_a.count == 1 && of_b.count == 1;  // their boxes would repeat the test of the volumes
    for (int i = 0; i < of_a.count; ++i)
      for (int j = 0; j < of_b.count; ++j) {
        const double bound =
            single ? bound_of_leaves : Query::Measure::bound(of_a.get(i, fetch_a).box, of_b.get(j, fetch_b).box);
        if (bound > reach) {
          probe_.boxes_apart(of_a.numbers[i], of_b.numbers[j]);
          continue;
        }
        int at = count++;
        for (; at > 0 && near[at - 1].bound > bound; --at) near[at] = near[at - 1];
        near[at] = {bound, static_cast<signed char>(i), static_cast<signed char>(j)};
      }
    for (int k = 0; k < count; ++k) {
      const u32 s = of_a.numbers[near[k].a], t = of_b.numbers[near[k].b];
      if (near[k].bound > query_.reach()) {
        probe_.boxes_apart(s, t);
        continue;
      }
      const Found found =
          query_.primitives(s, of_a.get(near[k].a, fetch_a).triangle, t, of_b.get(near[k].b, fetch_b).triangle);
      probe_.primitives(s, t, found);
      ++tests_;
      if (found == Found::enough) return false;
    }
    return true;
  }

  Vec3d axis() const {
    if constexpr (HasAxis<Query>)
      return query_.axis();
    else
      return {};
  }

  static Block listed(std::span<const u32> numbers) {
    Block out;
    out.first = kNone - 1;
    for (std::size_t k = 0; k < lesser(numbers.size(), std::size_t(kBlock)); ++k) out.numbers[out.count++] = numbers[k];
    return out;
  }

  // Calls f(block) for all triangles of a leaf, eight at a time, until f returns false.
  template <class F>
  static bool for_each_block(std::span<const Item> items, Ref leaf, Boxed* place, F f) {
    for (u32 i = leaf.first();;) {
      Block block;
      block.triangles = place;
      block.first = i;
      bool last = false;
      while (!last && block.count < kBlock) {
        block.numbers[block.count++] = items[i].primitive();
        last = items[i++].last();
      }
      if (!f(block)) return false;
      if (last) return true;
    }
  }

  Query& query_;
  Probe& probe_;
  u64 tests_ = 0;
  union {  // not initialized, as above
    Boxed triangles_a_[kBlock];
  };
  union {
    Boxed triangles_b_[kBlock];
  };
  Fetched here_a_, here_b_;
};

}  // namespace apart::traversal
