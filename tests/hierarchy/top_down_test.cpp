// Every rule of the top-down builder gives a valid tree of bounded depth from any input, the same for any number of
// threads; each rule splits where it should.
#include <algorithm>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/split/project.hpp>
#include <apart/volumes/obb.hpp>
#include <cmath>

#include "tests/hierarchy/builders.hpp"

namespace apart {
namespace top_down_test {

struct Named {
  std::string name;
  AnySplit split;
};

template <class Axis>
void add_points(std::vector<Named>& to, const std::string& axis) {
  to.push_back({axis + " mean", Split<Axis, Mean>{}});
  to.push_back({axis + " median", Split<Axis, Median>{}});
  to.push_back({axis + " midpoint", Split<Axis, Midpoint>{}});
  to.push_back({axis + " gap", Split<Axis, WidestGap>{}});
  to.push_back({axis + " area", Split<Axis, BinnedArea>{}});
  to.push_back({axis + " area, one axis", Split<Axis, BinnedArea>{.point = {.axes = 1}}});
  to.push_back({axis + " volume", Split<Axis, BinnedVolume>{}});
}

const std::vector<Named>& rules() {
  static const std::vector<Named> all = [] {
    std::vector<Named> out;
    add_points<LongestCentreSide>(out, "longest side of centres,");
    add_points<LongestBoxSide>(out, "longest side of box,");
    add_points<AreaSpread>(out, "spread of area,");
    add_points<CentreSpread>(out, "spread of centres,");
    // Rules that are of no use: the builder must make a tree of them all the same.
    out.push_back(
        {"nothing comes first", [](const Subset&) { return Cut{.direction = Direction::axis(0), .below = -9}; }});
    out.push_back({"all come first", [](const Subset&) { return Cut{.direction = Direction::axis(2), .below = 9}; }});
    out.push_back({"not a number", [](const Subset&) {
                     return Cut{.direction = Direction::axis(1), .below = std::numeric_limits<float>::quiet_NaN()};
                   }});
    return out;
  }();
  return all;
}

Mesh moved(const Mesh& mesh, double scale, Vec3d shift) { return placed(scaled(mesh, scale), Pose::shift(shift)); }

// The areas of the boxes of all nodes but the root, added up: what the surface-area heuristic says a tree costs.
double cost(const Topology& t, const Mesh& mesh) {
  const Tree<Aabb<double>> tree = fit_tree<Aabb<double>>(t, mesh);
  double sum = 0;
  for (std::size_t n = 1; n < tree.volumes.size(); ++n) {
    const Vec3d d = tree.volumes[n].half;
    sum += d.x * d.y + d.y * d.z + d.z * d.x;
  }
  return sum;
}

// Its triangles in no order, so that halves by number are no good tree.
Mesh shuffled(const Mesh& mesh) {
  Random random(9);
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (std::size_t i = faces.size(); i > 1; --i)
    std::swap(faces[i - 1], faces[static_cast<std::size_t>(random.uniform(0, double(i)))]);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

TEST(TopDown, AllSmallSizesAreValid) {
  Random random(1);
  for (u32 n = 0; n <= 100; ++n) {
    const Mesh mesh = generate::soup(random, n);
    for (const Named& rule : rules()) {
      for (u32 leaf : {1u, 2u, 4u, 7u, 128u}) {
        const Topology t = build(mesh, TopDown<AnySplit>{rule.split, leaf});
        ASSERT_EQ(problem(t.nodes, t.order, n), "") << rule.name << ", " << n << " triangles, leaves of " << leaf;
        ASSERT_LE(t.nodes.size(), n == 0 ? 0 : 2 * n - 1);
        if (n == 0) continue;
        ASSERT_LE(testing::depth(t), depth_limit(n)) << rule.name << ", " << n << " triangles";
        ASSERT_LE(testing::largest_leaf(t), leaf) << rule.name;
        if (n % 25 != 0) continue;
        ASSERT_EQ(problem(fit_tree<Obb<float>>(t, mesh), mesh), "") << rule.name;
        ASSERT_EQ(problem(fit_tree<Aabb<float>>(t, mesh), mesh), "") << rule.name;
      }
    }
  }
}

TEST(TopDown, NoInputMakesAChain) {
  const auto check = [](const testing::Hostile& input, const Named& rule, u32 leaf) {
    SCOPED_TRACE(rule.name + ", " + input.name);
    const Topology t = build(input.mesh, TopDown<AnySplit>{rule.split, leaf});
    ASSERT_EQ(problem(t.nodes, t.order, input.mesh.size()), "");
    ASSERT_LE(testing::depth(t), depth_limit(input.mesh.size()));
  };
  for (const testing::Hostile& input : testing::hostile_meshes(2000))
    for (const Named& rule : rules()) check(input, rule, 1);
  // One triangle that dwarfs all others; large ones whose centres differ by the last bits.
  std::vector<Vec3d> dwarfs, last_bits;
  for (int i = 0; i < 2000; ++i) {
    const double k = i, x = 1 + k * 0x1p-52;
    dwarfs.insert(dwarfs.end(), {{k, 0, 0}, {k + 1, 0, 0}, {k, i == 0 ? 1e12 : 1, 0}});
    last_bits.insert(last_bits.end(), {{x, 0, 0}, {x, 1e6, 0}, {x, 0, 1e6}});
  }
  for (const Named& rule : rules()) {
    check({"dwarfs", testing::triangles(dwarfs)}, rule, 1);
    check({"centres that differ by the last bits", testing::triangles(last_bits)}, rule, 1);
  }
  // Many copies of one triangle by every axis and every point, if not by all pairs of them; else, unless there is time,
  // the two rules that are known longest.
  const std::vector<testing::Hostile> large =
      testing::hostile_meshes(static_cast<u32>(testing::unless_sanitized(100000, 20000)));
  for (std::size_t i = 0; i < large.size(); ++i) {
    if (i < 4) check(large[i], {"median", MedianSplit{}}, 1);
    if (i < 4) check(large[i], {"covariance mean", CovarianceMean{}}, 1);
    if (i > 0 && !testing::nightly()) continue;
    for (std::size_t r = 0; r < rules().size(); r += testing::nightly() ? 1 : 4) check(large[i], rules()[r], 8);
  }
}

TEST(TopDown, TheSameTreeForAnyNumberOfThreads) {
  Random random(2);
  for (const Mesh& mesh : {generate::sphere(1, 20000), generate::soup(random, 15000)}) {
    for (std::size_t r = 0; r < rules().size(); r += testing::nightly() ? 1 : 4) {
      const Named& rule = rules()[r];
      const Topology one = build(mesh, TopDown<AnySplit>{rule.split, 4, 1});
      for (u32 threads : {2u, 8u}) {
        const Topology many = build(mesh, TopDown<AnySplit>{rule.split, 4, threads});
        ASSERT_EQ(one.nodes, many.nodes) << rule.name;
        ASSERT_EQ(one.order, many.order) << rule.name;
      }
    }
  }
}

TEST(TopDown, TheSameTreeAtEveryScale) {
  Random random(3);
  const Mesh mesh = generate::soup(random, 500);
  for (const Named& rule : rules()) {
    const Topology one = build(mesh, TopDown<AnySplit>{rule.split, 2});
    for (int exponent : {-900, -100, 100, 900}) {
      const Topology other = build(scaled(mesh, std::ldexp(1.0, exponent)), TopDown<AnySplit>{rule.split, 2});
      ASSERT_EQ(one.nodes, other.nodes) << rule.name << " at 2^" << exponent;
      ASSERT_EQ(one.order, other.order) << rule.name << " at 2^" << exponent;
    }
  }
}

// Two balls, each so small and so far from the centre that a float cannot distinguish its triangles, get trees as good
// as a ball alone.
TEST(TopDown, SmallThingsFarAwayAreDistinguished) {
  const Mesh ball = shuffled(generate::sphere(1, 1000));
  for (double size : {1e-3, 1e-6, 1e-8}) {
    const Vec3d far{1e3, -2e3, 5e2};
    const Mesh here = moved(ball, size, far), there = moved(ball, size, -1.0 * far);
    const Mesh both = joined(std::vector<Mesh>{here, there});
    for (const Named& rule : rules()) {
      if (rule.name.find(",") == std::string::npos) continue;  // not the useless ones
      const double alone = cost(build(ball, TopDown<AnySplit>{rule.split}), ball);
      const double together = cost(build(both, TopDown<AnySplit>{rule.split}), both);
      EXPECT_LE(together / (size * size), 2 * 1.1 * alone) << rule.name << ", size " << size;
    }
  }
}

// A vertex that no face names must not cost the others their digits.
TEST(TopDown, VerticesWithoutFacesDoNotMatter) {
  const Mesh ball = shuffled(generate::sphere(1, 1000));
  std::vector<Vec3d> vertices(ball.vertices().begin(), ball.vertices().end());
  vertices.push_back({1e300, 0, 0});
  const Mesh other = Mesh::make(vertices, {ball.faces().begin(), ball.faces().end()}).value();
  EXPECT_LE(cost(build(other), ball), 1.05 * cost(build(ball), ball));
}

TEST(TopDown, CanBeWatchedAndStopped) {
  testing::expect_watched_builds([](const Mesh& mesh, u32 threads, const BuildWatch& watch) {
    return build(mesh, TopDown<>{.threads = threads}, watch);
  });
}

// Elements made by hand.
struct ByHand {
  std::vector<Element> elements;
  CentreBox centres;
  Mesh mesh;

  void add(Vec3f centre, Vec3f half) {
    Element e{{centre.x, centre.y, centre.z, 0}, {half.x, half.y, half.z, 0}};
    e.set_primitive(static_cast<u32>(elements.size()));
    elements.push_back(e);
    CentreBox box;
    for (int k = 0; k < 3; ++k) box.low[k] = box.high[k] = e.centre[k];
    centres.add(box);
  }
  Subset part() const { return {elements, centres, mesh, {}, 1}; }
  // In which the cut puts first.
  std::vector<bool> first(const Cut& cut) const {
    return with_projection(cut.direction, [&](auto project) {
      std::vector<bool> out;
      for (const Element& e : elements) out.push_back((project(e) - cut.start) * cut.scale < cut.below);
      return out;
    });
  }
};

float uniform(Random& random, double low, double high) { return rounded<float>(random.uniform(low, high)); }

TEST(Mean, CutsAtTheMean) {
  ByHand set;
  for (float x : {0.f, 1.f, 2.f, 9.f}) set.add({x, 0, 0}, {1, 1, 1});
  const Cut cut = Split<LongestCentreSide, Mean>{}(set.part());
  EXPECT_EQ(cut.below, 3);
  EXPECT_EQ(cut.direction.coordinate, 0);
  EXPECT_EQ((Split<LongestCentreSide, Midpoint>{}(set.part()).below), 4.5f);
  EXPECT_TRUE((Split<LongestCentreSide, Median>{}(set.part()).halves));
}

TEST(Axes, AreWhatTheySay) {
  ByHand set;  // centres along y, boxes long in z, the greatest spread of centres along (1, 1, 0)
  for (int i = -5; i <= 5; ++i) set.add({0.9f * float(i), float(i), 0}, {1, 1, 30});
  EXPECT_EQ(LongestCentreSide{}(set.part()).in_order[0].coordinate, 1);
  EXPECT_EQ(LongestBoxSide{}(set.part()).in_order[0].coordinate, 2);
  const Vec3f spread = CentreSpread{}(set.part()).in_order[0].along;
  EXPECT_NEAR(std::abs(spread.x / spread.y), 0.9, 1e-5);
  EXPECT_NEAR(spread.z, 0, 1e-5);

  // One large triangle along (1, 0, 1) weighs more for AreaSpread than many small ones along y.
  std::vector<Vec3d> points{{-9, 0, -9}, {9, 0, 9}, {0, 0.1, 0}};
  for (int i = -8; i <= 8; ++i) {
    const double y = 0.5 * i;
    points.insert(points.end(), {{0, y, 0}, {0.01, y, 0}, {0, y + 0.01, 0}});
  }
  ByHand area;
  area.mesh = testing::triangles(points);
  for (std::size_t i = 0; i < points.size(); i += 3) area.add(cast<float>(points[i]), {0, 0, 0});
  const Vec3f most = AreaSpread{}(area.part()).in_order[0].along;
  EXPECT_NEAR(std::abs(most.x), std::sqrt(0.5), 1e-2);
  EXPECT_NEAR(std::abs(most.z), std::sqrt(0.5), 1e-2);
}

// The reference: all centres sorted, every gap tested.
std::optional<double> gap_twin(std::vector<double> at) {
  std::sort(at.begin(), at.end());
  const double low = at.front(), width = at.back() - low;
  double widest = 0, next = 0, middle = 0;
  for (std::size_t i = 1; i < at.size(); ++i) {
    const double gap = at[i] - at[i - 1];
    if (gap > widest)
      next = widest, widest = gap, middle = 0.5 * (at[i] + at[i - 1]);
    else
      next = std::max(next, gap);
  }
  const double share = (middle - low) / width;
  if (widest < 2 * next || widest < 0.1 * width || share < 0.2 || share > 0.8) return {};
  return middle;
}

TEST(WidestGap, IsFoundWhereItStandsOut) {
  Random random(4);
  testing::Outcomes outcomes("a gap that stands out");
  for (int k = 0; k < testing::cases(2000, 50000); ++k) {
    // Two clusters or three, with anything from 5 to 200 centres.
    const double second = random.uniform(0, 1), width = random.uniform(0.02, 0.5), third = random.uniform(0, 1.5);
    ByHand set;
    std::vector<double> at;
    for (int i = static_cast<int>(random.uniform(5, 200)); i > 0; --i) {
      const double which = random.uniform(0, 3);
      const double x = which < 1 ? 0 : which < 2 ? second : std::min(third, 1.0);
      set.add({0.1f, uniform(random, x, x + width), 0}, {1, 1, 1});
      at.push_back(double(set.elements.back().centre[1]));
    }
    const Cut cut = Split<LongestCentreSide, WidestGap>{}(set.part());
    const std::optional<double> twin = gap_twin(at);
    outcomes.saw(twin.has_value());
    if (twin) {
      ASSERT_NEAR(double(cut.below), *twin, 1e-6);
    } else {
      ASSERT_EQ(cut.below, (Split<LongestCentreSide, Mean>{}(set.part()).below));
    }
  }
}

// None of the other candidate positions would have been cheaper.
TEST(Binned, TakesTheCheapestPlace) {
  Random random(5);
  for (int k = 0; k < testing::cases(300, 5000); ++k) {
    ByHand set;
    const int n = 32 + static_cast<int>(random.uniform(0, 100));
    const float flat = k % 2 == 0 ? 1 : 0.1f;
    for (int i = 0; i < n; ++i)
      set.add({uniform(random, -1, 1), flat * uniform(random, -1, 1), uniform(random, -1, 1)},
              {uniform(random, 0, 0.3), uniform(random, 0, 0.3), uniform(random, 0, 0.3)});
    for (bool volume : {false, true}) {
      const auto price = [&](const std::vector<bool>& first) {
        double sum = 0;
        for (bool side : {true, false}) {
          Vec3d low{9, 9, 9}, high{-9, -9, -9};
          int count = 0;
          for (std::size_t i = 0; i < set.elements.size(); ++i) {
            if (first[i] != side) continue;
            const Element& e = set.elements[i];
            const Vec3d c = cast<double>(Vec3f{e.centre[0], e.centre[1], e.centre[2]});
            const Vec3d h = cast<double>(Vec3f{e.half[0], e.half[1], e.half[2]});
            low = lesser(low, c - h), high = larger(high, c + h);
            ++count;
          }
          if (count == 0) return std::numeric_limits<double>::infinity();
          const Vec3d d = high - low;
          sum += count * (volume ? d.x * d.y * d.z : d.x * d.y + d.y * d.z + d.z * d.x);
        }
        return sum;
      };
      const Directions directions = LongestCentreSide{}(set.part());
      const Cut cut = volume ? BinnedVolume{}(set.part(), directions) : BinnedArea{}(set.part(), directions);
      ASSERT_FALSE(cut.halves);
      double least = std::numeric_limits<double>::infinity();
      for (int axis = 0; axis < 3; ++axis) {
        const float start = set.centres.low[axis], scale = 16 * (1 - 1e-6f) / set.centres.side(axis);
        for (int bin = 1; bin < 16; ++bin)
          least = std::min(least, price(set.first({Direction::axis(axis), start, scale, float(bin), false})));
      }
      ASSERT_NEAR(price(set.first(cut)), least, 1e-5 * least);
    }
  }
}

}  // namespace top_down_test
}  // namespace apart
