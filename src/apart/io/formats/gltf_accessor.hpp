// The numbers of a glTF file: buffers in the file, beside it or in its text, and the accessors that read them.
#pragma once
#include <apart/base/vec3.hpp>
#include <apart/io/bytes/source.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

namespace apart::io {

inline constexpr std::size_t kMostItems = std::numeric_limits<u32>::max() / 2;  // elements of any array

using GltfJson = nlohmann::json;

// An error in a file; the message lacks the file's name.
struct GltfError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The value of a key, or nothing; and the items of an optional list.
const GltfJson* find(const GltfJson& object, const char* key);
const GltfJson& item(const GltfJson& root, const char* list, std::size_t index);
std::size_t size_of(const GltfJson& root, const char* list);
// A whole number from 0 to `most`; `where` prefixes error messages.
std::size_t whole(const GltfJson& value, std::size_t most, const std::string& where);
std::size_t whole(const GltfJson& object, const char* key, std::size_t otherwise, std::size_t most,
                  const std::string& where);
std::string text(const GltfJson& object, const char* key);  // empty if absent

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
    std::size_t stride;  // 0: tightly packed
  };
  struct Layout {
    std::size_t count, components, component_bytes, type;
  };

  std::string_view buffer(std::size_t index);
  std::string load(const GltfJson& buffer, const std::string& where);
  View view(std::size_t index);
  Layout layout(std::size_t accessor, const char* type) const;
  // All numbers, component by component.
  std::vector<double> numbers(std::size_t accessor, const char* type);
  void read(std::size_t view, std::size_t offset, const Layout& layout, const std::string& where,
            std::vector<double>& out);

  const Source& source_;
  const GltfJson& root_;
  std::optional<std::string_view> chunk_;
  std::vector<std::optional<std::string>> buffers_;  // loaded on first use
};

}  // namespace apart::io
