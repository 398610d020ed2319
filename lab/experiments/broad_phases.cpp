// What does each broad phase cost as boxes become more: spread evenly, in clusters, moving a little or all? Pairs of
// all methods are compared. A method that took more than two seconds is not asked for more boxes.
#include <apart/base/random.hpp>
#include <apart/broad/broad_phase.hpp>
#include <cmath>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;

struct BoxScene {
  const char *name, *title;
  bool clustered;
  double moving;  // the share that moves in a frame; 0: from scratch
};
constexpr BoxScene kScenes[] = {{"uniform", "Boxes spread evenly, from scratch", false, 0},
                                {"clustered", "Boxes in clusters, from scratch", true, 0},
                                {"moving-1", "Boxes spread evenly, 1 % move", false, 0.01},
                                {"moving-100", "Boxes spread evenly, all move", false, 1}};
constexpr double kPairs = 2;  // of a box, about

Bounds box_of(const BoxScene& scene, u32 n, Random& random) {
  double mean = std::cbrt(kPairs / 4 / n);
  Vec3d at = random.in_box(0.5);
  if (scene.clustered) {  // 64 of them, each a twentieth of its share of space
    at = 0.25 * Vec3d{double(random.below(4)), double(random.below(4)), double(random.below(4))} + 0.05 * at;
    mean *= 0.2;
  }
  return {at, at + 2 * mean * Vec3d{random.uniform(), random.uniform(), random.uniform()}};
}

struct Measured {
  double seconds = 0;
  std::size_t pairs = 0;
};

Measured measure(const BoxScene& scene, BroadMethod method, u32 n) {
  Random random(1);
  std::vector<Bounds> boxes;
  for (u32 i = 0; i < n; ++i) boxes.push_back(box_of(scene, n, random));
  Measured out;
  if (scene.moving == 0) {
    out.seconds = lab::seconds_of([&] { out.pairs = box_pairs(boxes, {.method = method}).size(); });
    return out;
  }
  BroadPhase broad({.method = method});
  broad.add(boxes);
  broad.pairs();
  const double step = 0.1 * std::cbrt(kPairs / 4 / n);
  constexpr int kFrames = 3;
  for (int frame = 0; frame < kFrames; ++frame) {
    std::vector<u32> moved;
    for (u32 i = 0; i < n; ++i)
      if (random.uniform() < scene.moving) {
        const Vec3d by = random.in_box(step);
        boxes[i] = {boxes[i].low + by, boxes[i].high + by};
        moved.push_back(i);
      }
    out.seconds += lab::seconds_of([&] {
      for (u32 i : moved) broad.move(i, boxes[i]);
      out.pairs = broad.pairs().size();
    });
  }
  out.seconds /= kFrames;
  return out;
}

}  // namespace

namespace apart::lab {

void broad_phases(Run& run) {
  const std::vector<u32> sizes = run.full() ? std::vector<u32>{1000, 3000, 10000, 30000, 100000, 300000, 1000000}
                                            : std::vector<u32>{1000, 2000, 4000};
  Table& slopes = run.table("growth", "How cost grows with n: the exponent, fitted", {"scene", "method", "exponent"});
  std::size_t done = 0;
  bool agree = true;
  for (const BoxScene& scene : kScenes) {
    Table& table = run.table(scene.name, scene.title, {"boxes", "method", "ms", "pairs"});
    Plot plot(scene.title, {"boxes", true}, {"milliseconds", true});
    std::vector<std::size_t> truth(sizes.size(), 0);
    for (BroadMethod method : broad_methods()) {
      Plot::Points points;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!run.go_on(done++, 4 * broad_methods().size() * sizes.size())) break;
        const Measured found = measure(scene, method, sizes[i]);
        if (truth[i] == 0) truth[i] = found.pairs;  // of the first method
        agree = agree && truth[i] == found.pairs;
        points.push_back({double(sizes[i]), 1e3 * found.seconds});
        table.add({sizes[i], std::string(to_string(method)), {1e3 * found.seconds, 4}, found.pairs});
        if (found.seconds > run.pick(0.3, 2.0)) break;
      }
      if (points.size() > 1) slopes.add({scene.name, std::string(to_string(method)), {fitted_power(points), 3}});
      plot.line(std::string(to_string(method)), std::move(points));
    }
    run.plot(scene.name, plot);
  }
  run.compare_difference("methods agree on the number of pairs, 1: yes", agree ? 1 : 0, 1, 0);
  run.note("CPU time of one thread; a method that took more than two seconds is not asked for more boxes.");
}

}  // namespace apart::lab
