// Triangle distance in doubles, then, where those cannot tell, by exact signs and in 113 bits.
#include <apart/base/quad.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/kernels/nearest_pair.hpp>
#include <apart/triangles/kernels/scale.hpp>
#include <apart/triangles/meeting.hpp>

namespace apart::triangles {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();
constexpr double quad_doubt = 0x1p-106;

kernel::CommonPoint common_point(const Triangle& s, const Triangle& t) {
  const Meeting common = meeting(s, t);
  return {common.kind != Meeting::Kind::none, common.p};
}

struct Exactly {
  static kernel::CommonPoint common(const Triangle& s, const Triangle& t) { return common_point(s, t); }
  static kernel::Face<double> face(const Triangle& t) { return kernel::Face<double>(t); }
  // For triangles known to be disjoint.
  static TriangleGap narrow(const Triangle& s, const Triangle& t, double extent) {
    kernel::NearestPair<Quad> pair(s, t);
    if (pair.try_edges(Quad(kInfinity), 0, quad_doubt * extent * extent) != kernel::Edges::nearest)
      pair.try_faces(kernel::Face<Quad>(s), kernel::Face<Quad>(t));
    TriangleGap gap = pair.gap();
    gap.squared = larger(gap.squared, kLeast);
    return gap;
  }
};

}  // namespace

TriangleGap distance(const Triangle& s, const Triangle& t, double squared_bound) {
  const Vec3d extents = kernel::joint_extents(s, t);
  const Scale scale(extents, s.a);
  Exactly exactly;
  if (scale.plain()) return kernel::plain_distance(s, t, largest(extents), squared_bound, exactly);

  // Signs of the originals: scaling may have underflowed tiny values.
  if (const kernel::CommonPoint common = common_point(s, t); common.any) return {0, common.point, common.point};
  const Triangle near_s = scale.in(s), near_t = scale.in(t);
  const TriangleGap gap =
      kernel::plain_distance(near_s, near_t, largest(kernel::joint_extents(near_s, near_t)), kInfinity, exactly);
  return {larger(scale.out_squared(gap.squared), kLeast), scale.out(gap.on_s), scale.out(gap.on_t)};
}

TriangleGap distance(const Triangle& s, const Triangle& t) { return distance(s, t, kInfinity); }

}  // namespace apart::triangles
