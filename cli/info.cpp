// apart info MODEL: facts about a mesh or a shape, and the tree built for it.
#include <fmt/format.h>
#include <apart/base/bounds.hpp>
#include <apart/base/workers.hpp>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/io/bytes/source.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/shape_text.hpp>
#include <apart/io/tree_file.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>

#include "cli/command.hpp"
#include "cli/csv.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"

namespace apart::cli {
namespace {

struct InfoArguments {
  std::string file;
  FormatOptions format;
  ScaleOptions scale;
};

// Why a surface is not closed, not manifold or not oriented.
struct Defects {
  std::size_t border = 0;       // edges of one triangle
  std::size_t odd = 0;          // edges of 3, 5, … triangles
  std::size_t crowded = 0;      // edges of more than two triangles
  std::size_t misdirected = 0;  // edges whose triangles do not use both directions equally often
  std::size_t duplicates = 0;   // triangles at the same three points as an earlier one
};

struct BodyFacts {
  std::string name, path, group, layer;
  u32 triangles;
};

struct Facts {
  std::vector<BodyFacts> bodies;
  std::size_t vertices, triangles, degenerate;
  MeshTopology topology;
  Defects defects;
  Mass mass;
  Bounds bounds;
  TreeFacts tree;
  bool mapped;     // the tree was read from the file
  double seconds;  // to build or map it
};

double bytes_a_triangle(const Facts& f) { return double(f.tree.bytes) / double(std::max(f.triangles, std::size_t(1))); }

// Triangles at the same three points as an earlier one, of corners in ascending order: collected by the first, and
// compared within these few.
std::size_t duplicates_of(std::span<const std::array<u32, 3>> triangles, std::size_t points) {
  std::vector<u32> begin(points + 1);
  for (const auto& at : triangles) ++begin[at[0] + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::array<u32, 2>> others(triangles.size());
  std::vector<u32> next(begin.begin(), begin.end() - 1);
  for (const auto& at : triangles) others[next[at[0]]++] = {at[1], at[2]};
  std::size_t out = 0;
  for (std::size_t v = 0; v < points; ++v) {
    const auto first = others.begin() + begin[v], last = others.begin() + begin[v + 1];
    std::sort(first, last);
    out += static_cast<std::size_t>(last - std::unique(first, last));
  }
  return out;
}

// The same where no edge has more than two triangles: those at the same points are neighbours across all three.
std::size_t duplicates_among_neighbours(const MeshTopology& topology) {
  std::size_t out = 0;
  for (u32 i = 0; i < topology.neighbours.size(); ++i) {
    const auto& beside = topology.neighbours[i];
    out += beside[0] < i && beside[0] == beside[1] && beside[1] == beside[2];
  }
  return out;
}

Defects defects_of(const Mesh& mesh, const MeshTopology& topology) {
  Defects out;
  for (const MeshTopology::Edge& edge : topology.edges) {
    out.border += edge.uses == 1;
    out.odd += edge.uses > 1 && edge.uses % 2 == 1;
    out.crowded += edge.uses > 2;
  }
  if (out.crowded == 0) out.duplicates = duplicates_among_neighbours(topology);
  if (topology.oriented && out.crowded == 0) return out;
  std::vector<int> balance(topology.edges.size(), 0);
  std::vector<std::array<u32, 3>> places;
  places.reserve(mesh.size());
  for (u32 i = 0; i < mesh.size(); ++i) {
    if (topology.component[i] == MeshTopology::kNone) continue;  // degenerate, and counted as such
    std::array<u32, 3> at{};
    for (std::size_t k = 0; k < 3; ++k) at[k] = topology.vertex[mesh.faces()[i][k]];
    for (std::size_t k = 0; k < 3; ++k) balance[topology.face_edges[i][k]] += at[k] < at[(k + 1) % 3] ? 1 : -1;
    std::sort(at.begin(), at.end());
    places.push_back(at);
  }
  if (out.crowded > 0) out.duplicates = duplicates_of(places, topology.vertex.size());
  for (std::size_t e = 0; e < balance.size(); ++e)
    out.misdirected += std::abs(balance[e]) > static_cast<int>(topology.edges[e].uses % 2);
  return out;
}

Facts facts(const InfoArguments& options) {
  ReadOptions how = options.scale.read();
  const std::string file = file_of(options.file);
  Facts out;
  std::optional<Mesh> whole;
  // A pipe can be read only once, so its objects are not listed.
  if (std::error_code none; std::filesystem::is_regular_file(file, none) && file != io::kStandardInput) {
    std::vector<std::string> notes;
    how.notes = &notes;
    const std::vector<Body> bodies = value_or_throw(read_bodies(file, how));
    for (const Body& body : bodies)
      out.bodies.push_back({body.name, body.path, body.group, body.layer, body.mesh.size()});
    // A file of one mesh need not be read again as a whole.
    const std::string format = io::extension(file);
    if (bodies.size() == 1 && (format == "stl" || format == "ply" || format == "off") && !is_tree_file(file)) {
      whole = bodies.front().mesh;
      for (const std::string& note : notes) std::fputs(("apart: note: " + note + "\n").c_str(), stderr);
    }
  } else {
    refuse_misspelt_shape(file);
  }
  const NotesToStderr notes(how);
  const Mesh mesh = whole ? *std::move(whole) : value_or_throw(read_mesh(file, how));
  if (out.bodies.empty()) out.bodies.push_back({std::filesystem::path(file).stem().string(), "", "", "", mesh.size()});
  out.mapped = how.scale == 1 && is_tree_file(file);
  out.vertices = mesh.vertices().size();
  out.triangles = mesh.size();
  out.degenerate = 0;
  std::string wrong;
  const auto hierarchy = [&] {
    const auto start = std::chrono::steady_clock::now();
    const Result<Model> model = out.mapped ? map_model(file) : Model::make(mesh, {.threads = 0});
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (model)
      out.tree = apart::facts(model->tree());
    else
      wrong = out.mapped ? model.error() : file + ": " + model.error();
  };
  const auto connections = [&] {
    out.topology = MeshTopology::of(mesh);
    out.defects = defects_of(mesh, out.topology);
  };
  const auto measures = [&] {
    for (u32 i = 0; i < mesh.size(); ++i) {
      const Triangle t = mesh.triangle(i);
      for (int k = 0; k < 3; ++k) out.bounds.add(t[k]);
      if (collinear(t.a, t.b, t.c)) ++out.degenerate;
    }
    out.mass = mass(mesh, true);  // if it is no solid, its volume is not told
  };
  // A build does not keep all cores busy from its first cut to its last.
  Workers(mesh.size() < 100000 ? 1 : 0).both([&] { hierarchy(), measures(); }, connections);
  if (!wrong.empty()) throw BadInput(wrong);
  return out;
}

Json level_json(const LevelFacts& level) {
  return {{"nodes", level.nodes},
          {"leaves", level.leaves},
          {"fill", level.fill()},
          {"fullest", level.most},
          {"mean_thickness", level.mean_thickness},
          {"max_thickness", level.max_thickness},
          {"mean_diameter", level.mean_diameter},
          {"max_diameter", level.max_diameter}};
}

Json tree_json(const Facts& f) {
  const LevelFacts all = f.tree.all();
  Json json{{"nodes", all.nodes}, {"levels", f.tree.depth()}, {"bytes", f.tree.bytes}};
  json[f.mapped ? "map_seconds" : "build_seconds"] = f.seconds;
  json["bytes_a_triangle"] = bytes_a_triangle(f);
  json["leaves"] = all.leaves;
  json["fill"] = all.fill();
  json["fullest"] = all.most;
  json["sah_cost"] = f.tree.cost.total();
  Json& levels = json["each_level"] = Json::array();
  for (const LevelFacts& level : f.tree.levels) levels.push_back(level_json(level));
  return json;
}

Json info_json(const InfoArguments& options, const Facts& f) {
  Json json{{"file", options.file}, {"vertices", f.vertices}, {"triangles", f.triangles}};
  json["degenerate"] = f.degenerate;
  Json& bodies = json["bodies"] = Json::array();
  for (const BodyFacts& body : f.bodies) bodies.push_back(body.name);
  json["parts"] = f.topology.components;
  json["closed"] = f.topology.closed;
  json["manifold"] = f.topology.manifold;
  json["oriented"] = f.topology.oriented;
  json["low"] = to_json(f.bounds.low);
  json["high"] = to_json(f.bounds.high);
  json["size"] = to_json(f.bounds.size());
  json["area"] = f.mass.area;
  if (f.topology.solid()) json["volume"] = f.mass.volume;
  json["tree"] = tree_json(f);
  return json;
}

constexpr CsvColumn kInfoColumns[] = {
    {"file", "/file"},         {"vertices", "/vertices"}, {"triangles", "/triangles"}, {"degenerate", "/degenerate"},
    {"bodies", "/body_count"}, {"parts", "/parts"},       {"closed", "/closed"},       {"manifold", "/manifold"},
    {"oriented", "/oriented"}, {"low_x", "/low/0"},       {"low_y", "/low/1"},         {"low_z", "/low/2"},
    {"high_x", "/high/0"},     {"high_y", "/high/1"},     {"high_z", "/high/2"},       {"area", "/area"},
    {"volume", "/volume"},     {"nodes", "/tree/nodes"},  {"levels", "/tree/levels"},  {"leaves", "/tree/leaves"},
    {"bytes", "/tree/bytes"}};

void print_csv(const InfoArguments& options, const Facts& f) {
  Json json = info_json(options, f);
  json["body_count"] = f.bodies.size();
  print_csv_header(kInfoColumns);
  print_csv_row(kInfoColumns, json);
}

constexpr CsvColumn kShapeColumns[] = {{"shape", "/shape"},         {"core", "/core"},           {"radius", "/radius"},
                                       {"dimension", "/dimension"}, {"vertices", "/vertices"},   {"edges", "/edges"},
                                       {"faces", "/faces"},         {"inscribed", "/inscribed"}, {"low_x", "/low/0"},
                                       {"low_y", "/low/1"},         {"low_z", "/low/2"},         {"high_x", "/high/0"},
                                       {"high_y", "/high/1"},       {"high_z", "/high/2"}};

void print_levels(const TreeFacts& tree) {
  Table table({"level", "nodes", "leaves", "fill", "thickness", "at most", "diameter", "at most"});
  const auto cell = [](double number) { return fmt::format("{:.4g}", number); };
  for (std::size_t k = 0; k < tree.levels.size(); ++k) {
    const LevelFacts& level = tree.levels[k];
    table.add({std::to_string(k), grouped(level.nodes), grouped(level.leaves),
               level.leaves > 0 ? cell(level.fill()) : "-", cell(level.mean_thickness), cell(level.max_thickness),
               cell(level.mean_diameter), cell(level.max_diameter)});
  }
  table.print();
}

void print_bodies(const std::vector<BodyFacts>& bodies) {
  print_line("");
  Table table({"body", "triangles", "group", "layer", "path"});
  for (const BodyFacts& body : bodies)
    table.add({io::printable_name(body.name), grouped(body.triangles), io::printable_name(body.group),
               io::printable_name(body.layer), io::printable_name(body.path)});
  table.print();
}

void print_text(const InfoArguments& options, const Facts& f) {
  const auto line = [](const char* what, const std::string& value) {
    print_line(fmt::format("{:<12}{}", what, value));
  };
  const Defects& d = f.defects;
  const auto yes = [](bool b, std::initializer_list<std::string> why_not) {
    std::string out = b ? "yes" : "no";
    for (const std::string& why : why_not)
      if (!b && !why.empty()) out += ", " + why;
    return out;
  };
  const auto edges = [](std::size_t n, const char* which) {
    return n ? count(n, "edge") + " " + which : std::string();
  };
  line("file", options.file);
  if (f.bodies.size() > 1) line("bodies", grouped(f.bodies.size()) + ", listed below");
  line("vertices", grouped(f.vertices));
  line("triangles",
       grouped(f.triangles) + (f.degenerate ? fmt::format(", of which {} degenerate", grouped(f.degenerate)) : ""));
  line("parts", grouped(f.topology.components));
  const bool nothing = f.triangles == f.degenerate;
  line("closed", yes(f.topology.closed, {edges(d.border, "at the border"), edges(d.odd, "of 3, 5 or more triangles"),
                                         nothing ? "all triangles are degenerate" : ""}));
  line("manifold", yes(f.topology.manifold, {edges(d.crowded, "of more than 2 triangles"),
                                             d.crowded ? "" : "pieces that meet in a vertex alone"}));
  line("oriented", yes(f.topology.oriented, {edges(d.misdirected, "whose triangles do not agree on the outside")}));
  if (d.duplicates) line("duplicates", count(d.duplicates, "triangle is", "triangles are") + " there already");
  line("box", fmt::format("{} to {}", readable(f.bounds.low), readable(f.bounds.high)));
  const Vec3d size = f.bounds.size();
  line("size", fmt::format("{} x {} x {}", readable(size.x), readable(size.y), readable(size.z)));
  line("area", readable(f.mass.area));
  line("volume", !f.topology.solid() ? "none: the surface does not bound a solid"
                 : f.mass.volume < 0 ? readable(f.mass.volume) + ", inside out"
                                     : readable(f.mass.volume));
  const LevelFacts all = f.tree.all();
  line("tree", fmt::format("{}, {}, {} in {}", count(all.nodes, "node"), count(f.tree.depth(), "level"),
                           f.mapped ? "mapped" : "built", readable_time(f.seconds)));
  line("leaves", fmt::format("{}, of {:.3g} triangles, at most {}", grouped(all.leaves), all.fill(), all.most));
  line("memory", fmt::format("{}, {:.4g} bytes a triangle", text_of_bytes(f.tree.bytes), bytes_a_triangle(f)));
  line("cost", fmt::format("{:.4g} tests for a random line that hits: {:.4g} of volumes, {:.4g} of triangles",
                           f.tree.cost.total(), f.tree.cost.volumes, f.tree.cost.primitives));
  if (f.bodies.size() > 1) print_bodies(f.bodies);
  print_line("");
  print_levels(f.tree);
}

void print_shape(const InfoArguments& options) {
  constexpr const char* kinds[] = {"point",     "segment", "triangle",        "box",        "cylinder", "cone",
                                   "ellipsoid", "hull",    "tapered capsule", "half-space", "union"};
  static_assert(std::size(kinds) == kCoreKinds);
  const Shape shape = value_or_throw(parse_shape(options.file, options.scale.read()));
  const char* const kind = kinds[static_cast<int>(shape.kind())];
  const Bounds box = bounds(shape);
  const Polytope* const hull = std::get_if<Polytope>(&shape.core());
  Json json{{"shape", options.file}, {"core", kind}, {"radius", shape.radius()}};
  std::vector<std::pair<const char*, std::string>> lines{
      {"shape", options.file}, {"core", kind}, {"radius", readable(shape.radius())}};
  if (hull) {
    json["dimension"] = hull->dimension();
    json["vertices"] = hull->vertices().size();
    json["edges"] = hull->half_edges().size() / 2;
    json["faces"] = hull->faces().size();
    json["inscribed"] = hull->inscribed();
    lines.emplace_back("dimension", std::to_string(hull->dimension()));
    lines.emplace_back("vertices", std::to_string(hull->vertices().size()));
    lines.emplace_back("edges", std::to_string(hull->half_edges().size() / 2));
    lines.emplace_back("faces", std::to_string(hull->faces().size()));
    lines.emplace_back("inscribed", fmt::format("a ball of radius {} about {}", readable(hull->inscribed()),
                                                readable(hull->centre())));
  }
  if (std::isfinite(box.size().x)) {
    json["low"] = to_json(box.low), json["high"] = to_json(box.high);
    lines.emplace_back("box", fmt::format("{} to {}", readable(box.low), readable(box.high)));
  } else {
    lines.emplace_back("box", "without end");
  }
  if (options.format.json) return print_object(json);
  if (options.format.csv) return print_csv_header(kShapeColumns), print_csv_row(kShapeColumns, json);
  for (const auto& [what, value] : lines) print_line(fmt::format("{:<12}{}", what, value));
}

}  // namespace

void add_info(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("info", "Facts about a mesh or shape: size, topology, volume, bounding volume tree");
  auto options = std::make_shared<InfoArguments>();
  command
      ->add_option(
          "MODEL", options->file,
          "A model file (" + readable_extensions() + "), - for standard input, or a shape as in apart distance --help")
      ->required()
      ->type_name("");
  options->format.add_to(*command, "One JSON object", "Comma-separated values: a header and a row");
  options->scale.add_to(*command);
  command->footer(
      "Parts are pieces of surface that share no edge. Only a closed and oriented surface has a volume.\n"
      "Of the tree, level by level: how many triangles a leaf holds (fill), and how thin and how wide its boxes are,\n"
      "on average and at most. The cost counts the tests that a random line which hits the root is expected to need.\n"
      "Examples:\n"
      "  apart info gear.stl\n"
      "  apart info gear.stl --units mm:in --json\n"
      "  apart info hull:gear.stl+0.5");
  command->callback([options, &action] {
    action = [options] {
      options->format.check();
      if (is_shape_text(options->file)) return print_shape(*options), answered;
      const Facts f = facts(*options);
      if (options->format.json)
        print_object(info_json(*options, f));
      else if (options->format.csv)
        print_csv(*options, f);
      else
        print_text(*options, f);
      return answered;
    };
  });
}

}  // namespace apart::cli
