// Trees over curved surfaces, built where a traversal goes. (Gottschalk 2000, section 8.0.6.) Two surfaces of Bézier
// patches; a patch is divided into four when it is first opened, and its volume is the box of its control points, which
// hold it. A pair of patches that are flat to the tolerance is tested as two triangles each. What is evaluated so,
// beside the triangles of the whole surfaces at the same flatness and a tree over them.
#include <apart/base/box_distance.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/triangles/overlap.hpp>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

// A bicubic patch: control points by rows.
struct Patch {
  std::array<std::array<Vec3d, 4>, 4> p;
  Bounds box{};
  bool flat = false;
  std::unique_ptr<std::array<Patch, 4>> parts{};

  void measure(double flatness) {
    box = {};
    double off = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        box.add(p[std::size_t(i)][std::size_t(j)]);
        // From the bilinear patch through its corners; the surface is no farther than its control points are.
        const double u = i / 3.0, v = j / 3.0;
        const Vec3d plain = (1 - u) * ((1 - v) * p[0][0] + v * p[0][3]) + u * ((1 - v) * p[3][0] + v * p[3][3]);
        off = std::max(off, apart::length(p[std::size_t(i)][std::size_t(j)] - plain));
      }
    // And the bilinear patch from its two triangles.
    off += 0.25 * apart::length(p[0][0] + p[3][3] - p[0][3] - p[3][0]);
    flat = off <= flatness;
  }
};

// De Casteljau's: one row of four control points in two.
void halve(const std::array<Vec3d, 4>& from, std::array<Vec3d, 4>& low, std::array<Vec3d, 4>& high) {
  const Vec3d a = 0.5 * (from[0] + from[1]), b = 0.5 * (from[1] + from[2]), c = 0.5 * (from[2] + from[3]);
  const Vec3d d = 0.5 * (a + b), e = 0.5 * (b + c), f = 0.5 * (d + e);
  low = {from[0], a, d, f}, high = {f, e, c, from[3]};
}

struct Surface {
  double flatness;
  std::vector<Patch> patches{};
  u64 made = 0;  // patches that were computed

  std::array<Patch, 4>& open(Patch& patch) {
    if (patch.parts) return *patch.parts;
    patch.parts = std::make_unique<std::array<Patch, 4>>();
    std::array<std::array<Vec3d, 4>, 4> low, high;  // in the second parameter
    for (std::size_t i = 0; i < 4; ++i) halve(patch.p[i], low[i], high[i]);
    const auto across = [&](const std::array<std::array<Vec3d, 4>, 4>& of, Patch& first, Patch& second) {
      for (std::size_t j = 0; j < 4; ++j) {
        std::array<Vec3d, 4> column{of[0][j], of[1][j], of[2][j], of[3][j]}, a, b;
        halve(column, a, b);
        for (std::size_t i = 0; i < 4; ++i) first.p[i][j] = a[i], second.p[i][j] = b[i];
      }
    };
    auto& parts = *patch.parts;
    across(low, parts[0], parts[1]);
    across(high, parts[2], parts[3]);
    for (Patch& part : parts) part.measure(flatness), ++made;
    return parts;
  }
};

// A wavy sheet of n × n patches over the square, shifted.
Surface sheet(int n, double flatness, Vec3d shift, double phase) {
  Surface out{flatness};
  const auto height = [&](double x, double y) { return 0.1 * std::sin(5 * x + phase) * std::cos(4 * y - phase); };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      Patch patch;
      for (int u = 0; u < 4; ++u)
        for (int v = 0; v < 4; ++v) {
          const double x = (i + u / 3.0) / n, y = (j + v / 3.0) / n;
          patch.p[std::size_t(u)][std::size_t(v)] = Vec3d{x, y, height(x, y)} + shift;
        }
      patch.measure(flatness);
      ++out.made;
      out.patches.push_back(std::move(patch));
    }
  return out;
}

std::array<Triangle, 2> triangles_of(const Patch& p) {
  return {Triangle{p.p[0][0], p.p[3][0], p.p[3][3]}, Triangle{p.p[0][0], p.p[3][3], p.p[0][3]}};
}

struct Met {
  u64 tests = 0, contacts = 0;
};

void meet(Surface& a, Patch& p, Surface& b, Patch& q, Met& out) {
  ++out.tests;
  if (largest(axis_gaps(p.box, q.box)) > 0) return;
  if (p.flat && q.flat) {
    for (const Triangle& s : triangles_of(p))
      for (const Triangle& t : triangles_of(q)) out.contacts += overlap(s, t);
    return;
  }
  const auto size = [](const Patch& x) { return largest(x.box.size()); };
  if (!p.flat && (q.flat || size(p) >= size(q))) {
    for (Patch& part : a.open(p)) meet(a, part, b, q, out);
  } else {
    for (Patch& part : b.open(q)) meet(a, p, b, part, out);
  }
}

void tessellate(Surface& s, Patch& patch, std::vector<Vec3d>& vertices, std::vector<Face>& faces) {
  if (!patch.flat) {
    for (Patch& part : s.open(patch)) tessellate(s, part, vertices, faces);
    return;
  }
  for (const Triangle& t : triangles_of(patch)) {
    const u32 first = static_cast<u32>(vertices.size());
    vertices.insert(vertices.end(), {t.a, t.b, t.c});
    faces.push_back({first, first + 1, first + 2});
  }
}

}  // namespace

namespace apart::lab {

void curved_surfaces(Run& run) {
  Table& table = run.table("surfaces", "Two wavy sheets of 64 patches: all contacts",
                           {"", "flatness", "contacts", "patches made on demand", "tests", "ms", "second pose, ms",
                            "triangles of both", "ms to tessellate and build", "ms to query"});
  Plot plot("Time of one query", {"flatness", true}, {"ms", true});
  u64 differ = 0;
  double share = 1;
  const std::size_t most = run.pick<std::size_t>(2, 4);
  constexpr double flatnesses[] = {1e-3, 1e-4, 1e-5, 1e-6};
  struct Case {
    const char* name;
    double rise;
  };
  for (const Case& c : {Case{"they graze", 0.12}, Case{"they cross", 0.03}}) {
    Plot::Points on_demand, whole;
    for (std::size_t k = 0; k < most; ++k) {
      if (!run.go_on(k, most)) return;
      const double flatness = flatnesses[k];
      const auto first = [&] { return sheet(8, flatness, {}, 0.3); };
      const auto second = [&] { return sheet(8, flatness, {0.2, 0.1, c.rise}, 1.7); };
      Surface a = first(), b = second();
      Met found;
      const auto ask = [&] {
        found = {};
        for (Patch& p : a.patches)
          for (Patch& q : b.patches) meet(a, p, b, q, found);
      };
      const double lazily = seconds_of(ask), again = seconds_of(ask);  // the second time, all is there
      Surface whole_a = first(), whole_b = second();
      Mesh of_a, of_b;
      std::optional<Model> model_a, model_b;
      const double eagerly = seconds_of([&] {
        for (auto [s, mesh] : {std::pair{&whole_a, &of_a}, std::pair{&whole_b, &of_b}}) {
          std::vector<Vec3d> vertices;
          std::vector<Face> faces;
          for (Patch& p : s->patches) tessellate(*s, p, vertices, faces);
          *mesh = Mesh::make(std::move(vertices), std::move(faces)).value();
        }
        model_a = Model::make(of_a).value(), model_b = Model::make(of_b).value();
      });
      std::size_t pairs = 0;
      const double query = seconds_of([&] { pairs = collisions(*model_a, Pose{}, *model_b).pairs.size(); });
      differ += pairs != found.contacts;
      share = double(a.made + b.made) / double(whole_a.made + whole_b.made);
      table.add({c.name,
                 flatness,
                 found.contacts,
                 a.made + b.made,
                 found.tests,
                 {1e3 * lazily, 4},
                 {1e3 * again, 4},
                 of_a.size() + of_b.size(),
                 {1e3 * eagerly, 4},
                 {1e3 * query, 4}});
      on_demand.push_back({flatness, 1e3 * lazily}), whole.push_back({flatness, 1e3 * (eagerly + query)});
    }
    plot.line(std::string(c.name) + ", on demand", on_demand).line(std::string(c.name) + ", whole surfaces", whole);
  }
  run.plot("times", plot);
  run.compare_difference("scenes in which triangles of the whole surfaces touch otherwise", double(differ), 0, 0);
  run.compare("share of the patches that the last scene makes (no figure is published)", share, share);
}

}  // namespace apart::lab
