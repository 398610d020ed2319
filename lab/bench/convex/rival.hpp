// Other libraries, asked about the same pairs of convex bodies in the same poses. One file each.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/mesh.hpp>
#include <functional>
#include <string>
#include <vector>

namespace apart::lab {

enum class ConvexKind { hull, box, capsule };
enum class ConvexQuestion { boolean, distance, depth };

// All within the radius of the hull of the points. A box also says its size; a capsule is along z.
struct ConvexBody {
  ConvexKind kind{};
  std::vector<Vec3d> points;
  std::vector<Face> faces{};  // of a hull
  Vec3d size{};
  double radius = 0, length = 0;
};

struct ConvexAnswer {
  bool meet = false;
  double value = 0;  // the distance, 0 when they meet; or the depth
  Vec3d normal{};    // from A to B, of any length; zero when there is none
};

// One way to ask. It is told the bodies and all poses of B, and gives a function that asks for every pose in turn and
// leaves the answers; that function alone is timed.
struct ConvexMethod {
  std::string library, name;
  std::function<std::function<void(ConvexAnswer*)>(const ConvexBody&, const ConvexBody&, const std::vector<Pose>&)>
      prepare;
};

// Empty where a library has no answer. In a coherent row each pose is near the one before.
std::vector<ConvexMethod> bullet_methods(ConvexKind kind, ConvexQuestion question, bool coherent);
std::vector<ConvexMethod> libccd_methods(ConvexKind kind, ConvexQuestion question);
std::vector<ConvexMethod> fcl_methods(ConvexKind kind, ConvexQuestion question, bool coherent);

// A method from something that makes the state for two bodies, and what it answers to one pose of its own kind.
//   make(a, b) -> state;   pose(Pose) -> Pose;   ask(state, Pose) -> ConvexAnswer
template <class Make, class MakePose, class Ask>
ConvexMethod convex_method(std::string library, std::string name, Make make, MakePose pose, Ask ask) {
  return {std::move(library), std::move(name),
          [=](const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& poses) {
            const auto state = make(a, b);
            std::vector<decltype(pose(poses[0]))> own;
            for (const Pose& p : poses) own.push_back(pose(p));
            return [=, own = std::move(own)](ConvexAnswer* out) {
              for (const auto& p : own) *out++ = ask(*state, p);
            };
          }};
}

}  // namespace apart::lab
