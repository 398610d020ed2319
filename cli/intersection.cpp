// apart intersection A B: the curves in which two surfaces cross, and the solid that two closed meshes share.
#include <apart/io/write.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <filesystem>
#include <memory>

#include "cli/check/output_file.hpp"
#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

struct IntersectionCommand {
  PairOptions pair;
  Given output;
};

struct Found {
  Intersection surfaces;
  std::optional<SolidIntersection> solid;  // of two closed meshes
};

Found intersect(const Model& a, const Pose& at, const Model& b) {
  Found out{intersection(a, at, b), {}};
  if (a.closed() && b.closed()) out.solid = solid_intersection(a, at, b);
  return out;
}

std::string in_words(const Found& found, const Model& a) {
  const Intersection& x = found.surfaces;
  std::string out = x.pairs.empty() ? "surfaces do not meet"
                    : x.curves.empty()
                        ? "surfaces meet at " + readable(x.witness)
                        : fmt::format("{}, length {}", count(x.curves.size(), "curve"), readable(x.length));
  if (!found.solid) return fmt::format("{}; no common volume: {} is not closed", out, a.closed() ? "B" : "A");
  const SolidIntersection& s = *found.solid;
  if (s.status != Status::exact)
    return fmt::format("{}; common volume about {}, at most {}: a mesh intersects itself", out, readable(s.volume),
                       readable(s.at_most));
  if (s.solid.empty()) return out + "; no common volume";
  return fmt::format("{}; common volume {}, area {}", out, readable(s.volume), readable(s.area));
}

Json as_json(const Found& found) {
  Json out = Json::object();
  out["length"] = found.surfaces.length;
  if (found.solid) {
    out["area"] = found.solid->area, out["volume"] = found.solid->volume;
    out["at_least"] = found.solid->at_least, out["at_most"] = found.solid->at_most;
  }
  out["curves"] = Json::array();
  for (const Curve& curve : found.surfaces.curves) {
    Json points = Json::array();
    for (const Vec3d& p : curve.points) points.push_back(to_json(p));
    out["curves"].push_back({{"length", curve.length}, {"closed", curve.closed}, {"points", std::move(points)}});
  }
  out["status"] = to_string(found.solid ? found.solid->status : found.surfaces.status);
  return out;
}

Answer report_intersection(const Model& a, const Pose& at, const Model& b) {
  if (a.mesh().empty() || b.mesh().empty())
    return {.text = "nothing to measure: a model is empty", .json = {{"status", to_string(Status::nothing)}}};
  const Found found = intersect(a, at, b);
  if (is_invalid(found.surfaces.status)) return invalid_answer();
  const bool shared = found.solid && !found.solid->solid.empty();
  return {.text = in_words(found, a), .json = as_json(found), .yes = shared || !found.surfaces.pairs.empty()};
}

// Curves as polylines, and the faces of the solid if there is one.
std::string as_obj(const Found& found) {
  std::string out;
  std::size_t vertices = 0;
  const auto add_vertex = [&](Vec3d p) {
    out += fmt::format("v {} {} {}\n", text(p.x), text(p.y), text(p.z));
    return ++vertices;
  };
  for (std::size_t k = 0; k < found.surfaces.curves.size(); ++k) {
    const Curve& curve = found.surfaces.curves[k];
    out += fmt::format("o curve {}\n", k + 1);
    std::string line = "l";
    const std::size_t first = vertices + 1;
    for (const Vec3d& p : curve.points) line += fmt::format(" {}", add_vertex(p));
    out += line + (curve.closed ? fmt::format(" {}\n", first) : "\n");
  }
  if (!found.solid || found.solid->solid.empty()) return out;
  out += "o solid\n";
  const std::size_t before = vertices + 1;
  for (const Vec3d& p : found.solid->solid.vertices()) add_vertex(p);
  for (const Face& f : found.solid->solid.faces())
    out += fmt::format("f {} {} {}\n", before + f[0], before + f[1], before + f[2]);
  return out;
}

class ResultFile {
 public:
  ResultFile(const std::string& path, const PairOptions& pair)
      : path_(path), file_("--output", path, {"obj", "stl", "ply", "off", "tris"}) {
    std::error_code why;
    for (const std::string& input : {pair.a, pair.b})
      if (std::filesystem::equivalent(path, input, why)) throw BadInput(path + ": is one of the models");
  }
  void write(const Found& found) const {
    if (io::extension(path_) == "obj") {
      file_.write(as_obj(found));
      return file_.finish();
    }
    if (!found.solid)
      throw BadInput(path_ + ": there is no solid to write, a mesh is not closed; .obj takes the curves");
    value_or_throw(write_mesh(path_, found.solid->solid));
  }

 private:
  std::string path_;
  OutputFile file_;
};

const Model& model_or_throw(const Geometry& geometry, const std::string& word) {
  if (const Model* model = std::get_if<Model>(&geometry)) return *model;
  throw BadInput(word + ": is a shape; the intersection is computed of two meshes");
}

constexpr CsvColumn kIntersectionColumns[] = {{"pose", "/pose"},     {"length", "/length"},     {"area", "/area"},
                                              {"volume", "/volume"}, {"at_least", "/at_least"}, {"at_most", "/at_most"},
                                              {"status", "/status"}};

Exit run_intersection(const IntersectionCommand& options) {
  std::optional<ResultFile> file;
  if (options.output) file.emplace(*options.output, options.pair);
  const GeometryPair pair = read_geometries(options.pair);
  const Model &a = model_or_throw(pair.a, options.pair.a), &b = model_or_throw(pair.b, options.pair.b);
  if (file) {
    if (pair.poses.size() != 1) throw BadInput("--output: takes one result; give one pose");
    file->write(intersect(a, pair.poses[0], b));
  }
  return for_each_pose(pair, {kIntersectionColumns}, [&](const Pose& at) { return report_intersection(a, at, b); });
}

}  // namespace

void add_intersection(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "intersection", "Curves in which A and B cross; of closed meshes, the volume and the solid that they share");
  auto options = std::make_shared<IntersectionCommand>();
  options->pair.add_to(*command);
  options->pair.add_exit_code_to(*command, "they meet");
  command
      ->add_option("-o,--output", options->output,
                   "Write the curves and the common solid (.obj), or the solid alone (.stl, .ply, .off, .tris)")
      ->type_name("FILE");
  command->footer(
      "A and B are meshes. Points are in A's frame. Curves go straight on where several meet, and are closed unless a\n"
      "surface is open or an odd number of segments meet. Meshes that are not closed have curves alone.\n"
      "Examples:\n"
      "  apart intersection gear.stl shaft.stl\n"
      "  apart intersection gear.stl shaft.stl --pose 0 0 12.5 1 0 0 0 --json\n"
      "  apart intersection gear.stl robot.stl --pose 1 2 3 -o curves.obj\n"
      "  apart intersection gear.stl robot.stl --pose 1 2 3 -o solid.stl");
  command->callback([options, &action] { action = [options] { return run_intersection(*options); }; });
}

}  // namespace apart::cli
