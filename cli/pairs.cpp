// apart pairs FILE: which axis-aligned boxes of a file overlap?
#include <fmt/format.h>
#include <apart/broad/broad_phase.hpp>
#include <apart/io/bytes/source.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/csv.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct PairsCommand {
  std::string file;
  Given method, threads;
  FormatOptions format;
};

std::vector<std::string> method_names() {
  std::vector<std::string> out;
  for (BroadMethod method : broad_methods()) out.emplace_back(to_string(method));
  return out;
}

BroadMethod read_broad_method(const Given& given) {
  if (!given) return BroadMethod::automatic;
  if (const auto method = broad_method(*given)) return *method;
  std::string all;
  for (const std::string& name : method_names()) all += (all.empty() ? "" : ", ") + name;
  throw BadInput("--method: no method is called " + io::in_quotes(*given, 40) + did_you_mean(*given, method_names()) +
                 " (" + all + ")");
}

std::vector<Bounds> read_boxes(const std::string& file) {
  const io::RowForm form{6, 6, "a box is 6 numbers (x0 y0 z0 x1 y1 z1)",
                         "no boxes; one is expected on each line: x0 y0 z0 x1 y1 z1"};
  std::vector<Bounds> boxes;
  value_or_throw(io::read_rows(file_of(file), form, [&](std::span<const double> n) -> std::string {
    const Bounds box{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
    if (!is_finite(box.low) || !is_finite(box.high)) return "a coordinate of the box is not finite";
    for (int k = 0; k < 3; ++k)
      if (box.low[k] > box.high[k])
        return std::string("the box is inside out: ") + "xyz"[k] + "0 is more than " + "xyz"[k] + "1";
    boxes.push_back(box);
    return {};
  }));
  return boxes;
}

Exit run_pairs(const PairsCommand& options) {
  options.format.check();
  const BroadMethod method = read_broad_method(options.method);
  const u32 threads = options.threads ? whole("--threads", *options.threads, 1024) : 0;
  const std::vector<Bounds> boxes = read_boxes(options.file);
  BroadMethod used = method;
  const std::vector<BoxPair> pairs = box_pairs(boxes, {.method = method, .threads = threads}, &used);
  // Millions of pairs are ordinary: written as text at once, not object by object.
  std::string text;
  text.reserve(16 * pairs.size() + 100);
  if (options.format.json) {
    text =
        fmt::format("{{\"version\":{},\"method\":\"", kJsonVersion) + std::string(to_string(used)) + "\",\"pairs\":[";
    for (std::size_t i = 0; i < pairs.size(); ++i)
      text += (i ? ",[" : "[") + std::to_string(pairs[i].a) + "," + std::to_string(pairs[i].b) + "]";
    text += "]}\n";
  } else {
    const char separator = options.format.csv ? ',' : ' ';
    if (options.format.csv) text = "a,b\n";
    for (const BoxPair& p : pairs) text += std::to_string(p.a) + separator + std::to_string(p.b) + "\n";
    if (!options.format.csv && pairs.empty()) text = "no pairs\n";
  }
  print_text(text);
  return answered;
}

}  // namespace

void add_pairs(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("pairs", "The broad phase: which axis-aligned boxes of many overlap?");
  auto options = std::make_shared<PairsCommand>();
  command
      ->add_option("FILE", options->file,
                   "A file of boxes, one on each line: x0 y0 z0 x1 y1 z1; - for standard input; # starts a comment")
      ->required()
      ->type_name("");
  std::string names;
  for (const std::string& name : method_names()) names += (names.empty() ? "" : ", ") + name;
  command->add_option("--method", options->method, "How: " + names)->type_name("M");
  command->add_option("--threads", options->threads, "Use N threads, 0 for all (the default)")->type_name("N");
  options->format.add_to(*command, "One JSON object with the method and the pairs",
                         "Comma-separated values: a header, and a row for each pair");
  command->footer(
      "Boxes are numbered from 0 in the order of the file. Boxes that touch are pairs. All methods find the same\n"
      "pairs, sorted; auto chooses one by how the boxes lie, and JSON names it.\n"
      "Examples:\n"
      "  apart pairs boxes.txt\n"
      "  apart pairs boxes.txt --method tree --json\n"
      "  echo \"0 0 0 1 1 1\" | apart pairs - --csv");
  command->callback([options, &action] { action = [options] { return run_pairs(*options); }; });
}

}  // namespace apart::cli
