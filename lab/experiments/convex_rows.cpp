#include "lab/experiments/convex_rows.hpp"

#include <apart/convex/features/feature_walk.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/queries/balls.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/rigid_pose.hpp>
#include <apart/shapes/hull.hpp>
#include <cmath>

#include "lab/clock.hpp"

namespace apart::lab {
namespace {

// Bodies about one unit large.
ConvexBody hull(Random& random, int count) {
  ConvexBody out{.kind = ConvexKind::hull, .points = {}};
  const Vec3d radii{1, random.uniform(0.6, 1), random.uniform(0.5, 1)};
  for (int i = 0; i < count; ++i) {
    const Vec3d d = random.direction();
    out.points.push_back({radii.x * d.x, radii.y * d.y, radii.z * d.z});
  }
  const Hull h = convex_hull(out.points);
  out.points = h.vertices;
  out.faces = h.faces;
  return out;
}

ConvexBody box(Vec3d size) {
  ConvexBody out{.kind = ConvexKind::box, .points = {}, .size = size};
  for (u32 i = 0; i < 8; ++i)
    out.points.push_back(
        {i & 1 ? size.x / 2 : -size.x / 2, i & 2 ? size.y / 2 : -size.y / 2, i & 4 ? size.z / 2 : -size.z / 2});
  return out;
}

ConvexBody capsule(double radius, double length) {
  return {.kind = ConvexKind::capsule,
          .points = {{0, 0, -length / 2}, {0, 0, length / 2}},
          .radius = radius,
          .length = length};
}

// One of a pair that lies as hulls do: some of its kind.
ConvexBody some(Random& random, ConvexKind kind, u32 vertices) {
  switch (kind) {
    case ConvexKind::hull:
      break;
    case ConvexKind::box: {
      const double x = random.uniform(0.5, 1.5), y = random.uniform(0.5, 1.5), z = random.uniform(0.5, 1.5);
      return box({x, y, z});
    }
    case ConvexKind::capsule: {
      const double radius = random.uniform(0.2, 0.5);
      return capsule(radius, random.uniform(0.5, 1.5));
    }
    case ConvexKind::ball:
      return {.kind = kind, .points = {{}}, .radius = random.uniform(0.2, 0.5)};
  }
  return hull(random, static_cast<int>(vertices));
}

// One of a plain pair: always the same.
ConvexBody plain(ConvexKind kind) {
  if (kind == ConvexKind::box) return box({1, 2, 1.5});
  if (kind == ConvexKind::capsule) return capsule(0.3, 1.2);
  return {.kind = ConvexKind::ball, .points = {{}}, .radius = 0.5};
}

// Their separation along a direction; negative: their overlap.
double room_along(const ConvexBody& a, const Pose& at, const ConvexBody& b, Vec3d direction) {
  const double l = length(direction);
  if (!(l > 0)) return -1e300;
  const Vec3d n = direction / l, n_b = transposed_times(at.rotation, n);
  double most = -1e300, least = 1e300;
  for (const Vec3d& p : a.points) most = larger(most, dot(n, p));
  for (const Vec3d& p : b.points) least = lesser(least, dot(n_b, p));
  return least + dot(n, at.translation) - most - a.radius - b.radius;
}

GjkResult cores(const ConvexBody& a, const Pose& at, const ConvexBody& b) {
  return gjk(PointsSupport{a.points}, PlacedSupport{at, PointsSupport{b.points}});
}

// Rotated, then moved along a direction to the row's configuration.
Pose placed(const ConvexBody& a, const ConvexBody& b, const Mat3d& turn, Vec3d along, Lie lie, double by) {
  if (lie == Lie::deeply) return {turn, 0.3 * by * along};
  Pose at{turn, 6 * along};
  GjkResult r = cores(a, at, b);
  for (int i = 0; i < 60; ++i) {
    const double room = r.distance - a.radius - b.radius, gap = lie == Lie::far_off    ? 1 + by
                                                                : lie == Lie::touching ? 1e-9
                                                                                       : 0.01 * by;
    if (room - gap < (lie == Lie::touching ? 1e-10 : 1e-6)) break;
    at.translation -= (room - gap) * r.normal;
    r = cores(a, at, b);
  }
  if (lie == Lie::slightly) at.translation -= (r.distance - a.radius - b.radius + 0.01 * by) * r.normal;
  return at;
}

struct Pair {
  ConvexBody a, b;
  std::vector<Pose> poses;
};

std::vector<Pose> poses_of_hulls(Random& random, const ConvexBody& a, const ConvexBody& b, Lie lie, bool coherent,
                                 std::size_t count) {
  std::vector<Pose> out;
  Mat3d turn;
  Vec3d along, axis;
  double by = 0;
  for (int in_a_row = 0; out.size() < count;) {
    if (!coherent || in_a_row % 16 == 0) {  // of a coherent row, sixteen follow each other
      turn = random.rotation(), along = random.direction(), axis = random.direction(), by = random.uniform(0.1, 1);
    } else {
      const double half = 0.005, s = std::sin(half);  // half a degree
      const Mat3d small =
          Pose::from_quaternion(std::cos(half), s * axis.x, s * axis.y, s * axis.z, {}).value().rotation;
      turn = small * turn, along = small * along, by *= 0.99;
    }
    const Pose at = placed(a, b, turn, along, lie, by);
    const bool apart = cores(a, at, b).distance > a.radius + b.radius;
    if (apart != (lie == Lie::slightly || lie == Lie::deeply))
      out.push_back(at), ++in_a_row;
    else  // a hull need not contain the centre of its random points
      in_a_row = 0;
  }
  return out;
}

Shape shape(const ConvexBody& body) {
  if (body.kind == ConvexKind::box) return Box{body.size};
  if (body.kind == ConvexKind::ball) return Ball{body.radius};
  if (body.kind == ConvexKind::capsule) return Capsule{body.radius, body.length};
  return Polytope::make(body.points).value();
}

std::vector<Pose> plain_poses(const ConvexBody& of_a, const ConvexBody& of_b, bool meet, std::size_t count) {
  const Shape a = shape(of_a), b = shape(of_b);
  Random random(7);
  std::vector<Pose> out;
  while (out.size() < count) {
    const Mat3d turn = random.rotation();
    const double by = random.uniform(0.2, 2.5);
    const Pose at{turn, by * random.direction()};
    if ((signed_distance(a, at, b).distance < 0) == meet) out.push_back(at);
  }
  return out;
}

std::vector<Pair> pairs_of(const ConvexRow& row, const ConvexEffort& effort) {
  std::vector<Pair> out;
  if (row.plain) {
    Pair& pair = out.emplace_back(Pair{plain(row.task.a), plain(row.task.b), {}});
    pair.poses = plain_poses(pair.a, pair.b, row.meet(), effort.plain_poses);
    return out;
  }
  Random random(7);
  for (int i = 0; i < effort.pairs; ++i) {
    Pair& pair = out.emplace_back();
    pair.a = some(random, row.task.a, row.task.vertices), pair.b = some(random, row.task.b, row.task.vertices);
    pair.poses = poses_of_hulls(random, pair.a, pair.b, row.lie, row.task.coherent, effort.poses);
  }
  return out;
}

// Two balls by the vector between their centres, which is all that a ball needs of a pose. Of balls that overlap, their
// distance is without a normal, and of balls that are apart, their contact: other libraries report none there, and what
// is in line does not compute what is not read.
ConvexMethod apart_balls(const ConvexRow& row) {
  struct Balls {
    Ball a, b;
  };
  const auto method = [](auto query) {
    return convex_method(
        "Apart", "by centres",
        [](const ConvexBody& a, const ConvexBody& b) {
          return std::make_shared<Balls>(Balls{{a.radius}, {b.radius}});
        },
        [](const Pose& pose) { return pose.translation; }, query);
  };
  if (row.task.question == ConvexQuestion::boolean)
    return method([](const Balls& p, const Vec3d& at) -> ConvexAnswer {
      return {collide(p.a, at, p.b).colliding, 0, {}};
    });
  const auto with_and_without_normal = [&](auto query) {
    if (row.meet() == (row.task.question == ConvexQuestion::depth)) return method(query);
    return method([query](const Balls& p, const Vec3d& at) -> ConvexAnswer {
      const ConvexAnswer out = query(p, at);
      return {out.meet, out.value, {}};
    });
  };
  if (row.task.question == ConvexQuestion::distance)
    return with_and_without_normal([](const Balls& p, const Vec3d& at) APART_INLINE_LAMBDA -> ConvexAnswer {
      const Distance r = distance(p.a, at, p.b);
      return {!(r.distance > 0), r.distance, r.normal};
    });
  return with_and_without_normal([](const Balls& p, const Vec3d& at) APART_INLINE_LAMBDA -> ConvexAnswer {
    const Penetration r = penetration(p.a, at, p.b);
    return {r.depth > 0, r.depth, r.normal};
  });
}

std::vector<ConvexMethod> apart_convex(const ConvexTask& task) {
  const auto add = [&](auto make, auto query) -> std::vector<ConvexMethod> {
    return {convex_method(
        "Apart", "", make, [](const Pose& pose) { return pose; }, query)};
  };
  // Also at poses that are validated as those of other libraries are made: before.
  const auto add_both = [&](auto make, auto query) {
    std::vector<ConvexMethod> out = add(make, query);
    out.push_back(convex_method(
        "Apart", "at rigid poses", make, [](const Pose& pose) { return RigidPose::make(pose).value(); }, query));
    return out;
  };
  struct Shapes {
    Shape a, b;
    PairCache* cache = nullptr;
    PairCache kept{};
  };
  const auto shapes = [coherent = task.coherent](const ConvexBody& a, const ConvexBody& b) {
    const auto out = std::make_shared<Shapes>(Shapes{shape(a), shape(b)});
    if (coherent) out->cache = &out->kept;
    return out;
  };
  switch (task.question) {
    case ConvexQuestion::boolean:
      return add_both(shapes, [](Shapes& p, const auto& at) -> ConvexAnswer {
        return {collide(p.a, at, p.b, {.cache = p.cache}).colliding, 0, {}};
      });
    case ConvexQuestion::distance:
      return add_both(shapes, [](Shapes& p, const auto& at) -> ConvexAnswer {
        const Distance r = distance(p.a, at, p.b, {.cache = p.cache});
        return {!(r.distance > 0), r.distance, r.normal};
      });
    case ConvexQuestion::depth:
      return add_both(shapes, [](Shapes& p, const auto& at) -> ConvexAnswer {
        const Penetration r = penetration(p.a, at, p.b, {.cache = p.cache});
        return {r.depth > 0, r.depth, r.normal};
      });
    case ConvexQuestion::manifold:
      break;
  }
  struct Polytopes {
    Polytope a, b;
    convex::FeatureMemory* memory = nullptr;
    convex::FeatureMemory kept{};
  };
  // With a slop as Box3D does, whose axis of last time is taken again without a proof.
  const auto manifolds = [coherent = task.coherent](const char* name, double slop) {
    return convex_method(
        "Apart", name,
        [coherent](const ConvexBody& a, const ConvexBody& b) {
          const auto out = std::make_shared<Polytopes>(
              Polytopes{Polytope::make(a.points).value(), Polytope::make(b.points).value()});
          if (coherent) out->memory = &out->kept;
          return out;
        },
        [](const Pose& pose) { return pose; },
        [slop](Polytopes& p, const Pose& at) -> ConvexAnswer {
          const Manifold r =
              manifold(RoundedPolytope{p.a}, at, RoundedPolytope{p.b},
                       {.margin = kManifoldMargin, .max = kManifoldMargin, .memory = p.memory, .slop = slop});
          return {r.count > 0, r.distance, r.normal};
        });
  };
  std::vector<ConvexMethod> out{manifolds("", 0)};
  if (task.coherent) out.push_back(manifolds("with a slop", kManifoldSlop));
  return out;
}

// One answer beside the largest separation along any normal.
void judge(Verdict& verdict, const ConvexRow& row, const ConvexAnswer& answer, double room) {
  double off = 0, wrong = 0, scale = 1;
  switch (row.task.question) {
    case ConvexQuestion::boolean:
      off = wrong = answer.meet == row.meet() ? 0 : 1;
      break;
    case ConvexQuestion::distance:
    case ConvexQuestion::depth:
      scale = larger(row.task.question == ConvexQuestion::depth ? -room : room, 0.0);
      off = wrong = std::abs(answer.value - scale) - 1e-12;
      break;
    case ConvexQuestion::manifold:
      scale = kManifoldMargin;
      wrong = answer.meet ? room > kManifoldMargin : room < 0;
      off = answer.meet ? std::abs(answer.value - room) : 0;
  }
  ++verdict.cases;
  verdict.off += !(off <= 1e-6 * scale);
  verdict.wrong += !(wrong <= 1e-3 * scale);
}

}  // namespace

const char* ConvexRow::lie_name() const {
  constexpr const char* kNames[] = {"far", "near", "touching", "shallow", "deep", "apart", "overlapping"};
  return kNames[static_cast<int>(lie)];
}

std::string ConvexRow::query() const {
  constexpr const char* kNames[] = {"yes/no", "distance", "depth", "manifold"};
  const std::string out = kNames[static_cast<int>(task.question)];
  if (plain) return task.question == ConvexQuestion::depth ? "contact" : out;
  return out + (task.coherent ? " coherent" : " cold");
}

std::vector<ConvexRow> convex_rows() {
  using enum ConvexKind;
  using enum ConvexQuestion;
  std::vector<ConvexRow> out;
  const auto add = [&](const std::string& bodies, const ConvexTask& task) {
    for (Lie lie : {Lie::far_off, Lie::near_by, Lie::touching, Lie::slightly, Lie::deeply})
      if (const ConvexRow row{bodies, false, task, lie}; row.meet() || task.question != depth) out.push_back(row);
  };
  for (ConvexQuestion question : {boolean, distance, depth, manifold})
    for (bool coherent : {false, true}) {
      for (u32 vertices : {8u, 32u, 128u, 1000u})
        add("hulls of " + std::to_string(vertices), {hull, hull, question, coherent, vertices});
      if (question == manifold) continue;
      add("boxes", {box, box, question, coherent});
      add("capsules", {capsule, capsule, question, coherent});
    }
  struct Named {
    const char* name;
    ConvexKind a, b;
  };
  for (const Named& pair : {Named{"box and ball", box, ball},
                            {"ball and box", ball, box},
                            {"box and capsule", box, capsule},
                            {"capsule and box", capsule, box},
                            {"two capsules", capsule, capsule},
                            {"two boxes", box, box},
                            {"two balls", ball, ball}})
    for (ConvexQuestion question : {boolean, depth, distance})
      for (Lie lie : {Lie::apart, Lie::overlapping}) out.push_back({pair.name, true, {pair.a, pair.b, question}, lie});
  return out;
}

std::vector<ConvexTimed> measured(const ConvexRow& row, const std::vector<Rival>& others, const ConvexEffort& effort) {
  const std::vector<Pair> pairs = pairs_of(row, effort);
  std::vector<ConvexMethod> methods = apart_convex(row.task);
  if (row.task.both(ConvexKind::ball)) methods.push_back(apart_balls(row));
  for (const Rival& rival : others)
    if (rival.convex)
      for (ConvexMethod& m : rival.convex(row.task)) methods.push_back(std::move(m));

  std::vector<ConvexTimed> timed;
  std::vector<std::vector<std::vector<ConvexAnswer>>> answers(methods.size());  // by method, pair, pose
  std::vector<std::function<void()>> runs;                                      // all pairs and poses, by method
  std::size_t count = 0;
  for (const Pair& pair : pairs) count += pair.poses.size();
  for (std::size_t m = 0; m < methods.size(); ++m) {
    std::vector<std::function<void(ConvexAnswer*)>> of_pairs;
    for (const Pair& pair : pairs) {
      of_pairs.push_back(methods[m].prepare(pair.a, pair.b, pair.poses));
      answers[m].emplace_back(pair.poses.size());
    }
    runs.push_back([of_pairs, &to = answers[m]] {
      for (std::size_t i = 0; i < of_pairs.size(); ++i) of_pairs[i](to[i].data());
    });
    timed.push_back({methods[m].library, methods[m].name, 1e300});
  }
  // Interleaved, so that disturbances of the machine affect all of them.
  for (int round = 0; round < effort.rounds; ++round)
    for (std::size_t m = 0; m < methods.size(); ++m)
      timed[m].ns = std::min(timed[m].ns, 1e9 * best_seconds(runs[m], 1, effort.at_least) / double(count));

  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t k = 0; k < pairs[i].poses.size(); ++k) {
      double room = -1e300;
      for (const auto& of_method : answers)
        room = larger(room, room_along(pairs[i].a, pairs[i].poses[k], pairs[i].b, of_method[i][k].normal));
      for (std::size_t m = 0; m < methods.size(); ++m) judge(timed[m].verdict, row, answers[m][i][k], room);
    }

  std::vector<ConvexTimed> out;
  for (const ConvexTimed& t : timed) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto& o) { return o.library == t.library; });
    const double first_ns = same == out.end() ? t.ns : same->first_ns;
    if (same == out.end())
      out.push_back(t), out.back().first_ns = first_ns;
    else if (std::pair(!t.verdict.right(), t.ns) < std::pair(!same->verdict.right(), same->ns))
      *same = t, same->first_ns = first_ns;
  }
  return out;
}

void keep_faster(std::vector<ConvexTimed>& timed, const std::vector<ConvexTimed>& again) {
  if (timed.empty()) timed = again;
  for (std::size_t i = 0; i < timed.size(); ++i) {
    const double first_ns = lesser(timed[i].first_ns, again[i].first_ns);
    if (again[i].ns < timed[i].ns) timed[i] = again[i];
    timed[i].first_ns = first_ns;
  }
}

const ConvexTimed* fastest_other(const std::vector<ConvexTimed>& timed) {
  const ConvexTimed* best = nullptr;
  for (std::size_t i = 1; i < timed.size(); ++i)
    if (timed[i].verdict.right() && (!best || timed[i].ns < best->ns)) best = &timed[i];
  return best;
}

}  // namespace apart::lab
