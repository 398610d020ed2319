// Joins poses on the command line, and turns CLI11's errors into one-line messages.
#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <charconv>

#include "cli/did_you_mean.hpp"

namespace apart::cli {
namespace {

constexpr std::string_view kPoses[] = {"--pose", "--from", "--to"};  // options that take one

// A number, optionally followed by the comma that separates it from the next.
bool is_number(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error != std::errc::invalid_argument && stop == word.data() + word.size();
}

bool is_option(std::string_view word) { return word.size() > 1 && word.starts_with('-') && !is_number(word); }

// The option's name, also of "--name=value" and "-nvalue".
std::string name_of(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> names_of_options(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

// The name of the first option among unexpected words, or empty.
std::string first_option(const std::vector<std::string>& words) {
  const auto found = std::find_if(words.begin(), words.end(), is_option);
  return found == words.end() ? "" : name_of(*found);
}

std::string or_see_help(const std::string& meant, const std::string& words) {
  return meant.empty() ? "; see " + words + " --help" : meant;
}

std::string unknown_option(const CLI::App& app, const std::string& name, const std::string& words) {
  return "unknown option " + io::printable_name(name) + or_see_help(did_you_mean(name, names_of_options(app)), words);
}

// CLI11: "--max: 1 required D missing", "--max: At Most 1 required but received 2".
std::string wrong_count(const CLI::App& app, const std::string& what) {
  const std::string name = what.substr(0, what.find(':'));
  if (what.find("At Most 1 ") != std::string::npos) return name + ": given more than once";
  const CLI::Option* option = app.get_option_no_throw(name);
  if (!option || what.find(" missing") == std::string::npos) return what;
  return fmt::format("{0}: expected {0} {1}", name, option->get_type_name());
}

}  // namespace

std::vector<std::string> with_joined_poses(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  const auto plain = [](const std::string& word) {
    return word.starts_with("-.") && is_number(word) ? "-0" + word.substr(1) : word;
  };
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string option(name_of(words[k]));
    const bool alone = words[k] == option;
    if (std::find(std::begin(kPoses), std::end(kPoses), option) == std::end(kPoses)) {
      out.push_back(plain(words[k]));
      continue;
    }
    std::size_t next = k + 1;
    std::string pose = alone ? "" : words[k].substr(option.size() + 1);
    std::size_t numbers = alone ? 0 : is_number(pose) ? 1 : 7;
    if (alone && next < words.size() && !is_number(words[next]) && !words[next].starts_with("--"))
      pose = words[next++], numbers = 7;  // in quotes
    while (next < words.size() && numbers < 7 && is_number(words[next]))
      pose += (numbers++ > 0 ? " " : "") + words[next++];
    // Without a value CLI11 would take the next option for it.
    out.push_back(option + "=" + (pose.empty() ? " " : pose));
    k = next - 1;
  }
  return out;
}

std::vector<const CLI::App*> listed_commands(const CLI::App& program) {
  std::vector<const CLI::App*> out;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) out.push_back(command);
  return out;
}

std::string unknown_command(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : listed_commands(program)) names.push_back(command->get_name());
  return "unknown command " + io::in_quotes(word) + or_see_help(did_you_mean(word, names), "apart");
}

std::string usage_error(const CLI::App& program, const CLI::ParseError& wrong, const std::vector<std::string>& words) {
  const auto commands = program.get_subcommands();
  const std::string before = first_option(program.remaining());
  if (commands.empty())
    return is_option(words[0]) ? unknown_option(program, before, "apart") : unknown_command(program, words[0]);
  const CLI::App& command = *commands[0];
  const std::string name = command.get_name();
  if (!before.empty())
    return fmt::format("unknown option {0} before the command; options of {1} follow it; see apart {1} --help",
                       io::printable_name(before), name);
  const std::vector<std::string> rest = command.remaining();
  if (const std::string option = first_option(rest); !option.empty())
    return name + ": " + unknown_option(command, option, "apart " + name);
  std::string what = wrong.what();
  what.erase(std::min(what.find('\n'), what.size()));
  if (dynamic_cast<const CLI::ExtrasError*>(&wrong) && !rest.empty()) {
    what = "unexpected argument " + io::in_quotes(rest[0], 80);
  } else if (dynamic_cast<const CLI::ArgumentMismatch*>(&wrong)) {
    what = wrong_count(command, what);
  }
  return fmt::format("{0}: {1}; see apart {0} --help", name, what);
}

}  // namespace apart::cli
