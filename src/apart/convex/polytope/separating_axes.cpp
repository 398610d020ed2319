// Face normals with pruning, then arcs of edges followed over the other's Gauss map.
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/separating_axes.hpp>

namespace apart::convex {
namespace {

// Perpendicular to a line, towards a point beside it; any perpendicular if it lies on the line.
Vec3d across_line(Vec3d to_point, Vec3d along) {
  const Vec3d d = unit_or_zero(along);
  // Twice: the first remainder may be mostly rounding error, which may run along the line.
  const Vec3d beside = unit_or_zero(to_point - dot(to_point, d) * d), out = beside - dot(beside, d) * d;
  if (squared_length(out) > 1e-6) return unit_or_zero(out);
  const Vec3d m = abs(d);
  return unit_or_zero(cross(d, m.x <= m.y && m.x <= m.z ? Vec3d{1, 0, 0}
                               : m.y <= m.z             ? Vec3d{0, 1, 0}
                                                        : Vec3d{0, 0, 1}));
}

}  // namespace

SeparatingAxes::SeparatingAxes(const Polytope& a, const Pose& b_in_a, const Polytope& b, const AxesOptions& options)
    : polytopes_{{a, {}}, {b, b_in_a}}, options_(options) {
  result_.noise = coordinate_noise(polytopes_[0], polytopes_[1]);
  // The one with fewer edges, if it has faces.
  const bool fewer = b.half_edges().size() < a.half_edges().size();
  walker_ = a.dimension() < 2 || (b.dimension() >= 2 && fewer) ? 1 : 0;
}

bool SeparatingAxes::step() {
  switch (stage_) {
    case Stage::first:
      stage_ = Stage::faces;
      if (const Vec3d axis = unit_or_zero(options_.first); axis != Vec3d{}) test(axis);
      if (enough()) return finish();
      // Most distant pairs are separated by the line of the centres.
      if (const Vec3d axis = unit_or_zero(polytopes_[1].centre() - polytopes_[0].centre()); axis != Vec3d{}) test(axis);
      if (enough()) return finish();
      measure_faces();
      return enough() ? finish() : true;
    case Stage::faces:
      if (next_face(0) || next_face(1)) return enough() ? finish() : true;
      stage_ = Stage::flat;
      return true;
    case Stage::flat:
      if (polytopes_[0].shape().dimension() < 3 && polytopes_[1].shape().dimension() < 3) test_flats();
      stage_ = Stage::edges;
      next_[0] = 0;
      measure_deepest(walker_);
      return enough() ? finish() : true;
    case Stage::edges:
      return next_edge() && !enough() ? true : finish();
    case Stage::done:
      break;
  }
  return false;
}

AxesResult SeparatingAxes::run() {
  while (step()) {
  }
  return result_;
}

// Takes the axis, if it is better than all before.
void SeparatingAxes::take(double separation, Vec3d normal, FeaturePair features) {
  if (!(separation > result_.distance)) return;
  result_.distance = separation, result_.at_least = separation - result_.noise;
  result_.normal = normal, result_.features = features;
}

void SeparatingAxes::test(Vec3d normal) {
  ++result_.axes;
  const u32 a = result_.axes == 1 ? polytopes_[0].farthest(normal) : polytopes_[0].farthest(normal, support_[0]);
  const u32 b = result_.axes == 1 ? polytopes_[1].farthest(-normal) : polytopes_[1].farthest(-normal, support_[1]);
  support_[0] = a, support_[1] = b;
  const double separation = dot(normal, polytopes_[1].vertex(b) - polytopes_[0].vertex(a));
  take(separation, normal, {polytopes_[0].vertex_feature(a), polytopes_[1].vertex_feature(b)});
}

void SeparatingAxes::test_both(Vec3d direction) {
  const Vec3d axis = unit_or_zero(direction);
  if (axis == Vec3d{}) return;
  test(axis);
  test(-axis);
}

// By the planes' offsets, which is faster than by a vertex of each face, less their error.
u32 SeparatingAxes::measure(int side, Vec3d own_point, std::vector<double>& below) const {
  const std::span<const Polytope::Face> faces = polytopes_[side].faces();
  u32 best = 0;
  double least = std::numeric_limits<double>::infinity();
  below.resize(faces.size());
  for (u32 f = 0; f < faces.size(); ++f) {
    const double by = below[f] = faces[f].plane.offset - dot(faces[f].plane.normal, own_point) - result_.noise;
    if (by < least) least = by, best = f;
  }
  return best;
}

void SeparatingAxes::measure_faces() {
  for (int side : {0, 1}) {
    const PlacedPolytope &p = polytopes_[side], &o = polytopes_[1 - side];
    const u32 best = measure(side, p.own(o.centre()), centre_below_[side]);
    // The most promising first, so that more of the others are pruned.
    if (!p.faces().empty()) test_face(side, best);
  }
  for (int side : {0, 1}) measure_deepest(side);
}

void SeparatingAxes::measure_deepest(int side) {
  const PlacedPolytope &p = polytopes_[side], &o = polytopes_[1 - side];
  const Vec3d deepest = p.own(o.vertex(o.a_vertex_of(side == 0 ? result_.features.b : result_.features.a)));
  measure(side, deepest, deepest_below_[side]);
}

// A vertex of the other, and its inscribed sphere, give a lower bound of the depth: a few dot products prune most
// faces.
bool SeparatingAxes::next_face(int side) {
  const double depth = -wanted(), beyond_ball = depth - polytopes_[1 - side].shape().inscribed();
  const std::size_t count = centre_below_[side].size();
  for (u32& f = next_[side]; f < count;) {
    const u32 face = f++;
    if (deepest_below_[side][face] >= depth || centre_below_[side][face] >= beyond_ball) continue;
    test_face(side, face);
    return true;
  }
  return false;
}

void SeparatingAxes::test_face(int side, u32 face) {
  const PlacedPolytope &p = polytopes_[side], &o = polytopes_[1 - side];
  ++result_.axes;
  const Vec3d outward = p.normal(face);
  const u32 vertex = support_[1 - side] = o.farthest(-outward, support_[1 - side]);
  const double separation = p.own_height(face, p.own(o.vertex(vertex)));
  const Feature features[] = {p.face_feature(face), o.vertex_feature(vertex)};
  take(separation, side == 0 ? outward : -outward, {features[side], features[1 - side]});
}

// Two flat ones may be coplanar, where A − B has no separating faces: there, the in-plane normals of their edges are
// used, or along a segment, or from point to point.
void SeparatingAxes::test_flats() {
  Vec3d along[2], middle = polytopes_[1].centre() - polytopes_[0].centre();
  for (int side : {0, 1}) {
    const PlacedPolytope& p = polytopes_[side];
    const int dimension = p.shape().dimension();
    if (dimension == 1) along[side] = p.vertex(1) - p.vertex(0);
    if (dimension != 2) continue;
    const Polytope::Face& polygon = p.faces()[0];
    for (u32 h = polygon.first_edge; h < polygon.first_edge + polygon.edge_count; ++h) {
      const Vec3d outward = unit_or_zero(-p.at().rotate(p.own_inward(h)));
      if (outward != Vec3d{}) test(side == 0 ? outward : -outward);
    }
    const PlacedPolytope& o = polytopes_[1 - side];
    if (o.shape().dimension() == 1) test_both(cross(p.normal(0), o.vertex(1) - o.vertex(0)));
  }
  const Vec3d across = right_across(along[0], along[1]);
  test_both(across);
  for (int side : {0, 1}) {
    test_both(along[side]);
    test_both(cross(across, along[side]));
    if (along[side] != Vec3d{}) test_both(across_line(middle, along[side]));
  }
}

// Every normal between those of the two faces of an edge has a point at least as far below as the nearer of the faces,
// as long as the point is below both.
bool SeparatingAxes::next_edge() {
  const PlacedPolytope& p = polytopes_[walker_];
  const int dimension = p.shape().dimension();
  if (dimension < 2) return false;  // without faces, the coplanar case has covered all
  const double depth = larger(-wanted(), 0.0),
               beyond_ball = larger(-wanted() - polytopes_[1 - walker_].shape().inscribed(), 0.0);
  const std::vector<double>&centre = centre_below_[walker_], &deepest = deepest_below_[walker_];
  for (u32& h = next_[0]; h < p.half_edges().size();) {
    const u32 half = h++, twin = p.twin(half);
    if (half > twin) continue;
    const u32 left = p.face_of(half), right = p.face_of(twin);
    if (dimension == 3) {
      if (deepest[left] >= depth && deepest[right] >= depth) continue;
      if (centre[left] >= beyond_ball && centre[right] >= beyond_ball) continue;
    }
    test_edge(half);
    return true;
  }
  return false;
}

// The normals of an edge are the arc between those of its faces; for a polygon, half a circle around its side.
void SeparatingAxes::test_edge(u32 half) {
  const PlacedPolytope& p = polytopes_[walker_];
  const Vec3d left = p.normal(p.face_of(half)), right = p.normal(p.face_of(p.twin(half)));
  if (p.shape().dimension() == 3) return walk_arc(half, left, right);
  const Vec3d outward = unit_or_zero(-p.at().rotate(p.own_inward(half)));
  walk_arc(half, left, outward);
  if (outward != Vec3d{}) test(walker_ == 0 ? outward : -outward);  // an edge may cross where the two arcs join
  walk_arc(half, outward, right);
}

// Follows an arc of normals over the other's Gauss map: which of its vertices is the support vertex, and across which
// of its edges that changes. There, the arc crosses the edge's own arc, negated, and the two edges span a face of A −
// B. In the other's frame.
void SeparatingAxes::walk_arc(u32 half, Vec3d from, Vec3d to) {
  const PlacedPolytope &p = polytopes_[walker_], &o = polytopes_[1 - walker_];
  const Vec3d first = o.own_direction(from), last = o.own_direction(to), change = last - first;
  const Vec3d on_edge = o.own(p.vertex(p.start_of(half)));
  u32 vertex = support_[1 - walker_] = o.shape().farthest_vertex(-first, support_[1 - walker_]);
  // A bound from this vertex for the whole arc: along it, the depth is at least that.
  const Vec3d down = on_edge - o.own_vertex(vertex);
  const double least = lesser(dot(first, down), dot(last, down));
  if (least >= 0 && -least <= wanted()) return;
  // Each lies farther along the change than the one before. If rounding makes a cycle of vertices, they are equivalent,
  // and it ends.
  double at = 0;
  for (std::size_t rest = o.shape().vertices().size(); rest > 0; --rest) {
    const Vec3d here = o.own_vertex(vertex);
    double leaves = 1;
    u32 by = Polytope::kNone;
    for_each_edge_from(o.shape(), vertex, [&](u32 h) {
      const Vec3d edge = o.own_vertex(o.end_of(h)) - here;
      const double rate = -dot(change, edge);
      if (!(rate > 0)) return true;
      const double when = larger(at, dot(first, edge) / rate);
      if (when < leaves) leaves = when, by = h;
      return true;
    });
    if (by == Polytope::kNone) return;
    test_across(half, by, first + leaves * change);
    vertex = o.end_of(by), at = leaves;
  }
}

void SeparatingAxes::test_across(u32 half, u32 other, Vec3d like) {
  const PlacedPolytope &p = polytopes_[walker_], &o = polytopes_[1 - walker_];
  ++result_.axes;
  const Vec3d start = o.own(p.vertex(p.start_of(half))), end = o.own(p.vertex(p.end_of(half)));
  const Vec3d along = unit_or_zero(end - start),
              other_along = unit_or_zero(o.own_vertex(o.end_of(other)) - o.own_vertex(o.start_of(other)));
  Vec3d across = right_across(along, other_along);
  const double squared = squared_length(across);
  if (!(squared > 0)) return;
  if (dot(across, like) < 0) across = -across;
  const double l = std::sqrt(squared), separation = dot(across, o.own_vertex(o.start_of(other)) - start) / l;
  if (separation <= wanted()) return;
  const Vec3d outward = o.at().rotate(across / l), normal = walker_ == 0 ? outward : -outward;
  // For thin polytopes and nearly parallel edges, the crossing of the arcs is inaccurate: all vertices decide.
  const double before = result_.distance;
  test(unit_or_zero(normal));
  if (!(result_.distance > before) || result_.distance < separation - result_.noise) return;
  const Feature features[] = {p.edge_feature(half), o.edge_feature(other)};
  result_.features = {features[walker_], features[1 - walker_]};
}

bool SeparatingAxes::finish() {
  stage_ = Stage::done;
  if (result_.normal == Vec3d{}) test({1, 0, 0});  // two coincident points: every direction is equivalent
  result_.status = options_.any || !result_.meet() ? Status::at_least : Status::exact;
  if (result_.status == Status::exact) result_.at_most = result_.distance + result_.noise;
  if (options_.points && !options_.any && result_.meet()) find_points();
  return false;
}

// The deepest points project to one point along the axis, of the support features of both sides.
void SeparatingAxes::find_points() {
  const Vec3d normal = result_.normal;
  // Axes that differ by rounding are interchangeable, so nearly equal heights count as well: otherwise the points could
  // be anywhere on nearly parallel features.
  const double size = polytopes_[0].shape().radius() + polytopes_[1].shape().radius();
  const double tolerance = larger(4 * result_.noise, lesser(1e6 * result_.noise, 1e-8 * size));
  Feature feature[2];
  std::vector<Vec3d> corners[2];
  for (int side : {0, 1}) {
    const PlacedPolytope& p = polytopes_[side];
    const Vec3d outward = side == 0 ? normal : -normal;
    const u32 start = p.a_vertex_of(side == 0 ? result_.features.a : result_.features.b);
    const u32 vertex = p.farthest(outward, start);
    feature[side] = p.farthest_feature(outward, vertex, tolerance);
    const Vec3d top = p.vertex(vertex);
    if (feature[side].kind == FeatureKind::vertex) {
      corners[side] = {top};
    } else if (feature[side].kind == FeatureKind::edge) {
      corners[side] = {p.vertex(p.start_of(feature[side].index)), p.vertex(p.end_of(feature[side].index))};
    } else {
      const Polytope::Face& face = p.faces()[feature[side].index];
      for (u32 h = face.first_edge; h < face.first_edge + face.edge_count; ++h)
        corners[side].push_back(p.vertex(p.start_of(h)));
    }
  }
  result_.features = {feature[0], feature[1]};
  if (corners[0].size() == 1) {
    result_.on_a = corners[0][0];
    result_.on_b = result_.on_a + result_.distance * normal;
  } else if (corners[1].size() == 1) {
    result_.on_b = corners[1][0];
    result_.on_a = result_.on_b - result_.distance * normal;
  } else {
    // Projected along the axis, relative to one of A's corners.
    const Vec3d from = corners[0][0];
    for (int side : {0, 1})
      for (Vec3d& c : corners[side]) c -= dot(normal, c - from) * normal;
    const GjkResult common = gjk(PointsSupport{corners[0]}, PointsSupport{corners[1]});
    result_.on_a = common.on_a;
    result_.on_b = result_.on_a + result_.distance * normal;
  }
}

}  // namespace apart::convex
