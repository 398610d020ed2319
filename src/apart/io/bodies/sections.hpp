// A mesh that its file divides into objects, groups and materials, and the bodies made of these.
#pragma once
#include <apart/io/read.hpp>
#include <map>

namespace apart::io {

// Names in order of appearance; 0 is no name.
class Names {
 public:
  u32 number(std::string name) {  // the same for equal names
    const auto [place, is_new] = numbers_.try_emplace(std::move(name), static_cast<u32>(names_.size()));
    if (is_new) names_.push_back(place->first);
    return place->second;
  }
  const std::string& operator[](u32 number) const { return names_[number]; }

 private:
  std::map<std::string, u32> numbers_{{"", 0}};
  std::vector<std::string> names_{""};
};

// A run of triangles up to the next section.
struct Section {
  u32 first_triangle = 0;
  u32 object = 0;  // by index: two objects may have one name
  u32 name = 0, group = 0, layer = 0;
};

struct SectionedMesh {
  Mesh mesh;
  std::vector<Section> sections{};  // in order, from triangle 0 on; none: the mesh is one object
  Names names{};
};

// Records sections while a file is read: starts a new one on a change, drops those without triangles.
class Sections {
 public:
  Section now;  // the section of the following triangles; first_triangle is set by mark()
  Names names;

  // `triangle` is the index of the next one.
  void mark(u32 triangle) {
    if (!all_.empty() && all_.back().first_triangle == triangle) all_.pop_back();
    all_.push_back(now);
    all_.back().first_triangle = triangle;
  }
  SectionedMesh of(Mesh mesh);

 private:
  std::vector<Section> all_;
};

// The whole as one mesh, whose parts are the objects.
Mesh whole(const SectionedMesh& file);
// `stem` names unnamed objects, and the only object of a file. Each body has only the vertices that it uses.
std::vector<Body> bodies_of(const SectionedMesh& file, const std::string& stem, BodySplit split);

// The edge-connected components of each body.
std::vector<Body> components_of(const std::vector<Body>& bodies);

}  // namespace apart::io
