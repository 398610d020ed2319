// Layout and validation of saved trees of hulls.
#include <apart/base/assert.hpp>
#include <apart/decompose/hull_arrays.hpp>
#include <apart/decompose/hull_bytes.hpp>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <bit>
#include <cstring>
#include <type_traits>

namespace apart::decomposition {
namespace {

using hierarchy::FileSection;

constexpr std::array<unsigned char, 8> kHullMagic{'a', 'p', 'a', 'r', 't', 'h', 'u', '\n'};
constexpr u32 kHullOrder = 0x01020304, kHullVersion = 2, kHullSections = 11;

struct HullHeader {
  std::array<unsigned char, 8> magic;
  u32 order_mark, version;
  u64 file_bytes;
  u64 of_vertices, of_faces;  // checksums of the model's
  FileSection sections[kHullSections];
  u64 checksum;  // of the header, this taken as 0
  u64 reserved[6];
};
static_assert(sizeof(HullHeader) == 448 && sizeof(HullHeader) % hierarchy::kModelAlignment == 0);
static_assert(sizeof(NarrowCorner) == 8 && sizeof(NarrowEdge) == 4 && sizeof(WidePair) == 8 &&
                  sizeof(HullPiece) == 16 && sizeof(HullFace) == 4,
              "without padding, whose bytes would be anything");

u64 checksum_of(HullHeader header) {
  header.checksum = 0;
  return hierarchy::file_checksum(std::as_bytes(std::span(&header, 1)));
}

// In the order of the sections.
template <class Arrays, class F>
void for_each_array(Arrays& a, F f) {
  f(a.nodes), f(a.points), f(a.corners), f(a.edges), f(a.wide), f(a.faces), f(a.starts), f(a.pieces);
  f(a.triangles), f(a.sources), f(a.a_triangle_at);
}

std::string problem_of(std::span<const std::byte> bytes, HullHeader& header) {
  if (bytes.size() < sizeof header) return "cut short: " + std::to_string(bytes.size()) + " bytes, less than a header";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.magic != kHullMagic) return "does not begin as a tree of hulls";
  if (header.order_mark != kHullOrder) return "built on a machine of the other byte order";
  if (header.version != kHullVersion)
    return "built in format version " + std::to_string(header.version) + ", not " + std::to_string(kHullVersion) +
           ", which is read here: build it again";
  if (header.checksum != checksum_of(header)) return "damaged: the checksum of the header is wrong";
  if (header.file_bytes != bytes.size())
    return "damaged: " + std::to_string(bytes.size()) + " bytes instead of " + std::to_string(header.file_bytes);
  return {};
}

}  // namespace

bool put_hull_tree(const HullTree& of, const std::function<bool(std::span<const std::byte>)>& put) {
  const HullTree tree = of.complete();
  HullHeader header{};
  header.magic = kHullMagic, header.order_mark = kHullOrder, header.version = kHullVersion;
  header.of_vertices = hierarchy::file_checksum(std::as_bytes(tree.model().mesh().vertices()));
  header.of_faces = hierarchy::file_checksum(std::as_bytes(tree.model().mesh().faces()));
  header.file_bytes = sizeof header;
  FileSection* section = header.sections;
  for_each_array(tree.arrays(), [&](auto array) {
    const auto bytes = std::as_bytes(array);
    *section++ = {header.file_bytes, array.size(), sizeof(array[0]), hierarchy::file_checksum(bytes)};
    header.file_bytes += hierarchy::padded(bytes.size());
  });
  header.checksum = checksum_of(header);
  bool taken = put(std::as_bytes(std::span(&header, 1)));
  for_each_array(tree.arrays(), [&](auto array) { taken = taken && hierarchy::put_padded(std::as_bytes(array), put); });
  return taken;
}

Result<HullTree> hull_tree_in(std::span<const std::byte> bytes, const Model& model, std::shared_ptr<const void> keep,
                              Trust trust) {
  APART_ASSERT(std::bit_cast<std::uintptr_t>(bytes.data()) % hierarchy::kModelAlignment == 0,
               "the bytes of a tree of hulls are aligned");
  HullHeader header{};
  if (std::string wrong = problem_of(bytes, header); !wrong.empty()) return Error{std::move(wrong)};
  HullArrays arrays;
  const FileSection* section = header.sections;
  u64 place = sizeof header;
  std::string wrong;
  for_each_array(arrays, [&](auto& array) {
    using T = std::remove_cvref_t<decltype(array[0])>;
    const FileSection& s = *section++;
    if (!wrong.empty()) return;
    if (s.at != place || s.bytes_each != sizeof(T) || s.count >= u64{1} << 32 ||
        s.at + hierarchy::padded(s.count * sizeof(T)) > bytes.size()) {
      wrong = "damaged: the place of an array is wrong";
      return;
    }
    place += hierarchy::padded(s.count * sizeof(T));
    if (trust == Trust::none &&
        hierarchy::file_checksum(bytes.subspan(s.at, hierarchy::padded(s.count * sizeof(T)))) != s.checksum)
      wrong = "damaged: the checksum of an array is wrong";
    array = hierarchy::array_of<const T>(bytes, s);
  });
  if (wrong.empty() && place != bytes.size()) wrong = "damaged: the arrays do not fill the file";
  if (!wrong.empty()) return Error{wrong};
  if (header.of_vertices != hierarchy::file_checksum(std::as_bytes(model.mesh().vertices())) ||
      header.of_faces != hierarchy::file_checksum(std::as_bytes(model.mesh().faces())))
    return Error{"built of another model"};
  arrays.mesh = model.mesh().vertices();
  HullTree tree = HullTree::trusted(model, arrays, std::move(keep));
  if (trust == Trust::none)
    if (const std::string link = problem_of_links(tree); !link.empty()) return Error{"damaged: " + link};
  return tree;
}

}  // namespace apart::decomposition
