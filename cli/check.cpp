// apart check: do the parts of an assembly clash, touch, or come too close?
#include <fmt/format.h>
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/shapes/generate.hpp>
#include <apart/traversal/relative.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct AskedCheck {
  std::vector<std::string> files;
  Given clearance, touch;
  bool solid = false, all = false, json = false;
  ScaleOptions scale;
};

struct Part {
  std::string name;
  Model model;
  Posed pose;
  Bounds box;  // in the world
};

// From bad to good.
enum class State { clash, touch, close, clear };
constexpr const char* kNames[] = {"clash", "touch", "close", "clear"};

struct Row {
  std::size_t a, b;
  State state;
  bool contained = false;
  double distance = 0;
  std::size_t pairs = 0;  // of triangles that touch
};

struct Report {
  std::vector<Part> parts;
  std::vector<Row> rows;  // pairs whose boxes are near; the worst first
  double clearance = 0;

  std::size_t how_many(State state) const {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [=](const Row& r) { return r.state == state; }));
  }
  std::size_t pairs() const { return parts.size() * (parts.size() - 1) / 2; }
  bool bad() const {
    return how_many(State::clash) + how_many(State::close) + (clearance > 0 ? how_many(State::touch) : 0) > 0;
  }
};

struct BodyOfFile {
  std::string file;
  Body body;
};
using Models = std::map<const Vec3d*, Model>;  // by the vertices of their meshes

// Bodies that share a mesh share its model; of some the model is there already. A name that was there before gets a
// number.
std::vector<Part> parts_of(const std::vector<BodyOfFile>& bodies, Models models) {
  std::set<std::string> names;
  std::vector<Part> parts;
  for (const auto& [file, body] : bodies) {
    auto model = models.find(body.mesh.vertices().data());
    if (model == models.end()) {
      Result<Model> made = Model::make(body.mesh);
      if (!made) throw BadInput(file + ": " + body.name + ": " + made.error());
      model = models.emplace(body.mesh.vertices().data(), std::move(*made)).first;
    }
    std::string name = body.name;
    for (int k = 2; !names.insert(name).second; ++k) name = fmt::format("{} #{}", body.name, k);
    Bounds box;
    for (const Face& f : body.mesh.faces())
      for (u32 v : f) box.add(body.pose * body.mesh.vertices()[v]);
    parts.push_back({name, model->second, body.pose, box});
  }
  return parts;
}

std::vector<Part> read_parts(const AskedCheck& options) {
  const ReadOptions how = options.scale.read();
  std::vector<BodyOfFile> bodies;
  Models models;
  if (options.files.empty())
    for (Body& body : generate::gear_train()) bodies.push_back({"sample", std::move(body)});
  for (const std::string& file : options.files) {
    if (how.scale == 1 && is_tree_file(file)) {
      const Model model = value_or_throw(map_model(file));
      bodies.push_back({file, {std::filesystem::path(file).stem().string(), model.mesh(), {}}});
      models.emplace(bodies.back().body.mesh.vertices().data(), model);
      continue;
    }
    for (Body& body : value_or_throw(read_bodies(file, how))) bodies.push_back({file, std::move(body)});
  }
  return parts_of(bodies, std::move(models));
}

bool near(const Bounds& a, const Bounds& b, double clearance) {
  for (int k = 0; k < 3; ++k) {
    // A few roundings more, for boxes are compared in the world and triangles in A's frame.
    const double slack = clearance + 1e-12 * larger(larger(std::abs(a.low[k]), std::abs(a.high[k])),
                                                    larger(std::abs(b.low[k]), std::abs(b.high[k])));
    if (a.low[k] - b.high[k] > slack || b.low[k] - a.high[k] > slack) return false;
  }
  return true;
}

Row ask(const Report& report, std::size_t i, std::size_t j, std::optional<double> given_touch, bool solid) {
  const Part &a = report.parts[i], &b = report.parts[j];
  const double touch = given_touch.value_or(1e-6 * lesser(length(a.box.size()), length(b.box.size())));
  const Clash found = clash(a.model, a.pose, b.model, b.pose, {.solid = solid, .tolerance = touch});
  Row row{i, j, State::clear, found.contained};
  if (found.state == Clash::State::apart) {
    row.distance = distance(a.model, a.pose, b.model, b.pose).distance;
    row.state = row.distance <= touch ? State::touch : row.distance < report.clearance ? State::close : State::clear;
    return row;
  }
  row.state = found.state == Clash::State::clash ? State::clash : State::touch;
  collisions(a.model, relative(a.pose, b.pose), b.model, [&](const TouchingPair&) { return ++row.pairs, true; });
  return row;
}

Report make_report(const AskedCheck& options) {
  Report report;
  if (options.clearance) report.clearance = not_negative("--clearance", *options.clearance);
  std::optional<double> touch;
  if (options.touch) touch = not_negative("--touch", *options.touch);
  report.parts = read_parts(options);
  std::vector<std::pair<std::size_t, std::size_t>> todo;
  for (std::size_t i = 0; i < report.parts.size(); ++i)
    for (std::size_t j = i + 1; j < report.parts.size(); ++j)
      if (near(report.parts[i].box, report.parts[j].box, report.clearance)) todo.emplace_back(i, j);
  Progress progress("pairs", todo.size(), false);
  for (const auto& [i, j] : todo) {
    report.rows.push_back(ask(report, i, j, touch, options.solid));
    progress.step();
  }
  std::stable_sort(report.rows.begin(), report.rows.end(), [](const Row& x, const Row& y) {
    return x.state != y.state ? x.state < y.state : x.distance < y.distance;
  });
  return report;
}

void print_json(const Report& report) {
  Json json{{"parts", report.parts.size()}, {"pairs", report.pairs()}, {"clearance", report.clearance}};
  json["clashes"] = report.how_many(State::clash);
  json["touches"] = report.how_many(State::touch);
  json["close"] = report.how_many(State::close);
  Json& rows = json["near"] = Json::array();
  for (const Row& row : report.rows) {
    Json one{{"a", report.parts[row.a].name}, {"b", report.parts[row.b].name}};
    one["state"] = kNames[static_cast<int>(row.state)];
    one["distance"] = row.distance;
    if (row.pairs > 0) one["pairs"] = row.pairs;
    if (row.contained) one["contained"] = true;
    rows.push_back(std::move(one));
  }
  print_object(json);
}

std::string in_words(const Row& row) {
  if (row.contained && row.pairs == 0) return "one inside the other";
  std::string words = row.pairs > 0 ? count(row.pairs, "pair") + " of triangles" : fmt::format("{:.6g}", row.distance);
  if (row.contained) words += ", one inside the other";
  return words;
}

void print_text(const Report& report, const AskedCheck& options) {
  constexpr std::size_t few = 20;
  Table table({"A", "B", "state", "distance, or what touches"});
  std::size_t clear = 0;
  for (const Row& row : report.rows) {
    if (row.state == State::clear && ++clear > few && !options.all) continue;
    table.add({report.parts[row.a].name, report.parts[row.b].name, kNames[static_cast<int>(row.state)], in_words(row)});
  }
  if (!report.rows.empty()) table.print();
  if (clear > few && !options.all) print_line(fmt::format("… {} more are clear; --all shows them", clear - few));
  if (!report.rows.empty()) print_line("");
  std::string summary = options.files.empty() ? "The sample assembly: " : "";
  summary += count(report.parts.size(), "part") + ", " + count(report.pairs(), "pair") + ": ";
  summary += count(report.how_many(State::clash), "clash", "clashes") + ", ";
  summary += count(report.how_many(State::touch), "touch", "touches");
  if (report.clearance > 0)
    summary += fmt::format(", {} closer than {}", report.how_many(State::close), report.clearance);
  print_line(summary);
}

}  // namespace

void add_check(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("check", "Do the parts of an assembly clash, touch, or come too close?");
  auto options = std::make_shared<AskedCheck>();
  command->add_option("FILES", options->files, "Parts and scenes (" + readable_extensions() + "); none: a sample")
      ->type_name("");
  command->add_option("--clearance", options->clearance, "Parts must be at least D apart")->type_name("D");
  command->add_option("--touch", options->touch, "Parts less than T apart, or T deep in each other, merely touch")
      ->type_name("T");
  command->add_flag("--solid", options->solid, "Closed meshes are solids: one free inside the other is a clash");
  command->add_flag("--all", options->all, "Show all pairs whose boxes are near, however many are clear");
  command->add_flag("--json", options->json, "One JSON object");
  options->scale.add_to(*command);
  command->footer(
      "Every body of a scene (gltf, glb, dae, 3ds) is a part; a mesh file is one part, where it stands.\n"
      "  clash   parts share space, or their surfaces cross      touch   they share a face, an edge or a point\n"
      "  close   less than the clearance apart                   clear   none of these\n"
      "By default T is a millionth of the smaller part's size.\n"
      "Exit status: 1 when there is a clash, or less than the clearance.\n"
      "Examples:\n"
      "  apart check                                   the sample assembly, a gear train\n"
      "  apart check housing.stl shaft.stl gear.stl --clearance 0.5\n"
      "  apart check plant.glb --json");
  command->callback([options, &action] {
    action = [options] {
      if (options->files.empty() && !options->clearance) options->clearance = "1";  // shows all there is to see
      const Report report = make_report(*options);
      options->json ? print_json(report) : print_text(report, *options);
      return report.bad() ? found_problems : answered;
    };
  });
}

}  // namespace apart::cli
