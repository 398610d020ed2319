// SWIFT++: collisions and distances of closed surfaces by trees of convex hulls over pieces. Built by the user, who
// names it to CMake (APART_SWIFTPP_HEADERS, APART_SWIFTPP_LIBRARY, with the Qhull that it was built with). It takes
// surfaces that are not convex from files of their decomposition alone: ours is written as such a file. It has no pairs
// of triangles, and what lies inside intersects; a scene of it holds one pair.
#include "lab/rivals/rival.hpp"

#if APART_LAB_SWIFTPP
#include <apart/decompose/decompose.hpp>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <random>

#include <SWIFT.h>
#undef min
#undef max
#endif

namespace apart::lab {

#if APART_LAB_SWIFTPP
namespace {

// A text of counts, then arrays of numbers as they lie in memory.
void write_decomposition(const Mesh& mesh, const std::filesystem::path& path) {
  const Decomposition pieces = decompose(mesh).value();
  std::vector<int> own, added, faces_each, added_each;
  for (u32 i = 0; i < pieces.size(); ++i) {
    for (const u32 face : pieces.patch(i)) own.push_back(static_cast<int>(face));
    faces_each.push_back(static_cast<int>(pieces.patch(i).size()));
    int count = 0;
    for (std::size_t k = 0; k < pieces.hull(i).size(); ++k) {
      if (pieces.sources(i)[k] != Decomposition::kNone) continue;
      for (const u32 v : pieces.hull(i)[k]) added.push_back(static_cast<int>(v));
      ++count;
    }
    added_each.push_back(count);
  }
  std::ofstream out(path, std::ios::binary);
  out << "Convex_Decomposition\nbinary little_endian\nreal double\nvertices " << mesh.vertices().size() << "\nfaces "
      << mesh.size() << "\nmap_vids 0\nmap_fids 0\npieces " << pieces.size() << "\n";
  const auto put = [&](const auto& array) {
    out.write(reinterpret_cast<const char*>(array.data()),
              static_cast<std::streamsize>(array.size() * sizeof(array[0])));
  };
  put(mesh.vertices()), put(mesh.faces()), put(pieces.patch_of);
  put(faces_each), put(added_each), put(own), put(added);
}

// The file of a mesh, as long as a scene may read it.
class SwiftFile {
 public:
  explicit SwiftFile(const Mesh& mesh)
      : path(std::filesystem::temp_directory_path() / ("apart-" + std::to_string(std::random_device{}()) + ".dcp")) {
    write_decomposition(mesh, path);
  }
  ~SwiftFile() {
    std::error_code why;
    std::filesystem::remove(path, why);
  }
  SwiftFile(const SwiftFile&) = delete;

  const std::filesystem::path path;
};

// The number of the object; none if the mesh is refused, as surfaces that are not closed are.
std::optional<int> add_to(SWIFT_Scene& scene, const Mesh& mesh) {
  const SwiftFile file(mesh);
  int id = 0;
  if (!scene.Add_General_Object(file.path.c_str(), id)) return {};
  return id;
}

struct SwiftPair {
  SWIFT_Scene scene{false, false};  // without a broad phase
  std::optional<int> a, b;

  SwiftPair(const Mesh& of_a, const Mesh& of_b) : a(add_to(scene, of_a)), b(add_to(scene, of_b)) {
    if (a) place(*a, Pose{});
  }
  void place(int id, const Pose& at) {
    std::array<SWIFT_Real, 9> rotation;
    std::array<SWIFT_Real, 3> translation;
    for (int i = 0; i < 3; ++i) {
      translation[std::size_t(i)] = at.translation[i];
      for (int j = 0; j < 3; ++j) rotation[std::size_t(3 * i + j)] = at.rotation(i, j);
    }
    scene.Set_Object_Transformation(id, rotation.data(), translation.data());
  }
  bool collide(const Pose& at) {
    place(*b, at);
    int pairs = 0, *ids = nullptr;
    return scene.Query_Intersection(true, pairs, &ids);
  }
  double distance(const Pose& at) {
    place(*b, at);
    int pairs = 0, *ids = nullptr;
    SWIFT_Real* distances = nullptr;
    if (scene.Query_Exact_Distance(false, std::numeric_limits<SWIFT_Real>::max(), pairs, &ids, &distances)) return 0;
    return pairs > 0 ? distances[0] : std::numeric_limits<double>::infinity();
  }
};

}  // namespace
#endif

Rival swiftpp_rival() {
  Rival out{.name = "SWIFT++"};
#if APART_LAB_SWIFTPP
  out.trees = {{"SWIFT++", [](const Mesh& mesh) -> std::shared_ptr<void> {
                  auto scene = std::make_shared<SWIFT_Scene>(false, false);
                  add_to(*scene, mesh);
                  return scene;
                }}};
  out.pair = [](const Mesh& a, const Mesh& b) {
    const auto pair = std::make_shared<SwiftPair>(a, b);
    if (!pair->a || !pair->b) return RivalPair{};
    return RivalPair{.collide = [pair](const Pose& at) { return pair->collide(at); },
                     .contacts = {},
                     .distance = [pair](const Pose& at) { return pair->distance(at); }};
  };
  out.remark = "SWIFT++ is given the decomposition of this library, and remembers the last query of a pair";
#endif
  return out;
}

}  // namespace apart::lab
