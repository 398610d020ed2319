// ODE's balls, boxes and capsules. Its hulls are left out: depths of theirs are wrong by any amount.
#include "lab/rivals/convex.hpp"

#if APART_LAB_ODE
#include <ode/ode.h>

namespace apart::lab {
namespace {

dGeomID ode_geometry(const ConvexBody& body) {
  if (body.kind == ConvexKind::box) return dCreateBox(nullptr, body.size.x, body.size.y, body.size.z);
  if (body.kind == ConvexKind::capsule) return dCreateCapsule(nullptr, body.radius, body.length);
  return dCreateSphere(nullptr, body.radius);
}

// Its geometries stand where they are asked about: one for each pose, so that placing them takes no time.
class Placed {
 public:
  Placed(const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& poses) : a_((dInitODE(), ode_geometry(a))) {
    for (const Pose& at : poses) {
      const dGeomID g = placed_.emplace_back(ode_geometry(b));
      dMatrix3 turn{};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) turn[4 * i + j] = at.rotation(i, j);
      dGeomSetRotation(g, turn);
      dGeomSetPosition(g, at.translation.x, at.translation.y, at.translation.z);
    }
  }
  Placed(const Placed&) = delete;
  ~Placed() {
    dGeomDestroy(a_);
    for (dGeomID g : placed_) dGeomDestroy(g);
    dCloseODE();
  }
  const std::vector<dGeomID>& all() const { return placed_; }

  ConvexAnswer boolean(dGeomID b) const {
    dContactGeom contact;
    return {dCollide(a_, b, static_cast<int>(1u | CONTACTS_UNIMPORTANT), &contact, sizeof contact) > 0, 0, {}};
  }
  ConvexAnswer depth(dGeomID b) const {
    dContactGeom contacts[8];
    const int count = dCollide(a_, b, 8, contacts, sizeof *contacts);
    ConvexAnswer out;
    for (int k = 0; k < count; ++k)
      if (const dContactGeom& c = contacts[k]; c.depth > out.value)
        out = {true, c.depth, {-c.normal[0], -c.normal[1], -c.normal[2]}};
    return out;
  }

 private:
  dGeomID a_;
  std::vector<dGeomID> placed_;
};

template <class Query>
ConvexMethod method(Query query) {
  return {"ODE", "", [query](const ConvexBody& a, const ConvexBody& b, const std::vector<Pose>& poses) {
            return [query, pair = std::make_shared<Placed>(a, b, poses)](ConvexAnswer* out) {
              for (dGeomID g : pair->all()) *out++ = query(*pair, g);
            };
          }};
}

}  // namespace

std::vector<ConvexMethod> ode_convex(const ConvexTask& task) {
  if (task.a == ConvexKind::hull || task.b == ConvexKind::hull) return {};
  if (task.question == ConvexQuestion::boolean)
    return {method([](const Placed& pair, dGeomID b) { return pair.boolean(b); })};
  if (task.question == ConvexQuestion::depth)
    return {method([](const Placed& pair, dGeomID b) { return pair.depth(b); })};
  return {};  // it has no distances, and its contacts of two boxes are those of the depth
}

}  // namespace apart::lab
#endif
