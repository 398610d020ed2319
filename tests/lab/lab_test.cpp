// Every experiment in its quick size, as a user runs it: figures hold, and all its files can be read.
#include <signal.h>
#include <spawn.h>
#include <chrono>
#include <thread>

#include "tests/cli/program.hpp"

namespace apart {
namespace lab_test {

using nlohmann::json;
using testing::content;
using testing::Output;
using testing::Scratch;

// As the program lists them, so that none is forgotten.
std::vector<std::string> names() {
  std::vector<std::string> out;
  FILE* list = ::popen(APART_PROGRAM " list", "r");
  char line[200];
  while (list && std::fgets(line, sizeof line, list)) out.emplace_back(line, std::strcspn(line, "\n"));
  if (list) ::pclose(list);
  return out;
}

// How many fields each line has; quoted ones may hold commas.
std::vector<std::size_t> fields_by_line(const std::string& csv) {
  std::vector<std::size_t> out;
  std::size_t fields = 1;
  bool quoted = false;
  for (char c : csv) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    fields += c == ',';
    if (c == '\n') out.push_back(fields), fields = 1;
  }
  EXPECT_FALSE(quoted);
  return out;
}

// Well-formed as far as tags go: each is closed in its turn, attributes are quoted, and text has no stray marks.
void expect_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = svg.find('<', at)) != std::string::npos;) {
    std::size_t end = at + 1;
    for (char quote = 0; end < svg.size() && (quote || svg[end] != '>'); ++end) {
      ASSERT_FALSE(!quote && svg[end] == '<') << svg.substr(at, 80);
      if (quote ? svg[end] == quote : svg[end] == '\'' || svg[end] == '"') quote = quote ? '\0' : svg[end];
    }
    ASSERT_LT(end, svg.size());
    const std::string tag = svg.substr(at + 1, end - at - 1), name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag[0] == '/') {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ("/" + open.back(), name);
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
  }
  EXPECT_TRUE(open.empty());
}

class LabExperiment : public ::testing::TestWithParam<std::string> {};

TEST_P(LabExperiment, Quick) {
  const Scratch scratch;
  const std::string name = GetParam();
  const Output output = testing::run(scratch, {name, "--quick", "--json", "--out", "out"});
  ASSERT_EQ(output.status, 0) << output.out << output.err;
  EXPECT_EQ(output.err, "");
  const auto objects = output.objects();
  ASSERT_EQ(objects.size(), 1u);
  const json& result = objects[0];
  EXPECT_EQ(result["experiment"], name);
  EXPECT_EQ(result["size"], "quick");
  EXPECT_EQ(result["finished"], true);
  for (const json& c : result["comparisons"]) {
    EXPECT_TRUE(c["ours"].is_number() && c["published"].is_number()) << c;  // what is not finite is null
    EXPECT_NE(c["holds"], json(false)) << c;
  }

  const std::filesystem::path folder = scratch / "out" / "results" / name;
  const json kept = json::parse(content(folder / "result.json"));
  EXPECT_EQ(kept, result);
  EXPECT_FALSE(result["tables"].empty());
  for (const json& table : result["tables"]) {
    const auto lines = fields_by_line(content(folder / (table["name"].get<std::string>() + ".csv")));
    EXPECT_EQ(lines.size(), table["rows"].size() + 1) << table["name"];
    EXPECT_GT(lines.size(), 1u) << table["name"];
    for (const std::size_t fields : lines) EXPECT_EQ(fields, table["columns"].size()) << table["name"];
    for (const json& row : table["rows"]) EXPECT_EQ(row.size(), table["columns"].size()) << table["name"];
  }
  EXPECT_FALSE(result["pictures"].empty());
  for (const json& picture : result["pictures"]) {
    const std::string svg = content(folder / (picture.get<std::string>() + ".svg"));
    EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n")) << picture;
    EXPECT_EQ(svg.find("nan"), std::string::npos) << picture;
    EXPECT_NE(svg.find("<path "), std::string::npos) << picture << ": nothing is drawn";
    expect_well_formed(svg);
  }

  const std::string page = content(scratch / "out" / "report.html");
  EXPECT_NE(page.find("<h2 id='" + name + "'"), std::string::npos);
  for (const std::string& other : names())
    EXPECT_EQ(page.find(other + ": not run yet") == std::string::npos, other == name) << other;
}

INSTANTIATE_TEST_SUITE_P(All, LabExperiment, ::testing::ValuesIn(names()), [](const auto& named) {
  std::string name = named.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Lab, BadUsageIsOneLine) {
  const Scratch scratch;
  scratch.write("file", "");
  const auto complaint = [&](const std::vector<std::string>& words) {
    const Output output = testing::run(scratch, words);
    EXPECT_EQ(output.status, 2);
    EXPECT_EQ(output.out, "");
    return output.err;
  };
  EXPECT_EQ(complaint({}), "apart lab: which experiment? See apart lab --help\n");
  EXPECT_EQ(complaint({"no-such"}), "apart lab: unknown experiment 'no-such'; see apart lab --help\n");
  EXPECT_EQ(complaint({"axes-lost", "--models", "nowhere"}), "apart lab: nowhere: is not a folder\n");
  EXPECT_EQ(complaint({"axes-lost", "--models", "file"}), "apart lab: file: is not a folder\n");
  const std::string unwritable = complaint({"axes-lost", "--out", "file"});
  EXPECT_TRUE(unwritable.starts_with("apart lab: file")) << unwritable;
  EXPECT_EQ(unwritable.find('\n'), unwritable.size() - 1);
  const std::string both = complaint({"axes-lost", "--quick", "--full"});
  EXPECT_TRUE(both.starts_with("apart lab: axes-lost: ")) << both;
  EXPECT_EQ(both.find('\n'), both.size() - 1);
}

// Killed before it installs its handler, it leaves nothing: then it is run again, and killed later.
TEST(Lab, CtrlCLeavesWhatWasDone) {
  const Scratch scratch;
  const std::string out = (scratch / "out").string();
  int status = 0;
  for (const int milliseconds : {300, 1000, 4000}) {
    std::string words[] = {APART_PROGRAM, "transverse", "--full", "--json", "--out", out};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                         words[4].data(), words[5].data(), nullptr};
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1 /* O_WRONLY */, 0);
    pid_t child = 0;
    ASSERT_EQ(posix_spawn(&child, APART_PROGRAM, &quiet, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&quiet);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    ASSERT_EQ(kill(child, SIGINT), 0);
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFEXITED(status)) break;
  }
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  const json result = json::parse(content(scratch / "out/results/transverse/result.json"));
  EXPECT_EQ(result["finished"], false);
  EXPECT_NE(content(scratch / "out/report.html").find("stopped before its end"), std::string::npos);
}

}  // namespace lab_test
}  // namespace apart
