#include <apart/base/normalized.hpp>
#include <apart/motion/bsp/bsp_cell.hpp>

namespace apart::motion {
namespace {

// A square in a plane, about the point of it that is nearest to `about`.
Polygon large_square(const HalfSpace& plane, Vec3d about, double half) {
  const Vec3d middle = about - height(plane, about) * plane.normal, u = perpendicular(plane.normal),
              v = cross(plane.normal, u);
  return {middle - half * u - half * v, middle + half * u - half * v, middle + half * u + half * v,
          middle - half * u + half * v};
}

double size_of(const BspCell& cell) {
  double most = 0;
  for (const BspCell::Side& side : cell.sides)
    for (const Vec3d& p : side.face) most = larger(most, largest(abs(p)));
  return most;
}

double farthest_along(const BspCell& cell, Vec3d direction) {
  double most = -Bounds::kInfinity;
  for (const BspCell::Side& side : cell.sides)
    for (const Vec3d& p : side.face) most = larger(most, dot(direction, p));
  return most;
}

}  // namespace

BspCell BspCell::box(double half) {
  BspCell out;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) {
      HalfSpace plane{{}, half};
      plane.normal[axis] = sign;
      out.sides.push_back({plane, large_square(plane, {}, half), true});
    }
  return out;
}

bool BspCell::unbounded() const {
  for (const Side& side : sides)
    if (side.unbounded) return true;
  return false;
}

Vec3d BspCell::middle() const {
  Vec3d sum{};
  double count = 0;
  for (const Side& side : sides)
    for (const Vec3d& p : side.face) sum += p, ++count;
  return sum / larger(count, 1.0);
}

CutCell cut(const BspCell& cell, const HalfSpace& plane) {
  CutCell out;
  Polygon across = large_square(plane, cell.middle(), 4 * size_of(cell));
  for (const BspCell::Side& side : cell.sides) {
    CutPolygon halves = cut(side.face, plane);
    if (halves.below.size() >= 3) out.inside.sides.push_back({side.plane, std::move(halves.below), side.unbounded});
    if (halves.above.size() >= 3) out.outside.sides.push_back({side.plane, std::move(halves.above), side.unbounded});
    if (across.size() >= 3) across = cut(across, side.plane).below;
  }
  if (across.size() < 3) return out;
  if (!out.inside.empty()) out.inside.sides.push_back({plane, across});
  if (!out.outside.empty()) out.outside.sides.push_back({{-plane.normal, -plane.offset}, across});
  return out;
}

std::vector<HalfSpace> bevels(const BspCell& cell) {
  std::vector<HalfSpace> out;
  const double near = 0x1p-36 * size_of(cell);
  const bool unbounded = cell.unbounded();
  const auto on = [&](const BspCell::Side& side, Vec3d p) { return std::abs(height(side.plane, p)) <= near; };
  for (std::size_t i = 0; i < cell.sides.size(); ++i)
    for (std::size_t j = i + 1; j < cell.sides.size(); ++j) {
      const BspCell::Side &a = cell.sides[i], &b = cell.sides[j];
      if (a.unbounded || b.unbounded || !(dot(a.plane.normal, b.plane.normal) < -0x1p-20)) continue;
      int common = 0;  // corners: two of an edge
      for (const Vec3d& p : a.face) common += on(b, p);
      if (common < 2) continue;
      const Vec3d sum = a.plane.normal + b.plane.normal;
      const double sharp = length(sum);
      if (!(sharp > (unbounded ? 0x1p-10 : 0x1p-30))) continue;
      // What is inside of both planes is inside of their sum.
      const Vec3d normal = sum / sharp;
      out.push_back({normal, unbounded ? (a.plane.offset + b.plane.offset) / sharp : farthest_along(cell, normal)});
    }
  if (unbounded) return out;
  std::vector<Vec3d> done;
  for (const BspCell::Side& side : cell.sides)
    for (const Vec3d& corner : side.face) {
      bool again = false;
      for (const Vec3d& p : done) again = again || largest(abs(p - corner)) <= near;
      if (again) continue;
      done.push_back(corner);
      Vec3d sum{};
      for (const BspCell::Side& other : cell.sides)
        if (on(other, corner)) sum += other.plane.normal;
      const Vec3d normal = normalized(sum).unit;
      double least = 1;
      for (const BspCell::Side& other : cell.sides)
        if (on(other, corner)) least = lesser(least, dot(normal, other.plane.normal));
      if (normal != Vec3d{} && least < 0.5) out.push_back({normal, farthest_along(cell, normal)});
    }
  return out;
}

}  // namespace apart::motion
