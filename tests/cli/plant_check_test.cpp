// apart build and check of plants that need not fit into memory: the same bytes as from the original files, and clear
// errors where files are damaged, change or cannot be written.
#include "tests/cli/plant_glb.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace plant_check_test {

using testing::box;
using testing::content;
using testing::Output;

class PlantCheck : public testing::Program {
 protected:
  // Two files in a folder, with a fault in every second bay; `own`: no two bodies share a mesh.
  void write_plant(const std::string& folder, bool own, u32 bodies = 60) {
    std::filesystem::create_directory(scratch_ / folder.c_str());
    const generate::PlantBodies plant = generate::plant({.bodies = bodies, .triangles = 60 * bodies, .faults = 0.5});
    for (std::size_t file = 0; file < 2; ++file)
      scratch_.write((folder + "/" + std::to_string(file) + ".glb").c_str(),
                     testing::plant_glb(plant, file * bodies / 2, (file + 1) * bodies / 2, own));
  }
  // With its exit status.
  std::string report(std::vector<std::string> words) {
    words.insert(words.begin(), "check");
    words.emplace_back("--json");
    const Output out = run(words);
    EXPECT_LT(out.status, 2) << out.err;
    return out.out + std::to_string(out.status);
  }
  void build(const std::string& folder, const std::string& file) {
    const Output out = run({"build", folder, "-o", file, "--whole", "no"});
    ASSERT_EQ(out.status, 0) << out.err;
  }
};

TEST_F(PlantCheck, TheSameBytesAsTheOriginalFiles) {
  for (const bool own : {false, true}) {
    const std::string folder = own ? "own" : "shared", file = folder + ".apart";
    write_plant(folder, own);
    scratch_.write((folder + "/readme.txt").c_str(), "a note");
    write((folder + "/other.obj").c_str(), box({0, 0, 0}, {1, 1, 1}));
    build(folder, file);
    using Words = std::vector<std::string>;
    for (const Words& options :
         {Words{}, Words{"--solid", "--clearance", "5"}, Words{"--touch", "3000"}, Words{"--self"},
          Words{"--clearance-between", "pipes", "steel", "300", "--ignore-same", "group"},
          Words{"--all", "--between", "pipe A*", "valve*"}, Words{"plane:0,0,1,-500"}}) {
      Words original = options, mapped = options;
      original.insert(original.begin(), folder), mapped.insert(mapped.begin(), file);
      const std::string expected = report(original);
      ASSERT_GT(expected.size(), 1000u);
      EXPECT_TRUE(report(mapped) == expected) << file << ' ' << options.size();
      mapped.insert(mapped.end(), {"--memory", "1M", "--threads", "2"});  // everything is dropped after every pair
      EXPECT_TRUE(report(mapped) == expected) << file << " --memory";
      original.insert(original.end(), {"--memory", "1M"});
      EXPECT_TRUE(report(original) == expected) << folder << " --memory";
    }
  }
}

TEST_F(PlantCheck, CommandsThatNeedOneModelSaySo) {
  write_plant("p", false);
  build("p", "p.apart");
  expect_complaint({"distance", "p.apart", "a.obj"},
                   "p.apart: holds bodies for check, not all of them as one model; build it with --whole yes");
  EXPECT_EQ(run({"build", "p", "-o", "whole.apart"}).status, 0);
  EXPECT_EQ(run({"distance", "whole.apart", "a.obj"}).status, 0);
  expect_complaint({"build", "p", "-o", "x.apart", "--whole", "maybe"},
                   "--whole: expected yes, no or auto, found \"maybe\"");
  for (const char* memory : {"much", "4Q", "-1", "0", "1e30"})
    expect_complaint({"check", "p", "--memory", memory},
                     std::string("--memory: expected bytes, such as 500M or 4G, found \"") + memory + "\"");
}

// Models are validated when they are needed: damage is never used, and what no pair needs is not read.
TEST_F(PlantCheck, DamageIsFoundWhereItIsUsed) {
  write_plant("p", true);
  write("p/far.obj", box({9e6, 9e6, 9e6}, {9e6 + 1, 9e6 + 1, 9e6 + 1}));
  build("p", "p.apart");
  const std::string good = content(scratch_ / "p.apart");
  const auto damage = [&](std::size_t at) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    scratch_.write("bad.apart", bytes);
    return run({"check", "bad.apart", "--json"});
  };
  const Output first = damage(192 + 256 + 100);  // of the first model: a vertex
  EXPECT_EQ(first.status, 2);
  EXPECT_EQ(first.err, "apart: bad.apart: \"column 1\": damaged: the checksum of the vertices is wrong\n");
  EXPECT_EQ(first.out, "");
  u64 models = 0;
  std::memcpy(&models, good.data() + 24, 8);
  const Output far = damage(models - 100);  // the last model, far from all others
  EXPECT_EQ(far.status, 1) << far.err;
  EXPECT_EQ(far.out + "1", report({"p.apart"}));
  const Output drawn = run({"check", "bad.apart", "--html", "page.html"});  // which needs all
  EXPECT_EQ(drawn.status, 2);
  EXPECT_EQ(drawn.err, "apart: bad.apart: \"far\": damaged: the checksum of the volumes is wrong\n");
}

// --motion is read from a pipe after the bodies were mapped: until then the check waits.
TEST_F(PlantCheck, AFileThatChangesWhileItIsMapped) {
  write_plant("p", true);
  build("p", "p.apart");
  const auto while_mapped = [&](const std::string& what) {
    return shell(
        "cp p.apart c.apart; rm -f m; mkfifo m\n"
        "apart check c.apart --motion m & \n exec 3>m; sleep 0.5\n" +
        what + "\necho '0 valve 1  0 0 0  1 0 0 0' >&3; exec 3>&-; wait $!");
  };
  const Output fine = while_mapped("true");
  EXPECT_EQ(fine.status, 1) << fine.err;
  const Output touched = while_mapped("touch c.apart");
  EXPECT_EQ(touched.status, 2);
  EXPECT_EQ(touched.out, "");
  EXPECT_EQ(touched.err, "apart: c.apart: was changed while it was checked; the results would be of neither\n");
  const Output cut = while_mapped("truncate -s 4096 c.apart");
  EXPECT_EQ(cut.status, 2);
  EXPECT_EQ(cut.out, "");
  EXPECT_EQ(cut.err, "apart: c.apart: was cut short while it was read, or cannot be read any more\n");
  const Output replaced = while_mapped("cp p.apart d.apart; mv d.apart c.apart");  // the old one stays mapped
  EXPECT_EQ(replaced.status, 1) << replaced.err;
}

// As a full disk does: writes fail at some size.
TEST_F(PlantCheck, AFullDisk) {
  write_plant("p", true);
  const Output out = shell("trap '' XFSZ; ulimit -f 64; apart build p -o p.apart --whole no");
  EXPECT_EQ(out.status, 2);
  EXPECT_EQ(out.err, "apart: p.apart: File too large\n");
  for (const auto& file : std::filesystem::directory_iterator(scratch_ / "."))
    EXPECT_FALSE(file.path().filename().string().starts_with("p.apart")) << file.path();
}

}  // namespace plant_check_test
}  // namespace apart
