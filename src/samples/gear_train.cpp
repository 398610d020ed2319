// The sample assembly: gears, shafts, bearings, housing and cover, with three planted findings.
#include <apart/base/sin_cos.hpp>
#include <apart/shapes/mesh/weld.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

constexpr double kModule = 6;
constexpr u32 kTeeth[4] = {18, 30, 24, 20};
constexpr double kAxis[4] = {0, 144, 306, 438};           // x of the gears: the sums of their pitch radii
constexpr double kBorders[5] = {-90, 60, 225, 372, 530};  // between the holes of a plate
constexpr double kShaft = 10, kHole = 12;

// A plate from z = low to high with a hole at each axis: tiles side by side, each a rectangle round a hole.
Mesh plate(double low, double high) {
  constexpr u32 per_side = 8, n = 4 * per_side;
  constexpr double half = 115;
  Sketch sketch;
  for (u32 tile = 0; tile < 4; ++tile) {
    const double left = kBorders[tile], right = kBorders[tile + 1];
    auto x = [&](u32 k) { return left + (right - left) * k / per_side; };
    auto y = [&](u32 k) { return -half + 2 * half * k / per_side; };
    std::array<Vec3d, n> outer, inner;  // counter-clockwise from the lower left
    for (u32 k = 0; k < per_side; ++k) {
      outer[k] = {x(k), -half, 0};
      outer[per_side + k] = {right, y(k), 0};
      outer[2 * per_side + k] = {x(per_side - k), half, 0};
      outer[3 * per_side + k] = {left, y(per_side - k), 0};
    }
    const Vec3d axis = {kAxis[tile], 0, 0};
    for (u32 i = 0; i < n; ++i) inner[i] = axis + kHole / length(outer[i] - axis) * (outer[i] - axis);

    const u32 first = static_cast<u32>(sketch.vertices.size());
    for (double z : {low, high}) {
      for (Vec3d p : inner) sketch.add(p + Vec3d{0, 0, z});
      for (Vec3d p : outer) sketch.add(p + Vec3d{0, 0, z});
    }
    const u32 inner_low = first, outer_low = first + n, inner_high = first + 2 * n, outer_high = first + 3 * n;
    sketch.band(inner_low, outer_low, n);
    sketch.band(outer_high, inner_high, n);
    sketch.band(inner_high, inner_low, n);
    for (u32 i = 0; i < n; ++i) {
      const u32 side = i / per_side, j = (i + 1) % n;
      if ((side == 1 && tile < 3) || (side == 3 && tile > 0)) continue;  // the next tile is there
      sketch.quad(outer_low + i, outer_low + j, outer_high + j, outer_high + i);
    }
  }
  return welded(sketch.finish());
}

Pose turned(double turns, Vec3d where) {
  const SinCos t = sin_cos(turns);
  return {{{{t.cos, -t.sin, 0}, {t.sin, t.cos, 0}, {0, 0, 1}}}, where};
}

}  // namespace

std::vector<Body> gear_train() {
  std::vector<Body> bodies;
  // The housing's face is the plane z = 0, and the bearings' undersides are their own z = 0: what lies between is the
  // pose's z, with nothing to round.
  bodies.push_back({"housing", plate(-16, 0), {}, "housing"});
  bodies.push_back({"cover", plate(0, 12), Pose::shift({0, 0, 44}), "housing"});
  constexpr double lift[4] = {0, 0.4, 2, 2};
  const Mesh shaft = cylinder(kShaft, 88, 48), bearing = ring(kHole, 18, 12, 48);
  double phase = 0;  // of a tooth's middle, in turns from the x axis
  for (u32 i = 0; i < 4; ++i) {
    const std::string number = std::to_string(i + 1);
    const Vec3d axis = {kAxis[i], 0, 0};
    // Where a tooth of the last gear points along +x, this one needs a gap along −x.
    if (i > 0) phase = 0.5 - (0.5 + phase * kTeeth[i - 1]) / kTeeth[i];
    const double fault = i == 3 ? 3.0 / 360 : 0;
    bodies.push_back({"shaft " + number, shaft, Pose::shift(axis + Vec3d{0, 0, -24}), "shafts"});
    bodies.push_back({"bearing " + number, bearing, Pose::shift(axis + Vec3d{0, 0, lift[i]}), "bearings"});
    bodies.push_back({"gear " + number, gear({.teeth = kTeeth[i], .module = kModule, .bore = kHole}),
                      turned(phase + fault, axis + Vec3d{0, 0, 20}), "gears"});
  }
  const Mesh post = box({10, 10, 40});
  u32 posts = 0;
  for (double x : {-80.0, 520.0})
    for (double y : {-105.0, 105.0})
      bodies.push_back({"post " + std::to_string(++posts), post, Pose::shift({x, y, 22}), "housing"});
  return bodies;
}

}  // namespace apart::generate
