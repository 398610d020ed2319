// Triangle distance by edge pairs with a proof of optimality, then faces, for lengths in a safe range (see scale.hpp).
// For processors and for GPUs. T is double or Quad.
#pragma once
#include <apart/triangles/distance.hpp>
#include <apart/triangles/kernels/face_kernel.hpp>
#include <apart/triangles/kernels/plainly.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <limits>

namespace apart::triangles::kernel {

enum class Edges { nearest, beyond, best_of_edges };

// The edge opposite to the vertex that is farthest behind; it goes from the vertex of this index to the next.
APART_INLINE int facing_edge(const Triangle& t, Vec3d towards) {
  const double a = dot(t.a, towards), b = dot(t.b, towards), c = dot(t.c, towards);
  return a < b ? (a < c ? 1 : 0) : (b < c ? 2 : 0);
}

template <class T>
class NearestPair {
 public:
  APART_BOTH NearestPair(const Triangle& s, const Triangle& t) : whole_s_(s), whole_t_(t) {
    // The edges that face each other come first: most often they contain the nearest points.
    const Vec3d towards = (t.a + t.b + t.c) - (s.a + s.b + s.c);
    s_first_ = facing_edge(s, towards), t_first_ = facing_edge(t, -towards);
  }

  APART_BOTH TriangleGap gap() const {
    return {static_cast<double>(squared_), cast<double>(on_s_), cast<double>(on_t_)};
  }

  // Tries pairs of edges until planes through the ends of a pair prove that it is the nearest, or that the triangles
  // are farther apart than the reach by more than the error bound. (The proof is that of PQP. A narrow slab tilts with
  // the rounding of v, so much at the far end of a triangle that only a vertex clearly outside it counts as outside.)
  APART_BOTH Edges try_edges(T reach, T doubtful, T lean) {
    for (int i = 0; i < 3; ++i) {
      const Vec3<T> s0 = s(i), s1 = s(i + 1), s2 = s(i + 2), d = s1 - s0;
      for (int j = 0; j < 3; ++j) {
        const Vec3<T> t0 = t(j), t1 = t(j + 1), t2 = t(j + 2), e = t1 - t0;
        const Places<T> at = nearest_places(d, e, t0 - s0);
        const Foot<T> p(s0, s1, at.s), q(t0, t1, at.t);
        const Vec3<T> v = (q.end - p.end) + (q.rest * e - p.rest * d);
        const T squared = dot(v, v);
        if (squared >= squared_) continue;
        squared_ = squared;
        on_s_ = p.point(d);
        on_t_ = q.point(e);
        // How far the third vertices extend into the slab between the two points; the edges themselves do not.
        const T s_reach = dot(v, (s2 - p.end) - p.rest * d);
        const T t_reach = -dot(v, (t2 - q.end) - q.rest * e);
        if (s_reach < -lean && t_reach < -lean) return Edges::nearest;
        if (squared > reach * reach) {
          const T slab = squared - larger(s_reach, T(0)) - larger(t_reach, T(0)) - 2 * lean;
          const T wanted = (reach + doubtful) * (reach + doubtful);
          if (slab > 0 && slab * slab > wanted * squared) return Edges::beyond;
        }
      }
    }
    return Edges::best_of_edges;
  }

  // A vertex and the interior of a face.
  APART_BOTH void try_faces(const Face<T>& s_face, const Face<T>& t_face) {
    for (int i = 0; i < 3; ++i) {
      if (const auto drop = t_face.drop(s(i));
          drop.squared < squared_ && t_face.below(s(i)) && t_face.certainly_below(s(i)))
        squared_ = drop.squared, on_s_ = s(i), on_t_ = drop.foot;
      if (const auto drop = s_face.drop(t(i));
          drop.squared < squared_ && s_face.below(t(i)) && s_face.certainly_below(t(i)))
        squared_ = drop.squared, on_t_ = t(i), on_s_ = drop.foot;
    }
  }

 private:
  // Cyclically, from the first edge on.
  APART_BOTH static int around(int i) { return i < 3 ? i : i < 6 ? i - 3 : i - 6; }
  APART_BOTH Vec3<T> s(int i) const { return cast<T>(whole_s_[around(s_first_ + i)]); }
  APART_BOTH Vec3<T> t(int i) const { return cast<T>(whole_t_[around(t_first_ + i)]); }

  const Triangle &whole_s_, &whole_t_;
  int s_first_, t_first_;
  T squared_ = T(std::numeric_limits<double>::infinity());
  Vec3<T> on_s_{}, on_t_{};
};

// Relative to the extent, an error bound of computed distances and slabs. (About 2^-50; not a tolerance, only the
// threshold below which more careful arithmetic takes over.)
inline constexpr double kDoubt = 0x1p-46;
// Distances below this share of the extent would have fewer than 24 correct bits, and are computed in Quad.
inline constexpr double kNarrow = 0x1p-26;

// On each axis within a factor of 3 of the largest difference, and 0 only if all coordinates are equal.
APART_INLINE Vec3d joint_extents(const Triangle& s, const Triangle& t) {
  const Vec3d s_size = larger(abs(s.b - s.a), abs(s.c - s.a)), t_size = larger(abs(t.b - t.a), abs(t.c - t.a));
  return larger(larger(s_size, t_size), abs(t.a - s.a));
}

struct CommonPoint {
  bool any;
  Vec3d point;
};

// The distance of triangles scaled to a safe range. What plain doubles cannot tell is asked of `careful`: common(s, t),
// a point of both; face(t), exact also of a sliver; narrow(s, t, extent), the gap of disjoint triangles that nearly
// touch.
template <class Careful>
APART_BOTH TriangleGap plain_distance(const Triangle& s, const Triangle& t, double extent, double squared_bound,
                                      Careful& careful) {
  const double doubtful = kDoubt * extent;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double reach = squared_bound < infinity ? std::sqrt(larger(squared_bound, 0.0)) : infinity;
  NearestPair<double> pair(s, t);
  const Edges found = pair.try_edges(reach, doubtful, doubtful * extent);
  if (found == Edges::beyond) return pair.gap();
  // A slab wider than the error bound proves the triangles disjoint; otherwise exact signs decide.
  const double narrow_squared = kNarrow * extent * (kNarrow * extent);
  if (found == Edges::nearest && pair.gap().squared > narrow_squared) return pair.gap();
  if (const CommonPoint common = careful.common(s, t); common.any) return {0, common.point, common.point};
  if (found != Edges::nearest) pair.try_faces(careful.face(s), careful.face(t));
  const TriangleGap gap = pair.gap();
  return gap.squared > narrow_squared ? gap : careful.narrow(s, t, extent);
}

// Gives up where exact arithmetic is needed: then `decided` is false and the result without meaning.
struct InDoubles {
  bool decided = true;

  APART_BOTH CommonPoint common(const Triangle& s, const Triangle& t) {
    if (plainly(s, t) == Plainly::apart) return {false, {}};
    decided = false;
    return {true, {}};
  }
  APART_BOTH Face<double> face(const Triangle& t) {
    const Face<double> out(t, Face<double>::Rough{});
    if (out.sliver) decided = false;
    return out;
  }
  APART_BOTH TriangleGap narrow(const Triangle&, const Triangle&, double) {
    decided = false;
    return {};
  }
};

// triangles::distance(s, t, squared_bound), bit for bit, if it was `decided`.
struct PlainGap {
  TriangleGap gap;
  bool decided;
};
APART_BOTH inline PlainGap distance_in_doubles(const Triangle& s, const Triangle& t, double squared_bound) {
  const double extent = largest(joint_extents(s, t));
  if (!needs_no_scale(extent)) return {{}, false};
  InDoubles in_doubles;
  const TriangleGap gap = plain_distance(s, t, extent, squared_bound, in_doubles);
  return {gap, in_doubles.decided};
}

}  // namespace apart::triangles::kernel
