// Triangle distance by edge pairs with a proof of optimality, in doubles, then in 113 bits.
#include <apart/base/quad.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/kernels/face_kernel.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>
#include <apart/triangles/meeting.hpp>
#include <limits>

namespace apart::triangles {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

// Relative to the extent, an error bound of computed distances and slabs. (About 2^-50; not a tolerance, only the
// threshold below which more careful arithmetic takes over.)
constexpr double doubt = 0x1p-46, quad_doubt = 0x1p-106;
// Distances below this share of the extent would have fewer than 24 correct bits, and are computed in Quad.
constexpr double narrow = 0x1p-26;

enum class Found { nearest, beyond, best_of_edges };

// The edge opposite to the vertex that is farthest behind; it goes from the vertex of this index to the next.
int facing_edge(const Triangle& t, Vec3d towards) {
  const double a = dot(t.a, towards), b = dot(t.b, towards), c = dot(t.c, towards);
  return a < b ? (a < c ? 1 : 0) : (b < c ? 2 : 0);
}

template <class T>
class NearestPair {
 public:
  NearestPair(const Triangle& s, const Triangle& t) : whole_s_(s), whole_t_(t) {
    // The edges that face each other come first: most often they contain the nearest points.
    const Vec3d towards = (t.a + t.b + t.c) - (s.a + s.b + s.c);
    s_first_ = facing_edge(s, towards), t_first_ = facing_edge(t, -towards);
  }

  TriangleGap gap() const { return {static_cast<double>(squared_), cast<double>(on_s_), cast<double>(on_t_)}; }

  // Tries pairs of edges until planes through the ends of a pair prove that it is the nearest, or that the triangles
  // are farther apart than the reach by more than the error bound. (The proof is that of PQP. A narrow slab tilts with
  // the rounding of v, so much at the far end of a triangle that only a vertex clearly outside it counts as outside.)
  Found try_edges(T reach, T doubtful, T lean) {
    for (int i = 0; i < 3; ++i) {
      const Vec3<T> s0 = s(i), s1 = s(i + 1), s2 = s(i + 2), d = s1 - s0;
      for (int j = 0; j < 3; ++j) {
        const Vec3<T> t0 = t(j), t1 = t(j + 1), t2 = t(j + 2), e = t1 - t0;
        const auto [at_s, at_t] = kernel::nearest_places(d, e, t0 - s0);
        const kernel::Foot<T> p(s0, s1, at_s), q(t0, t1, at_t);
        const Vec3<T> v = (q.end - p.end) + (q.rest * e - p.rest * d);
        const T squared = dot(v, v);
        if (squared >= squared_) continue;
        squared_ = squared;
        on_s_ = p.point(d);
        on_t_ = q.point(e);
        // How far the third vertices extend into the slab between the two points; the edges themselves do not.
        const T s_reach = dot(v, (s2 - p.end) - p.rest * d);
        const T t_reach = -dot(v, (t2 - q.end) - q.rest * e);
        if (s_reach < -lean && t_reach < -lean) return Found::nearest;
        if (squared > reach * reach) {
          const T slab = squared - larger(s_reach, T(0)) - larger(t_reach, T(0)) - 2 * lean;
          const T wanted = (reach + doubtful) * (reach + doubtful);
          if (slab > 0 && slab * slab > wanted * squared) return Found::beyond;
        }
      }
    }
    return Found::best_of_edges;
  }

  // A vertex and the interior of a face.
  void try_faces() {
    const kernel::Face<T> s_face(whole_s_), t_face(whole_t_);
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
  static constexpr int kAround[] = {0, 1, 2, 0, 1, 2, 0};
  Vec3<T> s(int i) const { return cast<T>(whole_s_[kAround[s_first_ + i]]); }
  Vec3<T> t(int i) const { return cast<T>(whole_t_[kAround[t_first_ + i]]); }

  const Triangle &whole_s_, &whole_t_;
  int s_first_, t_first_;
  T squared_ = T(infinity);
  Vec3<T> on_s_{}, on_t_{};
};

// For triangles known to be disjoint.
TriangleGap narrow_gap(const Triangle& s, const Triangle& t, double extent) {
  NearestPair<Quad> pair(s, t);
  if (pair.try_edges(Quad(infinity), 0, quad_doubt * extent * extent) != Found::nearest) pair.try_faces();
  TriangleGap gap = pair.gap();
  gap.squared = larger(gap.squared, least);
  return gap;
}

// On each axis within a factor of 3 of the largest difference, and 0 only if all coordinates are equal.
Vec3d joint_extents(const Triangle& s, const Triangle& t) {
  const Vec3d s_size = larger(abs(s.b - s.a), abs(s.c - s.a)), t_size = larger(abs(t.b - t.a), abs(t.c - t.a));
  return larger(larger(s_size, t_size), abs(t.a - s.a));
}

// The triangles scaled to a safe range, and their extent.
TriangleGap plain_distance(const Triangle& s, const Triangle& t, double extent, double squared_bound) {
  const double doubtful = doubt * extent;
  const double reach = squared_bound < infinity ? std::sqrt(larger(squared_bound, 0.0)) : infinity;
  NearestPair<double> pair(s, t);
  const auto found = pair.try_edges(reach, doubtful, doubtful * extent);
  if (found == Found::beyond) return pair.gap();
  // A slab wider than the error bound proves the triangles disjoint; otherwise exact signs decide.
  const double narrow_squared = narrow * extent * (narrow * extent);
  if (found == Found::nearest && pair.gap().squared > narrow_squared) return pair.gap();
  if (const Meeting common = meeting(s, t); common.kind != Meeting::Kind::none) return {0, common.p, common.p};
  if (found != Found::nearest) pair.try_faces();
  const TriangleGap gap = pair.gap();
  return gap.squared > narrow_squared ? gap : narrow_gap(s, t, extent);
}

}  // namespace

TriangleGap distance(const Triangle& s, const Triangle& t, double squared_bound) {
  const Vec3d extents = joint_extents(s, t);
  const Scale scale(extents, s.a);
  if (scale.plain()) return plain_distance(s, t, largest(extents), squared_bound);

  // Signs of the originals: scaling may have underflowed tiny values.
  if (const Meeting common = meeting(s, t); common.kind != Meeting::Kind::none) return {0, common.p, common.p};
  const Triangle near_s = scale.in(s), near_t = scale.in(t);
  const TriangleGap gap = plain_distance(near_s, near_t, largest(joint_extents(near_s, near_t)), infinity);
  return {larger(scale.out_squared(gap.squared), least), scale.out(gap.on_s), scale.out(gap.on_t)};
}

TriangleGap distance(const Triangle& s, const Triangle& t) { return distance(s, t, infinity); }

}  // namespace apart::triangles
