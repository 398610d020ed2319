// Lower bounds of the distance of two nodes by their convex hulls, in a traversal for which the bounds by volumes are
// not tight enough; and the cut, where the traversal at the next pose may start.
#pragma once
#include <apart/traversal/hull_gap.hpp>
#include <bit>
#include <span>
#include <vector>

namespace apart::traversal {

template <bool kOfA>
struct SiblingPairs;

// Bounds by volumes alone.
struct NoHulls {
  struct Hint {};

  template <class Memory>
  struct State {
    static constexpr bool reports_all() { return false; }
    static constexpr double reach(double of_query) { return of_query; }
    static constexpr bool separate(auto&, double) { return false; }
    static constexpr bool twig_a(const auto&) { return false; }
    static constexpr bool twig_b(const auto&) { return false; }
    static constexpr void dropped(const auto&) {}
    static constexpr auto refine(auto&, u64, auto&, const auto&, const auto&) {
      return [](u32) { return Hint{}; };
    }
    static Vec3f axis(Hint, const auto& query) { return cast<float>(query.axis()); }
  };
};

// For trees whose nodes are numbers, as those of NodeHulls are.
struct HullBounds {
  struct Hint : HullGap::Hint {  // of a pair, and passed on to the pairs of its children
    bool covered = false;        // a pair above is in the cut in its place
  };

  // Where the last traversal ended is where the next one may start. A cut is made of the pairs of inner nodes that a
  // traversal drops, and of those that it opens down to leaves: together they cover all pairs, unless the query had
  // enough before the traversal was over.
  template <class Memory>
  struct CutPair {
    u32 a, b;
    Vec3f direction;  // from A to B, along which they lay apart
    [[no_unique_address]] Memory memory;
  };

  template <class Memory>
  class State {
   public:
    using Cut = std::vector<CutPair<Memory>>;

    // Both before the first step that is to use them. What is given must outlive the traversal.
    void use(HullGap* gap) { gap_ = gap->in_range() ? gap : nullptr; }
    void keep_cut(Cut& next) { cut_ = &next; }

    // Sorts the pairs of the last cut: put(pair, bound) those within reach, the others stay in the cut.
    template <class Put>
    void start_from(const Cut& last, double reach_of_query, Put put) {
      HullGap::Along along{};
      double depth_of_b = 0;
      const CutPair<Memory>* before = nullptr;
      for (const CutPair<Memory>& entry : last) {
        double bound = -std::numeric_limits<double>::infinity();
        if (gap_ && gap_->has(entry.a, entry.b)) {
          // Siblings are neighbours in it: direction and other node are often those of the entry before.
          const bool same = before && before->direction == entry.direction;
          if (!same) along = gap_->along(entry.direction);
          if (!same || before->b != entry.b) depth_of_b = gap_->depth_of_b(entry.b, along);
          before = &entry;
          bound = gap_->slab(along, gap_->height_of_a(entry.a, along), depth_of_b);
        }
        if (bound > reach(reach_of_query))
          cut_->push_back(entry);
        else
          put(entry, bound);
      }
    }

    bool reports_all() const { return cut_; }
    // Nearer than the query's reach, where vertices are known to be.
    double reach(double of_query) const { return gap_ ? lesser(of_query, gap_->at_most()) : of_query; }

    // Raises the bound of a pair of inner nodes; true where it is then beyond reach.
    template <class Pair>
    bool separate(Pair& pair, double reach_of_query) {
      if (!gap_) return false;
      Vec3f& direction = pair.hint.direction;
      if (direction == Vec3f{}) direction = gap_->towards_b();
      if (!gap_->has(pair.a, pair.b)) return false;
      pair.bound = larger(pair.bound, gap_->between(pair.a, pair.b, reach(reach_of_query), pair.hint));
      return pair.bound > reach(reach_of_query);
    }

    // Twigs are not taken apart: their triangles are.
    bool twig_a(u32 a) const { return gap_ && gap_->twig_a(a); }
    bool twig_b(u32 b) const { return gap_ && gap_->twig_b(b); }
    template <class Pair>
    void near_triangles(const Pair& pair, double reach_of_query, HullGap::NearTriangles& of_a,
                        HullGap::NearTriangles& of_b) const {
      gap_->near_triangles(pair.a, pair.b, pair.hint.direction, reach(reach_of_query), of_a, of_b);
    }

    template <class Pair>
    void dropped(const Pair& pair) {
      if (cut_ && !pair.hint.covered) cut_->push_back({pair.a, pair.b, pair.hint.direction, pair.memory});
    }

    // Raises the bounds of those children in `near`, along the direction that separates their parents, and returns the
    // children's hints as a function of their number.
    template <class Children, class Pair, class TreeA, class TreeB>
    auto refine(Children&, u64, Pair& parent, const TreeA&, const TreeB&) {
      return [&parent](u32) { return parent.hint; };
    }
    template <bool kOfA, class Pair, class TreeA, class TreeB>
    auto refine(SiblingPairs<kOfA>& children, u64 near, Pair& parent, const TreeA& a, const TreeB& b) {
      const auto is_leaf = [&](u32 k) {
        const u32 child = children.first + k;
        return (kOfA ? a.ref(child) : b.ref(child)).is_leaf() &&
               !(gap_ && (kOfA ? gap_->has_a(child) : gap_->has_b(child)));
      };
      if (cut_ && !parent.hint.covered && any(children.count, is_leaf)) {
        dropped(parent);
        parent.hint.covered = true;
      }
      struct Hints {
        const Hint& parent;
        Vec3f supports[SiblingPairs<kOfA>::kMost]{};
        Hint operator()(u32 k) const {
          Hint hint = parent;
          hint.support = supports[k];
          return hint;
        }
      } hints{parent.hint};
      if (gap_)
        gap_->template slabs<kOfA>(parent.hint.direction, children.first, near, children.other, children.bounds,
                                   hints.supports);
      return hints;
    }

    // The direction that separates a pair, or else that of the query's nearest points so far.
    template <class Query>
    static Vec3f axis(const Hint& hint, const Query& query) {
      return hint.direction == Vec3f{} ? cast<float>(query.axis()) : hint.direction;
    }

   private:
    template <class F>
    static bool any(u32 count, F is) {
      for (u32 k = 0; k < count; ++k)
        if (is(k)) return true;
      return false;
    }

    HullGap* gap_ = nullptr;
    Cut* cut_ = nullptr;
  };
};

}  // namespace apart::traversal
