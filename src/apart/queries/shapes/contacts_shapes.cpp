// Contacts of two shapes: the contact manifolds of their pieces.
#include <apart/queries/at_pose.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/contacts/region_points.hpp>
#include <apart/queries/contacts/shape_pieces.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart {
namespace queries {

bool is_hidden(const std::vector<ConvexPiece>& pieces, u32 own, Vec3d point) {
  const Core core = Point{point};
  for (u32 k = 0; k < pieces.size(); ++k) {
    const ConvexPiece& other = pieces[k];
    const double slack = 1e-9 * (largest(abs(point)) + other.radius);
    if (k != own && rounded_gap({core, 0}, other.pose, rounded_core(other), {}).distance < -slack) return true;
  }
  return false;
}

void sort_contacts(Contacts& contacts) {
  std::stable_sort(contacts.contacts.begin(), contacts.contacts.end(), [](const Contact& x, const Contact& y) {
    if (x.distance != y.distance) return x.distance < y.distance;
    return std::pair(x.feature_a, x.feature_b) < std::pair(y.feature_a, y.feature_b);
  });
  std::stable_sort(contacts.overlaps.begin(), contacts.overlaps.end(),
                   [](const ContactRegion& x, const ContactRegion& y) { return x.depth > y.depth; });
}

}  // namespace queries

namespace {

class ShapeContacts {
 public:
  ShapeContacts(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance)
      : a_(convex_pieces(a, {})), b_(convex_pieces(b, b_in_a)), tolerance_(tolerance) {}

  Contacts run(const Budget& budget) {
    const double left = test_piece_pairs(a_, b_, nullptr, budget, tolerance_, nearest_bound, [&](u32 i, u32 j) {
      test(i, j);
      return tolerance_;
    });
    if (left < kNoEnd) out_.status = Status::unfinished;
    sort_contacts(out_);
    return std::move(out_);
  }

 private:
  static SurfaceFeature piece(u32 k) { return {SurfaceFeature::Kind::piece, k}; }

  void test(u32 i, u32 j) {
    const ConvexPiece &p = a_[i], &q = b_[j];
    const Manifold m = shape_manifold(Shape(*p.core, p.radius), relative(p.pose, q.pose), Shape(*q.core, q.radius),
                                      {.margin = tolerance_});
    if (m.distance > tolerance_) return;
    if (m.status != Status::exact && out_.status == Status::exact) out_.status = m.status;
    out_.touching = out_.touching || m.distance <= 0;
    ContactRegion region;
    region.piece_a = piece(i), region.piece_b = piece(j);
    region.depth = -m.distance, region.normal = p.pose.rotate(m.normal);
    for (int k = 0; k < m.count; ++k) {
      const ContactPoint at = in_world(m.points[k], p.pose);
      if (is_hidden(a_, i, at.on_a) || is_hidden(b_, j, at.on_b)) continue;
      if (m.distance < 0 && at.depth >= 0) region.points.push_back(at);
      if (m.distance >= 0 && -at.depth <= tolerance_)
        out_.contacts.push_back({larger(0.0, -at.depth), at.on_a, at.on_b, region.normal, piece(i), piece(j)});
    }
    if (region.points.empty()) return;
    std::stable_sort(region.points.begin(), region.points.end(),
                     [](const ContactPoint& x, const ContactPoint& y) { return x.depth > y.depth; });
    region.area = hull_area(region.points, region.normal);
    region.high = region.points[0].on_a, region.low = region.points[0].on_b;
    out_.overlaps.push_back(std::move(region));
  }

  std::vector<ConvexPiece> a_, b_;
  double tolerance_;
  Contacts out_;
};

}  // namespace

Contacts contacts(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance, const ContactOptions& options) {
  check_tolerance(tolerance);
  return at_pose(b_in_a, [&](const Pose& at) { return ShapeContacts(a, at, b, tolerance).run(options.budget); });
}

}  // namespace apart
