// Reads the bodies, one mesh, or a model of a file.
//
//   .obj .stl .ply .off .tris   a mesh; all digits of a text are kept, as doubles
//   .gltf .glb                  a scene; positions are the file's floats, node transforms its doubles
//   .dae .3ds                   a scene, read by Assimp, in single precision; a note reports where that loses digits
//   .step .stp                  an assembly, tessellated by OpenCASCADE; an optional module (step.hpp)
//   .apart                      the meshes of bodies or a model saved with their trees; under any name
//
// Every failure is an error of one line that names the file and the place in it. Degenerate and duplicate triangles
// are kept. A file without triangles is an error.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/body.hpp>
#include <string>
#include <string_view>

namespace apart {

// How a file is split into bodies. Except for `none`, the poses of a scene are stored beside the meshes.
enum class BodySplit {
  none,        // the whole file
  objects,     // an object of OBJ ("o"), a solid of STL, a node of a scene; a file without these is one body
  groups,      // in OBJ also each group ("g"); else as objects
  components,  // each edge-connected component of an object, numbered by its first triangle: name[1], name[2] …
};

// Apart has no unit of its own: distances are in the unit of the coordinates. Numbers are read as they are, even if the
// file states a unit or an up axis (DAE); to combine parts of different units, scale them while reading.
struct ReadOptions {
  double scale = 1;  // multiplies every coordinate, and the translation of every pose; positive
  BodySplit split = BodySplit::objects;
  std::vector<std::string>* notes = nullptr;  // receives a line for each thing that was changed while reading, or is
                                              // doubtful
  double chord_error = 0;  // STEP: largest distance of triangles from the surface, in the file's unit; 0: see step.hpp
  // Receives a line for each part of a body that could not be read, and the rest is read; null: that is an error.
  std::vector<std::string>* left_out = nullptr;
};

// A scene: each node with triangles is one body, under the node's name, at the node's world pose; its group is the
// nearest named ancestor other than the root. Non-rigid parts of a node's transform (scaling, shearing, mirroring) are
// applied to its vertices. Nodes that show the same mesh share its arrays. A mesh file: one body, named after the file,
// at the identity pose.
Result<std::vector<Body>> read_bodies(const std::string& path, const ReadOptions& options = {});

// The whole file as one mesh, poses applied; its bodies are the parts of the mesh.
Result<Mesh> read_mesh(const std::string& path, const ReadOptions& options = {});

// The whole file as one model. Errors name the file and the place in it. A saved model (io/tree_file.hpp) is mapped,
// not built; with a scale it is rebuilt.
Result<Model> load(const std::string& file, const ReadOptions& options = {});

// The scale of a conversion such as "mm:in"; "mm" alone converts to metres. Units: um, mm, cm, dm, m, km, in or inch,
// ft or foot, yd or yard.
Result<double> unit_in_metres(std::string_view unit);
Result<double> parse_units(std::string_view from_to);

// "none", "objects", "groups" or "components".
Result<BodySplit> parse_split(std::string_view word);

// The extensions that read_bodies supports: "obj, stl, …".
std::string readable_extensions();

}  // namespace apart
