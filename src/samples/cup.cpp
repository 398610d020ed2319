// A cup with a handle.
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

struct Profile {
  double radius, z;
};

// Half through the wall of a cup: under the foot, up outside, over the rim, down inside, to the middle of the floor.
// The parts are given so many steps each; the two middles are left out.
std::vector<Profile> wall(const u32 (&steps)[5]) {
  constexpr double foot = 0.62, mouth = 1, height = 1.8, thick = 0.1;
  std::vector<Profile> out;
  auto line = [&](u32 n, Profile a, Profile b, double belly) {
    for (u32 i = 1; i <= n; ++i) {
      const double t = static_cast<double>(i) / n;
      out.push_back({a.radius + t * (b.radius - a.radius) + 4 * belly * t * (1 - t), a.z + t * (b.z - a.z)});
    }
  };
  line(steps[0], {0, 0}, {foot, 0}, 0);
  line(steps[1], {foot, 0}, {mouth, height}, 0.08);
  for (u32 i = 1; i <= steps[2]; ++i) {
    const SinCos t = sin_cos(i, u64{2} * steps[2]);
    out.push_back({mouth - thick / 2 * (1 - t.cos), height + thick / 2 * t.sin});
  }
  line(steps[3], {mouth - thick, height}, {foot - thick, thick}, 0.08);
  line(steps[4], {foot - thick, thick}, {0, thick}, 0);
  out.pop_back();
  return out;
}

}  // namespace

Mesh cup(u32 triangles) {
  APART_ASSERT(triangles >= 500, "a cup needs 500 triangles");
  // The handle grows out of two square holes in the wall, w cells wide, in h steps from one to the other.
  const double scale = std::sqrt(triangles / 8000.0);
  auto scaled = [&](u32 n, u32 least) { return std::max(least, static_cast<u32>(std::round(n * scale))); };
  const u32 slices = scaled(48, 12), w = scaled(4, 1), h = scaled(24, 6), loop = 4 * w;
  const u32 rings = (triangles + 4 * w * w - 2 * loop * h) / (2 * slices);

  auto share = [&](double part, u32 least) {
    return std::max(least, static_cast<u32>(std::round(part * (rings + 1))));
  };
  u32 steps[5] = {share(0.12, 1), 0, share(0.04, 2), share(0.36, 1), share(0.11, 1)};
  steps[1] = rings + 1 - steps[0] - steps[2] - steps[3] - steps[4];
  const std::vector<Profile> profile = wall(steps);

  const u32 left = slices - w / 2;  // the holes' first column; the columns go round
  const u32 rows[2] = {steps[0] - 1 + (3 * steps[1]) / 4 - w / 2, steps[0] - 1 + steps[1] / 4 - w / 2};  // upper, lower
  auto in_hole = [&](u32 ring, u32 slice, u32 margin) {
    const u32 column = (slice + slices - left % slices) % slices;
    for (u32 row : rows)
      if (column >= margin && column < w && ring >= row + margin && ring < row + w) return true;
    return false;
  };

  Sketch sketch;
  const u32 foot = sketch.add({0, 0, 0});
  std::vector<u32> index(std::size_t{rings} * slices);
  auto at = [&](u32 ring, u32 slice) -> u32& { return index[ring * slices + slice % slices]; };
  for (u32 r = 0; r < rings; ++r)
    for (u32 s = 0; s < slices; ++s) {
      const SinCos t = sin_cos(s, slices);
      if (!in_hole(r, s, 1))
        at(r, s) = sketch.add({profile[r].radius * t.cos, profile[r].radius * t.sin, profile[r].z});
    }
  const u32 floor = sketch.add({0, 0, profile.back().z});
  sketch.cap_below(foot, at(0, 0), slices);
  for (u32 r = 0; r + 1 < rings; ++r)
    for (u32 s = 0; s < slices; ++s)
      if (!in_hole(r, s, 0)) sketch.quad(at(r, s), at(r, s + 1), at(r + 1, s + 1), at(r + 1, s));
  sketch.cap_above(at(rings - 1, 0), floor, slices);

  for (u32 row : rows)  // round the corners off
    for (u32 x : {0u, w})
      for (u32 y : {0u, w}) {
        if (w < 2) continue;
        Vec3d& corner = sketch.vertices[at(row + y, left + x)];
        const Vec3d beside = sketch.vertices[at(row + y, left + (x ? w - 1 : 1))];
        const Vec3d above = sketch.vertices[at(row + (y ? w - 1 : 1), left + x)];
        corner = corner / 2.0 + (beside + above) / 4.0;
      }

  // The handle: a loop round the upper hole, rings along an arc, a loop round the lower hole upside down.
  auto hole_loop = [&](u32 row, bool upside_down) {
    std::vector<u32> out;
    auto corner = [&](u32 x, u32 y) { out.push_back(at(row + (upside_down ? w - y : y), left + x)); };
    for (u32 i = 0; i < w; ++i) corner(w, i);
    for (u32 i = 0; i < w; ++i) corner(w - i, w);
    for (u32 i = 0; i < w; ++i) corner(0, w - i);
    for (u32 i = 0; i < w; ++i) corner(i, 0);
    return out;
  };
  const SinCos middle = sin_cos(u64{2} * left + w, u64{2} * slices);
  const Vec3d out = {middle.cos, middle.sin, 0}, side = {-middle.sin, middle.cos, 0};
  auto hole_centre = [&](u32 row) {
    const Profile &a = profile[row], &b = profile[row + w];
    return (a.radius + b.radius) / 2 * out + Vec3d{0, 0, (a.z + b.z) / 2};
  };
  const Vec3d from = hole_centre(rows[0]), to = hole_centre(rows[1]), centre = (from + to) / 2.0, half = from - centre;
  std::vector<u32> last = hole_loop(rows[0], false);
  for (u32 i = 1; i <= h; ++i) {
    std::vector<u32> next;
    if (i == h) {
      next = hole_loop(rows[1], true);
    } else {
      constexpr double bulge = 0.55, wide = 0.13, thick = 0.08;
      const SinCos t = sin_cos(i, u64{2} * h);
      Vec3d along = -t.sin * half + bulge * t.cos * out;
      along = along / length(along);
      const Vec3d up = cross(along, side);
      double flare = 1 - t.sin;  // wider where it meets the wall
      flare = 1 + 0.7 * flare * flare * flare * flare;
      for (u32 k = 0; k < loop; ++k) {
        const SinCos a = sin_cos(u64{8} * k + u64{7} * loop,
                                 u64{8} * loop);  // the loops start at a corner, an eighth of a turn back
        next.push_back(sketch.add(centre + t.cos * half + bulge * t.sin * out + flare * wide * a.cos * side +
                                  flare * thick * a.sin * up));
      }
    }
    for (u32 k = 0; k < loop; ++k) {
      const u32 l = (k + 1) % loop;
      sketch.quad(last[k], last[l], next[l], next[k]);
    }
    last = next;
  }
  return sketch.finish();
}

}  // namespace apart::generate
