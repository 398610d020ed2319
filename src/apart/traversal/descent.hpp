// Descent rules: which of two inner nodes is replaced by its children.
#pragma once
#include <apart/base/inline.hpp>

namespace apart::traversal {

enum class Descend { a, b, both };

// A rule that passes no state from a pair to its children.
struct Forgetful {
  struct Memory {
    constexpr Memory after(Descend) const { return {}; }
  };
};

struct LargestDiameter : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return diameter(a) >= diameter(b) ? Descend::a : Descend::b;
  }
};

struct LargestArea : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return area(a) >= area(b) ? Descend::a : Descend::b;
  }
};

struct LargestVolume : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return size(a) >= size(b) ? Descend::a : Descend::b;
  }
};

// The other way round: the smaller one first, so that small nodes are opened against large ones.
struct SmallestDiameter : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return diameter(a) <= diameter(b) ? Descend::a : Descend::b;
  }
};

struct SmallestArea : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return area(a) <= area(b) ? Descend::a : Descend::b;
  }
};

struct SmallestVolume : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V& a, const V& b, Memory) const {
    return size(a) <= size(b) ? Descend::a : Descend::b;
  }
};

// A to its leaves before B, or the other way round.
struct DescendA : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V&, const V&, Memory) const {
    return Descend::a;
  }
};
struct DescendB : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V&, const V&, Memory) const {
    return Descend::b;
  }
};

// A, then B, then A.
struct Alternate {
  struct Memory {
    Descend last = Descend::b;
    constexpr Memory after(Descend now) const { return {now}; }
  };
  template <class V>
  APART_INLINE Descend operator()(const V&, const V&, Memory memory) const {
    return memory.last == Descend::a ? Descend::b : Descend::a;
  }
};

// All children of one with all of the other.
struct DescendBoth : Forgetful {
  template <class V>
  APART_INLINE Descend operator()(const V&, const V&, Memory) const {
    return Descend::both;
  }
};

}  // namespace apart::traversal
