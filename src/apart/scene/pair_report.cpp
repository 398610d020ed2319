// The narrow phase of a pair: distance first, then clash, curves, thickness and penetration depth.
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/meetings.hpp>
#include <apart/queries/overlap_thickness.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/same_surface.hpp>
#include <apart/scene/pair_check.hpp>
#include <apart/scene/shape_pair.hpp>
#include <tuple>

namespace apart {
namespace {

void tell(PairReport& out, Intersection&& where) {
  out.triangle_pairs = where.pairs.size();
  out.on_a = out.on_b = where.witness;
  out.curves = std::move(where.curves);
  out.curve_length = where.length;
  out.box = where.box;
}

// The intersection of two boxes.
Bounds common(const Bounds& x, const Bounds& y) { return {larger(x.low, y.low), lesser(x.high, y.high)}; }

// A bound by extents, and of closed meshes both bounds of the penetration depth, as far as a budget goes. The order of
// the two is theirs, so that the report does not depend on that of the bodies.
void measure_separation(PairReport& out, const AssemblyPart& a, const AssemblyPart& b,
                        std::span<const TouchingPair> touching = {}) {
  out.separation = separation_bound(a.model, a.pose, b.model, b.pose, touching);
  constexpr u32 kMostTriangles = 200'000;  // the features of larger meshes take seconds to find
  if (!a.model.closed() || !b.model.closed() || larger(a.model.mesh().size(), b.model.mesh().size()) > kMostTriangles)
    return;
  const auto nature = [](const AssemblyPart& part) {
    const Frame& frame = part.model.tree().frame;
    const Vec3d at = part.pose * frame.centre;
    return std::tuple(part.model.mesh().size(), frame.radius, at.x, at.y, at.z);
  };
  const bool swap = nature(b) < nature(a);
  const AssemblyPart &x = swap ? b : a, &y = swap ? a : b;
  constexpr PenetrationOptions kHow{.rel_error = 0.02, .budget = {.tests = 20'000}};
  const Penetration depth = penetration(x.model, x.pose, y.model, y.pose, kHow);
  if (!(depth.depth > 0) || !std::isfinite(depth.depth)) return;
  out.separation_at_least = depth.at_least;
  if (depth.depth < out.separation->length)
    out.separation = {depth.depth, (swap ? -depth.translation() : depth.translation()) + Vec3d{}};
}

// A point of the inner model's surface that lies inside the outer.
Vec3d point_inside(const AssemblyPart& inner, const AssemblyPart& outer) {
  const Pose inner_in_outer = relative(outer.pose, inner.pose);
  for (Vec3d p : inner.model.part_vertices())
    if (locate(outer.model, inner_in_outer * p) == Where::inside) return inner.pose * p;
  return inner.pose * inner.model.mesh().triangle(0).a;
}

void report_contained(PairReport& out, const AssemblyPart& a, const AssemblyPart& b, const Inside& inside) {
  const bool is_a = inside.which == Inside::Which::a;
  out.state = PairState::contained;
  out.inside = inside;
  out.box = common(world_box(a.model, a.pose), world_box(b.model, b.pose));
  out.on_a = out.on_b = point_inside(is_a ? a : b, is_a ? b : a);
  measure_separation(out, a, b);
}

// One of a clear pair inside the other is no finding, but it must not go unmentioned: without `solid` nobody looked,
// and an open mesh is no solid.
bool lies_in_open(const AssemblyPart& inner, const AssemblyPart& outer) {
  if (outer.model.closed()) return false;
  const Bounds in = world_box(inner.model, inner.pose), out = world_box(outer.model, outer.pose);
  if (lesser(in.low, out.low) != out.low || larger(in.high, out.high) != out.high) return false;
  return inside(outer.model, relative(outer.pose, inner.pose) * inner.model.mesh().triangle(0).a);
}
void note_inside(PairReport& out, const AssemblyPart& a, const Pose& b_in_a, const AssemblyPart& b,
                 const scene::PairCheck& query) {
  if (out.state != PairState::clear || query.gap > 0) return;
  if (!query.solid) out.inside = which_inside(a.model, b_in_a, b.model);
  out.in_open = !out.inside && (lies_in_open(a, b) || lies_in_open(b, a));
}

// A tolerance that is large relative to the bodies would make duplicates of any two small ones at one place.
bool are_duplicates(const AssemblyPart& a, const Pose& b_in_a, const AssemblyPart& b, double touch) {
  const double smaller = lesser(a.model.tree().frame.radius, b.model.tree().frame.radius);
  return same_surface(a.model, b_in_a, b.model, lesser(touch, 2e-3 * smaller));
}

void report_duplicates(PairReport& out, const AssemblyPart& a, const AssemblyPart& b) {
  out.state = PairState::duplicate;
  out.box = world_box(a.model, a.pose);
  out.on_a = out.on_b = a.pose * a.model.mesh().triangle(0).a;
  measure_separation(out, a, b);
}

}  // namespace

PairReport scene::check_pair(const AssemblyPart& a, const AssemblyPart& b, const PairCheck& query, Tracker* tracker) {
  const Pose b_in_a = relative(a.pose, b.pose);
  PairReport out{.clearance = query.clearance, .touch = query.touch, .error = a.error + b.error};
  const auto is_nothing = [](const AssemblyPart& part) { return !part.shape && part.model.mesh().empty(); };
  if (is_nothing(a) || is_nothing(b)) {  // an empty part is near nothing
    out.distance = std::numeric_limits<double>::infinity();
    return out;
  }
  if (a.shape || b.shape) return check_shape_pair(a, b, query);
  const double reach = larger(query.clearance + out.error, query.touch);
  const double max = query.measure_clear ? std::numeric_limits<double>::infinity() : reach;
  const Distance apart =
      tracker ? tracker->distance(b_in_a, {.max = max}) : distance(a.model, b_in_a, b.model, {.max = max});
  const ClashOptions as{.solid = query.solid, .tolerance = query.touch};

  if (apart.distance <= query.touch && are_duplicates(a, b_in_a, b, query.touch)) {
    report_duplicates(out, a, b);
    return out;
  }
  if (apart.distance > 0 || apart.status == Status::at_least) {
    if (query.solid && contained(a.model, b_in_a, b.model)) {
      const Clash found = clash(a.model, b_in_a, b.model, as);
      if (found.state == Clash::State::clash) {
        report_contained(out, a, b, found.inside);
        return out;
      }
    }
    out.distance = apart.distance;
    if (apart.status == Status::at_least) {
      out.measured = false;
      out.distance = larger(query.gap, reach) - out.error;
      note_inside(out, a, b_in_a, b, query);
      return out;
    }
    out.on_a = a.pose * apart.on_a, out.on_b = a.pose * apart.on_b;
    out.box.add(out.on_a), out.box.add(out.on_b);
    out.state = apart.distance <= query.touch                  ? PairState::touch
                : apart.distance < query.clearance + out.error ? PairState::near
                                                               : PairState::clear;
    note_inside(out, a, b_in_a, b, query);
    return out;
  }

  const Clash found = clash(a.model, b_in_a, b.model, as);
  out.state = found.state != Clash::State::clash ? PairState::touch
              : found.contained                  ? PairState::contained
                                                 : PairState::clash;
  out.inside = found.inside;
  Intersection where = intersection(a.model, a.pose, b.model, b.pose);
  if (out.state == PairState::clash) out.overlap_thickness = overlap_thickness(a.model, b_in_a, b.model, where.pairs);
  if (out.state != PairState::touch) measure_separation(out, a, b, where.pairs);
  tell(out, std::move(where));
  if (out.state == PairState::contained) out.box = common(world_box(a.model, a.pose), world_box(b.model, b.pose));
  return out;
}

PairReport scene::check_self(const AssemblyPart& part, std::vector<TouchingPair> found) {
  PairReport out;
  if (found.empty()) return out;
  out.state = PairState::clash;
  tell(out, meetings({part.model.mesh(), {}, part.model.mesh()}, std::move(found), part.pose));
  return out;
}

bool worse(const PairReport& x, const PairReport& y) {
  if (x.state != y.state) return x.state < y.state;
  const auto is_inside = [](const PairReport& r) { return bool(r.inside) || r.in_open; };
  if (x.state == PairState::clear && is_inside(x) != is_inside(y)) return is_inside(x);
  const double move_x = x.separation ? x.separation->length : 0, move_y = y.separation ? y.separation->length : 0;
  if (move_x != move_y) return move_x > move_y;
  if (x.distance != y.distance) return x.distance < y.distance;
  return x.curve_length > y.curve_length;
}

}  // namespace apart
