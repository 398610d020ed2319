// Balls, boxes and capsules in pairs, compared with ODE's closed forms and FCL's own in one run: nanoseconds a query at
// random poses, of which all are apart or all overlap. Answers are compared first.
//   plain_bench [FILTER [ROUNDS]]     only rows whose name contains FILTER
#include <fcl/fcl.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <ode/ode.h>
#include <apart/base/random.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#include "lab/clock.hpp"
#include "tests/oracle/fcl.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

const Box kBox{{1, 2, 1.5}};
const Ball kBall{0.5};
const Capsule kCapsule{0.3, 1.2};
constexpr std::size_t kPoses = 1000;

dGeomID ode_geometry(const Box& b) { return dCreateBox(nullptr, b.size.x, b.size.y, b.size.z); }
dGeomID ode_geometry(const Ball& b) { return dCreateSphere(nullptr, b.radius); }
dGeomID ode_geometry(const Capsule& c) { return dCreateCapsule(nullptr, c.radius, c.length); }
fcl::Boxd fcl_geometry(const Box& b) { return {b.size.x, b.size.y, b.size.z}; }
fcl::Sphered fcl_geometry(const Ball& b) { return fcl::Sphered(b.radius); }
fcl::Capsuled fcl_geometry(const Capsule& c) { return {c.radius, c.length}; }

// ODE's geometries stand where they are asked about: one for each pose.
class OdePair {
 public:
  template <class A, class B>
  OdePair(const A& a, const B& b, const std::vector<Pose>& poses) : a_(ode_geometry(a)) {
    for (const Pose& at : poses) {
      const dGeomID g = placed_.emplace_back(ode_geometry(b));
      dMatrix3 turn{};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) turn[4 * i + j] = at.rotation(i, j);
      dGeomSetRotation(g, turn);
      dGeomSetPosition(g, at.translation.x, at.translation.y, at.translation.z);
    }
  }
  OdePair(const OdePair&) = delete;
  ~OdePair() {
    dGeomDestroy(a_);
    for (dGeomID g : placed_) dGeomDestroy(g);
  }

  bool meet(std::size_t i) const {
    dContactGeom contact;
    return dCollide(a_, placed_[i], static_cast<int>(1u | CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0;
  }
  double depth(std::size_t i) const {
    dContactGeom contacts[8];
    const int count = dCollide(a_, placed_[i], 8, contacts, sizeof *contacts);
    double most = 0;
    for (int k = 0; k < count; ++k) most = larger(most, contacts[k].depth);
    return most;
  }

 private:
  dGeomID a_;
  std::vector<dGeomID> placed_;
};

double nanoseconds(int rounds, const std::function<double(std::size_t)>& query) {
  double sum = 0;
  const double best = best_seconds(
      [&] {
        for (std::size_t i = 0; i < kPoses; ++i) sum += query(i);
      },
      rounds, 2e-3);
  if (sum == 0.125) std::printf(" ");  // so that no query is left out
  return 1e9 * best / double(kPoses);
}

template <class A, class B>
void pair_rows(const char* names, const A& of_a, const B& of_b, const char* filter, int rounds) {
  const Shape a = of_a, b = of_b;
  for (bool meet : {false, true}) {
    Random random(7);
    std::vector<Pose> poses;
    while (poses.size() < kPoses) {
      const Pose at{random.rotation(), random.uniform(0.2, 2.5) * random.direction()};
      if ((signed_distance(a, at, b).distance < 0) == meet) poses.push_back(at);
    }
    const OdePair ode(of_a, of_b, poses);
    const auto fcl_a = fcl_geometry(of_a);
    const auto fcl_b = fcl_geometry(of_b);
    std::vector<fcl::Transform3d> fcl_poses;
    for (const Pose& at : poses) fcl_poses.push_back(oracle::fcl_pose(at));
    const fcl::detail::GJKSolver_libccdd solver;

    const auto row = [&](const char* question, const std::function<double(std::size_t)>& ours,
                         const std::function<double(std::size_t)>& odes,
                         const std::function<double(std::size_t)>& fcls) {
      const std::string name = std::string(names) + " " + question + (meet ? " overlapping" : " apart");
      if (name.find(filter) == std::string::npos) return;
      const auto off = [&](const std::function<double(std::size_t)>& other) {
        int count = 0;
        for (std::size_t i = 0; other && i < kPoses; ++i) count += std::abs(ours(i) - other(i)) > 1e-6;
        return count;
      };
      const int ode_off = off(odes), fcl_off = off(fcls);
      double best[3] = {1e300, 1e300, 1e300};
      for (int round = 0; round < rounds; ++round) {  // in turns
        best[0] = std::min(best[0], nanoseconds(1, ours));
        if (odes) best[1] = std::min(best[1], nanoseconds(1, odes));
        if (fcls) best[2] = std::min(best[2], nanoseconds(1, fcls));
      }
      std::printf("%-40s %8.1f", name.c_str(), best[0]);
      odes ? std::printf(" %8.1f %5d", best[1], ode_off) : std::printf(" %8s %5s", "", "");
      fcls ? std::printf(" %8.1f %5d", best[2], fcl_off) : std::printf(" %8s %5s", "", "");
      std::printf("\n");
      std::fflush(stdout);
    };
    row(
        "overlap?", [&](std::size_t i) { return collide(a, poses[i], b).colliding ? 1.0 : 0.0; },
        [&](std::size_t i) { return ode.meet(i) ? 1.0 : 0.0; }, nullptr);
    row(
        "contact", [&](std::size_t i) { return penetration(a, poses[i], b).depth; },
        [&](std::size_t i) { return ode.depth(i); }, nullptr);
    const fcl::Transform3d origin = fcl::Transform3d::Identity();
    row(
        "distance", [&](std::size_t i) { return distance(a, poses[i], b).distance; }, nullptr,
        [&](std::size_t i) {
          double d = 0;
          fcl::Vector3d p, q;
          return solver.shapeDistance(fcl_a, origin, fcl_b, fcl_poses[i], &d, &p, &q) ? larger(d, 0.0) : 0.0;
        });
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* const filter = argc > 1 ? argv[1] : "";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 9;
  dInitODE();
  std::printf(
      "Nanoseconds a query; beside each other library, at how many of %zu poses its answer is another (1e-6).\n",
      kPoses);
  std::printf("%-40s %8s %8s %5s %8s %5s\n", "", "Apart", "ODE", "", "FCL", "");
  pair_rows("box and ball", kBox, kBall, filter, rounds);
  pair_rows("ball and box", kBall, kBox, filter, rounds);
  pair_rows("box and capsule", kBox, kCapsule, filter, rounds);
  pair_rows("capsule and box", kCapsule, kBox, filter, rounds);
  pair_rows("capsules", kCapsule, kCapsule, filter, rounds);
  pair_rows("boxes", kBox, kBox, filter, rounds);
  pair_rows("balls", kBall, kBall, filter, rounds);
  dCloseODE();
}
