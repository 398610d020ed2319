// Bullet, in doubles, with no margins.
#include "lab/bench/impact/rivals.hpp"

#define BT_USE_DOUBLE_PRECISION
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

namespace apart::lab {
namespace {

btTransform bullet_pose(const Pose& pose) {
  btTransform out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.getBasis()[i][j] = pose.rotation(i, j);
    out.getOrigin()[i] = pose.translation[i];
  }
  return out;
}

struct Pair {
  btConvexHullShape a, b;
  std::vector<std::pair<btTransform, btTransform>> sweeps;
};

std::shared_ptr<Pair> pair_of(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b,
                              const std::vector<Sweep>& sweeps) {
  auto out = std::make_shared<Pair>();
  for (const Vec3d& p : a) out->a.addPoint(btVector3(p.x, p.y, p.z), false);
  for (const Vec3d& p : b) out->b.addPoint(btVector3(p.x, p.y, p.z), false);
  out->a.recalcLocalAabb(), out->b.recalcLocalAabb();
  out->a.setMargin(0), out->b.setMargin(0);
  for (const Sweep& s : sweeps) out->sweeps.emplace_back(bullet_pose(s.from), bullet_pose(s.to));
  return out;
}

}  // namespace

Sweeps bullet_straight(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const std::vector<Sweep>& sweeps) {
  return [pair = pair_of(a, b, sweeps)](SweepAnswer* out) {
    const btTransform still = btTransform::getIdentity();
    btVoronoiSimplexSolver simplex;
    btSubsimplexConvexCast caster(&pair->b, &pair->a, &simplex);
    for (const auto& [from, to] : pair->sweeps) {
      btConvexCast::CastResult result;
      const bool hit = caster.calcTimeOfImpact(from, to, still, still, result);
      *out++ = {hit, hit ? double(result.m_fraction) : 1};
    }
  };
}

Sweeps bullet_turning(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b, const std::vector<Sweep>& sweeps) {
  return [pair = pair_of(a, b, sweeps)](SweepAnswer* out) {
    const btTransform still = btTransform::getIdentity();
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision caster(&pair->b, &pair->a, &simplex, &depth);
    for (const auto& [from, to] : pair->sweeps) {
      btConvexCast::CastResult result;
      const bool hit = caster.calcTimeOfImpact(from, to, still, still, result);
      *out++ = {hit, hit ? double(result.m_fraction) : 1};
    }
  };
}

}  // namespace apart::lab
