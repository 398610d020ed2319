// apart lab: the published experiments, one command each, and a page that shows what came out.
#include <fmt/format.h>
#include <csignal>
#include <cstdio>

#include "cli/input.hpp"
#include "lab/command.hpp"

namespace apart::lab {
namespace {

using cli::Exit;

Exit complain(std::string what) {
  what.erase(std::min(what.find('\n'), what.size()));
  std::fputs(fmt::format("apart lab: {}\n", what).c_str(), stderr);
  return cli::bad_input;
}

Exit run(int argc, char** argv) {
  CLI::App program("The published experiments of the field, one command each, our figures beside the published ones.",
                   "apart lab");
  program.require_subcommand(1);
  program.get_formatter()->column_width(26);
  program.get_formatter()->label("REQUIRED", "");
  program.get_formatter()->label("Subcommands", "Experiments");
  program.get_formatter()->label("SUBCOMMAND", "EXPERIMENT");
  program.get_formatter()->label("Positionals", "Arguments");
  program.set_help_flag("-h,--help", "Print this help");
  program.footer(
      "Exit status: 0 done; 1 a figure is not as published; 2 bad usage or bad input; 130 stopped by Ctrl-C.\n"
      "Try: apart lab axes-lost\n"
      "     apart lab all --quick");
  cli::Action action;
  add_experiments(program, action);
  add_step(program, action);
  add_ccd(program, action);
  add_gpu(program, action);
  add_plant(program, action);
  add_walk(program, action);
  if (argc <= 1) return complain("which experiment? See apart lab --help");
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help
    program.exit(success);
    return cli::answered;
  } catch (const CLI::ParseError& wrong) {
    if (program.get_subcommands().empty())
      return complain(fmt::format("unknown experiment '{}'; see apart lab --help", argv[1]));
    return complain(
        fmt::format("{0}: {1}; see apart lab {0} --help", program.get_subcommands()[0]->get_name(), wrong.what()));
  }
  try {
    return action();
  } catch (const cli::BadInput& wrong) {
    return complain(wrong.what());
  } catch (const std::bad_alloc&) {
    return complain("out of memory");
  }
}

}  // namespace
}  // namespace apart::lab

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is detected on writing
  return apart::lab::run(argc, argv);
}
