// The numbers of a glTF file: buffers in the file, beside it or in its text, and the accessors that look into them.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/io/bytes/source.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

namespace apart::io {

inline constexpr std::size_t kMostItems = std::numeric_limits<u32>::max() / 2;  // of any array

using GltfJson = nlohmann::json;

// What is wrong with a file, without its name.
struct GltfError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A key of an object, or nothing; and the items of a list that may be missing.
const GltfJson* find(const GltfJson& object, const char* key);
const GltfJson& item(const GltfJson& root, const char* list, std::size_t index);
std::size_t size_of(const GltfJson& root, const char* list);
// A whole number from 0 to `most`; `where` is what errors begin with.
std::size_t whole(const GltfJson& value, std::size_t most, const std::string& where);
std::size_t whole(const GltfJson& object, const char* key, std::size_t otherwise, std::size_t most,
                  const std::string& where);
std::string text(const GltfJson& object, const char* key);  // empty when it is not there

class GltfNumbers {
 public:
  GltfNumbers(const Source& source, const GltfJson& root, std::optional<std::string_view> binary_chunk)
      : source_(source), root_(root), chunk_(binary_chunk), buffers_(size_of(root, "buffers")) {}

  std::vector<Vec3d> points(std::size_t accessor);
  std::vector<u32> indices(std::size_t accessor, std::size_t vertex_count);
  std::size_t count(std::size_t accessor) const;

 private:
  struct View {
    std::string_view bytes;
    std::size_t stride;  // 0: as the content says
  };
  struct Layout {
    std::size_t count, components, component_bytes, type;
  };

  std::string_view buffer(std::size_t index);
  std::string load(const GltfJson& buffer, const std::string& where);
  View view(std::size_t index);
  Layout layout(std::size_t accessor, const char* type) const;
  // All numbers, one component after the other.
  std::vector<double> numbers(std::size_t accessor, const char* type);
  void read(std::size_t view, std::size_t offset, const Layout& layout, const std::string& where,
            std::vector<double>& out);

  const Source& source_;
  const GltfJson& root_;
  std::optional<std::string_view> chunk_;
  std::vector<std::optional<std::string>> buffers_;  // loaded when first used
};

}  // namespace apart::io
