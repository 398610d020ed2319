// Particles: small balls against a world, against a picture of its depths, and each other.
#include <apart/world/particles.hpp>

#include "worlds.hpp"

namespace apart::python {
namespace {

// A ParticleBatch, or (positions, velocities), or (positions, velocities, alive).
std::vector<Particle> particles_of(const Call& call, PyObject* object) {
  if (auto known = answers_in<Particle>(object)) return std::move(*known);
  const Py_ssize_t parts = PyTuple_Check(object) ? PyTuple_GET_SIZE(object) : 0;
  if (parts != 2 && parts != 3)
    call.wrong_type("particles", "a ParticleBatch, or (positions, velocities), or with which are alive", object);
  // Those that are not finite are no longer alive, as in C++.
  const auto rows = [&](Py_ssize_t part, const char* name) {
    const py::array array = numbers_of(PyTuple_GET_ITEM(object, part), call.what("particles") + ": " + name);
    if (array.ndim() != 2 || array.shape(1) != 3)
      call.wrong("particles", std::string(name) + ": expected an array (n, 3), found " + shape_text(array));
    return array;
  };
  const py::array at = rows(0, "positions"), by = rows(1, "velocities");
  if (at.shape(0) != by.shape(0))
    call.wrong("particles",
               std::to_string(at.shape(0)) + " positions, but " + std::to_string(by.shape(0)) + " velocities");
  std::vector<Particle> out(static_cast<std::size_t>(at.shape(0)));
  const auto *p = static_cast<const double*>(at.data()), *v = static_cast<const double*>(by.data());
  for (Particle& one : out) one = {{p[0], p[1], p[2]}, {v[0], v[1], v[2]}}, p += 3, v += 3;
  if (parts == 3) {
    const py::array alive =
        py::module_::import("numpy").attr("ascontiguousarray")(py::handle(PyTuple_GET_ITEM(object, 2)));
    if (alive.dtype().kind() != 'b' || alive.ndim() != 1 || alive.shape(0) != at.shape(0))
      call.wrong("particles", "alive: expected an array of as many bools");
    const auto* yes = static_cast<const bool*>(alive.data());
    for (std::size_t i = 0; i < out.size(); ++i) out[i].alive = yes[i];
  }
  return out;
}

PyObject* with_count(std::vector<Particle> particles, u64 count) {
  return py::make_tuple(py::reinterpret_steal<py::object>(to_python(std::move(particles))), count).release().ptr();
}

double time_of(const Call& call, PyObject* object) {
  const double time = number_of(object, call.what("time"));
  if (!(time >= 0 && std::isfinite(time))) call.wrong("time", "must be 0 or more");
  return time;
}

PyObject* move_particles(Call& call) {
  ParticleOptions o;
  call.option("radius", o.radius);
  if (PyObject* gravity = call.option("gravity")) o.gravity = vector_of(gravity, call.what("gravity"));
  call.option("restitution", o.restitution);
  call.option("most_bounces", o.most_bounces);
  call.option("threads", o.threads);
  call.expect(3, 3, "(world, particles, time)");
  const CountedWorld& all = world_in(call, call[0], "world");
  std::vector<Particle> particles = particles_of(call, call[1]);
  const double time = time_of(call, call[2]);
  if (!(o.radius > 0 && std::isfinite(o.radius))) call.wrong("radius", "must be more than 0");
  if (!(o.restitution >= 0 && o.restitution <= 1)) call.wrong("restitution", "must be from 0 to 1");
  if (!is_finite(o.gravity)) call.wrong("gravity", "must be finite");
  // Few of them end before a thread would have started.
  auto [moved, bounces] =
      run_work(particles.size() > 100, [w = all.world, particles = std::move(particles), time, o](Watch&) mutable {
        const u64 count = apart::move_particles(w, particles, time, o);
        return std::pair(std::move(particles), count);
      });
  return with_count(std::move(moved), bounces);
}

PyObject* points_within(Call& call) {
  BroadOptions o{.threads = 0};
  call.option("method", o.method);
  call.option("threads", o.threads);
  const double radius = call.last_number("radius");
  call.expect(1, 1, "(points, radius)");
  const PointList list(call[0], call.what("points"));
  if (!list.many()) call.wrong("points", "expected an array (n, 3)");
  if (!(radius >= 0 && std::isfinite(radius))) call.wrong("radius", "must be 0 or more");
  const std::span<const Vec3d> all = list.all();
  return to_python(run_work(all.size() > 10'000, [points = std::vector<Vec3d>(all.begin(), all.end()), radius,
                                                  o](Watch&) { return apart::points_within(points, radius, o); }));
}

// A buffer knows its size: C++ does not tell it.
struct Buffer {
  DepthBuffer buffer;
  u32 width, height;
};
const Buffer& buffer_of(const Call& call) { return py::cast<const Buffer&>(py::handle(call.self())); }

PyObject* depth_test(Call& call) {
  const double thickness = call.last_number("thickness");
  call.expect(1, 1, "(points, thickness)");
  if (!(thickness >= 0)) call.wrong("thickness", "must be 0 or more");
  const DepthBuffer& buffer = buffer_of(call).buffer;
  return call.points(PointList(call[0], call.what("points")), [&](Vec3d p) { return buffer.test(p, thickness); });
}

PyObject* depth_move(Call& call) {
  call.expect(4, 4, "(particles, time, thickness, restitution)");
  std::vector<Particle> particles = particles_of(call, call[0]);
  const double time = time_of(call, call[1]), thickness = number_of(call[2], call.what("thickness")),
               restitution = number_of(call[3], call.what("restitution"));
  if (!(thickness >= 0)) call.wrong("thickness", "must be 0 or more");
  if (!(restitution >= 0 && restitution <= 1)) call.wrong("restitution", "must be from 0 to 1");
  const DepthBuffer& buffer = buffer_of(call).buffer;
  const u64 hits = without_gil([&] { return buffer.move(particles, time, thickness, restitution); });
  return with_count(std::move(particles), hits);
}

Buffer make_buffer(const CountedWorld& all, const py::object& pose, const py::object& half_width,
                   const py::object& width, const py::object& height, const py::object& far,
                   const py::object& threads) {
  const auto what = [](const char* name) { return std::string("DepthBuffer(): ") + name; };
  const DepthCamera camera{.pose = pose_of(pose.ptr(), what("pose")),
                           .half_width = number_of(half_width.ptr(), what("half_width")),
                           .width = whole32_of(width.ptr(), what("width")),
                           .height = whole32_of(height.ptr(), what("height")),
                           .far = number_of(far.ptr(), what("far"))};
  const u32 cores = whole32_of(threads.ptr(), what("threads"));
  if (!(camera.half_width > 0 && std::isfinite(camera.half_width)))
    raise(exceptions().usage, what("half_width") + ": must be more than 0");
  if (!(camera.far > 0)) raise(exceptions().usage, what("far") + ": must be more than 0");
  for (const auto& [size, name] : {std::pair(camera.width, "width"), std::pair(camera.height, "height")})
    if (size == 0 || size > 65536) raise(exceptions().usage, what(name) + ": must be from 1 to 65536");
  DepthBuffer made = run_work(true, [w = all.world, camera, cores](Watch&) { return DepthBuffer(w, camera, cores); });
  return {std::move(made), camera.width, camera.height};
}

void add_depth_buffer(py::module_& module) {
  py::class_<Buffer> type(
      module, "DepthBuffer",
      R"(What is seen of a world from a point, as a picture of depths: an approximate collider for many particles. Immutable.

DepthBuffer(world, pose=None, *, half_width=1, width=256, height=256, far=1e6, threads=1)

The camera looks along the z axis of its pose, x to the right and y down; half_width: of the picture, one unit away.

>>> picture = apart.DepthBuffer(apart.World([(apart.Box(2, 2, 2), (0, 0, 5))]), width=32, height=32)
>>> float(picture.depths[16, 16]), float(picture.depths[0, 0])
(4.0, inf)
>>> picture.test([[0, 0, 3], [0, 0, 4.05], [0, 0, 9]], 0.1).state.tolist() == [0, 1, 2]  # free, hit, behind
True
)");
  type.def(py::init(&make_buffer), py::arg("world"), py::arg("pose") = py::none(), py::kw_only(),
           py::arg("half_width") = 1.0, py::arg("width") = 256, py::arg("height") = 256, py::arg("far") = 1e6,
           py::arg("threads") = 1)
      .def(
          "depth",
          [](const Buffer& b, const py::object& column, const py::object& row) {
            const u32 x = whole32_of(column.ptr(), "depth(): column"), y = whole32_of(row.ptr(), "depth(): row");
            if (x >= b.width || y >= b.height)
              throw py::index_error("depth(): the picture is " + std::to_string(b.width) + " wide and " +
                                    std::to_string(b.height) + " high");
            return b.buffer.depth(x, y);
          },
          py::arg("column"), py::arg("row"), "The depth at a pixel, along the z axis; infinite where nothing is.")
      .def_property_readonly(
          "depths",
          [](const Buffer& b) {
            py::array_t<double> out({static_cast<py::ssize_t>(b.height), static_cast<py::ssize_t>(b.width)});
            double* to = out.mutable_data();
            for (u32 y = 0; y < b.height; ++y)
              for (u32 x = 0; x < b.width; ++x) *to++ = b.buffer.depth(x, y);
            return out;
          },
          "All depths, an array (height, width).")
      .def("__repr__", [](const Buffer& b) {
        return "<apart.DepthBuffer: " + std::to_string(b.width) + " x " + std::to_string(b.height) + ">";
      });
  add<depth_test>(type, "test",
                  "test(points, thickness): is a point free, in the surface, or behind it? Of many, a DepthHitBatch.");
  add<depth_move>(
      type, "move",
      "move(particles, time, thickness, restitution): moves particles straight for a time. Those that reach a "
      "surface are put back on it and reflected, those that come out behind it are no longer alive. Returns "
      "(ParticleBatch, how many were reflected).");
}

}  // namespace

void add_particles(py::module_& module) {
  add<move_particles>(module, "move_particles",
                      R"(Particles that fly for a time as small balls and bounce off the bodies of a world.

move_particles(world, particles, time): particles are (positions, velocities), arrays (n, 3), or with a third array of bools
that tells which are alive; or what an earlier call returned. Returns (ParticleBatch, bounces). None passes through a body;
those that are not finite, or inside a body at the start, are no longer alive. Options: radius (needed), gravity, restitution
(0.5), most_bounces (16), threads.

>>> world = apart.World([apart.WorldBody(apart.HalfSpace((0, 0, 1)))])
>>> particles, bounces = apart.move_particles(world, ([[0, 0, 1]], [[0, 0, -1]]), 1.5, radius=0.1, restitution=1)
>>> bounces, particles.velocity.round(6).tolist(), particles.alive.tolist()
(1, [[0.0, 0.0, 1.0]], [True])
)");
  add<points_within>(module, "points_within", R"(All pairs of points no farther apart than a radius, sorted.

points_within(points, radius). Options: method, threads: as of box_pairs.

>>> apart.points_within([[0, 0, 0], [1, 0, 0], [5, 0, 0]], 1.5).b.tolist()
[1]
)");
  add_depth_buffer(module);
}

}  // namespace apart::python
