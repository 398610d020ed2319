// Every builder on whole models, generated and real ones, with several volumes and widths: the pairs and the distance
// of the default model, which tests/oracle/ compares with CGAL and FCL, and its contacts, which tests/queries/ compares
// with brute force.
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/io/read.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/contacts/of_pairs.hpp>
#include <apart/volumes/kinds/sphere.hpp>

#include "tests/product/product.hpp"

namespace apart::testing {
namespace models_test {

struct Whole {
  std::string name;
  Mesh a, b;
  std::vector<Pose> poses;
};

// Every pair of triangles within the tolerance.
struct NearPairs {
  using Measure = Nearness;
  PlacedPair pair;
  double tolerance;
  const std::function<void(u32, u32)>& test;

  double reach() const { return tolerance; }
  Found primitives(u32 i, u32 j) {
    test(i, j);
    return Found::nothing;
  }
  Found primitives(u32 i, const Triangle&, u32 j, const Triangle&) { return primitives(i, j); }
};

// Up to a fifth farther than the least distance.
double reach_of(double distance) { return 1.2 * distance; }

void expect_same(const Contacts& found, const Contacts& expected) {
  ASSERT_EQ(found.contacts.size(), expected.contacts.size());
  const auto features = [](const Contacts& of) {
    std::vector<std::pair<SurfaceFeature, SurfaceFeature>> out;
    for (const Contact& c : of.contacts) out.emplace_back(c.feature_a, c.feature_b);
    std::sort(out.begin(), out.end());  // the order of equally near ones is up to rounding
    return out;
  };
  ASSERT_EQ(features(found), features(expected));
  for (std::size_t k = 0; k < found.contacts.size(); ++k)
    ASSERT_NEAR(found.contacts[k].distance, expected.contacts[k].distance, 1e-12 * expected.contacts[k].distance);
}

struct Expected {
  std::vector<Collisions> touching{};
  std::vector<Distance> distances{};
  std::vector<Contacts> contacts{};  // of poses that do not touch
};

template <class V>
void check(const Whole& w, const Builder& builder, u32 leaf, u32 width, const Model& model_a, const Model& model_b,
           const Expected& truth) {
  const auto tree_of = [&](const Mesh& m) { return fit_tree<V>(widen(builder.make(m, leaf), m, width), m); };
  const Tree<V> a = tree_of(w.a), b = tree_of(w.b);
  ASSERT_EQ(problem(a, w.a), "");
  ASSERT_EQ(problem(b, w.b), "");
  for (std::size_t k = 0; k < w.poses.size(); ++k) {
    const PlacedPair pair{w.a, w.poses[k], w.b};
    std::vector<std::pair<u32, u32>> found, expected;
    auto collect = [&](const TouchingPair& p) {
      found.emplace_back(p.triangle_a, p.triangle_b);
      return true;
    };
    CollisionsQuery<decltype(collect)> collisions{pair, collect};
    walk(a, w.poses[k], b, collisions);
    std::sort(found.begin(), found.end());
    for (const TouchingPair& p : truth.touching[k].pairs) expected.emplace_back(p.triangle_a, p.triangle_b);
    ASSERT_EQ(found, expected);
    DistanceQuery distance{pair};
    walk<InOrder<BestFirst>>(a, w.poses[k], b, distance);
    ASSERT_EQ(distance.best_distance, truth.distances[k].distance);
    if (distance.best_distance == 0 || !(nightly() || std::is_same_v<V, Aabb<float>>)) continue;
    const double reach = reach_of(distance.best_distance);
    expect_same(queries::contacts_of_pairs(model_a, w.poses[k], model_b, reach,
                                           [&](const std::function<void(u32, u32)>& test) {
                                             NearPairs near{pair, reach, test};
                                             walk(a, w.poses[k], b, near);
                                             return queries::WalkEnd{};
                                           }),
                truth.contacts[k]);
  }
}

void check(const Whole& w, Outcomes& outcomes) {
  const Model a = Model::make(w.a).value(), b = Model::make(w.b).value();
  Expected truth;
  for (const Pose& at : w.poses) {
    truth.touching.push_back(collisions(a, at, b));
    truth.distances.push_back(distance(a, at, b));
    const double least = truth.distances.back().distance;
    truth.contacts.push_back(least > 0 ? contacts(a, at, b, reach_of(least)) : Contacts{});
    outcomes.saw(least == 0);
  }
  for (std::size_t i = 0; i < builders().size(); ++i) {
    SCOPED_TRACE(w.name + ", " + builders()[i].name);
    const Builder& builder = builders()[i];
    if (nightly() || i % 2 == 0) check<Obb<float>>(w, builder, 4, 2, a, b, truth);
    if (nightly() || i % 3 == 0) check<Aabb<float>>(w, builder, 2, 8, a, b, truth);
    if (nightly() || i % 3 == 1) check<Sphere<float>>(w, builder, 1, 4, a, b, truth);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

std::vector<Pose> poses(u64 seed, double near, double far, int count = 4) {
  Random random(seed);
  std::vector<Pose> out;
  for (int k = 0; k < count; ++k)
    out.push_back({random.rotation(), (near + (far - near) * k / (count - 1)) * random.direction()});
  return out;
}

TEST(Models, OfEveryGenerator) {
  Outcomes outcomes("poses that touch");
  Random random(1);
  const auto soup = generate::soup(random, 1500);
  const u32 n = static_cast<u32>(cases(1200, 20000));
  check({"spheres", generate::sphere(1, n), generate::sphere(0.8, n), poses(1, 0.5, 2.4)}, outcomes);
  check({"tori", generate::wrinkled_torus(n), generate::bent_torus(n), poses(2, 0.2, 3)}, outcomes);
  check({"peg", generate::spiral_peg(n), generate::wrinkled_torus(n), poses(3, 0.5, 4)}, outcomes);
  check({"cup and spoon", generate::cup(n), generate::spoon(), poses(4, 0.2, 3)}, outcomes);
  check({"teeth", generate::teeth(generate::Jaw::lower, n), generate::teeth(generate::Jaw::upper, n), {{}}}, outcomes);
  check({"hand in a cabin",
         generate::cabin(12000),
         generate::hand_part(),
         {Pose::shift({1, 0, 1}), Pose::shift({1, 0.6, 1})}},
        outcomes);
  check({"ground", generate::height_field({2, 2, 0.5}, 25, 25), soup, poses(5, 0.3, 4)}, outcomes);
  check({"gears", generate::gear({}), generate::gear({}), {Pose::shift({140, 0, 0}), Pose::shift({150, 0, 3})}},
        outcomes);
}

// About the origin, and one unit large.
Mesh real(const char* file) {
  const Mesh mesh = read_mesh(models() / file).value();
  Bounds box;
  for (Vec3d v : mesh.vertices()) box.add(v);
  return scaled(placed(mesh, Pose::shift(-box.centre())), 1 / length(box.size()));
}

TEST(Models, OfTheRealWorld) {
  APART_NEEDS_MODELS();
  Outcomes outcomes("poses that touch");
  check({"fandisk and rocker arm", real("fandisk.obj"), real("rocker-arm.obj"), poses(7, 0.1, 1.2)}, outcomes);
  check({"bunny and torus", real("bunny.tris"), real("torus2.tris"), poses(8, 0.1, 1.2)}, outcomes);
}

}  // namespace models_test
}  // namespace apart::testing
