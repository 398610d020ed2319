// ODE: collisions of trimeshes.
#include "lab/rivals/rival.hpp"

#if APART_LAB_ODE
#include <ode/ode.h>
#include <apart/base/rounding.hpp>
#endif

namespace apart::lab {

#if APART_LAB_ODE
namespace {

// Its trees store floats in any build, and it references vertices and faces in place: floats are its fastest mode. One
// library initialization per program, reference-counted.
class OdeMesh {
 public:
  explicit OdeMesh(const Mesh& mesh) : data_((dInitODE(), dGeomTriMeshDataCreate())) {
    vertices_.reserve(3 * mesh.vertices().size());
    indices_.reserve(3 * mesh.faces().size());
    for (Vec3d v : mesh.vertices())
      for (int i = 0; i < 3; ++i) vertices_.push_back(rounded<float>(v[i]));
    for (const Face& f : mesh.faces())
      for (u32 v : f) indices_.push_back(v);
    dGeomTriMeshDataBuildSingle(data_, vertices_.data(), 3 * sizeof(float), static_cast<int>(mesh.vertices().size()),
                                indices_.data(), static_cast<int>(indices_.size()), 3 * sizeof(dTriIndex));
    geometry_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
  }
  OdeMesh(const OdeMesh&) = delete;
  ~OdeMesh() {
    dGeomDestroy(geometry_);
    dGeomTriMeshDataDestroy(data_);
    dCloseODE();
  }
  dGeomID geometry() const { return geometry_; }

 private:
  std::vector<float> vertices_;
  std::vector<dTriIndex> indices_;
  dTriMeshDataID data_;
  dGeomID geometry_;
};

// One contact of any kind suffices; it always finds all overlapping triangles before the first contact.
bool ode_collide(const OdeMesh& a, const Pose& at, const OdeMesh& b) {
  dMatrix3 turn{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) turn[4 * i + j] = at.rotation(i, j);
  dGeomSetRotation(b.geometry(), turn);
  dGeomSetPosition(b.geometry(), at.translation.x, at.translation.y, at.translation.z);
  dContactGeom contact;
  return dCollide(a.geometry(), b.geometry(), static_cast<int>(1u | CONTACTS_UNIMPORTANT), &contact, sizeof contact) >
         0;
}

}  // namespace
#endif

Rival ode_rival() {
  Rival out{.name = "ODE"};
#if APART_LAB_ODE
  out.remark = "ODE decides in floats, and finds all touching triangles even for a collision test.";
  out.convex = ode_convex;
  out.trees = {{"ODE", [](const Mesh& mesh) -> std::shared_ptr<void> { return std::make_shared<OdeMesh>(mesh); }}};
  // Its contacts are points, near ones merged into one: pairs of triangles cannot be counted from them. It has no
  // distance of meshes.
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto oa = std::make_shared<OdeMesh>(a), ob = std::make_shared<OdeMesh>(b);
    return RivalPair{
        .collide = [=](const Pose& at) { return ode_collide(*oa, at, *ob); }, .contacts = {}, .distance = {}};
  };
#endif
  return out;
}

}  // namespace apart::lab
