// The commands of apart lab. Each adds itself; parsing the command stores its action.
#pragma once
#include "cli/command.hpp"

namespace apart::lab {

void add_experiments(CLI::App& lab, cli::Action& action);  // every experiment, all, list, report
void add_step(CLI::App& lab, cli::Action& action);
void add_ccd(CLI::App& lab, cli::Action& action);
void add_gpu(CLI::App& lab, cli::Action& action);
void add_plant(CLI::App& lab, cli::Action& action);
void add_walk(CLI::App& lab, cli::Action& action);

}  // namespace apart::lab
