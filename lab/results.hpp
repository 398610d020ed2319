// Writes and prints the results: a folder for each experiment with CSV, SVG and JSON, and one page for all of them.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lab/run.hpp"

namespace apart::lab {

struct Outcome {
  std::string experiment, question;
  bool full = false, finished = true;
  double seconds = 0;
  Findings findings;
};

// "holds", "DOES NOT HOLD", or nothing if it was not judged.
std::string verdict(const Comparison& comparison);

nlohmann::ordered_json to_json(const Outcome& outcome);

void print_findings(const Findings& findings);

std::filesystem::path folder_of(const Outcome& outcome, const std::filesystem::path& out);
void write_outcome(const Outcome& outcome, const std::filesystem::path& out);  // OUT/results/EXPERIMENT/…
void write_report(const std::filesystem::path& out);                           // OUT/report.html, from all of those

}  // namespace apart::lab
