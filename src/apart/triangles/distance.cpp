#include <apart/triangles/distance.hpp>
#include <apart/triangles/face_kernel.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/scale.hpp>
#include <apart/triangles/segment_kernel.hpp>
#include <limits>

namespace apart {
namespace {

// Of two triangles that do not overlap, some pair of nearest points is on two edges, or a vertex and a face's inside.
class NearestPair {
 public:
  NearestPair(const Triangled& s, const Triangled& t) : s_(s), t_(t) {
    for (int i = 0; i < 3; ++i) {
      s_edges_[i] = s[(i + 1) % 3] - s[i];
      t_edges_[i] = t[(i + 1) % 3] - t[i];
    }
    const auto reach = [](const Vec3d* edges) { return larger(abs(edges[0]), abs(edges[2])); };
    extent_ = largest(larger(larger(reach(s_edges_), reach(t_edges_)), abs(t.a - s.a)));
  }

  double extent() const { return extent_; }
  const TriangleGap& gap() const { return gap_; }

  // True when a pair is nearest for sure, since planes across its ends keep the triangles apart.
  bool try_edges() {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        if (try_edges(i, j)) return true;
    return false;
  }

  void try_faces() {
    const kernel::Face s_face(s_, s_edges_[0], -s_edges_[2]), t_face(t_, t_edges_[0], -t_edges_[2]);
    for (int i = 0; i < 3; ++i) {
      try_face(s_face, s_, s_edges_, t_[i], false);
      try_face(t_face, t_, t_edges_, s_[i], true);
    }
  }

 private:
  bool try_edges(int i, int j) {
    const Vec3d d = s_edges_[i], e = t_edges_[j];
    const auto [at_s, at_t] = kernel::nearest_places(d, e, t_[j] - s_[i]);
    const kernel::Foot p(s_[i], s_[(i + 1) % 3], at_s), q(t_[j], t_[(j + 1) % 3], at_t);
    const Vec3d v = (q.end - p.end) + (q.rest * e - p.rest * d);
    const double squared = dot(v, v);
    if (squared >= gap_.squared) return false;
    gap_ = {squared, p.point(d), q.point(e)};
    // Neither third vertex reaches into the slab between the two points; the edges do not, being nearest there.
    const Vec3d s_third = (s_[(i + 2) % 3] - p.end) - p.rest * d, t_third = (t_[(j + 2) % 3] - q.end) - q.rest * e;
    return dot(v, s_third) <= 0 && dot(v, t_third) >= 0;
  }

  void try_face(const kernel::Face& face, const Triangled& t, const Vec3d* edges, Vec3d p, bool p_is_of_s) {
    const double height = dot(face.normal, p - t.a), squared = height * height / face.squared;
    if (!(face.squared > 0 && squared < gap_.squared) || !face.below(p, t, edges[0], -edges[2])) return;
    const Vec3d foot = p - (height / face.squared) * face.normal;
    gap_ = p_is_of_s ? TriangleGap{squared, p, foot} : TriangleGap{squared, foot, p};
  }

  const Triangled &s_, &t_;
  Vec3d s_edges_[3], t_edges_[3];
  double extent_;
  TriangleGap gap_{std::numeric_limits<double>::infinity(), {}, {}};
};

}  // namespace

TriangleGap distance(const Triangled& s, const Triangled& t) {
  NearestPair pair(s, t);
  if (!comfortable(pair.extent()) && pair.extent() > 0) {
    const double up = comforting_scale(pair.extent()), down = 1 / up;
    TriangleGap gap = distance(scaled(s, up), scaled(t, up));
    gap = {gap.squared * down * down, down * gap.on_s, down * gap.on_t};
    if (gap.squared == 0 && !overlap(s, t)) gap.squared = std::numeric_limits<double>::denorm_min();
    return gap;
  }

  // A slab wider than all rounding proves the triangles apart; otherwise exact signs have to.
  const bool surely_nearest = pair.try_edges();
  const double doubt = 0x1p-40 * pair.extent();
  if (surely_nearest && pair.gap().squared > doubt * doubt) return pair.gap();
  const Meeting common = meeting(s, t);
  if (common.kind != Meeting::Kind::none) return {0, common.p, common.p};
  if (!surely_nearest) pair.try_faces();
  TriangleGap gap = pair.gap();
  if (gap.squared == 0) gap.squared = std::numeric_limits<double>::denorm_min();
  return gap;
}

TriangleGap distance(const Triangled& s, const Triangled& t, double) { return distance(s, t); }

}  // namespace apart
