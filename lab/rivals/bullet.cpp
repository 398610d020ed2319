// Bullet: moving meshes by GImpact, static ones by its quantized tree.
#include "lab/rivals/rival.hpp"

#if APART_LAB_BULLET
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <btBulletCollisionCommon.h>
#include <apart/base/rounding.hpp>
#endif

namespace apart::lab {

#if APART_LAB_BULLET
namespace {

// Bullet references vertices and faces in place.
struct BulletMesh {
  std::vector<btScalar> vertices;
  std::vector<int> indices;
  btTriangleIndexVertexArray array;

  explicit BulletMesh(const Mesh& mesh) {
    vertices.reserve(3 * mesh.vertices().size());
    indices.reserve(3 * mesh.faces().size());
    for (Vec3d v : mesh.vertices())
      for (int i = 0; i < 3; ++i) vertices.push_back(rounded<btScalar>(v[i]));
    for (const Face& f : mesh.faces())
      for (u32 v : f) indices.push_back(static_cast<int>(v));
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(mesh.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(mesh.vertices().size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices.data());
    part.m_vertexStride = 3 * sizeof(btScalar);
    array.addIndexedMesh(part);
  }
};

// For moving meshes: boxes, quantized, and a list of contacts.
struct BulletMoving : BulletMesh {
  btGImpactMeshShape shape{&array};
  explicit BulletMoving(const Mesh& mesh) : BulletMesh(mesh) {
    shape.setMargin(0);
    shape.updateBound();
  }
};

// For static meshes, which collide with convex shapes only.
struct BulletStatic : BulletMesh {
  btBvhTriangleMeshShape shape{&array, true, true};
  explicit BulletStatic(const Mesh& mesh) : BulletMesh(mesh) {}
};

struct BulletPair {
  BulletMoving a, b;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btGImpactCollisionAlgorithm::CreateFunc create;
  btDbvtBroadphase broadphase;
  btCollisionWorld world{&dispatcher, &broadphase, &configuration};
  btCollisionObject at_a, at_b;

  BulletPair(const Mesh& ma, const Mesh& mb) : a(ma), b(mb) {
    // contactPairTest() queries closest points, for which moving meshes are not registered by registerAlgorithm().
    dispatcher.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE, &create);
    at_a.setCollisionShape(&a.shape);
    at_b.setCollisionShape(&b.shape);
    at_a.setCollisionFlags(0);
    at_b.setCollisionFlags(0);
  }

  // One contact suffices, but it cannot stop at the first.
  bool collide(const Pose& at) {
    btTransform pose;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pose.getBasis()[i][j] = rounded<btScalar>(at.rotation(i, j));
      pose.getOrigin()[i] = rounded<btScalar>(at.translation[i]);
    }
    at_b.setWorldTransform(pose);
    struct Result : btCollisionWorld::ContactResultCallback {
      bool any = false;
      btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                               const btCollisionObjectWrapper*, int, int) override {
        any = true;
        return 0;
      }
    } result;
    world.contactPairTest(&at_a, &at_b, result);
    return result.any;
  }
};

}  // namespace
#endif

Rival bullet_rival() {
  Rival out{.name = "Bullet"};
#if APART_LAB_BULLET
  out.remark = std::string("Bullet decides in ") + (sizeof(btScalar) == 8 ? "doubles" : "floats") +
               ", margins set to 0, and finds all contacts even for a collision test.";
  out.convex = bullet_convex;
  out.trees = {{"Bullet, GImpact",
                [](const Mesh& mesh) -> std::shared_ptr<void> { return std::make_shared<BulletMoving>(mesh); }},
               {"Bullet, static",
                [](const Mesh& mesh) -> std::shared_ptr<void> { return std::make_shared<BulletStatic>(mesh); }}};
  // Each contact names its triangles, but near pairs that do not touch are included, up to three times as many as touch
  // where surfaces graze: a different query. It has no distance of non-convex meshes.
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto pair = std::make_shared<BulletPair>(a, b);
    return RivalPair{.collide = [=](const Pose& at) { return pair->collide(at); }, .contacts = {}, .distance = {}};
  };
#endif
  return out;
}

}  // namespace apart::lab
