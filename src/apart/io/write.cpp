#include <apart/io/formats/formats.hpp>
#include <apart/io/write.hpp>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace apart {
namespace {

Result<std::string> mesh_bytes(std::string_view extension, const Mesh& mesh) {
  if (extension == "obj") return io::write_obj(mesh);
  if (extension == "stl") return io::write_stl(mesh);
  if (extension == "ply") return io::write_ply(mesh);
  if (extension == "off") return io::write_off(mesh);
  if (extension == "tris") return io::write_tris(mesh);
  return Error{"unknown extension; can write obj, stl, ply, off, tris"};
}

}  // namespace

Result<std::size_t> write_mesh(const std::string& path, const Mesh& mesh) {
  const std::string name = io::printable_name(path);
  const Result<std::string> bytes = mesh_bytes(io::extension(path), mesh);
  if (!bytes) return Error{name + ": " + bytes.error()};
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return Error{name + ": " + std::generic_category().message(errno)};
  errno = 0;
  const bool written = std::fwrite(bytes->data(), 1, bytes->size(), file) == bytes->size();
  const bool closed = std::fclose(file) == 0;  // a full disk may be reported only here
  if (!written || !closed) return Error{name + ": " + std::generic_category().message(errno)};
  return bytes->size();
}

}  // namespace apart
