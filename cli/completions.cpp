// apart completions SHELL: prints a completion script for commands, options and files, generated from --help.
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

using Commands = std::vector<CommandText>;

// Arguments that take one of a few words instead of a file.
std::string choices(const CommandText& command, const Commands& all) {
  if (command.name == "completions") return "bash zsh fish";
  std::string out;
  if (command.name == "help")
    for (const CommandText& other : all) out += (out.empty() ? "" : " ") + other.name;
  return out;
}

std::string names_in(const std::vector<OptionText>& options) {
  std::string out;
  for (const OptionText& option : options)
    for (const std::string& name : option.names) out += (out.empty() ? "" : " ") + name;
  return out;
}

std::string bash(const CommandText& program, const Commands& commands) {
  std::string cases;
  for (const CommandText& command : commands) {
    std::string files, others;
    for (const OptionText& option : command.options)
      for (const std::string& name : option.names)
        if (!option.value.empty()) (option.takes_file() ? files : others) += "|" + name;
    cases += fmt::format("    {})\n", command.name);
    if (!files.empty() || !others.empty()) {
      cases += "      case $previous in\n";
      if (!files.empty()) cases += fmt::format("        {}) _apart_files; return ;;\n", files.substr(1));
      if (!others.empty()) cases += fmt::format("        {}) return ;;\n", others.substr(1));
      cases += "      esac\n";
    }
    const std::string words = choices(command, commands);
    if (!words.empty()) cases += fmt::format("      [[ $current != -* ]] && {{ _apart_words '{}'; return; }}\n", words);
    cases += fmt::format("      [[ $current == -* ]] && {{ _apart_words '{}'; return; }}\n", names_in(command.options));
    cases += "      ;;\n";
  }
  std::string names;
  for (const CommandText& command : commands) names += command.name + " ";
  return "# bash completion for apart, printed by: apart completions bash\n"
         "_apart_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\"); }\n"
         "_apart_files() { mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); }\n"
         "_apart() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= word\n"
         "  COMPREPLY=()\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    [[ $word == -* ]] || { command=$word; break; }\n"
         "  done\n"
         "  case $command in\n"
         "    '') _apart_words '" +
         names + names_in(program.options) + "'; return ;;\n" + cases +
         "  esac\n"
         "  _apart_files\n"
         "}\n"
         "complete -o filenames -F _apart apart";
}

// In single quotes, for zsh and fish alike.
std::string quoted_word(const std::string& text, const std::string& quote) {
  std::string out = "'";
  for (char c : text) c == '\'' ? out += quote : out += c;
  return out + "'";
}

std::string zsh_spec(std::string text) {
  for (std::size_t k = text.size(); k-- > 0;)
    if (std::string_view("[]:\\").find(text[k]) != std::string_view::npos) text.insert(k, "\\");
  return text;
}

std::string zsh(const CommandText& program, const Commands& commands) {
  const auto word = [](const std::string& text) { return quoted_word(text, "'\\''"); };
  const auto option_specs = [&](const CommandText& command) {
    std::string out;
    for (const OptionText& option : command.options)
      for (const std::string& name : option.names) {
        const std::string value =
            option.value.empty() ? ""
                                 : fmt::format(":{}:{}", zsh_spec(option.value), option.takes_file() ? "_files" : "");
        out += " \\\n        " + word(fmt::format("*{}[{}]{}", name, zsh_spec(first_clause(option.text)), value));
      }
    return out;
  };
  std::string names, cases;
  for (const CommandText& command : commands) {
    names += "    " + word(zsh_spec(command.name) + ":" + first_clause(command.text)) + "\n";
    const std::string words = choices(command, commands);
    cases += "    " + command.name + ")\n      _arguments" + option_specs(command);
    if (!command.arguments.empty() || command.name == "lab")
      cases += " \\\n        " + word(words.empty() ? "*:file:_files" : "*:word:(" + words + ")");
    cases += "\n      ;;\n";
  }
  return "#compdef apart\n"
         "# zsh completion for apart, printed by: apart completions zsh\n"
         "_apart() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    _arguments" +
         option_specs(program) +
         "\n"
         "    return\n"
         "  fi\n"
         "  local command=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [[ $funcstack[1] == _apart ]]; then _apart \"$@\"; else compdef _apart apart; fi";
}

std::string fish(const CommandText& program, const Commands& commands) {
  const auto word = [](std::string text) {
    for (std::size_t k = text.size(); k-- > 0;)
      if (text[k] == '\\') text.insert(k, "\\");
    return quoted_word(text, "\\'");
  };
  const auto option_lines = [&](const CommandText& command, const std::string& condition) {
    std::string out;
    for (const OptionText& option : command.options) {
      out += "\ncomplete -c apart -n " + condition;
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) out += option.takes_file() ? " -r -F" : " -x";
      out += " -d " + word(first_clause(option.text));
    }
    return out;
  };
  std::string out = "# fish completion for apart, printed by: apart completions fish\ncomplete -c apart -f";
  out += option_lines(program, "__fish_use_subcommand");
  for (const CommandText& command : commands) {
    out += fmt::format("\ncomplete -c apart -n __fish_use_subcommand -a {} -d {}", command.name,
                       word(first_clause(command.text)));
    const std::string seen = word("__fish_seen_subcommand_from " + command.name);
    const std::string words = choices(command, commands);
    if (!words.empty())
      out += fmt::format("\ncomplete -c apart -n {} -a '{}'", seen, words);
    else if (!command.arguments.empty() || command.name == "lab")
      out += fmt::format("\ncomplete -c apart -n {} -F", seen);
    out += option_lines(command, seen);
  }
  return out;
}

Exit print_completions(const CLI::App& program, const std::string& shell) {
  const CommandText top = describe(program);
  const Commands commands = describe_commands(program);
  if (shell == "bash")
    print_line(bash(top, commands));
  else if (shell == "zsh")
    print_line(zsh(top, commands));
  else if (shell == "fish")
    print_line(fish(top, commands));
  else
    throw BadInput("completions: expected bash, zsh or fish, found \"" + shell + "\"" +
                   did_you_mean(shell, {"bash", "zsh", "fish"}));
  return answered;
}

}  // namespace

void add_completions(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("completions", "Print the completions for a shell: bash, zsh or fish");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("");
  command->footer(
      "cmake --install installs them for these shells. Manually:\n"
      "Examples:\n"
      "  source <(apart completions bash)\n"
      "  apart completions zsh > _apart\n"
      "  apart completions fish > apart.fish");
  command->callback(
      [shell, &program, &action] { action = [shell, &program] { return print_completions(program, *shell); }; });
}

}  // namespace apart::cli
