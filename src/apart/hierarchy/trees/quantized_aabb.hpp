// Quantized axis-aligned boxes: positions and sizes in steps of the node's own box, rounded outward.
#pragma once
#include <apart/hierarchy/trees/quantized_tree.hpp>
#include <apart/hierarchy/trees/steps.hpp>
#include <apart/volumes/kinds/aabb.hpp>

namespace apart::hierarchy {

// Quantizes one coordinate of some boxes.
template <class Q>
struct Steps {
  static constexpr int kMost = std::numeric_limits<Q>::max();
  float origin = 0, step = 0;

  // Boxes are centres and half sizes, none of them empty. False if the step is too small.
  bool encode(float centre, float half, Q& centre_steps, Q& half_steps) const {
    const double to_centre = step > 0 ? std::nearbyint((double(centre) - double(origin)) / double(step)) : 0;
    if (!(to_centre >= 0 && to_centre <= kMost)) return false;
    const float decoded = origin + static_cast<float>(to_centre) * step;  // as it will be decoded
    const double needed = (std::abs(double(centre) - double(decoded)) + double(half)) * (1 + 4 * kUnit<double>);
    double to_half = step > 0 ? std::ceil(needed / (0.5 * double(step))) : 0;
    if (to_half * (0.5 * double(step)) < needed) ++to_half;  // what the quotient lost, or a zero step
    if (!(to_half <= kMost) || to_half * (0.5 * double(step)) < needed) return false;
    centre_steps = static_cast<Q>(to_centre), half_steps = static_cast<Q>(to_half);
    return true;
  }
};

// A child's centre is origin + centre · step, its half size half · step / 2. The product is exact (a step has so many
// digits fewer), and the sum is rounded as it was when the half size was chosen, so the decoded box contains the given
// one.
//   8 bits    4: 64 bytes   8: 104 bytes
//   16 bits   4: 88 bytes   8: 152 bytes
template <int W, class Q>
struct alignas(W * sizeof(Q) == 4 ? 64 : 8) QuantizedNode<Aabb<float>, W, Q> {
  Vec3f origin;    // 12
  Vec3f step;      // 12
  Q centre[3][W];  // 3 · W · sizeof(Q)
  Q half[3][W];    // 3 · W · sizeof(Q)
  Ref refs[W];     // 4 · W

  Aabb<float> volume(u32 lane) const {
    Aabb<float> out;
    for (int k = 0; k < 3; ++k) {
      out.centre[k] = origin[k] + static_cast<float>(centre[k][lane]) * step[k];
      out.half[k] = static_cast<float>(half[k][lane]) * (0.5f * step[k]);
    }
    return out;
  }
  InLanes<Aabb<float>, W> volumes() const {
    using P = Pack<float, W>;
    const auto centres = [&](int k) { return P(origin[k]) + decoded(centre[k]) * P(step[k]); };
    const auto halves = [&](int k) { return decoded(half[k]) * P(0.5f * step[k]); };
    return {{centres(0), centres(1), centres(2)}, {halves(0), halves(1), halves(2)}};
  }

  void encode(std::span<const Aabb<float>> boxes) {
    for (int k = 0; k < 3; ++k) {
      double low = Bounds::kInfinity, high = -Bounds::kInfinity;
      for (const Aabb<float>& box : boxes) {
        low = lesser(low, double(box.centre[k]) - double(box.half[k]));
        high = larger(high, double(box.centre[k]) + double(box.half[k]));
      }
      Steps<Q> steps{round_below<float>(low), 0};
      // A box as large as the node, its centre half a step off, still needs no more than the most.
      if (high > double(steps.origin))
        steps.step = short_step_above<Q>((high - double(steps.origin)) / (Steps<Q>::kMost - 2));
      const auto all_fit = [&] {
        for (std::size_t i = 0; i < boxes.size(); ++i)
          if (!steps.encode(boxes[i].centre[k], boxes[i].half[k], centre[k][i], half[k][i])) return false;
        return true;
      };
      // Far from the origin a sum may be rounded by more than a step.
      while (!all_fit()) steps.step = short_step_above<Q>(2 * double(steps.step));
      origin[k] = steps.origin, step[k] = steps.step;
    }
  }
};
static_assert(sizeof(QuantizedNode<Aabb<float>, 4, std::uint8_t>) == 64);
static_assert(sizeof(QuantizedNode<Aabb<float>, 8, std::uint8_t>) == 104);
static_assert(sizeof(QuantizedNode<Aabb<float>, 4, std::uint16_t>) == 88);
static_assert(sizeof(QuantizedNode<Aabb<float>, 8, std::uint16_t>) == 152);

}  // namespace apart::hierarchy
