#include <algorithm>
#include <apart/convex/gjk.hpp>
#include <apart/queries/across_plane.hpp>
#include <apart/traversal/along.hpp>

namespace apart {
namespace {

class Across {
 public:
  Across(const Model& a, const Posed& b_in_a, const Model& b, DistanceQuery& query)
      : a_(a), b_in_a_(b_in_a), b_(b), query_(query), room_(room_along_axis(a.tree().frame, b_in_a, b.tree().frame)) {}

  bool ask() {
    Vec3d axis = query_.axis() != Vec3d{} ? query_.axis() : direction();
    // The nearest triangles of one axis give a better one.
    for (int round = 0; round < 4 && axis != Vec3d{}; ++round) {
      if (!look(axis)) return false;
      if (slab_ > query_.reach() || close()) return true;
      if (query_.axis() == axis) break;
      axis = query_.axis();
    }
    return false;
  }

 private:
  static constexpr double kFar = 0.4;  // of both radii

  // About where the hulls are nearest. Zero when they are not far apart: near models seldom have a plane between them
  // that what is nearest touches, and the walk is faster than to find that out.
  Vec3d direction() const {
    const ModelTree &ta = a_.tree(), &tb = b_.tree();
    const Frame &fa = ta.frame, &fb = tb.frame;
    const float far = gap(ta.volume(ta.root()), placement<float>(fa, b_in_a_, fb), tb.volume(tb.root()));
    if (!(double(far) > kFar * (fa.radius + fb.radius))) return {};
    const auto of_a = [&](Vec3d d) { return AlongTree(a_.tree(), a_.mesh(), d).farthest().point; };
    const auto of_b = [&](Vec3d d) {
      return b_in_a_ * AlongTree(b_.tree(), b_.mesh(), transposed_times(b_in_a_.rotation, d)).farthest().point;
    };
    return gjk(of_a, of_b, b_in_a_ * fb.centre - fa.centre, {.tolerance = 1e-3, .limit = 16}).direction;
  }

  // The slab across an axis, and the distance of two triangles that touch it. False: there is none.
  bool look(Vec3d axis) {
    axis_ = axis;
    axis_b_ = -transposed_times(b_in_a_.rotation, axis);
    offset_b_ = dot(axis, b_in_a_.translation);
    const Reaching end = AlongTree(a_.tree(), a_.mesh(), axis_).farthest().of;
    const Reaching begin = AlongTree(b_.tree(), b_.mesh(), axis_b_).farthest().of;
    end_a_ = end.along, begin_b_ = offset_b_ - begin.along;
    slab_ = begin_b_ - end_a_ - room_;
    if (!(slab_ > 0)) return false;
    if (slab_ <= query_.reach()) query_.primitives(end.triangle, begin.triangle);
    return true;
  }

  // Asks about all that lie within reach across the slab, if that is little.
  bool close() {
    constexpr std::size_t most = 48, most_pairs = 400;
    const double depth = query_.reach() - slab_;
    if (!(depth >= 0)) return true;
    std::vector<Reaching> of_a, of_b;
    if (!AlongTree(a_.tree(), a_.mesh(), axis_).beyond(end_a_ - depth, most, of_a)) return false;
    if (!AlongTree(b_.tree(), b_.mesh(), axis_b_).beyond(offset_b_ - begin_b_ - depth, most, of_b)) return false;
    const auto farther = [](const Reaching& x, const Reaching& y) { return x.along > y.along; };
    std::sort(of_a.begin(), of_a.end(), farther);
    std::sort(of_b.begin(), of_b.end(), farther);
    const auto apart = [&](const Reaching& s, const Reaching& t) {
      return offset_b_ - t.along - s.along - room_ > query_.reach();
    };
    std::size_t pairs = 0;
    for (const Reaching& s : of_a)
      for (const Reaching& t : of_b) {
        if (apart(s, t)) break;
        if (++pairs > most_pairs) return false;
      }
    for (const Reaching& s : of_a)
      for (const Reaching& t : of_b) {
        if (apart(s, t)) break;
        if (query_.primitives(s.triangle, t.triangle) == Found::enough) return true;
      }
    return true;
  }

  const Model& a_;
  const Posed& b_in_a_;
  const Model& b_;
  DistanceQuery& query_;
  double room_;
  Vec3d axis_{}, axis_b_{};  // from A to B; from B to A, in B's frame
  double offset_b_ = 0, end_a_ = 0, begin_b_ = 0, slab_ = 0;
};

}  // namespace

bool ask_across_plane(const Model& a, const Posed& b_in_a, const Model& b, DistanceQuery& query) {
  return Across(a, b_in_a, b, query).ask();
}

}  // namespace apart
