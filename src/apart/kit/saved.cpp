// Layout and validation of saved trees of the kit.
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <apart/kit/erased.hpp>
#include <apart/kit/fields.hpp>
#include <apart/kit/saved.hpp>
#include <charconv>
#include <cmath>
#include <cstring>

namespace apart::kit {
namespace {

using hierarchy::file_checksum;
using hierarchy::FileSection;
using hierarchy::padded;

constexpr std::array<unsigned char, 8> kTreeMagic{0x89, 'a', 'p', 'a', 'k', 'i', 't', '\n'};
constexpr u32 kTreeOrder = 0x01020304, kTreeVersion = 1;

enum { words, vertices, faces, nodes, order, volumes, kTreeSections };
constexpr const char* kTreeNames[] = {"words", "vertices", "triangles", "nodes", "order", "volumes"};
constexpr u64 kTreeEach[] = {1, sizeof(Vec3d), sizeof(Face), sizeof(Ref), sizeof(Item), 0};  // of volumes: their own

struct TreeHeader {
  hierarchy::FileStart start;           // 0
  Vec3d centre;                         // 24
  double radius;                        // 48
  u64 of_vertices, of_faces;            // 56: checksums of the mesh
  u64 has_mesh;                         // 72: 1 if its arrays are here
  FileSection sections[kTreeSections];  // 80
  u64 reserved[5];                      // 272
  u64 checksum;                         // 312: of the header, this taken as 0
};
static_assert(sizeof(TreeHeader) == 320 && sizeof(TreeHeader) % hierarchy::kModelAlignment == 0 &&
              std::is_trivially_copyable_v<TreeHeader>);

u64 checksum_of(TreeHeader header) {
  header.checksum = 0;
  return file_checksum(std::as_bytes(std::span(&header, 1)));
}

// A line for each choice: its name and its word.
std::string text_of(const TreeChoice& choice) {
  std::string out;
  for (const auto& field : tree_fields()) out += std::string(field.name) + " " + choice.*field.word + "\n";
  return out + "leaf " + std::to_string(choice.leaf) + "\nbranching " + std::to_string(choice.branching) + "\n";
}

// The choice of such a text, which is read in the order in which it is written; none if it is another.
std::optional<TreeChoice> choice_in(std::string_view text) {
  TreeChoice out;
  const auto word = [&](std::string_view name) -> std::optional<std::string_view> {
    const std::size_t end = text.find('\n');
    if (end == text.npos || !text.starts_with(name) || end <= name.size() || text[name.size()] != ' ') return {};
    const std::string_view found = text.substr(name.size() + 1, end - name.size() - 1);
    text.remove_prefix(end + 1);
    return found;
  };
  for (const auto& field : tree_fields()) {
    const auto found = word(field.name);
    if (!found) return {};
    out.*field.word = *found;
  }
  const auto number = [&](std::string_view name, u32& to) {
    const auto found = word(name);
    if (!found) return false;
    const auto [end, why] = std::from_chars(found->data(), found->data() + found->size(), to);
    return why == std::errc{} && end == found->data() + found->size();
  };
  if (!number("leaf", out.leaf) || !number("branching", out.branching) || !text.empty()) return {};
  return out;
}

std::string problem_of_header(std::span<const std::byte> bytes, TreeHeader& header) {
  if (bytes.size() < sizeof header) return "cut short: " + std::to_string(bytes.size()) + " bytes, less than a header";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.start.magic != kTreeMagic) return "does not begin as a tree of the kit";
  if (header.start.order_mark != kTreeOrder) return "built on a machine of the other byte order";
  if (header.start.version != kTreeVersion)
    return "built in format version " + std::to_string(header.start.version) + ", not " + std::to_string(kTreeVersion) +
           ", which is read here: build it again";
  if (header.checksum != checksum_of(header)) return "damaged: the checksum of the header is wrong";
  if (std::string wrong = hierarchy::problem_of_size(bytes.size(), header.start); !wrong.empty()) return wrong;
  u64 at = sizeof header;
  for (int i = 0; i < kTreeSections; ++i) {
    const FileSection& s = header.sections[i];
    if (s.at != at || s.count >= u64(1) << 31 || s.bytes_each >= u64(1) << 16 ||
        (i != volumes && s.bytes_each != kTreeEach[i]) || s.at + padded(s.count * s.bytes_each) > bytes.size())
      return std::string("damaged: the place of the ") + kTreeNames[i] + " is wrong";
    if (file_checksum(bytes.subspan(at, padded(s.count * s.bytes_each))) != s.checksum)
      return std::string("damaged: the checksum of the ") + kTreeNames[i] + " is wrong";
    at += padded(s.count * s.bytes_each);
  }
  if (at != bytes.size()) return "damaged: the arrays do not fill the file";
  return {};
}

// Copied, so that bytes need not be aligned.
template <class T>
std::vector<T> copied(std::span<const std::byte> bytes, const FileSection& section) {
  std::vector<T> out(section.count);
  if (!out.empty()) std::memcpy(out.data(), bytes.data() + section.at, section.count * sizeof(T));
  return out;
}

// Volumes are numbers of one precision, one beside the other. None that a mesh was fitted with is infinite.
template <class T>
bool all_finite(std::span<const std::byte> numbers) {
  for (std::size_t at = 0; at + sizeof(T) <= numbers.size(); at += sizeof(T)) {
    T number;
    std::memcpy(&number, numbers.data() + at, sizeof number);
    if (!std::isfinite(number)) return false;
  }
  return true;
}

Result<std::vector<std::byte>> put(const AnyTree& tree, Vertices kept) {
  const std::optional<SavedArrays> saved = tree.erased().arrays();
  if (!saved) return Error{"a lazy tree has only some of its nodes: save its mesh"};
  const Mesh& mesh = tree.mesh();
  const std::string text = text_of(tree.choice());
  const bool has_mesh = kept == Vertices::kept;
  const auto of_vertices = std::as_bytes(mesh.vertices()), of_faces = std::as_bytes(mesh.faces());
  const std::span<const std::byte> arrays[kTreeSections] = {std::as_bytes(std::span(text)),
                                                            has_mesh ? of_vertices : std::span<const std::byte>{},
                                                            has_mesh ? of_faces : std::span<const std::byte>{},
                                                            std::as_bytes(saved->nodes),
                                                            std::as_bytes(saved->order),
                                                            saved->volumes};
  TreeHeader header{};
  header.start = {kTreeMagic, kTreeOrder, kTreeVersion, sizeof header};
  header.centre = saved->frame.centre, header.radius = saved->frame.radius, header.has_mesh = has_mesh;
  header.of_vertices = file_checksum(of_vertices), header.of_faces = file_checksum(of_faces);
  for (std::size_t i = 0; i < kTreeSections; ++i) {
    const u64 each = i == volumes ? saved->bytes_each : kTreeEach[i];
    header.sections[i] = {header.start.file_bytes, each ? arrays[i].size() / each : 0, each, file_checksum(arrays[i])};
    header.start.file_bytes += padded(arrays[i].size());
  }
  header.checksum = checksum_of(header);
  std::vector<std::byte> out;
  out.reserve(header.start.file_bytes);
  const auto add = [&](std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
    return true;
  };
  add(std::as_bytes(std::span(&header, 1)));
  for (const std::span<const std::byte> array : arrays) hierarchy::put_padded(array, add);
  return out;
}

Result<AnyTree> read(std::span<const std::byte> bytes, Mesh* given) {
  TreeHeader header{};
  if (std::string wrong = problem_of_header(bytes, header); !wrong.empty()) return Error{std::move(wrong)};
  const FileSection* s = header.sections;
  const std::vector<char> text = copied<char>(bytes, s[words]);
  const std::optional<TreeChoice> choice = choice_in({text.data(), text.size()});
  if (!choice) return Error{"damaged: the words of its choices are wrong"};
  const Result<TreeKinds> kinds = tree_kinds(*choice);
  if (!kinds) return Error{"damaged: " + kinds.error()};
  if (kinds->layout == LayoutKind::lazy) return Error{"damaged: a lazy tree is not saved"};

  if (!given && header.has_mesh != 1) return Error{"was saved without vertices: the mesh is missing"};
  Mesh mesh;
  if (given) {
    mesh = std::move(*given);
  } else {
    Result<Mesh> made = Mesh::make(copied<Vec3d>(bytes, s[vertices]), copied<Face>(bytes, s[faces]));
    if (!made) return Error{"damaged: " + made.error()};
    mesh = *std::move(made);
  }
  if (header.of_vertices != file_checksum(std::as_bytes(mesh.vertices())) ||
      header.of_faces != file_checksum(std::as_bytes(mesh.faces())))
    return Error{given ? "is a tree of another mesh" : "damaged: the mesh is another"};
  if (std::string wrong = problem_of_mesh(mesh); !wrong.empty()) return Error{std::move(wrong)};

  Topology topology{copied<Ref>(bytes, s[nodes]), copied<Item>(bytes, s[order])};
  if (std::string wrong = hierarchy::problem(topology.nodes, topology.order, mesh.size()); !wrong.empty())
    return Error{"damaged: " + wrong};
  const Frame frame = hierarchy::frame_of(mesh);
  if (!(frame.centre == header.centre) || frame.radius != header.radius)
    return Error{"damaged: the centre of the mesh is another"};
  SavedArrays saved{
      {}, {}, bytes.subspan(s[volumes].at, s[volumes].count * s[volumes].bytes_each), s[volumes].bytes_each, frame};
  // Nested volumes are kept in floats, too.
  const bool finite =
      kinds->precision == Precision::single ? all_finite<float>(saved.volumes) : all_finite<double>(saved.volumes);
  if (!finite) return Error{"damaged: a volume is not finite"};
  AnyTree out(erased_tree_of(*kinds, {std::move(mesh), *choice, std::move(topology), kinds->way, {}, &saved}));
  if (saved.bytes_each != 0 || (s[volumes].bytes_each == 0 && kinds->volume != VolumeKind::hull))
    return Error{"damaged: its volumes are not those of its words"};
  return out;
}

}  // namespace

Result<std::vector<std::byte>> bytes_of(const AnyTree& tree, Vertices vertices) { return put(tree, vertices); }
Result<AnyTree> tree_in(std::span<const std::byte> bytes) { return read(bytes, nullptr); }
Result<AnyTree> tree_in(std::span<const std::byte> bytes, Mesh mesh) { return read(bytes, &mesh); }

}  // namespace apart::kit
