// Extents of two models along candidate directions.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/separation.hpp>
#include <apart/traversal/along.hpp>
#include <tuple>

namespace apart {
namespace {

std::tuple<double, double, double> numbers(Vec3d v) { return {v.x, v.y, v.z}; }

// Candidate directions in the world, the same for both orders of the two models.
class CandidateDirections {
 public:
  void add(Vec3d d) {
    const double size = length(d);
    if (!(size > 0)) return;
    d = d / size;
    const double first = d.x != 0 ? d.x : d.y != 0 ? d.y : d.z;
    all_.push_back((first < 0 ? -1.0 : 1.0) * d + Vec3d{});  // no −0
  }
  void add_axes(const Pose& pose) {
    for (int k = 0; k < 3; ++k) add(pose.rotation.column(k));
  }
  // Normals of some of the faces, spread over all of them.
  void add_normals(const Model& model, const Pose& pose, std::vector<u32> faces) {
    constexpr std::size_t kMost = 12;
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    for (std::size_t k = 0; k < faces.size(); k += 1 + faces.size() / kMost)
      add(pose.rotate(area_vector(model.mesh().triangle(faces[k]))));
  }
  std::vector<Vec3d> distinct() {
    std::sort(all_.begin(), all_.end(), [](Vec3d x, Vec3d y) { return numbers(x) < numbers(y); });
    std::vector<Vec3d> out;
    for (const Vec3d& d : all_)
      if (std::none_of(out.begin(), out.end(), [&](Vec3d e) { return std::abs(dot(d, e)) > 1 - 1e-12; }))
        out.push_back(d);
    return out;
  }

 private:
  std::vector<Vec3d> all_;
};

// The extents of a model along a direction and against it.
struct Extent {
  double low, high;
};
Extent extent(const Model& model, const Pose& pose, Vec3d direction) {
  const Vec3d own = inverse(pose).rotate(direction);
  const auto at = [&](Vec3d way) {
    return dot(direction, pose * AlongTree(model.tree(), model.mesh(), way).farthest().point);
  };
  return {at(-own), at(own)};
}

// Error bound of the placed corners, their products and the translated model, with a margin.
double rounding_error(const Model& model, const Pose& pose) {
  const Frame& frame = model.tree().frame;
  return 64 * kUnit<double> * (length(frame.centre) + frame.radius + length(pose.translation));
}

// A tie-breaker for coincident models that does not depend on their order.
auto nature(const Model& model, const Pose& pose) {
  return std::tuple(numbers(pose * model.tree().frame.centre), model.tree().frame.radius, model.mesh().size());
}

}  // namespace

SeparationBound separation_bound(const Model& a, const Pose& given_a, const Model& b, const Pose& given_b,
                                 std::span<const TouchingPair> touching) {
  const Pose a_in_world = require_usable(given_a), b_in_world = require_usable(given_b);
  if (a.mesh().empty() || b.mesh().empty()) return {};
  CandidateDirections directions;
  for (const Pose& pose : {Pose{}, a_in_world, b_in_world}) directions.add_axes(pose);
  std::vector<u32> faces_a, faces_b;
  for (const TouchingPair& pair : touching) faces_a.push_back(pair.triangle_a), faces_b.push_back(pair.triangle_b);
  directions.add_normals(a, a_in_world, std::move(faces_a));
  directions.add_normals(b, b_in_world, std::move(faces_b));

  const double error = rounding_error(a, a_in_world) + rounding_error(b, b_in_world);
  const double at_a_tie = nature(a, a_in_world) <= nature(b, b_in_world) ? 1 : -1;
  SeparationBound best{std::numeric_limits<double>::infinity(), {}};
  for (const Vec3d& d : directions.distinct()) {
    const Extent of_a = extent(a, a_in_world, d), of_b = extent(b, b_in_world, d);
    const double forward = of_a.high - of_b.low, backward = of_b.high - of_a.low;
    const double way = forward != backward ? (forward < backward ? 1 : -1) : at_a_tie;
    const double by = larger(0.0, lesser(forward, backward)) + error;
    if (by < best.length) best = {by, by * way * d};
  }
  best.translation = best.translation + Vec3d{};  // no −0
  return best;
}

}  // namespace apart
