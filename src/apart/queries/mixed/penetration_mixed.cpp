// Penetration depth of a closed mesh and a shape, between those of polytopes inside and around the shape. What does not
// separate the mesh from the inner one does not separate it from the shape; upper bounds are checked with the shape.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/normalized.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/mixed/mixed.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/penetration/depth_search.hpp>
#include <apart/queries/penetration/shape_polytopes.hpp>
#include <apart/queries/penetration/solid_distance.hpp>
#include <apart/queries/within.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart {
namespace {

using namespace queries;

Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}

// Half-spaces are clipped to it: farther than the mesh ever has to be moved to leave them.
Bounds reach_of(const Model& model, const Pose& shape_in_model, const Shape& shape) {
  const Frame& frame = model.tree().frame;
  const Vec3d centre = inverse(shape_in_model) * frame.centre;
  double far = frame.radius;
  for_each_piece(shape, Pose{}, [&](const Shape& piece, const Pose& pose, double radius) {
    const HalfSpace* half = std::get_if<HalfSpace>(&piece.core());
    if (!half || !(length(half->normal) > 0)) return;
    const double size = length(half->normal);
    const double above = dot(pose.rotate(half->normal / size), centre - pose.translation) - half->offset / size;
    far = larger(far, std::abs(above) + piece.radius() + radius + frame.radius);
  });
  const Vec3d half{8 * far, 8 * far, 8 * far};
  return {centre - half, centre + half};
}

class MixedDepth {
 public:
  MixedDepth(const Model& model, const Pose& shape_in_model, const Shape& shape, const PenetrationOptions& options)
      : model_(model),
        shape_(shape),
        at_(shape_in_model),
        polytopes_(shape, reach_of(model, shape_in_model, shape)),
        rel_error_(options.rel_error),
        budget_(options.budget) {
    const Frame& frame = model.tree().frame;
    room_ = 2 * rounding_error(2 * length(frame.centre) + 2 * frame.radius + length(at_.translation)) +
            2 * polytopes_.slack() + options.gap;
  }

  Penetration run() {
    const int rounds = polytopes_.is_flat() ? 3 : 12;  // more do not raise the lower bound of flat pieces
    if (polytopes_.is_polyhedral()) {
      bound_by(polytopes_.inner({}), rel_error_, true);
    } else {
      raise_by_points();
      for (int k = 0; k < rounds && !done() && !spent(); ++k) refine();
      if (!done() && std::isfinite(at_most_)) shorten();
    }
    return answer();
  }

 private:
  bool done() const { return at_least_ >= (1 - rel_error_) * at_most_ || at_most_ <= 8 * room_; }
  bool spent() const { return budget_.tests == 0 || Budget::Clock::now() >= budget_.until; }

  // The depth of a point of the shape in the mesh.
  void raise_by_points() {
    const ContactFeatures& features = contact_features(model_);
    if (!features.sound) return;
    for (Vec3d p : polytopes_.points())
      at_least_ = larger(at_least_, depth_of(model_, features, at_ * p).depth - polytopes_.slack());
  }

  // Keeps a translation if it is shorter than the best and separates.
  void offer(Vec3d t) {
    if (!(length(t) < at_most_) || within(model_, moved(at_, t), shape_, room_, {.solid = true}).within) return;
    translation_ = t, at_most_ = length(t);
  }

  // Back along the translation, until they touch.
  void shorten() {
    const Vec3d whole = translation_;
    double touching = 0, separate = 1;
    for (int k = 0; k < 24; ++k) {
      const double middle = 0.5 * (touching + separate);
      offer(middle * whole);
      (translation_ == middle * whole ? separate : touching) = middle;
    }
  }

  // By a polytope that is inside the shape, around it, or the same. Adds the normals of the contacts after the
  // translation, outward from the shape and in its frame.
  void bound_by(const Mesh& mesh, double rel_error, bool inside) {
    if (mesh.empty() || spent()) return;
    const Result<Model> polytope = Model::make(mesh);
    if (!polytope) return;
    if (clash(model_, at_, *polytope, {.solid = true}).state != Clash::State::clash) {
      if (!inside || polytopes_.is_polyhedral()) at_most_ = 0;  // they only touch
      return;
    }
    const DepthBounds found = depth_bounds(model_, at_, *polytope, {room_, rel_error, budget_});
    budget_.tests -= std::min(budget_.tests, found.tests);
    if (inside) at_least_ = larger(at_least_, found.at_least - polytopes_.slack());
    offer(found.translation);
    if (polytopes_.is_polyhedral()) return;
    for (Vec3d n : contact_normals(model_, at_, *polytope, found.translation, rel_error_ / 4 * found.at_most))
      normals_.push_back(-transposed_times(at_.rotation, n));
  }

  void refine() {
    normals_.clear();
    bound_by(polytopes_.outer(directions_), rel_error_ / 4, false);
    if (done()) return;
    bound_by(polytopes_.inner(directions_), rel_error_ / 4, true);
    for (Vec3d n : normals_) directions_.refine_about(normalized(n).unit);
  }

  Penetration answer() const {
    Penetration out{.at_least = larger(0.0, lesser(at_least_, at_most_)), .status = Status::unfinished};
    out.depth = at_most_;
    if (at_most_ == 0) out.status = Status::exact;
    if (at_most_ == 0 || !std::isfinite(at_most_)) return out;
    const Normalized way = normalized(translation_);
    out.depth = way.length, out.normal = way.unit;
    out.at_least = lesser(out.at_least, out.depth);
    if (out.depth - out.at_least <= 1e-9 * out.depth)
      out.status = Status::exact;
    else if (out.at_least >= (1 - rel_error_) * out.depth || at_most_ <= 8 * room_)
      out.status = Status::within_error;
    const Distance contact = distance(model_, moved(at_, out.translation()), shape_);
    out.on_a = contact.on_a, out.on_b = contact.on_b - out.translation();
    out.a = contact.a, out.b = contact.b;
    return out;
  }

  const Model& model_;
  const Shape& shape_;
  Pose at_;
  ShapePolytopes polytopes_;
  double rel_error_, room_ = 0;
  Budget budget_;
  Directions directions_;
  std::vector<Vec3d> normals_;
  double at_least_ = 0, at_most_ = std::numeric_limits<double>::infinity();
  Vec3d translation_{};
};

Penetration mixed_penetration(const Model& model, const Pose& shape_in_model, const Shape& shape,
                              const PenetrationOptions& options) {
  if (model.mesh().empty()) return {.status = Status::nothing};
  if (!model.closed()) return invalid_answer<Penetration>();
  if (!collide(model, shape_in_model, shape, {.solid = true}).colliding) return {};
  return MixedDepth(model, shape_in_model, shape, options).run();
}

}  // namespace

Penetration penetration(const Model& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options) {
  APART_ASSERT(options.rel_error >= 0, "an error of a penetration query is negative or not a number");
  return at_pose(b_in_a, [&](const Pose& at) { return mixed_penetration(a, at, b, options); });
}
Penetration penetration(const Shape& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options) {
  APART_ASSERT(options.rel_error >= 0, "an error of a penetration query is negative or not a number");
  return swapped_at_pose(b_in_a, [&](const Pose& at) { return mixed_penetration(b, at, a, options); });
}

}  // namespace apart
