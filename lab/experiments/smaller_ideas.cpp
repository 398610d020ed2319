// What do the smaller ideas of the literature cost, and gain? (Ericson 2005, sections 4.2.3, 4.6 and 4.7; Gottschalk
// 2000, section 6.2.) Tight boxes from the corners of the hull alone, drums of polytopes, corners of k-dops, directions
// spread evenly, approximate tests of hulls, and spherical shells as volumes: each beside what is used instead.
#include <fmt/format.h>
#include <algorithm>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/triangles/point.hpp>
#include <apart/volumes/fits/hull_first.hpp>
#include <apart/volumes/fits/update_aabb.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/slab_corners_published.hpp>
#include <apart/volumes/obb.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

volatile double sink;  // prevents the computation from being optimized away

template <class F>
double microseconds(Run& run, F f) {
  return 1e6 * best_seconds([&] { sink = f(); }, run.pick(2, 9), run.pick(0.0005, 0.01));
}

// The triangles' corners, three each, of all nodes of a tree with so many triangles.
std::vector<std::vector<Vec3d>> nodes_of(const Mesh& mesh, u32 least, u32 most) {
  const Topology topology = build(mesh);
  const std::vector<ItemRange> ranges = item_ranges(topology.nodes, topology.order);
  std::vector<std::vector<Vec3d>> out;
  for (const ItemRange& range : ranges) {
    if (range.size() < least || range.size() > most) continue;
    std::vector<Vec3d> points;
    for (u32 i = range.begin; i < range.end; ++i) {
      const Triangle t = mesh.triangle(topology.order[i].primitive());
      points.insert(points.end(), {t.a, t.b, t.c});
    }
    out.push_back(std::move(points));
  }
  return out;
}

void tight_boxes(Run& run) {
  Table& table =
      run.table("boxes", "The tight box of a body that has rotated",
                {"body", "vertices", "corners of the hull", "all, microseconds", "the hull's first", "ratio"});
  const u32 triangles = run.pick(1000u, 20000u);
  struct Body {
    const char* name;
    Mesh mesh;
  };
  for (const Body& body : {Body{"wrinkled torus", generate::wrinkled_torus(triangles)},
                           Body{"head", generate::head(triangles)}, Body{"sphere", generate::sphere(1, triangles)}}) {
    const volumes::HullFirst first = volumes::hull_first(body.mesh.vertices());
    const Pose pose{Random(1).rotation(), {1, 2, 3}};
    const auto box = [&](std::span<const Vec3d> points) { return aabb_of<double>(points, pose).half.x; };
    const double all = microseconds(run, [&] { return box(first.points); }),
                 outer = microseconds(run, [&] { return box(first.outer()); });
    table.add({body.name, first.points.size(), first.corners, {all, 4}, {outer, 4}, {outer / all, 3}});
  }
}

// The slices of a polytope between the heights of its corners: every edge is kept in each that it crosses.
void drums(Run& run) {
  Table& table =
      run.table("drums", "Drums of a ball's polytope: edges that they hold", {"corners", "edges", "in drums", "times"});
  Plot::Points line;
  for (const u32 triangles : {200u, 700u, 2000u, run.pick(4000u, 20000u)}) {
    const Mesh ball = generate::sphere(1, triangles);
    std::vector<u32> rank(ball.vertices().size()), order(rank.size());
    for (u32 k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(), [&](u32 i, u32 j) { return ball.vertices()[i].z < ball.vertices()[j].z; });
    for (u32 k = 0; k < order.size(); ++k) rank[order[k]] = k;
    double edges = 0, held = 0;
    for (const Face& f : ball.faces())
      for (int i = 0; i < 3; ++i) {
        const u32 from = rank[f[std::size_t(i)]], to = rank[f[std::size_t((i + 1) % 3)]];
        if (from < to) edges += 1, held += to - from;  // each edge is a side of two faces, once in each direction
      }
    table.add({rank.size(), edges, held, {held / edges, 4}});
    line.push_back({double(rank.size()), held / edges});
  }
  run.plot("drums", Plot("Drums of a ball's polytope", {"corners", true}, {"times that an edge is kept", true})
                        .line("edges of drums over those of the polytope", line));
}

void corners_of_kdops(Run& run) {
  Random random(1);
  std::vector<Vec3d> points;
  for (int k = 0; k < 30; ++k) points.push_back(random.in_box(1));
  const Kdop<double, 18> v = Fit<Kdop<double, 18>>::of(points);
  const std::vector<volumes::SlabPlane> planes = volumes::slab_planes(kKdopNormals<18>, v.centre, v.half);
  Table& table = run.table("corners", "The corners of an 18-dop", {"by", "microseconds", "over clipping"});
  const double clipping = microseconds(run, [&] { return solid(v).volume; });
  const auto add = [&](const char* name, double each) { table.add({name, {each, 4}, {each / clipping, 3}}); };
  add("clipping faces, with area and volume", clipping);
  add("triples of planes", microseconds(run, [&] { return volumes::corners_by_triples(planes, 1e-9)[0].x; }));
  add("duality, about a point by alternating projections", microseconds(run, [&] {
        return volumes::corners_by_duality(planes, *volumes::inside_by_projections(planes, 2))[0].x;
      }));
}

// Nine directions and their opposites that push each other away on the sphere (Zachmann's way).
std::vector<Vec3d> spread_directions() {
  Random random(1);
  std::vector<Vec3d> all;
  for (int k = 0; k < 9; ++k) all.push_back(random.direction());
  for (int step = 0; step < 4000; ++step) {
    std::vector<Vec3d> pushed = all;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j)
        for (const double sign : {1.0, -1.0}) {
          const Vec3d away = all[i] - sign * all[j];
          if (const double far = length(away); i != j && far > 0)
            pushed[i] += (0.05 / (1 + 0.01 * step) / (far * far * far)) * away;
        }
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = pushed[i] / length(pushed[i]);
  }
  return all;
}

void directions(Run& run) {
  Table& table = run.table(
      "directions", "18-dops of a tree's nodes of 8 to 64 triangles: nine directions spread evenly, over the usual",
      {"body", "nodes", "volume", "area"});
  const std::vector<Vec3d> spread = spread_directions();
  struct Body {
    const char* name;
    Mesh mesh;
  };
  const u32 triangles = run.pick(600u, 4000u);
  for (const Body& body :
       {Body{"bent torus", generate::bent_torus(triangles)}, Body{"head", generate::head(triangles)},
        Body{"cup", generate::cup(triangles)}, Body{"teeth", generate::teeth(generate::Jaw::lower, triangles)}}) {
    double volume[2] = {}, area[2] = {};
    const auto nodes = nodes_of(body.mesh, 8, 64);
    for (const auto& points : nodes)
      for (int way = 0; way < 2; ++way) {
        double centre[9], half[9];
        std::vector<Vec3d> normals(kKdopNormals<18>.begin(), kKdopNormals<18>.end());
        if (way == 1) normals = spread;
        for (std::size_t i = 0; i < 9; ++i) {
          double low = dot(normals[i], points[0]), high = low;
          for (Vec3d p : points) low = std::min(low, dot(normals[i], p)), high = std::max(high, dot(normals[i], p));
          centre[i] = 0.5 * (low + high), half[i] = 0.5 * (high - low);
        }
        const SlabSolid s = slab_solid(normals, centre, half);
        volume[way] += s.volume, area[way] += s.area;
      }
    table.add({body.name, nodes.size(), {volume[1] / volume[0], 3}, {area[1] / area[0], 3}});
  }
}

// A hull with what the approximate tests need: its planes, and a few balls that hold its corners.
struct TestedHull {
  struct Plane {
    Vec3d normal;
    double offset;
  };
  struct Ball {
    Vec3d centre;
    double radius;
  };
  std::vector<Vec3d> corners;
  std::vector<Plane> planes;
  std::vector<Ball> balls;

  explicit TestedHull(const std::vector<Vec3d>& points) {
    const Hull hull = convex_hull(points);
    corners = hull.vertices;
    for (const Face& f : hull.faces) {
      const Vec3d a = hull.vertices[f[0]], n = cross(hull.vertices[f[1]] - a, hull.vertices[f[2]] - a);
      if (const double far = length(n); far > 0) planes.push_back({n / far, dot(n / far, a)});
    }
    // Each about the corner that is farthest from those before.
    constexpr std::size_t kBalls = 6;
    while (balls.size() < std::min(kBalls, corners.size())) {
      std::size_t next = 0;
      double most = -1;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        double nearest = 1e300;
        for (const Ball& ball : balls) nearest = std::min(nearest, length(corners[k] - ball.centre));
        if (nearest > most) most = nearest, next = k;
      }
      balls.push_back({corners[next], 0});
    }
    for (Vec3d p : corners) {
      Ball* nearest = &balls[0];
      for (Ball& ball : balls)
        if (length(p - ball.centre) < length(p - nearest->centre)) nearest = &ball;
      nearest->radius = std::max(nearest->radius, length(p - nearest->centre));
    }
  }
};

bool corners_beyond_a_plane(const TestedHull& a, const TestedHull& b) {
  for (const TestedHull::Plane& plane : a.planes)
    if (std::all_of(b.corners.begin(), b.corners.end(), [&](Vec3d p) { return dot(plane.normal, p) > plane.offset; }))
      return true;
  return false;
}
bool balls_beyond_a_plane(const TestedHull& a, const TestedHull& b) {
  for (const TestedHull::Plane& plane : a.planes)
    if (std::all_of(b.balls.begin(), b.balls.end(),
                    [&](const auto& ball) { return dot(plane.normal, ball.centre) - ball.radius > plane.offset; }))
      return true;
  return false;
}

void hull_tests(Run& run) {
  const u32 triangles = run.pick(1000u, 8000u);
  std::vector<TestedHull> a, b;
  for (const auto& points : nodes_of(generate::bent_torus(triangles), 16, 48)) a.emplace_back(points);
  const Pose at = Pose::from_quaternion(1, 1, 0, 0, {0.45, 0, 0.05}).value();
  for (auto points : nodes_of(generate::wrinkled_torus(triangles), 16, 48)) {
    for (Vec3d& p : points) p = at * p;
    b.emplace_back(points);
  }
  struct Pair {
    const TestedHull *a, *b;
  };
  const auto far = [](const TestedHull& x, const TestedHull& y) {
    return gjk(PointsSupport{x.corners}, PointsSupport{y.corners}, y.corners[0] - x.corners[0]).distance;
  };
  std::vector<Pair> near, meeting;  // nearer than their size
  for (const TestedHull& x : a)
    for (const TestedHull& y : b) {
      if (near.size() >= 2000) continue;
      const double gap = far(x, y);
      if (gap > 0 && gap < 0.2) near.push_back({&x, &y});
      if (gap == 0) meeting.push_back({&x, &y});
    }
  Table& table = run.table(
      "hulls", fmt::format("Hulls of 16 to 48 triangles: {} near pairs, {} that meet", near.size(), meeting.size()),
      {"test", "told apart, in %", "wrong", "ns a near pair", "over GJK"});
  double by_gjk = 0;
  const auto add = [&](const char* name, auto apart) {
    u64 told = 0, wrong = 0;
    for (const Pair& p : near) told += apart(*p.a, *p.b);
    for (const Pair& p : meeting) wrong += apart(*p.a, *p.b);
    const double each = 1e3 *
                        microseconds(run,
                                     [&] {
                                       double sum = 0;
                                       for (const Pair& p : near) sum += apart(*p.a, *p.b);
                                       return sum;
                                     }) /
                        double(std::max<std::size_t>(near.size(), 1));
    if (by_gjk == 0) by_gjk = each;
    table.add({name,
               {100 * double(told) / double(std::max<std::size_t>(near.size(), 1)), 4},
               wrong,
               {each, 4},
               {each / by_gjk, 3}});
    return double(wrong);
  };
  double wrong = add("GJK", [&](const TestedHull& x, const TestedHull& y) { return far(x, y) > 0; });
  wrong += add("corners against the planes of the other", [](const TestedHull& x, const TestedHull& y) {
    return corners_beyond_a_plane(x, y) || corners_beyond_a_plane(y, x);
  });
  wrong += add("six balls against the planes of the other", [](const TestedHull& x, const TestedHull& y) {
    return balls_beyond_a_plane(x, y) || balls_beyond_a_plane(y, x);
  });
  run.compare_difference("hulls that meet and were told apart", wrong, 0, 0);
}

// How thick a spherical shell about a node's triangles is whose centre is that of the sphere nearest to their corners.
double shell_thickness(const std::vector<Vec3d>& points) {
  Vec3d mean{};
  for (Vec3d p : points) mean += p / double(points.size());
  double square = 0;
  for (Vec3d p : points) square += squared_length(p - mean) / double(points.size());
  Mat3d spread{{{}, {}, {}}};
  Vec3d pull{};
  for (Vec3d p : points) {
    const Vec3d x = p - mean;
    for (int i = 0; i < 3; ++i) spread.rows[i] += x[i] * x;
    pull += 0.5 * (squared_length(x) - square) * x;
  }
  const Vec3d a = spread.rows[0], b = spread.rows[1], c = spread.rows[2];
  const double volume = dot(a, cross(b, c));
  if (!(std::abs(volume) > 1e-9 * length(a) * length(b) * length(c))) return 0;  // flat
  const Vec3d centre = (1 / volume) * (pull.x * cross(b, c) + pull.y * cross(c, a) + pull.z * cross(a, b)) + mean;
  double low = 1e300, high = 0;
  for (std::size_t k = 0; k + 2 < points.size(); k += 3)
    low = std::min(low, std::sqrt(closest_on_triangle(centre, {points[k], points[k + 1], points[k + 2]}).squared));
  for (Vec3d p : points) high = std::max(high, length(p - centre));
  return high - low;
}

void shells(Run& run) {
  Table& table =
      run.table("shells", "Spherical shells about a tree's nodes: thickness over that of oriented boxes, mean",
                {"body", "triangles of a node", "nodes", "ratio"});
  struct Body {
    const char* name;
    Mesh mesh;
  };
  const u32 triangles = run.pick(1000u, 20000u);
  for (const Body& body : {Body{"bent torus", generate::bent_torus(triangles)}, Body{"head", generate::head(triangles)},
                           Body{"teeth", generate::teeth(generate::Jaw::lower, triangles)}})
    for (const u32 least : {4u, 16u, 64u, 256u}) {
      double shell = 0, box = 0;
      const auto nodes = nodes_of(body.mesh, least, 2 * least - 1);
      for (const auto& points : nodes) {
        const Vec3d half = Fit<Obb<double>>::of(std::span<const Vec3d>(points)).half;
        const double flat = 2 * std::min({half.x, half.y, half.z});
        const double thick = shell_thickness(points);
        shell += thick > 0 ? std::min(thick, flat) : flat, box += flat;
      }
      table.add(
          {body.name, fmt::format("{} to {}", least, 2 * least - 1), nodes.size(), {shell / std::max(box, 1e-300), 3}});
    }
}

}  // namespace

namespace apart::lab {

void smaller_ideas(Run& run) {
  for (void (*part)(Run&) : {tight_boxes, drums, corners_of_kdops, directions, hull_tests, shells})
    if (run.go_on(0, 1)) part(run);
}

}  // namespace apart::lab
