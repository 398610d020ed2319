// What is listed around a growing hull: what a new vertex does not concern is clear of all that the vertex adds.
#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/decompose/separation.hpp>
#include <apart/decompose/surroundings.hpp>
#include <optional>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::decomposition {
namespace surroundings_test {

struct NoPatch {
  bool is_edge(u32, u32) const { return false; }
  bool is_face(u32, u32, u32) const { return false; }
};

// Is all of the hull behind the plane of a face, with nothing in it but vertices of the face?
bool is_ahead(const Surface& surface, const GrowingHull& hull, u32 face) {
  if (surface.degenerate[face] != 0) return false;
  for (u32 k = 0; k < hull.size(); ++k)
    for (const u32 v : hull.triangle(k).vertices)
      if (!has_vertex(surface.faces[face], v) && surface.side(face, v) >= 0) return false;
  return true;
}

// Grows a hull by random vertices of a model, near each other, some of them in vain.
void grow_and_compare(const Model& model, u64 seed, testing::Outcomes& concern, testing::Outcomes& undone,
                      testing::Outcomes& ahead) {
  const Surface surface(model);
  GrowingHull hull(surface);
  Surroundings around(surface);
  Random random(seed);
  const auto below = [&](std::size_t count) { return static_cast<u32>(random.below(static_cast<u32>(count))); };
  for (int round = 0; round < 4; ++round) {
    const u32 start = below(surface.size());
    const Face& f = surface.faces[start];
    hull.begin(f[0], f[1], f[2]);
    around.clear();
    std::vector<u32> concerned(surface.size());
    u32 growth = 0;
    for (int step = 0; step < 24; ++step) {
      // The same vertices are near in every model: those of faces that follow each other.
      const Face& g = surface.faces[(start + below(60)) % surface.size()];
      const u32 vertex = g[below(3)];
      const GrowingHull::Mark mark = hull.mark();
      const Surroundings::Mark around_mark = around.mark();
      if (hull.add(vertex) != GrowingHull::Outcome::grown || hull.flat()) continue;
      around.take_planes(hull);
      ++growth;
      const bool stop = !mark.flat && below(4) == 0;
      u32 left = stop ? below(50) : ~u32{0};
      Bounds added;
      for (const GrowingHull::Part& part : hull.added_parts())
        for (const u32 v : part)
          if (v != GrowingHull::kNone) added.add(surface.at[v]);
      const bool followed = around.follow(hull, added, [&](u32 face, u32 where) {
        EXPECT_NE(concerned[face], growth) << "listed twice";
        concerned[face] = growth;
        if (left-- == 0) return Surroundings::kMeets;
        ahead.saw(where == Surroundings::kLoose && is_ahead(surface, hull, face));
        return where == Surroundings::kLoose && is_ahead(surface, hull, face) ? Surroundings::kAhead : where;
      });
      ASSERT_TRUE(followed || stop);
      undone.saw(stop);
      if (stop) {
        hull.undo(mark), around.undo(around_mark);
        continue;
      }
      for (u32 face = 0; face < surface.size(); ++face) {
        concern.saw(concerned[face] == growth);
        if (concerned[face] == growth) continue;
        // But for vertices of the hull, it is clear of every part.
        bool shares = false;
        for (const GrowingHull::Part& part : hull.added_parts())
          for (const u32 v : surface.faces[face]) shares |= std::find(part.begin(), part.end(), v) != part.end();
        if (shares) continue;
        for (const GrowingHull::Part& part : hull.added_parts())
          ASSERT_TRUE(Separation(surface.at, surface.faces[face], 0, part, NoPatch{}).holds()) << "face " << face;
      }
    }
  }
}

TEST(Surroundings, WhatAVertexDoesNotConcernIsClearOfIt) {
  testing::Outcomes concern("faces that a vertex concerns", 0.01), undone("growths that are undone", 0.05),
      ahead("loose faces that the hull is behind", 0.002);
  u64 seed = 1;
  for (const Mesh& mesh : {generate::bent_torus(400), generate::cup(500), generate::teeth(generate::Jaw::lower, 600)})
    for (const double scale : {1.0, 1e-3, 1e6})
      for (const double shift : {0.0, 1e3}) {
        std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
        for (Vec3d& v : vertices) v = scale * (v + Vec3d{shift, -shift, shift});
        const std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
        grow_and_compare(Model::make(Mesh::make(std::move(vertices), faces).value()).value(), seed++, concern, undone,
                         ahead);
      }
}

// Planes in floats never call beyond what is not.
TEST(HullPlanes, WhatIsBeyondIsBeyondExactly) {
  const Model model = Model::make(generate::wrinkled_torus(600)).value();
  const Surface surface(model);
  const hierarchy::BoxTree& tree = model.boxes();
  Random random(7);
  u32 beyond = 0, behind = 0;
  for (int n = 0; n < testing::cases(20000, 1000000); ++n) {
    const auto vertex = [&] { return random.below(static_cast<u32>(surface.at.size())); };
    const u32 a = vertex(), b = vertex(), c = vertex();
    const GrowingHull::Plane plane(surface.at[a], surface.at[b], surface.at[c]);
    const double length = apart::length(plane.normal);
    HullPlanes::Plane in_floats{};
    const auto with = [&](std::optional<LaneWidth> lanes) {
      use_lanes(lanes);
      HullPlanes out(tree.frame);
      in_floats =
          out.plane(plane.a, plane.normal / length,
                    2 * tree.frame.radius * ((plane.error.x + plane.error.y + plane.error.z) / length + 8 * 0x1p-53));
      out.add(in_floats);
      return out;
    };
    const HullPlanes narrow = with(LaneWidth::four), planes = with({});
    const u32 p = vertex();
    const Vec3f point = cast<float>(surface.at[p] - tree.frame.centre);
    ASSERT_EQ(planes.beyond(point), narrow.beyond(point));
    if (planes.beyond(point) != 0) {
      ASSERT_GT(orient3d(surface.at[a], surface.at[b], surface.at[c], surface.at[p]), 0);
    }
    if (dot(in_floats.normal, point) <= in_floats.behind) {
      ++behind;
      ASSERT_LT(orient3d(surface.at[a], surface.at[b], surface.at[c], surface.at[p]), 0);
    }
    const u32 slot = random.below(static_cast<u32>(8 * tree.nodes.size()));
    const volumes::Aabb<float> box = tree.volume(slot);
    ASSERT_EQ(planes.first_beyond(box), narrow.first_beyond(box));
    if (planes.first_beyond(box) == HullPlanes::kMost || !(box.half.x >= 0)) continue;
    ++beyond;
    for (int corner = 0; corner < 8; ++corner) {
      const auto at = [&](int i) {
        return double(box.centre[i]) + ((corner >> i & 1) != 0 ? 1 : -1) * double(box.half[i]) + tree.frame.centre[i];
      };
      ASSERT_GT(orient3d(surface.at[a], surface.at[b], surface.at[c], {at(0), at(1), at(2)}), 0);
    }
  }
  EXPECT_GT(beyond, 100u);
  EXPECT_GT(behind, 1000u);
}

}  // namespace surroundings_test
}  // namespace apart::decomposition
