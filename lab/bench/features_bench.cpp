// Cost of feature walks on two polytopes, separating axes, boxes and manifolds: nanoseconds and steps per query, for
// hulls of 8 to 1000 vertices and boxes; far, near, overlapping slightly and deeply; each pose independent (cold) or
// near
// the previous one, with warm start (coherent). Compared with GJK on the same hulls.
//   features_bench [FILTER [ROUNDS]]     only rows whose name contains FILTER
#include <apart/base/random.hpp>
#include <apart/convex/closed/box_box_axes.hpp>
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <apart/shapes/support.hpp>
#include <cstring>
#include <functional>
#include <string>

#include "lab/clock.hpp"

namespace {

using namespace apart;

struct Pairing {
  Polytope a, b;
  Vec3d size_a{}, size_b{};  // of boxes
  std::vector<Pose> poses;
};

Polytope hull_of(Random& random, int count) {
  std::vector<Vec3d> points;
  const Vec3d radii{1, random.uniform(0.6, 1), random.uniform(0.5, 1)};
  for (int i = 0; i < count; ++i) {
    const Vec3d d = random.direction();
    points.push_back({radii.x * d.x, radii.y * d.y, radii.z * d.z});
  }
  return Polytope::make(points).value();
}

Polytope box_of(Random& random, Vec3d& size) {
  size = {random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
  std::vector<Vec3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  return Polytope::make(points).value();
}

// At this signed distance, to rounding; a third of the way in for "deep".
Pose brought(const Pairing& p, Pose at, double gap) {
  for (int i = 0; i < 30; ++i) {
    const FeatureDistance d = voronoi_marching(p.a, at, p.b);
    if (std::abs(d.distance - gap) < 1e-9) break;
    at.translation -= (d.distance - gap) * d.normal;
  }
  return at;
}

constexpr const char* kLies[] = {"far", "near", "shallow", "deep"};

void lay(Random& random, Pairing& p, int lie, bool coherent) {
  Mat3d turn;
  Vec3d along, axis;
  for (int i = 0; i < 64; ++i) {
    if (!coherent || i % 16 == 0) {
      turn = random.rotation(), along = random.direction(), axis = random.direction();
    } else {
      const double half = 0.005, s = std::sin(half);  // half a degree
      const Mat3d small =
          Pose::from_quaternion(std::cos(half), s * axis.x, s * axis.y, s * axis.z, {}).value().rotation;
      turn = small * turn, along = small * along;
    }
    if (lie == 3)
      p.poses.push_back({turn, 0.15 * along});
    else
      p.poses.push_back(brought(p, {turn, 4 * along}, lie == 0 ? 1.5 : lie == 1 ? 0.005 : -0.005));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* const filter = argc > 1 ? argv[1] : "";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  std::printf("ns per query (steps, or axes tested)\n%-28s %14s %14s %14s %12s %12s %10s %10s %10s\n", "", "marching",
              "V-Clip", "axes", "axes: overlap?", "GJK", "manifold", "boxes", "box depth");
  for (int kind : {0, 8, 32, 128, 1000})
    for (bool coherent : {false, true})
      for (int lie : {0, 1, 2, 3}) {
        const std::string name = (kind ? "hulls of " + std::to_string(kind) : std::string("boxes")) +
                                 (coherent ? " coherent " : " cold ") + kLies[lie];
        if (name.find(filter) == std::string::npos) continue;
        Random random(7);
        std::vector<Pairing> pairs(4);
        double total = 0;
        for (Pairing& p : pairs) {
          p.a = kind ? hull_of(random, kind) : box_of(random, p.size_a);
          p.b = kind ? hull_of(random, kind) : box_of(random, p.size_b);
          lay(random, p, lie, coherent);
          total += double(p.poses.size());
        }
        double sink = 0;
        long steps = 0;
        const auto cell = [&](bool counted,
                              const std::function<double(const Pairing&, const Pose&, FeatureMemory*)>& query) {
          const auto all = [&] {
            steps = 0;
            for (const Pairing& p : pairs) {
              FeatureMemory memory;
              for (const Pose& at : p.poses) sink += query(p, at, coherent ? &memory : nullptr);
            }
          };
          const double ns = 1e9 * lab::best_seconds(all, rounds, 2e-3) / total;
          char text[40];
          if (counted)
            std::snprintf(text, sizeof text, "%.0f (%.1f)", ns, double(steps) / total);
          else
            std::snprintf(text, sizeof text, "%.0f", ns);
          return std::string(text);
        };
        const auto walk = [&](auto of) {
          return cell(true, [&, of](const Pairing& p, const Pose& at, FeatureMemory* memory) {
            const FeatureDistance r = of(p.a, at, p.b, FeatureWalkOptions{.memory = memory});
            steps += r.steps;
            return r.distance;
          });
        };
        const auto axes = [&](bool any) {
          return cell(true, [&, any](const Pairing& p, const Pose& at, FeatureMemory* memory) {
            const AxesResult r = separating_axes(p.a, at, p.b, {.any = any, .first = memory ? memory->axis : Vec3d{}});
            if (memory) memory->axis = r.normal;
            steps += r.axes;
            return r.distance;
          });
        };
        const std::string by_gjk = cell(true, [&](const Pairing& p, const Pose& at, FeatureMemory* memory) {
          const auto of_a = [&](Vec3d d) { return farthest(p.a, d); };
          const auto of_b = [&](Vec3d d) { return at * farthest(p.b, transposed_times(at.rotation, d)); };
          const GjkResult r = gjk(of_a, of_b, memory ? memory->axis : at.translation);
          if (memory) memory->axis = r.normal;
          steps += r.steps;
          return r.distance;
        });
        std::string box[2];
        if (!kind) {
          box[0] = cell(false, [](const Pairing& p, const Pose& at, FeatureMemory*) {
            return double(boxes_meet({p.size_a}, at, {p.size_b}));
          });
          box[1] = cell(false, [](const Pairing& p, const Pose& at, FeatureMemory*) {
            return least_overlap({p.size_a}, at, {p.size_b}).distance;
          });
        }
        const std::string contact = cell(false, [](const Pairing& p, const Pose& at, FeatureMemory* memory) {
          return manifold({p.a}, at, {p.b}, {.memory = memory}).distance;
        });
        std::printf("%-28s %14s %14s %14s %12s %12s %10s %10s %10s\n", name.c_str(), walk(voronoi_marching).c_str(),
                    walk(vclip).c_str(), axes(false).c_str(), axes(true).c_str(), by_gjk.c_str(), contact.c_str(),
                    box[0].c_str(), box[1].c_str());
        std::fflush(stdout);
        if (sink == 0.123) std::printf(" ");  // so that nothing is optimized away
      }
}
