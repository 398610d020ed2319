// Moves between features of two hulls. Each strictly decreases the distance, and the proof is a perpendicular plane.
#include <apart/convex/features/hull_marching.hpp>
#include <apart/convex/gjk/gjk.hpp>

namespace apart::convex {
namespace hull_marching {
namespace {

// The points of a vertex, an edge or a triangle, in A's frame, and where it is nearest to another: the mask has a bit
// for each of its corners that the nearest point needs.
struct Part {
  Vec3d at[3];
  int count;
};
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  Vec3d p{}, q{};
  unsigned p_mask = 1, q_mask = 1;
};

void take_nearer(Nearest& best, const Nearest& other) {
  if (other.squared < best.squared) best = other;
}

Nearest point_point(Vec3d p, Vec3d q) { return {squared_length(q - p), p, q, 1, 1}; }

struct OnSegment {
  Vec3d point;
  unsigned mask;
};
OnSegment on_segment(Vec3d p, Vec3d a, Vec3d b) {
  const Vec3d along = b - a;
  const double t = dot(p - a, along), square = squared_length(along);
  if (!(t > 0)) return {a, 1};
  if (!(t < square)) return {b, 2};
  return {a + (t / square) * along, 3};
}

Nearest point_segment(Vec3d p, const Vec3d* s) {
  const OnSegment on = on_segment(p, s[0], s[1]);
  return {squared_length(on.point - p), p, on.point, 1, on.mask};
}

Nearest segment_segment(const Vec3d* s, const Vec3d* t) {
  const Vec3d u = s[1] - s[0], v = t[1] - t[0], w = s[0] - t[0];
  const double uu = squared_length(u), vv = squared_length(v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
  const double square = uu * vv - uv * uv;
  if (square > 1e-14 * uu * vv) {
    const double x = uv * vw - vv * uw, y = uu * vw - uv * uw;  // times square
    if (x > 0 && x < square && y > 0 && y < square) {
      const Vec3d p = s[0] + (x / square) * u, q = t[0] + (y / square) * v;
      return {squared_length(q - p), p, q, 3, 3};
    }
  }
  // At an end of one of them.
  Nearest best;
  for (unsigned i = 0; i < 2; ++i) {
    const OnSegment on = on_segment(s[i], t[0], t[1]);
    take_nearer(best, {squared_length(on.point - s[i]), s[i], on.point, 1u << i, on.mask});
  }
  for (unsigned i = 0; i < 2; ++i) {
    const OnSegment on = on_segment(t[i], s[0], s[1]);
    take_nearer(best, {squared_length(on.point - t[i]), on.point, t[i], on.mask, 1u << i});
  }
  return best;
}

// Masks of the edges of a triangle in terms of its corners.
unsigned of_edge(int i, unsigned mask) { return i == 2 ? (mask & 1) << 2 | mask >> 1 : mask << i; }

// Above or below the triangle's interior?
bool is_over(Vec3d p, const Vec3d* t, Vec3d normal) {
  for (int i = 0; i < 3; ++i) {
    const Vec3d from = t[i], along = t[i == 2 ? 0 : i + 1] - from;
    if (!(dot(cross(normal, along), p - from) > 0)) return false;
  }
  return true;
}

Nearest point_triangle(Vec3d p, const Vec3d* t) {
  const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
  const double square = squared_length(normal);
  if (square > 0 && is_over(p, t, normal)) {
    const double height = dot(normal, p - t[0]);
    return {height * height / square, p, p - (height / square) * normal, 1, 7};
  }
  Nearest best;
  for (int i = 0; i < 3; ++i) {
    const OnSegment on = on_segment(p, t[i], t[i == 2 ? 0 : i + 1]);
    take_nearer(best, {squared_length(on.point - p), p, on.point, 1, of_edge(i, on.mask)});
  }
  return best;
}

Nearest segment_triangle(const Vec3d* s, const Vec3d* t) {
  Nearest best;
  const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
  const double square = squared_length(normal);
  const double heights[2] = {dot(normal, s[0] - t[0]), dot(normal, s[1] - t[0])};
  for (int i = 0; i < 3; ++i) {
    const Vec3d edge[2] = {t[i], t[i == 2 ? 0 : i + 1]};
    Nearest found = segment_segment(s, edge);
    found.q_mask = of_edge(i, found.q_mask);
    take_nearer(best, found);
  }
  if (!(square > 0)) return best;
  for (unsigned i = 0; i < 2; ++i)
    if (is_over(s[i], t, normal))
      take_nearer(best, {heights[i] * heights[i] / square, s[i], s[i] - (heights[i] / square) * normal, 1u << i, 7});
  if ((heights[0] < 0) != (heights[1] < 0)) {
    const Vec3d through = s[0] + (heights[0] / (heights[0] - heights[1])) * (s[1] - s[0]);
    if (is_over(through, t, normal)) return {0, through, through, 3, 7};
  }
  return best;
}

Nearest turned(const Nearest& n) { return {n.squared, n.q, n.p, n.q_mask, n.p_mask}; }

Nearest nearest(const Part& p, const Part& q) {
  if (p.count > q.count) return turned(nearest(q, p));
  if (p.count == 1) {
    if (q.count == 1) return point_point(p.at[0], q.at[0]);
    return q.count == 2 ? point_segment(p.at[0], q.at) : point_triangle(p.at[0], q.at);
  }
  if (p.count == 2) return q.count == 2 ? segment_segment(p.at, q.at) : segment_triangle(p.at, q.at);
  return {};
}

class March {
 public:
  March(const FlatHull& a, const Pose& b_in_a, const FlatHull& b, const HullMarch& options)
      : a_(a), b_(b), pose_(b_in_a), options_(options) {}

  MarchResult run(const FeaturePair& start) {
    go_to(start.a, start.b);
    if (try_march()) return out_;
    // Rounding, or they meet.
    out_.fell_back = true;
    const auto of_a = [&](Vec3d d) { return a_.points[a_.farthest(d)]; };
    const auto of_b = [&](Vec3d d) { return pose_ * b_.points[b_.farthest(own(d))]; };
    const GjkResult found = gjk(of_a, of_b, now_.q - now_.p, {.reach = options_.reach});
    out_.features = {{FeatureKind::vertex, a_vertex_of(a_, f_[0])}, {FeatureKind::vertex, a_vertex_of(b_, f_[1])}};
    if (found.meet()) return finish(MarchResult::Verdict::meet, 0, 0);
    f_[0] = {FeatureKind::vertex, a_.farthest(found.normal)};
    f_[1] = {FeatureKind::vertex, b_.farthest(own(-found.normal))};
    out_.features = {f_[0], f_[1]};
    if (found.at_least > options_.reach) {
      now_.p = found.on_a, now_.q = found.on_b;
      return finish(MarchResult::Verdict::beyond, found.at_least, found.distance);
    }
    go_to(f_[0], f_[1]);
    if (try_march()) return out_;
    now_.p = found.on_a, now_.q = found.on_b;
    return finish(MarchResult::Verdict::unsure, found.at_least, found.distance);
  }

 private:
  Vec3d own(Vec3d direction) const { return transposed_times(pose_.rotation, direction); }
  Vec3d of_a(u32 v) const { return a_.points[v]; }
  Vec3d of_b(u32 v) const { return pose_ * b_.points[v]; }

  template <int side>
  Part part(Feature f) const {
    const FlatHull& h = side == 0 ? a_ : b_;
    const auto at = [&](u32 v) { return side == 0 ? of_a(v) : of_b(v); };
    if (f.kind == FeatureKind::vertex) return {{at(f.index), {}, {}}, 1};
    if (f.kind == FeatureKind::edge) return {{at(h.start(f.index)), at(h.end(f.index)), {}}, 2};
    const Face v = h.face(f.index);
    return {{at(v[0]), at(v[1]), at(v[2])}, 3};
  }

  // What the bits of a mask mean: the corner, edge or all of the feature.
  static Feature within(const FlatHull& h, Feature f, unsigned mask) {
    if (f.kind == FeatureKind::vertex) return f;
    if (f.kind == FeatureKind::edge) {
      if (mask == 3) return f;
      return {FeatureKind::vertex, mask == 1 ? h.start(f.index) : h.end(f.index)};
    }
    const u32 first = 3 * f.index;
    switch (mask) {
      case 1:
      case 2:
      case 4:
        return {FeatureKind::vertex, h.start(first + mask / 2)};
      case 3:
        return edge_of(h, first);
      case 6:
        return edge_of(h, first + 1);
      case 5:
        return edge_of(h, first + 2);
    }
    return f;
  }
  static Feature edge_of(const FlatHull& h, u32 half) { return {FeatureKind::edge, lesser(half, h.twin(half))}; }

  void go_to(Feature a, Feature b) {
    if (a.kind == FeatureKind::face && b.kind == FeatureKind::face) a = {FeatureKind::vertex, a_vertex_of(a_, a)};
    now_ = nearest(part<0>(a), part<1>(b));
    f_[0] = within(a_, a, now_.p_mask), f_[1] = within(b_, b, now_.q_mask);
  }

  bool take(Feature a, Feature b) {
    const Nearest next = nearest(part<0>(a), part<1>(b));
    if (!(next.squared < now_.squared)) return false;
    now_ = next;
    f_[0] = within(a_, a, now_.p_mask), f_[1] = within(b_, b, now_.q_mask);
    return true;
  }

  MarchResult finish(MarchResult::Verdict verdict, double at_least, double distance) {
    out_.verdict = verdict, out_.at_least = at_least, out_.distance = distance;
    out_.on_a = now_.p, out_.on_b = now_.q;
    return out_;
  }

  // False if it neither proved a result nor can go on.
  bool try_march() {
    const double touching = options_.noise * options_.noise;
    for (; out_.steps < options_.limit; ++out_.steps) {
      if (!(now_.squared > touching) || !(now_.squared < std::numeric_limits<double>::infinity())) return false;
      const Vec3d n = now_.q - now_.p, n_of_b = own(n);
      const double d = std::sqrt(now_.squared);
      const u32 top = a_.farthest(n, a_vertex_of(a_, f_[0])), bottom = b_.farthest(-n_of_b, a_vertex_of(b_, f_[1]));
      const double beyond_a = larger(0.0, dot(n, of_a(top) - now_.p));
      const double beyond_b = larger(0.0, -dot(n, of_b(bottom) - now_.q));
      const double bound = d - (beyond_a + beyond_b) / d;
      out_.features = {f_[0], f_[1]};
      if (bound > options_.reach) return finish(MarchResult::Verdict::beyond, bound, d), true;
      if (d - bound <= options_.noise + 1e-14 * d) return finish(MarchResult::Verdict::nearest, bound, d), true;
      if (take({FeatureKind::vertex, top}, {FeatureKind::vertex, bottom})) continue;
      if (beyond_a >= beyond_b ? improve<0>() || improve<1>() : improve<1>() || improve<0>()) continue;
      return false;
    }
    return false;
  }

  template <int side>
  bool take_on(Feature f) {
    return side == 0 ? take(f, f_[1]) : take(f_[0], f);
  }

  // To an adjacent feature, in the direction of the other's nearest point.
  template <int side>
  bool improve() {
    const FlatHull& h = side == 0 ? a_ : b_;
    const Feature f = f_[side];
    const Vec3d ahead = side == 0 ? now_.q - now_.p : own(now_.p - now_.q);
    if (f.kind == FeatureKind::vertex) {
      double best = 0, best_square = 1;
      u32 along = FlatHull::kNone;
      h.for_each_edge_from(f.index, [&](u32 half) {
        const Vec3d edge = h.points[h.end(half)] - h.points[f.index];
        const double forward = dot(edge, ahead), square = squared_length(edge);
        if (forward > 0 && forward * forward * best_square > best * best * square)
          best = forward, best_square = square, along = half;
      });
      return along != FlatHull::kNone && take_on<side>(edge_of(h, along));
    }
    if (f.kind == FeatureKind::face || h.edges.empty()) return false;
    double inward[2];
    const u32 halves[2] = {f.index, h.twin(f.index)};
    for (int i = 0; i < 2; ++i) {
      const u32 half = halves[i];
      const Vec3d start = h.points[h.start(half)], along = h.points[h.end(half)] - start;
      const Vec3d third = h.points[h.end(FlatHull::next(half))] - start;
      // In the face's plane, perpendicular to the edge.
      const Vec3d in = cross(cross(along, third), along);
      inward[i] = dot(in, ahead) / std::sqrt(larger(squared_length(in), std::numeric_limits<double>::min()));
    }
    const int first = inward[0] >= inward[1] ? 0 : 1;
    for (const int i : {first, 1 - first})
      if (inward[i] > 0 && take_on<side>({FeatureKind::face, halves[i] / 3})) return true;
    return false;
  }

  const FlatHull &a_, &b_;
  const Pose& pose_;
  const HullMarch& options_;
  Feature f_[2];
  Nearest now_;
  MarchResult out_;
};

}  // namespace
}  // namespace hull_marching

MarchResult march(const FlatHull& a, const Pose& b_in_a, const FlatHull& b, const FeaturePair& start,
                  const HullMarch& options) {
  return hull_marching::March(a, b_in_a, b, options).run(start);
}

}  // namespace apart::convex
