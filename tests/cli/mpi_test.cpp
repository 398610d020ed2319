// mpirun apart check: the same bytes for any number of ranks and threads; clear errors, and nothing lost.
#include "tests/cli/plant_glb.hpp"
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace mpi_test {

using testing::Output;

#ifdef APART_WITH_MPI
constexpr bool kBuilt = true;
#else
constexpr bool kBuilt = false;
#endif

class Mpi : public testing::Program {
 protected:
  void SetUp() override {
    if (!kBuilt) GTEST_SKIP() << "built without MPI (APART_WITH_MPI)";
  }
  void write_plant(u32 bodies, u64 triangles, bool own) {
    const generate::PlantBodies plant = generate::plant({.bodies = bodies, .triangles = triangles, .faults = 0.5});
    scratch_.write("p.glb", testing::plant_glb(plant, 0, bodies, own));
    ASSERT_EQ(run({"build", "p.glb", "-o", "p.apart", "--whole", "no"}).status, 0);
  }
  // Standard error has what mpirun itself says, too.
  Output ranks(int n, const std::string& options, const std::string& before = "") {
    return shell(before + " mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(n) + " " + kProgram +
                 options);
  }
  const std::string kProgram = "'" APART_PROGRAM "' check ";
};

TEST_F(Mpi, TheSameBytesForAnyNumberOfRanks) {
  for (const bool own : {false, true}) {
    write_plant(200, 20'000, own);
    for (const std::string options :
         {"p.apart --solid --clearance 5 --json", "p.apart --clearance 300 --self --ignore 'pipe A*,column*' --json"}) {
      const Output one = shell("apart check " + options);
      ASSERT_EQ(one.status, 1) << one.err;
      for (const int n : {1, 2, 3, 4, 8})
        for (const std::string threads : {"1", "2"}) {
          if (n > 2 && threads == "2") continue;
          const Output out = ranks(n, options + " --threads " + threads);
          EXPECT_EQ(out.status, 1) << out.err;
          EXPECT_TRUE(out.out == one.out)
              << n << " ranks, " << threads << " threads: " << out.out.size() << " bytes of " << one.out.size();
        }
      // As between machines: models are sent.
      const Output sent = ranks(3, options + " --timing", "APART_SEND_MODELS=1");
      EXPECT_TRUE(sent.out == one.out) << "models sent";
      EXPECT_NE(sent.err.find("MB sent"), std::string::npos);
    }
  }
  const Output glb = ranks(2, "p.glb --solid --json");  // no plant is needed
  EXPECT_TRUE(glb.out == run({"check", "p.glb", "--solid", "--json"}).out);
}

TEST_F(Mpi, ARankThatDiesLeavesWhatResumeNeeds) {
  write_plant(400, 300'000, true);
  const std::string options = "p.apart --solid --clearance 300 --json --threads 1";
  const std::string expected = shell("apart check " + options).out;
  // The second rank is killed as soon as the journal has something.
  const Output killed =
      shell("mpirun --allow-run-as-root --oversubscribe -n 3 " + kProgram + options +
            " --resume j & run=$!\n"
            "for i in $(seq 500); do [ $(stat -c %s j 2>/dev/null || echo 0) -gt 5000 ] && break; sleep 0.01; done\n"
            "kill -KILL $(pgrep -P $run | sed -n 2p); wait $run");
  EXPECT_NE(killed.status, 0);
  EXPECT_NE(killed.err.find("mpirun noticed that process rank"), std::string::npos) << killed.err;
  EXPECT_EQ(killed.out, "");
  ASSERT_GT(std::filesystem::file_size(scratch_ / "j"), 5000u);
  const Output resumed = ranks(2, options + " --resume j");
  EXPECT_TRUE(resumed.out == expected) << resumed.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "j"));
}

TEST_F(Mpi, RanksThatSeeOtherFiles) {
  write_plant(100, 10'000, true);
  std::filesystem::create_directory(scratch_ / "other");
  std::filesystem::copy(scratch_ / "p.apart", scratch_ / "q.apart");
  write_plant(90, 10'000, true);
  const std::string start = "mpirun --allow-run-as-root --oversubscribe ";
  const std::string one = "-n 1 " + kProgram;
  const Output differ = shell("mv p.apart other; mv q.apart p.apart; " + start + one + "p.apart --json : -wdir other " +
                              one + "p.apart --json");
  EXPECT_EQ(differ.status, 2);
  EXPECT_EQ(differ.out, "");
  EXPECT_NE(differ.err.find("apart: rank 1 sees other files or options than rank 0; all ranks need the same\n"),
            std::string::npos)
      << differ.err;
  const Output missing =
      shell("rm other/p.apart; " + start + one + "p.apart --json : -wdir other " + one + "p.apart --json");
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("apart: rank 1: p.apart: No such file or directory\n"), std::string::npos) << missing.err;
  const Output everywhere = ranks(2, "nothing.apart");
  EXPECT_EQ(everywhere.status, 2);
  EXPECT_NE(everywhere.err.find("apart: nothing.apart: No such file or directory\n"), std::string::npos);
}

// Started by mpirun, as its environment says, without MPI.
TEST(MpiMissing, IsAnError) {
  if (kBuilt) GTEST_SKIP() << "built with MPI";
  const testing::Scratch scratch;
  const std::string line = "cd '" + (scratch / ".").string() +
                           "' && OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_RANK=0 '" APART_PROGRAM "' check >out 2>err";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2);
  EXPECT_EQ(testing::content(scratch / "err"),
            "apart: mpirun started 8 processes, but this program was built without MPI: each would do all of the work; "
            "configure with -DAPART_WITH_MPI=ON (Debian: libopenmpi-dev)\n");
}

}  // namespace mpi_test
}  // namespace apart
