// Bounds-checked access to glTF buffers, sparse and normalized accessors included.
#include <algorithm>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bytes/base64.hpp>
#include <apart/io/bytes/endian.hpp>
#include <apart/io/formats/gltf_accessor.hpp>
#include <limits>

namespace apart::io {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 40;  // bytes; products with a stride cannot overflow

enum Type : std::size_t { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32_ = 5125, f32 = 5126 };

std::size_t bytes_of(std::size_t type, const std::string& where) {
  switch (type) {
    case i8:
    case u8:
      return 1;
    case i16:
    case u16:
      return 2;
    case u32_:
    case f32:
      return 4;
    default:
      throw GltfError(where + ": componentType " + std::to_string(type) + " is not one of glTF");
  }
}

double number(const char* at, std::size_t type) {
  constexpr auto little = std::endian::little;
  switch (type) {
    case i8:
      return from_bytes<std::int8_t>(at, little);
    case u8:
      return from_bytes<std::uint8_t>(at, little);
    case i16:
      return from_bytes<std::int16_t>(at, little);
    case u16:
      return from_bytes<std::uint16_t>(at, little);
    case u32_:
      return from_bytes<std::uint32_t>(at, little);
    default:
      return static_cast<double>(from_bytes<float>(at, little));
  }
}

// The value of a normalized integer: its maximum maps to 1.
double largest_of(std::size_t type) {
  return type == i8 ? 127 : type == u8 ? 255 : type == i16 ? 32767 : type == u16 ? 65535 : 1;
}

std::string named(const char* list, std::size_t index) { return list + in_brackets(index); }

// "a%20b.bin" names the file "a b.bin".
std::string percent_decoded(const std::string& uri) {
  std::string out;
  const auto digit = [](char c) { return std::string_view("0123456789abcdef").find(static_cast<char>(c | 0x20)); };
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) < 16 && digit(uri[i + 2]) < 16) {
      out += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
      i += 2;
    } else {
      out += uri[i];
    }
  }
  return out;
}

}  // namespace

const GltfJson* find(const GltfJson& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto place = object.find(key);
  return place == object.end() ? nullptr : &*place;
}

std::size_t size_of(const GltfJson& root, const char* list) {
  const GltfJson* all = find(root, list);
  return all && all->is_array() ? all->size() : 0;
}

const GltfJson& item(const GltfJson& root, const char* list, std::size_t index) {
  if (index >= size_of(root, list))
    throw GltfError(named(list, index) + " is not there: there are " + std::to_string(size_of(root, list)));
  const GltfJson& found = root[list][index];
  if (!found.is_object()) throw GltfError(named(list, index) + ": expected an object");
  return found;
}

std::size_t whole(const GltfJson& value, std::size_t most, const std::string& where) {
  const double n = value.is_number() ? value.get<double>() : -1;
  if (!(n >= 0 && n <= double(most) && n == std::floor(n)))
    throw GltfError(where + ": expected a whole number from 0 to " + std::to_string(most));
  return static_cast<std::size_t>(n);
}

std::size_t whole(const GltfJson& object, const char* key, std::size_t otherwise, std::size_t most,
                  const std::string& where) {
  const GltfJson* value = find(object, key);
  return value ? whole(*value, most, where + ": " + key) : otherwise;
}

std::string text(const GltfJson& object, const char* key) {
  const GltfJson* value = find(object, key);
  return value && value->is_string() ? value->get<std::string>() : std::string();
}

std::string GltfNumbers::load(const GltfJson& buffer, const std::string& where) {
  const std::string uri = text(buffer, "uri");
  if (uri.empty()) throw GltfError(where + " has no content (compressed buffers are not read)");
  if (uri.starts_with("data:")) {
    const std::size_t comma = uri.find(',');
    const std::string_view head = std::string_view(uri).substr(0, std::min(comma, uri.size()));
    std::optional<std::string> bytes;
    if (comma != std::string::npos && head.ends_with(";base64"))
      bytes = from_base64(std::string_view(uri).substr(comma + 1));
    if (!bytes) throw GltfError(where + ": its text is not base64");
    return std::move(*bytes);
  }
  if (uri.find("://") != std::string::npos) throw GltfError(where + " is on the network: " + in_quotes(uri, 60));
  if (source_.path.empty()) throw GltfError(where + " is in another file: " + in_quotes(uri, 60));
  Result<std::string> bytes = file_bytes(source_.path.parent_path() / percent_decoded(uri));
  if (!bytes) throw GltfError(where + ": " + bytes.error());
  return std::move(*bytes);
}

std::string_view GltfNumbers::buffer(std::size_t index) {
  const GltfJson& json = item(root_, "buffers", index);
  const std::string where = named("buffers", index);
  const std::size_t size = whole(json, "byteLength", 0, kMost, where);
  std::string_view bytes;
  if (index == 0 && chunk_ && !find(json, "uri")) {
    bytes = *chunk_;
  } else {
    if (!buffers_[index]) buffers_[index] = load(json, where);
    bytes = *buffers_[index];
  }
  if (bytes.size() < size)
    throw GltfError(where + ": truncated: " + std::to_string(size) + " bytes announced, " +
                    std::to_string(bytes.size()) + " there");
  return bytes.substr(0, size);
}

GltfNumbers::View GltfNumbers::view(std::size_t index) {
  const GltfJson& json = item(root_, "bufferViews", index);
  const std::string where = named("bufferViews", index);
  const std::string_view all = buffer(whole(json, "buffer", kMostItems, kMostItems, where));
  const std::size_t offset = whole(json, "byteOffset", 0, kMost, where);
  const std::size_t size = whole(json, "byteLength", 0, kMost, where);
  if (offset + size > all.size())
    throw GltfError(where + " ends at byte " + std::to_string(offset + size) + " of " + std::to_string(all.size()));
  return {all.substr(offset, size), whole(json, "byteStride", 0, 65536, where)};
}

std::size_t GltfNumbers::count(std::size_t accessor) const {
  return whole(item(root_, "accessors", accessor), "count", 0, kMostItems, named("accessors", accessor));
}

GltfNumbers::Layout GltfNumbers::layout(std::size_t accessor, const char* type) const {
  const GltfJson& json = item(root_, "accessors", accessor);
  const std::string where = named("accessors", accessor);
  if (text(json, "type") != type) throw GltfError(where + ": expected the type " + type);
  const std::size_t component = whole(json, "componentType", 0, 65536, where);
  return {count(accessor), std::string_view(type) == "VEC3" ? 3u : 1u, bytes_of(component, where), component};
}

void GltfNumbers::read(std::size_t index, std::size_t offset, const Layout& layout, const std::string& where,
                       std::vector<double>& out) {
  const auto [bytes, given_stride] = view(index);
  const std::size_t each = layout.components * layout.component_bytes;
  const std::size_t stride = given_stride ? given_stride : each;
  if (layout.count > 0 && offset + (layout.count - 1) * stride + each > bytes.size())
    throw GltfError(where + ": " + std::to_string(layout.count) + " elements do not fit into " +
                    named("bufferViews", index));
  out.reserve(out.size() + layout.count * layout.components);
  for (std::size_t i = 0; i < layout.count; ++i)
    for (std::size_t k = 0; k < layout.components; ++k)
      out.push_back(number(bytes.data() + offset + i * stride + k * layout.component_bytes, layout.type));
}

std::vector<double> GltfNumbers::numbers(std::size_t accessor, const char* type) {
  const Layout whole_layout = layout(accessor, type);
  const GltfJson& json = item(root_, "accessors", accessor);
  const std::string where = named("accessors", accessor);
  const GltfJson* sparse = find(json, "sparse");
  std::vector<double> out;
  if (find(json, "bufferView")) {
    read(whole(json, "bufferView", 0, kMostItems, where), whole(json, "byteOffset", 0, kMost, where), whole_layout,
         where, out);
  } else {
    // A sparse accessor of zeros takes no space in the file: its size is limited.
    if (!sparse || whole_layout.count > source_.bytes.size())
      throw GltfError(where + " has no bufferView (compressed meshes are not read)");
    out.assign(whole_layout.count * whole_layout.components, 0.0);
  }
  if (sparse) {
    const std::string here = where + ": sparse";
    const GltfJson *at = find(*sparse, "indices"), *values = find(*sparse, "values");
    if (!at || !values) throw GltfError(here + ": expected indices and values");
    Layout places{whole(*sparse, "count", 0, whole_layout.count, here), 1, 0,
                  whole(*at, "componentType", 0, 65536, here)};
    places.component_bytes = bytes_of(places.type, here);
    Layout changed = whole_layout;
    changed.count = places.count;
    std::vector<double> indices, replaced;
    read(whole(*at, "bufferView", kMostItems, kMostItems, here), whole(*at, "byteOffset", 0, kMost, here), places, here,
         indices);
    read(whole(*values, "bufferView", kMostItems, kMostItems, here), whole(*values, "byteOffset", 0, kMost, here),
         changed, here, replaced);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (!(indices[i] >= 0 && indices[i] < double(whole_layout.count)))
        throw GltfError(here + ": an index is out of range");
      const auto to = static_cast<std::size_t>(indices[i]) * changed.components;
      std::copy_n(replaced.begin() + static_cast<std::ptrdiff_t>(i * changed.components), changed.components,
                  out.begin() + static_cast<std::ptrdiff_t>(to));
    }
  }
  const GltfJson* normalized = find(json, "normalized");
  if (normalized && normalized->is_boolean() && normalized->get<bool>())
    for (double& x : out) x = std::max(x / largest_of(whole_layout.type), -1.0);
  return out;
}

std::vector<Vec3d> GltfNumbers::points(std::size_t accessor) {
  const std::vector<double> all = numbers(accessor, "VEC3");
  std::vector<Vec3d> out(all.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {all[3 * i], all[3 * i + 1], all[3 * i + 2]};
    if (!is_finite(out[i])) throw GltfError("vertex " + std::to_string(i) + " is not finite");
  }
  return out;
}

std::vector<u32> GltfNumbers::indices(std::size_t accessor, std::size_t vertex_count) {
  const std::size_t type = layout(accessor, "SCALAR").type;
  if (type != u8 && type != u16 && type != u32_)
    throw GltfError(named("accessors", accessor) + ": indices must be whole numbers without a sign");
  const std::vector<double> all = numbers(accessor, "SCALAR");
  std::vector<u32> out;
  out.reserve(all.size());
  for (double x : all) {
    if (!(x < double(vertex_count)))
      throw GltfError("face names vertex " + std::to_string(static_cast<u64>(x)) + " of " +
                      std::to_string(vertex_count));
    out.push_back(static_cast<u32>(x));
  }
  return out;
}

}  // namespace apart::io
