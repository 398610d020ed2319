// The program: finds the command and runs it.
#include <fmt/format.h>
#include <apart/io/source.hpp>
#include <csignal>
#include <cstdio>

#include "cli/command.hpp"
#include "cli/input.hpp"

namespace apart::cli {
namespace {

// In the order of --help.
constexpr auto kCommands = {add_check,       add_collide, add_distance, add_within, add_span,
                            add_penetration, add_info,    add_build,    add_lab};

Exit complain(const std::string& what) {
  std::fputs(fmt::format("apart: {}\n", what).c_str(), stderr);
  return bad_input;
}

Exit complain_of_usage(const CLI::App& program, std::string what) {
  what.erase(std::min(what.find('\n'), what.size()));
  return complain(fmt::format("{0}: {1}; see apart {0} --help", program.get_subcommands()[0]->get_name(), what));
}

// CLI11 says only that a command is missing.
Exit complain_of_command(const std::string& word) {
  return complain(fmt::format("unknown {} {}; see apart --help", word.starts_with("-") ? "option" : "command",
                              io::in_quotes(word)));
}

Exit run(int argc, char** argv) {
  CLI::App program("How shapes lie to each other: do they touch, how far apart are they, does an assembly clash?",
                   "apart");
  program.set_version_flag("--version", "apart " APART_VERSION, "Print the version");
  program.require_subcommand(1);
  program.get_formatter()->column_width(32);
  program.get_formatter()->label("REQUIRED", "");
  program.get_formatter()->label("Subcommands", "Commands");
  program.get_formatter()->label("SUBCOMMAND", "COMMAND");
  program.get_formatter()->label("Positionals", "Arguments");
  program.set_help_flag("-h,--help", "Print this help");
  program.footer(
      "Exit status: 0 answered; 1 check found a clash, or less than the clearance; 2 bad usage or bad input.\n"
      "Try: apart check        the built-in sample assembly\n"
      "     apart check --help");
  Action action;
  for (const auto add : kCommands) add(program, action);
  if (argc <= 1) return complain("which command? See apart --help");
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    program.exit(asked);
    return answered;
  } catch (const CLI::ParseError& wrong) {
    if (program.get_subcommands().empty()) return complain_of_command(argv[1]);
    return complain_of_usage(program, wrong.what());
  }
  try {
    return action();
  } catch (const BadInput& wrong) {
    return complain(wrong.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  }
}

}  // namespace
}  // namespace apart::cli

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that leaves is noticed when writing
  return apart::cli::run(argc, argv);
}
