// Poses from Python: one or many, in all the forms that are taken.
#pragma once
#include "arguments.hpp"
#include "each_pose.hpp"

namespace apart::python {

// One pose or many, as they lie in the caller's array. One is validated at once; many where they are read, so that they
// are read from memory once: at() throws WrongArgument, which names the first that is wrong.
class PoseList {
 public:
  PoseList() : one_(Pose{}), size_(0) {}  // none was given
  PoseList(PyObject* object, const std::string& what);

  bool many() const { return !one_; }
  std::size_t size() const { return size_; }
  Pose at(std::size_t i) const { return one_ ? *one_ : read(i); }
  // The matrices of many, sixteen numbers each, not looked at yet. Null: they are given in another form.
  const double* matrices() const { return one_ || form_ != Form::matrix ? nullptr : data_; }

 private:
  enum class Form { matrix, rows7 };

  void take(py::object array, const std::string& what);
  void take_position_and_orientation(py::object position, py::object orientation, const std::string& what);
  [[noreturn]] void refuse(std::size_t i) const;
  Result<Pose> pose(std::size_t i) const;
  Pose read(std::size_t i) const;

  std::optional<Pose> one_;
  py::object array_;  // contiguous doubles
  const double* data_ = nullptr;
  Form form_ = Form::matrix;
  std::string what_;  // of many: what they are called
  std::size_t size_ = 1;
};

Pose pose_of(PyObject* object, const std::string& what);
std::vector<Pose> poses_of(PyObject* object, const std::string& what);  // many
void write_matrix(const Pose& pose, double* sixteen);
py::object matrix_of(const Pose& pose);  // (4, 4)

}  // namespace apart::python
