#include "rays.hpp"

namespace apart::python {
namespace {

PyTypeObject* ray_type = nullptr;

RayList make_rays(const PointList& origins, const PointList& directions, const py::object& t_min,
                  const py::object& t_max) {
  const auto count_of = [](const PointList& list) { return list.many() ? list.size() : 0; };
  std::size_t count = larger(count_of(origins), count_of(directions));
  const auto number_list = [&](const py::object& object, const char* what) {
    const py::array array = numbers_of(object.ptr(), what);
    if (array.ndim() > 1) raise(exceptions().usage, std::string(what) + ": expected a number or an array (N,)");
    const auto* first = static_cast<const double*>(array.data());
    std::vector<double> out(first, first + array.size());
    for (double x : out)
      if (std::isnan(x)) raise(exceptions().usage, std::string(what) + ": not a number (NaN)");
    if (array.ndim() == 1) count = larger(count, out.size());
    return out;
  };
  const std::vector<double> lows = number_list(t_min, "Ray(): t_min"), highs = number_list(t_max, "Ray(): t_max");
  const auto fits = [&](std::size_t n, const char* what) {
    if (n != 1 && n != count)
      raise(exceptions().usage,
            std::string(what) + ": " + std::to_string(n) + ", but there are " + std::to_string(count) + " rays");
  };
  RayList out{{}, origins.many() || directions.many() || count > 0};
  if (!out.many) count = 1;
  fits(origins.size(), "Ray(): origin"), fits(directions.size(), "Ray(): direction");
  fits(lows.size(), "Ray(): t_min"), fits(highs.size(), "Ray(): t_max");
  out.all.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    out.all.push_back(
        {origins.at(i), directions.at(i), lows[lows.size() == 1 ? 0 : i], highs[highs.size() == 1 ? 0 : i]});
  return out;
}

auto vectors(Vec3d Ray::*which) {
  return [which](const RayList& r) {
    std::vector<Vec3d> all;
    for (const Ray& ray : r.all) all.push_back(ray.*which);
    return py::reinterpret_steal<py::object>(r.many ? to_python(std::span<const Vec3d>(all)) : to_python(all[0]));
  };
}
auto numbers(double Ray::*which) {
  return [which](const RayList& r) -> py::object {
    if (!r.many) return py::float_(r.all[0].*which);
    py::array_t<double> out(static_cast<py::ssize_t>(r.all.size()));
    for (std::size_t i = 0; i < r.all.size(); ++i) out.mutable_data()[i] = r.all[i].*which;
    return out;
  };
}

std::string text(Vec3d v) {
  char out[96];
  std::snprintf(out, sizeof out, "(%.6g, %.6g, %.6g)", v.x, v.y, v.z);
  return out;
}

}  // namespace

bool is_ray(PyObject* object) { return Py_TYPE(object) == ray_type; }

const RayList& rays(const Call& call, Py_ssize_t i) {
  if (!is_ray(call[i])) call.wrong_type("ray", "a Ray", call[i]);
  return py::cast<const RayList&>(py::handle(call[i]));
}

void add_ray(py::module_& module) {
  py::class_<RayList> type(
      module, "Ray", R"(The points origin + t * direction, t_min <= t <= t_max; or many such rays, with arrays (N, 3).

Ray(origin, direction, t_min=0, t_max=inf)

>>> apart.cast(apart.Ball(1), apart.Ray((-3, 0, 0), (1, 0, 0))).t
2.0
)");
  const double infinity = kRayInfinity;
  type.def(py::init([](const py::object& o, const py::object& d, const py::object& low, const py::object& high) {
             return make_rays(PointList(o.ptr(), "Ray(): origin"), PointList(d.ptr(), "Ray(): direction"), low, high);
           }),
           py::arg("origin"), py::arg("direction"), py::arg("t_min") = 0.0, py::arg("t_max") = infinity)
      .def_static(
          "segment",
          [](const py::object& from, const py::object& to) {
            const PointList a(from.ptr(), "Ray.segment(): from"), b(to.ptr(), "Ray.segment(): to");
            RayList out = make_rays(a, b, py::float_(0.0), py::float_(1.0));
            for (Ray& ray : out.all) ray = Ray::segment(ray.origin, ray.direction);
            return out;
          },
          py::arg("start"), py::arg("end"), "From one point to another: t runs from 0 to 1.")
      .def_static(
          "line",
          [infinity](const py::object& point, const py::object& direction) {
            return make_rays(PointList(point.ptr(), "Ray.line(): point"),
                             PointList(direction.ptr(), "Ray.line(): direction"), py::float_(-infinity),
                             py::float_(infinity));
          },
          py::arg("point"), py::arg("direction"), "A line: t runs from -inf to inf.")
      .def_property_readonly("origin", vectors(&Ray::origin), "Where it starts, or of many an array (N, 3).")
      .def_property_readonly("direction", vectors(&Ray::direction), "Its direction, or of many an array (N, 3).")
      .def_property_readonly("t_min", numbers(&Ray::t_min), "The least t, or of many an array (N,).")
      .def_property_readonly("t_max", numbers(&Ray::t_max), "The greatest t, or of many an array (N,).")
      .def("__len__",
           [](const RayList& r) {
             if (!r.many) throw py::type_error("one ray has no length");
             return r.all.size();
           })
      .def(py::pickle(
          [](const RayList& r) {
            return py::make_tuple(r.many,
                                  py::bytes(reinterpret_cast<const char*>(r.all.data()), r.all.size() * sizeof(Ray)));
          },
          [](const py::tuple& t) {
            const std::string_view bytes = py::bytes(t[1]);
            RayList out{std::vector<Ray>(bytes.size() / sizeof(Ray)), t[0].cast<bool>()};
            if (bytes.size() % sizeof(Ray) != 0 || (!out.many && out.all.size() != 1))
              raise(exceptions().error, "a pickled Ray: not as it was written");
            if (!bytes.empty()) std::memcpy(static_cast<void*>(out.all.data()), bytes.data(), bytes.size());
            return out;
          }))
      .def("__repr__", [](const RayList& r) {
        if (r.many) return "<apart.Ray: " + std::to_string(r.all.size()) + " rays>";
        const Ray& ray = r.all[0];
        char range[64];
        std::snprintf(range, sizeof range, ", t_min=%.6g, t_max=%.6g)", ray.t_min, ray.t_max);
        return "Ray(" + text(ray.origin) + ", " + text(ray.direction) + range;
      });
  ray_type = reinterpret_cast<PyTypeObject*>(type.ptr());
}

}  // namespace apart::python
