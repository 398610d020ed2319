#include "cli/decompose/coloured_mesh.hpp"

#include <fmt/format.h>
#include <apart/hierarchy/tree.hpp>
#include <bit>
#include <cmath>
#include <cstring>

#include "cli/output.hpp"

namespace apart::cli {
namespace {

// Colours whose hues are far from each other, one after the other: steps by the golden ratio.
std::array<int, 3> colour(u32 piece) {
  const double hue = 6 * std::fmod(0.6180339887498949 * piece, 1.0);
  const auto part = [&](double shift) {
    const double at = std::fmod(hue + shift, 6.0);
    return static_cast<int>(std::lround(60 + 180 * std::clamp(std::abs(at - 3) - 1, 0.0, 1.0)));
  };
  return {part(0), part(4), part(2)};
}

template <class T>
void append(std::string& bytes, T value) {
  static_assert(std::endian::native == std::endian::little);
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

void append_chunk(std::string& out, const char* type, std::string content, char filler) {
  while (content.size() % 4 != 0) content += filler;
  append(out, static_cast<u32>(content.size()));
  out += std::string(type, 4) + content;
}

}  // namespace

std::string as_ply(const Mesh& mesh, const Decomposition& d, bool hulls) {
  const std::size_t faces = hulls ? d.hull_faces.size() : mesh.size();
  std::string out = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar uint vertex_indices\nproperty uchar red\nproperty uchar green\n"
      "property uchar blue\nend_header\n",
      mesh.vertices().size(), faces);
  for (const Vec3d& p : mesh.vertices()) out += fmt::format("{} {} {}\n", text(p.x), text(p.y), text(p.z));
  const auto add = [&](const Face& f, u32 piece) {
    const auto [red, green, blue] = colour(piece);
    out += fmt::format("3 {} {} {} {} {} {}\n", f[0], f[1], f[2], red, green, blue);
  };
  if (!hulls)
    for (u32 k = 0; k < mesh.size(); ++k) add(mesh.faces()[k], d.patch_of[k]);
  else
    for (u32 i = 0; i < d.size(); ++i)
      for (const Face& f : d.hull(i)) add(f, i);
  return out;
}

// Every face has corners of its own, so that a colour ends where its patch does.
std::string as_glb(const Mesh& mesh, const Decomposition& d, bool hulls) {
  const Bounds box = mesh.empty() ? Bounds{{}, {}} : bounds_of(mesh);
  const Vec3d centre = box.centre();
  std::string positions, colours;
  Vec3f low{}, high{};
  u32 corners = 0;
  const auto add = [&](const Face& f, u32 piece) {
    for (const u32 v : f) {
      const Vec3f p = cast<float>(mesh.vertices()[v] - centre);
      low = corners == 0 ? p : lesser(low, p), high = corners == 0 ? p : larger(high, p);
      for (int k = 0; k < 3; ++k) append(positions, p[k]);
      for (const int part : colour(piece)) colours += static_cast<char>(part);
      colours += '\xff';
      ++corners;
    }
  };
  for (u32 i = 0; i < d.size(); ++i)
    if (hulls)
      for (const Face& f : d.hull(i)) add(f, i);
    else
      for (const u32 f : d.patch(i)) add(mesh.faces()[f], i);

  const auto three = [](auto v) { return Json::array({v.x, v.y, v.z}); };
  Json gltf{{"asset", {{"version", "2.0"}, {"generator", "apart decompose"}}}, {"scene", 0}};
  if (corners == 0) {
    gltf["scenes"] = Json::array({Json::object()});
  } else {
    gltf["scenes"] = Json::array({{{"nodes", {0}}}});
    gltf["nodes"] = Json::array({{{"mesh", 0}, {"name", hulls ? "hulls" : "patches"}, {"translation", three(centre)}}});
    gltf["meshes"] = Json::array(
        {{{"primitives", Json::array({{{"attributes", {{"POSITION", 0}, {"COLOR_0", 1}}}, {"material", 0}}})}}});
    gltf["materials"] = Json::array(
        {{{"doubleSided", true}, {"pbrMetallicRoughness", {{"metallicFactor", 0}, {"roughnessFactor", 0.8}}}}});
    gltf["accessors"] = Json::array(
        {{{"bufferView", 0},
          {"componentType", 5126},
          {"count", corners},
          {"type", "VEC3"},
          {"min", three(low)},
          {"max", three(high)}},
         {{"bufferView", 1}, {"componentType", 5121}, {"normalized", true}, {"count", corners}, {"type", "VEC4"}}});
    gltf["bufferViews"] =
        Json::array({{{"buffer", 0}, {"byteOffset", 0}, {"byteLength", positions.size()}},
                     {{"buffer", 0}, {"byteOffset", positions.size()}, {"byteLength", colours.size()}}});
    gltf["buffers"] = Json::array({{{"byteLength", positions.size() + colours.size()}}});
  }
  std::string chunks;
  append_chunk(chunks, "JSON", gltf.dump(), ' ');
  if (corners > 0) append_chunk(chunks, "BIN\0", positions + colours, '\0');
  std::string out = "glTF";
  append(out, u32{2});
  append(out, static_cast<u32>(12 + chunks.size()));
  return out + chunks;
}

}  // namespace apart::cli
