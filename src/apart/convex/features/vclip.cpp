// V-Clip's transitions between pairs of features.
#include <apart/convex/features/vclip.hpp>

namespace apart::convex {

// The part of an edge, from 0 to 1, that lies in a region whose planes are given one by one.
struct VClip::Clip {
  Vec3d from, to;
  double low = 0, high = 1;
  Feature before{}, after{};  // whose regions the edge comes from and goes to
  bool cut_low = false, cut_high = false;

  Vec3d at(double t) const { return from + t * (to - from); }
  bool empty() const { return low > high; }

  // How far the ends are out of the region, and whose region is there; false if all of it is outside.
  bool by(double out_from, double out_to, Feature beyond) {
    if (out_from > 0 && out_to > 0) return false;
    if (out_from > 0) {
      if (const double t = out_from / (out_from - out_to); t > low) low = t, before = beyond, cut_low = true;
    } else if (out_to > 0) {
      if (const double t = out_from / (out_from - out_to); t < high) high = t, after = beyond, cut_high = true;
    }
    return true;
  }
};

VClip::VClip(const Polytope& a, const Pose& b_in_a, const Polytope& b, const FeatureWalkOptions& options)
    : FeatureWalk(a, b_in_a, b, options) {
  seen_ = start();
  feature_[0] = seen_.a, feature_[1] = seen_.b;
}

bool VClip::step() {
  if (done_) return false;
  ++result_.steps;
  const Move next = move();
  if (next == Move::on) {
    const FeaturePair now{feature_[0], feature_[1]};
    const bool again = now == seen_;
    if ((result_.steps & (result_.steps - 1)) == 0) seen_ = now;
    if (!again && result_.steps < options_.limit) return true;
  }
  const NearestFeatures nearest = nearest_features(polytopes_, 0, feature_[0], feature_[1]);
  if (!std::isfinite(nearest.squared)) return fall_back();
  if (proven(nearest)) return false;
  return next == Move::meet || nearest.squared <= noise_ * noise_ ? meet() : fall_back();
}

VClip::Move VClip::move() {
  const FeatureKind a = feature_[0].kind, b = feature_[1].kind;
  const int higher = a > b ? 0 : 1;
  if (feature_[higher].kind == FeatureKind::vertex) return vertices();
  if (a == FeatureKind::edge && b == FeatureKind::edge) return edges();
  const bool vertex = feature_[1 - higher].kind == FeatureKind::vertex;
  if (feature_[higher].kind == FeatureKind::edge) return vertex_edge(1 - higher);
  return vertex ? vertex_face(1 - higher) : edge_face(1 - higher);
}

VClip::Move VClip::go_to(int side, Feature feature) {
  feature_[side] = feature;
  return Move::on;
}

u32 VClip::way_out(int side, u32 vertex, Vec3d point) const {
  const PlacedPolytope& p = polytopes_[side];
  const Vec3d from = p.own_vertex(vertex), to = p.own(point) - from;
  double best = 0, best_square = 1;
  u32 out = Polytope::kNone;
  for_each_edge_from(p.shape(), vertex, [&](u32 half) {
    const Vec3d edge = p.own_vertex(p.end_of(half)) - from;
    const double forward = dot(edge, to), square = squared_length(edge);
    if (forward > 0 && forward * forward * best_square > best * best * square)
      best = forward, best_square = square, out = half;
    return true;
  });
  return out;
}

VClip::Move VClip::vertices() {
  for (int side : {0, 1}) {
    const Vec3d other = polytopes_[1 - side].vertex(feature_[1 - side].index);
    const u32 half = way_out(side, feature_[side].index, other);
    if (half != Polytope::kNone) return go_to(side, polytopes_[side].edge_feature(half));
  }
  return Move::done;
}

VClip::Move VClip::vertex_edge(int vertex_side) {
  const int edge_side = 1 - vertex_side;
  const PlacedPolytope &p = polytopes_[vertex_side], &o = polytopes_[edge_side];
  const u32 vertex = feature_[vertex_side].index, half = feature_[edge_side].index;
  const Vec3d at = p.vertex(vertex), own = o.own(at);
  const Vec3d start = o.own_vertex(o.start_of(half)), end = o.own_vertex(o.end_of(half)), along = end - start;
  if (dot(along, own - start) < 0) return go_to(edge_side, o.vertex_feature(o.start_of(half)));
  if (dot(along, own - end) > 0) return go_to(edge_side, o.vertex_feature(o.end_of(half)));
  if (o.face_of(half) != Polytope::kNone)
    for (u32 h : {half, o.twin(half)})
      if (dot(o.own_inward(h), own - start) > 0) return go_to(edge_side, o.face_feature(o.face_of(h)));
  // The edge, in the region of the vertex.
  const Vec3d from = p.own_vertex(vertex);
  Clip clip{p.own(o.vertex(o.start_of(half))), p.own(o.vertex(o.end_of(half)))};
  Feature gone{};
  bool all_out = false;
  for_each_edge_from(p.shape(), vertex, [&](u32 h) {
    const Vec3d edge = p.own_vertex(p.end_of(h)) - from;
    const Feature beyond = p.edge_feature(h);
    if (clip.by(dot(edge, clip.from - from), dot(edge, clip.to - from), beyond)) return true;
    gone = beyond, all_out = true;
    return false;
  });
  if (all_out) return go_to(vertex_side, gone);
  const Vec3d slope = clip.to - clip.from;
  if (clip.cut_low && dot(slope, clip.at(clip.low) - from) > 0) return go_to(vertex_side, clip.before);
  if (clip.cut_high && dot(slope, clip.at(clip.high) - from) < 0) return go_to(vertex_side, clip.after);
  return Move::done;
}

VClip::Move VClip::vertex_face(int vertex_side) {
  const int face_side = 1 - vertex_side;
  const PlacedPolytope &p = polytopes_[vertex_side], &o = polytopes_[face_side];
  const u32 vertex = feature_[vertex_side].index, face = feature_[face_side].index;
  const Vec3d own = o.own(p.vertex(vertex));
  const Polytope::Face& side = o.faces()[face];
  double worst = 0;
  u32 out = Polytope::kNone;
  for (u32 h = side.first_edge; h < side.first_edge + side.edge_count; ++h) {
    const Vec3d inward = o.own_inward(h);
    const double beyond = -dot(inward, own - o.own_vertex(o.start_of(h)));
    if (beyond > 0 && (out == Polytope::kNone || beyond * beyond > worst * squared_length(inward)))
      worst = beyond * beyond / squared_length(inward), out = h;
  }
  if (out != Polytope::kNone) return go_to(face_side, o.edge_feature(out));
  // Does an edge of the vertex lead towards the plane?
  const double height = o.own_height(face, own);
  const Vec3d normal = p.own_direction(o.normal(face)), from = p.own_vertex(vertex);
  double steepest = 0;
  out = Polytope::kNone;
  for_each_edge_from(p.shape(), vertex, [&](u32 h) {
    const Vec3d edge = p.own_vertex(p.end_of(h)) - from;
    const double nearer = height < 0 ? dot(normal, edge) : -dot(normal, edge);
    const double square = squared_length(edge);
    if (nearer > 0 && nearer * nearer > steepest * square) steepest = nearer * nearer / square, out = h;
    return true;
  });
  if (out != Polytope::kNone) return go_to(vertex_side, p.edge_feature(out));
  if (height >= 0) return Move::done;
  // Below the face, at its deepest: inside, or there is a face that it is above.
  double highest = 0;
  out = Polytope::kNone;
  for (u32 f = 0; f < o.faces().size(); ++f)
    if (const double above = o.own_height(f, own); above > highest) highest = above, out = f;
  return out == Polytope::kNone ? Move::meet : go_to(face_side, o.face_feature(out));
}

VClip::Move VClip::edges() {
  for (int side : {0, 1}) {
    const PlacedPolytope &p = polytopes_[side], &o = polytopes_[1 - side];
    const u32 half = feature_[side].index, other = feature_[1 - side].index;
    const u32 start = p.start_of(half), end = p.end_of(half);
    const Vec3d from = p.own_vertex(start), to = p.own_vertex(end), along = to - from;
    const Vec3d other_from = p.own(o.vertex(o.start_of(other))), other_to = p.own(o.vertex(o.end_of(other)));
    const Vec3d slope = other_to - other_from;
    // First the regions of its ends, then those of its faces.
    Clip clip{other_from, other_to};
    const auto out_of_start = [&](Vec3d x) { return -dot(along, x - from); };
    const auto out_of_end = [&](Vec3d x) { return dot(along, x - to); };
    const Feature at_start = p.vertex_feature(start), at_end = p.vertex_feature(end);
    if (!clip.by(out_of_start(other_from), out_of_start(other_to), at_start)) return go_to(side, at_start);
    if (!clip.by(out_of_end(other_from), out_of_end(other_to), at_end)) return go_to(side, at_end);
    const auto rises = [&](Feature beyond, double t) {
      const Vec3d x = clip.at(t);
      if (beyond.kind == FeatureKind::vertex) return dot(slope, x - p.own_vertex(beyond.index));
      const double rate = dot(slope, p.faces()[beyond.index].plane.normal);
      return p.own_height(beyond.index, x) < 0 ? -rate : rate;
    };
    if (clip.cut_low && rises(clip.before, clip.low) > 0) return go_to(side, clip.before);
    if (clip.cut_high && rises(clip.after, clip.high) < 0) return go_to(side, clip.after);
    if (p.face_of(half) == Polytope::kNone) continue;
    for (u32 h : {half, p.twin(half)}) {
      const Vec3d inward = p.own_inward(h);
      const Feature face = p.face_feature(p.face_of(h));
      if (!clip.by(dot(inward, other_from - from), dot(inward, other_to - from), face)) return go_to(side, face);
    }
    if (clip.cut_low && rises(clip.before, clip.low) > 0) return go_to(side, clip.before);
    if (clip.cut_high && rises(clip.after, clip.high) < 0) return go_to(side, clip.after);
  }
  return Move::done;
}

VClip::Move VClip::edge_face(int edge_side) {
  const int face_side = 1 - edge_side;
  const PlacedPolytope &p = polytopes_[edge_side], &o = polytopes_[face_side];
  const u32 half = feature_[edge_side].index, face = feature_[face_side].index;
  const u32 start = p.start_of(half), end = p.end_of(half);
  Clip clip{o.own(p.vertex(start)), o.own(p.vertex(end))};
  const Polytope::Face& side = o.faces()[face];
  bool out = false;
  for (u32 h = side.first_edge; h < side.first_edge + side.edge_count && !out; ++h) {
    const Vec3d inward = o.own_inward(h), from = o.own_vertex(o.start_of(h));
    out = !clip.by(-dot(inward, clip.from - from), -dot(inward, clip.to - from), o.edge_feature(h)) || clip.empty();
  }
  if (out) {  // to the nearest part of the border
    const NearestFeatures nearest = nearest_features(polytopes_, edge_side, feature_[edge_side], feature_[face_side]);
    feature_[0] = nearest.feature[0], feature_[1] = nearest.feature[1];
    return Move::on;
  }
  const double at_from = o.own_height(face, clip.from), rise = o.own_height(face, clip.to) - at_from;
  const double low = at_from + clip.low * rise, high = at_from + clip.high * rise;
  if ((low <= 0 && high >= 0) || (low >= 0 && high <= 0)) return Move::meet;
  if (std::abs(low) <= std::abs(high))
    return clip.cut_low ? go_to(face_side, clip.before) : go_to(edge_side, p.vertex_feature(start));
  return clip.cut_high ? go_to(face_side, clip.after) : go_to(edge_side, p.vertex_feature(end));
}

}  // namespace apart::convex
