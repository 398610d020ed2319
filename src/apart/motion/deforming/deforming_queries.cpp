// Queries of deforming models: boxes on demand, then exact tests of triangles, or first contacts of moving ones.
#include <algorithm>
#include <apart/motion/deforming/box_walk.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/motion/deforming/deforming_state.hpp>
#include <apart/motion/deforming/moving_boxes.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/triangles/beyond_corners.hpp>
#include <apart/triangles/feature.hpp>

namespace apart {

namespace motion {
namespace {

using queries::CollideQuery, queries::WithinQuery, queries::DistanceQuery, queries::PlacedPair;

double extent(const Bounds& box) { return squared_length(box.size()); }

PlacedPair elements_of(const DeformingState& a, const DeformingState& b) { return {a.rest, Pose{}, b.rest}; }

// Runs a query of two meshes at this moment.
template <class Query>
void run_now(const DeformingState& a, const DeformingState& b, Query& query) {
  walk_boxes(
      Trees::two, a.tree.nodes, b.tree.nodes,
      [&](u32 n, u32 m) { return Query::Measure::bound(a.box(a.now, n), b.box(b.now, m)); },
      [&] { return query.reach(); }, [&](u32 n, u32 m) { return extent(a.box(a.now, n)) >= extent(b.box(b.now, m)); },
      [&](u32 n, u32 m) {
        bool enough = false;
        hierarchy::for_each_primitive(a.tree.order, a.tree.nodes[n], [&](u32 i) {
          const Triangle s = a.triangle(a.now, i);
          return hierarchy::for_each_primitive(b.tree.order, b.tree.nodes[m], [&](u32 j) {
            enough = query.primitives(i, s, j, b.triangle(b.now, j)) == Found::enough;
            return !enough;
          });
        });
        return enough;
      });
}

MovingTriangle moving(const DeformingState& of, u32 i) {
  return MovingTriangle::between(of.triangle(of.before, i), of.triangle(of.now, i));
}
MovingBox moving_box(const DeformingState& of, u32 node) { return {of.box(of.before, node), of.box(of.now, node)}; }
MovingBox box_of(const MovingTriangle& t) {
  MovingBox out;
  for (int i = 0; i < 3; ++i) out.add(t[i].from, t[i].to);
  return out;
}

bool same(const MovingPoint& p, const MovingPoint& q) { return p.from == q.from && p.to == q.to; }

// Of triangles of one surface: what they share, all the time, does not count.
FirstContact beyond_shared(const MovingTriangle& a, const MovingTriangle& b, const FirstContactOptions& options) {
  bool a_shared[3] = {}, b_shared[3] = {};
  int shared = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (same(a[i], b[j])) a_shared[i] = b_shared[j] = true, ++shared;
  if (shared == 0) return first_contact(a, b, options);
  FirstContact first;
  if (triangles::overlap_beyond_corners(a.at(0), b.at(0))) {
    first.hit = true, first.free_until = first.contact_by = 0;
    first.on_a = first.on_b = (1.0 / 3) * (a.a.from + a.b.from + a.c.from);
    return first;
  }
  const auto take = [&](FirstContact found, bool exchange) {
    if (!found.hit || (first.hit && !(found.free_until < first.free_until))) return;
    if (exchange) std::swap(found.on_a, found.on_b), found.normal = -found.normal;
    first = found;
  };
  for (int i = 0; i < 3; ++i) {
    if (!a_shared[i]) take(first_contact(a[i], b, options), false);
    if (!b_shared[i]) take(first_contact(b[i], a, options), true);
    for (int j = 0; j < 3; ++j) {
      const MovingEdge e{a[i], a[(i + 1) % 3]}, f{b[j], b[(j + 1) % 3]};
      if (same(e.a, f.a) || same(e.a, f.b) || same(e.b, f.a) || same(e.b, f.b)) continue;
      take(first_contact(e, f, options), false);
    }
  }
  return first;
}

DeformingImpact run_step(Trees trees, const DeformingState& a, const DeformingState& b,
                         const FirstContactOptions& options) {
  DeformingImpact best;
  const double near = options.clearance + 2.0001 * options.input_error;
  const auto better = [&](double time, u32 i, u32 j) {
    if (!best.hit || time != best.free_until) return !best.hit || time < best.free_until;
    return i != best.triangle_a ? i < best.triangle_a : j < best.triangle_b;
  };
  walk_boxes(
      trees, a.tree.nodes, b.tree.nodes,
      [&](u32 n, u32 m) {
        return n == m && trees == Trees::one ? 0 : entry_time(moving_box(a, n), moving_box(b, m), near);
      },
      [&] { return best.hit ? best.free_until : 1.0; },
      [&](u32 n, u32 m) { return extent(a.box(a.now, n)) >= extent(b.box(b.now, m)); },
      [&](u32 n, u32 m) {
        hierarchy::for_each_primitive(a.tree.order, a.tree.nodes[n], [&](u32 i) {
          const MovingTriangle s = moving(a, i);
          const MovingBox around = box_of(s);
          return hierarchy::for_each_primitive(b.tree.order, b.tree.nodes[m], [&](u32 j) {
            if (trees == Trees::one && n == m && i >= j) return true;
            const MovingTriangle t = moving(b, j);
            const double enter = entry_time(around, box_of(t), near);
            if (enter > (best.hit ? best.free_until : 1.0)) return true;
            const bool exchange = trees == Trees::one && i > j;
            const FirstContact found = trees == Trees::two ? first_contact(s, t, options)
                                       : exchange          ? beyond_shared(t, s, options)
                                                           : beyond_shared(s, t, options);
            const u32 of_a = exchange ? j : i, of_b = exchange ? i : j;
            if (found.hit && better(found.free_until, of_a, of_b))
              best = {true, found.free_until, found.contact_by, found.distance, of_a,
                      of_b, found.on_a,       found.on_b,       found.normal,   found.status};
            return true;
          });
        });
        return false;
      });
  return best;
}

}  // namespace
}  // namespace motion

Collision collide(const DeformingModel& a, const DeformingModel& b) {
  if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
  motion::CollideQuery query{motion::elements_of(a.state(), b.state())};
  motion::run_now(a.state(), b.state(), query);
  return query.answer;
}

Within within(const DeformingModel& a, const DeformingModel& b, double tolerance) {
  queries::check_tolerance(tolerance);
  if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
  motion::WithinQuery query{motion::elements_of(a.state(), b.state()), tolerance};
  motion::run_now(a.state(), b.state(), query);
  return query.answer;
}

Distance distance(const DeformingModel& a, const DeformingModel& b, const DistanceOptions& options) {
  queries::check_options(options);
  if (a.size() == 0 || b.size() == 0) return {.status = Status::nothing};
  motion::DistanceQuery query{motion::elements_of(a.state(), b.state()), options};
  motion::run_now(a.state(), b.state(), query);
  if (!query.found()) return {.distance = options.max, .at_least = options.max, .status = Status::at_least};
  const double proven = larger(0.0, lesser(query.best_distance, query.reach()));
  Distance out{.distance = query.best_distance, .at_least = proven, .at_most = query.best_distance};
  out.status = proven < query.best_distance ? Status::within_error : Status::exact;
  if (query.vanishing()) out.at_least = 0, out.status = Status::within_error;
  out.on_a = query.best.on_s, out.on_b = query.best.on_t;
  if (query.best_axis != Vec3d{}) out.normal = query.best_axis;
  out.a = query.pair.element_a(query.best_a), out.b = query.pair.element_b(query.best_b);
  out.a.feature = triangles::feature_at(a.triangle(query.best_a), out.on_a);
  out.b.feature = triangles::feature_at(b.triangle(query.best_b), out.on_b);
  return out;
}

std::vector<TouchingPair> self_collisions(const DeformingModel& model) {
  const motion::DeformingState& state = model.state();
  std::vector<TouchingPair> out;
  motion::walk_boxes(
      motion::Trees::one, state.tree.nodes, state.tree.nodes,
      [&](u32 n, u32 m) {
        return n == m ? 0 : traversal::Touching::bound(state.box(state.now, n), state.box(state.now, m));
      },
      [] { return 0.0; },
      [&](u32 n, u32 m) { return motion::extent(state.box(state.now, n)) >= motion::extent(state.box(state.now, m)); },
      [&](u32 n, u32 m) {
        hierarchy::for_each_primitive(state.tree.order, state.tree.nodes[n], [&](u32 i) {
          const Triangle s = model.triangle(i);
          return hierarchy::for_each_primitive(state.tree.order, state.tree.nodes[m], [&](u32 j) {
            if (n == m && i >= j) return true;
            if (triangles::overlap_beyond_corners(s, model.triangle(j)))
              out.push_back({lesser(i, j), larger(i, j), state.rest.part(lesser(i, j)), state.rest.part(larger(i, j))});
            return true;
          });
        });
        return false;
      });
  std::sort(out.begin(), out.end(), [](const TouchingPair& x, const TouchingPair& y) {
    return x.triangle_a != y.triangle_a ? x.triangle_a < y.triangle_a : x.triangle_b < y.triangle_b;
  });
  return out;
}

DeformingImpact impact(const DeformingModel& a, const DeformingModel& b, const FirstContactOptions& options) {
  return motion::run_step(motion::Trees::two, a.state(), b.state(), options);
}

DeformingImpact self_impact(const DeformingModel& model, const FirstContactOptions& options) {
  APART_ASSERT(options.clearance == 0, "neighbours share points: there is no clearance between them");
  return motion::run_step(motion::Trees::one, model.state(), model.state(), options);
}

}  // namespace apart
