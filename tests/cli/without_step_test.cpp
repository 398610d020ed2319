// A program without the module for STEP beside it says what brings it.
#include "tests/cli/program_fixture.hpp"

namespace apart {
namespace without_step_test {

TEST(WithoutStep, TheMessageSaysWhatToInstall) {
  const testing::Scratch scratch;
  std::filesystem::copy_file(APART_PROGRAM, scratch / "apart_alone");
  scratch.write("part.step", "ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n");
  const std::string line = "cd '" + (scratch / ".").string() + "' && ./apart_alone check part.step >out.txt 2>err.txt";
  const int status = std::system(line.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(
      testing::content(scratch / "err.txt"),
      "apart: part.step: STEP needs OpenCASCADE: install libocct-data-exchange-dev and libocct-ocaf-dev and build "
      "with -DAPART_WITH_STEP=ON, or run ./apart --with-step\n");
  EXPECT_EQ(testing::content(scratch / "out.txt"), "");
}

}  // namespace without_step_test
}  // namespace apart
