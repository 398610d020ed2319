#include "lab/gpu_scenes.hpp"

#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <limits>
#include <numbers>
#include <samples/generate.hpp>

namespace apart::lab {

double size_of_model(const Model& model) {
  Bounds box;
  for (Vec3d v : model.mesh().vertices()) box.add(v);
  return length(box.size());
}

namespace {

struct Way {
  Vec3d direction;
  Mat3d turn;
};

// Direction and rotation at the share t of a closed path, whose frequencies have no common factor.
Way on_path(double t) {
  const double angle = 2 * std::numbers::pi * t;
  const double up = 0.9 * std::sin(17 * angle), round = std::sqrt(1 - up * up);
  const auto turn = Pose::from_quaternion(1 + 0.5 * std::cos(5 * angle), std::sin(7 * angle), std::cos(11 * angle),
                                          std::sin(3 * angle), {});
  return {{round * std::cos(13 * angle), round * std::sin(13 * angle), up}, turn->rotation};
}

}  // namespace

std::vector<Pose> poses_at_distance(const gpu::Models& pair, const Model& a, const Model& b, double distance,
                                    std::size_t count, Along along) {
  const auto fa = a.tree().frame, fb = b.tree().frame;
  const double wanted = larger(distance, 0.0), from = fa.radius + fb.radius + wanted;
  Random random(7);
  const auto next_way = [&](std::size_t i) {
    return along == Along::path ? on_path(double(i) / double(count)) : Way{random.direction(), random.rotation()};
  };
  // From afar, by the distance that is left; ways on which B passes by are replaced, on a path left out.
  struct Approach {
    std::size_t index;
    Way way;
    double far;
    Pose at(const Frame& to, const Frame& of, double t) const {
      return {way.turn, to.centre + t * way.direction - way.turn * of.centre};
    }
  };
  std::vector<Pose> out(count);
  std::vector<unsigned char> there(count);
  std::vector<Approach> open;
  for (std::size_t i = 0; i < count; ++i) open.push_back({i, next_way(i), from});
  while (!open.empty()) {
    std::vector<Pose> poses;
    for (const Approach& one : open) poses.push_back(one.at(fa, fb, one.far));
    std::vector<gpu::Nearest> answers(poses.size());
    pair.distance(poses, answers).value();
    std::vector<Approach> left;
    for (std::size_t i = 0; i < open.size(); ++i) {
      Approach one = open[i];
      const double gap = answers[i].distance;
      if (gap <= wanted * (1 + 1e-9) + 1e-9 * fa.radius) {
        out[one.index] = one.at(fa, fb, one.far + lesser(distance, 0.0));
        there[one.index] = 1;
        continue;
      }
      one.far -= gap - wanted;
      if (one.far < 0 && along == Along::random) one = {one.index, next_way(0), from};
      if (one.far >= 0) left.push_back(one);
    }
    open = std::move(left);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (there[i]) out[kept++] = out[i];
  out.resize(kept);
  return out;
}

namespace {

Pose turned(Random& random, int quarter_turns_one_in) {
  if (random.below(static_cast<u32>(quarter_turns_one_in)) != 0) return {random.rotation(), {}};
  const double h[] = {0, 1, -1};
  for (;;) {  // of quarter turns
    const auto q =
        Pose::from_quaternion(h[random.below(3)], h[random.below(3)], h[random.below(3)], h[random.below(3)], {});
    if (q) return *q;
  }
}

// Multiples of a step, so that faces, edges and corners fall onto each other.
Vec3d on_grid(Random& random, double step, int most) {
  const auto one = [&] { return step * (double(random.below(static_cast<u32>(2 * most + 1))) - most); };
  return {one(), one(), one()};
}

GpuScene on_grid(const std::string& name, const Mesh& a, const Mesh& b, double size, Vec3d far, std::size_t count) {
  GpuScene out{name, {Model::make(a).value(), Model::make(b).value()}, {}};
  Random random(11);
  for (std::size_t i = 0; i < count; ++i) {
    Pose at = turned(random, 2);
    at.translation = on_grid(random, size / 8, 12) + far;
    if (random.chance(0.1)) at.translation += random.in_box(1e-15 * size);
    out.poses.push_back(at);
  }
  return out;
}

}  // namespace

std::vector<GpuScene> nasty_gpu_scenes(std::size_t poses) {
  std::vector<GpuScene> out;
  Random random(5);
  const Mesh box = generate::box({1, 1, 1}), cylinder = generate::cylinder(0.5, 1, 16);
  out.push_back(on_grid("boxes on a grid", box, box, 1, {}, poses));
  out.push_back(on_grid("box and cylinder", box, cylinder, 1, {}, poses));
  out.push_back(on_grid("gears", generate::gear({}), generate::gear({}), 1, {}, poses));
  const Mesh soup_a = generate::soup(random, 60), soup_b = generate::soup(random, 60);
  out.push_back(on_grid("soups, degenerate triangles", soup_a, soup_b, 1, {}, poses));
  const double tiny = 1e-15, huge = 1e15, distant = 1e7;
  out.push_back(on_grid("tiny boxes", scaled(box, tiny), scaled(box, tiny), tiny, {}, poses));
  out.push_back(on_grid("huge soups", scaled(soup_a, huge), scaled(soup_b, huge), huge, {}, poses));
  out.push_back(on_grid("far from the origin", placed(box, Pose::shift({distant, 0, -distant})), cylinder, 1,
                        {distant, 0, -distant}, poses));
  out.push_back(on_grid("large and small", scaled(box, 1e4), scaled(cylinder, 1e-3), 1e-3, {5e3, 0, 0}, poses));
  {
    GpuScene bad = on_grid("poses that are not usable", box, cylinder, 1, {}, poses / 10);
    for (Pose& at : bad.poses) switch (random.below(6)) {
        case 0:
          at.rotation(static_cast<int>(random.below(3)), 0) = std::numeric_limits<double>::quiet_NaN();
          break;
        case 1:
          at.translation.y = std::numeric_limits<double>::infinity();
          break;
        case 2:
          at.rotation = {{2 * at.rotation.rows[0], at.rotation.rows[1], at.rotation.rows[2]}};
          break;
        case 3:  // drifted: replaced by the nearest rotation
          at.rotation(0, 0) += random.uniform(-1e-3, 1e-3);
          break;
        case 4:
          at.translation.z = random.uniform(1e8, 1e160);
          break;
        default:
          at.rotation(1, 1) += random.uniform(-1e-7, 1e-7);
      }
    out.push_back(std::move(bad));
  }
  return out;
}

}  // namespace apart::lab
