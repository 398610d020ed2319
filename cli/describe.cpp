#include "cli/describe.hpp"

#include <algorithm>

#include "cli/arguments.hpp"

namespace apart::cli {

CommandText describe(const CLI::App& app) {
  CommandText out{.name = app.get_name(), .text = app.get_description(), .footer = app.get_footer()};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    OptionText text{.text = option->get_description()};
    if (!option->nonpositional()) {
      text.names = {option->get_name()};
      out.arguments.push_back(std::move(text));
      continue;
    }
    for (const std::string& name : option->get_snames()) text.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) text.names.push_back("--" + name);
    if (option->get_type_size() != 0) text.value = option->get_type_name();
    out.options.push_back(std::move(text));
  }
  return out;
}

std::vector<CommandText> describe_commands(const CLI::App& program) {
  std::vector<CommandText> out;
  for (const CLI::App* command : listed_commands(program)) out.push_back(describe(*command));
  return out;
}

std::string first_clause(const std::string& text) {
  std::size_t end = text.size();
  for (const char* detail : {": ", "; ", ". ", " ("}) end = std::min(end, text.find(detail));
  return text.substr(0, end);
}

}  // namespace apart::cli
