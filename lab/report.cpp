// The page of all experiments: figures beside the published ones, pictures, tables. One file, no script.
#include <fmt/format.h>
#include <fstream>

#include "cli/input.hpp"
#include "lab/experiment.hpp"
#include "lab/results.hpp"

namespace apart::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string in_cell(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
  return escaped(value.is_string() ? value.get<std::string>() : value.dump());
}

void add_comparisons(std::string& page, const Json& comparisons) {
  if (comparisons.empty()) return;
  page += "<table><tr><th>figure<th>ours<th>published<th>wanted<th></tr>\n";
  for (const Json& c : comparisons) {
    const char* mark = c["holds"].is_null() ? "" : c["holds"].get<bool>() ? "holds" : "fails";
    page += fmt::format("<tr class='{}'><td>{}<td class=n>{:.4g}<td class=n>{:.4g}<td>{}<td>{}</tr>\n", mark,
                        escaped(c["what"]), c["ours"].is_null() ? 0.0 : c["ours"].get<double>(),
                        c["published"].get<double>(), escaped(c["wanted"]), *mark == 'f' ? "does not hold" : mark);
  }
  page += "</table>\n";
}

void add_table(std::string& page, const Json& table) {
  constexpr std::size_t open = 24, most = 400;
  const Json& rows = table["rows"];
  page += fmt::format("<details{}><summary>{} ({} rows)</summary>\n<table><tr>", rows.size() <= open ? " open" : "",
                      escaped(table["title"]), rows.size());
  for (const Json& column : table["columns"]) page += "<th>" + escaped(column);
  page += "</tr>\n";
  for (std::size_t k = 0; k < std::min(rows.size(), most); ++k) {
    page += "<tr>";
    for (const Json& cell : rows[k]) page += (cell.is_number() ? "<td class=n>" : "<td>") + in_cell(cell);
    page += "</tr>\n";
  }
  page += "</table>";
  if (rows.size() > most) page += fmt::format("<p>The first {} rows; all are in {}.csv.", most, escaped(table["name"]));
  page += "</details>\n";
}

constexpr const char* kHead = R"(<!doctype html><html lang=en><meta charset=utf-8>
<meta name=viewport content="width=device-width"><meta name=color-scheme content="light dark"><title>Apart: the lab</title>
<style>
:root{--page:#fff;--ink:#1b1f24;--soft:#667;--line:#d5d9de;--good:#1f9e57;--bad:#c9302c}
@media(prefers-color-scheme:dark){:root{--page:#14171a;--ink:#dde1e6;--soft:#98a;--line:#363c43;--good:#4cc281;--bad:#ff6b64}}
body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;max-width:76em;margin:2em auto;padding:0 1em}
h1{margin-bottom:0}h2{border-top:1px solid var(--line);padding-top:1em;margin-top:2em}
.soft{color:var(--soft)}nav{columns:18em;margin:1em 0}nav a{display:block}a{color:inherit}
table{border-collapse:collapse;margin:.7em 0;font-size:14px}
th{text-align:left;border-bottom:1px solid var(--ink)}td,th{padding:.15em .9em .15em 0}td{border-bottom:1px solid var(--line)}
.n{text-align:right;font-variant-numeric:tabular-nums}.holds td:last-child{color:var(--good)}
.fails td:last-child{color:var(--bad);font-weight:600}.pictures{display:flex;flex-wrap:wrap;gap:1em}
svg{max-width:100%;height:auto;border:1px solid var(--line)}details{overflow-x:auto}summary{cursor:pointer}
</style>
<h1>Apart: the lab</h1><p class=soft>Published experiments of the field, run again. Times depend on the machine, counts do not.</p>
)";

}  // namespace

void write_report(const std::filesystem::path& out) {
  std::string list, body;
  for (const Experiment& experiment : experiments()) {
    const std::string name(experiment.name);
    const std::filesystem::path folder = out / "results" / name;
    const Json result = Json::parse(read_text(folder / "result.json"), nullptr, false);
    if (result.is_discarded()) {  // never run, or interrupted while writing
      list += fmt::format("<span class=soft>{}: not run yet<br></span>", name);
      continue;
    }
    list += fmt::format("<a href='#{0}'>{0}</a>", name);
    body += fmt::format("<h2 id='{0}'>{0}</h2><p>{1} <span class=soft>apart lab {0} --{2}, {3:.3g} s{4}</span>\n", name,
                        escaped(result["question"]), result["size"].get<std::string>(), result["seconds"].get<double>(),
                        result["finished"].get<bool>() ? "" : "; stopped before its end");
    add_comparisons(body, result["comparisons"]);
    for (const Json& note : result["notes"]) body += "<p>" + escaped(note) + "\n";
    body += "<div class=pictures>";
    for (const Json& picture : result["pictures"]) body += read_text(folder / (picture.get<std::string>() + ".svg"));
    body += "</div>\n";
    for (const Json& table : result["tables"]) add_table(body, table);
  }
  std::error_code why;
  std::filesystem::create_directories(out, why);
  std::ofstream page(out / "report.html", std::ios::binary);
  page << kHead << "<nav>" << list << "</nav>\n" << body << "</html>\n" << std::flush;
  if (!page) throw cli::BadInput((out / "report.html").string() + ": cannot be written");
}

}  // namespace apart::lab
