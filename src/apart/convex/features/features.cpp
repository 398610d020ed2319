// Distances of vertices, edges and faces of two polytopes.
#include <apart/convex/features/features.hpp>

namespace apart::convex {

bool PlacedPolytope::has(Feature f) const {
  switch (f.kind) {
    case FeatureKind::vertex:
      return f.index < vertices_.size();
    case FeatureKind::edge:
      return f.index < edges_.size();
    case FeatureKind::face:
      return f.index < faces_.size();
  }
  return false;
}

u32 PlacedPolytope::a_vertex_of(Feature f) const {
  switch (f.kind) {
    case FeatureKind::vertex:
      break;
    case FeatureKind::edge:
      return start_of(f.index);
    case FeatureKind::face:
      return start_of(faces_[f.index].first_edge);
  }
  return f.index;
}

Feature PlacedPolytope::farthest_feature(Vec3d direction, u32 vertex, double tolerance) const {
  const Vec3d own = own_direction(direction), from = own_vertex(vertex);
  const auto as_far = [&](u32 v) { return dot(own, from - own_vertex(v)) <= tolerance; };
  Feature best = vertex_feature(vertex);
  // Mostly no end of another edge is as far, or one: then it is no face.
  u32 ends = 0;
  for (u32 v : shape_->neighbours(vertex)) ends += as_far(v);
  if (ends == 0) return best;
  if (ends == 1) {
    for_each_edge_from(*shape_, vertex, [&](u32 half) {
      if (!as_far(end_of(half))) return true;
      best = edge_feature(half);
      return false;
    });
    return best;
  }
  for_each_edge_from(*shape_, vertex, [&](u32 half) {
    if (!as_far(end_of(half))) return true;
    if (best.kind == FeatureKind::vertex) best = edge_feature(half);
    const u32 face = face_of(half);
    if (face == Polytope::kNone) return true;
    const Polytope::Face& side = faces_[face];
    for (u32 h = side.first_edge; h < side.first_edge + side.edge_count; ++h)
      if (!as_far(start_of(h))) return true;
    // Both faces of a flat polygon are equally far; the one facing that direction is meant.
    if (best.kind != FeatureKind::face || dot(own, side.plane.normal) > 0) best = face_feature(face);
    return true;
  });
  return best;
}

double coordinate_noise(const PlacedPolytope& a, const PlacedPolytope& b) {
  const double size = larger(a.largest_coordinate(), b.largest_coordinate()) + largest(abs(b.at().translation));
  return 16 * std::numeric_limits<double>::epsilon() * size + 2 * (a.shape().slack() + b.shape().slack());
}

namespace {

double clamped(double t) { return t > 0 ? lesser(t, 1.0) : 0; }

// The parameter of the point of a segment, from `from`, nearest to the given point.
double nearest_on_segment(Vec3d from, Vec3d along, Vec3d point) {
  const double square = squared_length(along);
  return square > 0 ? clamped(dot(point - from, along) / square) : 0;
}

struct FeatureDistances {
  const PlacedPolytope (&polytopes)[2];
  int side;

  const PlacedPolytope& mine() const { return polytopes[side]; }
  const PlacedPolytope& other() const { return polytopes[1 - side]; }

  NearestFeatures pair(Feature f, Feature g, Vec3d p, Vec3d q, double squared) const {
    NearestFeatures out;
    out.feature[side] = f, out.feature[1 - side] = g;
    out.at[side] = p, out.at[1 - side] = q;
    out.squared = squared;
    return out;
  }
  NearestFeatures pair(Feature f, Feature g, Vec3d p, Vec3d q) const { return pair(f, g, p, q, squared_length(p - q)); }

  static Feature along_edge(const PlacedPolytope& p, u32 half, double t) {
    if (t <= 0) return p.vertex_feature(p.start_of(half));
    if (t >= 1) return p.vertex_feature(p.end_of(half));
    return p.edge_feature(half);
  }

  NearestFeatures vertex_vertex(u32 v, u32 w) const {
    return pair(mine().vertex_feature(v), other().vertex_feature(w), mine().vertex(v), other().vertex(w));
  }

  NearestFeatures vertex_edge(u32 v, u32 half) const {
    const Vec3d p = mine().vertex(v), from = other().vertex(other().start_of(half)),
                to = other().vertex(other().end_of(half)), along = to - from;
    const double t = nearest_on_segment(from, along, p);
    const Vec3d q = t >= 1 ? to : from + t * along;
    return pair(mine().vertex_feature(v), along_edge(other(), half, t), p, q);
  }

  NearestFeatures edge_edge(u32 e, u32 f) const {
    const Vec3d a = mine().vertex(mine().start_of(e)), a_end = mine().vertex(mine().end_of(e)),
                b = other().vertex(other().start_of(f)), b_end = other().vertex(other().end_of(f));
    const SegmentPlaces near = nearest_on_segments(a, a_end - a, b, b_end - b);
    const Vec3d p = near.s >= 1 ? a_end : a + near.s * (a_end - a), q = near.t >= 1 ? b_end : b + near.t * (b_end - b);
    return pair(along_edge(mine(), e, near.s), along_edge(other(), f, near.t), p, q);
  }

  // In the other's own frame, where its face is fixed.
  NearestFeatures vertex_face(u32 v, u32 face) const {
    const PlacedPolytope& o = other();
    const Vec3d p = mine().vertex(v), own = o.own(p);
    const Polytope::Face& face_side = o.faces()[face];
    NearestFeatures best;
    bool inside = true;
    for (u32 h = face_side.first_edge; h < face_side.first_edge + face_side.edge_count; ++h) {
      const Vec3d from = o.own_vertex(o.start_of(h));
      if (dot(o.own_inward(h), own - from) >= 0) continue;
      inside = false;
      const NearestFeatures at_edge = vertex_edge(v, h);
      if (at_edge.squared < best.squared) best = at_edge;
    }
    if (!inside) return best;
    double height = o.own_height(face, own);
    if (height < 0 && o.shape().dimension() == 2) face = 1 - face, height = o.own_height(face, own);
    return pair(mine().vertex_feature(v), o.face_feature(face), p, p - height * o.normal(face), height * height);
  }

  // The part of the edge above or below the face: it crosses the face, or is nearest at one of its ends, which is an
  // end of the edge or lies above an edge of the face.
  NearestFeatures edge_face(u32 e, u32 face) const {
    const PlacedPolytope& o = other();
    const u32 start = mine().start_of(e), end = mine().end_of(e);
    const Vec3d a = o.own(mine().vertex(start)), b = o.own(mine().vertex(end));
    const Polytope::Face& face_side = o.faces()[face];
    const u32 first = face_side.first_edge, last = first + face_side.edge_count;
    double low = 0, high = 1;
    u32 at_low = Polytope::kNone, at_high = Polytope::kNone;
    for (u32 h = first; h < last && low <= high; ++h) {
      const Vec3d inward = o.own_inward(h), from = o.own_vertex(o.start_of(h));
      const double at_a = dot(inward, a - from), at_b = dot(inward, b - from);
      if (at_a < 0 && at_b < 0) {
        low = 2;
      } else if (at_a < 0) {
        if (const double t = at_a / (at_a - at_b); t > low) low = t, at_low = h;
      } else if (at_b < 0) {
        if (const double t = at_a / (at_a - at_b); t < high) high = t, at_high = h;
      }
    }
    const auto at_border = [&] {
      NearestFeatures best;
      for (u32 h = first; h < last; ++h) {
        const Vec3d inward = o.own_inward(h), from = o.own_vertex(o.start_of(h));
        if (dot(inward, a - from) >= 0 && dot(inward, b - from) >= 0) continue;
        const NearestFeatures at_edge = edge_edge(e, h);
        if (at_edge.squared < best.squared) best = at_edge;
      }
      return best;
    };
    if (low > high) return at_border();
    const double height_a = o.own_height(face, a), height_b = o.own_height(face, b);
    const double at_first = height_a + low * (height_b - height_a), at_last = height_a + high * (height_b - height_a);
    if ((at_first < 0) != (at_last < 0) && at_first != 0 && at_last != 0) {
      const Vec3d p = mine().vertex(start), through = p + height_a / (height_a - height_b) * (mine().vertex(end) - p);
      return pair(mine().edge_feature(e), o.face_feature(face), through, through, 0);
    }
    const bool at_start = std::abs(at_first) <= std::abs(at_last);
    const u32 across = at_start ? at_low : at_high;
    if (across == Polytope::kNone) return vertex_face(at_start ? start : end, face);
    // There, the edge that it crosses may be nearest at its end, and the next edge nearer still.
    const NearestFeatures crossed = edge_edge(e, across);
    return crossed.feature[1 - side].kind == FeatureKind::edge ? crossed : at_border();
  }

  NearestFeatures of(Feature f, Feature g) const {
    if (g.kind < f.kind) return FeatureDistances{polytopes, 1 - side}.of(g, f);
    if (f.kind == FeatureKind::vertex) {
      if (g.kind == FeatureKind::vertex) return vertex_vertex(f.index, g.index);
      return g.kind == FeatureKind::edge ? vertex_edge(f.index, g.index) : vertex_face(f.index, g.index);
    }
    if (f.kind == FeatureKind::edge)
      return g.kind == FeatureKind::edge ? edge_edge(f.index, g.index) : edge_face(f.index, g.index);
    NearestFeatures best;
    const Polytope::Face& s = mine().faces()[f.index];
    for (u32 h = s.first_edge; h < s.first_edge + s.edge_count; ++h)
      if (const NearestFeatures n = edge_face(h, g.index); n.squared < best.squared) best = n;
    const Polytope::Face& t = other().faces()[g.index];
    const FeatureDistances turned{polytopes, 1 - side};
    for (u32 h = t.first_edge; h < t.first_edge + t.edge_count; ++h)
      if (const NearestFeatures n = turned.edge_face(h, f.index); n.squared < best.squared) best = n;
    return best;
  }
};

}  // namespace

SegmentPlaces nearest_on_segments(Vec3d a, Vec3d along_a, Vec3d b, Vec3d along_b) {
  const double aa = squared_length(along_a), bb = squared_length(along_b), ab = dot(along_a, along_b);
  const double square = aa * bb - ab * ab;  // of the area between them
  const Vec3d apart = b - a;
  const auto squared_at = [&](double s, double t) { return squared_length(apart + t * along_b - s * along_a); };
  SegmentPlaces best{0, 0, std::numeric_limits<double>::infinity()};
  if (square > 1e-14 * aa * bb) {
    // Computed twice: the second time from the first result, for accuracy if they are nearly parallel.
    double s = 0, t = 0;
    for (int round = 0; round < (square > 1e-3 * aa * bb ? 1 : 2); ++round) {
      const Vec3d rest = apart + t * along_b - s * along_a;
      const double ra = dot(rest, along_a), rb = dot(rest, along_b);
      s += (ra * bb - rb * ab) / square;
      t += (ra * ab - rb * aa) / square;
    }
    if (s > 0 && s < 1 && t > 0 && t < 1) return {s, t, squared_at(s, t)};
  }
  const auto offer = [&](double s, double t) {
    if (const double squared = squared_at(s, t); squared < best.squared) best = {s, t, squared};
  };
  for (double s : {0.0, 1.0}) offer(s, nearest_on_segment(b, along_b, a + s * along_a));
  for (double t : {0.0, 1.0}) offer(nearest_on_segment(a, along_a, b + t * along_b), t);
  return best;
}

NearestFeatures nearest_features(const PlacedPolytope (&polytopes)[2], int side, Feature feature, Feature other) {
  return FeatureDistances{polytopes, side}.of(feature, other);
}

FeatureNormal normal_between(const PlacedPolytope (&polytopes)[2], const NearestFeatures& nearest) {
  for (int side : {0, 1})
    if (nearest.feature[side].kind == FeatureKind::face) {
      const PlacedPolytope& p = polytopes[side];
      const u32 face = nearest.feature[side].index;
      const Vec3d outward = p.normal(face);
      const double height = p.own_height(face, p.own(nearest.at[1 - side]));
      return {side == 0 ? outward : -outward, height};
    }
  const Vec3d apart = nearest.at[1] - nearest.at[0];
  Vec3d along[2];
  for (int side : {0, 1})
    if (nearest.feature[side].kind == FeatureKind::edge) {
      const PlacedPolytope& p = polytopes[side];
      const u32 half = nearest.feature[side].index;
      along[side] = unit_or_zero(p.vertex(p.end_of(half)) - p.vertex(p.start_of(half)));
    }
  const Vec3d across = unit_or_zero(right_across(along[0], along[1]));
  if (squared_length(cross(along[0], along[1])) > 1e-20) {
    const double distance = dot(across, apart);
    // Edges that touch do not determine the orientation; the centres do.
    const double by = std::abs(distance) > coordinate_noise(polytopes[0], polytopes[1])
                          ? distance
                          : dot(across, polytopes[1].centre() - polytopes[0].centre());
    return by < 0 ? FeatureNormal{-across, -distance} : FeatureNormal{across, distance};
  }
  // Perpendicular to an edge to its rounding, not to that of the points.
  Vec3d normal = unit_or_zero(apart);
  for (const Vec3d& edge : along) normal = unit_or_zero(normal - dot(normal, edge) * edge);
  return {normal, dot(normal, apart)};
}

}  // namespace apart::convex
