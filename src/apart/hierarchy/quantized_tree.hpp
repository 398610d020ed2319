// A wide tree of boxes in few bits: coordinates of 8 or 16 bits relative to the node's own box, rounded outward, and
// decoded to lanes when a walk asks.
#pragma once
#include <apart/hierarchy/wide_tree.hpp>
#include <apart/volumes/aabb.hpp>

namespace apart {

// A child's centre is origin + centre · step, its half size half · step / 2. The product is exact (a step has so many
// digits fewer), and the sum is rounded as it was when the half size was chosen, so the decoded box holds the given
// one. Lanes after the last child hold anything; a walk stops at the mark.
//   8 bits    4: 64 bytes   8: 104 bytes
//   16 bits   4: 88 bytes   8: 152 bytes
template <int W, class Q>
struct alignas(W * sizeof(Q) == 4 ? 64 : 8) QuantizedNode {
  Vec3f origin;    // 12
  Vec3f step;      // 12
  Q centre[3][W];  // 3 · W · sizeof(Q)
  Q half[3][W];    // 3 · W · sizeof(Q)
  Ref refs[W];     // 4 · W
};
static_assert(sizeof(QuantizedNode<4, std::uint8_t>) == 64 && sizeof(QuantizedNode<8, std::uint8_t>) == 104);
static_assert(sizeof(QuantizedNode<4, std::uint16_t>) == 88 && sizeof(QuantizedNode<8, std::uint16_t>) == 152);

// Slots are as in a WideTree.
template <class V, int W, class Q = std::uint8_t>
requires std::same_as<V, Aabb<float>>
struct QuantizedTree {
  using VolumeType = V;
  using Node = u32;
  static constexpr int kWidth = W;

  std::vector<QuantizedNode<W, Q>> nodes;
  std::vector<Item> order;
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 slot) const { return nodes[slot / W].refs[slot % W]; }
  bool is_last(u32 slot) const { return ref(slot).is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  V volume(u32 slot) const {
    const QuantizedNode<W, Q>& node = nodes[slot / W];
    V out;
    for (int k = 0; k < 3; ++k) {
      out.centre[k] = node.origin[k] + static_cast<float>(node.centre[k][slot % W]) * node.step[k];
      out.half[k] = static_cast<float>(node.half[k][slot % W]) * (0.5f * node.step[k]);
    }
    return out;
  }
  std::span<const Item> items() const { return order; }

  // The volumes of all children of an inner slot, whose ref this is.
  InLanes<V, W> pack(Ref inner) const {
    using P = Pack<float, W>;
    const QuantizedNode<W, Q>& node = nodes[inner.first() / W];
    const auto centre = [&](int k) { return P(node.origin[k]) + numbers(node.centre[k]) * P(node.step[k]); };
    const auto half = [&](int k) { return numbers(node.half[k]) * P(0.5f * node.step[k]); };
    return {{centre(0), centre(1), centre(2)}, {half(0), half(1), half(2)}};
  }

 private:
  APART_INLINE static Pack<float, W> numbers(const Q (&from)[W]) {
    typedef Q Narrow __attribute__((vector_size(W * sizeof(Q))));
    typedef float Wide __attribute__((vector_size(W * sizeof(float))));
    Narrow narrow;
    std::memcpy(&narrow, from, sizeof narrow);
    const Wide wide = __builtin_convertvector(narrow, Wide);
    float out[W];
    std::memcpy(out, &wide, sizeof out);
    return Pack<float, W>::load(out);
  }
};

template <class V, int W, class Q>
std::size_t bytes(const QuantizedTree<V, W, Q>& tree) {
  return tree.nodes.size() * sizeof(QuantizedNode<W, Q>) + tree.order.size() * sizeof(Item);
}

// How one coordinate of some boxes is told in steps.
template <class Q>
struct Steps {
  static constexpr int kMost = std::numeric_limits<Q>::max();
  float origin = 0, step = 0;

  // Boxes are centres and half sizes, none of them empty. False when the step is too small.
  bool encode(float centre, float half, Q& centre_steps, Q& half_steps) const {
    const double to_centre = step > 0 ? std::nearbyint((double(centre) - double(origin)) / double(step)) : 0;
    if (!(to_centre >= 0 && to_centre <= kMost)) return false;
    const float decoded = origin + static_cast<float>(to_centre) * step;  // as it will be
    const double room = (std::abs(double(centre) - double(decoded)) + double(half)) * (1 + 4 * kUnit<double>);
    double to_half = step > 0 ? std::ceil(room / (0.5 * double(step))) : 0;
    if (to_half * (0.5 * double(step)) < room) ++to_half;  // what the quotient lost, or no step at all
    if (!(to_half <= kMost) || to_half * (0.5 * double(step)) < room) return false;
    centre_steps = static_cast<Q>(to_centre), half_steps = static_cast<Q>(to_half);
    return true;
  }

  // A float not below x, with so few digits that its product with any Q is exact.
  static float step_above(double x) {
    constexpr int digits = std::numeric_limits<float>::digits - std::numeric_limits<Q>::digits;
    int exponent;
    const double share = std::frexp(larger(x, 2.0 * double(std::numeric_limits<float>::min())), &exponent);
    return rounded<float>(std::ldexp(std::ceil(std::ldexp(share, digits)), exponent - digits));
  }
};

// The same tree in few bits. No volume may be empty.
template <class Q, int W>
QuantizedTree<Aabb<float>, W, Q> quantized(const WideTree<Aabb<float>, W>& tree) {
  QuantizedTree<Aabb<float>, W, Q> out{{}, tree.order, tree.frame};
  out.nodes.resize(tree.nodes.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    auto& node = out.nodes[n];
    Aabb<float> boxes[W];
    int count = 0;
    do {
      boxes[count] = lane_of<Aabb<float>>(tree.nodes[n].volumes, count);
      APART_ASSERT(!is_empty(boxes[count]), "a box that holds nothing has no size to tell in steps");
      node.refs[count] = tree.nodes[n].refs[count];
    } while (!node.refs[count++].is_last());
    for (int k = 0; k < 3; ++k) {
      double low = Bounds::kInfinity, high = -Bounds::kInfinity;
      for (int i = 0; i < count; ++i) {
        low = lesser(low, double(boxes[i].centre[k]) - double(boxes[i].half[k]));
        high = larger(high, double(boxes[i].centre[k]) + double(boxes[i].half[k]));
      }
      Steps<Q> steps{round_below<float>(low), 0};
      // A box as large as the node, its centre half a step off, still needs no more than the most.
      if (high > double(steps.origin))
        steps.step = Steps<Q>::step_above((high - double(steps.origin)) / (Steps<Q>::kMost - 2));
      const auto all_fit = [&] {
        for (int i = 0; i < count; ++i)
          if (!steps.encode(boxes[i].centre[k], boxes[i].half[k], node.centre[k][i], node.half[k][i])) return false;
        return true;
      };
      // Far from the origin a sum may be rounded by more than a step.
      while (!all_fit()) steps.step = Steps<Q>::step_above(2 * double(steps.step));
      node.origin[k] = steps.origin, node.step[k] = steps.step;
    }
  }
  return out;
}

}  // namespace apart
