// Inner polytopes are hulls of support points, outer ones intersections of supporting half-spaces.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/queries/penetration/shape_polytopes.hpp>
#include <apart/shapes/each_piece.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/tessellate.hpp>
#include <tuple>

namespace apart::queries {
namespace {

constexpr double kCoarse = 0.4, kFinest = 1e-6;  // spacings
constexpr double kInflated = 1e-11;              // of the size: more than what rounding takes from a support height

std::tuple<double, double, double> numbers(Vec3d v) { return {v.x, v.y, v.z}; }

Mesh hull_mesh(const std::vector<Vec3d>& points) {
  const Hull hull = convex_hull(points);
  return hull.dimension == 3 ? hull.surface() : Mesh{};
}

}  // namespace

void Directions::refine_about(Vec3d unit) {
  for (Focus& focus : foci_)
    if (length(focus.at - unit) < 2 * focus.spacing) {
      focus = {unit, larger(kFinest, focus.spacing / 4)};
      return;
    }
  foci_.push_back({unit, kCoarse / 4});
}

std::vector<Vec3d> Directions::all() const {
  std::vector<Vec3d> out;
  for (const Focus& focus : foci_) out.push_back(focus.at);
  for (double x : {-1.0, 1.0})
    for (double y : {-1.0, 1.0})
      for (double z : {-1.0, 1.0}) add({x, 0, 0}, {0, y, 0}, {0, 0, z}, out);
  std::sort(out.begin(), out.end(), [](Vec3d u, Vec3d v) { return numbers(u) < numbers(v); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// The corners of a spherical triangle that is small enough, or of the four that it is split into.
void Directions::add(Vec3d a, Vec3d b, Vec3d c, std::vector<Vec3d>& out) const {
  const Vec3d middle = normalized(a + b + c).unit;
  const double size = larger(length(a - b), larger(length(b - c), length(c - a)));
  double wanted = kCoarse;
  for (const Focus& focus : foci_)
    wanted = lesser(wanted, larger(focus.spacing, 0.5 * (length(focus.at - middle) - size)));
  if (size <= 1.5 * wanted) {
    out.insert(out.end(), {a, b, c});
    return;
  }
  const Vec3d ab = normalized(a + b).unit, bc = normalized(b + c).unit, ca = normalized(c + a).unit;
  add(a, ab, ca, out), add(b, bc, ab, out), add(c, ca, bc, out), add(ab, bc, ca, out);
}

ShapePolytopes::ShapePolytopes(const Shape& shape, const Bounds& box) : thin_(1e-10 * length(box.size())) {
  for_each_piece(shape, Pose{}, [&](const Shape& piece, const Pose& pose, double radius) {
    add_piece(radius > 0 ? piece.with_radius(piece.radius() + radius) : piece, pose, box);
  });
}

void ShapePolytopes::add_piece(const Shape& piece, const Pose& pose, const Bounds& box) {
  if (piece.kind() == CoreKind::half_space) {
    const Mesh drawn = placed(tessellated(piece, pose, box), pose);
    const Mesh part = hull_mesh({drawn.vertices().begin(), drawn.vertices().end()});
    if (part.empty()) return;  // it does not reach the box: flat, as it is drawn beside it
    slack_ = larger(slack_, 1e-12 * length(larger(abs(box.low), abs(box.high))));
    polytopes_.push_back(part);
    return;
  }
  const Bounds around = bounds(piece, pose);
  slack_ = larger(slack_, 1e-12 * (length(around.size()) + largest(larger(abs(around.low), abs(around.high)))));
  if (piece.radius() == 0 && (piece.kind() == CoreKind::box || piece.kind() == CoreKind::polytope)) {
    std::vector<Vec3d> corners;
    if (const Box* cuboid = std::get_if<Box>(&piece.core()))
      for (int k = 0; k < 8; ++k)
        corners.push_back(pose * (0.5 * Vec3d{(k & 1 ? 1 : -1) * cuboid->size.x, (k & 2 ? 1 : -1) * cuboid->size.y,
                                              (k & 4 ? 1 : -1) * cuboid->size.z}));
    else
      for (Vec3d v : std::get_if<Polytope>(&piece.core())->vertices()) corners.push_back(pose * v);
    if (Mesh mesh = hull_mesh(corners); !mesh.empty()) {
      polytopes_.push_back(std::move(mesh));
      return;
    }
  }
  polyhedral_ = false;
  RoundPiece round{piece, pose, {}, around.centre(), 0.5 * length(around.size())};
  for (int k = 0; k < 3; ++k)
    for (double sign : {-1.0, 1.0}) round.own.push_back(sign * pose.rotation.column(k));
  if (const Polytope* core = std::get_if<Polytope>(&piece.core()); core && core->faces().size() <= 256)
    for (const Polytope::Face& face : core->faces()) round.own.push_back(pose.rotate(face.plane.normal));
  // Deep inside, and inside even if the piece is not symmetric.
  std::vector<Vec3d> some;
  for (Vec3d d : directions_of(round, {})) some.push_back(support(round, d));
  round.centre = {};
  for (Vec3d p : some) round.centre += p / double(some.size());
  points_.push_back(round.centre);
  if (hull_mesh(some).empty()) {
    flat_ = true;
    points_.insert(points_.end(), some.begin(), some.end());
  }
  round_.push_back(std::move(round));
}

std::vector<Vec3d> ShapePolytopes::directions_of(const RoundPiece& piece, const Directions& directions) {
  std::vector<Vec3d> out = directions.all();
  out.insert(out.end(), piece.own.begin(), piece.own.end());
  return out;
}

Vec3d ShapePolytopes::support(const RoundPiece& piece, Vec3d direction) {
  return piece.pose * farthest(piece.shape, transposed_times(piece.pose.rotation, direction));
}

Mesh ShapePolytopes::inner(const Directions& directions) const {
  std::vector<Mesh> all = polytopes_;
  for (const RoundPiece& piece : round_) {
    // Towards the centre by more than rounding.
    const double shrink = 1 - 1e-12 - 0x1p-46 * (length(piece.centre) / larger(piece.size, 1e-300));
    if (!(shrink > 0.5)) continue;
    std::vector<Vec3d> points;
    for (Vec3d d : directions_of(piece, directions))
      points.push_back(piece.centre + shrink * (support(piece, d) - piece.centre));
    if (Mesh mesh = hull_mesh(points); !mesh.empty()) all.push_back(std::move(mesh));
  }
  return joined(all);
}

// By duality: a half-space dot(n, x) ≤ h about an interior point is the point n / h, and the facets of the hull of such
// points are the corners of the intersection.
Mesh ShapePolytopes::outer(const Directions& directions) const {
  std::vector<Mesh> all = polytopes_;
  for (const RoundPiece& piece : round_) {
    const double more = kInflated * (piece.size + length(piece.centre));
    std::vector<Vec3d> dual;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    std::vector<std::pair<Vec3d, double>> heights;
    for (Vec3d d : directions_of(piece, directions)) {
      const double height = dot(d, support(piece, d) - piece.centre) + more;
      heights.emplace_back(d, height);
      least = lesser(least, height), most = larger(most, height);
    }
    // Flat pieces are given a thickness, so that the dual hull stays in range.
    const double thicker = larger(0.0, larger(1e-6 * most, thin_) - least);
    dual.reserve(dual.size() + heights.size());
    for (const auto& [d, height] : heights) dual.push_back(((most + thicker) / (height + thicker)) * d);
    const Hull hull = convex_hull(dual);
    if (hull.dimension < 3) continue;
    std::vector<Vec3d> corners;
    for (const Face& f : hull.faces) {
      const Vec3d a = hull.vertices[f[0]], b = hull.vertices[f[1]], c = hull.vertices[f[2]];
      const Normalized normal = normalized(cross(b - a, c - a));
      const double offset = dot(normal.unit, a);
      if (normal.length > 0 && offset > 0) corners.push_back(piece.centre + ((most + thicker) / offset) * normal.unit);
    }
    if (Mesh mesh = hull_mesh(corners); !mesh.empty()) all.push_back(std::move(mesh));
  }
  return joined(all);
}

}  // namespace apart::queries
