// How a report speaks of lengths, pairs and the whole.
#include <fmt/format.h>

#include "cli/check/report.hpp"

namespace apart::cli {

std::size_t Report::ignored() const {
  std::size_t n = check.ignored;
  for (const PairReport& pair : check.pairs) n += !pair.ignored_because.empty();
  return n;
}

std::string length_text(const Report& report, double length) {
  return fmt::format("{:.6g}{}{}", length, report.unit.empty() ? "" : " ", report.unit);
}

std::string words_of(const Report& report, const PairReport& pair) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (pair.a == pair.b) add("runs into itself");
  if (pair.state == PairState::contained) add("one inside the other");
  if (pair.state == PairState::near)
    add(length_text(report, pair.distance) + " of " + length_text(report, pair.clearance));
  if (pair.state == PairState::touch && pair.distance > 0) add(length_text(report, pair.distance));
  if (pair.state == PairState::clear) add((pair.measured ? "" : "at least ") + length_text(report, pair.distance));
  if (pair.depth) add("about " + length_text(report, pair.depth->depth) + " deep");
  if (pair.triangle_pairs > 0) add(count(pair.triangle_pairs, "pair") + " of triangles");
  if (pair.state == PairState::clash && pair.curve_length > 0)
    add(fmt::format("cut {} long", length_text(report, pair.curve_length)));
  return words;
}

std::string summary(const Report& report) {
  const CheckReport& check = report.check;
  std::string words = count(report.parts.size(), "body", "bodies") + ", " + count(check.all_pairs, "pair");
  std::string found;
  const auto add = [&](std::size_t n, const std::string& one, const std::string& many) {
    if (n > 0) found += (found.empty() ? "" : ", ") + count(n, one, many);
  };
  add(report.count(PairState::clash), "clash", "clashes");
  add(report.count(PairState::contained), "contained", "contained");
  add(report.count(PairState::touch), "touch", "touches");
  add(report.count(PairState::near), "nearer than allowed", "nearer than allowed");
  if (found.empty()) found = "nothing found";
  if (report.ignored() > 0) found += "; " + count(report.ignored(), "known pair ignored", "known pairs ignored");
  return words + ": " + found;
}

}  // namespace apart::cli
