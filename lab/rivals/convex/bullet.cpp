// Bullet's convex bodies, with no margins.
#include "lab/rivals/convex.hpp"

#if APART_LAB_BULLET
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>
#include <apart/base/rounding.hpp>

namespace apart::lab {
namespace {

Vec3d ours(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
btVector3 theirs(Vec3d v) { return {rounded<btScalar>(v.x), rounded<btScalar>(v.y), rounded<btScalar>(v.z)}; }

btTransform bullet_pose(const Pose& pose) {
  btTransform out;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) out.getBasis()[i][j] = rounded<btScalar>(pose.rotation(i, j));
    out.getOrigin()[i] = rounded<btScalar>(pose.translation[i]);
  }
  return out;
}

std::unique_ptr<btConvexShape> bullet_shape(const ConvexBody& body) {
  std::unique_ptr<btConvexShape> out;
  const auto radius = rounded<btScalar>(body.radius);  // the margin of what is round
  if (body.kind == ConvexKind::capsule)
    return std::make_unique<btCapsuleShapeZ>(radius, rounded<btScalar>(body.length));
  if (body.kind == ConvexKind::ball) return std::make_unique<btSphereShape>(radius);
  if (body.kind == ConvexKind::box) {
    out = std::make_unique<btBoxShape>(theirs(body.size / 2));
  } else {
    auto hull = std::make_unique<btConvexHullShape>();
    for (Vec3d p : body.points) hull->addPoint(theirs(p), false);
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
    input.m_maximumDistanceSquared = rounded<btScalar>(reach);
    btPointCollector result;
    detector.getClosestPoints(input, result, nullptr);
    // It has a result if it found points; and it stops with 10 if a plane separates them by more than the reach.
    const bool apart = (result.m_hasResult && result.m_distance > 0) || detector.m_degenerateSimplex == 10;
    if (!result.m_hasResult) return {!apart, 0, {}};
    return {!apart, larger<double>(depth ? -result.m_distance : result.m_distance, 0),
            -ours(result.m_normalOnBInWorld)};
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

// What a world does for each pair and step: GJK for the normal, faces clipped, and points of former steps kept.
struct Contacts {
  std::unique_ptr<btConvexShape> a, b;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDispatcherInfo info;
  btCollisionObject at_a, at_b;
  btCollisionObjectWrapper whole_a{nullptr, nullptr, &at_a, at_a.getWorldTransform(), -1, -1},
      whole_b{nullptr, nullptr, &at_b, at_b.getWorldTransform(), -1, -1};
  btCollisionAlgorithm* algorithm = nullptr;

  Contacts(const ConvexBody& ba, const ConvexBody& bb) : a(bullet_shape(ba)), b(bullet_shape(bb)) {
    for (btConvexShape* shape : {a.get(), b.get()})
      static_cast<btPolyhedralConvexShape*>(shape)->initializePolyhedralFeatures();
    at_a.setCollisionShape(a.get());
    at_b.setCollisionShape(b.get());
    whole_a.m_shape = a.get(), whole_b.m_shape = b.get();
    algorithm = dispatcher.findAlgorithm(&whole_a, &whole_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  }
  Contacts(const Contacts&) = delete;
  ~Contacts() {
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
  }

  ConvexAnswer manifold(const btTransform& at) {
    at_b.setWorldTransform(at);
    btManifoldResult result(&whole_a, &whole_b);
    algorithm->processCollision(&whole_a, &whole_b, info, &result);
    btManifoldArray manifolds;
    algorithm->getAllContactManifolds(manifolds);
    ConvexAnswer out{false, 1e300, {}};
    for (int i = 0; i < manifolds.size(); ++i)
      for (int k = 0; k < manifolds[i]->getNumContacts(); ++k) {
        const btManifoldPoint& p = manifolds[i]->getContactPoint(k);
        const double swapped = manifolds[i]->getBody0() == &at_a ? -1 : 1;
        if (p.getDistance() < out.value) out = {true, p.getDistance(), swapped * ours(p.m_normalWorldOnB)};
      }
    return out;
  }
};

}  // namespace

std::vector<ConvexMethod> bullet_convex(const ConvexTask& task) {
  std::vector<ConvexMethod> out;
  const auto add = [&](const char* name, auto query) {
    out.push_back(convex_method("Bullet", name, kMake, bullet_pose, query));
  };
  const auto round = [](ConvexKind kind) { return kind == ConvexKind::capsule || kind == ConvexKind::ball; };
  const bool any_round = round(task.a) || round(task.b);
  const bool coherent = task.coherent;
  const bool of_boxes = task.question == ConvexQuestion::boolean || task.question == ConvexQuestion::depth;
  if (task.both(ConvexKind::box) && of_boxes)
    add("boxes", [](Pair& p, const btTransform& at_b) {
      btBoxBoxDetector detector(static_cast<const btBoxShape*>(p.a.get()), static_cast<const btBoxShape*>(p.b.get()));
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = p.at_a;
      input.m_transformB = at_b;
      Deepest result;
      detector.getClosestPoints(input, result, nullptr);
      return result.answer;
    });
  switch (task.question) {
    case ConvexQuestion::boolean:
      add("GJK", [](Pair& p, const btTransform& at_b) {
        return p.detector(p.without_depth, at_b, p.radii * p.radii, false);  // its reach is that of the cores
      });
      break;
    case ConvexQuestion::distance:
      add("GJK", [](Pair& p, const btTransform& at_b) { return p.detector(p.without_depth, at_b, 1e30, false); });
      if (any_round) break;
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
      if (any_round) break;
      add("EPA", [coherent](Pair& p, const btTransform& at_b) {
        btGjkEpaSolver2::sResults r;
        const bool meet =
            btGjkEpaSolver2::Penetration(p.a.get(), p.at_a, p.b.get(), at_b, p.first(at_b, coherent), r, false);
        if (!meet) return ConvexAnswer{};
        p.guess = -r.normal;
        return ConvexAnswer{true, -r.distance, -ours(r.normal)};
      });
      break;
    case ConvexQuestion::manifold:
      if (any_round) break;
      out.push_back(convex_method(
          "Bullet", "clipping",
          [](const ConvexBody& a, const ConvexBody& b) { return std::make_shared<Contacts>(a, b); }, bullet_pose,
          [](Contacts& p, const btTransform& at_b) { return p.manifold(at_b); }));
      break;
  }
  return out;
}

}  // namespace apart::lab
#endif
