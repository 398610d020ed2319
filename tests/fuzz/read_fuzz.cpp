// Any bytes to every reader of our own. The first byte chooses the format. Scenes are left out: their bytes go to
// Assimp, which is not ours to mend.
#include <apart/io/formats.hpp>
#include <apart/io/poses.hpp>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr const char* names[] = {"a.obj", "a.stl", "a.ply", "a.off", "a.tris"};
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t choice = data[0] % 6;
  if (choice == 5)
    (void)apart::io::read_poses(apart::io::Source{"a.poses", bytes});
  else
    (void)apart::io::read_bodies(apart::io::Source{names[choice], bytes});
  return 0;
}
