// What do spheres around oriented boxes save where models graze? (Chang, Wang, Kim: section 4, scenario I, tables 1 and
// 2.) Two copies of a figure of about 15,536 triangles, from 266 directions (every 15° of latitude and longitude) in
// 144 rotations (Euler angles every 60°), at distances of 0, 1, … 5 % of their size. The same trees, tested by fifteen
// axes, by the six face normals, and by sphere and five axes, and trees of 18-dops, wrapped once a query: time, and
// tests of each kind.
#include <fmt/format.h>
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/tracker.hpp>
#include <samples/generate.hpp>

#include "lab/experiment.hpp"
#include "lab/models.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;

constexpr u32 kPublishedTriangles = 15536;
constexpr int kDistances = 6;  // 0 … 5 %

// A closed lump, taller than wide, with hills and hollows of many sizes.
Mesh bumpy_figure(u32 triangles) {
  struct Bump {
    Vec3d at;
    double wide, high;
  };
  Random random(1);
  std::vector<Bump> bumps;
  for (int k = 0; k < 80; ++k) {
    const Vec3d at = random.direction();
    const double wide = random.uniform(0.1, 0.6);
    bumps.push_back({at, wide, wide * random.uniform(-0.4, 0.6)});
  }
  const Mesh ball = generate::sphere(1, triangles);
  std::vector<Vec3d> vertices;
  for (const Vec3d& p : ball.vertices()) {
    double radius = 1;
    for (const Bump& bump : bumps) {
      const double away = 1 - squared_length(p - bump.at) / (bump.wide * bump.wide);
      if (away > 0) radius += bump.high * away * away;
    }
    radius = larger(radius, 0.4);
    vertices.push_back({radius * p.x, 0.8 * radius * p.y, 2 * radius * p.z});
  }
  return Mesh::make(std::move(vertices), {ball.faces().begin(), ball.faces().end()}).value();
}

Vec3d direction(u32 latitude, u32 longitude) {  // in steps of 15°, from the south pole
  const SinCos up = sin_cos(latitude + 18, 24), around = sin_cos(longitude, 24);
  return {up.cos * around.cos, up.cos * around.sin, up.sin};
}
std::vector<Vec3d> directions(u32 every) {
  std::vector<Vec3d> out{direction(0, 0), direction(12, 0)};
  for (u32 i = every; i < 12; i += every)
    for (u32 j = 0; j < 24; j += every) out.push_back(direction(i, j));
  return out;
}

Mat3d about_z(u32 sixths) {
  const SinCos t = sin_cos(sixths, 6);
  return {{{t.cos, -t.sin, 0}, {t.sin, t.cos, 0}, {0, 0, 1}}};
}
Mat3d about_x(u32 sixths) {
  const SinCos t = sin_cos(sixths, 6);
  return {{{1, 0, 0}, {0, t.cos, -t.sin}, {0, t.sin, t.cos}}};
}
std::vector<Mat3d> turns(u32 every) {
  std::vector<Mat3d> out;
  for (u32 i = 0; i < 6; i += every)
    for (u32 j = 0; j < 4; j += every)
      for (u32 k = 0; k < 6; k += every) out.push_back(about_z(i) * about_x(j) * about_z(k));
  return out;
}

// Moves B along a line towards A, from 5 % to 0: conservative advancement never brings them nearer than wanted, so that
// they graze and do not meet.
class Approach {
 public:
  explicit Approach(const Model& model) : pair_(model, model), centre_(model.tree().frame.centre) {
    size_ = 2 * model.tree().frame.radius;
  }

  // Calls f(share, pose), nearest last. The last is accurate to a hundred-thousandth of the size.
  template <class F>
  void run(const Mat3d& turned, Vec3d from, F f) {
    double away = (1 + 0.01 * kDistances) * size_;
    for (int share = kDistances - 1; share >= 0; --share) {
      const double wanted = 0.01 * share * size_;
      for (int step = 0; step < 100; ++step) {
        const Pose pose{turned, centre_ + away * from - turned * centre_};
        const double excess = pair_.distance(pose).distance - wanted;
        if (excess <= 1e-5 * size_ || step == 99) {
          f(share, pose);
          break;
        }
        away -= excess;
      }
    }
  }

 private:
  Tracker pair_;
  Vec3d centre_;
  double size_;
};

// As published, on another model.
struct Published {
  double seconds[4];     // fifteen axes, six, dual, 18-dops
  double volumes[3];     // tests of boxes, of boxes, of balls
  double boxes_of_dual;  //
  double triangles[3];
};
constexpr Published kPublished[kDistances] = {
    {{27.2540, 25.3296, 20.6053, 50.5709}, {56228398, 65976730, 59980606}, 47996655, {2301207, 3141544, 2353391}},
    {{14.0696, 13.2419, 10.1924, 36.4444}, {32878322, 39583946, 34891432}, 26718220, {253521, 435413, 272417}},
    {{8.6457, 8.1142, 5.8939, 26.2898}, {20601212, 24899942, 21004422}, 15453244, {10717, 22324, 12507}},
    {{6.2860, 5.8670, 4.0741, 19.6893}, {15053514, 18128188, 14671214}, 10563698, {1842, 3670, 2122}},
    {{4.9193, 4.5779, 3.0381, 15.4700}, {11830858, 14215850, 11018180}, 7823461, {834, 1586, 972}},
    {{4.0032, 3.7149, 2.3816, 12.7353}, {9656554, 11568194, 8691784}, 6105813, {504, 752, 546}},
};

}  // namespace

namespace apart::lab {

void grazing_scan(Run& run) {
  NamedMesh figure{"bumpy figure", bumpy_figure(kPublishedTriangles)};
  const auto off = [](const NamedMesh& m) { return std::abs(double(m.mesh.size()) - kPublishedTriangles); };
  std::vector<NamedMesh> real = real_models(run);
  if (!real.empty())
    figure = *std::min_element(real.begin(), real.end(),
                               [&](const NamedMesh& a, const NamedMesh& b) { return off(a) < off(b); });

  constexpr int kKinds = 4;
  constexpr Kind kinds[kKinds] = {Kind::obb, Kind::obb_faces, Kind::dual, Kind::kdop18_tumbled};
  const Topology topology = published_topology(figure.mesh);
  std::unique_ptr<Subject> subjects[kKinds];
  for (int k = 0; k < kKinds; ++k) subjects[k] = subject(kinds[k], figure.mesh, topology);

  struct Sum {
    double seconds = 0;
    u64 volumes = 0, boxes = 0, triangles = 0, touching = 0;
  } sums[kDistances][kKinds];
  u64 places = 0, differ = 0;
  const std::vector<Vec3d> from = directions(run.pick(4u, 1u));
  const std::vector<Mat3d> turned = turns(run.pick(3u, 1u));
  Approach approach(Model::make(figure.mesh).value());
  for (std::size_t i = 0; i < turned.size() && run.go_on(i, turned.size()); ++i) {
    std::vector<Pose> poses[kDistances];
    for (const Vec3d& direction : from)
      approach.run(turned[i], direction, [&](int share, const Pose& pose) { poses[share].push_back(pose); });
    places += from.size();
    // Each kind by itself, so that none pays for the memory of another.
    for (int share = 0; share < kDistances; ++share) {
      std::vector<u64> first;
      for (int k = 0; k < kKinds; ++k)
        for (std::size_t p = 0; p < from.size(); ++p) {
          const Walked walked = subjects[k]->contacts(poses[share][p], *subjects[k], Subject::Until::first);
          Sum& sum = sums[share][k];
          sum.seconds += walked.seconds;
          sum.volumes += walked.count.volume_tests(), sum.boxes += walked.box_tests;
          sum.triangles += walked.count.primitive_tests(), sum.touching += walked.count.contacts;
          if (k == 0)
            first.push_back(walked.count.contacts);
          else
            differ += walked.count.contacts != first[p];
        }
    }
  }

  Table& table = run.table(
      "tests",
      fmt::format("{}, {} triangles, {} poses for each distance: totals", figure.name, figure.mesh.size(), places),
      {"distance, in %", "tested by", "seconds", "volumes", "of these boxes", "triangles", "touching"});
  Plot::Points seconds[kKinds], volumes[kKinds];
  int less_volumes = 0, less_triangles = 0;
  const char* names[kKinds] = {"fifteen axes", "six axes", "sphere and five axes", "18-dops"};
  for (int share = 0; share < kDistances; ++share)
    for (int k = 0; k < kKinds; ++k) {
      const Sum& sum = sums[share][k];
      table.add({share,
                 names[k],
                 {sum.seconds, 4},
                 sum.volumes,
                 kinds[k] == Kind::dual             ? sum.boxes
                 : kinds[k] == Kind::kdop18_tumbled ? 0
                                                    : sum.volumes,
                 sum.triangles,
                 sum.touching});
      seconds[k].push_back({share, sum.seconds / double(places) * 1e6});
      volumes[k].push_back({share, double(sum.volumes) / double(places)});
    }
  for (int share = 0; share < kDistances; ++share) {
    const Sum *s = sums[share], &axes = s[0], &faces = s[1], &dual = s[2], &dops = s[3];
    const Published& p = kPublished[share];
    const auto name = [&](const char* what) { return fmt::format("{} %: {}", share, what); };
    run.compare(name("seconds, six axes over fifteen"), faces.seconds / axes.seconds, p.seconds[1] / p.seconds[0]);
    run.compare(name("seconds, dual over fifteen axes"), dual.seconds / axes.seconds, p.seconds[2] / p.seconds[0]);
    run.compare(name("seconds, 18-dops over fifteen axes"), dops.seconds / axes.seconds, p.seconds[3] / p.seconds[0]);
    const auto ratio = [](auto a, auto b) { return double(a) / double(b); };
    run.compare_factor(name("volumes, six axes over fifteen"), ratio(faces.volumes, axes.volumes),
                       p.volumes[1] / p.volumes[0], 1.5);
    run.compare_factor(name("volumes, dual over fifteen axes"), ratio(dual.volumes, axes.volumes),
                       p.volumes[2] / p.volumes[0], 1.5);
    run.compare_factor(name("boxes over spheres, dual"), ratio(dual.boxes, dual.volumes),
                       p.boxes_of_dual / p.volumes[2], 1.5);
    less_volumes += dual.volumes <= faces.volumes, less_triangles += dual.triangles <= faces.triangles;
  }
  run.compare_factor("triangles at 0 %, six axes over fifteen",
                     double(sums[0][1].triangles) / double(sums[0][0].triangles),
                     kPublished[0].triangles[1] / kPublished[0].triangles[0], 1.5);
  run.compare_factor("triangles at 0 %, dual over fifteen axes",
                     double(sums[0][2].triangles) / double(sums[0][0].triangles),
                     kPublished[0].triangles[2] / kPublished[0].triangles[0], 1.5);
  run.compare_difference("distances where dual tests no more volumes than six axes", less_volumes, kDistances, 0);
  run.compare_difference("distances where dual tests no more triangles than six axes", less_triangles, kDistances, 0);
  run.compare_difference("poses where the results differ", double(differ), 0, 0);
  run.note("Published with a scanned statue. The size of a model is the diameter of its bounding sphere.");

  Plot times("Grazing contact: time", {"distance, in % of the size"}, {"microseconds per query", true});
  Plot tests("Grazing contact: tests", {"distance, in % of the size"}, {"volume tests per query", true});
  for (int k = 0; k < kKinds; ++k) times.line(names[k], seconds[k]), tests.line(names[k], volumes[k]);
  run.plot("time", times);
  run.plot("tests", tests);
}

}  // namespace apart::lab
