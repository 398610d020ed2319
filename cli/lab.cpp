// apart lab: runs apart-lab, a separate program since it links the libraries that it compares with. Found beside this
// one.
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/command.hpp"
#include "cli/input.hpp"

namespace apart::cli {
namespace {

Exit run_lab(const std::vector<std::string>& arguments) {
  std::error_code why;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", why).parent_path();
  for (const std::filesystem::path& program : {here / "apart-lab", here.parent_path() / "lab" / "apart-lab"}) {
    if (!std::filesystem::exists(program, why)) continue;
    std::vector<std::string> words{program.string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    throw BadInput(fmt::format("{}: cannot be run: {}", program.string(), std::strerror(errno)));
  }
  throw BadInput("lab is a separate program, apart-lab, not found beside this one; ./apart lab builds it");
}

}  // namespace

void add_lab(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("lab", "Run the published experiments, or step through a traversal");
  command->prefix_command();
  command->set_help_flag();  // --help is passed on to apart-lab
  command->footer("A separate program, apart-lab. apart lab --help lists the experiments.");
  command->callback([command, &action] {
    action = [arguments = command->remaining()] { return run_lab({arguments.begin(), arguments.end()}); };
  });
}

}  // namespace apart::cli
