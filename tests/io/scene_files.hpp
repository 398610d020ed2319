// Small scenes made by hand: as glTF, GLB, COLLADA and 3DS.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/io/bytes/endian.hpp>
#include <string>
#include <vector>

namespace apart::testing {

inline std::string base64(std::string_view bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    u32 three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
  return out;
}

// A corner of a cube: four vertices, four faces, and a fifth face without area.
inline const std::vector<Vec3f> kCorner = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
inline const std::vector<std::uint16_t> kCornerFaces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 0, 0, 1};

inline std::string corner_buffer() {
  std::string bytes;
  for (std::uint16_t i : kCornerFaces) io::append_bytes(bytes, i);
  bytes.resize(32);
  for (Vec3f p : kCorner)
    for (float x : {p.x, p.y, p.z}) io::append_bytes(bytes, x);
  return bytes;
}

// Five bodies that show one mesh: under a root that is turned by 90° about z and moved, "plain" is moved, "turned" is
// turned by 90° about x, "stretched" is scaled and mirrored, "deep" lies below an unnamed node given by a matrix, and
// "twin" is stretched like "stretched". `uri` is empty in a GLB.
inline std::string corner_json(const std::string& uri) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[
{"name":"root","translation":[10,0,0],"rotation":[0,0,0.70710678118654752,0.70710678118654752],"children":[1,2,3,4,6]},
{"name":"plain","mesh":0,"translation":[1,2,3]},
{"name":"turned","mesh":0,"rotation":[0.70710678118654752,0,0,0.70710678118654752]},
{"name":"stretched","mesh":0,"scale":[2,3,-1]},
{"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,5,6,7,1],"children":[5]},
{"name":"deep","mesh":0,"translation":[0,0,1]},
{"name":"twin","mesh":0,"scale":[2,3,-1],"translation":[0,0,9]}],
"meshes":[{"name":"corner","primitives":[{"attributes":{"POSITION":1},"indices":0}]}],
"accessors":[{"bufferView":0,"componentType":5123,"count":15,"type":"SCALAR"},
{"bufferView":1,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":30},{"buffer":0,"byteOffset":32,"byteLength":48}],
"buffers":[{"byteLength":80)" +
         (uri.empty() ? "" : ",\"uri\":\"" + uri + "\"") + "}]}";
}

inline std::string corner_gltf() {
  return corner_json("data:application/octet-stream;base64," + base64(corner_buffer()));
}

inline std::string corner_glb() {
  std::string json = corner_json("");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string buffer = corner_buffer();
  std::string out = "glTF";
  io::append_bytes(out, u32{2});
  io::append_bytes(out, static_cast<u32>(12 + 8 + json.size() + 8 + buffer.size()));
  io::append_bytes(out, static_cast<u32>(json.size()));
  out += "JSON" + json;
  io::append_bytes(out, static_cast<u32>(buffer.size()));
  return out + std::string("BIN\0", 4) + buffer;
}

// An arrowhead (a concave polygon) and a triangle in centimetres with z up, shown twice.
inline std::string arrow_dae() {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g" name="arrow"><mesh>
<source id="p"><float_array id="pa" count="15">0 0 0 4 2 0 0 4 0 1 2 0 0 0 5</float_array>
<technique_common><accessor source="#pa" count="5" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common>
</source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="2"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4 3</vcount><p>0 1 2 3 0 1 4</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s">
<node id="n1" name="first"><translate>1 2 3</translate><rotate>0 0 1 90</rotate>
<instance_geometry url="#g"/></node>
<node id="n2" name="second"><scale>2 2 2</scale><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
}

inline std::string chunk(u32 id, const std::string& content) {
  std::string out;
  io::append_bytes(out, static_cast<std::uint16_t>(id));
  io::append_bytes(out, static_cast<u32>(6 + content.size()));
  return out + content;
}

// The corner of a cube, moved, as 3DS without a hierarchy.
inline std::string corner_3ds(Vec3f shift) {
  std::string vertices, faces;
  io::append_bytes(vertices, static_cast<std::uint16_t>(kCorner.size()));
  for (Vec3f p : kCorner)
    for (float x : {p.x + shift.x, p.y + shift.y, p.z + shift.z}) io::append_bytes(vertices, x);
  io::append_bytes(faces, static_cast<std::uint16_t>(kCornerFaces.size() / 3));
  for (std::size_t i = 0; i < kCornerFaces.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) io::append_bytes(faces, kCornerFaces[i + k]);
    io::append_bytes(faces, std::uint16_t{0});
  }
  const std::string mesh = chunk(0x4100, chunk(0x4110, vertices) + chunk(0x4120, faces));
  return chunk(0x4d4d, chunk(0x3d3d, chunk(0x4000, std::string("corner\0", 7) + mesh)));
}

}  // namespace apart::testing
