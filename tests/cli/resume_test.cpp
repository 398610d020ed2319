// apart check --resume: a check that is killed again and again gives the same bytes as one that is not.
#include <apart/base/random.hpp>
#include <chrono>

#include "tests/cli/plant_glb.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace resume_test {

using testing::content;
using testing::Output;

class Resume : public testing::Program {
 protected:
  void write_plant(u32 bodies, u64 triangles) {
    const generate::PlantBodies plant = generate::plant({.bodies = bodies, .triangles = triangles, .faults = 0.5});
    scratch_.write("p.glb", testing::plant_glb(plant, 0, bodies, true));
    ASSERT_EQ(run({"build", "p.glb", "-o", "p.apart", "--whole", "no"}).status, 0);
  }
  // Killed after some seconds; 137 if it had not ended before.
  Output killed_after(double seconds, const std::string& options) {
    return shell("timeout -s KILL " + std::to_string(seconds) + " '" APART_PROGRAM "' check p.apart " + options +
                 " --solid --clearance 300 --json --resume j");
  }
  std::uintmax_t journal() const {
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(scratch_ / "j", none);
    return none ? 0 : size;
  }
  void keep_some() {  // of a run that was killed
    for (double seconds = 0.02; journal() < 1500; seconds *= 1.2) {
      ASSERT_LT(seconds, 20);
      std::filesystem::remove(scratch_ / "j");
      killed_after(seconds, "--threads 1");
    }
  }
  std::string plain() { return run({"check", "p.apart", "--solid", "--clearance", "300", "--json"}).out; }
  Output resumed() { return run({"check", "p.apart", "--solid", "--clearance", "300", "--json", "--resume", "j"}); }
};

TEST_F(Resume, KilledTwentyTimesAtRandomMoments) {
  write_plant(400, 300'000);
  const auto start = std::chrono::steady_clock::now();
  const std::string expected = plain();
  const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_GT(expected.size(), 10000u);
  Random random(5);
  int kills = 0, kept = 0, finished = 0;
  std::uintmax_t before = 0;
  for (int runs = 0; kills < 20 && runs < 200; ++runs) {
    const Output out =
        killed_after((0.02 + 0.6 * random.uniform()) * whole, random.chance(0.5) ? "--threads 1" : "--threads 2");
    if (out.status == 137) {
      ++kills;
      kept += journal() > before;
      before = journal();
    } else {
      ASSERT_EQ(out.status, 1) << out.err;
      EXPECT_TRUE(out.out == expected);
      EXPECT_EQ(journal(), 0u);
      ++finished, before = 0;
    }
  }
  EXPECT_EQ(kills, 20);
  EXPECT_GE(kept, 3) << "of the runs that were killed had found something new";
  const Output out = resumed();
  EXPECT_EQ(out.status, 1) << out.err;
  EXPECT_TRUE(out.out == expected);
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "j"));
}

// As after a crash of the machine: the end is missing, or is not what was written.
TEST_F(Resume, TornAndDamagedJournals) {
  write_plant(100, 60'000);
  const std::string expected = plain();
  keep_some();
  const std::string good = content(scratch_ / "j");
  Random random(7);
  for (int k = 0; k < 6; ++k) {
    std::string bytes = good;
    if (k % 3 == 0) bytes.resize(random.below(static_cast<u32>(good.size())));
    if (k % 3 == 1) bytes += std::string(random.below(40), 'x');
    if (k % 3 == 2) bytes[24 + random.below(static_cast<u32>(good.size() - 24))] ^= 4;
    scratch_.write("j", bytes);
    const Output out = resumed();
    EXPECT_EQ(out.status, 1) << out.err;
    EXPECT_EQ(out.err, "");
    EXPECT_TRUE(out.out == expected) << k;
  }
}

TEST_F(Resume, OfAnotherCheckIsRefused) {
  write_plant(100, 60'000);
  keep_some();
  const std::string good = content(scratch_ / "j");
  const std::string refused =
      "j: is the journal of another check: of other bodies, rules or options, or of another version; remove it to "
      "begin "
      "anew";
  using Words = std::vector<std::string>;
  for (const Words& words :
       {Words{"check", "p.apart", "--solid", "--clearance", "301", "--resume", "j"},
        Words{"check", "p.apart", "--clearance", "300", "--resume", "j"},
        Words{"check", "p.glb", "--solid", "--clearance", "300", "--resume", "j"},
        Words{"check", "p.apart", "a.obj", "--solid", "--clearance", "300", "--resume", "j"},
        Words{"check", "p.apart", "--solid", "--clearance", "300", "--self", "--resume", "j"},
        Words{"check", "p.apart", "--solid", "--clearance", "300", "--ignore", "pipe A*,column*", "--resume", "j"}})
    expect_complaint(words, refused);
  EXPECT_EQ(content(scratch_ / "j"), good);
  expect_complaint({"check", "p.apart", "--resume", "a.obj"},
                   "a.obj: exists, and is no journal of apart check; choose another name or remove it");
  expect_complaint({"check", "p.apart", "--resume", "."}, ".: Is a directory");
  expect_complaint({"check", "p.apart", "--resume", "no/j"}, "no/j: No such file or directory");
}

// The report is complete although the journal is not.
TEST_F(Resume, AFullDisk) {
  write_plant(200, 100'000);
  const Output out =
      shell("trap '' XFSZ; ulimit -f 16; apart check p.apart --solid --clearance 300 --resume j | cat >/dev/null");
  EXPECT_EQ(out.err, "apart: note: j: File too large; the check goes on, and what it finds from here on is not kept\n");
}

TEST_F(Resume, TimingIsATableOnStandardError) {
  const Output out = run({"check", "a.obj", "b.ply", "--timing"});
  for (const char* phase : {"reading", "near pairs", "pairs", "report", "all", "resident"})
    EXPECT_NE(out.err.find(phase), std::string::npos) << out.err;
  EXPECT_EQ(out.out, run({"check", "a.obj", "b.ply"}).out);
}

}  // namespace resume_test
}  // namespace apart
