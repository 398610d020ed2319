// The volume of each fit relative to the minimum, and its cost. (Methods of Gottschalk 2000, chapter 3, and Ericson
// 2005, sections 4.3 and 4.4.) On random point sets and generated models, each rotated at random.
#include <apart/base/random.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/volumes/fits/fit_obb.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <functional>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

struct Content {
  Mesh mesh;  // of the points alone, for sets
  Mesh hull;

  explicit Content(Mesh of) : mesh(std::move(of)), hull(convex_hull(mesh.vertices()).surface()) {}
};

struct Group {
  std::string name;
  std::vector<Content> contents{};
};

struct Way {
  std::string name;
  std::function<double(const Content&)> size;
};

std::vector<Group> groups(const Run& run) {
  Random random(1);
  std::vector<Group> out;
  const auto sets = [&](const char* name, int count, int points, auto draw) {
    Group group{name};
    for (int k = 0; k < count; ++k) {
      const Mat3d turn = random.rotation();
      const Vec3d stretch{random.uniform(0.1, 1), random.uniform(0.1, 1), 1};
      std::vector<Vec3d> p;
      for (int i = 0; i < points; ++i) {
        const Vec3d q = draw();
        p.push_back(turn * Vec3d{q.x * stretch.x, q.y * stretch.y, q.z});
      }
      group.contents.emplace_back(Mesh::make(std::move(p), {}).value());
    }
    out.push_back(std::move(group));
  };
  sets("8 in a box", run.pick(50, 300), 8, [&] { return random.in_box(1); });
  sets("60 in a box", run.pick(3, 20), 60, [&] { return random.in_box(1); });
  sets("60 in a sphere", run.pick(3, 20), 60, [&] { return random.in_ball(); });
  const auto model = [&](const char* name, const Mesh& mesh) {
    Group group{name};
    for (int k = 0; k < run.pick(1, 5); ++k) group.contents.emplace_back(placed(mesh, {random.rotation(), {}}));
    out.push_back(std::move(group));
  };
  model("box", generate::box({1, 2, 3}));
  model("cylinder", generate::cylinder(1, 2, 24));
  model("spoon", generate::spoon());
  model("hand", generate::hand_part());
  model("cup", generate::cup(run.pick(500u, 2000u)));
  model("gear", generate::gear({.teeth = 12}));
  return out;
}

// The last method is the minimum, the reference for the others.
void measure(Run& run, std::string volume, const std::vector<Way>& ways, const std::vector<Group>& all) {
  std::vector<std::string> columns{"fit"};
  for (const Group& group : all) columns.push_back(group.name), columns.push_back(group.name + ", worst");
  columns.push_back("µs, cup");
  const std::string file = volume.substr(volume.find(' ') + 1);
  Table& table = run.table(file, "Volume of " + volume + " over the minimum, mean and worst", columns);
  Plot plot("Size of " + volume + " against time", {"µs for the cup", true},
            {"% of volume above the minimum, mean", true});
  std::vector<std::vector<double>> least;
  for (const Group& group : all) {
    least.emplace_back();
    for (const Content& c : group.contents) least.back().push_back(run.go_on(0, 1) ? ways.back().size(c) : 0);
  }
  std::size_t done = 0, smaller = 0;
  for (const Way& way : ways) {
    std::vector<Cell> row{way.name};
    double total = 0;
    for (std::size_t g = 0; g < all.size(); ++g) {
      double sum = 0, worst = 0;
      const auto& contents = all[g].contents;
      for (std::size_t i = 0; i < contents.size(); ++i) {
        if (!run.go_on(done * all.size() + g, ways.size() * all.size())) return;
        const double ratio = &way == &ways.back() ? 1 : way.size(contents[i]) / least[g][i];
        sum += ratio, worst = std::max(worst, ratio), smaller += ratio < 1 - 1e-9;
      }
      const double mean = sum / double(contents.size());
      total += mean / double(all.size());
      row.push_back({mean, 4}), row.push_back({worst, 4});
    }
    const Content& cup =
        std::find_if(all.begin(), all.end(), [](const Group& g) { return g.name == "cup"; })->contents[0];
    const double us = 1e6 * best_seconds([&] { way.size(cup); }, 1, 0.01);
    row.push_back({us, 3});
    table.add(std::move(row));
    ++done;
    if (total > 1 + 1e-6) plot.mark(way.name, us, 100 * (total - 1));
  }
  run.plot(file, plot);
  run.compare_difference(volume + " that are smaller than the minimum", double(smaller), 0, 0);
}

std::vector<Triangle> triangles_of(const Mesh& mesh) {
  std::vector<Triangle> out;
  for (u32 i = 0; i < mesh.size(); ++i) out.push_back(mesh.triangle(i));
  return out;
}

}  // namespace

namespace apart::lab {

void fits(Run& run) {
  const std::vector<Group> all = groups(run);
  Table& table =
      run.table("contents", "What is held", {"group", "contents", "vertices", "vertices of the hull, at most"});
  for (const Group& group : all) {
    std::size_t corners = 0;
    for (const Content& c : group.contents) corners = std::max(corners, c.hull.vertices().size());
    table.add({group.name, group.contents.size(), group.contents[0].mesh.vertices().size(), corners});
  }

  using B = Sphere<double>;
  const auto of = [](auto fit) { return [fit](const Content& c) { return size(fit(c.mesh.vertices())); }; };
  const auto along = [](auto axes) {
    return [axes](const Content& c) { return size(obb_along<double>(axes(c), c.mesh.vertices())); };
  };
  const auto surface = [](const Content& c) {
    return c.mesh.empty() ? vertex_axes(c.mesh.vertices()) : principal_axes(triangles_of(c.mesh));
  };
  measure(run, "spheres",
          {{"box", of([](auto p) { return Fit<B>::of(p); })},
           {"ritter", of([](auto p) { return ritter_sphere<double>(p); })},
           {"spread", of([](auto p) { return spread_sphere<double>(p); })},
           {"refined", of([](auto p) { return refined_sphere<double>(p); })},
           {"minimum", of([](auto p) { return minimum_sphere<double>(p); })}},
          all);
  measure(run, "oriented boxes",
          {{"aligned", along([](const Content&) { return Mat3d{}; })},
           {"vertices", along([](const Content& c) { return vertex_axes(c.mesh.vertices()); })},
           {"triangles", along(surface)},
           {"corners", along([](const Content& c) { return corner_axes(c.hull); })},
           {"facets", along([](const Content& c) { return surface_axes(c.hull); })},
           {"inertia", along([](const Content& c) { return inertia_axes(c.hull); })},
           {"longest", along([](const Content& c) { return longest_axes(c.mesh.vertices()); })},
           {"shortest", along([](const Content& c) { return shortest_axes(c.mesh.vertices()); })},
           {"iterated", along([](const Content& c) { return iterated_axes(c.mesh.vertices()); })},
           {"searched", along([](const Content& c) { return searched_axes(c.mesh.vertices()); })},
           {"minimum", along([](const Content& c) { return minimum_axes(c.hull); })}},
          all);
}

}  // namespace apart::lab
