// A call of a query from Python: its arguments, what is wrong with them, and how it is run. A query is a function of a
// Call; it takes its options first, then what stands last, then the pair, the points or the rays.
#pragma once
#include <apart/queries/run_chunks.hpp>

#include "poses.hpp"
#include "running.hpp"

namespace apart::python {

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
    if (PyObject* given = option(keyword)) into = word_of<E>(given, what(keyword));
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
  GeometryRef geometry(Py_ssize_t i, const char* name) const;

  // The forms (a, b), (a, pose, b) and (a, pose_a, b, pose_b), each pose one or many.
  struct Pair {
    PyObject *a, *b;
    PoseList at, world;  // of B in A's frame, or of A and of B in the world
    bool in_world = false;
    bool many() const { return at.many() || world.many(); }
  };
  Pair pair();

  // query(a, b_in_a, b) for every kind of pair that it is defined for, at one pose or at many; each(a, b) is what is
  // run at an array of matrices, each_pose.hpp.
  template <class Query, class Each>
  PyObject* pairs_each(Query query, Each each) {
    return pairs(
        query,
        [&](const auto& x, const Pose& at_x, const auto& y, const Pose& at_y) {
          return at_world_poses(x, at_x, y, at_y, [&](const auto& u, const Pose& v_in_u, const auto& v) {
            if constexpr (requires { query(u, v_in_u, v); })
              return query(u, v_in_u, v);
            else
              return query(x, Pose{}, y);  // never reached: at_world_poses swaps only pairs that are defined both ways
          });
        },
        0, each);
  }
  // `weight`: above 0, it may take long of large models, in proportion, and is then run so that Ctrl-C ends the call;
  // both own what they use.
  template <class Query, class InWorld, class Each = std::nullptr_t>
  PyObject* pairs(Query query, InWorld in_world, double weight = 0, Each each = nullptr);

  // The same of two models.
  template <class Query, class InWorld>
  PyObject* models(Query query, InWorld in_world, double weight = 0);
  // For answers without points: only the forms (a, b) and (a, pose, b).
  template <class Query>
  PyObject* local_models(Query query, double weight = 0);

  // query(point) at one or many.
  template <class Query>
  PyObject* points(const PointList& points, Query query);

  // Answers i of count, in parallel.
  template <class Query>
  auto batch(std::size_t count, Query query);
  // compute(begin, end) of ranges of count, in parallel.
  template <class Compute>
  void ranges(std::size_t count, Compute compute);

  const BatchOptions& how() const { return how_; }
  PyObject* report() const { return report_; }

 private:
  friend std::vector<std::string> option_names(PyObject* (*query)(Call&));

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

// compute(begin, end) of the first ones, on this thread, for a fifth of a millisecond; how many these are.
template <class Compute>
std::size_t first_of_batch(std::size_t count, Compute compute) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::microseconds(200);
  std::size_t done = 0;
  while (done < count) {
    const std::size_t end = lesser(count, done + 4);
    compute(done, end);
    done = end;
    if (done < count && std::chrono::steady_clock::now() > until) break;
  }
  return done;
}

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
    static_assert(!std::is_enum_v<T> || sizeof(T) == sizeof(int));
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
  ranges(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) answers[i] = static_cast<Stored>(query(i));
  });
  return answers;
}

template <class Compute>
void Call::ranges(std::size_t count, Compute compute) {
  // Few or cheap ones end before other threads would have started.
  const std::size_t done = without_gil([&] { return first_of_batch(count, compute); });
  if (done == count) return report_end(report_);
  run_long(
      [&](Watch& watch) {
        BatchOptions how = how_;
        how.progress = watch.progress();
        return queries::run_chunks(count - done, 8, how,
                                   [&](std::size_t begin, std::size_t end) { compute(done + begin, done + end); });
      },
      report_, true);
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

template <class Query, class InWorld, class Each>
PyObject* Call::pairs(Query query, InWorld in_world, double weight, Each each) {
  const Pair two = pair();
  const GeometryRef a = geometry_of(two.a).value_or(GeometryRef{}), b = geometry_of(two.b).value_or(GeometryRef{});
  return visit_two(
      *this, a, b, [&](const auto& x, const auto& y) requires requires { query(x, Pose{}, y); } {
        const auto at = [&](std::size_t i) {
          return two.in_world ? in_world(x, two.at.at(i), y, two.world.at(i)) : query(x, two.at.at(i), y);
        };
        if constexpr (!std::is_null_pointer_v<Each>) {
          if (const double* matrices = two.in_world ? nullptr : two.at.matrices()) {
            const auto compute = each(x, y);
            std::vector<decltype(at(0))> answers(two.at.size());
            ranges(answers.size(), [&](std::size_t begin, std::size_t end) {
              compute(matrices, begin, end, answers.data());
              for (std::size_t i = begin; i < end; ++i)  // nearly a pose, or refused
                if (answers[i].status == Status::invalid) answers[i] = at(i);
            });
            return to_python(std::move(answers));
          }
        }
        if (two.many()) return bools_or_answers(batch(larger(two.at.size(), two.world.size()), at));
        if (may_take_long(weight, triangles_of(a), triangles_of(b)))
          return answer_to_python(
              run_long([query, in_world, x, y, first = two.at.at(0), second = two.world.at(0),
                        in = two.in_world](Watch&) { return in ? in_world(x, first, y, second) : query(x, first, y); },
                       report_, false));
        return answer_to_python(without_gil([&] { return at(0); }));
      });
}

template <class Query, class InWorld>
PyObject* Call::models(Query query, InWorld in_world, double weight) {
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
  if (may_take_long(weight, x.mesh().size(), y.mesh().size()))
    return answer_to_python(
        run_long([query, in_world, a = x, b = y, first = two.at.at(0), second = two.world.at(0),
                  in = two.in_world](Watch&) { return in ? in_world(a, first, b, second) : query(a, first, b); },
                 report_, false));
  return answer_to_python(without_gil([&] { return at(0); }));
}

template <class Query>
PyObject* Call::local_models(Query query, double weight) {
  if (count_ - dropped_ == 4) wrong("pose_b", "not taken here: give the pose of B in A's frame, or none");
  return models(
      query, [query](const Model& x, const Pose&, const Model& y, const Pose& at) { return query(x, at, y); }, weight);
}

template <class Query>
PyObject* Call::points(const PointList& points, Query query) {
  if (points.many()) return bools_or_answers(batch(points.size(), [&](std::size_t i) { return query(points.at(i)); }));
  return answer_to_python(without_gil([&] { return query(points.at(0)); }));
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
