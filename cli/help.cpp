// apart help [COMMAND]: the same as --help.
#include <memory>

#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

Exit print_help(const CLI::App& program, const std::string& name) {
  const CLI::App* command = name.empty() ? &program : nullptr;
  for (const CLI::App* listed : listed_commands(program))
    if (listed->get_name() == name) command = listed;
  if (!command) throw BadInput(unknown_command(program, name));
  std::string help = command->get_formatter()->make_help(command, name.empty() ? "apart" : "apart " + name, {});
  while (help.ends_with('\n')) help.pop_back();
  print_line(help);
  return answered;
}

}  // namespace

void add_help(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("help", "Print the help of the program, or of a command");
  auto name = std::make_shared<std::string>();
  command->add_option("COMMAND", *name, "One of those that apart --help lists")->type_name("");
  command->footer("Examples:\n  apart help\n  apart help distance");
  command->callback([name, &program, &action] { action = [name, &program] { return print_help(program, *name); }; });
}

}  // namespace apart::cli
