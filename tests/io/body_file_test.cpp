// Files of bodies: everything comes back, instances share their model, damage is refused, and files of one model are
// still read.
#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>

#include "tests/io/support.hpp"
#include "tests/io/tree_bytes.hpp"

namespace apart {
namespace body_file_test {

using namespace testing;

TEST(BodyFile, EverythingComesBack) {
  const Scratch scratch;
  const auto file = scratch.write("a.apart", sample_of_bodies());
  for (const Trust trust : {Trust::none, Trust::own}) {
    const std::vector<BodyModel> bodies = map_bodies(file, trust).value();
    ASSERT_EQ(bodies.size(), 3u);
    EXPECT_EQ(bodies[0].body.name, "one");
    EXPECT_EQ(bodies[1].body.group, "boxes");
    EXPECT_EQ(bodies[1].body.pose.translation.x, 4500001.2);
    EXPECT_EQ(bodies[2].body.group, "");
    EXPECT_EQ(bodies[2].body.pose, Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {9, 9, 9}).value());
    for (const auto& [body, model] : bodies) {
      EXPECT_EQ(body.file, "plant.glb");
      EXPECT_EQ(body.path, "frame/" + body.name);
      EXPECT_EQ(body.id, "plant.glb#frame/" + body.name);
      EXPECT_EQ(body.layer, "steel");
      EXPECT_EQ(body.color, "#ff8000");
      EXPECT_EQ(body.unit, "m");
      EXPECT_EQ(body.error, 0.25);
      EXPECT_EQ(body.mesh.faces().data(), model.mesh().faces().data());
    }
    EXPECT_EQ(&bodies[0].model.mesh(), &bodies[1].model.mesh());  // shared
    expect_same(bodies[0].body.mesh, generate::box({1, 2, 3}));
  }
  // As one mesh, with the bodies as its parts.
  const Model whole = load(file).value();
  EXPECT_EQ(whole.mesh().size(), 12u + 12u + 96u);
  EXPECT_EQ(whole.mesh().parts(), 3u);
  EXPECT_EQ(whole.mesh().part(24), 2u);
  expect_same(read_mesh(file).value(), whole.mesh());
  EXPECT_EQ(whole.mesh().triangle(0), Pose::shift({1, 2, 3}) * generate::box({1, 2, 3}).triangle(0));
  const std::vector<Body> scaled = read_bodies(file, {.scale = 1000}).value();
  EXPECT_EQ(scaled[1].pose.translation.x, 1000 * 4500001.2);
  EXPECT_EQ(scaled[1].id, "plant.glb#frame/two");
  EXPECT_EQ(scaled[1].error, 250);
}

TEST(BodyFile, OneModelIsOneBody) {
  const Scratch scratch;
  ASSERT_TRUE(save(Model::make(generate::box({1, 2, 3})).value(), scratch / "old.apart"));
  const std::vector<BodyModel> bodies = map_bodies(scratch / "old.apart").value();
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].body.name, "old");
  EXPECT_EQ(bodies[0].body.id, "");
}

TEST(BodyFile, IsDeterministicWithTheDocumentedChecksums) {
  const std::string bytes = sample_of_bodies();
  EXPECT_EQ(bytes, sample_of_bodies());
  std::string sealed = bytes;
  seal(sealed);
  EXPECT_EQ(bytes, sealed);
}

TEST(BodyFile, CutAtEveryLengthIsRefused) {
  const std::string bytes = sample_of_bodies();
  for (std::size_t n = 0; n < bytes.size(); n += n < 1000 ? 1 : 37)
    for (const Trust trust : {Trust::none, Trust::own}) {
      const auto bodies = bodies_of(bytes.substr(0, n), trust);
      ASSERT_FALSE(bodies) << n;
      ASSERT_FALSE(whole_of(bytes.substr(0, n), trust)) << n;
      EXPECT_TRUE(bodies.error().starts_with(n < 6 ? "not a model" : "cut short: " + std::to_string(n)));
    }
}

// What a query reads is valid: the tables and the bodies' models, or the tables and the model of all.
TEST(BodyFile, EveryFlippedBitIsFound) {
  const std::string bytes = sample_of_bodies();
  ASSERT_TRUE(bodies_of(bytes));
  ASSERT_TRUE(whole_of(bytes));
  Random random(3);
  for (std::size_t at = 0; at < bytes.size(); at += at < 1500 ? 1 : 1 + random.below(5)) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
    const bool bodies = bodies_of(bad).ok(), whole = whole_of(bad).ok();
    EXPECT_FALSE(bodies && whole) << "byte " << at;
    if (at < number_at<u64>(bytes, number_at<u64>(bytes, table(0)))) {
      EXPECT_FALSE(bodies || whole) << "byte " << at;
    }
  }
}

// Right checksums, wrong content.
TEST(BodyFile, CraftedContentIsRefused) {
  const std::string good = sample_of_bodies();
  const std::size_t models = number_at<u64>(good, table(0)), records = number_at<u64>(good, table(1));
  const auto refused = [&](const char* why, auto change) {
    std::string bytes = good;
    change(bytes);
    seal(bytes);
    for (const Trust trust : {Trust::none, Trust::own}) {
      const auto bodies = bodies_of(bytes, trust);
      ASSERT_FALSE(bodies) << why;
      EXPECT_EQ(bodies.error(), why);
    }
  };
  refused("damaged: a body's model is not there", [&](std::string& b) { set_number(b, records, u32(3)); });
  refused("damaged: the place of a body is not rigid", [&](std::string& b) { set_number(b, records + 8, 2.0); });
  refused("damaged: the place of a body is not rigid",
          [&](std::string& b) { set_number(b, records + 8 + 72, std::nan("")); });
  refused("damaged: the error of a body is not a length", [&](std::string& b) { set_number(b, records + 104, -1.0); });
  refused("damaged: a name lies outside of the text",
          [&](std::string& b) { set_number(b, records + 112, u32(0xffffffff)); });
  refused("damaged: a name lies outside of the text",
          [&](std::string& b) { set_number(b, records + 116, u32(0xffffffff)); });
  refused("damaged: the place of a model is wrong",
          [&](std::string& b) { set_number(b, models, number_at<u64>(b, models) + 64); });
  refused("damaged: the place of a model is wrong", [&](std::string& b) { set_number(b, models + 8, ~u64(63)); });
  refused("damaged: the place of a table is wrong", [&](std::string& b) { set_number(b, table(1) + 8, u64(1) << 60); });
  refused("damaged: the model of the whole is not there", [&](std::string& b) { set_number(b, 120, u64(9)); });
  std::string parts = good;
  set_number(parts, records + kBodyRecord + 4, u32(500));
  seal(parts);
  EXPECT_EQ(whole_of(parts).error(), "damaged: the parts of the whole do not follow each other");
}

}  // namespace body_file_test
}  // namespace apart
