// A call of a query from Python: its arguments, what is wrong with them, and how it is run. A query is a function of a
// Call; it takes its options first, then what stands last, then the pair, the points or the rays.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "answer_types.hpp"

namespace apart::python {

// Python exceptions: apart.Error (a ValueError), apart.UsageError (one of these), apart.FileError (one, and an
// OSError).
struct Exceptions {
  PyObject *error = nullptr, *usage = nullptr, *file = nullptr;
};
Exceptions& exceptions();
[[noreturn]] void raise(PyObject* type, const std::string& message);
template <class T>
T value_or_raise(Result<T> result, PyObject* type = exceptions().error, const std::string& what = "") {
  if (!result) raise(type, what + result.error());
  return std::move(*result);
}
void set_python_error();  // from the C++ exception in flight
std::string type_name(PyObject* object);

// The GIL is released for its lifetime.
class WithoutGil {
 public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() { PyEval_RestoreThread(state_); }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

// What is computed with. One of the two is null.
struct GeometryRef {
  const Model* model = nullptr;
  const Shape* shape = nullptr;
};
std::optional<GeometryRef> geometry_of(PyObject* object);  // types.cpp

// One pose or many, as they lie in the caller's array.
class PoseList {
 public:
  enum class Form { matrix, rows7 };

  PoseList() : one_(Pose{}), size_(0) {}  // none was given
  PoseList(PyObject* object, const std::string& what);

  bool many() const { return !one_; }
  std::size_t size() const { return size_; }
  Pose at(std::size_t i) const { return one_ ? *one_ : read(i); }

 private:
  void take(py::object array, const std::string& what);
  void validate(const std::string& what) const;
  Result<Pose> pose(std::size_t i) const;
  Pose read(std::size_t i) const;

  std::optional<Pose> one_;
  py::object array_;  // contiguous doubles
  const double* data_ = nullptr;
  Form form_ = Form::matrix;
  std::size_t size_ = 1;
};
Pose pose_of(PyObject* object, const std::string& what);

// One point or many: (3,) or (N, 3).
class PointList {
 public:
  PointList(PyObject* object, const std::string& what);

  bool many() const { return many_; }
  std::size_t size() const { return size_; }
  Vec3d at(std::size_t i) const {
    const double* p = data_ + 3 * (size_ == 1 ? 0 : i);
    return {p[0], p[1], p[2]};
  }
  std::span<const Vec3d> all() const { return {reinterpret_cast<const Vec3d*>(data_), size_}; }

 private:
  py::object array_;
  const double* data_ = nullptr;
  Vec3d one_{};
  bool many_ = false;
  std::size_t size_ = 1;
};
Vec3d vector_of(PyObject* object, const std::string& what);
double number_of(PyObject* object, const std::string& what);
// Contiguous doubles of any number of dimensions.
py::array numbers_of(PyObject* object, const std::string& what);

// Long work: it runs on another thread, while the caller's waits, looks for Ctrl-C and reports the progress.
struct Watch {
  std::atomic<bool> stop = false;
  std::atomic<double> share = 0;
  std::function<bool(double)> progress() {
    return [this](double done) { return share = done, !stop; };
  }
};
// Waits until `done`; on Ctrl-C or when `report` returns false, sets watch.stop and throws, after `finished` if the
// work can be stopped.
struct LongWork {
  Watch watch;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::exception_ptr failed;

  void wait(PyObject* report, bool can_stop);
};
// work(watch) must own what it uses unless it can be stopped: when it cannot, Ctrl-C leaves it to end by itself.
template <class Work>
auto run_long(Work work, PyObject* report, bool can_stop) {
  using Out = decltype(work(std::declval<Watch&>()));
  struct State : LongWork {
    explicit State(Work w) : work(std::move(w)) {}
    Work work;
    std::optional<Out> out;
  };
  const auto state = std::make_shared<State>(std::move(work));
  std::thread([state] {
    try {
      state->out.emplace(state->work(state->watch));
    } catch (...) {
      state->failed = std::current_exception();
    }
    const std::lock_guard lock(state->mutex);
    state->done = true;
    state->changed.notify_all();
  }).detach();
  state->wait(report, can_stop);
  return std::move(*state->out);
}

class Call;
std::vector<std::string> option_names(PyObject* (*query)(Call&));

class Call {
 public:
  using Function = PyObject* (*)(Call&);

  Call(Function query, const char* name, PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names)
      : query_(query), name_(name), self_(self), args_(args), count_(count), names_(names) {}

  PyObject* self() const { return self_; }
  Py_ssize_t count() const { return count_; }
  Py_ssize_t positional() const { return count_ - dropped_; }  // without what was taken from the end
  PyObject* operator[](Py_ssize_t i) const { return args_[i]; }
  std::string what(const char* argument) const { return std::string(name_) + "(): " + argument; }
  [[noreturn]] void wrong(const char* argument, const std::string& message) const;  // a value
  [[noreturn]] void wrong_type(const char* argument, const std::string& expected, PyObject* found) const;

  // Keywords; each leaves the value as it is where it is not given.
  void option(const char* keyword, double& into);
  void option(const char* keyword, bool& into);
  void option(const char* keyword, u32& into);
  void option(const char* keyword, u64& into);
  template <class E>
  requires std::is_enum_v<E>
  void option(const char* keyword, E& into) {
    into = static_cast<E>(word(keyword, enum_type<E>(), static_cast<int>(into)));
  }
  PyObject* option(const char* keyword);  // any object, borrowed; null: not given
  void option(Budget& into);              // max_tests, max_seconds
  void options_of_batch();                // threads, progress

  // What stands last, or is given by its name.
  PyObject* last(const char* name);
  double last_number(const char* name) { return listing_ ? (last(name), 0) : number_of(last(name), what(name)); }

  // Positional arguments, all options taken: exactly so many.
  void expect(Py_ssize_t least, Py_ssize_t most, const char* forms);

  const Model& model(Py_ssize_t i, const char* name) const;
  const Shape& shape(Py_ssize_t i, const char* name) const;
  GeometryRef geometry(Py_ssize_t i, const char* name) const;

  // The forms (a, b), (a, pose, b) and (a, pose_a, b, pose_b), each pose one or many.
  struct Pair {
    PyObject *a, *b;
    PoseList at, world;  // of B in A's frame, or of A and of B in the world
    bool in_world = false;
    bool many() const { return at.many() || world.many(); }
  };
  Pair pair();

  // query(a, b_in_a, b) for every kind of pair that it is defined for, at one pose or at many.
  template <class Query>
  PyObject* pairs(Query query) {
    return pairs(query, [&](const auto& x, const Pose& at_x, const auto& y, const Pose& at_y) {
      return at_world_poses(x, at_x, y, at_y, [&](const auto& u, const Pose& v_in_u, const auto& v) {
        if constexpr (requires { query(u, v_in_u, v); })
          return query(u, v_in_u, v);
        else
          return query(x, Pose{}, y);  // never reached: at_world_poses swaps only pairs that are defined both ways
      });
    });
  }
  // `heavy`: may take long of models, and is then run so that Ctrl-C ends the call; both own what they use.
  template <class Query, class InWorld>
  PyObject* pairs(Query query, InWorld in_world, bool heavy = false);

  // The same of two models. `heavy`: may take long, and is then run so that Ctrl-C ends the call.
  template <class Query>
  PyObject* models(Query query, bool heavy = false) {
    return models(
        query,
        [query](const Model& x, const Pose& at_x, const Model& y, const Pose& at_y) {
          return query_in_world(at_x, at_y, [&](const Pose& at) { return query(x, at, y); });
        },
        heavy);
  }
  template <class Query, class InWorld>
  PyObject* models(Query query, InWorld in_world, bool heavy = false);
  // For answers without points: only the forms (a, b) and (a, pose, b).
  template <class Query>
  PyObject* local_models(Query query, bool heavy = false);

  // query(point) at one or many.
  template <class Query>
  PyObject* points(const PointList& points, Query query);

  // Answers i of count, in parallel.
  template <class Query>
  auto batch(std::size_t count, Query query);

  const BatchOptions& how() const { return how_; }
  PyObject* report() const { return report_; }

 private:
  friend std::vector<std::string> option_names(PyObject* (*query)(Call&));
  int word(const char* keyword, const EnumType& type, int value);

  Function query_;
  const char* name_;
  PyObject* self_;
  PyObject* const* args_;
  Py_ssize_t count_;
  PyObject* names_;         // of the keywords, whose values follow the positional ones
  Py_ssize_t taken_ = 0;    // keywords
  Py_ssize_t dropped_ = 0;  // positional ones, taken from the end
  BatchOptions how_{};
  PyObject* report_ = nullptr;                   // called with the share that is done
  std::vector<std::string>* listing_ = nullptr;  // only the names of options are wanted
};

// True and false as an answer of single calls, an array of bools in batches.
inline PyObject* answer_to_python(bool yes) { return PyBool_FromLong(yes); }
inline PyObject* answer_to_python(double x) { return PyFloat_FromDouble(x); }
template <class E>
requires std::is_enum_v<E> PyObject* answer_to_python(E e) { return enum_member(enum_type<E>(), static_cast<int>(e)); }
template <class T>
requires std::is_class_v<T> PyObject* answer_to_python(T answer) { return to_python(std::move(answer)); }
template <class T>
PyObject* answers_to_python(std::vector<T> answers) {
  if constexpr (std::is_class_v<T> && requires { answers[0].data(); }) {  // a list for each: a list of batches
    py::list out(answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i)
      PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), to_python(std::move(answers[i])));
    return out.release().ptr();
  } else if constexpr (std::is_class_v<T>) {
    return to_python(std::move(answers));
  } else {
    py::array_t<std::conditional_t<std::is_enum_v<T>, int, T>> out(static_cast<py::ssize_t>(answers.size()));
    std::memcpy(out.mutable_data(), answers.data(), answers.size() * sizeof(T));
    return out.release().ptr();
  }
}

template <class Query>
auto Call::batch(std::size_t count, Query query) {
  using Out = decltype(query(std::size_t{}));
  // A bool of a vector is no bool.
  using Stored = std::conditional_t<std::is_same_v<Out, bool>, unsigned char, Out>;
  std::vector<Stored> answers(count);
  const auto work = [&, count](std::size_t from) {
    return [&, count, from](Watch& watch) {
      BatchOptions how = how_;
      how.progress = watch.progress();
      return run_batch(count - from, how,
                       [&](std::size_t i) { answers[from + i] = static_cast<Stored>(query(from + i)); });
    };
  };
  // Few or cheap ones end before another thread would have started.
  std::size_t done = 0;
  {
    const WithoutGil released;
    const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
    for (; done < count; ++done) {
      if (done % 4 == 3 && std::chrono::steady_clock::now() > until) break;
      answers[done] = static_cast<Stored>(query(done));
    }
  }
  if (done < count) run_long(work(done), report_, true);
  return answers;
}

template <class Answer>
PyObject* bools_or_answers(std::vector<Answer> answers) {
  return answers_to_python(std::move(answers));
}
inline PyObject* bools_or_answers(std::vector<unsigned char> answers) {
  py::array_t<bool> out(static_cast<py::ssize_t>(answers.size()));
  std::memcpy(out.mutable_data(), answers.data(), answers.size());
  return out.release().ptr();
}

// visit(x, y) with what the two are, where it is defined for them; raises TypeError where it is not.
template <class Visit>
PyObject* visit_two(const Call& call, GeometryRef a, GeometryRef b, Visit visit) {
  const auto with = [&](const auto& x, const auto& y, const char* kinds) -> PyObject* {
    if constexpr (requires { visit(x, y); })
      return visit(x, y);
    else
      raise(PyExc_TypeError, call.what("not defined for ") + kinds);
  };
  if (a.model && b.model) return with(*a.model, *b.model, "two models");
  if (a.model) return with(*a.model, *b.shape, "a model and a shape");
  if (b.model) return with(*a.shape, *b.model, "a shape and a model");
  return with(*a.shape, *b.shape, "two shapes");
}

template <class Query, class InWorld>
PyObject* Call::pairs(Query query, InWorld in_world, bool heavy) {
  const Pair two = pair();
  const GeometryRef a = geometry_of(two.a).value_or(GeometryRef{}), b = geometry_of(two.b).value_or(GeometryRef{});
  return visit_two(
      *this, a, b, [&](const auto& x, const auto& y) requires requires { query(x, Pose{}, y); } {
        const auto at = [&](std::size_t i) {
          return two.in_world ? in_world(x, two.at.at(i), y, two.world.at(i)) : query(x, two.at.at(i), y);
        };
        if (two.many()) return bools_or_answers(batch(larger(two.at.size(), two.world.size()), at));
        const std::size_t size = (a.model ? a.model->mesh().size() : 0) + (b.model ? b.model->mesh().size() : 0);
        if (heavy && size > 2000)
          return answer_to_python(
              run_long([query, in_world, x, y, first = two.at.at(0), second = two.world.at(0),
                        in = two.in_world](Watch&) { return in ? in_world(x, first, y, second) : query(x, first, y); },
                       report_, false));
        auto answer = [&] {
          const WithoutGil released;
          return at(0);
        }();
        return answer_to_python(std::move(answer));
      });
}

template <class Query, class InWorld>
PyObject* Call::models(Query query, InWorld in_world, bool heavy) {
  const Pair two = pair();
  const auto model = [&](PyObject* object, const char* name) -> const Model& {
    const auto found = geometry_of(object);
    if (!found || !found->model) wrong_type(name, "a Model", object);
    return *found->model;
  };
  const Model &x = model(two.a, "a"), &y = model(two.b, "b");
  const auto at = [&](std::size_t i) {
    return two.in_world ? in_world(x, two.at.at(i), y, two.world.at(i)) : query(x, two.at.at(i), y);
  };
  if (two.many()) return bools_or_answers(batch(larger(two.at.size(), two.world.size()), at));
  // A few thousand triangles are done before Ctrl-C is pressed.
  if (heavy && x.mesh().size() + y.mesh().size() > 2000)
    return answer_to_python(
        run_long([query, in_world, a = x, b = y, first = two.at.at(0), second = two.world.at(0),
                  in = two.in_world](Watch&) { return in ? in_world(a, first, b, second) : query(a, first, b); },
                 report_, false));
  auto answer = [&] {
    const WithoutGil released;
    return at(0);
  }();
  return answer_to_python(std::move(answer));
}

template <class Query>
PyObject* Call::local_models(Query query, bool heavy) {
  if (count_ - dropped_ == 4) wrong("pose_b", "not taken here: give the pose of B in A's frame, or none");
  return models(
      query, [query](const Model& x, const Pose&, const Model& y, const Pose& at) { return query(x, at, y); }, heavy);
}

template <class Query>
PyObject* Call::points(const PointList& points, Query query) {
  if (points.many()) return bools_or_answers(batch(points.size(), [&](std::size_t i) { return query(points.at(i)); }));
  auto answer = [&] {
    const WithoutGil released;
    return query(points.at(0));
  }();
  return answer_to_python(std::move(answer));
}

// A function of the module, named once.
using Query = PyObject* (*)(Call&);
PyObject* run_query(Query query, const char* name, PyObject* self, PyObject* const* args, Py_ssize_t count,
                    PyObject* names);
template <Query query>
inline const char* name_of = nullptr;
template <Query query>
PyObject* entry(PyObject* self, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  return run_query(query, name_of<query>, self, args, count, names);
}
void add_function(py::module_& module, const char* name, const char* doc, Query query, PyCFunction function);
void add_method(py::handle type, const char* name, const char* doc, Query query, PyCFunction function);
template <Query query>
void add(py::module_& module, const char* name, const char* doc) {
  name_of<query> = name;
  add_function(module, name, doc, query, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(entry<query>)));
}
template <Query query>
void add(py::handle type, const char* name, const char* doc) {
  name_of<query> = name;
  add_method(type, name, doc, query, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(entry<query>)));
}

}  // namespace apart::python
