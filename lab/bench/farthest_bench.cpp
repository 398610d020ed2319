// Support functions of hulls compared: scanning all vertices, scalar and in lanes; hill climbing from a table of
// directions; the Dobkin-Kirkpatrick hierarchy. Nanoseconds per query, and the same results.
//   farthest_bench [ROUNDS]
#include <apart/base/random.hpp>
#include <apart/shapes/polytope/vertices_in_lanes.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using namespace apart;

// Each level leaves out vertices of low degree, no two of them adjacent. The support vertex of a finer hull is that of
// the coarser one, or a new vertex adjacent to it.
class DobkinKirkpatrick {
 public:
  explicit DobkinKirkpatrick(const Polytope& finest) : vertices_(finest.vertices().begin(), finest.vertices().end()) {
    std::vector<u32> names(vertices_.size());
    for (u32 i = 0; i < names.size(); ++i) names[i] = i;
    Polytope hull = finest;
    while (names.size() > 16) {
      std::vector<bool> joined(names.size(), false), out(names.size(), false);
      for (u32 v = 0; v < names.size(); ++v) {
        if (joined[v] || hull.neighbours(v).size() > 8) continue;
        out[v] = true;
        for (u32 n : hull.neighbours(v)) joined[n] = true;
      }
      std::vector<u32> rest;
      std::vector<Vec3d> points;
      Level level;
      level.first.assign(vertices_.size() + 1, 0);
      for (u32 v = 0; v < names.size(); ++v)
        if (!out[v]) rest.push_back(names[v]), points.push_back(hull.vertices()[v]);
      if (rest.size() == names.size()) break;
      std::vector<std::vector<u32>> new_ones(vertices_.size());
      for (u32 v = 0; v < names.size(); ++v)
        if (!out[v])
          for (u32 n : hull.neighbours(v))
            if (out[n]) new_ones[names[v]].push_back(names[n]);
      for (u32 v = 0; v < vertices_.size(); ++v) {
        level.others.insert(level.others.end(), new_ones[v].begin(), new_ones[v].end());
        level.first[v + 1] = static_cast<u32>(level.others.size());
      }
      levels_.push_back(std::move(level));
      // The vertices of the coarser hull keep their order.
      hull = Polytope::make(points).value();
      names.clear();
      std::size_t at = 0;
      for (Vec3d v : hull.vertices()) {
        while (points[at] != v) ++at;
        names.push_back(rest[at++]);
      }
    }
    coarsest_ = names;
  }
  std::size_t levels() const { return levels_.size(); }

  u32 farthest(Vec3d direction) const {
    u32 best = coarsest_[0];
    double height = dot(direction, vertices_[best]);
    const auto look = [&](u32 v) {
      if (const double h = dot(direction, vertices_[v]); h > height) height = h, best = v;
    };
    for (u32 v : coarsest_) look(v);
    for (std::size_t l = levels_.size(); l-- > 0;) {
      const Level& level = levels_[l];
      const u32 from = best;
      for (u32 i = level.first[from]; i < level.first[from + 1]; ++i) look(level.others[i]);
    }
    return best;
  }

 private:
  struct Level {
    std::vector<u32> first, others;
  };
  std::vector<Vec3d> vertices_;
  std::vector<u32> coarsest_;
  std::vector<Level> levels_;
};

u32 one_by_one(std::span<const Vec3d> vertices, Vec3d direction) {
  u32 best = 0;
  double height = dot(direction, vertices[0]);
  for (u32 v = 1; v < vertices.size(); ++v)
    if (const double h = dot(direction, vertices[v]); h > height) height = h, best = v;
  return best;
}

// The best of some rounds, in CPU time of this thread: the machine may be busy.
template <class F>
double nanoseconds(std::span<const Vec3d> directions, int rounds, u64& sum, F f) {
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    sum = 0;
    const std::clock_t start = std::clock();
    for (Vec3d d : directions) sum += f(d);
    best = std::min(best, 1e9 * double(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best / double(directions.size());
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 5;
  Random random(1);
  std::printf("%9s %12s %9s %12s %9s %12s %8s\n", "vertices", "one by one", "lanes", "farthest", "coherent",
              "Dobkin-K.", "levels");
  bool same = true;
  for (u32 n : {8u, 32u, 64u, 128u, 200u, 256u, 300u, 400u, 500u, 1000u, 4000u, 16000u, 100000u}) {
    std::vector<Vec3d> points;
    for (u32 i = 0; i < n; ++i) points.push_back(random.direction());
    const Polytope p = Polytope::make(points).value();
    const DobkinKirkpatrick hierarchy(p);
    const std::size_t queries = n > 10000 ? 2000 : 20000;
    std::vector<Vec3d> directions, turning;
    for (std::size_t i = 0; i < queries; ++i) {
      directions.push_back(random.direction());
      const Vec3d next = (i == 0 ? random.direction() : turning.back()) + 0.02 * random.in_ball();
      turning.push_back(next / length(next));
    }
    const auto look = point_search<double>().farthest;
    const u32 eights = static_cast<u32>(vertices_in_lanes(p).size());
    u64 a = 0, b = 0, c = 0, d = 0, e = 0;
    const double plain = nanoseconds(directions, rounds, a, [&](Vec3d v) { return one_by_one(p.vertices(), v); });
    const double lanes =
        nanoseconds(directions, rounds, b, [&](Vec3d v) { return look(vertices_in_lanes(p).data(), eights, v); });
    const double table = nanoseconds(directions, rounds, c, [&](Vec3d v) { return p.farthest_vertex(v); });
    u32 last = 0;
    const double coherent = nanoseconds(turning, rounds, e, [&](Vec3d v) { return last = p.farthest_vertex(v, last); });
    const double levels = nanoseconds(directions, rounds, d, [&](Vec3d v) { return hierarchy.farthest(v); });
    same = same && a == b && b == c && c == d;
    std::printf("%9zu %12.1f %9.1f %12.1f %9.1f %12.1f %8zu\n", p.vertices().size(), plain, lanes, table, coherent,
                levels, hierarchy.levels());
  }
  std::printf("%s\n", same ? "the same vertices" : "DIFFERENT vertices");
  return same ? 0 : 1;
}
