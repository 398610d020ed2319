// Contacts of a model and a shape. A core with corners is a mesh, and its radius is added to the distances; a round one
// is tested against each triangle around. What overlaps is measured with the shape as a mesh.
#include <apart/queries/contacts/corner_mesh.hpp>
#include <apart/queries/contacts/region_points.hpp>
#include <apart/queries/contacts/shape_pieces.hpp>
#include <apart/queries/contacts/surface_features.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/mixed/mixed.hpp>
#include <apart/shapes/tessellate.hpp>
#include <map>

namespace apart {
namespace {

// All in the model's frame, which is A's.
class MixedContacts {
 public:
  MixedContacts(const Model& model, const Pose& at, const Shape& shape, double tolerance, const Budget& budget)
      : model_(model),
        features_(surface_features(model)),
        pieces_(convex_pieces(shape, at)),
        tolerance_(tolerance),
        budget_(budget) {
    const Frame& frame = model.tree().frame;
    const double far = 4 * frame.radius + 2 * tolerance;
    box_ = {frame.centre - Vec3d{far, far, far}, frame.centre + Vec3d{far, far, far}};
  }

  Contacts run() {
    for (u32 k = 0; k < pieces_.size(); ++k) add_piece(k);
    sort_contacts(out_);
    return std::move(out_);
  }

 private:
  static constexpr double kTurn = 1e-8;  // by which the direction between a triangle and a round piece may be off

  static SurfaceFeature piece(u32 k) { return {SurfaceFeature::Kind::piece, k}; }
  void lower(Status status) {
    if (out_.status == Status::exact || status == Status::unfinished) out_.status = status;
  }

  void add_piece(u32 k) {
    const ConvexPiece& p = pieces_[k];
    const HalfSpace* const half = std::get_if<HalfSpace>(p.core);
    if (half && !(length(half->normal) > 0)) {  // everything, or nothing
      if (half->offset >= 0) out_.contained = true;
    } else if (half) {
      add_by_mesh(k, tessellated(Shape(*p.core, p.radius), p.pose, box_), 0);
    } else if (has_corners_alone(*p.core)) {
      add_by_mesh(k, mesh_of_corners(*p.core), p.radius);
    } else {
      add_by_triangles(k);
    }
  }

  void add(u32 k, Contact c) {
    if (is_hidden(pieces_, k, c.on_b)) return;
    c.feature_b = piece(k);
    if (c.distance >= 0) {
      out_.contacts.push_back(c);
      return;
    }
    ContactRegion region;
    region.depth = -c.distance, region.normal = c.normal, region.high = c.on_a, region.low = c.on_b;
    region.points.push_back({c.on_a, c.on_b, -c.distance});
    region.piece_b = piece(k);
    out_.overlaps.push_back(std::move(region));
    out_.touching = true;
  }

  void add_by_mesh(u32 k, const Mesh& core, double radius) {
    const Result<Model> made = Model::make(core);
    if (!made) return add_by_triangles(k);
    const Contacts found = contacts(model_, pieces_[k].pose, *made, tolerance_ + radius, {budget_});
    const bool inside = found.contained || (!found.touching && is_inside(k));
    if (radius > 0 && (found.touching || inside)) return add_overlap(k, found.status);
    for (Contact c : found.contacts) {
      c.distance -= radius, c.on_b -= radius * c.normal;
      add(k, c);
    }
    add_regions(k, found);
    out_.contained = out_.contained || inside;
    lower(found.status);
  }

  // The core of a piece that does not touch the surface.
  bool is_inside(u32 k) const { return lies_inside(model_, {pieces_[k]}); }

  void add_regions(u32 k, const Contacts& found) {
    for (ContactRegion region : found.overlaps) {
      region.piece_b = piece(k);
      std::erase_if(region.points, [&](const ContactPoint& p) { return is_hidden(pieces_, k, p.on_b); });
      if (!region.points.empty()) out_.overlaps.push_back(std::move(region));
    }
    out_.touching = out_.touching || found.touching;
  }

  // The piece overlaps the model, rounded as it is.
  void add_overlap(u32 k, Status so_far) {
    const ConvexPiece& p = pieces_[k];
    lower(so_far);
    const Result<Model> mesh = Model::make(tessellated(Shape(*p.core, p.radius), p.pose, box_));
    if (!mesh) {
      out_.touching = true;
      return lower(Status::within_error);
    }
    Contacts found;
    const bool touching = collide(model_, p.pose, *mesh).colliding;
    if (touching) found.overlaps = contact_regions(model_, p.pose, *mesh), found.touching = true;
    if (!touching) out_.contained = out_.contained || contained(model_, p.pose, *mesh) || is_inside(k);
    add_regions(k, found);
    lower(Status::within_error);
  }

  // Triangles are convex, so what is a local minimum is the minimum between the piece and any triangle that holds the
  // point, and the surface around it is nowhere nearer.
  void add_by_triangles(u32 k) {
    const ConvexPiece& p = pieces_[k];
    std::map<SurfaceFeature, Contact> found;
    ShapeCache cache;
    bool overlaps = false;
    const auto test = [&](u32, u32 triangle) {
      if (!features_.counts(triangle)) return;
      const Triangle t = model_.mesh().triangle(triangle);
      const Core core = t;
      const Distance gap = rounded_gap({core, 0}, p.pose, rounded_core(p),
                                       {.max = tolerance_, .depth = false, .cache = for_next_triangle(cache)});
      if (gap.status == Status::at_least || gap.distance > tolerance_) return;
      overlaps = overlaps || gap.distance <= 0;
      const double size = larger(largest(abs(t.b - t.a)), largest(abs(t.c - t.a)));
      const double slack = rounding_error(largest(abs(t.a)) + largest(abs(t.b)) + largest(abs(t.c)));
      // By the direction, which is more accurate than the point.
      const SurfaceFeature feature = features_.of(triangle, support_feature(t, gap.normal, kTurn * size + slack));
      if (!features_.supports(feature, gap.normal, 4 * kTurn, 4 * slack) || !features_.leads_out(feature, gap.normal))
        return;
      const Contact contact{gap.distance, gap.on_a, gap.on_b, gap.normal, feature, piece(k)};
      const auto [entry, added] = found.try_emplace(features_.whole(feature), contact);
      const Contact& known = entry->second;
      if (!added && (contact.distance < known.distance ||
                     (contact.distance == known.distance && contact.feature_a < known.feature_a)))
        entry->second = contact;
    };
    const WalkEnd end = walk_pieces(
        {p}, model_.tree(), false, budget_, [&] { return tolerance_; }, test);
    lower(end.done ? Status::exact : Status::unfinished);
    if (overlaps || is_inside(k)) return add_overlap(k, Status::exact);
    for (const auto& [whole, contact] : found) add(k, contact);
  }

  const Model& model_;
  const SurfaceFeatures& features_;
  std::vector<ConvexPiece> pieces_;
  double tolerance_;
  Budget budget_;
  Bounds box_;
  Contacts out_;
};

Contacts contacts_with_shape(const Model& model, const Pose& at, const Shape& shape, double tolerance,
                             const ContactOptions& options) {
  if (model.mesh().empty()) return {.status = Status::nothing};
  return MixedContacts(model, at, shape, tolerance, options.budget).run();
}

}  // namespace

Contacts contacts(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance, const ContactOptions& options) {
  check_tolerance(tolerance);
  return at_pose(b_in_a, [&](const Pose& at) { return contacts_with_shape(a, at, b, tolerance, options); });
}
Contacts contacts(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance, const ContactOptions& options) {
  check_tolerance(tolerance);
  return swapped_at_pose(b_in_a, [&](const Pose& at) { return contacts_with_shape(b, at, a, tolerance, options); });
}

}  // namespace apart
