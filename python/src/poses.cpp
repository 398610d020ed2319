#include "poses.hpp"

#include <apart/base/usable_pose.hpp>
#include <array>

namespace apart::python {
namespace {

// A matrix that is a rotation to 2e-6 is used as it is, as by the C++ queries.
bool is_usable_as_it_is(const double* m) { return has_last_row(m) && is_plainly_usable(pose_in_rows(m)); }

// Two of something: a position and an orientation, unless it is a list of two poses.
bool is_position_and_orientation(PyObject* object) {
  if (PyTuple_Check(object)) return PyTuple_GET_SIZE(object) == 2;
  if (!PyList_Check(object) || PyList_GET_SIZE(object) != 2) return false;
  if (PyObject_HasAttrString(PyList_GET_ITEM(object, 1), "as_matrix")) return true;
  const Py_ssize_t first = PyObject_Size(PyList_GET_ITEM(object, 0));
  if (first < 0) PyErr_Clear();
  return first == 3;
}

}  // namespace

PoseList::PoseList(PyObject* object, const std::string& what) {
  if (object == Py_None) {
    one_ = Pose{};
    return;
  }
  if (is_plain_doubles(object)) {
    take(py::reinterpret_borrow<py::object>(object), what);
    return;
  }
  const py::handle handle(object);
  if (is_position_and_orientation(object)) {
    take_position_and_orientation(handle[py::int_(0)], handle[py::int_(1)], what);
    return;
  }
  // Objects of other libraries: SciPy's Rotation and RigidTransform, Pinocchio's SE3, …
  for (const char* attribute : {"as_matrix", "homogeneous", "to_matrix"})
    if (py::hasattr(handle, attribute)) {
      py::object value = handle.attr(attribute);
      if (PyCallable_Check(value.ptr())) value = value();
      const py::array array = numbers_of(value.ptr(), what);
      const py::ssize_t n = array.ndim();
      if (n >= 2 && array.shape(n - 1) == 3 && array.shape(n - 2) == 3)  // a rotation alone
        take_position_and_orientation(py::make_tuple(0.0, 0.0, 0.0), array, what);
      else
        take(array, what);
      return;
    }
  take(numbers_of(object, what), what);
}

void PoseList::take_position_and_orientation(py::object position, py::object orientation, const std::string& what) {
  const py::module_ numpy = py::module_::import("numpy");
  const py::array at = numbers_of(position.ptr(), what + ": position");
  if (py::hasattr(orientation, "as_matrix")) orientation = orientation.attr("as_matrix")();
  const py::array turn = numbers_of(orientation.ptr(), what + ": orientation");
  if (at.ndim() < 1 || at.ndim() > 2 || at.shape(at.ndim() - 1) != 3)
    raise(exceptions().usage, what + ": position: expected shape (3,) or (B, 3), found " + shape_text(at));
  const py::ssize_t n = turn.ndim();
  const bool matrix = (n == 2 || n == 3) && turn.shape(n - 1) == 3 && turn.shape(n - 2) == 3;
  const bool quaternion = (n == 1 || n == 2) && turn.shape(n - 1) == 4;
  if (!matrix && !quaternion)
    raise(exceptions().usage,
          what + ": orientation: expected a quaternion (w, x, y, z), a 3x3 matrix, or many of them, found shape " +
              shape_text(turn));
  const bool many_turns = n == (matrix ? 3 : 2), many_positions = at.ndim() == 2;
  const py::ssize_t count = many_turns ? turn.shape(0) : many_positions ? at.shape(0) : 1;
  if (many_turns && many_positions && at.shape(0) != turn.shape(0))
    raise(exceptions().usage, what + ": " + std::to_string(at.shape(0)) + " positions, but " +
                                  std::to_string(turn.shape(0)) + " orientations");
  const py::slice whole(0, count, 1), three(0, 3, 1);
  py::object all;
  if (matrix) {
    all = numpy.attr("zeros")(py::make_tuple(count, 4, 4));
    all[py::make_tuple(whole, three, three)] = turn;
    all[py::make_tuple(whole, three, 3)] = at;
    all[py::make_tuple(whole, 3, 3)] = 1.0;
  } else {
    all = numpy.attr("empty")(py::make_tuple(count, 7));
    all[py::make_tuple(whole, three)] = at;
    all[py::make_tuple(whole, py::slice(3, 7, 1))] = turn;
  }
  take(many_turns || many_positions ? all : py::object(all[py::int_(0)]), what);
}

void PoseList::take(py::object object, const std::string& what) {
  const auto array = py::reinterpret_borrow<py::array>(object);
  data_ = static_cast<const double*>(array.data());
  const py::ssize_t n = array.ndim();
  if (n == 2 && array.shape(0) == 4 && array.shape(1) == 4) {
    one_ = is_usable_as_it_is(data_) ? pose_in_rows(data_) : value_or_raise(pose(0), exceptions().usage, what + ": ");
    return;
  }
  if (n == 1 && array.shape(0) == 3) {
    const Vec3d by{data_[0], data_[1], data_[2]};
    one_ = value_or_raise(Pose::from_matrix({}, by), exceptions().usage, what + ": ");
    return;
  }
  if (n == 1 && array.shape(0) == 7) {
    form_ = Form::rows7;
    one_ = value_or_raise(pose(0), exceptions().usage, what + ": ");
    return;
  }
  if (n == 3 && array.shape(1) == 4 && array.shape(2) == 4)
    form_ = Form::matrix;
  else if (n == 2 && array.shape(1) == 7)
    form_ = Form::rows7;
  else
    raise(exceptions().usage,
          what + ": expected a pose, of shape (4, 4), (7,) or (3,), or many, of shape (B, 4, 4) or (B, 7), found " +
              shape_text(array));
  one_.reset();
  array_ = array;
  size_ = static_cast<std::size_t>(array.shape(0));
  what_ = what;
}

Result<Pose> PoseList::pose(std::size_t i) const {
  if (form_ == Form::rows7) {
    const double* p = data_ + 7 * i;
    return Pose::from_quaternion(p[3], p[4], p[5], p[6], {p[0], p[1], p[2]});
  }
  std::array<double, 16> rows;
  std::memcpy(rows.data(), data_ + 16 * i, sizeof rows);
  return Pose::from_matrix4(rows);
}

Pose PoseList::read(std::size_t i) const {
  if (form_ == Form::matrix && is_usable_as_it_is(data_ + 16 * i)) return pose_in_rows(data_ + 16 * i);
  Result<Pose> mended = pose(i);
  if (!mended) refuse(i);
  return *mended;
}

void PoseList::refuse(std::size_t i) const {
  for (std::size_t k = 0; k <= i; ++k)  // whichever thread came first
    if (const Result<Pose> wrong = pose(k); !wrong)
      throw WrongArgument{what_ + "[" + std::to_string(k) + "]: " + wrong.error()};
  throw WrongArgument{what_ + ": changed while it was used"};
}

Pose pose_of(PyObject* object, const std::string& what) {
  const PoseList list(object, what);
  if (list.many()) raise(exceptions().usage, what + ": expected one pose, found many");
  return list.at(0);
}

std::vector<Pose> poses_of(PyObject* object, const std::string& what) {
  const PoseList list(object, what);
  if (!list.many()) raise(exceptions().usage, what + ": expected many poses, (N, 4, 4) or (N, 7), found one");
  std::vector<Pose> out;
  out.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) out.push_back(list.at(i));
  return out;
}

void write_matrix(const Pose& pose, double* m) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[4 * i + j] = pose.rotation(i, j);
    m[4 * i + 3] = pose.translation[i];
  }
  m[12] = m[13] = m[14] = 0, m[15] = 1;
}

py::object matrix_of(const Pose& pose) {
  py::array_t<double> matrix({4, 4});
  write_matrix(pose, matrix.mutable_data());
  return matrix;
}

}  // namespace apart::python
