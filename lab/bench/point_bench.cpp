// Nearest points, inside tests and winding numbers beside CGAL's AABB tree and side of mesh, and Embree's point query:
// answers compared first, then nanoseconds of CPU time per point on one thread, the best of several rounds.
//   point_bench [TRIANGLES] [POINTS]
#include <apart/base/random.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/leaf_cells.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/sum_of_angles.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numbers>
#include <samples/generate.hpp>

#include "lab/bench/points/rivals.hpp"

namespace apart::lab {
namespace {

template <class F>
double nanoseconds(std::size_t points, F f) {
  double best = 1e300;
  for (int round = 0; round < 7; ++round) {
    const std::clock_t start = std::clock();
    f();
    best = std::min(best, 1e9 / CLOCKS_PER_SEC * double(std::clock() - start) / double(points));
  }
  return best;
}

// The largest difference, over the size of the model.
double most_apart(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

std::vector<Vec3d> in_box(const Mesh& mesh, std::size_t count, Random& random) {
  Bounds box;
  for (const Vec3d v : mesh.vertices()) box.add(v);
  std::vector<Vec3d> out(count);
  for (Vec3d& p : out)
    for (int k = 0; k < 3; ++k) p[k] = random.uniform(box.low[k], box.high[k]);
  return out;
}
// As of a scan: beside the surface, by a thousandth of its size.
std::vector<Vec3d> near_surface(const Mesh& mesh, std::size_t count, Random& random) {
  std::vector<Vec3d> out(count);
  for (Vec3d& p : out) {
    const Triangle t = mesh.triangle(random.below(mesh.size()));
    p = (t.a + t.b + t.c) / 3 + 1e-3 * random.in_ball();
  }
  return out;
}

// A model makes its cells after a stream of half as many points as it has triangles; here before, as the others' trees.
void make_cells(const Model& model) {
  (void)model.boxes();
  const std::clock_t start = std::clock();
  const queries::LeafCells* const cells = queries::LeafCells::of(model, model.mesh().size());
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("  cells of nearest points: made in %.2f s, %.0f bytes a triangle\n", seconds,
              cells != nullptr ? double(cells->bytes()) / model.mesh().size() : 0.0);
}

void compare(const char* name, const Mesh& mesh, const std::vector<Vec3d>& points, const PointRival& cgal,
             const PointRival& embree) {
  const Model model = Model::make(mesh).value();
  const std::size_t n = points.size();
  const BatchOptions one{.threads = 1};
  std::vector<double> ours(n), theirs(n), floats(n);
  std::vector<char> in(n), other(n);
  make_cells(model);
  const Batch<ClosestPoint> all = closest(model, points, {}, one);
  const Batch<WindingNumber> windings = winding_number(model, points, one);
  for (std::size_t i = 0; i < n; ++i) ours[i] = all.answers[i].distance, in[i] = windings.answers[i].inside();
  cgal.closest(points, theirs), embree.closest(points, floats), cgal.inside(points, other);
  std::printf("%s: distances differ by %.1e from CGAL's, %.1e from Embree's; inside %s\n", name,
              most_apart(ours, theirs), most_apart(ours, floats), in == other ? "the same" : "DIFFERENT");

  std::vector<ClosestPoint> nearest(n);  // all write into arrays that are there
  const double stream = nanoseconds(n, [&] { closest(model, points, nearest, {}, one); });
  const double single = nanoseconds(n, [&] {
    for (std::size_t i = 0; i < n; ++i) ours[i] = closest(model, points[i]).distance;
  });
  const double of_cgal = nanoseconds(n, [&] { cgal.closest(points, theirs); });
  const double of_embree = nanoseconds(n, [&] { embree.closest(points, floats); });
  std::printf("  nearest point: stream %.0f ns, one by one %.0f, CGAL %.0f, Embree %.0f: %.1f and %.1f times faster\n",
              stream, single, of_cgal, of_embree, of_cgal / stream, of_embree / stream);

  std::vector<WindingNumber> wound(n);
  const double located = nanoseconds(n, [&] { winding_number(model, points, wound, one); });
  const double single_located = nanoseconds(n, [&] {
    for (std::size_t i = 0; i < n; ++i) in[i] = locate(model, points[i]) != Where::outside;
  });
  const double side = nanoseconds(n, [&] { cgal.inside(points, other); });
  std::printf("  inside: stream %.0f ns, one by one %.0f, CGAL %.0f: %.1f times faster\n", located, single_located,
              side, side / located);
}

double sum_one_by_one(const Mesh& mesh, Vec3d p) {
  double sum = 0;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const Vec3d a = t.a - p, b = t.b - p, c = t.c - p;
    const double la = length(a), lb = length(b), lc = length(c);
    sum += std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * std::numbers::pi);
}

// An open mesh: as many triangles, all but some patches.
void compare_winding(const Mesh& closed, const std::vector<Vec3d>& points) {
  std::vector<Face> faces;
  for (u32 i = 0; i < closed.size(); ++i)
    if (closed.triangle(i).a.z < 0.2) faces.push_back(closed.faces()[i]);
  const Model open =
      Model::make(Mesh::make({closed.vertices().begin(), closed.vertices().end()}, faces).value()).value();
  const BatchOptions one{.threads = 1};
  const Batch<WindingNumber> all = winding_number(open, points, one);
  double most = 0;
  const std::size_t few = std::min<std::size_t>(points.size(), 5);
  double of_slow = 0;
  const double sum_of_angles = nanoseconds(few, [&] {
    for (std::size_t i = 0; i < few; ++i)
      of_slow = sum_one_by_one(open.mesh(), points[i]), most = std::max(most, std::abs(of_slow - all.answers[i].value));
  });
  const double ours = nanoseconds(points.size(), [&] { (void)winding_number(open, points, one); });
  std::printf(
      "open, %u triangles, %zu open edges: winding numbers differ by %.1e from the sum; %.0f ns, the sum %.0f\n",
      open.mesh().size(), open.topology().open_edges.size(), most, ours, sum_of_angles);
}

// All triangles one by one, in lanes: what the library does with small soups.
double sum_in_lanes(const Mesh& mesh, Vec3d p) {
  queries::SumOfAngles sum;
  Triangle some[triangles::kMostAngles];
  for (u32 from = 0; from < mesh.size(); from += triangles::kMostAngles) {
    const u32 count = std::min(triangles::kMostAngles, mesh.size() - from);
    for (u32 k = 0; k < count; ++k) some[k] = mesh.triangle(from + k);
    sum.add(p, {some, count});
  }
  return sum.winding().value;
}

// A soup: every other triangle the other way round, so that nearly all edges are open.
void compare_soup(const Mesh& closed, const std::vector<Vec3d>& points) {
  std::vector<Face> faces(closed.faces().begin(), closed.faces().end());
  Random random(2);
  for (Face& face : faces)
    if (random.chance(0.5)) std::swap(face[1], face[2]);
  const Mesh soup = Mesh::make({closed.vertices().begin(), closed.vertices().end()}, faces).value();
  const Model model = Model::make(soup).value();
  const BatchOptions one{.threads = 1};
  (void)model.boxes(), (void)model.topology();
  const std::clock_t start = std::clock();
  (void)winding_number(model, points[0]);
  const double made = double(std::clock() - start) / CLOCKS_PER_SEC;
  const std::span<const Vec3d> some(points.data(), std::min<std::size_t>(points.size(), 1000));
  const std::vector<Vec3d> few(some.begin(), some.end());
  const Batch<WindingNumber> all = winding_number(model, few, one);
  double most = 0;
  const double sum = nanoseconds(3, [&] {
    for (std::size_t i = 0; i < 3; ++i)
      most = std::max(most, std::abs(sum_in_lanes(soup, few[i]) - all.answers[i].value));
  });
  const double ours = nanoseconds(few.size(), [&] { (void)winding_number(model, few, one); });
  std::size_t in = 0;
  const double rough = nanoseconds(few.size(), [&] {
    for (const Vec3d p : few) in += inside(model, p);
  });
  std::printf(
      "soup, %u triangles: clusters made in %.2f s; winding numbers differ by %.1e from the sum; %.0f ns, inside "
      "%.0f, the sum %.0f: %.0f and %.0f times faster\n",
      soup.size(), made, most, ours, rough, sum, sum / ours, sum / rough);
}

}  // namespace
}  // namespace apart::lab

int main(int argc, char** argv) {
  using namespace apart;
  using namespace apart::lab;
  const u32 triangles = argc > 1 ? static_cast<u32>(std::atoi(argv[1])) : 1000000;
  const std::size_t count = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 20000;
  Random random(1);
  const Mesh mesh = generate::wrinkled_torus(triangles);
  std::printf("a wrinkled torus of %u triangles, %zu points\n", mesh.size(), count);
  const PointRival cgal = cgal_points(mesh), embree = embree_points(mesh);
  const std::vector<Vec3d> inside = in_box(mesh, count, random), near = near_surface(mesh, count, random);
  compare("points in its box", mesh, inside, cgal, embree);
  compare("points beside its surface", mesh, near, cgal, embree);
  compare("ten times as many beside it", mesh, near_surface(mesh, 10 * count, random), cgal, embree);
  compare_winding(mesh, inside);
  compare_soup(mesh, inside);
}
