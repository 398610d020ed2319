// Layout and validation of saved models.
#include <algorithm>
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <array>
#include <bit>
#include <cstring>

namespace apart::hierarchy {
namespace {

constexpr std::array<char, 16> kVolume{"Obb<float>"};
using VolumeOfFiles = Obb<float>;
static_assert(std::is_same_v<ModelTree, TreeView<VolumeOfFiles>>, "another volume needs another name here");

enum { vertices, faces, nodes, order, volumes, kSections };
constexpr const char* kNames[] = {"vertices", "triangles", "nodes", "order", "volumes"};

struct Header {
  FileStart start;                  // 0
  std::array<char, 16> volume;      // 24
  Vec3d centre;                     // 40
  double radius;                    // 64
  FileSection sections[kSections];  // 72
  u64 reserved[2];                  // 232
  u64 checksum;                     // 248: of the header, this taken as 0
};
static_assert(sizeof(Header) == kModelHeader && sizeof(Header) % kModelAlignment == 0 &&
              std::is_trivially_copyable_v<Header>);
static_assert(sizeof(Vec3d) == 24 && sizeof(Face) == 12 && sizeof(Ref) == 4 && sizeof(Item) == 4);
static_assert(sizeof(VolumeOfFiles) == 60, "without padding, whose bytes would be anything");

constexpr u64 kEach[] = {sizeof(Vec3d), sizeof(Face), sizeof(Ref), sizeof(Item), sizeof(VolumeOfFiles)};
constexpr u64 kMost[] = {u64(1) << 31, u64(1) << 31, u64(Ref::kMost) + 1, u64(1) << 31, u64(Ref::kMost) + 1};

u64 checksum(Header header) {
  header.checksum = 0;
  return file_checksum(std::as_bytes(std::span(&header, 1)));
}

std::string printable(std::span<const char> name) {
  std::string out;
  for (char c : name) {
    if (c == 0) break;
    out += c > ' ' && c < 127 ? c : '?';
  }
  return out;
}

// Validates the header, with which the bytes begin, and that there are this many of them.
std::string problem(std::span<const std::byte> bytes, u64 size, Header& header) {
  if (std::string wrong = problem_of_start(bytes, header.start); !wrong.empty()) return wrong;
  if (header.start.version != kVersionOfModel) return "holds bodies, not one model";
  if (bytes.size() < sizeof header) return "cut short: " + std::to_string(bytes.size()) + " bytes, less than a header";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.checksum != checksum(header)) return "damaged: the checksum of the header is wrong";
  if (std::string wrong = problem_of_size(size, header.start); !wrong.empty()) return wrong;
  if (header.volume != kVolume)
    return "holds a tree of " + printable(header.volume) + ", not of " + printable(kVolume) + ": build it again";
  u64 at = sizeof header;
  for (int i = 0; i < kSections; ++i) {
    const FileSection& s = header.sections[i];
    if (s.at != at || s.bytes_each != kEach[i] || s.count >= kMost[i])
      return std::string("damaged: the place of the ") + kNames[i] + " is wrong";
    at += padded(s.count * s.bytes_each);  // far from overflow: counts are of 31 bits
  }
  if (at != header.start.file_bytes) return "damaged: the arrays do not fill the file";
  if (header.sections[order].count != header.sections[faces].count) return "damaged: not every triangle has a place";
  if (header.sections[volumes].count != header.sections[nodes].count) return "damaged: not one volume per node";
  if (!is_finite(header.centre) || !(header.radius >= 0 && header.radius <= Model::kLargestRadius))
    return "damaged: no sphere to hold the model";
  return {};
}

// The volumes are plain numbers, one beside the other.
bool all_finite(std::span<const VolumeOfFiles> boxes) {
  bool finite = true;
  for (const VolumeOfFiles& v : boxes)
    for (Vec3f f : {v.axes.rows[0], v.axes.rows[1], v.axes.rows[2], v.centre, v.half}) finite = finite & is_finite(f);
  return finite;
}

// With correct checksums, is it safe to traverse? Validates everything that a traversal relies on.
std::string problem(const Mesh& mesh, const ModelTree& tree) {
  if (Result<Mesh> sound = Mesh::borrow(mesh.vertices(), mesh.faces()); !sound) return sound.error();
  if (std::string wrong = apart::problem(tree.nodes, tree.order, mesh.size()); !wrong.empty()) return wrong;
  if (!all_finite(tree.volumes)) return "a volume is not finite";
  const Frame frame = frame_of(mesh);
  if (!(length(frame.centre - tree.frame.centre) + frame.radius <= tree.frame.radius))
    return "the model's sphere does not hold it";
  return {};
}

std::array<std::span<const std::byte>, kSections> arrays_of(const Model& model) {
  const ModelTree& tree = model.tree();
  return {std::as_bytes(model.mesh().vertices()), std::as_bytes(model.mesh().faces()), std::as_bytes(tree.nodes),
          std::as_bytes(tree.order), std::as_bytes(tree.volumes)};
}

}  // namespace

u64 bytes_of_model(const Model& model) {
  u64 bytes = sizeof(Header);
  for (const std::span<const std::byte> array : arrays_of(model)) bytes += padded(array.size());
  return bytes;
}

bool put_model(const Model& model, const std::function<bool(std::span<const std::byte>)>& put) {
  const Frame& frame = model.tree().frame;
  const auto arrays = arrays_of(model);
  Header header{start_of_file(kVersionOfModel), kVolume, frame.centre, frame.radius, {}, {}, 0};
  header.start.file_bytes = sizeof header;
  for (std::size_t i = 0; i < kSections; ++i) {
    header.sections[i] = {header.start.file_bytes, arrays[i].size() / kEach[i], kEach[i], file_checksum(arrays[i])};
    header.start.file_bytes += padded(arrays[i].size());
  }
  header.checksum = checksum(header);
  if (!put(std::as_bytes(std::span(&header, 1)))) return false;
  for (const std::span<const std::byte> bytes : arrays)
    if (!put_padded(bytes, put)) return false;
  return true;
}

namespace {

Mesh mesh_of(std::span<const std::byte> bytes, const Header& header, const std::shared_ptr<const void>& keep) {
  return Mesh::trusted(array_of<Vec3d>(bytes, header.sections[vertices]), array_of<Face>(bytes, header.sections[faces]),
                       keep);
}
ModelTree tree_of(std::span<const std::byte> bytes, const Header& header) {
  const FileSection* s = header.sections;
  return {array_of<Ref>(bytes, s[nodes]),
          array_of<Item>(bytes, s[order]),
          array_of<VolumeOfFiles>(bytes, s[volumes]),
          {header.centre, header.radius}};
}

}  // namespace

Result<Model> model_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust) {
  APART_ASSERT(std::bit_cast<std::uintptr_t>(bytes.data()) % kModelAlignment == 0, "the bytes of a model are aligned");
  Header header{};
  if (std::string wrong = problem(bytes, bytes.size(), header); !wrong.empty()) return Error{std::move(wrong)};
  const Mesh mesh = mesh_of(bytes, header, keep);
  const ModelTree tree = tree_of(bytes, header);
  if (trust != Trust::own) {
    for (int i = 0; i < kSections; ++i) {
      const FileSection& s = header.sections[i];
      if (file_checksum(bytes.subspan(s.at, padded(s.count * s.bytes_each))) != s.checksum)
        return Error{std::string("damaged: the checksum of the ") + kNames[i] + " is wrong"};
    }
    if (std::string wrong = problem(mesh, tree); !wrong.empty()) return Error{"damaged: " + wrong};
  }
  return Model::trusted(mesh, tree, std::move(keep));
}

Result<Model> unread_model(std::span<const std::byte, kModelHeader> given, std::span<const std::byte> bytes,
                           std::shared_ptr<const void> keep, std::optional<bool> closed) {
  APART_ASSERT(std::bit_cast<std::uintptr_t>(bytes.data()) % kModelAlignment == 0, "the bytes of a model are aligned");
  Header header{};
  if (std::string wrong = problem(given, bytes.size(), header); !wrong.empty()) return Error{std::move(wrong)};
  const auto problem_of_arrays = [bytes, header]() -> std::string {
    if (!std::ranges::equal(bytes.first(sizeof header), std::as_bytes(std::span(&header, 1))))
      return "damaged: its header is not that of the table";
    const Result<Model> model = model_in(bytes, nullptr, Trust::none);
    return model ? "" : model.error();
  };
  const Mesh mesh = mesh_of(bytes, header, keep);
  return Model::unread(mesh, tree_of(bytes, header), std::move(keep), {problem_of_arrays, closed});
}

}  // namespace apart::hierarchy
