// Pre- and postprocessing of the command line around CLI11: poses without quotes, and error messages that name the
// mistake and suggest what was meant.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace apart::cli {

// "--pose 0 0 1" becomes "--pose=0 0 1": up to seven numbers that follow as separate arguments are joined. "-.5", which
// would be taken for an option, becomes "-0.5".
std::vector<std::string> with_joined_poses(const std::vector<std::string>& words);

// One line for what CLI11 did not accept; `words` is the command line without the program's name.
std::string usage_error(const CLI::App& program, const CLI::ParseError& wrong, const std::vector<std::string>& words);

std::string unknown_command(const CLI::App& program, const std::string& word);

// The commands that --help lists; those without a group are hidden.
std::vector<const CLI::App*> listed_commands(const CLI::App& program);

}  // namespace apart::cli
