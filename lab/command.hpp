// The commands of apart lab. Each adds itself, and stores what is to be done when it is called for.
#pragma once
#include "cli/command.hpp"

namespace apart::lab {

void add_experiments(CLI::App& lab, cli::Action& action);  // every experiment, all, list, report
void add_step(CLI::App& lab, cli::Action& action);

}  // namespace apart::lab
