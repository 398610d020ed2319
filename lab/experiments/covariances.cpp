// What is each covariance blind to, and how bad can a box along principal axes be? (Gottschalk 2000, section 3.4 and
// 3.5, figures 3.3, 3.4, 3.6, 3.8 and 3.9.) The same long box, disturbed in four ways, fitted by the spread of its
// vertices, of the hull's corners, of the triangles' area and of the hull's area; a shape and a larger one inside of
// its box that get different boxes; regular polygons; and a cube turned about its diagonal.
#include <apart/base/random.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <cmath>
#include <numbers>

#include "lab/experiment.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

constexpr Vec3d kHalf{4, 2, 1};

// The corners of a box, and its twelve triangles.
struct Disturbed {
  const char* what;
  std::vector<Vec3d> points;  // all vertices
  std::vector<Triangle> triangles;
};

Vec3d corner(int i) { return {i & 1 ? kHalf.x : -kHalf.x, i & 2 ? kHalf.y : -kHalf.y, i & 4 ? kHalf.z : -kHalf.z}; }

Disturbed box(const char* what) {
  Disturbed out{what, {}, {}};
  for (int i = 0; i < 8; ++i) out.points.push_back(corner(i));
  constexpr int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    out.triangles.push_back({corner(q[0]), corner(q[1]), corner(q[2])});
    out.triangles.push_back({corner(q[0]), corner(q[2]), corner(q[3])});
  }
  return out;
}

void add(Disturbed& to, const Triangle& t) {
  to.triangles.push_back(t);
  to.points.insert(to.points.end(), {t.a, t.b, t.c});
}

void blindness(Run& run) {
  Random random(1);
  std::vector<Disturbed> all;
  all.push_back(box("a box"));
  all.push_back(box("vertices crowded at a corner (3.3)"));
  for (int i = 0; i < 400; ++i) all.back().points.push_back(corner(3) - Vec3d{1.5, 1.5, 0} + 0.3 * random.in_box(1));
  // A rounded edge: many corners of the hull on one side.
  all.push_back(box("corners crowded on the hull (3.4)"));
  for (int i = 0; i < 400; ++i) {
    const double angle = 0.5 * std::numbers::pi * random.uniform(0, 1);
    all.back().points.push_back(
        {kHalf.x + 0.02 * std::cos(angle), kHalf.y - 0.02 + 0.02 * std::sin(angle), random.uniform(-1, 1)});
  }
  all.push_back(box("area hidden inside"));
  for (int i = 0; i < 300; ++i)  // walls across a diagonal
    add(all.back(), {{-1.4, -1.4, -0.9}, {1.4, 1.4, -0.9}, {0.01 * random.uniform(0, 1), 0, 0.9}});
  // Small in area, and it alone reaches far: a thin spike along a diagonal.
  all.push_back(box("a small outlier (3.6)"));
  add(all.back(), {{0, 0, 0}, {0.01, 0, 0}, {9, 9, 0.5}});

  Table& table = run.table("blindness", "Volume of the box along the principal axes over the least",
                           {"", "vertices", "hull's corners", "triangles", "hull's area"});
  double hull_worst = 0;
  for (const Disturbed& d : all) {
    const Mesh hull = convex_hull(d.points).surface();
    const double least = double(size(minimum_obb<double>(hull, d.points)));
    const auto ratio = [&](const Mat3d& axes) { return double(size(obb_along<double>(axes, d.points))) / least; };
    const double of_hull = ratio(surface_axes(hull));
    hull_worst = std::max(hull_worst, of_hull);
    table.add({d.what,
               {ratio(vertex_axes(d.points)), 3},
               {ratio(corner_axes(hull)), 3},
               {ratio(principal_axes(d.triangles)), 3},
               {of_hull, 3}});
  }
  run.compare("the worst of the hull's area, which is blind to none of these (published: no figure)", hull_worst, 1);
}

// Figure 3.8: a shape, and the same with one more point that lies in its box.
void not_optimal(Run& run) {
  Random random(2);
  int both = 0, larger_first = 0, trials = 0;
  double most = 1;
  for (int k = 0; k < run.pick(200, 2000); ++k) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.in_box(1));
    const auto fitted = [](const std::vector<Vec3d>& of) {
      return obb_along<double>(surface_axes(convex_hull(of).surface()), of);
    };
    const auto first = fitted(points);
    points.push_back(first.centre + transposed_times(first.axes, first.half * 0.95));  // near a corner of the box
    if (!contains(first, points.back())) continue;
    const auto second = fitted(points);
    const double ratio = double(size(second)) / double(size(first));
    ++trials;
    // Both hold both shapes: the larger one is not optimal for its own.
    both += std::abs(ratio - 1) > 1e-9;
    larger_first += ratio > 1;
    most = std::max({most, ratio, 1 / ratio});
  }
  Table& table = run.table("not-optimal", "A point added inside of the box of a shape (figure 3.8)",
                           {"trials", "boxes differ", "the new box is larger", "largest ratio of volumes"});
  table.add({trials, both, larger_first, {most, 3}});
  run.compare_difference("trials in which one of the two boxes is not optimal, in % (published: always)",
                         100.0 * both / trials, 100, 1);
}

// Regular polygons: no direction is preferred, so that any may be chosen.
void polygons(Run& run) {
  Table& table =
      run.table("polygons", "Regular polygons: the largest rectangle around them over the least", {"corners", "ratio"});
  double square = 0, next = 0;
  Plot::Points ratios;
  for (int n = 3; n <= 16; ++n) {
    double least = 1e9, most = 0;
    for (int k = 0; k < 7200; ++k) {
      const double turn = std::numbers::pi * k / 7200;
      double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
      for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * i / n + turn;
        const double at[2] = {std::cos(angle), std::sin(angle)};
        for (int c = 0; c < 2; ++c) low[c] = std::min(low[c], at[c]), high[c] = std::max(high[c], at[c]);
      }
      const double area = (high[0] - low[0]) * (high[1] - low[1]);
      least = std::min(least, area), most = std::max(most, area);
    }
    if (n == 4)
      square = most / least;
    else
      next = std::max(next, most / least);
    table.add({n, {most / least, 4}});
    ratios.push_back({double(n), most / least});
  }
  run.plot("polygons",
           Plot("Regular polygons: the largest rectangle over the least", {"corners"}, {"ratio", false, 1, 2})
               .line("regular polygons", ratios));
  run.compare_difference("square: largest rectangle over the least", square, 2, 1e-3);
  run.compare_difference("other polygons: the largest such ratio is below the square's", next < square, 1, 0);
}

void cube(Run& run) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5});
  const auto turned = [&](const Mat3d& axes) { return double(size(obb_along<double>(axes, points))); };
  const double h = std::numbers::pi / 6, s = std::sin(h) / std::sqrt(3.0);
  const double diagonal = turned(Pose::from_quaternion(std::cos(h), s, s, s, {}).value().rotation);
  double most = 0;
  Random random(3);
  for (int k = 0; k < run.pick(20000, 2000000); ++k) most = std::max(most, turned(random.rotation()));
  Table& table = run.table("cube", "Boxes around a cube of volume 1", {"", "volume"});
  table.add({"turned by 60° about a diagonal", {diagonal, 4}});
  table.add({"the largest of random rotations", {most, 4}});
  run.compare_difference("cube turned by 60° about its diagonal", diagonal, 4.63, 0.01);
  run.compare("the largest of random rotations (published: 4.63 is the worst)", most, 4.63);
}

}  // namespace

namespace apart::lab {

void covariances(Run& run) {
  blindness(run);
  not_optimal(run);
  polygons(run);
  cube(run);
}

}  // namespace apart::lab
