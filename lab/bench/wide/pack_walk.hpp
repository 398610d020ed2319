// A walk of two wide trees: one volume against all children of the other at once.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>

namespace apart::lab::wide {

// A volume in the other tree's lanes: precomputes what is the same in every lane.
template <class V>
struct Seen;

template <>
struct Seen<Obb<float>> {
  Obb<float> box;  // in the lanes' frame
  float slack;

  static Seen from_a(const Obb<float>& b, const Placement<float>& at) {
    return {{b.axes * transposed(at.rotation), at.rotation * b.centre + at.translation, b.half}, at.slack};
  }
  static Seen from_b(const Obb<float>& a, const Placement<float>& at) {
    return {{a.axes * at.rotation, transposed_times(at.rotation, a.centre - at.translation), a.half}, at.slack};
  }
  template <class P>
  APART_INLINE static Vec3<P> same(Vec3f v) {
    return {P(v.x), P(v.y), P(v.z)};
  }
  template <class P>
  APART_INLINE ObbPair<P> pair(const Obb<P>& lanes) const {
    const Vec3<P> d = same<P>(box.centre) - lanes.centre;
    const Mat3<P> columns =
        Mat3<P>::from_columns(same<P>(box.axes.rows[0]), same<P>(box.axes.rows[1]), same<P>(box.axes.rows[2]));
    return ObbPair<P>(lanes.half, lanes.axes * d, lanes.axes * columns, same<P>(box.half), P(slack));
  }
  template <class P>
  APART_INLINE MaskOf<P> overlaps(const Obb<P>& lanes) const {
    return !apart_by_axes(pair(lanes));
  }
  template <class P>
  APART_INLINE P gap_to(const Obb<P>& lanes) const {
    const ObbPair<P> p = pair(lanes);
    const P o(0.0f);
    const Vec3<P> zero{o, o, o}, errors{p.error, p.error, p.error};
    const Vec3<P> along_a = abs(p.shift) - (p.half_a + p.sizes * p.half_b + errors);
    const Vec3<P> along_b =
        abs(transposed_times(p.rotation, p.shift)) - (p.half_b + transposed_times(p.sizes, p.half_a) + errors);
    return number<P>(1 - 32 * kUnit<P>) * larger(length(larger(along_a, zero)), length(larger(along_b, zero)));
  }
};

template <>
struct Seen<Aabb<float>> {
  Vec3f centre, wrapped, half;  // centre and wrapping in the lanes' frame
  Mat3f own;                    // from the lanes' frame to the volume's own
  Mat3f own_sizes;
  float slack;

  static Seen from_a(const Aabb<float>& b, const Placement<float>& at) {
    return {at.rotation * b.centre + at.translation,
            at.size_rotation * b.half,
            b.half,
            transposed(at.rotation),
            transposed(at.size_rotation),
            at.slack};
  }
  static Seen from_b(const Aabb<float>& a, const Placement<float>& at) {
    return {transposed_times(at.rotation, a.centre - at.translation),
            transposed_times(at.size_rotation, a.half),
            a.half,
            at.rotation,
            at.size_rotation,
            at.slack};
  }
  template <class P>
  struct Separation {
    Vec3<P> along_lanes, along_own;
  };
  template <class P>
  APART_INLINE Separation<P> separation(const Aabb<P>& lanes) const {
    const auto same = [](Vec3f v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
    const auto mat = [&](const Mat3f& m) { return Mat3<P>{{same(m.rows[0]), same(m.rows[1]), same(m.rows[2])}}; };
    const Vec3<P> d = same(centre) - lanes.centre, e = mat(own) * d;
    const Vec3<P> both = lanes.half + same(half);
    const P error = P(slack) + number<P>(32 * kUnit<P>) * (both.x + both.y + both.z);
    const Vec3<P> errors{error, error, error};
    return {abs(d) - (lanes.half + same(wrapped) + errors),
            abs(e) - (same(half) + mat(own_sizes) * lanes.half + errors)};
  }
  template <class P>
  APART_INLINE MaskOf<P> overlaps(const Aabb<P>& lanes) const {
    const Separation<P> s = separation(lanes);
    return !(largest(larger(s.along_lanes, s.along_own)) > P(0.0f));
  }
  template <class P>
  APART_INLINE P gap_to(const Aabb<P>& lanes) const {
    const Separation<P> s = separation(lanes);
    const P o(0.0f);
    const Vec3<P> zero{o, o, o};
    return number<P>(1 - 32 * kUnit<P>) *
           larger(length(larger(s.along_lanes, zero)), length(larger(s.along_own, zero)));
  }
};

// As a traversal would without such help: the same functions as for one pair, everything in every lane.
template <class V, int W>
struct Plain {
  using P = Pack<float, W>;
  InLanes<V, W> same;
  const Placement<P>& at;
  bool lanes_are_a;

  APART_INLINE MaskOf<P> overlaps(const InLanes<V, W>& lanes) const {
    return lanes_are_a ? overlap(lanes, at, same) : overlap(same, at, lanes);
  }
  APART_INLINE P gap_to(const InLanes<V, W>& lanes) const {
    return lanes_are_a ? gap(lanes, at, same) : gap(same, at, lanes);
  }
};

// Depth first over two wide trees.
template <class WideTree, bool kSeen, class Query>
struct PackWalk {
  using V = typename WideTree::VolumeType;
  static constexpr int W = WideTree::kWidth;
  using P = Pack<float, W>;
  static constexpr bool kTouching = std::is_same_v<typename Query::Measure, Touching>;
  struct Open {
    u32 a, b;
    float bound, size_a, size_b;  // sizes: the halves' squared lengths, found in lanes when the pack was tested
  };
  const WideTree& a;
  const WideTree& b;
  Placement<float> at;
  Placement<P> wide_at;
  Query& query;
  u64 packs = 0;
  GrowingStack<Open> open;

  PackWalk(const WideTree& ta, const Pose& pose, const WideTree& tb, Query& q)
      : a(ta), b(tb), at(placement<float>(ta.frame, pose, tb.frame)), wide_at(in_lanes<P>(at)), query(q) {}

  // Replaces one side, whose ref this is, by its children.
  template <bool kLanesAreA>
  APART_INLINE void descend(const Open& now, const WideTree& tree, Ref ref, const V& fixed) {
    ++packs;
    const InLanes<V, W>& lanes = tree.pack(ref);
    const Ref* refs = tree.nodes[ref.first() / W].refs;
    alignas(32) float bounds[W], sizes[W];
    dot(lanes.half, lanes.half).store(sizes);
    u32 kept;
    const auto test = [&](const auto& seen) {
      if constexpr (kTouching) {
        kept = bits(seen.overlaps(lanes));
      } else {
        // Children are part of their parents.
        const P gaps = larger(lesser(seen.gap_to(lanes), P(1e18f)), P(now.bound));
        kept = bits(!(gaps > P(round_below<float>(query.reach()))));
        gaps.store(bounds);
      }
    };
    if constexpr (kSeen)
      test(kLanesAreA ? Seen<V>::from_a(fixed, at) : Seen<V>::from_b(fixed, at));
    else
      test(Plain<V, W>{in_every_lane<W>(fixed), wide_at, kLanesAreA});
    Open found[W];
    int count = 0;
    for (u32 lane = 0;; ++lane) {
      if (kept >> lane & 1) {
        const Open pair = kLanesAreA
                              ? Open{ref.first() + lane, now.b, kTouching ? 0 : bounds[lane], sizes[lane], now.size_b}
                              : Open{now.a, ref.first() + lane, kTouching ? 0 : bounds[lane], now.size_a, sizes[lane]};
        int place = count++;
        if constexpr (!kTouching)
          for (; place > 0 && found[place - 1].bound <= pair.bound; --place) found[place] = found[place - 1];
        found[place] = pair;
      }
      if (refs[lane].is_last()) break;
    }
    for (int k = 0; k < count; ++k) open.push(found[k]);
  }

  void run() {
    if (a.empty() || b.empty()) return;
    open.push({0, 0, 0, 1, 1});
    while (!open.empty()) {
      const Open now = open.pop();
      if (double(now.bound) > query.reach()) continue;
      const Ref ra = a.ref(now.a), rb = b.ref(now.b);
      if (ra.is_leaf() && rb.is_leaf()) {
        const bool all = for_each_primitive(a.items(), ra, [&](u32 i) {
          return for_each_primitive(b.items(), rb, [&](u32 j) { return query.primitives(i, j) != Found::enough; });
        });
        if (!all) return;
      } else if (rb.is_leaf() || (!ra.is_leaf() && now.size_a >= now.size_b)) {
        descend<true>(now, a, ra, b.volume(now.b));
      } else {
        descend<false>(now, b, rb, a.volume(now.a));
      }
    }
  }
};

}  // namespace apart::lab::wide
