// Contents for volume tests: a few triangles with their volume, as a tree of one node would keep it.
#pragma once
#include <apart/base/random.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/volumes/lanes.hpp>
#include <samples/generate.hpp>

namespace apart::testing {

template <class V>
struct Fitted {
  Mesh mesh;
  Frame frame;
  std::vector<Vec3d> points;  // relative to the frame's centre, as the volume is
  V volume;

  explicit Fitted(Mesh m) : mesh(std::move(m)), frame(frame_of(mesh)) {
    std::vector<Triangle> content;
    for (u32 i = 0; i < mesh.size(); ++i) {
      Triangle t = mesh.triangle(i);
      for (int k = 0; k < 3; ++k) t[k] -= frame.centre;
      content.push_back(t);
    }
    volume = fit<V>(std::span<const Triangle>(content));
    const auto corner = corners(content);
    points.assign(corner.begin(), corner.end());
  }
};

template <class V>
PlacementFor<V> seen(const Fitted<V>& a, const Pose& b_in_a, const Fitted<V>& b) {
  return placement_for<V>(a.frame, b_in_a, b.frame);
}

// One to six triangles, stretched and turned, degenerate ones among them, sometimes all in a plane.
inline Mesh few(Random& random, double scale, Vec3d at) {
  const Mesh soup = generate::soup(random, 1 + random.below(6), {.half = 0.3, .size = 0.5});
  const Vec3d stretch{random.chance(0.3) ? 0 : random.uniform(0.01, 1), random.uniform(0.01, 1), 1};
  const Mat3d turn = random.rotation();
  std::vector<Vec3d> vertices;
  for (Vec3d v : soup.vertices())
    vertices.push_back(at + scale * (turn * Vec3d{v.x * stretch.x, v.y * stretch.y, v.z * stretch.z}));
  return Mesh::make(std::move(vertices), {soup.faces().begin(), soup.faces().end()}).value();
}

// A volume that holds everything within a distance of what this one holds.
template <class V>
V grown_by(const V& v, double by) {
  V out = v;
  for (Vec3d d : {Vec3d{by, 0, 0}, {-by, 0, 0}, {0, by, 0}, {0, -by, 0}, {0, 0, by}, {0, 0, -by}})
    out = merged(out, placed(v, Pose::shift(2 * d)));
  return out;
}

}  // namespace apart::testing
