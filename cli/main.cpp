// The program's entry: parses the command line and runs the command.
#include <fmt/format.h>
#include <csignal>
#include <cstdio>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"

namespace apart::cli {
namespace {

// In the order of --help.
constexpr auto kCommands = {add_check,       add_collide, add_distance,    add_within,       add_span, add_hausdorff,
                            add_penetration, add_impact,  add_contacts,    add_intersection, add_cast, add_closest,
                            add_inside,      add_pairs,   add_simulate,    add_decompose,    add_info, add_build,
                            add_lab,         add_help,    add_completions, add_man};

Exit complain(const std::string& what) {
  std::fputs(fmt::format("apart: {}\n", what).c_str(), stderr);
  return bad_input;
}

Exit run(int argc, char** argv) {
  CLI::App program("Collision, distance and clearance of meshes and convex shapes, and clash checks of assemblies.",
                   "apart");
  program.set_version_flag("-V,--version", "apart " APART_VERSION, "Print the version");
  program.require_subcommand(1);
  program.get_formatter()->column_width(32);
  program.get_formatter()->label("REQUIRED", "");
  program.get_formatter()->label("Subcommands", "Commands");
  program.get_formatter()->label("SUBCOMMAND", "COMMAND");
  program.get_formatter()->label("Positionals", "Arguments");
  program.set_help_flag("-h,--help", "Print this help");
  program.footer(
      "Exit status: 0 done; 1 check found a clash or too little clearance, or --exit-code a yes; 2 bad usage or bad\n"
      "input; 130 stopped by Ctrl-C.\n"
      "Examples:\n"
      "  apart check                    the built-in sample assembly\n"
      "  apart help distance            the options of a command, and examples");
  Action action;
  for (const auto add : kCommands) add(program, action);
  for (CLI::App* command : program.get_subcommands({})) command->group("Commands");
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return complain("which command? See apart --help");
  if (words[0] != "lab") words = with_joined_poses(words);
  try {
    program.parse(std::vector(words.rbegin(), words.rend()));  // CLI11 expects them in reverse
  } catch (const CLI::Success& success) {                      // --help, --version
    program.exit(success);
    return answered;
  } catch (const CLI::ParseError& wrong) {
    return complain(usage_error(program, wrong, words));
  }
  try {
    return action();
  } catch (const BadInput& wrong) {
    return complain(wrong.what());
  } catch (const UsageError& wrong) {  // misuse of the library by the program: a bug
    return complain(wrong.what());
  } catch (const BadResult& wrong) {
    return complain(wrong.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  }
}

}  // namespace
}  // namespace apart::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is detected on writing
  return apart::cli::run(argc, argv);
}
