// scene.json: bodies with poses and groups, and the rules to check. The format is described in docs/check.md.
#pragma once
#include <apart/io/read.hpp>
#include <filesystem>
#include <optional>

#include "cli/check/complaints.hpp"
#include "cli/check/rules.hpp"

namespace apart::cli {

// How a body moves in a simulation (apart simulate); a check does not use it.
struct SceneDynamics {
  Vec3d velocity{}, spin{};
  std::optional<double> density, mass, friction, restitution;
  bool fixed = false;
  std::optional<Vec3d> hinge;  // a direction
};

// The bodies of a file, or one given by its triangles, to be placed.
struct SceneBody {
  std::string where;           // "scene.json:12: body "pump"", for error messages
  std::string name, group;     // empty: as in the file
  std::string id;              // its name, or its file as written in the scene; a second one of that name ends in "[2]"
  std::filesystem::path file;  // empty: the mesh is given
  std::optional<Mesh> mesh;
  std::string unit;                // of the file's numbers, according to the scene
  std::string shape;               // instead of both: box:1,2,3
  double scale = 1;                // applied to the file's bodies
  std::optional<BodySplit> split;  // none: as given on the command line
  Pose pose;
  SceneDynamics dynamics{};
};

struct GroupOfScene {
  std::string name;
  std::vector<std::string> patterns;  // of names
};

struct Scene {
  std::string title, unit;  // empty: unspecified
  std::vector<SceneBody> bodies;
  std::vector<GroupOfScene> groups;  // for bodies that have none
  std::optional<Vec3d> gravity;      // of a simulation, in the scene's unit
};

// Its rules are added to `rules`.
Scene read_scene_json(const std::string& file, Complaints& complaints, UserRules& rules);

}  // namespace apart::cli
