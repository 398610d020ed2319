// apart man: the man page, made from the texts of --help.
#include <fmt/format.h>
#include <sstream>

#include "cli/command.hpp"
#include "cli/describe.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

// Escapes plain text for roff: no requests, no typographic substitutions.
std::string roff(const std::string& text) {
  std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (char c : text) switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  return out;
}

std::string tagged(const OptionText& option, bool argument) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += (tag.empty() ? "" : ", ") + fmt::format("\\f{}{}\\fR", argument ? 'I' : 'B', roff(name));
  if (!option.value.empty()) tag += " \\fI" + roff(option.value) + "\\fR";
  return ".TP\n" + tag + "\n" + roff(option.text) + "\n";
}

// Paragraphs are filled; lines that begin with blanks (tables, examples) are kept verbatim.
std::string footer_of(const std::string& footer) {
  std::string out = ".PP\n";
  bool as_is = false;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    const bool indented = line.starts_with("  ");
    if (indented != as_is) out += indented ? ".PP\n.nf\n.RS 4\n" : ".RE\n.fi\n.PP\n";
    as_is = indented;
    out += roff(indented ? line.substr(2) : line) + "\n";
  }
  return as_is ? out + ".RE\n.fi\n" : out;
}

std::string options_of(const CommandText& command) {
  std::string out;
  for (const OptionText& argument : command.arguments) out += tagged(argument, true);
  for (const OptionText& option : command.options) out += tagged(option, false);
  return out;
}

std::string page(const CLI::App& program) {
  const CommandText top = describe(program);
  std::string out = ".TH APART 1 \"\" \"apart " APART_VERSION "\" \"User Commands\"\n.ad l\n.nh\n";
  out += ".SH NAME\napart \\- collision, distance and clash checks of meshes and convex shapes\n";
  out += ".SH SYNOPSIS\n.B apart\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIARGUMENTS\\fR\n";
  out += ".SH DESCRIPTION\n" + roff(top.text) + "\n.SH OPTIONS\n" + options_of(top) + ".SH COMMANDS\n";
  for (const CommandText& command : describe_commands(program)) {
    out += ".SS apart " + roff(command.name);
    if (!command.options.empty()) out += " [OPTIONS]";
    for (const OptionText& argument : command.arguments) out += " " + roff(argument.names[0]);
    out += "\n" + roff(command.text) + (command.text.ends_with('?') ? "\n" : ".\n") + options_of(command);
    if (!command.footer.empty()) out += footer_of(command.footer);
  }
  out += ".SH EXIT STATUS\n" + footer_of(top.footer);
  out.pop_back();  // printing adds the newline
  return out;
}

}  // namespace

void add_man(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("man", "Print the man page, apart.1");
  command->footer("Examples:\n  apart man > apart.1");
  command->callback([&program, &action] { action = [&program] { return print_line(page(program)), answered; }; });
}

}  // namespace apart::cli
