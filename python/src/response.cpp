// Collision response: how velocities change where bodies meet.
#include <apart/world/response.hpp>

#include "worlds.hpp"

namespace apart::python {
namespace {

// f(v, n, i) of two lists of vectors, each one or many: an array (3,) or (N, 3).
template <class F>
PyObject* of_vectors(const Call& call, const PointList& v, const PointList& n, const char* second, F f) {
  if (v.many() && n.many() && v.size() != n.size())
    call.wrong(second, std::to_string(n.size()) + ", but there are " + std::to_string(v.size()) + " velocities");
  if (!v.many() && !n.many()) return to_python(f(v.at(0), n.at(0), 0));
  std::vector<Vec3d> out(v.many() ? v.size() : n.size());
  without_gil([&] {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = f(v.at(i), n.at(i), i);
  });
  return to_python(std::span<const Vec3d>(out));
}

double restitution_of(const Call& call, PyObject* object) {
  const double k = number_of(object, call.what("restitution"));
  if (!(k >= 0 && k <= 1)) call.wrong("restitution", "must be from 0 to 1");
  return k;
}

PointList normals_of(const Call& call, PyObject* object) {
  PointList out(object, call.what("normal"));
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!(std::abs(length(out.at(i)) - 1) < 1e-6)) call.wrong("normal", "must have length 1");
  return out;
}

PyObject* reflected(Call& call) {
  call.expect(3, 3, "(velocity, normal, restitution)");
  const PointList v(call[0], call.what("velocity")), n = normals_of(call, call[1]);
  const double k = restitution_of(call, call[2]);
  return of_vectors(call, v, n, "normal", [&](Vec3d x, Vec3d y, std::size_t) { return apart::reflected(x, y, k); });
}

PyObject* randomly_reflected(Call& call) {
  call.expect(4, 4, "(velocity, normal, restitution, seed)");
  const PointList v(call[0], call.what("velocity")), n = normals_of(call, call[1]);
  const double k = restitution_of(call, call[2]);
  const u64 seed = whole_of(call[3], call.what("seed"));
  return of_vectors(call, v, n, "normal",
                    [&](Vec3d x, Vec3d y, std::size_t i) { return apart::randomly_reflected(x, y, k, seed + i); });
}

PyObject* fly(Call& call) {
  FlightOptions o;
  call.option("restitution", o.restitution);
  call.option("most_bounces", o.most_bounces);
  call.option("random", o.random);
  call.option("seed", o.seed);
  call.options_of_batch();
  call.expect(5, 5, "(world, geometry, pose, velocity, time)");
  const CountedWorld& all = world_in(call, call[0], "world");
  const Geometry geometry = geometry_in(call[1], call.what("geometry"));
  const PoseList poses(call[2], call.what("pose"));
  const PointList velocities(call[3], call.what("velocity"));
  const double time = number_of(call[4], call.what("time"));
  if (!(time >= 0 && std::isfinite(time))) call.wrong("time", "must be 0 or more");
  if (!(o.restitution >= 0 && o.restitution <= 1)) call.wrong("restitution", "must be from 0 to 1");
  if (poses.many() && velocities.many() && poses.size() != velocities.size())
    call.wrong("velocity",
               std::to_string(velocities.size()) + " velocities, but " + std::to_string(poses.size()) + " poses");
  const auto at = [](const World& w, const Geometry& g, const Pose& from, Vec3d v, double t, const FlightOptions& how) {
    return apart::fly(w, g, from, v, t, how);
  };
  if (poses.many() || velocities.many())
    return to_python(call.batch(poses.many() ? poses.size() : velocities.size(), [&](std::size_t i) {
      return at(all.world, geometry, poses.at(i), velocities.at(i), time, o);
    }));
  return to_python(run_work(
      may_take_long(kVeryHeavy, triangles_of(geometry), all.triangles),
      [at, w = all.world, geometry, from = poses.at(0), v = velocities.at(0), time, o](Watch&) {
        return at(w, geometry, from, v, time, o);
      },
      call.report()));
}

PenaltyOptions penalty_options(Call& call) {
  PenaltyOptions o;
  call.option("stiffness", o.stiffness);
  call.option("damping", o.damping);
  call.option("friction", o.friction);
  call.option("grip", o.grip);
  return o;
}

PyObject* penalty_force(Call& call) {
  const PenaltyOptions o = penalty_options(call);
  call.expect(2, 2, "(contact, velocity)");
  const PointList velocity(call[1], call.what("velocity"));
  if (const void* one = payload_of(answer_type<BodyContact>(), call[0])) {
    const PointList once((py::make_tuple(0.0, 0.0, 0.0)).ptr(), "");
    return of_vectors(call, velocity, once, "velocity", [&](Vec3d v, Vec3d, std::size_t) {
      return apart::penalty_force(*static_cast<const BodyContact*>(one), v, o);
    });
  }
  const auto many = answers_in<BodyContact>(call[0]);
  if (!many) call.wrong_type("contact", "a BodyContact, or a BodyContactBatch", call[0]);
  if (velocity.many() && velocity.size() != many->size())
    call.wrong("velocity",
               std::to_string(velocity.size()) + ", but there are " + std::to_string(many->size()) + " contacts");
  std::vector<Vec3d> out(many->size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = apart::penalty_force((*many)[i], velocity.at(i), o);
  return to_python(std::span<const Vec3d>(out));
}

PyObject* penalty_forces(Call& call) {
  const PenaltyOptions o = penalty_options(call);
  call.expect(4, 4, "(contacts, centres, velocities, spins)");
  const auto contacts = answers_in<PairContacts>(call[0]);
  if (!contacts) call.wrong_type("contacts", "a PairContactsBatch, as of World.contacts", call[0]);
  const PointList centres(call[1], call.what("centres")), velocities(call[2], call.what("velocities")),
      spins(call[3], call.what("spins"));
  const auto fits = [&](const PointList& list, const char* name) {
    if (!list.many() || list.size() != centres.size())
      call.wrong(name, "expected an array (n, 3): a row for each body");
  };
  fits(centres, "centres"), fits(velocities, "velocities"), fits(spins, "spins");
  std::vector<PointVelocity> motions;
  for (std::size_t i = 0; i < centres.size(); ++i)
    motions.push_back({centres.all()[i], velocities.all()[i], spins.all()[i]});
  for (const PairContacts& pair : *contacts)
    if (larger(pair.a, pair.b) >= motions.size())
      call.wrong("centres", std::to_string(motions.size()) + ", but there is a contact of body " +
                                std::to_string(larger(pair.a, pair.b)));
  return to_python(without_gil([&] { return apart::penalty_forces(*contacts, motions, o); }));
}

}  // namespace

void add_response(py::module_& module) {
  add<reflected>(module, "reflected", R"(The velocity after a bounce off a surface.

reflected(velocity, normal, restitution): what is along the surface stays, what enters it is turned back and damped by the
restitution, 0 to 1. The normal has length 1 and points out of the surface. Each of the two may be many, (N, 3).

>>> apart.reflected((1, 0, -2), (0, 0, 1), 0.5)
array([1., 0., 1.])
)");
  add<randomly_reflected>(
      module, "randomly_reflected",
      R"(As fast as reflected(), in a direction that is chosen at random of those that leave the surface.

randomly_reflected(velocity, normal, restitution, seed): the same for the same seed; of many, the i-th has seed + i.

>>> bool(apart.randomly_reflected((1, 0, -2), (0, 0, 1), 0.5, 7)[2] > 0)
True
)");
  add<fly>(module, "fly",
           R"(A geometry that flies straight through a world, and is reflected where it first touches a body.

fly(world, geometry, pose, velocity, time). Options: restitution (1), most_bounces (64), random (bounces are
randomly_reflected), seed. The pose, the velocity or both may be many: the answer is then a FlightBatch.

>>> world = apart.World([apart.WorldBody(apart.Box(1, 9, 9), (x, 0, 0)) for x in (-3, 3)])
>>> flight = apart.fly(world, apart.Ball(0.5), (0, 0, 0), (1, 0, 0), 5)
>>> len(flight.bounces), flight.velocity.round(6), flight.pose[:3, 3].round(2)
(1, array([-1.,  0.,  0.]), array([-1.,  0.,  0.]))
)");
  add<penalty_force>(module, "penalty_force",
                     R"(The force on B at a contact, the opposite of that on A: a spring with a damper, and friction.

penalty_force(contact, velocity): a BodyContact, as of World.contacts, and the velocity of B's point against A's; or many of
both. Options: stiffness (1), damping (0), friction (0), grip (0).

>>> two = apart.World([apart.Box(1, 1, 1), (apart.Box(1, 1, 1), (0, 0, 0.9))])
>>> contact = two.contacts(0, apart.WorldMemory())[0].contacts[0]
>>> apart.penalty_force(contact, (0, 0, 0), stiffness=10).round(6)
array([0., 0., 1.])
)");
  add<penalty_forces>(module, "penalty_forces",
                      R"(Penalty forces of all contacts of a world, with torques about the centres of its bodies.

penalty_forces(contacts, centres, velocities, spins): contacts as of World.contacts; arrays (n, 3) with a row for each number
of a body. Options: as of penalty_force. Gives a WrenchBatch.

>>> two = apart.World([apart.Box(1, 1, 1), (apart.Box(1, 1, 1), (0, 0, 0.9))])
>>> still = [[0, 0, 0], [0, 0, 0]]
>>> apart.penalty_forces(two.contacts(0, apart.WorldMemory()), [[0, 0, 0], [0, 0, 0.9]], still, still).force.round(6)
array([[ 0. ,  0. , -0.4],
       [ 0. ,  0. ,  0.4]])
)");
}

}  // namespace apart::python
