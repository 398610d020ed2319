// Answers of the C++ queries at random inputs, for tests/bits_test.py to compare with those of the Python module, bit
// by bit.
//
//   python_reference FOLDER [CALLS [all]]
//
// writes the models, one file of inputs (records of the same size) and one of answers for each query. What an answer
// consists of is written down here once more, so that a field that the module lacks or confuses is seen.
#include "reference.hpp"

#include <samples/generate.hpp>

namespace apart::reference {
namespace {

void make_bodies() {
  const Mesh meshes[] = {
      generate::box({1, 1, 1}),         generate::rounded_box({1.5, 1, 0.5}, 0.2, 3),     generate::sphere(0.75, 80),
      generate::torus(0.7, 0.2, 16, 8), generate::rounded_box({0.2, 0.15, 0.1}, 0.05, 2), generate::spoon()};
  for (std::size_t i = 0; i < std::size(meshes); ++i) {
    const std::string path = folder + "/model" + std::to_string(i) + ".ply";
    if (!write_mesh(path, meshes[i])) std::exit(2);
    models.push_back(load(path).value());
  }
  shapes = {Ball{0.5},
            Box{{1, 1.5, 0.5}},
            Capsule{0.25, 1},
            Cylinder{0.4, 1},
            Cone{0.5, 1},
            Ellipsoid{{0.5, 0.3, 0.7}},
            TaperedCapsule{0.2, 0.4, 1},
            Shape(Box{{0.5, 0.5, 0.5}}, 0.1),
            Shape(Segment{{0, 0, 0}, {1, 0.5, 0}}),
            Shape(Triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, 0.05)};
}

void write_all_pairs() {
  const auto local = [](auto ask) {
    return [ask](const auto& a, const auto& b, const Input& in) { return bits_of(ask(a, in.at, b, in)); };
  };
  write_pairs("collide",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return collide(a, p, b); }));
  write_pairs("collide_solid", local([](const auto& a, const Pose& p, const auto& b, const Input&) {
                return collide(a, p, b, {.solid = true});
              }));
  write_pairs("within", local([](const auto& a, const Pose& p, const auto& b, const Input& in) {
                return within(a, p, b, in.x);
              }));
  write_pairs("distance",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return distance(a, p, b); }));
  write_pairs("distance_max", local([](const auto& a, const Pose& p, const auto& b, const Input& in) {
                return distance(a, p, b, {.max = in.x, .rel_error = 0.1});
              }));
  write_pairs("span", local([](const auto& a, const Pose& p, const auto& b, const Input&) { return span(a, p, b); }));
  const auto world = [](auto ask) {
    return [ask](const auto& a, const auto& b, const Input& in) { return bits_of(ask(a, in.world, b, placed_b(in))); };
  };
  write_pairs("world_collide",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return collide(a, p, b, q); }));
  write_pairs("world_distance",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return distance(a, p, b, q); }));
  write_pairs("world_span",
              world([](const auto& a, const Pose& p, const auto& b, const Pose& q) { return span(a, p, b, q); }));
  write_pairs("penetration", local([](const auto& a, const Pose& p, const auto& b, const Input&) {
                return penetration(a, p, b, {.rel_error = 0.5, .budget = Budget::of_tests(2000)});
              }),
              0.2);
  write_pairs("contacts",
              local([](const auto& a, const Pose& p, const auto& b, const Input&) { return contacts(a, p, b, 0.2); }),
              0.05);
  write_pairs("world_contacts", world([](const auto& a, const Pose& p, const auto& b, const Pose& q) {
                return contacts(a, p, b, q, 0.2);
              }),
              0.02);
  write_pairs(
      "impact",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(impact(Geometry(a), Geometry(b), RigidMotion::line(in.at, 3.0 * in.v), {.clearance = false}));
      },
      0.05);
  write_pairs(
      "impact_turning",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(impact(Geometry(a), RigidMotion::between(in.world, placed_b(in)), Geometry(b),
                              RigidMotion::still(in.world)));
      },
      0.01);
  write_pairs(
      "is_free",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(is_free(Geometry(a), RigidMotion(), Geometry(b), RigidMotion::line(in.at, 3.0 * in.v)));
      },
      0.05);
  write_pairs(
      "next_event",
      [](const auto& a, const auto& b, const Input& in) {
        return bits_of(next_event(EventQuery::within, Geometry(a), RigidMotion(), Geometry(b),
                                  RigidMotion::line(in.at, 3.0 * in.v), {.distance = 0.01 + in.x, .from = 0.1}));
      },
      0.05);
  write_shapes("signed_distance",
               [](const Shape& a, const Shape& b, const Input& in) { return signed_distance(a, in.at, b); });
  write_shapes("world_signed_distance", [](const Shape& a, const Shape& b, const Input& in) {
    return signed_distance(a, in.world, b, placed_b(in));
  });
  write_shapes("manifold",
               [](const Shape& a, const Shape& b, const Input& in) { return manifold(a, in.at, b, {.margin = in.x}); });
  write_shapes("cast_shape",
               [](const Shape& a, const Shape& b, const Input& in) { return cast(a, in.at, b, 3.0 * in.v); });
  write_shapes("world_cast_shape", [](const Shape& a, const Shape& b, const Input& in) {
    return cast(a, in.world, b, placed_b(in), 3.0 * in.v);
  });
}

void write_all_models() {
  write_models("distance_one",
               [](const Model& a, const Model& b, const Input& in) { return distance(a, in.at, b, Norm::one); });
  write_models("span_infinity",
               [](const Model& a, const Model& b, const Input& in) { return span(a, in.at, b, Norm::infinity); });
  write_models("clash", [](const Model& a, const Model& b, const Input& in) { return clash(a, in.at, b); });
  write_models("world_clash",
               [](const Model& a, const Model& b, const Input& in) { return clash(a, in.world, b, placed_b(in)); });
  write_models("collisions", [](const Model& a, const Model& b, const Input& in) { return collisions(a, in.at, b); });
  write_models("meeting", [](const Model& a, const Model& b, const Input& in) { return meeting(a, in.at, b, {3, 5}); });
  write_models("contained", [](const Model& a, const Model& b, const Input& in) { return contained(a, in.at, b); });
  write_models("which_inside",
               [](const Model& a, const Model& b, const Input& in) { return which_inside(a, in.at, b); });
  write_models("beyond",
               [](const Model& a, const Model& b, const Input& in) { return beyond(a, in.at, b, 1 + 2 * in.x); });
  write_models(
      "hausdorff",
      [](const Model& a, const Model& b, const Input& in) { return hausdorff(a, in.at, b, {.rel_error = 0.01}); }, 0.2);
  write_models(
      "world_hausdorff",
      [](const Model& a, const Model& b, const Input& in) {
        return hausdorff(a, in.world, b, placed_b(in), {.directed = true, .rel_error = 0.01});
      },
      0.2);
  write_models(
      "hausdorff_above",
      [](const Model& a, const Model& b, const Input& in) { return hausdorff_above(a, in.at, b, in.x); }, 0.2);
  write_models(
      "intersection", [](const Model& a, const Model& b, const Input& in) { return intersection(a, in.at, b); }, 0.2);
  write_models(
      "world_intersection",
      [](const Model& a, const Model& b, const Input& in) { return intersection(a, in.world, b, placed_b(in)); }, 0.2);
  write_models(
      "solid_intersection",
      [](const Model& a, const Model& b, const Input& in) { return solid_intersection(a, in.at, b); }, 0.05);
  write_models(
      "region_depths", [](const Model& a, const Model& b, const Input& in) { return region_depths(a, in.at, b); }, 0.2);
  write_models(
      "vertex_depths", [](const Model& a, const Model& b, const Input& in) { return vertex_depths(a, in.at, b); }, 0.2);
  write_models("depth_since", [](const Model& a, const Model& b, const Input& in) {
    return depth_since(distance(a, in.at, b), in.at, Pose{in.at.rotation, in.at.translation - 0.5 * in.w});
  });
  write_models("separation_bound", [](const Model& a, const Model& b, const Input& in) {
    return separation_bound(a, in.world, b, placed_b(in));
  });
  write_models("separation_bound_touching", [](const Model& a, const Model& b, const Input& in) {
    return separation_bound(a, Pose{}, b, in.at, collisions(a, in.at, b).pairs);
  });
  write_models(
      "self_collisions", [](const Model& a, const Model&, const Input&) { return self_collisions(a); }, kOfOneModel);
  write_models(
      "self_distance", [](const Model& a, const Model&, const Input&) { return self_distance(a); }, kOfOneModel);
  write_models(
      "self_within", [](const Model& a, const Model&, const Input& in) { return self_within(a, in.x); }, kOfOneModel);
  write_models(
      "decompose", [](const Model& a, const Model&, const Input&) { return decompose(a).value(); }, kOfOneModel);
  write_models(
      "decomposition_bounds",
      [](const Model& a, const Model&, const Input&) { return decomposition_bounds(a).value(); }, kOfOneModel);
  write_models("world_box", [](const Model& a, const Model&, const Input& in) { return world_box(a, in.at); });
}

void write_all_motions() {
  const auto moving = [](const Triangle& t, Vec3d by) {
    return MovingTriangle::between(t, {t.a + by, t.b + by, t.c + by});
  };
  write_models("first_contact_point", [&](const Model& a, const Model& b, const Input& in) {
    const MovingTriangle t = moving(b.mesh().triangle(in.b % b.mesh().size()), in.w);
    return first_contact(MovingPoint{a.mesh().vertices()[0], in.v}, t);
  });
  write_models("first_contact_edge", [&](const Model& a, const Model& b, const Input& in) {
    const MovingTriangle s = moving(a.mesh().triangle(1), in.v), t = moving(b.mesh().triangle(2), in.w);
    return first_contact(MovingEdge{s.a, s.b}, MovingEdge{t.a, t.b}, {.clearance = in.x});
  });
  write_models("first_contact_triangle", [&](const Model& a, const Model& b, const Input& in) {
    return first_contact(moving(a.mesh().triangle(1), in.v), moving(b.mesh().triangle(2), in.w));
  });
}

// One that has been asked before, and its answer at another pose.
void write_all_trackers() {
  const auto track = [](const char* name, auto ask, double share = 0.5) {
    write_pairs(
        name,
        [ask](const auto& a, const auto& b, const Input& in) {
          Tracker pair{Geometry(a), Geometry(b)};
          static_cast<void>(ask(pair, Pose{in.at.rotation, in.at.translation - 0.5 * in.w}));
          return bits_of(ask(pair, in.at));
        },
        share);
  };
  track("tracker_collide", [](Tracker& t, const Pose& at) { return t.collide(at); });
  track("tracker_within", [](Tracker& t, const Pose& at) { return t.within(at, 0.25); });
  track("tracker_distance", [](Tracker& t, const Pose& at) { return t.distance(at); });
  track(
      "tracker_penetration",
      [](Tracker& t, const Pose& at) { return t.penetration(at, {.rel_error = 0.5, .budget = Budget::of_tests(500)}); },
      0.05);
  track(
      "tracker_contacts", [](Tracker& t, const Pose& at) { return t.contacts(at, 0.2); }, 0.05);
  write_models("tracker_collisions", [](const Model& a, const Model& b, const Input& in) {
    Tracker pair{Geometry(a), Geometry(b), {.front = true}};
    static_cast<void>(pair.collisions(in.at));
    return pair.collisions(in.at);
  });
  write_shapes("tracker_signed_distance", [](const Shape& a, const Shape& b, const Input& in) {
    Tracker pair{Geometry(a), Geometry(b)};
    static_cast<void>(pair.signed_distance(in.at));
    return pair.signed_distance(in.at);
  });
  write_models("motion_at", [](const Model&, const Model&, const Input& in) {
    const Pose to = placed_b(in);
    const RigidMotion motions[] = {
        RigidMotion::between(in.at, to), RigidMotion::screw(in.at, in.v, in.w, 5 * in.x, in.x),
        RigidMotion::through(std::vector<Pose>{in.at, in.world, to}, std::vector<double>{0, 0.25, 1}),
        RigidMotion::polynomial(in.at, std::vector<Vec3d>{in.v, in.w}, in.w, std::vector<double>{1, in.x})};
    Bits bits;
    for (const RigidMotion& m : motions)
      bits(m.at(in.x), m.farthest_move(in.v, 1, 0.1, 0.1 + 0.9 * in.x), m.rounding(in.v, 1));
    return RawBits{bits.out};
  });
  write_models("broad_phase", [](const Model& a, const Model& b, const Input& in) {
    BroadPhase phase({.method = BroadMethod::tree});
    phase.add(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)});
    phase.move(2, world_box(a, Pose::shift(in.v)));
    return std::vector<BoxPair>(phase.pairs());
  });
  write_models("near_boxes", [](const Model& a, const Model& b, const Input& in) {
    NearBoxes near(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)},
                   std::vector<double>{in.x, 2 * in.x, 3 * in.x});
    near.move(2, world_box(a, Pose::shift(in.v)));
    return near.pairs();
  });
  write_models("box_gap", [](const Model& a, const Model& b, const Input& in) {
    return box_gap(world_box(a, {}), world_box(b, in.world));
  });
  write_shapes("reach_box",
               [](const Shape& a, const Shape&, const Input& in) { return reach_box(Geometry(a), in.at); });
  write_models(
      "topology", [](const Model& a, const Model&, const Input&) { return MeshTopology(a.topology()); }, kOfOneModel);
}

void write_all_deforming() {
  const auto moved = [](const Model& m, Vec3d by) {
    std::vector<Vec3d> out(m.mesh().vertices().begin(), m.mesh().vertices().end());
    for (Vec3d& v : out) v += by;
    return out;
  };
  const auto two = [&](const Model& a, const Model& b, const Input& in, auto query) {
    DeformingModel x = DeformingModel::make(a.mesh()).value(), y = DeformingModel::make(b.mesh()).value();
    static_cast<void>(y.move(moved(b, in.at.translation)).value());
    y.start_step();
    static_cast<void>(y.move(moved(b, in.v)).value());
    return query(x, y);
  };
  const auto write_deforming = [&](const char* name, auto query) {
    write_models(
        name, [&](const Model& a, const Model& b, const Input& in) { return two(a, b, in, query); }, 0.05);
  };
  write_deforming("deforming_collide", [](const auto& x, const auto& y) { return collide(x, y); });
  write_deforming("deforming_within", [](const auto& x, const auto& y) { return within(x, y, 0.25); });
  write_deforming("deforming_distance", [](const auto& x, const auto& y) { return distance(x, y); });
  write_deforming("deforming_impact", [](const auto& x, const auto& y) { return impact(x, y); });
  write_deforming("deforming_self_impact", [](const auto&, const auto& y) { return self_impact(y); });
  write_deforming("deforming_self_collisions", [](const auto&, const auto& y) { return self_collisions(y); });
  write_models(
      "deforming_morph",
      [&](const Model& a, const Model& b, const Input& in) {
        const Mesh moved_a = placed(a.mesh(), in.at);
        DeformingModel x = DeformingModel::morph(std::vector<Mesh>{a.mesh(), moved_a}, {.leaf_size = 2}).value();
        static_cast<void>(x.blend({1 - in.x, in.x}).value());
        return distance(x, DeformingModel::make(b.mesh()).value());
      },
      0.05);
  write_models(
      "deforming_skin",
      [&](const Model& a, const Model& b, const Input& in) {
        std::vector<std::vector<BoneWeight>> weights;
        for (Vec3d v : a.mesh().vertices())
          weights.push_back(v.x > 0 ? std::vector<BoneWeight>{{0, 1}} : std::vector<BoneWeight>{{0, 0.5}, {1, 0.5}});
        DeformingModel x = DeformingModel::skin(a.mesh(), weights, 2).value();
        static_cast<void>(x.pose({{Mat3d{}, in.v}, {in.at.rotation, in.at.translation}}).value());
        return distance(x, DeformingModel::make(b.mesh()).value());
      },
      0.05);
  std::vector<HullTree> trees;
  for (const Model& model : models) trees.push_back(HullTree::make(model).value());
  write(
      "hulls_collide", 'm', 'm', [&](const Input& in) { return bits_of(collide(trees[in.a], in.at, trees[in.b])); },
      0.5);
  write(
      "hulls_within", 'm', 'm', [&](const Input& in) { return bits_of(within(trees[in.a], in.at, trees[in.b], in.x)); },
      0.5);
  const auto tracked = [&](const char* name, auto ask, double share = 0.5) {
    write(
        name, 'm', 'm',
        [&trees, ask](const Input& in) {
          HullTracker pair(trees[in.a], trees[in.b]);
          static_cast<void>(ask(pair, Pose{in.at.rotation, in.at.translation - 0.5 * in.w}));
          return bits_of(ask(pair, in.at));
        },
        share);
  };
  tracked("hull_tracker_collide", [](HullTracker& t, const Pose& at) { return t.collide(at); });
  tracked("hull_tracker_within", [](HullTracker& t, const Pose& at) { return t.within(at, 0.25); });
  tracked("hull_tracker_distance", [](HullTracker& t, const Pose& at) { return t.distance(at); });
  tracked(
      "hull_tracker_contacts", [](HullTracker& t, const Pose& at) { return t.contacts(at, 0.2); }, 0.05);
  write(
      "hulls_contacts", 'm', 'm',
      [&](const Input& in) { return bits_of(contacts(trees[in.a], in.at, trees[in.b], 0.2)); }, 0.05);
  write(
      "hulls_distance", 'm', 'm', [&](const Input& in) { return bits_of(distance(trees[in.a], in.at, trees[in.b])); },
      0.5);
}

void write_all_points() {
  const auto ray = [&](const Input& in) { return Ray{in.v, in.w, -in.x, 3}; };
  write_models("closest.m", [](const Model& a, const Model&, const Input& in) { return closest(a, in.v); });
  write_models("closest_solid.m",
               [](const Model& a, const Model&, const Input& in) { return closest(a, in.v, {.solid = a.closed()}); });
  write_shapes("closest.s", [](const Shape& a, const Shape&, const Input& in) { return closest(a, in.v); });
  write_models("closest_triangles",
               [](const Model& a, const Model&, const Input& in) { return closest_triangles(a, in.v, 3); });
  write_models("triangles_within",
               [](const Model& a, const Model&, const Input& in) { return triangles_within(a, in.v, in.x); });
  write_models("inside.m", [](const Model& a, const Model&, const Input& in) { return inside(a, in.v); });
  write_shapes("inside.s", [](const Shape& a, const Shape&, const Input& in) { return inside(a, in.v); });
  write_models("locate", [](const Model& a, const Model&, const Input& in) { return locate(a, in.v); });
  write_models("winding_number", [](const Model& a, const Model&, const Input& in) { return winding_number(a, in.v); });
  write_models("farthest_vertex.m",
               [](const Model& a, const Model&, const Input& in) { return farthest_vertex(a, in.w); });
  write_shapes("farthest_vertex.s",
               [](const Shape& a, const Shape&, const Input& in) { return farthest_vertex(a, in.w); });
  write_models("cast.m", [&](const Model& a, const Model&, const Input& in) { return cast(a, ray(in)); });
  write_shapes("cast.s", [&](const Shape& a, const Shape&, const Input& in) { return cast(a, ray(in)); });
  write_models("cast_last", [&](const Model& a, const Model&, const Input& in) { return cast_last(a, ray(in)); });
  write_models("cast_any", [&](const Model& a, const Model&, const Input& in) { return cast_any(a, ray(in)); });
  write_models("cast_all", [&](const Model& a, const Model&, const Input& in) { return cast_all(a, ray(in)); });
  write_models("cast_both", [&](const Model& a, const Model&, const Input& in) {
    return cast_both(a, ray(in), {.sides = RaySides::front});
  });
  const auto bodies = [](const Input& in) {
    return std::vector<PlacedGeometry>{
        {models[in.a], in.world}, {shapes[0], in.world * in.at}, {models[in.b], Pose::shift(in.v)}};
  };
  write_models(
      "closest_pair", [&](const Model&, const Model&, const Input& in) { return closest_pair(bodies(in)); }, 0.2);
  write_models(
      "pairs_within", [&](const Model&, const Model&, const Input& in) { return pairs_within(bodies(in), 10 * in.x); },
      0.2);
  write_models(
      "greatest_span", [&](const Model&, const Model&, const Input& in) { return greatest_span(bodies(in)); }, 0.2);
  write_models(
      "box_pairs",
      [](const Model& a, const Model& b, const Input& in) {
        return box_pairs(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)});
      },
      0.2);
  write_models(
      "box_pairs_between",
      [](const Model& a, const Model& b, const Input& in) {
        return box_pairs_between(std::vector{world_box(a, {})},
                                 std::vector{world_box(b, in.at), world_box(b, in.world)});
      },
      0.2);
  write_models(
      "near_pairs",
      [](const Model& a, const Model& b, const Input& in) {
        return near_pairs(std::vector{world_box(a, {}), world_box(b, in.at), world_box(b, in.world)}, in.x);
      },
      0.2);
}

}  // namespace
}  // namespace apart::reference

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: python_reference FOLDER [CALLS]\n", stderr), 2;
  using namespace apart::reference;
  folder = argv[1];
  calls = argc > 2 ? static_cast<apart::u32>(std::atoi(argv[2])) : 10000;
  all_calls = argc > 3;
  make_bodies();
  write_all_pairs();
  write_all_models();
  write_all_motions();
  write_all_trackers();
  write_all_deforming();
  write_all_points();
  write_all_worlds();
  write_all_particles();
}
