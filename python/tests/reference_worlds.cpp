// Worlds, what moves in them, and grids of a model.
#include "reference.hpp"

namespace apart::reference {
namespace {

// A world of two models, or shapes, and a cylinder.
template <class Body>
World three_bodies(const std::vector<Body>& of, const Input& in) {
  return World(std::vector<WorldBody>{{of[in.a]}, {shapes[3], in.at}, {of[in.b], Pose::shift(in.v)}});
}

template <class Query>
void write_world(const char* name, Query query, double share = 0.2) {
  write_models(
      name, [&](const Model&, const Model&, const Input& in) { return query(three_bodies(models, in), in); }, share);
}

void write_response() {
  write_models("reflected", [](const Model&, const Model&, const Input& in) { return reflected(in.v, in.w, in.x); });
  write_models("randomly_reflected", [](const Model&, const Model&, const Input& in) {
    return randomly_reflected(in.v, in.w, in.x, in.a * 7 + in.b);
  });
  const auto fly_from = [](const World& w, const Input& in, const FlightOptions& how) {
    return fly(w, Shape(Ball{0.05}), Pose::shift(3.0 * in.w), in.v - 4.0 * in.w, 1, how);
  };
  write_world(
      "fly", [&](const World& w, const Input& in) { return fly_from(w, in, {.restitution = in.x}); }, 0.1);
  write_world(
      "fly_random",
      [&](const World& w, const Input& in) {
        return fly_from(w, in, {.restitution = 0.9, .most_bounces = 5, .random = true, .seed = in.a + 6 * in.b});
      },
      0.1);
  write_shapes(
      "penalty_forces",
      [](const Shape&, const Shape&, const Input& in) {
        WorldMemory memory;
        const std::vector<PointVelocity> motions{{{}, in.w, in.v}, {in.at.translation, in.v, in.w}, {in.v, {}, {}}};
        return penalty_forces(three_bodies(shapes, in).contacts(0.1, memory), motions,
                              {.stiffness = 10, .damping = in.x, .friction = 0.5, .grip = 2});
      },
      0.2);
  write_shapes(
      "penalty_force",
      [](const Shape& a, const Shape& b, const Input& in) {
        WorldMemory memory;
        const World w(std::vector<WorldBody>{{a}, {b, Pose{in.at.rotation, 0.3 * in.at.translation}}});
        std::vector<Vec3d> out;
        for (const PairContacts& pair : w.contacts(0.1, memory))
          for (const BodyContact& contact : pair.contacts)
            out.push_back(penalty_force(contact, in.v, {.damping = 1, .friction = in.x}));
        return out;
      },
      0.2);
}

void write_simulations() {
  write_shapes(
      "simulation",
      [](const Shape& a, const Shape& b, const Input& in) {
        const std::vector<SimulatedBody> bodies{
            {.geometry = Shape(Box{{6, 6, 1}}), .pose = Pose::shift({0, 0, -0.5}), .fixed = true},
            {.geometry = a.kind() == CoreKind::segment || a.kind() == CoreKind::triangle ? shapes[0] : a,
             .pose = {in.at.rotation, {0, 0, 1.2}},
             .velocity = {in.v.x, in.v.y, -4},
             .spin = in.w,
             .friction = in.x},
            {.geometry = models[in.b % 4],
             .pose = {in.world.rotation, {0.2, 0.1, 3.2}},
             .velocity = {0, 0, -8},
             .mass = 2.0,
             .restitution = 0.5}};
        Simulation s(bodies, {.step = 1.0 / 60, .iterations = 5});
        s.run(0.4);
        s.step();
        Bits bits;
        for (BodyId id = 0; id < 3; ++id)
          bits(s.world().pose(id), s.mass(id), s.centre(id), s.velocity(id), s.spin(id), s.is_asleep(id));
        const auto contacts = s.contacts();
        const auto candidates = s.candidates();
        bits(s.time(), s.at_rest(), s.kinetic_energy(), s.energy(), s.counts(), s.options().skin,
             std::vector<SimulatedContact>(contacts.begin(), contacts.end()),
             std::vector<BoxPair>(candidates.begin(), candidates.end()));
        static_cast<void>(b);
        return RawBits{bits.out};
      },
      kOfOneModel);  // each is 25 steps, some of which take long
}

void write_grids() {
  std::vector<DistanceField> fields, bands;
  std::vector<VoxelGrid> grids;
  std::vector<BspTree> levels;
  for (const Model& model : models) {
    fields.push_back(DistanceField::make(model, {.cell = 0.1}).value());
    bands.push_back(DistanceField::make(model, {.cell = 0.05, .band = 0.1, .room = 0.3}).value());
    grids.push_back(VoxelGrid::make(model, 0.07).value());
    levels.push_back(BspTree::make(model.mesh()).value());
  }
  write_models("field", [&](const Model&, const Model&, const Input& in) { return fields[in.a].at(in.v); });
  write_models("field_band", [&](const Model&, const Model&, const Input& in) { return bands[in.a].at(in.v); });
  write_models("voxel", [&](const Model&, const Model&, const Input& in) { return grids[in.a].at(in.v); });
  write_models("voxel_first_hit",
               [&](const Model&, const Model&, const Input& in) { return grids[in.a].first_hit(2.0 * in.w, in.v); });
  write(
      "sweep", 'm', 's', [&](const Input& in) { return bits_of(sweep(levels[in.a], shapes[in.b], in.at, 3.0 * in.v)); },
      1);
  write_models(
      "grid_facts",
      [&](const Model&, const Model&, const Input& in) {
        using Kind = VoxelGrid::Kind;
        const VoxelGrid& g = grids[in.a];
        const DistanceField& f = bands[in.a];
        return RawBits{Bits()(f.bounds(), f.cell(), f.values(), f.blocks(), f.near_blocks(), g.low(), g.size(),
                              g.cell(), g.count(Kind::outside), g.count(Kind::inside), g.count(Kind::surface),
                              levels[in.a].facts(), levels[in.a].slack())
                           .out};
      },
      kOfOneModel);
}

void write_gpu() {
  const gpu::Models all = gpu::Models::make(models, {.use = gpu::Options::Use::cpu}).value();
  const auto one = [](const Input& in) {
    return std::pair(std::vector<Pose>{in.at}, std::vector<gpu::ModelPair>{{in.a, in.b}});
  };
  write(
      "gpu_collide", 'm', 'm',
      [&](const Input& in) {
        const auto [poses, pairs] = one(in);
        std::vector<gpu::YesNo> out(1);
        static_cast<void>(all.collide(poses, out, {.pairs = pairs}).value());
        return bits_of(out[0].bits);
      },
      1);
  write(
      "gpu_within", 'm', 'm',
      [&](const Input& in) {
        const auto [poses, pairs] = one(in);
        std::vector<gpu::YesNo> out(1);
        static_cast<void>(all.within(poses, 0.25, out, {.pairs = pairs}).value());
        return bits_of(out[0].bits);
      },
      1);
  write(
      "gpu_distance", 'm', 'm',
      [&](const Input& in) {
        const auto [poses, pairs] = one(in);
        std::vector<gpu::Nearest> out(1);
        static_cast<void>(all.distance(poses, out, {.pairs = pairs}).value());
        const gpu::Nearest& x = out[0];
        return Bits()(x.distance, x.on_a, x.on_b, x.triangle_a, x.triangle_b, static_cast<u32>(x.status())).out;
      },
      1);
}

}  // namespace

void write_all_worlds() {
  write_world("world.candidates", [](const World& w, const Input& in) { return w.candidates(in.x); });
  write_world("world.collisions", [](const World& w, const Input&) { return w.collisions(); });
  write_world("world.within", [](const World& w, const Input& in) { return w.within(in.x); });
  write_world("world.closest_pair", [](const World& w, const Input&) { return w.closest_pair(); });
  write_world(
      "world.contacts",
      [](const World& w, const Input&) {
        WorldMemory memory;
        return w.contacts(0.2, memory);
      },
      0.05);
  write_world("world.cast", [](const World& w, const Input& in) { return w.cast(Ray{in.v, in.w, -in.x, 3}); });
  write_world("world.closest", [](const World& w, const Input& in) { return w.closest(in.v); });
  write_world("world.overlapping", [](const World& w, const Input& in) { return w.overlapping(shapes[1], in.at); });
  write_world(
      "world.first_impact",
      [](const World& w, const Input& in) { return w.first_impact(shapes[0], RigidMotion::line(in.at, 3.0 * in.v)); },
      0.05);
  write_world(
      "world.first_impact_moving",
      [](const World& w, const Input& in) {
        return w.first_impact(std::vector<BodyMotion>{{1, RigidMotion::line(in.at, in.v)}});
      },
      0.05);
  write_world("world.collide_each", [](const World& w, const Input& in) {
    return w.collide_each(std::vector<Posture>{{{1}, {in.at}}, {{1}, {in.world}}});
  });
  write_world("world.moved", [](const World& w, const Input& in) {
    return w.moved(std::vector<BodyId>{2}, std::vector<Pose>{in.at}).collisions();
  });
  write_world("schedule", [](const World& w, const Input& in) {
    const std::vector<MotionBounds> bounds(3, {1, 0.5});
    PairSchedule schedule(w, 0, bounds);
    return schedule.advance(w.moved(std::vector<BodyId>{1}, std::vector<Pose>{in.world}), 20, bounds);
  });
  const auto time_critical = [](const char* name, TimeCriticalOptions how) {
    write_world(
        name,
        [how](const World& w, const Input& in) {
          TimeCriticalOptions o = how;
          o.clearance = in.x, o.budget = Budget::of_tests(20 + static_cast<u64>(200 * in.x));
          return time_critical_distances(w, o);
        },
        0.1);
  };
  time_critical("time_critical", {});
  time_critical("time_critical_nearest", {.decide_only = true, .order = TimeCriticalOptions::Order::nearest_first});
  time_critical("time_critical_priority", {.priority = [](BodyId a, BodyId b) { return a + 2.0 * b; }});
  write_world("world.filtered", [](const World& w, const Input&) {
    return World(std::vector<WorldBody>{w.body(0), w.body(1), w.body(2)},
                 {.filter = [](BodyId a, BodyId b) { return a + b != 1; }})
        .collisions();
  });
}

void write_all_particles() {
  write_response();
  write_simulations();
  write_grids();
  write_gpu();
  write_world(
      "move_particles",
      [](const World& w, const Input& in) {
        std::vector<Particle> all{
            {3.0 * in.w, in.v - 4.0 * in.w}, {2.0 * in.v, -2.0 * in.v}, {in.v, in.w}, {{0, 0, 3}, {0, 0, -1}, false}};
        const u64 bounces = move_particles(w, all, 1, {.radius = 0.05, .gravity = {0, 0, -1}, .restitution = in.x});
        return RawBits{Bits()(all, bounces).out};
      },
      0.05);
  write_models("points_within", [](const Model& a, const Model&, const Input& in) {
    std::vector<Vec3d> points{in.v, in.w, in.at.translation};
    for (Vec3d v : a.mesh().vertices().first(8)) points.push_back(v);
    return points_within(points, in.x);
  });
  write_world(
      "depth_buffer",
      [](const World& w, const Input& in) {
        const DepthBuffer buffer(w, {.pose = Pose::shift({0, 0, -4}), .half_width = 0.5, .width = 6, .height = 4});
        Bits bits;
        for (u32 row = 0; row < 4; ++row)
          for (u32 column = 0; column < 6; ++column) bits(buffer.depth(column, row));
        bits(buffer.test(in.v, in.x));
        std::vector<Particle> all{{in.v, in.w}, {{0, 0, -2}, {0, 0, 2}}};
        const u64 hits = buffer.move(all, 1, 0.5, in.x);
        bits(all, hits);
        return RawBits{bits.out};
      },
      0.05);
}

}  // namespace apart::reference
