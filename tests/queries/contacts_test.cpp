// Contacts of two models: against a search of local minima over all pairs of triangles, and known answers.
#include <apart/queries/closest.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>
#include <set>

#include "tests/support.hpp"

namespace apart {
namespace contacts_test {

Model model(const Mesh& mesh) { return Model::make(mesh).value(); }

// The slow twin. Triangles are convex, so two points are at a local minimum exactly if no two triangles of which one
// holds the first point and one the other are nearer.
struct Minimum {
  Vec3d on_a, on_b;
};
std::vector<Minimum> local_minima(const Model& a, const Pose& at, const Model& b, double tolerance) {
  const auto all = [](const Mesh& mesh, const Pose& pose) {
    std::vector<Triangle> out;
    for (u32 i = 0; i < mesh.size(); ++i) out.push_back(pose * mesh.triangle(i));
    return out;
  };
  const std::vector<Triangle> of_a = all(a.mesh(), {}), of_b = all(b.mesh(), at);
  const auto holding = [](Vec3d p, const std::vector<Triangle>& triangles) {
    std::vector<Triangle> out;
    for (const Triangle& t : triangles)
      if (closest_on_triangle(p, t).squared < 1e-24) out.push_back(t);
    return out;
  };
  std::vector<Minimum> out;
  for (const Triangle& s : of_a)
    for (const Triangle& t : of_b) {
      const triangles::TriangleGap gap = triangles::distance(s, t);
      const double apart = std::sqrt(gap.squared);
      if (apart > tolerance || apart == 0) continue;
      const auto known = [&](const Minimum& m) {
        return length(m.on_a - gap.on_s) < 1e-9 && length(m.on_b - gap.on_t) < 1e-9;
      };
      if (std::any_of(out.begin(), out.end(), known)) continue;
      bool least = true;
      for (const Triangle& x : holding(gap.on_s, of_a))
        for (const Triangle& y : holding(gap.on_t, of_b))
          least = least && std::sqrt(triangles::distance(x, y).squared) >= apart - 1e-12;
      if (!least) continue;
      // Out of A and into B.
      const Vec3d step = (1e-6 / apart) * (gap.on_t - gap.on_s);
      if (a.closed() && inside(a, gap.on_s + step)) continue;
      if (b.closed() && inside(b, inverse(at) * (gap.on_t - step))) continue;
      out.push_back({gap.on_s, gap.on_t});
    }
  return out;
}

void expect_consistent(const Contacts& found, const Model& a, const Pose& at, const Model& b, double tolerance) {
  ASSERT_EQ(found.status, Status::exact);
  std::set<std::pair<SurfaceFeature, SurfaceFeature>> names;
  double before = 0;
  for (const Contact& c : found.contacts) {
    ASSERT_GE(c.distance, before);
    ASSERT_LE(c.distance, tolerance);
    before = c.distance;
    ASSERT_NEAR(length(c.normal), 1, 1e-12);
    ASSERT_LT(length(c.on_b - c.on_a - c.distance * c.normal), 1e-12);
    ASSERT_TRUE(names.insert({c.feature_a, c.feature_b}).second);
    // Each point lies on its feature.
    const auto from = [](Vec3d p, const Mesh& mesh, const SurfaceFeature& f) {
      const std::span<const Vec3d> v = mesh.vertices();
      const Triangle t = f.kind == SurfaceFeature::Kind::face   ? mesh.triangle(f.first)
                         : f.kind == SurfaceFeature::Kind::edge ? Triangle{v[f.first], v[f.second], v[f.second]}
                                                                : Triangle{v[f.first], v[f.first], v[f.first]};
      return std::sqrt(closest_on_triangle(p, t).squared);
    };
    ASSERT_LT(from(c.on_a, a.mesh(), c.feature_a), 1e-12);
    ASSERT_LT(from(inverse(at) * c.on_b, b.mesh(), c.feature_b), 1e-12);
  }
}

// The contacts of two models are the minima of the slow twin; how many there are.
std::size_t expect_all_minima(const Model& a, const Pose& at, const Model& b, double tolerance) {
  const Contacts found = contacts(a, at, b, tolerance);
  expect_consistent(found, a, at, b, tolerance);
  const std::vector<Minimum> truth = local_minima(a, at, b, tolerance);
  const auto same = [](const Minimum& m, const Contact& c) {
    return length(m.on_a - c.on_a) < 1e-8 && length(m.on_b - c.on_b) < 1e-8;
  };
  for (const Minimum& m : truth)
    EXPECT_TRUE(std::any_of(found.contacts.begin(), found.contacts.end(), [&](const Contact& c) { return same(m, c); }))
        << "missing one at distance " << length(m.on_b - m.on_a);
  for (const Contact& c : found.contacts)
    EXPECT_TRUE(c.distance == 0 ||
                std::any_of(truth.begin(), truth.end(), [&](const Minimum& m) { return same(m, c); }))
        << name(c.feature_a) << " and " << name(c.feature_b) << " at " << c.distance;
  return found.contacts.size();
}

// An open sheet with bumps, and a star with flat sides and reflex edges.
Mesh sheet(Random& random, u32 size) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 y = 0; y <= size; ++y)
    for (u32 x = 0; x <= size; ++x)
      vertices.push_back({2.0 * x / size - 1, 2.0 * y / size - 1, random.uniform(0, 0.3)});
  for (u32 y = 0; y < size; ++y)
    for (u32 x = 0; x < size; ++x) {
      const u32 n = y * (size + 1) + x;
      faces.insert(faces.end(), {{n, n + 1, n + size + 2}, {n, n + size + 2, n + size + 1}});
    }
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}
Mesh star(u32 points) {
  std::vector<Vec3d> vertices{{0, 0, -0.2}, {0, 0, 0.2}};
  std::vector<Face> faces;
  for (u32 k = 0; k < 2 * points; ++k) {
    const double turn = 3.141592653589793 * k / points, far = k % 2 == 0 ? 1 : 0.5;
    for (const double z : {-0.2, 0.2}) vertices.push_back({far * std::cos(turn), far * std::sin(turn), z});
  }
  for (u32 k = 0; k < 2 * points; ++k) {
    const u32 low = 2 + 2 * k, next = 2 + 2 * ((k + 1) % (2 * points));
    faces.insert(faces.end(),
                 {{0, next, low}, {1, low + 1, next + 1}, {low, next, next + 1}, {low, next + 1, low + 1}});
  }
  return Mesh::make(std::move(vertices), std::move(faces)).value();
}

TEST(Contacts, AreAllLocalMinima) {
  Random random(3);
  testing::Outcomes several("poses with several contacts", 0.1);
  const u32 most = testing::nightly() && !testing::kSanitized ? 500 : 100;
  const Mesh meshes[] = {generate::torus(1, 0.3, 10, 5),
                         generate::wrinkled_torus(most),
                         generate::bent_torus(most),
                         generate::box({1, 0.7, 0.5}),
                         generate::spoon(84),
                         star(5),
                         sheet(random, 5),
                         generate::soup(random, 30)};
  std::size_t seen = 0;
  for (int k = 0; k < testing::cases(60, 400); ++k) {
    const u32 first = random.below(8), second = random.below(8);
    const Model a = model(meshes[first]), b = model(meshes[second]);
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0.5, 2.5) * way};
    for (const double tolerance : {0.05, random.uniform(0.05, 0.8)}) {
      SCOPED_TRACE(std::to_string(k) + ": " + std::to_string(first) + " and " + std::to_string(second));
      const std::size_t count = expect_all_minima(a, at, b, tolerance);
      if (::testing::Test::HasFailure()) return;
      several.saw(count > 1);
      seen += count;
    }
  }
  std::printf("[ saw      ] %zu contacts\n", seen);
}

TEST(Contacts, OfFiveHundredTriangles) {
  Random random(5);
  const Mesh meshes[] = {generate::wrinkled_torus(500), generate::bent_torus(500), sheet(random, 15)};
  std::size_t seen = 0;
  for (int k = 0; k < testing::cases(4, 60); ++k) {
    const Model a = model(meshes[random.below(3)]), b = model(meshes[random.below(3)]);
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    seen += expect_all_minima(a, {rotation, random.uniform(1, 2.2) * way}, b, random.uniform(0.1, 0.5));
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(seen, 0u);
}

// A box above another: the corners of what their faces have in common, whatever the tessellation and the distance.
TEST(Contacts, OfParallelFacesAreTheCornersOfTheirOverlap) {
  for (const double gap : {0.0, 1e-12, 1e-6, 0.1})
    for (const u32 n : {0u, 1u, 3u}) {
      const Mesh mesh = n == 0 ? generate::box({1, 1, 1}) : generate::rounded_box({1, 1, 1}, 0, n);
      const Model a = model(mesh);
      const Pose at{Mat3d{}, {0.3, 0.4, 1 + gap}};
      const Contacts found = contacts(a, at, a, 0.2);
      ASSERT_NO_FATAL_FAILURE(expect_consistent(found, a, at, a, 0.2));
      std::set<std::pair<int, int>> corners;
      for (const Contact& c : found.contacts) {
        EXPECT_NEAR(c.distance, gap, 1e-15);
        EXPECT_LT(length(c.normal - Vec3d{0, 0, 1}), 1e-12 + (gap > 0 ? 1e-15 / gap : 0));
        corners.insert({int(std::lround(c.on_a.x * 10)), int(std::lround(c.on_a.y * 10))});
      }
      EXPECT_EQ(corners, (std::set<std::pair<int, int>>{{-2, -1}, {-2, 5}, {5, -1}, {5, 5}})) << gap << " " << n;
      EXPECT_EQ(found.contacts.size(), 4u) << gap << " " << n;
    }
}

// Two edges that cross, each shared by two faces: one contact.
TEST(Contacts, OfCrossingEdgesIsOne) {
  const Model box = model(generate::box({1, 1, 1}));
  const double h = std::sqrt(0.5);
  const Pose up{{{{1, 0, 0}, {0, h, -h}, {0, h, h}}}, {}},
      across{{{{h, 0, h}, {0, 1, 0}, {-h, 0, h}}}, {0, 0, 2 * h + 0.25}};
  const Pose at = inverse(up) * across;
  const Contacts found = contacts(box, at, box, 0.3);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_NEAR(found.contacts[0].distance, 0.25, 1e-12);
  EXPECT_EQ(found.contacts[0].feature_a.kind, SurfaceFeature::Kind::edge);
  EXPECT_EQ(found.contacts[0].feature_b.kind, SurfaceFeature::Kind::edge);
  EXPECT_EQ(name(found.contacts[0].feature_a).substr(0, 5), "edge ");
}

TEST(Contacts, AreTheSameAtEveryScaleAndSwapped) {
  Random random(8);
  const Mesh mesh = generate::torus(1, 0.3, 12, 8), other = generate::bent_torus(200);
  for (int k = 0; k < 10; ++k) {
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0.8, 2) * way};
    const std::vector<Contact> truth = contacts(model(mesh), at, model(other), 0.4).contacts;
    for (const double scale : {0x1p-20, 0x1p20}) {
      const auto scaled = [&](const Mesh& m) {
        std::vector<Vec3d> vertices(m.vertices().begin(), m.vertices().end());
        for (Vec3d& v : vertices) v = scale * v;
        return model(Mesh::make(vertices, {m.faces().begin(), m.faces().end()}).value());
      };
      const Pose far{at.rotation, scale * at.translation};
      const std::vector<Contact> found = contacts(scaled(mesh), far, scaled(other), 0.4 * scale).contacts;
      ASSERT_EQ(found.size(), truth.size());
      for (std::size_t n = 0; n < found.size(); ++n) {
        EXPECT_EQ(found[n].distance, truth[n].distance * scale);
        EXPECT_EQ(found[n].feature_a, truth[n].feature_a);
      }
    }
    const std::vector<Contact> swapped = contacts(model(other), inverse(at), model(mesh), 0.4).contacts;
    ASSERT_EQ(swapped.size(), truth.size());
    std::set<std::pair<SurfaceFeature, SurfaceFeature>> features, mirrored;
    for (std::size_t n = 0; n < swapped.size(); ++n) {
      EXPECT_NEAR(swapped[n].distance, truth[n].distance, 1e-12);
      features.insert({truth[n].feature_a, truth[n].feature_b});
      mirrored.insert({swapped[n].feature_b, swapped[n].feature_a});
    }
    EXPECT_EQ(features, mirrored);
  }
}

// A peg through the top of a box and beside its wall: a region that both share, and nothing said of what is inside.
TEST(Contacts, OfSolidsThatOverlap) {
  const Model box = model(generate::box({4, 4, 4})), peg = model(generate::box({1, 1, 2}));
  const Contacts sunk = contacts(box, Pose{Mat3d{}, {0.3, 0.2, 2.5}}, peg, 0.1);
  EXPECT_TRUE(sunk.touching);
  ASSERT_EQ(sunk.overlaps.size(), 1u);
  EXPECT_NEAR(sunk.overlaps[0].depth, 0.5, 1e-12);
  EXPECT_NEAR(sunk.overlaps[0].area, 1, 1e-12);
  EXPECT_LT(length(sunk.overlaps[0].normal - Vec3d{0, 0, 1}), 1e-12);
  EXPECT_FALSE(sunk.contained);
  const Contacts held = contacts(box, Pose{Mat3d{}, {1.45, 0, 0}}, peg, 0.1);
  EXPECT_TRUE(held.contained);
  EXPECT_FALSE(held.empty());
  EXPECT_TRUE(held.contacts.empty());
}

// What must hold of the points of any region.
void expect_points_of_region(const ContactRegion& region, const Model& a, const Pose& at, const Model& b) {
  ASSERT_GE(region.points.size(), 1u);
  ASSERT_LE(region.points.size(), 4u);
  ASSERT_NEAR(length(region.normal), 1, 1e-12);
  double before = region.depth + 1e-9;
  for (const ContactPoint& p : region.points) {
    ASSERT_LE(p.depth, before);
    ASSERT_GE(p.depth, 0);
    before = p.depth;
    ASSERT_LT(length(p.on_a - p.on_b - p.depth * region.normal), 1e-9);
  }
  if (region.points.size() == 1 && region.points[0].depth == region.depth) return;  // where it is thinnest
  constexpr double off = 1e-7;
  for (const ContactPoint& p : region.points) {
    ASSERT_LT(std::abs(closest(a, p.on_a).distance), off);
    ASSERT_LT(std::abs(closest(b, inverse(at) * p.on_b).distance), off);
    if (p.depth < 1e-3 * region.depth) continue;
    const Vec3d middle = 0.5 * (p.on_a + p.on_b);
    ASSERT_TRUE(locate(a, middle) != Where::outside || std::abs(closest(a, middle).distance) < off);
    ASSERT_TRUE(locate(b, inverse(at) * middle) != Where::outside ||
                std::abs(closest(b, inverse(at) * middle).distance) < off);
  }
}

TEST(Contacts, RegionsHaveUpToFourPoints) {
  const Model box = model(generate::box({4, 4, 4})), peg = model(generate::box({1, 1, 2})),
              slab = model(generate::box({6, 2, 1}));
  // Sunk into the middle, and a slab whose edges cross the sides of the box.
  const ContactRegion sunk = contacts(box, Pose{Mat3d{}, {0.3, 0.2, 2.5}}, peg, 0).overlaps.at(0);
  ASSERT_EQ(sunk.points.size(), 4u);
  const ContactRegion across = contacts(box, Pose{Mat3d{}, {0, 0.25, 2.25}}, slab, 0).overlaps.at(0);
  ASSERT_EQ(across.points.size(), 4u);
  EXPECT_NEAR(across.area, 8, 1e-9);
  for (const ContactPoint& p : sunk.points) {
    EXPECT_NEAR(p.depth, 0.5, 1e-9);
    EXPECT_NEAR(p.on_a.z, 2, 1e-9);
    EXPECT_NEAR(std::abs(p.on_a.x - 0.3), 0.5, 1e-9);
    EXPECT_NEAR(std::abs(p.on_a.y - 0.2), 0.5, 1e-9);
  }
  for (const ContactPoint& p : across.points) {
    EXPECT_NEAR(p.depth, 0.25, 1e-9);
    EXPECT_NEAR(std::abs(p.on_a.x), 2, 1e-9);
    EXPECT_NEAR(std::abs(p.on_a.y - 0.25), 1, 1e-9);
  }
}

TEST(Contacts, RegionsOfRandomOverlaps) {
  Random random(11);
  testing::Outcomes several("poses with several regions", 0.05), spread("regions with four points", 0.05);
  const Mesh meshes[] = {generate::torus(1, 0.3, 16, 8), generate::bent_torus(200), star(6),
                         generate::box({1, 0.7, 0.5})};
  for (int k = 0; k < testing::cases(80, 1000); ++k) {
    const Model a = model(meshes[random.below(4)]), b = model(meshes[random.below(3)]);
    const Mat3d rotation = random.rotation();
    const Vec3d way = random.direction();
    const Pose at{rotation, random.uniform(0.1, 1.3) * way};
    const Contacts found = contacts(a, at, b, 0);
    const std::vector<RegionDepth> depths = region_depths(a, at, b);
    ASSERT_EQ(found.overlaps.size(), depths.size());
    for (std::size_t n = 0; n < depths.size(); ++n) {
      SCOPED_TRACE(std::to_string(k) + ", region " + std::to_string(n));
      EXPECT_EQ(found.overlaps[n].depth, depths[n].depth);
      ASSERT_NO_FATAL_FAILURE(expect_points_of_region(found.overlaps[n], a, at, b));
      spread.saw(found.overlaps[n].points.size() == 4);
    }
    if (!depths.empty()) several.saw(depths.size() > 1);
    // Each region is a component of the solid that both share.
    if (k % 8 == 0 && !found.contained) {
      EXPECT_EQ(solid_intersection(a, at, b).volume > 1e-9, !depths.empty() && depths[0].depth > 1e-6) << k;
    }
    const Contacts mirrored = swapped(contacts(b, inverse(at), a, 0));
    ASSERT_EQ(mirrored.overlaps.size(), depths.size());
    for (std::size_t n = 0; n < depths.size(); ++n) EXPECT_NEAR(mirrored.overlaps[n].depth, depths[n].depth, 1e-9);
  }
}

TEST(Contacts, OfWhatCannotBeCompared) {
  const Model box = model(generate::box({1, 1, 1})), empty = model(Mesh{});
  EXPECT_EQ(contacts(box, empty, 1).status, Status::nothing);
  EXPECT_EQ(contacts(box, Pose{Mat3d{}, {std::nan(""), 0, 0}}, box, 1).status, Status::invalid);
  EXPECT_THROW(contacts(box, box, -1), UsageError);
  EXPECT_EQ(contacts(box, Pose{Mat3d{}, {0, 0, 1.1}}, box, 0.5, {Budget::of_tests(1)}).status, Status::unfinished);
  EXPECT_TRUE(contacts(box, Pose{Mat3d{}, {0, 0, 5}}, box, 0.5).empty());
}

}  // namespace contacts_test
}  // namespace apart
