// A spur gear with involute teeth.
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr double kPressure = 20.0 / 360, kTangent = 0.36397023426620236;  // 20° in turns; its tangent
constexpr u32 kFlank = 5;                                                 // points on a flank

// The outline of one tooth about the x axis, counter-clockwise.
std::vector<Vec3d> tooth(const Gear& gear) {
  const double pitch = gear.teeth * gear.module / 2, base = pitch * sin_cos(kPressure).cos;
  const double tip = pitch + gear.module, root = pitch - 1.25 * gear.module;
  // In turns: half a tooth at the pitch circle, and the angle from there back to where the flank's involute leaves
  // the base circle.
  const double half = 0.25 / gear.teeth - gear.backlash / (2 * pitch) / kTwoPi;
  const double start = half + kTangent / kTwoPi - kPressure;
  // An involute's point after unrolling t radians lies at base · √(1 + t²).
  auto unrolled = [&](double radius) { return std::sqrt(larger(0.0, radius * radius / (base * base) - 1)); };
  const double first = unrolled(root), last = unrolled(tip);

  std::vector<Vec3d> out;
  const SinCos foot = sin_cos(start + 0.04 / gear.teeth);
  out.push_back({root * foot.cos, -root * foot.sin, 0});
  for (u32 i = 0; i < kFlank; ++i) {
    const double t = first + (last - first) * i / (kFlank - 1);
    const SinCos u = sin_cos(t / kTwoPi - start);
    out.push_back({base * (u.cos + t * u.sin), base * (u.sin - t * u.cos), 0});
  }
  out.push_back({tip, 0, 0});
  for (u32 i = kFlank + 1; i-- > 0;) out.push_back({out[i].x, -out[i].y, 0});
  return out;
}

}  // namespace

Mesh gear(const Gear& gear) {
  APART_ASSERT(gear.teeth >= 6 && gear.module > 0 && gear.width > 0, "a gear needs 6 teeth, a module and a width");
  APART_ASSERT(gear.bore > 0 && gear.bore < (gear.teeth / 2.0 - 1.25) * gear.module, "a gear's bore cuts its teeth");
  const std::vector<Vec3d> one = tooth(gear);
  std::vector<Vec3d> outline, bore;
  for (u32 k = 0; k < gear.teeth; ++k) {
    const SinCos t = sin_cos(k, gear.teeth);
    for (Vec3d p : one) outline.push_back({t.cos * p.x - t.sin * p.y, t.sin * p.x + t.cos * p.y, 0});
  }
  // The outline is star-shaped about the axis, so straight spokes to the bore fill its faces.
  for (Vec3d p : outline) bore.push_back(gear.bore / length(p) * p);
  Sketch sketch;
  const u32 n = static_cast<u32>(outline.size());
  const Vec3d up = {0, 0, gear.width};
  for (Vec3d p : bore) sketch.add(p);
  for (Vec3d p : outline) sketch.add(p);
  for (Vec3d p : outline) sketch.add(p + up);
  for (Vec3d p : bore) sketch.add(p + up);
  sketch.tube(0, 4, n);
  sketch.band(3 * n, 0, n);
  return sketch.finish();
}

}  // namespace apart::generate
