// Levels for BSP trees: boxes, stairs, thin walls, sharp edges and corners, rooms.
#pragma once
#include <apart/base/random.hpp>
#include <samples/generate.hpp>
#include <string>

namespace apart::testing {

struct Level {
  std::string name;
  Mesh mesh;
};

inline Mesh moved(const Mesh& mesh, Vec3d by) { return placed(mesh, Pose::shift(by)); }

// Two triangles on each side of a rectangle in the plane x = 0: closed, without any thickness.
inline Mesh sheet(double half) {
  return Mesh::make({{0, -half, -half}, {0, half, -half}, {0, half, half}, {0, -half, half}},
                    {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}})
      .value();
}

// A wedge along y whose edge at x = length is as sharp as its height at x = 0 makes it.
inline Mesh wedge(double length, double height) {
  return Mesh::make(
             {{0, -1, -height}, {0, -1, height}, {length, -1, 0}, {0, 1, -height}, {0, 1, height}, {length, 1, 0}},
             {{0, 2, 1}, {3, 4, 5}, {0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}, {0, 3, 5}, {0, 5, 2}})
      .value();
}

inline Mesh needle(double length, double half) {
  return Mesh::make({{0, -half, -half}, {0, half, -half}, {0, half, half}, {0, -half, half}, {length, 0, 0}},
                    {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 2, 1}, {0, 3, 2}})
      .value();
}

inline Mesh inward(const Mesh& mesh) {
  std::vector<Face> faces;
  for (const Face& f : mesh.faces()) faces.push_back({f[0], f[2], f[1]});
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

inline std::vector<Level> levels() {
  Random random(77);
  std::vector<Level> out;
  std::vector<Mesh> boxes, stairs, thin, turned;
  for (int i = 0; i < 12; ++i)  // on a grid: faces touch, are coplanar, overlap
    boxes.push_back(moved(generate::box({double(1 + random.below(2)), double(1 + random.below(2)), 1}),
                          {double(random.below(6)) - 3, double(random.below(6)) - 3, double(random.below(3)) - 1}));
  out.push_back({"boxes", joined(boxes)});
  for (int i = 0; i < 8; ++i)
    stairs.push_back(moved(generate::box({0.5, 3, 0.3 * (i + 1)}), {0.5 * i - 2, 0, 0.15 * (i + 1)}));
  stairs.push_back(moved(generate::box({8, 8, 0.2}), {0, 0, -0.1}));
  out.push_back({"stairs", joined(stairs)});
  for (int i = 0; i < 5; ++i)
    thin.push_back(moved(generate::box({i % 2 ? 1e-6 : 1e-3, 3, 2}), {double(i) - 2, 0.3 * i, 0}));
  thin.push_back(moved(generate::box({6, 1e-9, 2}), {0, 1, 0}));
  out.push_back({"thin walls", joined(thin)});
  const std::vector<Mesh> sheets{sheet(2), moved(sheet(1), {1, 0, 0.3})};
  out.push_back({"sheets", joined(sheets)});
  const std::vector<Mesh> sharp{wedge(3, 0.05), moved(wedge(2, 0.3), {0, 3, 1}), moved(needle(3, 0.1), {-1, -2, 0}),
                                moved(needle(2, 0.4), {0, -2, 2})};
  out.push_back({"sharp edges and corners", joined(sharp)});
  for (int i = 0; i < 10; ++i)
    turned.push_back(placed(generate::box({random.uniform(0.2, 2), random.uniform(0.2, 2), random.uniform(0.2, 2)}),
                            {random.rotation(), random.in_box(3)}));
  out.push_back({"turned boxes", joined(turned)});
  const std::vector<Mesh> room{inward(generate::box({8, 8, 5})), generate::box({1, 1, 3}),
                               moved(generate::box({2, 2, 2}), {3, 3, -1.5})};
  out.push_back({"a room", joined(room)});
  out.push_back({"a sphere", generate::sphere(2, 300)});
  out.push_back({"a torus", generate::torus(2, 0.6, 24, 12)});
  return out;
}

}  // namespace apart::testing
