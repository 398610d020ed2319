#include <apart/hierarchy/model_bytes.hpp>
#include <apart/hierarchy/validate.hpp>
#include <array>
#include <bit>
#include <cstring>

namespace apart {
namespace {

// The first byte is in no text, and the last two show where a transfer as text has changed line ends.
constexpr std::array<unsigned char, 8> kMagic{0x89, 'A', 'P', 'A', 'R', 'T', '\r', '\n'};
constexpr std::size_t kMagicName = 6;
constexpr u32 kOrderMark = 0x01020304, kOtherOrder = 0x04030201;
constexpr u32 kVersion = 1;
constexpr std::array<char, 16> kVolume{"Obb<float>"};
using VolumeOfFiles = Obb<float>;
static_assert(std::is_same_v<ModelTree, TreeView<VolumeOfFiles>>, "another volume needs another name here");

enum { vertices, faces, nodes, order, volumes, kSections };
constexpr const char* kNames[] = {"vertices", "triangles", "nodes", "order", "volumes"};

struct Section {
  u64 at, count, bytes_each;
  u64 checksum;  // of the array and the zeros behind it
};

struct Header {
  std::array<unsigned char, 8> magic;  // 0
  u32 order_mark, version;             // 8: magic and these two never move, whatever the version
  u64 file_bytes;                      // 16
  std::array<char, 16> volume;         // 24
  Vec3d centre;                        // 40
  double radius;                       // 64
  Section sections[kSections];         // 72
  u64 reserved[2];                     // 232
  u64 checksum;                        // 248: of the header, this taken as 0
};
static_assert(sizeof(Header) == 256 && sizeof(Header) % kModelAlignment == 0 && std::is_trivially_copyable_v<Header>);
static_assert(sizeof(Vec3d) == 24 && sizeof(Face) == 12 && sizeof(Ref) == 4 && sizeof(Item) == 4);
static_assert(sizeof(VolumeOfFiles) == 60, "without padding, whose bytes would be anything");

constexpr u64 kEach[] = {sizeof(Vec3d), sizeof(Face), sizeof(Ref), sizeof(Item), sizeof(VolumeOfFiles)};
constexpr u64 kMost[] = {u64(1) << 31, u64(1) << 31, u64(Ref::kMost) + 1, u64(1) << 31, u64(Ref::kMost) + 1};

constexpr u64 padded(u64 bytes) { return (bytes + kModelAlignment - 1) / kModelAlignment * kModelAlignment; }

// Eight lanes of words, so that the memory and not the multiplications sets the pace. A step loses nothing of what it
// is given: damage within one word is always found, and other damage but for one in 2^64.
class Checksum {
 public:
  void add(const std::byte* block) {  // of kModelAlignment bytes
    for (std::size_t i = 0; i < 8; ++i) {
      u64 word;
      std::memcpy(&word, block + 8 * i, 8);
      lanes_[i] = mixed(lanes_[i] ^ word);
    }
  }
  u64 value() const {
    u64 all = 0;
    for (u64 lane : lanes_) all = mixed(all ^ lane);
    return all;
  }

 private:
  static u64 mixed(u64 word) {
    word *= 0x9e3779b97f4a7c15;  // odd, so that products differ where factors do
    return word ^ (word >> 32);
  }
  u64 lanes_[8] = {1, 2, 3, 4, 5, 6, 7, 8};
};
static_assert(kModelAlignment == 8 * sizeof(u64));

// As if zeros followed up to a whole block.
u64 checksum(std::span<const std::byte> bytes) {
  Checksum sum;
  std::size_t at = 0;
  for (; at + kModelAlignment <= bytes.size(); at += kModelAlignment) sum.add(bytes.data() + at);
  if (at < bytes.size()) {
    std::byte block[kModelAlignment] = {};
    std::memcpy(block, bytes.data() + at, bytes.size() - at);
    sum.add(block);
  }
  return sum.value();
}

u64 checksum(Header header) {
  header.checksum = 0;
  return checksum(std::as_bytes(std::span(&header, 1)));
}

std::string printable(std::span<const char> name) {
  std::string out;
  for (char c : name) {
    if (c == 0) break;
    out += c > ' ' && c < 127 ? c : '?';
  }
  return out;
}

// Is the header sound, and does it speak of this many bytes? Nothing is believed before it was looked at, so that a
// file of another version or kind is told from a damaged one.
std::string problem(std::span<const std::byte> bytes, Header& header) {
  if (!starts_as_model(bytes)) return "not a model built by apart";
  const std::string cut = "cut short: " + std::to_string(bytes.size()) + " bytes";
  std::memcpy(&header, bytes.data(), std::min(bytes.size(), sizeof header));
  if (bytes.size() < offsetof(Header, file_bytes)) return cut + ", less than a header";
  if (header.magic != kMagic) return "damaged: line ends were changed, as by a transfer as text";
  if (header.order_mark == kOtherOrder) return "built on a machine with the other order of bytes";
  if (header.order_mark != kOrderMark) return "damaged: the header has no order of bytes";
  if (header.version != kVersion)
    return "built in format version " + std::to_string(header.version) + ", " +
           (header.version < kVersion ? "older" : "newer") + " than " + std::to_string(kVersion) +
           ", which is read here: build it again";
  if (bytes.size() < sizeof header) return cut + ", less than a header";
  if (header.checksum != checksum(header)) return "damaged: the checksum of the header is wrong";
  if (header.file_bytes > bytes.size()) return cut + " of " + std::to_string(header.file_bytes);
  if (header.file_bytes < bytes.size())
    return "damaged: " + std::to_string(bytes.size() - header.file_bytes) + " bytes follow its end";
  if (header.volume != kVolume)
    return "holds a tree of " + printable(header.volume) + ", not of " + printable(kVolume) + ": build it again";
  u64 at = sizeof header;
  for (int i = 0; i < kSections; ++i) {
    const Section& s = header.sections[i];
    if (s.at != at || s.bytes_each != kEach[i] || s.count >= kMost[i])
      return std::string("damaged: the place of the ") + kNames[i] + " is wrong";
    at += padded(s.count * s.bytes_each);  // far from overflow: counts are of 31 bits
  }
  if (at != header.file_bytes) return "damaged: the arrays do not fill the file";
  if (header.sections[order].count != header.sections[faces].count) return "damaged: not every triangle has a place";
  if (header.sections[volumes].count != header.sections[nodes].count) return "damaged: not one volume a node";
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

// With right checksums, is it what a query may walk over? All that could lead it astray is looked at.
std::string problem(const Mesh& mesh, const ModelTree& tree) {
  if (Result<Mesh> sound = Mesh::borrow(mesh.vertices(), mesh.faces()); !sound) return sound.error();
  if (std::string wrong = apart::problem(tree.nodes, tree.order, mesh.size()); !wrong.empty()) return wrong;
  if (!all_finite(tree.volumes)) return "a volume is not finite";
  const Frame frame = frame_of(mesh);
  if (!(length(frame.centre - tree.frame.centre) + frame.radius <= tree.frame.radius))
    return "the model's sphere does not hold it";
  return {};
}

// The caller has seen to it that the section lies within the bytes, and where they begin.
template <class T>
std::span<const T> array(std::span<const std::byte> bytes, const Section& section) {
  return {reinterpret_cast<const T*>(bytes.data() + section.at), section.count};
}

}  // namespace

bool starts_as_model(std::span<const std::byte> bytes) {
  return bytes.size() >= kMagicName && std::memcmp(bytes.data(), kMagic.data(), kMagicName) == 0;
}

bool put_model(const Model& model, const std::function<bool(std::span<const std::byte>)>& put) {
  const ModelTree& tree = model.tree();
  const std::span<const std::byte> arrays[] = {std::as_bytes(model.mesh().vertices()),
                                               std::as_bytes(model.mesh().faces()), std::as_bytes(tree.nodes),
                                               std::as_bytes(tree.order), std::as_bytes(tree.volumes)};
  Header header{kMagic, kOrderMark, kVersion, sizeof header, kVolume, tree.frame.centre, tree.frame.radius, {}, {}, 0};
  for (int i = 0; i < kSections; ++i) {
    header.sections[i] = {header.file_bytes, arrays[i].size() / kEach[i], kEach[i], checksum(arrays[i])};
    header.file_bytes += padded(arrays[i].size());
  }
  header.checksum = checksum(header);
  if (!put(std::as_bytes(std::span(&header, 1)))) return false;
  constexpr std::byte zeros[kModelAlignment] = {};
  for (const std::span<const std::byte> bytes : arrays)
    if (!put(bytes) || !put(std::span(zeros).first(padded(bytes.size()) - bytes.size()))) return false;
  return true;
}

Result<Model> model_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust) {
  APART_ASSERT(std::bit_cast<std::uintptr_t>(bytes.data()) % kModelAlignment == 0, "the bytes of a model are aligned");
  Header header{};
  if (std::string wrong = problem(bytes, header); !wrong.empty()) return Error{std::move(wrong)};
  const Section* s = header.sections;
  const Mesh mesh = Mesh::trusted(array<Vec3d>(bytes, s[vertices]), array<Face>(bytes, s[faces]), keep);
  const ModelTree tree{array<Ref>(bytes, s[nodes]),
                       array<Item>(bytes, s[order]),
                       array<VolumeOfFiles>(bytes, s[volumes]),
                       {header.centre, header.radius}};
  if (trust == Trust::none) {
    for (int i = 0; i < kSections; ++i)
      if (checksum(bytes.subspan(s[i].at, padded(s[i].count * s[i].bytes_each))) != s[i].checksum)
        return Error{std::string("damaged: the checksum of the ") + kNames[i] + " is wrong"};
    if (std::string wrong = problem(mesh, tree); !wrong.empty()) return Error{"damaged: " + wrong};
  }
  return Model::trusted(mesh, tree, std::move(keep));
}

}  // namespace apart
