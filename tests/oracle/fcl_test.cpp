// Distances and collisions of meshes against FCL.
#include "tests/oracle/fcl.hpp"

#include <apart/apart.hpp>
#include <apart/shapes/generate.hpp>
#include <fstream>

#include "tests/support.hpp"

namespace apart {
namespace {

// Asks both about one pose. FCL is off by up to 1e-15 of its own in a triangle test, so an absolute 1e-9 is far above
// what either rounds, at models of size 1.
void compare(const Model& a, const oracle::FclModel& fa, const Posed& at, const Model& b, const oracle::FclModel& fb,
             testing::Outcomes& outcomes) {
  const Distance ours = distance(a, at, b);
  const double theirs = oracle::fcl_distance(fa, at, fb);
  outcomes.saw(ours.distance == 0);
  ASSERT_NEAR(ours.distance, theirs, 1e-9);
  if (ours.distance == 0 || ours.distance > 1e-9) {
    ASSERT_EQ(collide(a, at, b).colliding, oracle::fcl_collide(fa, at, fb));
  }
}

TEST(Fcl, GeneratedModelsAtRandomPoses) {
  Random random(1);
  const Mesh meshes[] = {generate::sphere(1, 800), generate::torus(1, 0.3, 40, 20), generate::box({1, 2, 0.5}),
                         generate::soup(random, 300)};
  testing::Outcomes outcomes("poses that touch");
  for (const Mesh& ma : meshes)
    for (const Mesh& mb : meshes) {
      const Model a = Model::make(ma).value(), b = Model::make(mb).value();
      const auto fa = oracle::fcl_model(ma), fb = oracle::fcl_model(mb);
      for (int k = 0; k < testing::cases(60, 2000); ++k)
        compare(a, *fa, {random.rotation(), random.uniform(0, 3.2) * random.direction()}, b, *fb, outcomes);
    }
}

// The recorded motion: a count, then for each frame a matrix by rows and a translation.
std::vector<Posed> read_path(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::size_t n = 0;
  in >> n;
  std::vector<Posed> out(n);
  for (Posed& p : out) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) in >> p.rotation(i, j);
    for (int i = 0; i < 3; ++i) in >> p.translation[i];
    p.rotation = nearest_rotation(p.rotation);  // six digits were written
  }
  EXPECT_TRUE(in.good());
  return out;
}

TEST(Fcl, FallingToriOnTheirRecordedPath) {
  APART_NEEDS_MODELS();
  const Model a = load(testing::models() / "torus1.tris").value(), b = load(testing::models() / "torus2.tris").value();
  const auto fa = oracle::fcl_model(a.mesh()), fb = oracle::fcl_model(b.mesh());
  const auto pa = read_path(testing::models() / "torus1.path"), pb = read_path(testing::models() / "torus2.path");
  testing::Outcomes outcomes("frames that touch", 0);
  for (std::size_t k = 0; k < std::min<std::size_t>(1000, std::min(pa.size(), pb.size())); ++k)
    compare(a, *fa, inverse(pa[k]) * pb[k], b, *fb, outcomes);
}

}  // namespace
}  // namespace apart
