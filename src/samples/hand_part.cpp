// A hand: fingers extruded from a palm.
#include <apart/base/sin_cos.hpp>
#include <apart/shapes/mesh/weld.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

using Quad = std::array<u32, 4>;

// Pulls a finger out of a quad in so many segments, curling about an axis as it grows. The axis leads from the
// quad's normal to where the finger curls.
void pull(Sketch& sketch, Quad quad, Vec3d normal, Vec3d axis, double long_, double curl, u32 segments) {
  Vec3d centre;
  for (u32 v : quad) centre += sketch.vertices[v] / 4.0;
  Vec3d offset[4];
  for (u32 k = 0; k < 4; ++k) offset[k] = sketch.vertices[quad[k]] - centre;
  const Vec3d down = cross(axis, normal);
  Quad last = quad;
  for (u32 i = 1; i <= segments; ++i) {
    const double part = static_cast<double>(i) / segments;
    const SinCos mid = sin_cos(curl * (part - 0.5 / segments)), end = sin_cos(curl * part);
    centre += long_ / segments * (mid.cos * normal + mid.sin * down);
    // Round at the tip, a little thinner along the way, and off its neighbours from the start.
    const double thin = i == segments ? 0.5 : 0.88 - 0.18 * part;
    Quad next;
    for (u32 k = 0; k < 4; ++k) {
      const Vec3d o = thin * offset[k];
      const double n = dot(o, normal), d = dot(o, down);
      next[k] = sketch.add(centre + dot(o, axis) * axis + (n * end.cos - d * end.sin) * normal +
                           (n * end.sin + d * end.cos) * down);
    }
    for (u32 k = 0; k < 4; ++k) sketch.quad(last[k], last[(k + 1) % 4], next[(k + 1) % 4], next[k]);
    last = next;
  }
  sketch.quad(last[0], last[1], last[2], last[3]);
}

Mesh quartered(const Mesh& mesh) {
  Sketch sketch;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const u32 a = sketch.add(t.a), b = sketch.add(t.b), c = sketch.add(t.c);
    const u32 ab = sketch.add((t.a + t.b) / 2.0), bc = sketch.add((t.b + t.c) / 2.0),
              ca = sketch.add((t.c + t.a) / 2.0);
    sketch.triangle(a, ab, ca), sketch.triangle(ab, b, bc), sketch.triangle(ca, bc, c), sketch.triangle(ab, bc, ca);
  }
  return welded(sketch.finish());
}

}  // namespace

Mesh hand_part(u32 triangles) {
  // The palm takes 66 and the five finger tips 10, each segment of a finger 8. Larger hands are this one quartered.
  u32 quarterings = 0;
  while (triangles >= 4 * 404) triangles /= 4, ++quarterings;
  APART_ASSERT(triangles >= 116, "a hand needs 116 triangles");
  const u32 segments = (triangles - 76) / 8, thumb = std::max(1u, segments * 7 / 41), rest = segments - thumb;

  Sketch sketch;
  auto at = [](u32 i, u32 j, u32 k) { return (i * 5 + j) * 2 + k; };
  for (u32 i = 0; i <= 3; ++i)
    for (u32 j = 0; j <= 4; ++j)
      for (u32 k = 0; k <= 1; ++k) {
        const double across = j / 2.0 - 1, edge = across * across;
        const double wide = 0.03 + 0.004 * i, thick = 0.014 - 0.004 * edge - 0.001 * i;
        sketch.add({0.03 * i - (i == 3 ? 0.012 * edge : 0), wide * across, k ? thick : -thick});
      }
  for (u32 i = 0; i < 3; ++i)
    for (u32 j = 0; j < 4; ++j) {
      sketch.quad(at(i, j, 1), at(i + 1, j, 1), at(i + 1, j + 1, 1), at(i, j + 1, 1));
      sketch.quad(at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0));
    }
  for (u32 i = 0; i < 3; ++i) {
    sketch.quad(at(i, 4, 0), at(i, 4, 1), at(i + 1, 4, 1), at(i + 1, 4, 0));
    const Quad side = {at(i, 0, 0), at(i + 1, 0, 0), at(i + 1, 0, 1), at(i, 0, 1)};
    if (i == 1)
      pull(sketch, side, {0, -1, 0}, {0, 0, 1}, 0.07, 0.13, thumb);
    else
      sketch.quad(side[0], side[1], side[2], side[3]);
  }
  constexpr double finger[4] = {0.08, 0.095, 0.09, 0.068};
  for (u32 j = 0; j < 4; ++j) {
    sketch.quad(at(0, j, 0), at(0, j, 1), at(0, j + 1, 1), at(0, j + 1, 0));
    const u32 more = (rest % 4 >= 1 && j == 1) || (rest % 4 >= 2 && j == 2) || (rest % 4 == 3 && j == 0);
    const u32 count = rest / 4 + more;
    const Quad end = {at(3, j, 0), at(3, j + 1, 0), at(3, j + 1, 1), at(3, j, 1)};
    pull(sketch, end, {1, 0, 0}, {0, 1, 0}, finger[j], 0.1, count);
  }
  Mesh mesh = sketch.finish();
  for (u32 i = 0; i < quarterings; ++i) mesh = quartered(mesh);
  return mesh;
}

}  // namespace apart::generate
