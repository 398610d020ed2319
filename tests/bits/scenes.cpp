// Rows of apart_bits for assemblies and other lists of many.
#include <apart/apart.hpp>
#include <apart/scene/many.hpp>
#include <apart/scene/near_pairs.hpp>
#include <samples/plant.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

namespace {

void ask_many(const Pieces& p) {
  const auto many = [&](const char* name, u32 answers, auto ask) {
    const auto one = [&](Random& random, Hash& hash) {
      std::vector<PlacedGeometry> bodies;
      for (int k = 0; k < 6; ++k) {
        if (k % 2)
          bodies.push_back({p.shapes[random.below(16)], random.pose(2)});  // no half-space
        else
          bodies.push_back({p.models[random.below(12)], random.pose(2)});  // not the one that is far away
      }
      return ask(bodies, hash);
    };
    query(name, "bodies", one, answers);
  };
  many("closest_pair", 1000, [](std::span<const PlacedGeometry> bodies, Hash& hash) {
    const PairDistance x = closest_pair(bodies);
    hash.add(x.a, x.b);
    add_points(hash, x.distance);
    return x.distance.distance > 0;
  });
  many("pairs_within", 1000, [](std::span<const PlacedGeometry> bodies, Hash& hash) {
    const std::vector<PairWithin> all = pairs_within(bodies, 0.2);
    for (const PairWithin& x : all) hash.add(x.a, x.b, x.within.within, x.within.contained, x.within.status);
    return all.size() > 2;
  });
  many("greatest_span", 1000, [](std::span<const PlacedGeometry> bodies, Hash& hash) {
    const PairSpan x = greatest_span(bodies);
    hash.add(x.a, x.b);
    add_points(hash, x.span);
    return x.span.distance > 5;
  });
}

// Of each pair of a report all that is measured, at all times of a motion.
void ask_moving_check(const Pieces& p) {
  if (!is_wanted("check", "motion")) return;
  Random random(13);
  std::vector<AssemblyPart> parts;
  Motion motion;
  for (u32 k = 0; k < 10; ++k) {
    parts.push_back({.name = std::to_string(k), .group = {}, .model = p.models[k], .pose = random.pose(1.5)});
    if (k % 3 == 0) motion.parts.push_back(k);
  }
  Pose at = random.pose(1.5);
  for (int frame = 0; frame < 6; ++frame) {
    motion.frames.emplace_back(motion.parts.size(), at);
    at.translation += 0.5 * random.in_ball();
    for (Pose& pose : motion.frames.back()) pose.translation += random.in_box(2);
  }
  const CheckReport report = check(parts, motion, {.clearance = 0.2, .solid = true, .measure_clear = true});
  query(
      "check", "motion",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        const PairReport& x = report.pairs[k++];
        hash.add(x.a, x.b, static_cast<int>(x.state), x.distance, x.measured, x.on_a, x.on_b, x.triangle_pairs, x.box);
        for (const Curve& curve : x.curves) hash.add(curve.points, curve.closed, curve.length);
        hash.add(static_cast<int>(x.inside.which), x.inside.whole, x.overlap_thickness.value_or(-1),
                 x.overlap_volume.value_or(-1), x.separation_at_least);
        if (x.separation) hash.add(x.separation->length, x.separation->translation);
        const PairFrames& f = x.frames;
        hash.add(f.first, f.worst, f.found, f.first_contact.value_or(-1), f.worst_at, f.least_at, f.least_clearance,
                 f.between, f.searched);
        return x.bad();
      },
      static_cast<u32>(report.pairs.size()));
}

}  // namespace

void ask_scenes(const Pieces& p) {
  query("near_pairs", "boxes", [](Random& random, Hash& hash) {
    std::vector<Bounds> boxes(24);
    for (Bounds& box : boxes) {
      const Vec3d at = random.in_box(2), size = random.in_box(0.5);
      box.add(at), box.add(at + size);
    }
    const std::vector<NearPair> x = near_pairs(boxes, 0.1);
    for (const NearPair& pair : x) hash.add(pair.a, pair.b, pair.gap);
    return x.size() > 3;
  });
  NearBoxes near(std::vector<Bounds>(50, {{}, {}}), std::vector<double>(50, 0.1));
  query("near_boxes", "boxes", [&](Random& random, Hash& hash) {
    Bounds box;
    box.add(random.in_box(2)), box.add(box.low + random.in_box(0.5));
    near.move(random.below(50), box);
    const std::vector<NearPair> x = near.pairs();
    for (const NearPair& pair : x) hash.add(pair.a, pair.b, pair.gap);
    return x.size() > 10;
  });
  ask_many(p);
  ask_moving_check(p);
  if (!is_wanted("check", "plant")) return;
  // Each pair of a plant's report is an answer.
  const generate::PlantBodies plant = generate::plant({.bodies = 3000, .triangles = 300000, .faults = 0.3});
  std::vector<std::pair<const Face*, Model>> models;
  std::vector<AssemblyPart> parts;
  for (const Body& body : plant.bodies) {
    auto at = std::find_if(models.begin(), models.end(), [&](auto& m) { return m.first == body.mesh.faces().data(); });
    if (at == models.end()) at = models.insert(at, {body.mesh.faces().data(), Model::make(body.mesh).value()});
    parts.push_back({body.name, {}, at->second, body.pose});
  }
  const CheckReport report = check(parts, {.clearance = 20, .solid = true, .measure_clear = true});
  query(
      "check", "plant",
      [&, k = std::size_t{0}](Random&, Hash& hash) mutable {
        const PairReport& x = report.pairs[k++];
        hash.add(x.a, x.b, x.distance, x.measured, x.on_a, x.on_b, x.triangle_pairs, x.curve_length, x.box);
        return x.bad();
      },
      static_cast<u32>(report.pairs.size()));
}

}  // namespace apart::bits
