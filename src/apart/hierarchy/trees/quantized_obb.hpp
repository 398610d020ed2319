// Oriented boxes with 16 bits per number: a quaternion, a position and a size. With 8 bits they would rotate by up to
// half a degree, more than the thickness of boxes around fine triangles: a quarter more of them overlap.
#pragma once
#include <apart/base/quaternion.hpp>
#include <apart/hierarchy/trees/quantized_tree.hpp>
#include <apart/hierarchy/trees/steps.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::hierarchy {

//   4: 116 bytes   8: 212 bytes
template <int W>
struct QuantizedNode<Obb<float>, W, std::uint16_t> {
  using Place = std::uint16_t;
  using Component = std::int16_t;
  static constexpr double kMostComponent = 32767, kMostPlace = 65535;

  Vec3f origin;                // 12
  float centre_step;           // 4
  float half_step;             // 4
  Ref refs[W];                 // 4 · W
  Component quaternion[4][W];  // 8 · W
  Place centre[3][W];          // 6 · W
  Place half[3][W];            // 6 · W

  Obb<float> volume(u32 lane) const {
    const auto part = [&](int k) { return static_cast<float>(quaternion[k][lane]); };
    Obb<float> out;
    out.axes = rotation_of(part(0), part(1), part(2), part(3));
    for (int k = 0; k < 3; ++k) {
      out.centre[k] = origin[k] + static_cast<float>(centre[k][lane]) * centre_step;
      out.half[k] = static_cast<float>(half[k][lane]) * half_step;
    }
    return out;
  }
  InLanes<Obb<float>, W> volumes() const {
    using P = Pack<float, W>;
    const auto centres = [&](int k) { return P(origin[k]) + decoded(centre[k]) * P(centre_step); };
    const auto halves = [&](int k) { return decoded(half[k]) * P(half_step); };
    return {rotation_of(decoded(quaternion[0]), decoded(quaternion[1]), decoded(quaternion[2]), decoded(quaternion[3])),
            {centres(0), centres(1), centres(2)},
            {halves(0), halves(1), halves(2)}};
  }

  void encode(std::span<const Obb<float>> boxes) {
    Bounds places;
    for (const Obb<float>& box : boxes) places.add(cast<double>(box.centre));
    origin = cast<float>(places.low);  // exact
    centre_step = short_step_above<Place>(largest(places.size()) / (kMostPlace - 1));
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      Mat3d axes = cast<double>(boxes[i].axes);
      if (determinant(axes) < 0) axes.rows[0] = -axes.rows[0];  // the same box
      const Quaternion q = quaternion_of(axes);
      const double parts[4] = {q.w, q.x, q.y, q.z};
      for (int k = 0; k < 4; ++k) quaternion[k][i] = static_cast<Component>(std::nearbyint(parts[k] * kMostComponent));
      for (int k = 0; k < 3; ++k)
        centre[k][i] =
            static_cast<Place>(std::nearbyint((double(boxes[i].centre[k]) - double(origin[k])) / double(centre_step)));
    }
    // Sizes last, of what is decoded: the extent of the given box along the decoded axes from the decoded centre.
    std::array<Vec3d, W> needed{};
    double most = 0;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Obb<float> there = volume(static_cast<u32>(i));
      const Mat3d axes = cast<double>(there.axes), given = cast<double>(boxes[i].axes);
      const Vec3d h = cast<double>(boxes[i].half), d = cast<double>(boxes[i].centre) - cast<double>(there.centre);
      // Decoded axes are computed in floats: no entry deviates from a rotation's by more than 15 units, nor the whole
      // by more than 45; the given ones were rounded once. Tests expect no more than the latter of either, which
      // determines this margin.
      const double error = 64 * double(kUnit<float>) * (length(h) + length(d));
      needed[i] = abs(axes * transposed(given)) * h + abs(axes * d) + Vec3d{error, error, error};
      most = larger(most, largest(needed[i]));
    }
    half_step = short_step_above<Place>(most / (kMostPlace - 1));
    for (std::size_t i = 0; i < boxes.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        double steps = std::ceil(needed[i][k] / double(half_step));
        if (steps * double(half_step) < needed[i][k]) ++steps;  // what the quotient lost
        half[k][i] = static_cast<Place>(steps);
      }
  }
};
static_assert(sizeof(QuantizedNode<Obb<float>, 4, std::uint16_t>) == 116);
static_assert(sizeof(QuantizedNode<Obb<float>, 8, std::uint16_t>) == 212);

}  // namespace apart::hierarchy
