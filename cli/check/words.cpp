// How a report speaks of lengths, pairs and the whole.
#include <fmt/format.h>
#include <cmath>

#include "cli/check/report.hpp"

namespace apart::cli {

std::size_t Report::ignored() const {
  std::size_t n = check.ignored;
  for (const PairReport& pair : check.pairs) n += !pair.ignored_because.empty();
  return n;
}

namespace {

// So many significant digits, and no digit before the point is lost.
std::string rounded_text(double number, int digits) {
  if (std::abs(number) >= std::pow(10.0, digits) - 0.5 && std::abs(number) < 1e15) return fmt::format("{:.0f}", number);
  return fmt::format("{:.{}g}", number, digits);
}

std::string with_unit(const Report& report, const std::string& number) {
  return number + (report.unit.empty() ? "" : " " + report.unit);
}

// With as many digits as it takes to tell what is there from what is required.
std::string clearance_text(const Report& report, double clearance, double required) {
  int digits = 4;
  while (digits < 17 && rounded_text(clearance, digits) == rounded_text(required, digits)) ++digits;
  return fmt::format("clearance {}, required {}", with_unit(report, rounded_text(clearance, digits)),
                     with_unit(report, rounded_text(required, digits)));
}

std::string inside_text(const Report& report, const PairReport& pair) {
  const bool is_a = pair.inside.which == Inside::Which::a;
  return (pair.inside.whole ? "" : "part of ") + report.name(is_a ? pair.a : pair.b) + " inside " +
         report.name(is_a ? pair.b : pair.a);
}

}  // namespace

std::string length_text(const Report& report, double length) { return with_unit(report, rounded_text(length, 4)); }

std::string words_of(const Report& report, const PairReport& pair) {
  std::string words;
  const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (pair.a == pair.b) add("runs into itself");
  if (pair.state == PairState::duplicate) add("same surface at the same place");
  if (pair.state == PairState::contained) add(inside_text(report, pair));
  if (pair.state == PairState::near) add(clearance_text(report, pair.distance, pair.clearance));
  if (pair.state == PairState::touch && pair.distance > 0) add("distance " + length_text(report, pair.distance));
  if (pair.state == PairState::clear)
    add((pair.measured ? "distance " : "distance at least ") + length_text(report, pair.distance));
  if (pair.overlap_thickness) add("overlap about " + length_text(report, *pair.overlap_thickness) + " thick");
  if (pair.separation) add("separation at most " + length_text(report, pair.separation->length));
  if (pair.triangle_pairs > 0) add(count(pair.triangle_pairs, "pair") + " of triangles");
  if (pair.state == PairState::clash && pair.curve_length > 0)
    add("intersection curve " + length_text(report, pair.curve_length));
  if (pair.error > 0) add("± " + length_text(report, pair.error) + " by tessellation");
  return words;
}

std::string summary(const Report& report) {
  const CheckReport& check = report.check;
  std::string words = count(report.parts.size(), "body", "bodies") + ", " + count(check.all_pairs, "pair");
  std::string found;
  const auto add = [&](std::size_t n, const std::string& one, const std::string& many) {
    if (n > 0) found += (found.empty() ? "" : ", ") + count(n, one, many);
  };
  add(report.count(PairState::duplicate), "duplicate", "duplicates");
  add(report.count(PairState::clash), "clash", "clashes");
  add(report.count(PairState::contained), "contained", "contained");
  add(report.count(PairState::touch), "touch", "touches");
  add(report.count(PairState::near), "clearance violation", "clearance violations");
  if (found.empty()) found = report.parts.size() < 2 ? "nothing to compare" : "nothing found";
  if (report.ignored() > 0) found += "; " + count(report.ignored(), "known pair ignored", "known pairs ignored");
  return words + ": " + found;
}

}  // namespace apart::cli
