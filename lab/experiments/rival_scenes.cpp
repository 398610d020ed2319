// Spheres that slide, cross and lie in each other; parts at gaps; teeth; tori that move.
#include "lab/experiments/rival_scenes.hpp"

#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <cmath>
#include <numbers>
#include <samples/generate.hpp>

namespace apart::lab {
namespace {

std::shared_ptr<const Mesh> shared(Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); }

// B at a distance from A, in some direction, with some rotation; a negative one is pushed in as far from the touch.
std::vector<Pose> at_distance(const Mesh& a, const Mesh& b, double distance_wanted, int count) {
  const Model ma = Model::make(a).value(), mb = Model::make(b).value();
  const Frame fa = ma.tree().frame, fb = mb.tree().frame;
  std::vector<Pose> out;
  Random random(7);
  while (int(out.size()) < count) {
    const Vec3d direction = random.direction();
    const Mat3d turn = random.rotation();
    const double wanted = larger(distance_wanted, 0.0);
    double along = fa.radius + fb.radius + wanted;
    const auto at = [&](double t) { return Pose{turn, fa.centre + t * direction - turn * fb.centre}; };
    for (int k = 0; k < 200; ++k) {
      const double gap = distance(ma, at(along), mb).distance;
      if (gap <= wanted * (1 + 1e-9) + 1e-9 * fa.radius) break;
      along -= gap - wanted;
      if (along < 0) break;  // missed it
    }
    if (along > 0) out.push_back(at(along + lesser(distance_wanted, 0.0)));
  }
  return out;
}

// The scenes of one model against itself, at gaps relative to its size.
struct GapRow {
  const char* what;
  double gap;
  RivalQuery query;
  WantedRatios wanted;
  int poses;
};
void add_gaps(const Run& run, const std::string& name, const std::shared_ptr<const Mesh>& mesh,
              std::initializer_list<GapRow> rows, std::vector<RivalScene>& out) {
  Bounds box;
  for (Vec3d v : mesh->vertices()) box.add(v);
  for (const GapRow& row : rows)
    out.push_back(
        {name + ", " + row.what, mesh, mesh,
         at_distance(*mesh, *mesh, row.gap * length(box.size()), run.pick(std::max(2, row.poses / 10), row.poses)),
         row.query, row.wanted});
}

// A model of --models, if there is one.
std::shared_ptr<const Mesh> real_part(const Run& run, const char* file) {
  if (run.models())
    if (auto read = read_mesh((*run.models() / file).string()); read) return shared(*std::move(read));
  return nullptr;
}

}  // namespace

std::vector<RivalScene> rival_scenes(const Run& run) {
  const auto size = [&](u32 triangles) { return run.pick(std::max(80u, triangles / 10), triangles); };
  const auto some = [&](int count) { return run.pick(std::max(2, count / 10), count); };
  std::vector<RivalScene> out;
  Random random(1);
  {
    const auto a = shared(generate::sphere(1, size(40000))), b = shared(generate::sphere(0.8, size(40000)));
    std::vector<Pose> poses;
    for (int k = 0; k < some(100); ++k) poses.push_back({random.rotation(), {2.0 * k / some(100), 0, 0}});
    out.push_back({"sliding spheres", a, b, poses, RivalQuery::contacts, {3.5, 7.3}});
  }
  const auto outer = shared(generate::sphere(1, size(79600)));
  for (const auto& [gap, text, wanted] : {std::tuple{1e-1, "0.1", 3.0},
                                          {1e-2, "0.01", 3.0},
                                          {1e-3, "0.001", 5.0},
                                          {1e-4, "0.0001", 3.0},
                                          {1e-5, "0.00001", 3.0}}) {
    const auto inner = shared(generate::sphere(1 - gap, size(79600)));
    std::vector<Pose> poses(some(4) > 2 ? 3u : 2u);
    for (Pose& at : poses) at.rotation = random.rotation();
    out.push_back(
        {std::string("concentric spheres, gap ") + text, outer, inner, poses, RivalQuery::contacts, {wanted}});
    if (gap == 1e-3) out.push_back({"concentric spheres, gap 0.001", outer, inner, poses, RivalQuery::collide});
  }
  for (const auto& [triangles, count, wanted] : {std::tuple{80u, 200, WantedRatios{2}},
                                                 {1000u, 100, {3}},
                                                 {10000u, 50, {3.5}},
                                                 {100000u, 20, {3.5, 6.5}},
                                                 {600000u, 8, {3.5}}}) {
    const auto a = shared(generate::sphere(1, size(triangles)));
    std::vector<Pose> poses;
    for (int k = 0; k < some(count); ++k) poses.push_back({random.rotation(), {std::numbers::sqrt2, 0, 0}});
    out.push_back(
        {"transverse spheres, " + std::to_string(a->size()) + " triangles", a, a, poses, RivalQuery::contacts, wanted});
  }
  const auto arm = real_part(run, "rocker-arm.obj");
  add_gaps(run, arm ? "rocker arm" : "wrinkled torus", arm ? arm : shared(generate::wrinkled_torus(size(20000))),
           {{"1 % deep", -0.01, RivalQuery::collide, {3.5}, 100},
            {"gap 0 %", 1e-9, RivalQuery::collide, {3.5, 5.8}, 100},
            {"gap 1 %", 0.01, RivalQuery::collide, {3.5, 6.3}, 100},
            {"gap 3 %", 0.03, RivalQuery::collide, {3.5}, 100},
            {"gap 5 %", 0.05, RivalQuery::collide, {3.5}, 100},
            {"gap 1 %", 0.01, RivalQuery::distance, {5, 4.6}, 40},
            {"gap 3 %", 0.03, RivalQuery::distance, {4}, 40},
            {"gap 5 %", 0.05, RivalQuery::distance, {4}, 40},
            {"gap 20 %", 0.2, RivalQuery::distance, {4, 22}, 40},
            {"gap 100 %", 1, RivalQuery::distance, {3}, 40}},
           out);
  if (const auto bunny = real_part(run, "bunny.obj"))
    add_gaps(run, "bunny", bunny,
             {{"gap 0 %", 1e-9, RivalQuery::collide, {3.5}, 100},
              {"gap 1 %", 0.01, RivalQuery::collide, {3.5}, 100},
              {"gap 5 %", 0.05, RivalQuery::collide, {3.5}, 100},
              {"gap 1 %", 0.01, RivalQuery::distance, {7.2}, 40},
              {"gap 5 %", 0.05, RivalQuery::distance, {9.8}, 40},
              {"gap 20 %", 0.2, RivalQuery::distance, {9.8}, 40}},
             out);
  {
    const auto lower = shared(generate::teeth(generate::Jaw::lower, size(40000))),
               upper = shared(generate::teeth(generate::Jaw::upper, size(40000)));
    std::vector<Pose> poses, pressed, closing;
    for (int k = 0; k < 3; ++k)
      poses.push_back({{}, {0, 0, 0.001 * k}}), pressed.push_back({{}, {0, 0, -0.01 * (k + 1)}});
    for (int k = 0; k < some(50); ++k) closing.push_back({{}, {0, 0, 0.05 * (1 - double(k) / some(50))}});
    out.push_back({"teeth pressed together", lower, upper, pressed, RivalQuery::contacts, {4}});
    out.push_back({"teeth apart", lower, upper, poses, RivalQuery::collide, {5}});
    out.push_back({"teeth apart", lower, upper, {poses[1]}, RivalQuery::distance});
    out.push_back({"teeth closing", lower, upper, closing, RivalQuery::tracked_distance, {10.6}});
  }
  {
    const auto a = shared(generate::wrinkled_torus(2000)), b = shared(generate::bent_torus(2000));
    std::vector<Pose> poses;
    const int frames = some(1000);
    for (int k = 0; k < frames; ++k) {  // one falls past the other while it rotates
      const double t = double(k) / frames, angle = 2 * t;
      poses.push_back({Mat3d::from_columns({std::cos(angle), std::sin(angle), 0},
                                           {-std::sin(angle), std::cos(angle), 0}, {0, 0, 1}),
                       {2.6 - 0.3 * t, 0.4 * std::sin(6 * t), 1.5 - 3 * t}});
    }
    out.push_back({"tori", a, b, poses, RivalQuery::tracked_collide, {4}});
    out.push_back({"tori", a, b, poses, RivalQuery::tracked_distance, {5, 9}});
  }
  return out;
}

WorkOfScene work_of(const RivalScene& scene) {
  const Model a = Model::make(*scene.a).value(), b = Model::make(*scene.b).value();
  WorkOfScene out;
  for (const Pose& at : scene.poses) {
    const Placement<float> placed = placement<float>(a.tree().frame, at, b.tree().frame);
    TouchingTests made;
    if (scene.query == RivalQuery::collide) {
      CollideQuery query{{a.mesh(), at, b.mesh()}};
      made = walk_touching(a.tree(), placed, b.tree(), true, query);
    } else {
      auto any = [](const TouchingPair&) { return true; };
      CollisionsQuery<decltype(any)> query{{a.mesh(), at, b.mesh()}, any};
      made = walk_touching(a.tree(), placed, b.tree(), false, query);
    }
    out.boxes += made.volumes, out.pairs += made.primitives, out.exact += made.exact;
    out.most_exact = larger(out.most_exact, made.exact);
  }
  return out;
}

}  // namespace apart::lab
