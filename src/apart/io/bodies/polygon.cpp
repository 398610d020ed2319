// Triangulates polygons: fans for convex ones, ear clipping for the rest.
#include <algorithm>
#include <apart/io/bodies/polygon.hpp>

namespace apart::io {
namespace {

struct Flat {
  double x, y;
};

// Twice the signed area of abc; positive if counter-clockwise.
double orientation(Flat a, Flat b, Flat c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool same(Flat a, Flat b) { return a.x == b.x && a.y == b.y; }

// The polygon projected along the axis nearest to its normal, oriented counter-clockwise, and scaled to about unit
// size, so that products neither overflow nor underflow. Empty if it has no area.
std::vector<Flat> flattened(std::span<const u32> polygon, std::span<const Vec3d> vertices) {
  const Vec3d origin = vertices[polygon[0]];
  double size = 0;
  for (u32 v : polygon) size = larger(size, largest(abs(0.5 * vertices[v] - 0.5 * origin)));
  if (size == 0) return {};
  const auto local = [&](u32 v) { return (0.5 * vertices[v] - 0.5 * origin) / size; };

  Vec3d normal;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) normal += cross(local(polygon[i]), local(polygon[i + 1]));
  const Vec3d share = abs(normal);
  const int axis = share.x >= share.y && share.x >= share.z ? 0 : share.y >= share.z ? 1 : 2;
  if (normal[axis] == 0) return {};
  const int right = (axis + 1) % 3, up = (axis + 2) % 3;
  const double side = normal[axis] > 0 ? 1 : -1;

  std::vector<Flat> flat;
  flat.reserve(polygon.size());
  for (u32 v : polygon) flat.push_back({local(v)[right], side * local(v)[up]});
  return flat;
}

// Every corner turns the same way, and the total turning is one revolution: edge directions change from left to right
// at most once.
bool is_convex(std::span<const Flat> p) {
  const std::size_t n = p.size();
  int reversals = 0;
  double last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Flat a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
    if (orientation(a, b, c) < 0) return false;
    if ((a.x - b.x) * (c.x - b.x) + (a.y - b.y) * (c.y - b.y) > 0 && orientation(a, b, c) == 0)
      return false;  // folds back
    const double step = b.x - a.x;
    if (step == 0) continue;
    if (last != 0 && (step > 0) != (last > 0)) ++reversals;
    last = step;
  }
  return reversals <= 2;
}

// Ear clipping: an ear is a convex corner whose triangle contains no other corner. Clipping one changes only its two
// neighbours, so the whole takes quadratic time for any polygon.
class EarCutter {
 public:
  explicit EarCutter(std::span<const Flat> points)
      : points_(points), next_(points.size()), previous_(points.size()), ear_(points.size()) {
    const u32 n = static_cast<u32>(points.size());
    for (u32 i = 0; i < n; ++i) next_[i] = (i + 1) % n, previous_[i] = (i + n - 1) % n;
    for (u32 i = 0; i < n; ++i) ear_[i] = is_ear(i);
  }

  // Calls triangle(i, j, k) with indices into the polygon.
  template <class Triangle>
  void run(Triangle triangle) {
    u32 at = 0;
    for (std::size_t left = points_.size(); left > 3; --left) {
      at = ear_from(at, left);
      const u32 before = previous_[at], after = next_[at];
      triangle(before, at, after);
      next_[before] = after;
      previous_[after] = before;
      ear_[before] = is_ear(before);
      ear_[after] = is_ear(after);
      at = next_[after];  // not the neighbour, which would give a fan of slivers
    }
    triangle(previous_[at], at, next_[at]);
  }

 private:
  // If a full pass finds no ear, the polygon intersects or touches itself: then any convex corner is taken, then any.
  u32 ear_from(u32 start, std::size_t left) const {
    for (u32 i = start, n = 0; n < left; ++n, i = next_[i])
      if (ear_[i]) return i;
    for (u32 i = start, n = 0; n < left; ++n, i = next_[i])
      if (orientation(points_[previous_[i]], points_[i], points_[next_[i]]) > 0) return i;
    return start;
  }

  bool is_ear(u32 i) const {
    const u32 before = previous_[i], after = next_[i];
    const Flat a = points_[before], b = points_[i], c = points_[after];
    const double area = orientation(a, b, c);
    if (area < 0) return false;
    if (area == 0) return same(a, b) || same(b, c);  // a collinear corner is left to its neighbours
    for (u32 j = next_[after]; j != before; j = next_[j]) {
      const Flat p = points_[j];
      if (same(p, a) || same(p, b) || same(p, c)) continue;
      if (orientation(a, b, p) >= 0 && orientation(b, c, p) >= 0 && orientation(c, a, p) >= 0) return false;
    }
    return true;
  }

  std::span<const Flat> points_;
  std::vector<u32> next_, previous_;
  std::vector<char> ear_;
};

}  // namespace

bool append_triangles(std::span<const u32> polygon, std::span<const Vec3d> vertices, std::vector<Face>& faces) {
  if (polygon.size() == 3) {
    faces.push_back({polygon[0], polygon[1], polygon[2]});
    return true;
  }
  const std::vector<Flat> flat = flattened(polygon, vertices);
  if (flat.empty() || is_convex(flat)) {
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) faces.push_back({polygon[0], polygon[i], polygon[i + 1]});
    return true;
  }
  if (polygon.size() > kMostCorners) return false;
  EarCutter(flat).run([&](u32 i, u32 j, u32 k) { faces.push_back({polygon[i], polygon[j], polygon[k]}); });
  return true;
}

void Polygons::reserve(std::size_t polygons, std::size_t corners) {
  ends_.reserve(polygons);
  corners_.reserve(corners);
}

Result<std::vector<Face>> Polygons::triangles(std::span<const Vec3d> vertices) const {
  std::vector<Face> faces;
  faces.reserve(corners_.size() - std::min(corners_.size(), 2 * size()));
  for (std::size_t i = 0; i < size(); ++i)
    if (!append_triangles((*this)[i], vertices, faces))
      return Error{"face " + std::to_string(i + 1) + " is not convex and has " + std::to_string((*this)[i].size()) +
                   " corners; at most " + std::to_string(kMostCorners) + " can be cut into triangles"};
  return faces;
}

}  // namespace apart::io
