// apart decompose MODEL: the surface as convex patches.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <apart/decompose/decompose.hpp>
#include <filesystem>
#include <memory>

#include "cli/check/output_file.hpp"
#include "cli/command.hpp"
#include "cli/decompose/coloured_mesh.hpp"
#include "cli/decompose/page.hpp"
#include "cli/did_you_mean.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct DecomposeArguments {
  std::string file;
  Given method, output, html;
  bool hulls = false;
  FormatOptions format;
  ScaleOptions scale;
};

DecompositionMethod read_method(const Given& method) {
  if (!method) return DecompositionOptions{}.method;
  std::vector<std::string> names;
  for (const DecompositionMethod known : kDecompositionMethods) {
    if (to_string(known) == *method) return known;
    names.emplace_back(to_string(known));
  }
  throw BadInput(fmt::format("--method: no method is called {}{} ({})", io::in_quotes(*method, 40),
                             did_you_mean(*method, names), fmt::join(names, ", ")));
}

// Opens a file to write, which must not be the model.
void open_output(std::optional<OutputFile>& out, const char* option, const Given& path, const std::string& model,
                 std::initializer_list<const char*> endings) {
  if (!path) return;
  out.emplace(option, *path, endings);
  std::error_code why;
  if (std::filesystem::equivalent(*path, model, why)) throw BadInput(io::printable_name(*path) + ": is the model");
}

// Shows the progress of work in parts that take about as long each, and stops it at Ctrl-C.
class Watch {
 public:
  explicit Watch(int parts) : parts_(parts), bar_("decomposition", 1000, false) {}
  std::function<bool(double)> part(int k) {
    return [this, k](double share) {
      const double all = (k + share) / parts_;
      bar_.reach(static_cast<std::size_t>(1000 * all), all);
      return !interrupt_requested();
    };
  }

 private:
  int parts_;
  Progress bar_;
};

Exit stopped() {
  std::fputs("apart: stopped\n", stderr);
  return interrupted;
}

// A row for each triangle: its patch, and the patch's size.
void print_patches(const Decomposition& d) {
  std::string text = "triangle,patch,patch_triangles,hull_vertices,hull_faces\n";
  for (u32 i = 0; i < d.patch_of.size(); ++i) {
    const u32 p = d.patch_of[i];
    text += fmt::format("{},{},{},{},{}\n", i, p, d.patch(p).size(), d.hull_vertices(p).size(), d.hull(p).size());
  }
  print_text(text);
}

Exit run_decompose(const DecomposeArguments& options) {
  options.format.check();
  const DecompositionMethod method = read_method(options.method);
  if (options.hulls && !options.output) throw BadInput("--hulls: needs -o FILE");
  std::optional<OutputFile> file, page;
  open_output(file, "--output", options.output, options.file, {"ply", "glb"});
  open_output(page, "--html", options.html, options.file, {"html", "htm"});
  ReadOptions how = options.scale.read();
  const NotesToStderr notes(how);
  const Model model = value_or_throw(load(file_of(options.file), how));
  listen_for_interrupt();
  Watch watch(page ? 2 : 1);
  Result<Decomposition> found = decompose(model, {.method = method, .progress = watch.part(0)});
  if (!found && interrupt_requested()) return stopped();
  const Decomposition d = value_or_throw(std::move(found));
  std::optional<HullTree> tree;
  if (page) {
    Result<HullTree> made = HullTree::make(model, d, {.progress = watch.part(1)});
    if (!made && interrupt_requested()) return stopped();
    tree = value_or_throw(std::move(made));
  }
  if (file) {
    const bool ply = io::extension(*options.output) == "ply";
    file->write((ply ? as_ply : as_glb)(model.mesh(), d, options.hulls));
    file->finish();
  }
  if (page) {
    page->write(decomposition_page(std::filesystem::path(options.file).filename().string(), *tree, d));
    page->finish();
  }
  if (options.format.csv) {
    print_patches(d);
    return answered;
  }
  if (!options.format.json) {
    print_line(fmt::format("{}, {} of {}, {} added by the hulls", count(d.size(), "convex piece"),
                           count(d.hull_faces.size(), "hull face"), count(model.mesh().size(), "triangle"),
                           d.added_faces()));
    return answered;
  }
  Json patches = Json::array();
  for (u32 i = 0; i < d.size(); ++i) patches.push_back(std::vector<u32>(d.patch(i).begin(), d.patch(i).end()));
  print_object({{"method", to_string(method)},
                {"pieces", d.size()},
                {"hull_faces", d.hull_faces.size()},
                {"added_faces", d.added_faces()},
                {"patches", std::move(patches)}});
  return answered;
}

}  // namespace

void add_decompose(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("decompose", "Convex surface decomposition: patches and their hulls");
  auto options = std::make_shared<DecomposeArguments>();
  command->add_option("MODEL", options->file, "A mesh (" + readable_extensions() + "), or - for standard input")
      ->required()
      ->type_name("");
  command
      ->add_option("--method", options->method,
                   "dfs, bfs, crest (default), dfs-retract, bfs-retract, or global for up to 2000 triangles")
      ->type_name("NAME");
  command->add_option("-o,--output", options->output, "Write the patches as a coloured mesh (.ply, .glb)")
      ->type_name("FILE");
  command->add_flag("--hulls", options->hulls, "Write the hulls of the patches instead");
  command
      ->add_option("--html", options->html,
                   "Write a page: patches in colours, hulls level by level, exploded, classes of faces")
      ->type_name("FILE");
  options->format.add_to(*command, "One JSON object, with the triangles of each patch",
                         "Comma-separated values: a header, and a row for each triangle");
  options->scale.add_to(*command);
  command->footer(
      "Every triangle is in one patch; a patch is part of the boundary of its convex hull, which meets the surface\n"
      "nowhere else. Triangles are numbered as in the file, from 0.\n"
      "Examples:\n"
      "  apart decompose gear.stl\n"
      "  apart decompose gear.stl --method bfs-retract --json\n"
      "  apart decompose gear.stl --hulls -o pieces.glb\n"
      "  apart decompose gear.stl --html pieces.html");
  command->callback([options, &action] { action = [options] { return run_decompose(*options); }; });
}

}  // namespace apart::cli
