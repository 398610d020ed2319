// Other libraries on the same pairs of convex bodies at the same poses. One file each.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <string>
#include <vector>

namespace apart::lab {

enum class ConvexKind { hull, box, capsule };
enum class ConvexQuestion { boolean, distance, depth };

// All within the radius of the hull of the points. A box also has a size; a capsule is along z.
struct ConvexBody {
  ConvexKind kind{};
  std::vector<Vec3d> points;
  std::vector<Face> faces{};  // of a hull
  Vec3d size{};
  double radius = 0, length = 0;
};

struct ConvexAnswer {
  bool meet = false;
  double value = 0;  // the distance, 0 if they meet; or the depth
  Vec3d normal{};    // from A to B, of any length; zero if there is none
};

// One method. Given the bodies and all poses of B, it returns a function that computes every pose in turn and stores
// the results; only that function is timed.
struct ConvexMethod {
  std::string library, name;
  std::function<std::function<void(ConvexAnswer*)>(const ConvexBody&, const ConvexBody&, const std::vector<Pose>&)>
      prepare;
};

// Empty if a library does not support it. In a coherent row each pose is near the previous one.
std::vector<ConvexMethod> bullet_methods(ConvexKind kind, ConvexQuestion question, bool coherent);
std::vector<ConvexMethod> libccd_methods(ConvexKind kind, ConvexQuestion question);
std::vector<ConvexMethod> fcl_methods(ConvexKind kind, ConvexQuestion question, bool coherent);

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
