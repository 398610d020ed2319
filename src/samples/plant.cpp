// Builds the plant: bays of steel, pipes, valves and vessels, and the planted faults.
#include <algorithm>
#include <apart/base/random.hpp>
#include <samples/plant.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

constexpr Vec3d kBay{6000, 6000, 4000};
constexpr double kPipe = 150, kLong = 5980, kShort = 4980, kValve = 980;  // a pipe's radius; lengths
constexpr double kDeep = 40, kNear = 4;                                   // of the faults

struct Ring {
  double radius, z;
};

// A profile turned round the z axis: a loop, or from one point of the axis to another.
void revolve(Sketch& sketch, std::span<const Ring> profile, u32 slices, bool loop) {
  const auto ring = [&](const Ring& r) {
    return sketch.ellipse({0, 0, r.z}, {r.radius, 0, 0}, {0, r.radius, 0}, slices);
  };
  const u32 rings = static_cast<u32>(profile.size()) - (loop ? 0 : 2);
  const u32 foot = loop ? 0 : sketch.add({0, 0, profile.front().z});
  const u32 first = static_cast<u32>(sketch.vertices.size());
  for (u32 k = 0; k < rings; ++k) ring(profile[loop ? k : k + 1]);
  sketch.tube(first, rings, slices);
  const u32 last = first + (rings - 1) * slices;
  if (loop) {
    sketch.band(last, first, slices);
  } else {
    sketch.cap_below(foot, first, slices);
    sketch.cap_above(last, sketch.add({0, 0, profile.back().z}), slices);
  }
}

// Points from one ring to the next, the first left out.
void run_to(std::vector<Ring>& profile, Ring to, u32 steps) {
  const Ring from = profile.back();
  for (u32 k = 1; k <= steps; ++k)
    profile.push_back(
        k == steps ? to
                   : Ring{from.radius + (to.radius - from.radius) * k / steps, from.z + (to.z - from.z) * k / steps});
}

// An even number, so that a pipe's top and bottom are edges, and its height twice its radius.
u32 slices_for(double triangles) { return std::max(8u, 2 * static_cast<u32>(std::sqrt(triangles / 4) / 2)); }

Mesh pipe(double length, double triangles) {
  const u32 slices = slices_for(triangles), points = static_cast<u32>(triangles / (2 * slices));
  const u32 steps = points > 4 ? (points - 2) / 2 : 1;
  std::vector<Ring> profile{{kPipe - 20, 0}, {kPipe, 0}};
  run_to(profile, {kPipe, length}, steps);
  run_to(profile, {kPipe - 20, length}, 1);
  run_to(profile, {kPipe - 20, 0}, steps);
  profile.pop_back();
  Sketch sketch;
  revolve(sketch, profile, slices, true);
  return sketch.finish();
}

Mesh vessel(double triangles) {
  const u32 slices = slices_for(2 * triangles), points = static_cast<u32>(triangles / (2 * slices));
  std::vector<Ring> profile{{0, 0}};
  run_to(profile, {450, 100}, 1);
  run_to(profile, {600, 400}, 1);
  run_to(profile, {600, 2400}, points > 5 ? points - 4 : 1);
  run_to(profile, {450, 2700}, 1);
  run_to(profile, {0, 2800}, 1);
  Sketch sketch;
  revolve(sketch, profile, slices, false);
  return sketch.finish();
}

// Along z as the pipes are, its wheel towards x.
Mesh valve(double triangles) {
  const u32 slices = slices_for(triangles / 2), points = static_cast<u32>(triangles / (4 * slices));
  const u32 steps = points > 12 ? (points - 6) / 4 : 1;
  constexpr double flange = 190, neck = 120, middle = kValve / 2;
  std::vector<Ring> body{{0, 0}};
  for (const Ring& r : {Ring{flange, 0}, {flange, 40}, {neck, 40}}) run_to(body, r, 1);
  run_to(body, {neck, middle - 250}, steps);
  run_to(body, {200, middle}, steps);
  run_to(body, {neck, middle + 250}, steps);
  run_to(body, {neck, kValve - 40}, steps);
  for (const Ring& r : {Ring{flange, kValve - 40}, {flange, kValve}, {0, kValve}}) run_to(body, r, 1);
  std::vector<Ring> wheel{{0, 215}};
  run_to(wheel, {30, 215}, 1);
  run_to(wheel, {30, 420}, 2 * steps);
  run_to(wheel, {170, 420}, steps);
  run_to(wheel, {170, 450}, 1);
  run_to(wheel, {0, 450}, steps);
  Sketch along, up;
  revolve(along, body, slices, false);
  revolve(up, wheel, slices, false);
  for (Vec3d& p : up.vertices) p = {p.z, p.x, middle + p.y};
  const Mesh both[] = {along.finish(), up.finish()};
  return joined(both);
}

// An H section of 200 by 200 along z.
Mesh beam(double length, double triangles) {
  constexpr double section[12][2] = {{-100, -100}, {100, -100}, {100, -85}, {8, -85}, {8, 85},   {100, 85},
                                     {100, 100},   {-100, 100}, {-100, 85}, {-8, 85}, {-8, -85}, {-100, -85}};
  const u32 steps = std::max(1u, static_cast<u32>((triangles - 20) / 24));
  Sketch sketch;
  for (u32 k = 0; k <= steps; ++k)
    for (const auto& p : section) sketch.add({p[0], p[1], length * k / steps});
  sketch.tube(0, steps + 1, 12);
  const u32 top = 12 * steps;
  constexpr u32 ends[5][4] = {{0, 1, 2, 3}, {0, 3, 10, 11}, {3, 4, 9, 10}, {4, 5, 6, 7}, {4, 7, 8, 9}};
  for (const auto& q : ends) {
    sketch.quad(q[3], q[2], q[1], q[0]);
    sketch.quad(top + q[0], top + q[1], top + q[2], top + q[3]);
  }
  return sketch.finish();
}

// The model's z axis along the world's x, y, or a slope of 3 in 4 in the xz plane; its x axis up, or nearly so.
constexpr Mat3d kAlongX{{{0, 0, 1}, {0, -1, 0}, {1, 0, 0}}};
constexpr Mat3d kAlongY{{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
constexpr Mat3d kSloping{{{-0.6, 0, 0.8}, {0, -1, 0}, {0.8, 0, 0.6}}};

}  // namespace

void plant(const Plant& how, const std::function<void(const PlantBodies&)>& take_bay) {
  const u32 bays = (how.bodies + 9) / 10;
  const double each = how.bodies > 0 ? double(how.triangles) / how.bodies : 0;
  const Mesh column = beam(3960, each / 4), girder = beam(5700, each / 4), brace = beam(4000, each / 4);
  const Mesh long_pipe = pipe(kLong, each), short_pipe = pipe(kShort, each);
  const Mesh the_valve = valve(2 * each), the_vessel = vessel(2.25 * each);
  // About as many bays each way, fewer storeys.
  u32 storeys = 1;
  while (4 * (storeys + 1) * (storeys + 1) * (storeys + 1) <= bays) ++storeys;
  u32 wide = 1;
  while (wide * wide * storeys < bays) ++wide;
  // Numbers of 7, 24 and 25, and of 3, 4 and 5: turns that are rotations to rounding.
  const Pose site = how.turned ? Pose{Mat3d{{{0.96, -0.28, 0}, {0.28, 0.96, 0}, {0, 0, 1}}} *
                                          Mat3d{{{1, 0, 0}, {0, 0.8, -0.6}, {0, 0.6, 0.8}}},
                                      {}}
                               : Pose{};
  Random random(how.seed);
  u32 faulty_bays = 0;
  for (u32 bay = 0; bay < bays; ++bay) {
    PlantBodies out;
    const u32 x = bay % wide, y = bay / wide % wide, z = bay / (wide * wide);
    const Vec3d at{x * kBay.x, y * kBay.y, z * kBay.z};
    const u32 first = 10 * bay;
    using Kind = PlantFault::Kind;
    const bool faulty = random.chance(how.faults) && first + 10 <= how.bodies;
    const Kind kind = static_cast<Kind>(faulty_bays % 4);  // in turn
    faulty_bays += faulty;
    const auto is = [&](Kind k) { return faulty && kind == k; };
    const auto add = [&](const char* name, const char* group, const Mesh& mesh, const Mat3d& turn, Vec3d where) {
      if (first + out.bodies.size() == how.bodies) return;
      out.bodies.push_back({std::string(name) + " " + std::to_string(bay + 1), mesh, site * Pose{turn, at + where}});
      out.groups.emplace_back(group);
    };
    add("column", "steel", column, Mat3d{}, {0, 0, 0});
    add("girder", "steel", girder, kAlongX, {150, 0, 3500});
    add("brace", "steel", brace, kSloping, {2400, 1300, 500});
    add("pipe A", "pipes", long_pipe, kAlongX, {10, 1000, 1000});
    add("pipe B", "pipes", long_pipe, kAlongX, {10, 1600, 1000});
    add("pipe C", "pipes", short_pipe, kAlongX, {10, 2200, 1000});
    const double shift = is(Kind::touch) ? -10 : is(Kind::near) ? kNear - 10 : 0;
    add("valve", "valves", the_valve, kAlongX,
        is(Kind::contained) ? Vec3d{4000 - kValve / 2, 4000, 1500} : Vec3d{5000 + shift, 2200, 1000});
    add("pipe D", "pipes", long_pipe, kAlongY, {1000, 10, is(Kind::clash) ? 1000 + 2 * kPipe - kDeep : 2000});
    add("pipe E", "pipes", long_pipe, kAlongY, {1600, 10, 2000});
    add("vessel", "vessels", the_vessel, Mat3d{}, {4000, 4000, 200});
    if (is(Kind::clash))
      for (u32 k : {3u, 4u, 5u}) out.faults.push_back({kind, first + k, first + 7, kDeep});
    if (is(Kind::contained)) out.faults.push_back({kind, first + 6, first + 9, 0});
    if (is(Kind::touch)) out.faults.push_back({kind, first + 5, first + 6, 0});
    if (is(Kind::near)) out.faults.push_back({kind, first + 5, first + 6, kNear});
    take_bay(out);
  }
}

PlantBodies plant(const Plant& how) {
  PlantBodies all;
  plant(how, [&](const PlantBodies& bay) {
    all.bodies.insert(all.bodies.end(), bay.bodies.begin(), bay.bodies.end());
    all.groups.insert(all.groups.end(), bay.groups.begin(), bay.groups.end());
    all.faults.insert(all.faults.end(), bay.faults.begin(), bay.faults.end());
  });
  return all;
}

Mesh begun_at(const Mesh& mesh, u32 triangle) {
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  std::rotate(faces.begin(), faces.begin() + triangle % faces.size(), faces.end());
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, std::move(faces)).value();
}

}  // namespace apart::generate
