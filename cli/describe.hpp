// The commands and options of the program as data, from the texts of --help: for the man page and completions.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace apart::cli {

struct OptionText {
  std::vector<std::string> names{};  // "-o", "--output"; for an argument its one name
  std::string value{};               // as --help shows it, "FILE"; empty: a flag, or an argument
  std::string text{};

  bool takes_file() const { return value == "FILE"; }
};

struct CommandText {
  std::string name{}, text{}, footer{};
  std::vector<OptionText> arguments{}, options{};
};

CommandText describe(const CLI::App& app);
std::vector<CommandText> describe_commands(const CLI::App& program);  // those that --help lists

// The beginning of a text, up to its details: what fits beside an option in a menu.
std::string first_clause(const std::string& text);

}  // namespace apart::cli
