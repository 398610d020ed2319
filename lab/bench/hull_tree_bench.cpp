// Trees of hulls beside trees of triangles and FCL: distances in the lab's six scenes of moving pairs (SWIFT++, tables
// 3 and 4), with each combination of accelerations; times and sizes of the trees. Answers are compared first.
// Microseconds of processor time a query, so that other work on the machine counts little; the best of ROUNDS.
//   hull_tree_bench [ROUNDS [SCENE [FRAMES [WAY [MODEL]]]]]   WAY: 0 … 15, one combination, and no others; -1: all
// With a MODEL, a file: it and a copy at random poses, apart by 1, 20 and 100 % of its size, which do not move from
// query to query; the way 0 remembers nothing.
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/io/read.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/tracker.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <samples/generate.hpp>

#include "lab/experiments/motion.hpp"
#include "tests/oracle/fcl.hpp"

namespace {

using namespace apart;

double now() { return double(std::clock()) / CLOCKS_PER_SEC; }

struct Pair {
  Model a, b;
  std::vector<Pose> b_in_a;
};
struct Scene {
  const char* name;
  std::vector<Pair> pairs;
};

Scene moved(const char* name, const std::vector<lab::MovingBody>& bodies, const lab::MotionOptions& options) {
  const lab::Motion motion = lab::simulate(bodies, options);
  Scene out{name, {}};
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      out.pairs.push_back({bodies[i].model, bodies[j].model, lab::seen_from(motion, i, j)});
  return out;
}

Model model_of(Mesh mesh) { return Model::make(std::move(mesh)).value(); }

Scene tori(int frames) {
  return moved("tori",
               {{.model = model_of(generate::bent_torus(2000)), .fixed = true},
                {.model = model_of(generate::wrinkled_torus(2000)),
                 .start = Pose::from_quaternion(1, 1, 0, 0, {1, 0, 0.1}).value(),
                 .velocity = {-0.004, 0.006, 0.003},
                 .spin = {0.02, 0.01, 0.015},
                 .turning_radius = 0.8}},
               {.frames = frames,
                .steps = 2,
                .pull =
                    [](Vec3d) {
                      return Vec3d{0, 0, -1e-4};
                    },
                .bounce = 0.9});
}

Scene cup_and_spoon(int frames) {
  return moved("cup-and-spoon",
               {{.model = model_of(generate::cup(8000)), .fixed = true},
                {.model = model_of(generate::spoon()),
                 .start = Pose::from_quaternion(1, 0.1, 0.8, 0.05, {0.05, 0.1, 3}).value(),
                 .velocity = {0.001, -0.001, 0},
                 .spin = {0.002, 0.001, 0.01},
                 .turning_radius = 0.5}},
               {.frames = frames,
                .steps = 2,
                .pull =
                    [](Vec3d) {
                      return Vec3d{0, 0, -1e-4};
                    },
                .bounce = 0.6});
}

Scene spiral_peg(const char* name, bool large, int frames) {
  const double size = large ? 1 : 0.25;
  const Model torus = model_of(scaled(generate::bent_torus(2000), size));
  std::vector<lab::MovingBody> bodies{{.model = model_of(generate::spiral_peg(8000)), .fixed = true}};
  for (int k = 0; k < 3; ++k) {
    if (large) {
      bodies.push_back({.model = torus,
                        .start = Pose::from_quaternion(1, 0, 0, 0.3 * k, {0, 0, 1.3 * (k - 1)}).value(),
                        .velocity = {0.001 * (k + 1), -0.001, 0.002 * (1 - k)},
                        .spin = {0.002, 0.001 * k, 0.006 * (1 - k)}});
      continue;
    }
    const double turns = 0.9 * (k - 1);
    const SinCos t = sin_cos(turns);
    const Vec3d out{t.cos, t.sin, 0}, ahead{-t.sin, t.cos, 0.7 / (6.283185307179586 * 0.6)};
    const Vec3d along = ahead / length(ahead), third = cross(along, out);
    bodies.push_back(
        {.model = torus,
         .start =
             Pose::from_matrix(transposed(Mat3d{{out, third, along}}), 0.6 * out + Vec3d{0, 0, 0.7 * turns}).value(),
         .velocity = (0.004 * (1.5 - k)) * along,
         .spin = 0.01 * along,
         .turning_radius = 0.6 * size});
  }
  return moved(name, bodies,
               {.frames = frames, .steps = 2, .pull = [](Vec3d place) { return -1e-4 * place; }, .bounce = 0.9});
}

Scene teeth(const char* name, bool shifting, int frames) {
  Pair pair{model_of(generate::teeth(generate::Jaw::upper, 40000)),
            model_of(generate::teeth(generate::Jaw::lower, 40000)),
            {}};
  Tracker tracker(pair.a, pair.b);
  for (int k = 0; k < frames; ++k) {
    if (shifting) {
      constexpr double near = 0.005, open = 2 * 0.07 - generate::kBite + 0.01;
      const SinCos t = sin_cos(2.0 * k / frames);
      const auto at = [&](double down) { return Pose::shift({0.03 * t.sin, 0, -down}); };
      double too_near = 0, far_enough = open;
      for (int step = 0; step < 10; ++step) {
        const double middle = 0.5 * (too_near + far_enough);
        (tracker.within(at(middle), near) ? too_near : far_enough) = middle;
      }
      pair.b_in_a.push_back(at(far_enough));
    } else {
      const SinCos t = sin_cos((25.0 / 360) * 0.5 * (1 - sin_cos(2.0 * k / frames).cos));
      const Mat3d turned{{{1, 0, 0}, {0, t.cos, t.sin}, {0, -t.sin, t.cos}}};
      constexpr Vec3d joint{0, -0.8, 0.3};
      pair.b_in_a.push_back({turned, joint - turned * joint});
    }
  }
  return {name, {pair}};
}

// The copy turned at random, and moved in a random direction until it is as far as wanted.
Scene apart_by(const char* name, const Model& model, double share, int poses) {
  Bounds box;
  for (const Vec3d v : model.mesh().vertices()) box.add(v);
  const double size = length(box.size());
  Random random(3);
  Scene out{name, {{model, model, {}}}};
  for (int k = 0; k < poses; ++k) {
    const Mat3d rotation = random.rotation();
    const Vec3d direction = random.direction();
    double shift = size;
    const auto pose = [&] { return Pose{rotation, shift * direction + box.centre() - rotation * box.centre()}; };
    for (int i = 0; i < 30; ++i) shift = larger(0.0, shift + share * size - distance(model, pose(), model).distance);
    out.pairs[0].b_in_a.push_back(pose());
  }
  return out;
}

struct Measured {
  double microseconds = 1e300, tests = 0, steps = 0, fallbacks = 0, front = 0, off = 0;
};

template <class Make>
Measured measure(const Scene& scene, int rounds, const std::vector<double>& truth, Make make) {
  Measured out;
  for (int round = 0; round < rounds; ++round) {
    double seconds = 0;
    std::size_t k = 0;
    for (std::size_t p = 0; p < scene.pairs.size(); ++p) {
      auto distance = make(p);
      std::vector<double> found;
      const double start = now();
      for (const Pose& at : scene.pairs[p].b_in_a) found.push_back(distance(at));
      seconds += now() - start;
      for (const double d : found) {
        if (!truth.empty()) out.off = larger(out.off, std::abs(d - truth[k]) / truth[k]);
        ++k;
      }
    }
    out.microseconds = lesser(out.microseconds, 1e6 * seconds / double(k));
  }
  return out;
}

void report(const char* name, const Measured& m, double unit) {
  std::printf("  %-44s %9.2f µs  %6.2f  off by %.1e\n", name, m.microseconds, m.microseconds / unit, m.off);
  std::fflush(stdout);
}

void run(const Scene& scene, int rounds, int only) {
  std::printf("%s\n", scene.name);
  std::vector<double> truth;
  for (const Pair& pair : scene.pairs)
    for (const Pose& at : pair.b_in_a) truth.push_back(distance(pair.a, at, pair.b).distance);
  const auto tracked = [&](TrackerOptions options) {
    return measure(scene, rounds, truth, [&](std::size_t p) {
      return [tracker = std::make_shared<Tracker>(scene.pairs[p].a, scene.pairs[p].b, options)](const Pose& at) {
        return tracker->distance(at).distance;
      };
    });
  };
  const Measured plain = tracked({.pairs = false}), best = tracked({});
  const double unit = lesser(plain.microseconds, best.microseconds);
  report("triangles", plain, unit);
  report("triangles, tracked", best, unit);

  std::vector<std::pair<const void*, HullTree>> trees;
  const auto tree_of = [&](const Model& model) {
    for (const auto& [mesh, tree] : trees)
      if (mesh == &model.mesh()) return tree;
    const double start = now();
    const Model fresh = Model::make(model.mesh()).value();
    const double built = now();
    const Decomposition pieces = decompose(model).value();
    const double decomposed = now();
    const HullTree out = HullTree::make(model, pieces).value();
    std::printf(
        "  %u triangles: boxes in %.1f ms; %u pieces in %.1f ms (%.1f times), hulls in %.1f ms, %.0f bytes a "
        "triangle\n",
        model.mesh().size(), 1e3 * (built - start), out.pieces(), 1e3 * (decomposed - built),
        (decomposed - built) / (built - start), 1e3 * (now() - decomposed), double(out.bytes()) / model.mesh().size());
    trees.push_back({&model.mesh(), out});
    return out;
  };
  std::vector<std::pair<HullTree, HullTree>> hulls;
  for (const Pair& pair : scene.pairs) hulls.push_back({tree_of(pair.a), tree_of(pair.b)});
  for (int bits = 0; bits < 16; ++bits) {
    if (((bits & 8) && !(bits & 4)) || (only >= 0 && bits != only)) continue;
    const HullTrackerOptions options{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
    std::vector<std::shared_ptr<HullTracker>> all;
    const Measured m = measure(scene, rounds, truth, [&](std::size_t p) {
      all.push_back(std::make_shared<HullTracker>(hulls[p].first, hulls[p].second, options));
      return [tracker = all.back()](const Pose& at) { return tracker->distance(at).distance; };
    });
    u64 tests = 0, steps = 0, fallbacks = 0;
    std::size_t front = 0;
    for (const auto& t : all)
      tests += t->tests(), steps += t->steps(), fallbacks += t->fallbacks(), front += t->front_size();
    char name[100];
    const double queries = double(truth.size()) * rounds;
    std::snprintf(name, sizeof name, "hulls%s%s%s%s: %.0f tests, %.0f steps, %.0f GJK, front %zu",
                  bits & 1 ? " PC" : "", bits & 2 ? " PD" : "", bits & 4 ? " FT" : "", bits & 8 ? "+M" : "",
                  double(tests) / queries, double(steps) / queries, double(fallbacks) / queries,
                  front / std::size_t(rounds));
    report(name, m, unit);
  }
  if (only >= 0) return;
  const Measured fcl = measure(scene, 1, truth, [&](std::size_t p) {
    const auto a = oracle::fcl_model(scene.pairs[p].a.mesh()), b = oracle::fcl_model(scene.pairs[p].b.mesh());
    return [=](const Pose& at) { return oracle::fcl_distance(*a, at, *b); };
  });
  report("FCL", fcl, unit);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3, frames = argc > 3 ? std::atoi(argv[3]) : 1000;
  const int way = argc > 4 ? std::atoi(argv[4]) : -1;
  const char* const only = argc > 2 ? argv[2] : "";
  if (argc > 5) {
    const Model model = model_of(read_mesh(argv[5]).value());
    for (const auto& [name, share] : {std::pair{"apart by 1 %", 0.01}, {"20 %", 0.2}, {"100 %", 1.0}})
      run(apart_by(name, model, share, frames), rounds, way);
    return 0;
  }
  const auto wanted = [&](const char* name) { return std::strncmp(only, name, std::strlen(only)) == 0; };
  if (wanted("tori")) run(tori(frames), rounds, way);
  if (wanted("cup-and-spoon")) run(cup_and_spoon(frames), rounds, way);
  if (wanted("spiral-peg-large")) run(spiral_peg("spiral-peg-large", true, frames), rounds, way);
  if (wanted("spiral-peg-small")) run(spiral_peg("spiral-peg-small", false, frames), rounds, way);
  if (wanted("teeth-shifting")) run(teeth("teeth-shifting", true, frames), rounds, way);
  if (wanted("teeth-closing")) run(teeth("teeth-closing", false, frames), rounds, way);
}
