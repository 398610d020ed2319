// Bullet, in doubles, with no margins.
#include "lab/bench/convex/rival.hpp"

#define BT_USE_DOUBLE_PRECISION
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

namespace apart::lab {
namespace {

Vec3d ours(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

btTransform bullet_pose(const Pose& pose) {
  btTransform out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.getBasis()[i][j] = pose.rotation(i, j);
    out.getOrigin()[i] = pose.translation[i];
  }
  return out;
}

std::unique_ptr<btConvexShape> bullet_shape(const ConvexBody& body) {
  std::unique_ptr<btConvexShape> out;
  if (body.kind == ConvexKind::capsule)
    return std::make_unique<btCapsuleShapeZ>(body.radius, body.length);  // its margin is its radius
  if (body.kind == ConvexKind::box) {
    out = std::make_unique<btBoxShape>(btVector3(body.size.x / 2, body.size.y / 2, body.size.z / 2));
  } else {
    auto hull = std::make_unique<btConvexHullShape>();
    for (Vec3d p : body.points) hull->addPoint(btVector3(p.x, p.y, p.z), false);
    hull->recalcLocalAabb();
    out = std::move(hull);
  }
  out->setMargin(0);
  return out;
}

struct Pair {
  std::unique_ptr<btConvexShape> a, b;
  btTransform at_a = btTransform::getIdentity();
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
  btGjkPairDetector without_depth, with_depth;
  btVector3 guess{0, 0, 0};
  double radii;

  Pair(const ConvexBody& ba, const ConvexBody& bb)
      : a(bullet_shape(ba)),
        b(bullet_shape(bb)),
        without_depth(a.get(), b.get(), &simplex, nullptr),
        with_depth(a.get(), b.get(), &simplex, &epa),
        radii(ba.radius + bb.radius) {}

  ConvexAnswer detector(btGjkPairDetector& detector, const btTransform& at_b, double reach, bool depth) {
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = at_a;
    input.m_transformB = at_b;
    input.m_maximumDistanceSquared = reach;
    btPointCollector result;
    detector.getClosestPoints(input, result, nullptr);
    // It has a result if it found points; and it stops with 10 if a plane separates them by more than the reach.
    const bool apart = (result.m_hasResult && result.m_distance > 0) || detector.m_degenerateSimplex == 10;
    if (!result.m_hasResult) return {!apart, 0, {}};
    return {!apart, depth ? -result.m_distance : apart ? result.m_distance : 0.0, -ours(result.m_normalOnBInWorld)};
  }

  btVector3 first(const btTransform& at_b, bool coherent) const {
    return coherent && !guess.fuzzyZero() ? guess : at_b.getOrigin() - at_a.getOrigin();
  }
};

const auto kMake = [](const ConvexBody& a, const ConvexBody& b) { return std::make_shared<Pair>(a, b); };

// Contacts of two boxes: the deepest gives the penetration depth.
struct Deepest final : btDiscreteCollisionDetectorInterface::Result {
  ConvexAnswer answer;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal, const btVector3&, btScalar distance) override {
    answer.meet = true;
    if (-distance >= answer.value) answer.value = -distance, answer.normal = -ours(normal);
  }
};

}  // namespace

std::vector<ConvexMethod> bullet_methods(ConvexKind kind, ConvexQuestion question, bool coherent) {
  std::vector<ConvexMethod> out;
  const auto add = [&](const char* name, auto query) {
    out.push_back(convex_method("Bullet", name, kMake, bullet_pose, query));
  };
  if (kind == ConvexKind::box && question != ConvexQuestion::distance)
    add("boxes", [](Pair& p, const btTransform& at_b) {
      btBoxBoxDetector detector(static_cast<const btBoxShape*>(p.a.get()), static_cast<const btBoxShape*>(p.b.get()));
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = p.at_a;
      input.m_transformB = at_b;
      Deepest result;
      detector.getClosestPoints(input, result, nullptr);
      return result.answer;
    });
  switch (question) {
    case ConvexQuestion::boolean:
      add("GJK", [](Pair& p, const btTransform& at_b) {
        return p.detector(p.without_depth, at_b, p.radii * p.radii, false);  // its reach is that of the cores
      });
      break;
    case ConvexQuestion::distance:
      add("GJK", [](Pair& p, const btTransform& at_b) { return p.detector(p.without_depth, at_b, 1e30, false); });
      if (kind == ConvexKind::capsule) break;
      add("GJK 2", [coherent](Pair& p, const btTransform& at_b) {
        btGjkEpaSolver2::sResults r;
        const bool apart = btGjkEpaSolver2::Distance(p.a.get(), p.at_a, p.b.get(), at_b, p.first(at_b, coherent), r);
        if (!apart) return ConvexAnswer{true, 0, {}};
        p.guess = r.normal;
        return ConvexAnswer{false, r.distance, ours(r.normal)};
      });
      break;
    case ConvexQuestion::depth:
      add("GJK, EPA", [](Pair& p, const btTransform& at_b) { return p.detector(p.with_depth, at_b, 1e30, true); });
      if (kind == ConvexKind::capsule) break;
      add("EPA", [coherent](Pair& p, const btTransform& at_b) {
        btGjkEpaSolver2::sResults r;
        const bool meet =
            btGjkEpaSolver2::Penetration(p.a.get(), p.at_a, p.b.get(), at_b, p.first(at_b, coherent), r, false);
        if (!meet) return ConvexAnswer{};
        p.guess = -r.normal;
        return ConvexAnswer{true, -r.distance, -ours(r.normal)};
      });
      break;
  }
  return out;
}

}  // namespace apart::lab
