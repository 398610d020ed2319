// The interface of a command. To add one: a file cli/<name>.cpp with its add_<name>, a line here, and a line in the
// list of cli/main.cpp.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>

namespace apart::cli {

enum Exit { answered = 0, found_problems = 1, bad_input = 2, interrupted = 130 };

// Reads all input before it prints the first result; throws BadInput (cli/input.hpp) on an error.
using Action = std::function<Exit()>;

// Each adds its command to the program; parsing the command stores its action.
void add_build(CLI::App& program, Action& action);
void add_cast(CLI::App& program, Action& action);
void add_check(CLI::App& program, Action& action);
void add_closest(CLI::App& program, Action& action);
void add_collide(CLI::App& program, Action& action);
void add_completions(CLI::App& program, Action& action);
void add_contacts(CLI::App& program, Action& action);
void add_distance(CLI::App& program, Action& action);
void add_hausdorff(CLI::App& program, Action& action);
void add_help(CLI::App& program, Action& action);
void add_decompose(CLI::App& program, Action& action);
void add_info(CLI::App& program, Action& action);
void add_inside(CLI::App& program, Action& action);
void add_intersection(CLI::App& program, Action& action);
void add_lab(CLI::App& program, Action& action);
void add_man(CLI::App& program, Action& action);
void add_pairs(CLI::App& program, Action& action);
void add_penetration(CLI::App& program, Action& action);
void add_impact(CLI::App& program, Action& action);
void add_simulate(CLI::App& program, Action& action);
void add_span(CLI::App& program, Action& action);
void add_within(CLI::App& program, Action& action);

}  // namespace apart::cli
