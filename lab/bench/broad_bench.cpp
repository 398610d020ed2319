// Broad phases beside those of other libraries: all pairs of boxes from scratch, and again after some moved. One
// thread, CPU time, the best of some rounds; the numbers of pairs are compared first. Ours are sorted and exact, others
// report theirs in any order; Bullet's tree reports some that do not overlap, since its boxes are larger. Methods that
// are slower by far are measured up to 20,000 boxes.
//   broad_bench [BOXES [PAIRS [ROUNDS [SCENES]]]]     100,000 boxes with 5 pairs each, 5 rounds, 3 scenes
#include <apart/base/random.hpp>
#include <apart/broad/broad_phase.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "lab/bench/broad/rival.hpp"

namespace {

using namespace apart;

double milliseconds() { return 1e3 * double(std::clock()) / CLOCKS_PER_SEC; }

struct Scene {
  std::string name;
  std::vector<Bounds> boxes;
  double step;  // how far a box moves
};

Bounds random_box(Random& random, Vec3d at, double mean) {
  return {at, at + 2 * mean * Vec3d{random.uniform(), random.uniform(), random.uniform()}};
}

std::vector<Scene> scenes(u32 n, double pairs) {
  Random random(1);
  const double mean = std::cbrt(pairs / 4 / n);  // n · (2 mean)³ / 2 pairs for each
  Scene uniform{"uniform", {}, 0.2 * mean}, clustered{"clustered", {}, 0.02 * mean},
      mixed{"mixed sizes", {}, 0.1 * mean};
  for (u32 i = 0; i < n; ++i) {
    uniform.boxes.push_back(random_box(random, random.in_box(0.5), mean));
    const Vec3d around{double(random.below(4)), double(random.below(4)), double(random.below(4))};
    clustered.boxes.push_back(random_box(random, around + 0.02 * random.in_ball(), 0.05 * mean));
    double size = mean;
    for (u32 k = random.below(6); k > 0; --k) size *= 0.5;
    if (random.chance(0.001)) size = 10 * mean;
    mixed.boxes.push_back(random_box(random, random.in_box(0.5), size));
  }
  return {uniform, clustered, mixed};
}

struct Times {
  double scratch = 1e300, moved = 1e300;
  std::size_t pairs = 0, pairs_moved = 0;
};

// Make(boxes) builds, and pairs() and move() are as of BroadRival.
template <class Make>
Times measure(const Scene& scene, int rounds, Make make) {
  Times out;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Bounds> boxes = scene.boxes;
    double start = milliseconds();
    auto broad = make(boxes);
    if constexpr (requires { broad->method; }) {  // ours from scratch is a function; what moves is an object
      out.pairs = box_pairs(boxes, {.method = broad->method}).size();
      out.scratch = std::min(out.scratch, milliseconds() - start);
      broad->broad.add(boxes);
      broad->pairs();
    } else {
      out.pairs = broad->pairs();
      out.scratch = std::min(out.scratch, milliseconds() - start);
    }
    Random random(2);
    std::vector<u32> ids;
    for (u32 i = 0; i < boxes.size(); ++i)
      if (random.chance(0.01)) ids.push_back(i);
    for (int frame = 0; frame < 5; ++frame) {
      for (u32 i : ids) {
        const Vec3d by = random.in_box(scene.step);
        boxes[i] = {boxes[i].low + by, boxes[i].high + by};
      }
      start = milliseconds();
      broad->move(ids, boxes);
      out.pairs_moved = broad->pairs();
      out.moved = std::min(out.moved, milliseconds() - start);
    }
    if (out.scratch > 3000) break;
  }
  return out;
}

struct Ours {
  BroadMethod method;
  BroadPhase broad;
  Ours(std::span<const Bounds>, BroadMethod how) : method(how), broad({.method = how}) {}
  std::size_t pairs() { return broad.pairs().size(); }
  void move(std::span<const u32> ids, std::span<const Bounds> boxes) {
    for (u32 i : ids) broad.move(i, boxes[i]);
  }
};

void print(const std::string& name, const Times& t, const Times& ours) {
  std::printf("  %-38s %9.2f ms %6.1f   %9.3f ms %6.1f   %zu, %zu pairs\n", name.c_str(), t.scratch,
              t.scratch / ours.scratch, t.moved, t.moved / ours.moved, t.pairs, t.pairs_moved);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const u32 n = count > 1 ? u32(std::atoi(words[1])) : 100000;
  const double pairs = count > 2 ? std::atof(words[2]) : 5;
  const int rounds = count > 3 ? std::atoi(words[3]) : 5;
  const std::size_t most = count > 4 ? std::size_t(std::atoi(words[4])) : 3;
  std::vector<lab::BroadRivalKind> rivals;
  for (auto list : {lab::embree_collide, lab::fcl_managers, lab::bullet_broad_phases, lab::ode_spaces})
    for (lab::BroadRivalKind& kind : list()) rivals.push_back(kind);
  std::vector<Scene> all = scenes(n, pairs);
  if (most < all.size()) all.resize(most);
  for (const Scene& scene : all) {
    std::printf("%s, %u boxes%14sfrom scratch  / auto     1 %% moved  / auto\n", scene.name.c_str(), n, "");
    const Times best = measure(scene, rounds, [](std::span<const Bounds> boxes) {
      return std::make_unique<Ours>(boxes, BroadMethod::automatic);
    });
    print("Apart, auto", best, best);
    for (BroadMethod method : broad_methods()) {
      const bool fast =
          method == BroadMethod::columns || method == BroadMethod::tree || method == BroadMethod::kept_tree;
      if (method == BroadMethod::automatic || (!fast && n > 20000)) continue;
      const Times t =
          measure(scene, rounds, [&](std::span<const Bounds> boxes) { return std::make_unique<Ours>(boxes, method); });
      print("Apart, " + std::string(to_string(method)), t, best);
      if (t.pairs != best.pairs || t.pairs_moved != best.pairs_moved) return std::puts("  these differ: an error"), 1;
    }
    for (const lab::BroadRivalKind& kind : rivals)
      if (n <= kind.most) print(kind.name, measure(scene, rounds, kind.make), best);
  }
}
