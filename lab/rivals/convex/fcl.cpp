// FCL's convex bodies, with both of its solvers, called directly without the layers around them.
#include "lab/rivals/convex.hpp"

#if APART_LAB_FCL
#include <fcl/fcl.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include "tests/oracle/fcl.hpp"

namespace apart::lab {
namespace {

Vec3d ours(const fcl::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

template <class S>
S fcl_shape(const ConvexBody& body);
template <>
fcl::Boxd fcl_shape(const ConvexBody& body) {
  return {body.size.x, body.size.y, body.size.z};
}
template <>
fcl::Capsuled fcl_shape(const ConvexBody& body) {
  return {body.radius, body.length};
}
template <>
fcl::Sphered fcl_shape(const ConvexBody& body) {
  return fcl::Sphered(body.radius);
}
template <>
fcl::Convexd fcl_shape(const ConvexBody& body) {
  auto points = std::make_shared<std::vector<fcl::Vector3d>>();
  auto faces = std::make_shared<std::vector<int>>();
  for (Vec3d p : body.points) points->emplace_back(p.x, p.y, p.z);
  for (const Face& f : body.faces) {
    faces->push_back(3);
    for (u32 v : f) faces->push_back(static_cast<int>(v));
  }
  return {points, static_cast<int>(body.faces.size()), faces};
}

template <class A, class B, class Solver>
struct Pair {
  A a;
  B b;
  Solver solver;
  fcl::Transform3d at_a = fcl::Transform3d::Identity();
  std::vector<fcl::ContactPointd> contacts;

  Pair(const ConvexBody& ba, const ConvexBody& bb, bool coherent) : a(fcl_shape<A>(ba)), b(fcl_shape<B>(bb)) {
    solver.enableCachedGuess(coherent);
  }

  ConvexAnswer boolean(const fcl::Transform3d& at_b) {
    return {solver.shapeIntersect(a, at_a, b, at_b, nullptr), 0, {}};
  }
  ConvexAnswer distance(const fcl::Transform3d& at_b) {
    double distance = 0;
    fcl::Vector3d p, q;
    const bool apart = solver.shapeDistance(a, at_a, b, at_b, &distance, &p, &q);
    if (!apart || distance <= 0) return {true, 0, {}};
    return {false, distance, ours(q - p)};
  }
  ConvexAnswer depth(const fcl::Transform3d& at_b) {
    contacts.clear();
    if (!solver.shapeIntersect(a, at_a, b, at_b, &contacts) || contacts.empty()) return {};
    ConvexAnswer out{true, -1, {}};
    for (const fcl::ContactPointd& c : contacts)
      if (c.penetration_depth > out.value) out.value = c.penetration_depth, out.normal = ours(c.normal);
    return out;
  }
};

template <class A, class B, class Solver>
void add(std::vector<ConvexMethod>& out, const char* name, const ConvexTask& task) {
  using P = Pair<A, B, Solver>;
  out.push_back(convex_method(
      "FCL", name,
      [coherent = task.coherent](const ConvexBody& a, const ConvexBody& b) {
        return std::make_shared<P>(a, b, coherent);
      },
      oracle::fcl_pose,
      [question = task.question](P& p, const fcl::Transform3d& at_b) {
        try {
          switch (question) {
            case ConvexQuestion::boolean:
              return p.boolean(at_b);
            case ConvexQuestion::distance:
              return p.distance(at_b);
            case ConvexQuestion::depth:
              return p.depth(at_b);
            case ConvexQuestion::manifold:
              break;
          }
        } catch (const std::exception&) {  // counts as a wrong result
        }
        return ConvexAnswer{false, -1, {}};
      }));
}

template <class A, class B>
void add_both(std::vector<ConvexMethod>& out, const ConvexTask& task) {
  add<A, B, fcl::detail::GJKSolver_indep<double>>(out, "own", task);
  add<A, B, fcl::detail::GJKSolver_libccd<double>>(out, "libccd", task);
}

template <class F>
void with_plain(ConvexKind kind, F&& of) {
  if (kind == ConvexKind::box) of(std::type_identity<fcl::Boxd>{});
  if (kind == ConvexKind::capsule) of(std::type_identity<fcl::Capsuled>{});
  if (kind == ConvexKind::ball) of(std::type_identity<fcl::Sphered>{});
}

}  // namespace

std::vector<ConvexMethod> fcl_convex(const ConvexTask& task) {
  std::vector<ConvexMethod> out;
  if (task.question == ConvexQuestion::manifold) return out;
  if (task.both(ConvexKind::hull)) add_both<fcl::Convexd, fcl::Convexd>(out, task);
  with_plain(task.a, [&]<class A>(std::type_identity<A>) {
    with_plain(task.b, [&]<class B>(std::type_identity<B>) { add_both<A, B>(out, task); });
  });
  return out;
}

}  // namespace apart::lab
#endif
