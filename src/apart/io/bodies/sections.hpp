// A mesh that its file divides into objects, groups and materials, and the bodies that these stand for.
#pragma once
#include <apart/io/read.hpp>
#include <map>

namespace apart::io {

// Names in the order in which they come; 0 is no name.
class Names {
 public:
  u32 number(std::string name) {  // the same for the same name
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
  u32 object = 0;  // counted: two objects may have one name
  u32 name = 0, group = 0, layer = 0;
};

struct SectionedMesh {
  Mesh mesh;
  std::vector<Section> sections{};  // in order, from triangle 0 on; none: all is one
  Names names{};
};

// Keeps the sections while a file is read: begins a new one when something changes, drops one without triangles.
class Sections {
 public:
  Section now;  // what the following triangles belong to; first_triangle is set by mark()
  Names names;

  // `triangle` is the number of the next one.
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
// `stem` names what has no name of its own, and the only object of a file. Each body has only the vertices that it
// uses.
std::vector<Body> bodies_of(const SectionedMesh& file, const std::string& stem, BodySplit split);

// The pieces of each body that share no edge.
std::vector<Body> components_of(const std::vector<Body>& bodies);

}  // namespace apart::io
