#include <algorithm>
#include <apart/convex/gjk.hpp>
#include <apart/convex/separating_axes.hpp>

namespace apart {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Right across a line, towards a point beside it; somewhere across when it lies on the line.
Vec3d across_line(Vec3d to_point, Vec3d along) {
  const Vec3d d = unit_or_zero(along);
  // Twice: the first time little may be left but rounding.
  Vec3d out = unit_or_zero(to_point - dot(to_point, d) * d);
  out = unit_or_zero(out - dot(out, d) * d);
  if (out != Vec3d{}) return out;
  const Vec3d m = abs(d);
  return unit_or_zero(cross(d, m.x <= m.y && m.x <= m.z ? Vec3d{1, 0, 0}
                               : m.y <= m.z             ? Vec3d{0, 1, 0}
                                                        : Vec3d{0, 0, 1}));
}

}  // namespace

SeparatingAxes::SeparatingAxes(const Polytope& a, const Posed& b_in_a, const Polytope& b, const AxesOptions& options)
    : polytopes_{{a, {}}, {b, b_in_a}}, options_(options) {
  result_.noise = coordinate_noise(polytopes_[0], polytopes_[1]);
}

bool SeparatingAxes::step() {
  switch (stage_) {
    case Stage::first:
      stage_ = Stage::faces;
      if (const Vec3d axis = unit_or_zero(options_.first); axis != Vec3d{}) look(axis);
      if (options_.any && !result_.meet()) return finish();
      // Most that are far apart are parted by the line of the centres.
      if (const Vec3d axis = unit_or_zero(polytopes_[1].centre() - polytopes_[0].centre()); axis != Vec3d{}) look(axis);
      if (options_.any && !result_.meet()) return finish();
      measure_heights();
      return true;
    case Stage::faces:
      for (int side : {0, 1})
        while (next_[side] < below_[side].size()) {
          const u32 face = next_[side]++;
          const int before = result_.axes;
          look_at_face(side, face);
          if (options_.any && !result_.meet()) return finish();
          if (result_.axes != before) return true;
        }
      stage_ = Stage::flat;
      return true;
    case Stage::flat:
      if (polytopes_[0].shape().dimension() < 3 && polytopes_[1].shape().dimension() < 3) look_at_flats();
      if (options_.any && !result_.meet()) return finish();
      for (int side : {0, 1}) gather_edges(side);
      next_[0] = 0;
      stage_ = Stage::edges;
      return true;
    case Stage::edges:
      if (next_[0] >= edges_[0].size()) return finish();
      for (const Edge& b : edges_[1]) look_at_edges(edges_[0][next_[0]], b);
      ++next_[0];
      return options_.any && !result_.meet() ? finish() : true;
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

void SeparatingAxes::look(Vec3d normal) {
  ++result_.axes;
  const u32 a = result_.axes == 1 ? polytopes_[0].farthest(normal) : polytopes_[0].farthest(normal, support_[0]);
  const u32 b = result_.axes == 1 ? polytopes_[1].farthest(-normal) : polytopes_[1].farthest(-normal, support_[1]);
  support_[0] = a, support_[1] = b;
  const double separation = dot(normal, polytopes_[1].vertex(b) - polytopes_[0].vertex(a));
  if (!(separation > result_.separation)) return;
  result_.separation = separation, result_.normal = normal;
  result_.features = {polytopes_[0].vertex_feature(a), polytopes_[1].vertex_feature(b)};
}

void SeparatingAxes::look_both(Vec3d direction) {
  const Vec3d axis = unit_or_zero(direction);
  if (axis == Vec3d{}) return;
  look(axis);
  look(-axis);
}

// The ball inside the other reaches at least so far below a face: one dot tells of most faces that they are too deep.
void SeparatingAxes::measure_heights() {
  for (int side : {0, 1}) {
    const PlacedPolytope &p = polytopes_[side], &o = polytopes_[1 - side];
    const Vec3d centre = p.own(o.centre());
    below_[side].resize(p.faces().size());
    for (u32 f = 0; f < p.faces().size(); ++f) below_[side][f] = -p.own_height(f, centre);
  }
  // The most promising first, so that more of the others are too deep.
  for (int side : {0, 1})
    if (const auto least = std::min_element(below_[side].begin(), below_[side].end()); least != below_[side].end())
      look_at_face(side, static_cast<u32>(least - below_[side].begin()));
}

void SeparatingAxes::look_at_face(int side, u32 face) {
  const PlacedPolytope& o = polytopes_[1 - side];
  if (-(below_[side][face] + o.shape().inscribed()) <= wanted()) return;
  const Vec3d outward = polytopes_[side].normal(face);
  look(side == 0 ? outward : -outward);
}

// Two that are flat may lie in one plane, where A − B has no faces that part them: there, the lines across their edges
// in the plane do, or along a segment, or from point to point.
void SeparatingAxes::look_at_flats() {
  Vec3d along[2], middle = polytopes_[1].centre() - polytopes_[0].centre();
  for (int side : {0, 1}) {
    const PlacedPolytope& p = polytopes_[side];
    const int dimension = p.shape().dimension();
    if (dimension == 1) along[side] = p.vertex(1) - p.vertex(0);
    if (dimension != 2) continue;
    const Polytope::Side& polygon = p.faces()[0];
    for (u32 h = polygon.first_edge; h < polygon.first_edge + polygon.edge_count; ++h) {
      const Vec3d outward = unit_or_zero(-p.at().turn(p.own_inward(h)));
      if (outward != Vec3d{}) look(side == 0 ? outward : -outward);
    }
    const PlacedPolytope& o = polytopes_[1 - side];
    if (o.shape().dimension() == 1) look_both(cross(p.normal(0), o.vertex(1) - o.vertex(0)));
  }
  const Vec3d across = right_across(along[0], along[1]);
  for (int side : {0, 1}) {
    look_both(along[side]);
    look_both(cross(across, along[side]));
    if (along[side] != Vec3d{}) look_both(across_line(middle, along[side]));
  }
}

SeparatingAxes::Edge SeparatingAxes::edge(int side, u32 half) const {
  const PlacedPolytope& p = polytopes_[side];
  Edge out{p.vertex(p.start_of(half)), {}, {}, {}, half, p.face_of(half) != Polytope::kNone};
  out.along = unit_or_zero(p.vertex(p.end_of(half)) - out.from);
  if (out.faces) out.left = p.normal(p.face_of(half)), out.right = p.normal(p.face_of(p.twin(half)));
  return out;
}

// Every normal between those of the two faces of an edge looks at the other's centre from at least as high above it as
// the nearer of the faces, as long as the centre is below both.
bool SeparatingAxes::too_deep(int side, u32 half) const {
  const PlacedPolytope& p = polytopes_[side];
  const u32 left = p.face_of(half);
  if (p.shape().dimension() < 3) return false;  // normals between those of a polygon's faces may be on either way round
  const double least = lesser(below_[side][left], below_[side][p.face_of(p.twin(half))]);
  return least >= 0 && -(least + polytopes_[1 - side].shape().inscribed()) <= wanted();
}

void SeparatingAxes::gather_edges(int side) {
  const PlacedPolytope& p = polytopes_[side];
  if (side == 1 && edges_[0].empty()) return;
  for (u32 h = 0; h < p.half_edges().size(); ++h)
    if (h < p.twin(h) && !too_deep(side, h)) edges_[side].push_back(edge(side, h));
}

// The normals of an edge are the arc between those of its faces. Across two edges is a face of A − B where the arc of
// one crosses the opposite of the other's: each arc's ends lie on both sides of the other, and they face each other.
void SeparatingAxes::look_at_edges(const Edge& a, const Edge& b) {
  constexpr double slack = 8 * kEpsilon;
  int sign = 0;
  if (a.faces) {
    const double left = dot(b.along, a.left), right = dot(b.along, a.right);
    if (left >= -slack && right <= slack)
      sign = 1;
    else if (left <= slack && right >= -slack)
      sign = -1;
    else
      return;
    if (b.faces) {
      const double other_left = sign * dot(a.along, b.left), other_right = sign * dot(a.along, b.right);
      if (other_left < -slack || other_right > slack) return;
    }
  } else if (b.faces) {
    const double left = dot(a.along, b.left), right = dot(a.along, b.right);
    if (left >= -slack && right <= slack)
      sign = 1;
    else if (left <= slack && right >= -slack)
      sign = -1;
    else
      return;
  }
  const Vec3d across = cross(a.along, b.along);
  const double squared = squared_length(across);
  if (!(squared > 0)) return;
  const Vec3d apart = b.from - a.from;
  // Two segments: either way.
  if (sign == 0) return look_both(right_across(a.along, b.along));
  // If what both edges say is no better than what is known, the vertices cannot say more.
  if (squared > 1e-6) {
    const double l = std::sqrt(squared), separation = sign * dot(across, apart) / l;
    if (separation <= wanted()) return;
    result_.separation = separation, result_.normal = (sign / l) * across;
    result_.features = {polytopes_[0].edge_feature(a.half), polytopes_[1].edge_feature(b.half)};
    support_[0] = polytopes_[0].start_of(a.half), support_[1] = polytopes_[1].start_of(b.half);
    return;
  }
  // Nearly parallel: where the arcs cross is known badly, so all vertices are asked.
  const Vec3d axis = unit_or_zero(right_across(a.along, b.along));
  if (axis == Vec3d{} || sign * dot(axis, apart) <= wanted()) return;
  look(sign * axis);
}

bool SeparatingAxes::finish() {
  stage_ = Stage::done;
  if (result_.normal == Vec3d{}) look({1, 0, 0});  // two points in one place: every direction is as good
  result_.status = options_.any || !result_.meet() ? Status::at_least : Status::exact;
  if (options_.points && !options_.any && result_.meet()) find_points();
  return false;
}

// The deepest are one point, seen along the axis, of what lies farthest on each side.
void SeparatingAxes::find_points() {
  const Vec3d normal = result_.normal;
  // Axes that differ by rounding may be taken for each other, so what is nearly as far counts as well: otherwise the
  // points could be anywhere on features that are nearly parallel.
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
      const Polytope::Side& face = p.faces()[feature[side].index];
      for (u32 h = face.first_edge; h < face.first_edge + face.edge_count; ++h)
        corners[side].push_back(p.vertex(p.start_of(h)));
    }
  }
  result_.features = {feature[0], feature[1]};
  if (corners[0].size() == 1) {
    result_.on_a = corners[0][0];
    result_.on_b = result_.on_a + result_.separation * normal;
  } else if (corners[1].size() == 1) {
    result_.on_b = corners[1][0];
    result_.on_a = result_.on_b - result_.separation * normal;
  } else {
    // Seen along the axis, from one of A's corners.
    const Vec3d from = corners[0][0];
    for (int side : {0, 1})
      for (Vec3d& c : corners[side]) c -= dot(normal, c - from) * normal;
    const GjkResult common = gjk(PointsSupport{corners[0]}, PointsSupport{corners[1]});
    result_.on_a = common.on_a;
    result_.on_b = result_.on_a + result_.separation * normal;
  }
}

}  // namespace apart
