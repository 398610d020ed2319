// How large is each fit's volume, over the least there is, and what does it cost? Over random point sets and generated
// models, each turned at random. Prints two tables and writes fit_table.csv, fit_table_balls.svg and
// fit_table_boxes.svg (size against time).
#include <apart/shapes/generate.hpp>
#include <apart/volumes/aabb.hpp>
#include <apart/volumes/fit_obb.hpp>
#include <apart/volumes/fit_sphere.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <set>

#include "lab/plot.hpp"
#include "tests/volumes/point_sets.hpp"

namespace {

using namespace apart;

struct Content {
  Mesh mesh;  // of the points alone, for sets
  Mesh hull;
};

struct Group {
  std::string name;
  std::vector<Content> contents;
};

struct Way {
  std::string name;
  std::function<double(const Content&)> size;
};

// The hull, from the vertices that are farthest along some directions, and then from those that still stick out of it.
Mesh hull_of(const Mesh& mesh) {
  Random random(9);
  std::set<u32> found;
  const auto farthest = [&](Vec3d d) {
    u32 far = 0;
    for (u32 v = 1; v < mesh.vertices().size(); ++v)
      if (dot(d, mesh.vertices()[v]) > dot(d, mesh.vertices()[far])) far = v;
    return far;
  };
  for (int k = 0; k < 1000; ++k) found.insert(farthest(random.direction()));
  for (;;) {
    std::vector<Vec3d> points;
    for (u32 v : found) points.push_back(mesh.vertices()[v]);
    Mesh hull = testing::small_hull(points);
    const std::size_t before = found.size();
    for (u32 f = 0; f < hull.size(); ++f) {
      const Vec3d normal = area_vector(hull.triangle(f)), unit = normal / length(normal);
      const u32 far = farthest(unit);
      if (dot(mesh.vertices()[far] - hull.triangle(f).a, unit) > 1e-9 * length(points[0] - points[1]))
        found.insert(far);
    }
    if (found.size() == before) return hull;
  }
}

double sticks_out(const Content& c) {
  double out = 0;
  for (u32 f = 0; f < c.hull.size(); ++f) {
    const Triangled t = c.hull.triangle(f);
    const Vec3d normal = area_vector(t) / length(area_vector(t));
    for (Vec3d p : c.mesh.vertices()) out = std::max(out, dot(p - t.a, normal));
  }
  return out / double(diameter(Fit<Aabb<double>>::of(c.hull.vertices())));
}

Content set_of(std::vector<Vec3d> points) {
  Mesh hull = testing::small_hull(points);
  return {Mesh::make(std::move(points), {}).value(), std::move(hull)};
}

std::vector<Group> groups() {
  Random random(1);
  std::vector<Group> out;
  const auto sets = [&](const char* name, int count, int points, auto draw) {
    Group group{name, {}};
    for (int k = 0; k < count; ++k) {
      const Mat3d turn = random.rotation();
      const Vec3d stretch{random.uniform(0.1, 1), random.uniform(0.1, 1), 1};
      std::vector<Vec3d> p;
      for (int i = 0; i < points; ++i) {
        const Vec3d q = draw();
        p.push_back(turn * Vec3d{q.x * stretch.x, q.y * stretch.y, q.z});
      }
      group.contents.push_back(set_of(std::move(p)));
    }
    out.push_back(std::move(group));
  };
  sets("8 in a box", 300, 8, [&] { return random.in_box(1); });
  sets("60 in a box", 20, 60, [&] { return random.in_box(1); });
  sets("60 in a ball", 20, 60, [&] { return random.in_ball(); });
  const auto model = [&](const char* name, const Mesh& mesh) {
    Group group{name, {}};
    for (int k = 0; k < 5; ++k) {
      const Mesh turned = placed(mesh, {random.rotation(), {}});
      group.contents.push_back({turned, hull_of(turned)});
    }
    out.push_back(std::move(group));
  };
  model("box", generate::box({1, 2, 3}));
  model("cylinder", generate::cylinder(1, 2, 24));
  model("spoon", generate::spoon());
  model("hand", generate::hand_part());
  model("cup", generate::cup(2000));
  model("gear", generate::gear({.teeth = 12}));
  return out;
}

double seconds(const std::function<void()>& run) {
  using Clock = std::chrono::steady_clock;
  for (int times = 1;; times *= 4) {
    const auto start = Clock::now();
    for (int i = 0; i < times; ++i) run();
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    if (took > 0.02) return took / times;
  }
}

std::vector<Triangled> triangles(const Mesh& mesh) {
  std::vector<Triangled> out;
  for (u32 i = 0; i < mesh.size(); ++i) out.push_back(mesh.triangle(i));
  return out;
}

void table(const char* title, const std::vector<Way>& ways, const std::vector<Group>& all, std::FILE* csv,
           lab::Plot& plot) {
  std::printf("\n%s\n%-9s", title, "");
  for (const Group& group : all) std::printf(" %14s", group.name.c_str());
  std::printf("  %12s\n", "time, cup");
  std::vector<std::vector<double>> least;
  for (const Group& group : all) {
    least.emplace_back();
    for (const Content& c : group.contents) least.back().push_back(ways.back().size(c));
  }
  for (const Way& way : ways) {
    std::printf("%-9s", way.name.c_str());
    double total = 0;
    for (std::size_t g = 0; g < all.size(); ++g) {
      double sum = 0, worst = 0;
      const auto& contents = all[g].contents;
      for (std::size_t i = 0; i < contents.size(); ++i) {
        const double ratio = way.size(contents[i]) / least[g][i];
        sum += ratio, worst = std::max(worst, ratio);
        std::fprintf(csv, "%s,%s,%s,%zu,%.9g\n", title, way.name.c_str(), all[g].name.c_str(), i, ratio);
      }
      const double mean = sum / double(contents.size());
      total += mean / double(all.size());
      std::printf("  %5.3f (%5.3f)", mean, worst);
    }
    const Content* cup = nullptr;
    for (const Group& group : all)
      if (group.name == "cup") cup = &group.contents[0];
    const double took = seconds([&] { way.size(*cup); });
    std::printf("  %9.1f us\n", 1e6 * took);
    std::fflush(stdout);
    if (total > 1 + 1e-6) plot.mark(way.name, 1e6 * took, 100 * (total - 1));
  }
}

}  // namespace

int main() {
  std::FILE* csv = std::fopen("fit_table.csv", "w");
  if (!csv) return std::perror("fit_table.csv"), 1;
  std::fprintf(csv, "volume,fit,group,content,ratio\n");
  const std::vector<Group> all = groups();
  for (const Group& group : all) {
    std::size_t corners = 0;
    double out = 0;
    for (const Content& c : group.contents) {
      std::set<u32> named;
      for (const Face& f : c.hull.faces()) named.insert(f.begin(), f.end());
      corners = std::max(corners, named.size());
      out = std::max(out, sticks_out(c));
    }
    std::printf("%-12s %4zu contents of %4zu vertices, the hull has up to %3zu; others stick out by %.1g of its size\n",
                group.name.c_str(), group.contents.size(), group.contents[0].mesh.vertices().size(), corners, out);
  }

  using B = Sphere<double>;
  const auto of = [](auto fit) { return [fit](const Content& c) { return size(fit(c.mesh.vertices())); }; };
  const auto along = [](auto axes) {
    return [axes](const Content& c) { return size(obb_along<double>(axes(c), c.mesh.vertices())); };
  };
  lab::Plot balls("Balls: size against time", {"microseconds, cup of 2,000 triangles", true},
                  {"% of volume above the least, mean", true});
  table("balls: volume over the least, mean (worst)",
        {{"box", of([](auto p) { return Fit<B>::of(p); })},
         {"ritter", of([](auto p) { return ritter_sphere<double>(p); })},
         {"spread", of([](auto p) { return spread_sphere<double>(p); })},
         {"refined", of([](auto p) { return refined_sphere<double>(p); })},
         {"minimum", of([](auto p) { return minimum_sphere<double>(p); })}},
        all, csv, balls);
  std::ofstream("fit_table_balls.svg") << balls.svg();

  lab::Plot boxes("Turned boxes: size against time", {"microseconds, cup of 2,000 triangles", true},
                  {"% of volume above the least, mean", true});
  const auto surface = [](const Content& c) {
    return c.mesh.empty() ? vertex_axes(c.mesh.vertices()) : principal_axes(triangles(c.mesh));
  };
  table("turned boxes: volume over the least, mean (worst)",
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
        all, csv, boxes);
  std::ofstream("fit_table_boxes.svg") << boxes.svg();
  std::fclose(csv);
}
