#include <apart/io/formats.hpp>
namespace apart::io {
Result<std::vector<Body>> read_scene(const Source& source) {
  return Error{source.name + ": scenes cannot be read yet"};
}
}  // namespace apart::io
