// Any bytes to every reader of our own. The first byte chooses the format, and how bodies are split. COLLADA and 3DS
// are left out: their bytes go to Assimp, which is not ours to fix; so do those of glTF 1, which are not tested here.
#include <apart/io/formats/formats.hpp>
#include <apart/io/poses.hpp>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr const char* names[] = {"a.obj", "a.stl", "a.ply", "a.off", "a.tris", "a.gltf", "a.glb"};
  constexpr apart::BodySplit splits[] = {apart::BodySplit::objects, apart::BodySplit::none, apart::BodySplit::groups,
                                         apart::BodySplit::components};
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  // As before for the seeds that are there; beyond them, scenes and other splits.
  const std::size_t choice = data[0] < 48 ? data[0] % 6 : 5 + data[0] % 3;
  const bool version_1 = bytes.find("\"1") != std::string_view::npos || bytes.substr(0, 5).ends_with('\1');
  if (choice == 5)
    (void)apart::io::read_poses(apart::io::Source{"a.poses", bytes});
  else if (choice < 5)
    (void)apart::io::read_bodies(apart::io::Source{names[choice], bytes}, splits[data[0] / 6 % 4]);
  else if (!version_1)
    (void)apart::io::read_bodies(apart::io::Source{names[choice - 1], bytes}, splits[data[0] / 3 % 4]);
  return 0;
}
