// Files in: what bodies, or what one mesh, does this file hold?
//
//   .obj .stl .ply .off .tris   a mesh; all digits of a text are kept, as doubles
//   .gltf .glb                  a scene; positions are the file's floats, places of nodes its doubles
//   .dae .3ds                   a scene, read by Assimp, in single precision; a note says where that loses digits
//   .step .stp                  an assembly, tessellated by OpenCASCADE; a module that may not be there (step.hpp)
//   .apart                      bodies or a model saved with their trees, of which the meshes are taken; under any name
//
// Every failure is an error of one line that names the file and the place in it. Degenerate and duplicate triangles
// are kept. A file without triangles is an error.
#pragma once
#include <apart/shapes/body.hpp>
#include <filesystem>
#include <string_view>

namespace apart {

// What is a body? Of all but `none`, the poses of a scene are kept beside the meshes.
enum class BodySplit {
  none,        // the whole file
  objects,     // an object of OBJ ("o"), a solid of STL, a node of a scene; a file that names none is one body
  groups,      // in OBJ also each group ("g"); else as objects
  components,  // each piece of an object that is connected by edges, numbered by its first triangle: name[1], name[2] …
};

// Apart has no unit of its own: a distance comes back in the unit of the coordinates that went in. Numbers are taken
// as they stand in the file, also where the file names a unit or an upward axis (DAE); to bring parts of different
// units together, scale them while reading.
struct ReadOptions {
  double scale = 1;  // multiplies every coordinate, and the translation of every pose; positive
  BodySplit split = BodySplit::objects;
  std::vector<std::string>* notes = nullptr;  // receives a line for whatever was read but changed, or is doubtful
  double chord_error = 0;  // of STEP: how far triangles may be from the surface, in the file's unit; 0: see step.hpp
  // Receives a line for each part of a body that could not be read, and the rest is read; null: that is an error.
  std::vector<std::string>* left_out = nullptr;
};

// A scene: each node that holds triangles is one body, under the node's name, at the node's place in the world; its
// group is the nearest node above it that has a name, unless that is the root. What a node does beside turning and
// moving (stretching, shearing, mirroring) is worked into its vertices. Nodes that show the same mesh share its arrays.
// A mesh file: one body, named after the file, where it stands.
Result<std::vector<Body>> read_bodies(const std::filesystem::path& path, const ReadOptions& options = {});

// Everything in the file as one mesh, poses applied; its bodies are the parts of the mesh.
Result<Mesh> read_mesh(const std::filesystem::path& path, const ReadOptions& options = {});

// The scale that "mm:in", from one unit to another, stands for; "mm" alone goes to metres. Known are um, mm, cm, dm,
// m, km, in or inch, ft or foot, yd or yard.
Result<double> unit_in_metres(std::string_view unit);
Result<double> parse_units(std::string_view from_to);

// "none", "objects", "groups" or "components".
Result<BodySplit> parse_split(std::string_view word);

// What read_bodies can read: "obj, stl, …".
std::string readable_extensions();

}  // namespace apart
