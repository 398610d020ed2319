// Winding numbers of soups: clusters of triangles as multipole series, compared with sums over all triangles.
#include <apart/base/lane_width.hpp>
#include <apart/base/random.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/sum_of_angles.hpp>
#include <apart/queries/winding_clusters.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <bit>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace winding_clusters_test {

// The slow twin: all triangles, one by one.
WindingNumber by_all_triangles(const Mesh& mesh, Vec3d p) {
  SumOfAngles sum;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    sum.add(p, {&t, 1});
  }
  return sum.winding();
}

Triangle small_triangle(Random& random, Vec3d at, double size) {
  return {at + size * random.in_ball(), at + size * random.in_ball(), at + size * random.in_ball()};
}

// Triangles beside a surface that share no vertex, each the other way with a chance.
Mesh loose(const Mesh& mesh, Random& random, double other_way) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    const Vec3d shift = 0.05 * length(t.b - t.a) * random.in_ball();
    const u32 first = static_cast<u32>(vertices.size());
    for (int k = 0; k < 3; ++k) vertices.push_back(t[k] + shift);
    faces.push_back({first, first + 1, first + 2});
    if (random.chance(other_way)) std::swap(faces.back()[1], faces.back()[2]);
  }
  return Mesh::make(vertices, faces).value();
}

Mesh soup_in_a_box(Random& random, u32 triangles) {
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  for (u32 i = 0; i < triangles; ++i) {
    const Triangle t = small_triangle(random, random.in_ball(), random.chance(0.01) ? 1 : 0.1);
    for (int k = 0; k < 3; ++k) vertices.push_back(t[k]);
    faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return Mesh::make(vertices, faces).value();
}

std::vector<Mesh> soups(Random& random) {
  const u32 size = WindingClusters::kLeast + 500;
  const Mesh torus = loose(generate::wrinkled_torus(2 * size), random, 0),
             ball = loose(generate::sphere(1, size), random, 0.1);
  return {torus,
          ball,
          loose(generate::sphere(1, size), random, 0),
          soup_in_a_box(random, size),
          scaled(ball, 1e-6),
          scaled(soup_in_a_box(random, size), 1e6),
          scaled(ball, Vec3d{1, 1, 0}),
          placed(ball, Pose::shift({1e6, -2e6, 3e5}))};
}

Vec3d point_for(const Mesh& mesh, const Bounds& box, Random& random) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  if (random.chance(0.05)) return t.a;
  if (random.chance(0.3)) return t.a + 1e-3 * length(box.size()) * random.in_ball();
  return box.centre() + (random.chance(0.1) ? 20 : 0.6) * length(box.size()) * random.in_ball();
}

Bounds bounds_of(const Mesh& mesh) {
  Bounds box;
  for (const Vec3d v : mesh.vertices()) box.add(v);
  return box;
}

// What a series leaves out is within the bound that the header proves, for all orders and ratios; in all lanes.
TEST(SolidAngleSeries, WithinItsBound) {
  Random random(1);
  constexpr double kReach = 1e-3;  // any
  for (int round = 0; round < testing::cases(60, 2000); ++round) {
    const double scale = std::pow(10, random.uniform(-30, 30));
    const Vec3d centre = scale * random.in_ball();
    FourSeries four;
    std::vector<Triangle> clusters[4], all;
    double area[4] = {};
    for (u32 lane = 0; lane < 4; ++lane) {
      const Vec3d at = centre + scale * random.in_ball();
      for (int axis = 0; axis < 3; ++axis) four.centre[axis][lane] = at[axis];
      for (u32 k = 0; k < 1 + random.below(9); ++k) {
        const Triangle t = small_triangle(random, at + 0.1 * scale * random.in_ball(), 0.1 * scale);
        clusters[lane].push_back(t), all.push_back(t);
        area[lane] += length(area_vector(t)) / 2;
        for (int i = 0; i < 3; ++i) four.radius[lane] = larger(four.radius[lane], length(t[i] - at));
      }
    }
    const FourSeries empty = four;
    const SolidAngleSeries& series = solid_angle_series();
    for (int lane = 0; lane < 4; ++lane)
      series.add(four, lane, clusters[lane].data(), static_cast<u32>(clusters[lane].size()));
    const auto check = [&](const FourSeries& of, int lane, std::span<const Triangle> triangles, double total) {
      const Vec3d at{of.centre[0][lane], of.centre[1][lane], of.centre[2][lane]};
      const double ratio = random.chance(0.2) ? random.uniform(0, 1e-3) : random.uniform(0.02, 0.7);
      const Vec3d p = at + of.radius[lane] / ratio * random.direction();
      SumOfAngles sum;
      sum.add(p, triangles);
      const double truth = 4 * std::numbers::pi * sum.winding().value;
      const double size = total / squared_length(p - at);
      for (int order = 1; order <= kSeriesOrder; ++order) {
        const double left_out =
            std::pow(ratio, order) * (order + 1 - order * ratio) / ((1 - ratio) * (1 - ratio)) * size;
        ASSERT_NEAR(series.sum(of, p, u32(1) << lane, order), truth, left_out + 1e-12 * size + 1e-15)
            << "order " << order << ", ratio " << ratio;
      }
    };
    for (int lane = 0; lane < 4; ++lane) check(four, lane, clusters[lane], area[lane]);
    // All four as one.
    FourSeries whole;
    for (int axis = 0; axis < 3; ++axis) whole.centre[axis][2] = centre[axis];
    for (const Triangle& t : all)
      for (int k = 0; k < 3; ++k) whole.radius[2] = larger(whole.radius[2], length(t[k] - centre));
    for (double& r : whole.radius) r = larger(r, kReach * scale);
    series.join(whole, 2, four);
    check(whole, 2, all, area[0] + area[1] + area[2] + area[3]);
    for (const LaneWidth width : kLaneWidths) {
      use_lanes(width);
      FourSeries again = empty;
      const SolidAngleSeries& other = solid_angle_series();
      for (int lane = 0; lane < 4; ++lane)
        other.add(again, lane, clusters[lane].data(), static_cast<u32>(clusters[lane].size()));
      ASSERT_EQ(std::memcmp(&again, &four, sizeof four), 0);
      const Vec3d p = centre + 9 * scale * random.direction();
      const double sum = other.sum(again, p, 13, 12);
      use_lanes(std::nullopt);
      ASSERT_EQ(std::bit_cast<u64>(sum), std::bit_cast<u64>(series.sum(four, p, 13, 12)));
    }
  }
}

TEST(SolidAngleSeries, ReachOfEachOrder) {
  for (const double error : {1e-2, 1e-6, 0x1p-51}) {
    const auto reach = series_reach(error);
    for (int order = 1; order <= kSeriesOrder; ++order) {
      const double ratio = std::sqrt(reach[static_cast<std::size_t>(order)]);
      const auto left_out = [&](double x) {
        return std::pow(x, order) * (order + 1 - order * x) / ((1 - x) * (1 - x));
      };
      EXPECT_LE(left_out(ratio), error * (1 + 1e-9));
      EXPECT_TRUE(left_out(1.00001 * ratio) > error || ratio == 0.5);
      EXPECT_LE(reach[static_cast<std::size_t>(order - 1)], reach[static_cast<std::size_t>(order)]);
    }
  }
}

TEST(WindingClusters, AllTriangles) {
  Random random(2);
  testing::Outcomes inside_ones("points inside", 0.1), on_surface("points on the surface", 0.01);
  for (const Mesh& mesh : soups(random)) {
    const Model model = Model::make(mesh).value();
    ASSERT_GE(model.topology().open_edges.size(), mesh.size());
    const Bounds box = bounds_of(mesh);
    for (int k = 0; k < testing::cases(40, 2000); ++k) {
      const Vec3d p = point_for(mesh, box, random);
      const WindingNumber w = winding_number(model, p), truth = by_all_triangles(mesh, p);
      ASSERT_EQ(w.method, WindingNumber::Method::solid_angles);
      ASSERT_EQ(w.status, Status::exact);
      ASSERT_EQ(w.on_surface, truth.on_surface);
      ASSERT_NEAR(w.value, truth.value, 2e-13);
      if (std::abs(std::abs(truth.value) - 0.5) > 1e-12) {
        ASSERT_EQ(inside(model, p), truth.inside());
      }
      ASSERT_EQ(inside(model, p), w.inside());
      inside_ones.saw(w.inside());
      on_surface.saw(w.on_surface);
    }
  }
}

// Where the number is close to a half, short series do not decide: below two sheets of loose triangles, on both sides
// of where it is a half.
TEST(WindingClusters, CloseToAHalf) {
  Random random(3);
  std::vector<Vec3d> vertices;
  std::vector<Face> faces;
  const u32 n = 40;
  for (u32 i = 0; i < n; ++i)
    for (u32 j = 0; j < n; ++j) {
      const auto at = [&](u32 x, u32 y) { return Vec3d{double(x) / n - 0.5, double(y) / n - 0.5, 0}; };
      for (const auto& t :
           {std::array{at(i, j), at(i + 1, j), at(i + 1, j + 1)}, {at(i, j), at(i + 1, j + 1), at(i, j + 1)}})
        for (const double height : {0.0, 0.3}) {
          const u32 first = static_cast<u32>(vertices.size());
          const Vec3d shift = height * Vec3d{0, 0, 1} + 1e-3 * random.in_ball();
          for (const Vec3d v : t) vertices.push_back(v + shift);
          faces.push_back({first, first + 1, first + 2});
        }
    }
  const Mesh mesh = Mesh::make(vertices, faces).value();
  const Model model = Model::make(mesh).value();
  ASSERT_GE(mesh.size(), WindingClusters::kLeast);
  testing::Outcomes inside_ones("points inside", 0.1);
  for (int k = 0; k < testing::cases(4, 50); ++k) {
    const double x = random.uniform(-0.2, 0.2), y = random.uniform(-0.2, 0.2);
    const auto from_half = [&](double depth) { return std::abs(by_all_triangles(mesh, {x, y, -depth}).value) - 0.5; };
    double low = 0.01, high = 2;
    ASSERT_GT(from_half(low), 0);
    ASSERT_LT(from_half(high), 0);
    for (int step = 0; step < 45; ++step) {
      const double middle = 0.5 * (low + high);
      (from_half(middle) > 0 ? low : high) = middle;
    }
    for (double off = 0.1; off > 1e-14; off /= 10)
      for (const double depth : {low - off, low + off}) {
        const Vec3d p{x, y, -depth};
        const WindingNumber w = winding_number(model, p);
        ASSERT_NEAR(w.value, by_all_triangles(mesh, p).value, 2e-13);
        ASSERT_EQ(inside(model, p), w.inside());
        if (off > 1e-11) {
          ASSERT_EQ(w.inside(), depth < low);
        }
        inside_ones.saw(w.inside());
      }
  }
}

TEST(WindingClusters, TheSameInStreamsThreadsAndLanes) {
  Random random(4);
  const Mesh mesh = loose(generate::sphere(1, WindingClusters::kLeast), random, 0.3);
  std::vector<Vec3d> points;
  for (int k = 0; k < 100; ++k) points.push_back(point_for(mesh, bounds_of(mesh), random));
  use_lanes(LaneWidth::one);
  const Model first = Model::make(mesh).value();
  const Batch<WindingNumber> one = winding_number(first, points, {.threads = 1});
  for (const LaneWidth width : kLaneWidths) {
    use_lanes(width);
    const Model model = Model::make(mesh).value();
    const Batch<WindingNumber> again = winding_number(model, points, {.threads = 4});
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_EQ(std::bit_cast<u64>(again.answers[i].value), std::bit_cast<u64>(one.answers[i].value));
      ASSERT_EQ(std::bit_cast<u64>(winding_number(first, points[i]).value), std::bit_cast<u64>(one.answers[i].value));
    }
  }
  use_lanes(std::nullopt);
}

// Identical, flat and huge clusters; far points.
TEST(WindingClusters, DegenerateAndFar) {
  std::vector<Face> faces(WindingClusters::kLeast, Face{0, 1, 2});
  for (const double scale : {1e-12, 1.0, 1e12}) {
    const Mesh same = Mesh::make({Vec3d{}, scale * Vec3d{1, 0, 0}, scale * Vec3d{0, 1, 0}}, faces).value();
    const Mesh points = Mesh::make({Vec3d{}, scale * Vec3d{1, 0, 0}, scale * Vec3d{2, 0, 0}}, faces).value();
    for (const Mesh& mesh : {same, points}) {
      const Model model = Model::make(mesh).value();
      for (const Vec3d p : {Vec3d{0.2, 0.2, 0.1}, {0, 0, -3}, {1e5, 2e5, 1e5}, {0.25, 0, 0}, {1e13, 0, 0}}) {
        const WindingNumber w = winding_number(model, scale * p);
        ASSERT_NEAR(w.value, by_all_triangles(mesh, scale * p).value, 1e-10) << scale;
        ASSERT_EQ(w.on_surface, by_all_triangles(mesh, scale * p).on_surface);
      }
    }
  }
}

}  // namespace winding_clusters_test
}  // namespace apart
