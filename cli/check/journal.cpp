// Records with a length and a checksum each, behind a header that says of which check they are.
#include "cli/check/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <apart/io/bytes/source.hpp>
#include <apart/scene/pair_bytes.hpp>
#include <apart/version.hpp>
#include <cstring>
#include <fstream>

#include "cli/input.hpp"

namespace apart::cli {
namespace {

u64 checksum(std::string_view bytes) { return hierarchy::file_checksum(std::as_bytes(std::span(bytes))); }

struct JournalHeader {
  char magic[16] = "apart journal 1";
  u64 fingerprint = 0;
};
struct RecordHeader {
  u64 bytes, checksum;
};

// The bytes of everything that matters, hashed piece by piece.
class Hash {
 public:
  void add(std::string_view text) {
    all_.append(std::to_string(text.size())).append(":").append(text);
    if (all_.size() > 1 << 20) fold();
  }
  template <class T>
  void number(const T& x) {
    add(std::string_view(reinterpret_cast<const char*>(&x), sizeof x));
  }
  void add(const Pose& pose) {
    for (const Vec3d& v : {pose.rotation.rows[0], pose.rotation.rows[1], pose.rotation.rows[2], pose.translation})
      number(v.x), number(v.y), number(v.z);
  }
  void add(const PairPattern& pair) {
    for (const PartPattern* part : {&pair.a, &pair.b}) add(part->name), add(part->group);
    number(pair.same);
  }
  u64 value() {
    fold();
    return sum_;
  }

 private:
  void fold() {
    all_ += std::to_string(sum_);
    sum_ = checksum(all_);
    all_.clear();
  }
  std::string all_;
  u64 sum_ = 0;
};

// By its header, which has the checksums of its arrays.
u64 content_of(const Model& model) {
  u64 out = 0;
  hierarchy::put_model(model, [&](std::span<const std::byte> bytes) {
    out = hierarchy::file_checksum(bytes);
    return false;  // the header alone
  });
  return out;
}

}  // namespace

u64 fingerprint(const Report& report, const std::vector<u64>& files) {
  Hash hash;
  hash.add(fmt::format("{}.{}.{}", APART_VERSION_MAJOR, APART_VERSION_MINOR, APART_VERSION_PATCH));
  for (u64 file : files) hash.number(file);
  std::map<const Face*, u64> contents;
  for (const AssemblyPart& part : report.parts) {
    for (const std::string* text :
         {&part.name, &part.group, &part.file, &part.layer, &part.id, &part.path, &part.own_name})
      hash.add(*text);
    hash.add(part.pose);
    hash.number(part.error);
    hash.add(part.shape ? part.file : "");  // its text
    if (part.box) continue;                 // of a file whose checksum is in the hash
    const auto [known, is_new] = contents.try_emplace(part.model.mesh().faces().data());
    if (is_new) known->second = content_of(part.model);
    hash.number(known->second);
  }
  const CheckRules& rules = report.rules;
  hash.number(rules.clearance), hash.number(rules.touch.value_or(-1));
  for (const bool flag : {rules.solid, rules.self, rules.measure_clear, rules.all_pairs}) hash.number(flag);
  hash.number(rules.between.size());
  for (const PairPattern& pair : rules.between) hash.add(pair);
  hash.number(rules.clearances.size());
  for (const ClearanceRule& rule : rules.clearances) hash.add(rule.pair), hash.number(rule.clearance);
  for (const IgnoreRule& rule : rules.ignore)
    hash.add(rule.pair), hash.add(rule.reason), hash.add(rule.label), hash.number(rule.touching);
  for (u32 part : report.motion.parts) hash.number(part);
  for (const auto& frame : report.motion.frames)
    for (const Pose& pose : frame) hash.add(pose);
  return hash.value();
}

Journal::Journal(std::string path, u64 fingerprint)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666)) {
  const std::string name = io::printable_name(path_);
  struct stat facts {};
  if (!file_ || ::fstat(file_.number(), &facts) != 0) throw BadInput(name + ": " + io::reason());
  if (!S_ISREG(facts.st_mode)) throw BadInput(name + ": is not a regular file");
  std::ifstream in(path_, std::ios::binary);
  JournalHeader header, expected;
  expected.fingerprint = fingerprint;
  in.read(reinterpret_cast<char*>(&header), sizeof header);
  const auto begun = static_cast<std::size_t>(in.gcount());
  if (std::memcmp(&header, &expected, std::min(begun, sizeof header.magic)) != 0)
    throw BadInput(name + ": exists, and is no journal of apart check; choose another name or remove it");
  if (begun == sizeof header && header.fingerprint != fingerprint)
    throw BadInput(name +
                   ": is the journal of another check: of other bodies, rules or options, or of another version; "
                   "remove it to begin anew");
  if (begun == sizeof header) {
    end_ = sizeof header;
    const u64 size = static_cast<u64>(facts.st_size);
    for (RecordHeader record{}; in.read(reinterpret_cast<char*>(&record), sizeof record);) {
      if (record.bytes > size - end_) break;
      std::string bytes(record.bytes, '\0');
      if (!in.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || checksum(bytes) != record.checksum)
        break;
      std::optional<PairReport> pair = scene::pair_of_bytes(bytes);
      if (!pair) break;
      end_ += sizeof record + record.bytes;
      const std::pair key(pair->a, pair->b);
      known_.insert_or_assign(key, *std::move(pair));
    }
  } else {  // killed before the header was complete
    if (::ftruncate(file_.number(), 0) != 0 || !io::write_all(file_.number(), std::as_bytes(std::span(&expected, 1))))
      throw BadInput(name + ": " + io::reason());
    end_ = sizeof expected;
  }
  if (::ftruncate(file_.number(), static_cast<off_t>(end_)) != 0 ||
      ::lseek(file_.number(), static_cast<off_t>(end_), SEEK_SET) < 0)
    throw BadInput(name + ": " + io::reason());
}

std::vector<std::pair<u32, u32>> Journal::pairs() const {
  std::vector<std::pair<u32, u32>> out;
  for (const auto& [pair, report] : known_) out.push_back(pair);
  return out;
}

std::optional<PairReport> Journal::take(u32 a, u32 b) {
  const auto found = known_.find({a, b});
  if (found == known_.end()) return {};
  std::optional<PairReport> out = std::move(found->second);
  known_.erase(found);
  return out;
}

void Journal::add(const PairReport& pair) {
  if (!file_) return;
  std::string bytes(sizeof(RecordHeader), '\0');
  scene::append_pair(bytes, pair);
  const std::string_view payload = std::string_view(bytes).substr(sizeof(RecordHeader));
  const RecordHeader record{payload.size(), checksum(payload)};
  std::memcpy(bytes.data(), &record, sizeof record);
  if (io::write_all(file_.number(), std::as_bytes(std::span(bytes)))) {
    end_ += bytes.size();
    return;
  }
  std::fputs(fmt::format("apart: note: {}: {}; the check goes on, and what it finds from here on is not kept\n",
                         io::printable_name(path_), io::reason())
                 .c_str(),
             stderr);
  // What was written of the record is left out again, so that the journal ends with a complete one.
  if (::ftruncate(file_.number(), static_cast<off_t>(end_)) != 0) errno = 0;
  file_.close();
}

void Journal::remove() const {
  std::error_code why;
  std::filesystem::remove(path_, why);
}

}  // namespace apart::cli
