// Parses scene.json: bodies, poses, units, groups and rules.
#include "cli/check/scene_json.hpp"
#include <filesystem>

#include <algorithm>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bytes/source.hpp>
#include <apart/io/read.hpp>
#include <apart/io/shape_text.hpp>

#include "cli/check/json_file.hpp"

namespace apart::cli {
namespace {

double metres(const JsonAt& unit) {
  const Result<double> known = unit_in_metres(unit.text());
  if (!known) unit.wrong(known.error());
  return *known;
}

Pose pose_of(const JsonAt& body) {
  const std::optional<JsonAt> seven = body.find("pose"), matrix = body.find("matrix");
  if (seven && matrix) body.wrong("\"pose\" and \"matrix\": give one of them");
  if (seven) {
    const std::vector<double> n = seven->numbers();
    if (n.size() != 7) seven->wrong("a pose needs 7 numbers (x y z qw qx qy qz), found " + std::to_string(n.size()));
    const Result<Pose> pose = Pose::from_quaternion(n[3], n[4], n[5], n[6], {n[0], n[1], n[2]});
    if (!pose) seven->wrong(pose.error());
    return *pose;
  }
  if (!matrix) return {};
  std::vector<double> n;  // row by row
  for (const JsonAt& item : matrix->items()) {
    if (item.is_list())
      for (double x : item.numbers()) n.push_back(x);
    else
      n.push_back(item.number());
  }
  if (n.size() != 16) matrix->wrong("a matrix needs 4 rows of 4 numbers, found " + std::to_string(n.size()));
  if (n[12] != 0 || n[13] != 0 || n[14] != 0 || n[15] != 1) matrix->wrong("the last row must be 0 0 0 1");
  const Result<Pose> pose =
      Pose::from_matrix({{{n[0], n[1], n[2]}, {n[4], n[5], n[6]}, {n[8], n[9], n[10]}}}, {n[3], n[7], n[11]});
  if (!pose) matrix->wrong(pose.error() + "; use \"scale\" for sizes");
  return *pose;
}

Mesh mesh_of(const JsonAt& mesh) {
  mesh.only({"vertices", "faces"});
  std::vector<Vec3d> vertices;
  for (const JsonAt& vertex : mesh["vertices"].items()) {
    const std::vector<double> p = vertex.numbers();
    if (p.size() != 3) vertex.wrong("a vertex needs 3 numbers, found " + std::to_string(p.size()));
    vertices.push_back({p[0], p[1], p[2]});
  }
  std::vector<Face> faces;
  for (const JsonAt& face : mesh["faces"].items()) {
    const std::vector<double> corners = face.numbers();
    if (corners.size() != 3) face.wrong("a face needs 3 corners, found " + std::to_string(corners.size()));
    Face f{};
    for (std::size_t k = 0; k < 3; ++k) {
      f[k] = static_cast<u32>(std::clamp(corners[k], 0.0, 4e9));
      if (double(f[k]) != corners[k] || f[k] >= vertices.size())
        face.wrong("expected three numbers of vertices, of which there are " + std::to_string(vertices.size()));
    }
    faces.push_back(f);
  }
  if (faces.empty()) mesh.wrong("no triangles");
  Result<Mesh> made = Mesh::make(std::move(vertices), std::move(faces));
  if (!made) mesh.wrong(made.error());
  return std::move(*made);
}

std::string shape_of(const JsonAt& shape, const JsonAt& body, const std::filesystem::path& folder) {
  const std::string text = shape.text(), hull = "hull:";
  if (!is_shape_text(text)) shape.wrong("expected a shape, one of " + shape_words());
  for (const char* key : {"scale", "unit", "split"})
    if (const auto of_files = body.find(key)) of_files->wrong("is for files; a shape's sizes are in the scene's unit");
  return text.starts_with(hull) ? hull + (folder / text.substr(hull.size())).string() : text;
}

Vec3d three(const JsonAt& at) {
  const std::vector<double> n = at.numbers();
  if (n.size() != 3) at.wrong("expected 3 numbers, found " + std::to_string(n.size()));
  return {n[0], n[1], n[2]};
}

double more_than_zero(const JsonAt& at) {
  const double x = at.number();
  if (!(x > 0)) at.wrong("must be more than 0");
  return x;
}

SceneDynamics dynamics_of(const JsonAt& body) {
  SceneDynamics out;
  if (const auto v = body.find("velocity")) out.velocity = three(*v);
  if (const auto v = body.find("spin")) out.spin = three(*v);
  if (const auto x = body.find("density")) out.density = more_than_zero(*x);
  if (const auto x = body.find("mass")) {
    if (out.density) x->wrong("\"density\" and \"mass\": give one of them");
    out.mass = more_than_zero(*x);
  }
  if (const auto x = body.find("friction")) out.friction = x->not_negative();
  if (const auto x = body.find("restitution")) {
    out.restitution = x->not_negative();
    if (*out.restitution > 1) x->wrong("must be from 0 to 1");
  }
  if (const auto x = body.find("fixed")) out.fixed = x->yes();
  if (const auto x = body.find("hinge")) {
    out.hinge = three(*x);
    if (*out.hinge == Vec3d{}) x->wrong("must be a direction");
  }
  return out;
}

SceneBody body_of(const JsonAt& item, const std::filesystem::path& folder, double metres_of_scene, io::NodePaths& ids) {
  SceneBody body;
  if (const auto name = item.find("name")) body.name = name->text();
  if (const auto file = item.find("file")) body.file = file->text();
  const std::string called = !body.name.empty() ? body.name : body.file.string();
  body.id = ids.add("", called);  // before anything can fail: a body left out changes no other id
  const JsonAt at = called.empty() ? item : item.called("body " + io::in_quotes(called, 60));
  at.only({"name", "group", "file", "mesh", "shape", "unit", "scale", "pose", "matrix", "split", "fixed", "velocity",
           "spin", "density", "mass", "friction", "restitution", "hinge"});
  body.where = at.place();
  if (const auto group = at.find("group")) body.group = group->text();
  const std::optional<JsonAt> mesh = at.find("mesh");
  const std::optional<JsonAt> shape = at.find("shape");
  if (!body.file.empty() + !!mesh + !!shape != 1) at.wrong("give one of \"file\", \"mesh\" and \"shape\"");
  if ((mesh || shape) && body.name.empty()) at.wrong("\"name\" is missing");
  if (shape) body.shape = shape_of(*shape, at, folder);
  if (const auto scale = at.find("scale")) {
    body.scale = scale->number();
    if (!(body.scale > 0)) scale->wrong("must be more than 0");
  }
  if (const auto unit = at.find("unit")) {
    if (metres_of_scene == 0) unit->wrong("the scene has no \"unit\" to convert to");
    body.scale *= metres(*unit) / metres_of_scene;
    body.unit = unit->text();
  }
  if (const auto split = at.find("split")) {
    const Result<BodySplit> known = parse_split(split->text());
    if (!known) split->wrong(known.error());
    body.split = *known;
  }
  body.pose = pose_of(at);
  body.dynamics = dynamics_of(at);
  if (mesh) body.mesh = mesh_of(*mesh);
  if (!body.file.empty()) body.file = folder / body.file;
  return body;
}

}  // namespace

Scene read_scene_json(const std::string& file, Complaints& complaints, UserRules& rules) {
  const JsonNode root = read_json(file);
  const JsonAt top(file, root);
  top.only({"title", "unit", "bodies", "groups", "clearance", "touch", "solid", "self", "between", "rules", "gravity"});
  Scene scene;
  double metres_of_scene = 0;
  if (const auto unit = top.find("unit")) metres_of_scene = metres(*unit), scene.unit = unit->text();
  if (const auto title = top.find("title")) scene.title = title->text();
  if (const auto gravity = top.find("gravity")) scene.gravity = three(*gravity);
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  io::NodePaths ids;
  for (const JsonAt& item : top["bodies"].items())
    complaints.attempt([&] { scene.bodies.push_back(body_of(item, folder, metres_of_scene, ids)); });
  if (const auto groups = top.find("groups"))
    for (const std::string& name : groups->keys()) {
      GroupOfScene& group = scene.groups.emplace_back(GroupOfScene{name, {}});
      for (const JsonAt& pattern : (*groups)[name.c_str()].items()) group.patterns.push_back(pattern.text());
    }
  read_rules(top, rules);
  if (top["bodies"].items().empty()) top["bodies"].wrong("no body");
  return scene;
}

}  // namespace apart::cli
