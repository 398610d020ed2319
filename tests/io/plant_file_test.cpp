// Files of plants: written model by model, everything comes back, models are read when they are asked for, damage is
// refused.
#include <apart/io/mapped_pages.hpp>
#include <apart/io/plant_file.hpp>
#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/scene/assembly.hpp>

#include "tests/io/support.hpp"
#include "tests/io/tree_bytes.hpp"

namespace apart {
namespace plant_file_test {

using namespace testing;

// Two boxes of one model and an open roof, as in sample_of_bodies().
SavedBodies bodies_of_sample(io::PlantFile& file) {
  const Model box = file.add(Model::make(generate::box({1, 2, 3})).value()).value();
  const Model field = Model::make(generate::height_field({1, 1, 0.1}, 4, 4)).value();  // added by finish()
  SavedBodies out{{{{"one", box.mesh(), Pose::shift({1, 2, 3}), "boxes"}, box},
                   {{"two", box.mesh(), Pose::shift({4500001.2, 0, 0}), "boxes"}, box},
                   {{"field", field.mesh(), Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {9, 9, 9}).value()}, field}}};
  for (BodyModel& one : out.bodies) {
    one.body.file = "plant.glb", one.body.path = "frame/" + one.body.name, one.body.id = "plant.glb#" + one.body.path;
    one.body.unit = "m", one.body.error = 0.25;
    out.boxes.push_back(world_box(one.model, one.body.pose));
  }
  out.title = "a plant", out.notes = {"one note", "another"};
  return out;
}

std::string sample() {
  const Scratch scratch;
  io::PlantFile file = io::PlantFile::create(scratch / "a.apart").value();
  const std::size_t size = file.finish(bodies_of_sample(file)).value();
  std::ifstream in(scratch / "a.apart", std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  EXPECT_EQ(bytes.size(), size);
  return bytes;
}

TEST(PlantFile, EverythingComesBack) {
  const std::string bytes = sample();
  const Scratch scratch;
  const auto file = scratch.write("a.apart", bytes);
  for (const Trust trust : {Trust::none, Trust::later, Trust::own}) {
    const SavedBodies saved = map_saved(file, trust).value();
    ASSERT_EQ(saved.bodies.size(), 3u);
    EXPECT_EQ(saved.title, "a plant");
    EXPECT_EQ(saved.notes, (std::vector<std::string>{"one note", "another"}));
    EXPECT_EQ(saved.bodies[1].body.pose.translation.x, 4500001.2);
    EXPECT_EQ(&saved.bodies[0].model.mesh(), &saved.bodies[1].model.mesh());  // shared
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& [body, model] = saved.bodies[i];
      EXPECT_EQ(body.path, "frame/" + body.name);
      EXPECT_EQ(body.error, 0.25);
      EXPECT_EQ(model.problem(), "");
      EXPECT_EQ(model.closed(), i < 2);
      EXPECT_EQ(saved.boxes[i].low, world_box(model, body.pose).low);
      EXPECT_EQ(saved.boxes[i].high, world_box(model, body.pose).high);
    }
    expect_same(saved.bodies[0].body.mesh, generate::box({1, 2, 3}));
  }
  EXPECT_EQ(read_bodies(file).value().size(), 3u);
  EXPECT_EQ(load(file).error(),
            (scratch / "a.apart").string() +
                ": holds bodies for check, not all of them as one model; build it with --whole yes");
}

TEST(PlantFile, IsDeterministicWithTheDocumentedChecksums) {
  const std::string bytes = sample();
  EXPECT_EQ(bytes, sample());
  std::string sealed = bytes;
  seal(sealed);
  EXPECT_EQ(bytes, sealed);
}

// A model that was added is valid while the file grows, and after its pages were given back.
TEST(PlantFile, ModelsLieInTheFileWhileItGrows) {
  const Scratch scratch;
  io::PlantFile file = io::PlantFile::unnamed((scratch / ".").string()).value();
  std::vector<Model> models;
  for (u32 k = 0; k < 50; ++k)
    models.push_back(file.add(Model::make(generate::sphere(1 + k, 100 + 40 * k)).value()).value());
  EXPECT_TRUE(std::filesystem::is_empty(scratch / "."));
  io::release_mapped_pages();
  for (u32 k = 0; k < 50; ++k) {
    EXPECT_EQ(models[k].problem(), "");
    expect_same(models[k].mesh(), generate::sphere(1 + k, 100 + 40 * k));
  }
}

// As of a part that several files hold. Another order of triangles, or −0 for 0, is another model.
TEST(PlantFile, EqualModelsAreWrittenOnce) {
  const Scratch scratch;
  const auto model = [](double z) {
    return Model::make(Mesh::make({{0, 0, z}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 1, 2}, {0, 1, 3}}).value())
        .value();
  };
  const auto bytes = [&](std::vector<Model> models, bool at_once) {
    io::PlantFile file = io::PlantFile::create(scratch / "a.apart").value();
    SavedBodies out;
    for (Model& one : models) {
      if (at_once) one = file.add(one).value();
      out.bodies.push_back({{"body", one.mesh(), {}, ""}, one});
      out.boxes.push_back(world_box(one, {}));
    }
    return file.finish(out).value();
  };
  for (const bool at_once : {true, false}) {
    const std::size_t once = bytes({model(0)}, at_once);
    const std::size_t again = bytes({model(0), model(0), model(0)}, at_once);
    const SavedBodies saved = map_saved(scratch / "a.apart", Trust::none).value();
    EXPECT_EQ(&saved.bodies[0].model.mesh(), &saved.bodies[1].model.mesh());
    EXPECT_EQ(&saved.bodies[0].model.mesh(), &saved.bodies[2].model.mesh());
    EXPECT_LT(again, once + 1000);
    EXPECT_GT(bytes({model(0), model(-0.0)}, at_once), once + 300);
    const SavedBodies different = map_saved(scratch / "a.apart", Trust::none).value();
    EXPECT_TRUE(std::signbit(different.bodies[1].model.mesh().vertices()[0].z));
    EXPECT_FALSE(std::signbit(different.bodies[0].model.mesh().vertices()[0].z));
  }
}

TEST(PlantFile, UnfinishedFilesAreRemoved) {
  const Scratch scratch;
  scratch.write("a.apart", "old");
  {
    io::PlantFile file = io::PlantFile::create(scratch / "a.apart").value();
    (void)file.add(Model::make(generate::box({1, 1, 1})).value());
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch / "."), {}), 1);
  EXPECT_EQ(io::PlantFile::create(scratch / "no/a.apart").error().substr((scratch / "no/a.apart").string().size()),
            ": No such file or directory");
}

TEST(PlantFile, CutAtEveryLengthIsRefused) {
  const std::string bytes = sample();
  for (std::size_t n = 0; n < bytes.size(); n += n < 1000 ? 1 : 37)
    for (const Trust trust : {Trust::none, Trust::later, Trust::own}) {
      const auto plant = plant_of(bytes.substr(0, n), trust);
      ASSERT_FALSE(plant) << n;
      EXPECT_TRUE(plant.error().starts_with(n < 6 ? "not a model" : "cut short: " + std::to_string(n)));
    }
}

TEST(PlantFile, EveryFlippedBitIsFound) {
  const std::string bytes = sample();
  ASSERT_TRUE(plant_of(bytes));
  Random random(3);
  for (std::size_t at = 0; at < bytes.size(); at += at < 1000 ? 1 : 1 + random.below(5)) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
    EXPECT_FALSE(plant_of(bad)) << "byte " << at;
    const Result<SavedBodies> later = plant_of(bad, Trust::later);
    bool found = !later;
    for (std::size_t i = 0; later && i < later->bodies.size(); ++i)
      found = found || !later->bodies[i].model.problem().empty();
    EXPECT_TRUE(found) << "byte " << at;
  }
}

// Right checksums, wrong content.
TEST(PlantFile, CraftedContentIsRefused) {
  const std::string good = sample();
  const std::size_t models = number_at<u64>(good, table(0)), records = number_at<u64>(good, table(1));
  const auto refused = [&](const char* why, auto change) {
    std::string bytes = good;
    change(bytes);
    seal(bytes);
    for (const Trust trust : {Trust::none, Trust::later, Trust::own}) {
      const auto plant = plant_of(bytes, trust);
      ASSERT_FALSE(plant) << why;
      EXPECT_EQ(plant.error(), why);
    }
  };
  refused("damaged: a body's model is not there", [&](std::string& b) { set_number(b, records, u32(3)); });
  refused("damaged: the place of a body is not rigid", [&](std::string& b) { set_number(b, records + 8, 2.0); });
  refused("damaged: a name lies outside of the text",
          [&](std::string& b) { set_number(b, records + 112, u32(0xffffffff)); });
  refused("damaged: a name lies outside of the text", [&](std::string& b) { set_number(b, 120, ~u64(0)); });
  refused("damaged: a name lies outside of the text", [&](std::string& b) { set_number(b, 128, ~u64(0)); });
  refused("damaged: the box of a body is not finite",
          [&](std::string& b) { set_number(b, records + 176, std::nan("")); });
  refused("damaged: the place of a model is wrong",
          [&](std::string& b) { set_number(b, models, number_at<u64>(b, models) + 64); });
  refused("damaged: the place of a model is wrong", [&](std::string& b) { set_number(b, models + 8, ~u64(63)); });
  refused("damaged: the place of a table is wrong", [&](std::string& b) { set_number(b, table(1) + 8, u64(1) << 60); });
  refused("damaged: the place of a table is wrong", [&](std::string& b) { set_number(b, table(0), u64(0)); });
}

}  // namespace plant_file_test
}  // namespace apart
