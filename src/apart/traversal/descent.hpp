// Which of two nodes is replaced by its children. Asked only when both are inner nodes.
#pragma once

namespace apart {

enum class Descend { a, b, both };

struct LargestDiameter {
  template <class V>
  Descend operator()(const V& a, const V& b) const {
    return diameter(a) >= diameter(b) ? Descend::a : Descend::b;
  }
};

}  // namespace apart
