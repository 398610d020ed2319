// Other libraries on the same pairs of convex bodies at the same poses.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace apart::lab {

enum class ConvexKind { hull, box, capsule, ball };
enum class ConvexQuestion { boolean, distance, depth, manifold };

// Contact points no farther apart than this belong to a manifold: what Bullet and Box3D have as a default.
constexpr double kManifoldMargin = 0.02;
// By how much the depth along an axis may change before it is searched for again: what Box3D has as a default.
constexpr double kManifoldSlop = 0.005;

// What is asked of a library. In a coherent row each pose is near the previous one.
struct ConvexTask {
  ConvexKind a{}, b{};
  ConvexQuestion question{};
  bool coherent = false;
  u32 vertices = 0;  // of hulls, at most

  bool both(ConvexKind kind) const { return a == kind && b == kind; }
};

// All within the radius of the hull of the points. A box also has a size; a capsule is along z.
struct ConvexBody {
  ConvexKind kind{};
  std::vector<Vec3d> points;
  std::vector<Face> faces{};  // of a hull
  Vec3d size{};
  double radius = 0, length = 0;
};

struct ConvexAnswer {
  bool meet = false;  // of a manifold: it has points
  double value = 0;   // the distance, 0 if they meet; the depth; of a manifold the signed distance of its deepest point
  Vec3d normal{};     // from A to B, of any length; zero if there is none
};

// One method. Given the bodies and all poses of B, it returns a function that computes every pose in turn and stores
// the results; only that function is timed.
struct ConvexMethod {
  std::string library, name;
  std::function<std::function<void(ConvexAnswer*)>(const ConvexBody&, const ConvexBody&, const std::vector<Pose>&)>
      prepare;
};

// The methods of a library for a task, none if it has none; where a library was not there, its function is not either.
using ConvexMethods = std::vector<ConvexMethod>(const ConvexTask& task);
ConvexMethods bullet_convex, fcl_convex, ode_convex;

// A method from a function that creates the state for two bodies, and one that computes the result for a pose of its
// own type.
//   make(a, b) -> state;   pose(Pose) -> Pose;   query(state, Pose) -> ConvexAnswer
template <class Make, class MakePose, class Query>
ConvexMethod convex_method(std::string library, std::string name, Make make, MakePose pose, Query query) {
  return {std::move(library), std::move(name),
          [=](const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& poses) {
            const auto state = make(a, b);
            std::vector<decltype(pose(poses[0]))> own;
            for (const Pose& p : poses) own.push_back(pose(p));
            return [=, own = std::move(own)](ConvexAnswer* out) {
              for (const auto& p : own) *out++ = query(*state, p);
            };
          }};
}

}  // namespace apart::lab
