// Writes tables as CSV and JSON, and plots as SVG.
#include "lab/results.hpp"

#include <fmt/format.h>
#include <cstring>
#include <fstream>

#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::lab {
namespace {

using Json = nlohmann::ordered_json;

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text << std::flush;
  if (!out) throw cli::BadInput(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno)));
}

std::string in_csv(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string csv(const Table& table) {
  std::string out;
  const auto add_line = [&](const auto& cells, auto text_of) {
    bool first = true;
    for (const auto& cell : cells) {
      if (!first) out += ',';
      out += in_csv(text_of(cell));
      first = false;
    }
    out += '\n';
  };
  add_line(table.columns, [](const std::string& column) { return column; });
  for (const auto& row : table.rows) add_line(row, [](const Cell& cell) { return cell.text; });
  return out;
}

Json in_json(const Cell& cell) {
  if (!cell.is_number) return cell.text;
  const Json number = Json::parse(cell.text, nullptr, false);
  return number.is_discarded() ? Json(cell.text) : number;  // JSON has no infinity
}

}  // namespace

std::string verdict(const Comparison& comparison) {
  return !comparison.holds ? "" : *comparison.holds ? "holds" : "DOES NOT HOLD";
}

Json to_json(const Outcome& outcome) {
  Json out{{"version", cli::kJsonVersion}, {"experiment", outcome.experiment},
           {"question", outcome.question}, {"size", outcome.full ? "full" : "quick"},
           {"finished", outcome.finished}, {"seconds", outcome.seconds}};
  Json comparisons = Json::array(), tables = Json::array(), pictures = Json::array();
  for (const Comparison& c : outcome.findings.comparisons)
    comparisons.push_back({{"what", c.what},
                           {"ours", c.ours},
                           {"published", c.published},
                           {"wanted", c.wanted},
                           {"holds", c.holds ? Json(*c.holds) : Json()}});
  for (const Table& table : outcome.findings.tables) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
      Json cells = Json::array();
      for (const Cell& cell : row) cells.push_back(in_json(cell));
      rows.push_back(cells);
    }
    tables.push_back({{"name", table.name}, {"title", table.title}, {"columns", table.columns}, {"rows", rows}});
  }
  for (const Picture& picture : outcome.findings.pictures) pictures.push_back(picture.name);
  out["comparisons"] = comparisons;
  out["notes"] = outcome.findings.notes;
  out["tables"] = tables;
  out["pictures"] = pictures;
  return out;
}

void print_findings(const Findings& findings) {
  // Tables are cut to the terminal; the files have all rows.
  constexpr std::size_t longest = 40;
  for (const Table& table : findings.tables) {
    cli::print_line("");
    cli::print_line(table.title);
    if (table.rows.size() > longest) {
      cli::print_line(fmt::format("  {}, in {}.csv", cli::count(table.rows.size(), "row"), table.name));
      continue;
    }
    cli::Table out(table.columns);
    for (const auto& row : table.rows) {
      std::vector<std::string> cells;
      for (const Cell& cell : row) cells.push_back(cell.text);
      out.add(cells);
    }
    out.print();
  }
  if (!findings.comparisons.empty()) {
    cli::print_line("");
    cli::Table out({"figure", "ours", "published", "wanted", ""});
    for (const Comparison& c : findings.comparisons)
      out.add({c.what, Cell(c.ours, 4).text, Cell(c.published, 4).text, c.wanted, verdict(c)});
    out.print();
  }
  for (const std::string& note : findings.notes) cli::print_line("\n" + note);
}

std::filesystem::path folder_of(const Outcome& outcome, const std::filesystem::path& out) {
  return out / "results" / outcome.experiment;
}

void write_outcome(const Outcome& outcome, const std::filesystem::path& out) {
  const std::filesystem::path folder = folder_of(outcome, out);
  std::error_code why;
  std::filesystem::remove_all(folder, why);  // of an earlier run: its pictures may have had other names
  std::filesystem::create_directories(folder, why);
  if (why) throw cli::BadInput(fmt::format("{}: cannot be created: {}", folder.string(), why.message()));
  for (const Table& table : outcome.findings.tables) write_file(folder / (table.name + ".csv"), csv(table));
  for (const Picture& picture : outcome.findings.pictures) write_file(folder / (picture.name + ".svg"), picture.svg);
  write_file(folder / "result.json", to_json(outcome).dump(1));
}

}  // namespace apart::lab
