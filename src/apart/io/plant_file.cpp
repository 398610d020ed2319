// Appends models to a file that is mapped while it grows, then its tables.
#include <apart/hierarchy/saved/plant_bytes.hpp>
#include <apart/io/bytes/descriptor.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/mapped_pages.hpp>
#include <apart/io/plant_file.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <array>
#include <cstring>
#include <map>

namespace apart::io {

// Address space beyond the end of the file, for what will be written there: pages become valid as the file grows.
class GrowingMap {
 public:
  GrowingMap(int file, u64 at, u64 bytes)
      : begin_(at / kPage * kPage),
        size_(at - begin_ + bytes),
        data_(::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, static_cast<off_t>(begin_))) {
    if (*this) note_mapped(data_, size_, "");
  }
  ~GrowingMap() {
    if (*this) forget_mapped(data_), ::munmap(data_, size_);
  }
  GrowingMap(const GrowingMap&) = delete;
  GrowingMap& operator=(const GrowingMap&) = delete;

  explicit operator bool() const { return data_ != MAP_FAILED; }
  bool holds(u64 at, u64 bytes) const { return at >= begin_ && at + bytes <= begin_ + size_; }
  std::span<const std::byte> bytes(u64 at, u64 count) const {
    return {static_cast<const std::byte*>(data_) + (at - begin_), count};
  }

 private:
  static constexpr u64 kPage = 65536;  // a multiple of every page size
  u64 begin_, size_;
  void* data_;
};

namespace {

constexpr u64 kMappedAtOnce = u64(1) << 36;
constexpr hierarchy::PlantHeader kNoHeader{};  // written first, and replaced in the end

using ModelHeader = std::array<std::byte, hierarchy::kModelHeader>;

ModelHeader header_of(const Model& model) {
  ModelHeader out{};
  std::size_t known = 0;
  hierarchy::put_model(model, [&](std::span<const std::byte> bytes) {
    const std::size_t more = std::min(bytes.size(), out.size() - known);
    std::memcpy(out.data() + known, bytes.data(), more);
    known += more;
    return known < out.size();
  });
  return out;
}

bool same_bytes(const Model& model, std::span<const std::byte> written) {
  return hierarchy::put_model(model, [&](std::span<const std::byte> bytes) {
    if (bytes.size() > written.size() || std::memcmp(bytes.data(), written.data(), bytes.size()) != 0) return false;
    written = written.subspan(bytes.size());
    return true;
  });
}

}  // namespace

struct PlantFile::State {
  State(std::string shown, std::filesystem::path written, int descriptor)
      : name(std::move(shown)), part(std::move(written)), file(descriptor) {}
  ~State() {
    if (!part.empty()) ::unlink(part.c_str());
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  bool put(std::span<const std::byte> bytes) {
    at += bytes.size();
    return write_all(file.number(), bytes);
  }
  Error failed() const { return Error{name + ": " + reason()}; }

  std::string name;            // of the finished file, for messages
  std::filesystem::path part;  // while it is written; empty: it has no name
  std::filesystem::path path;  // when it is finished
  Descriptor file;
  u64 at = 0;  // where the next byte goes
  // One that was written, with the bytes of this header.
  struct Written {
    Model model;  // keeps the bytes mapped
    std::span<const std::byte> bytes;
  };
  std::vector<hierarchy::PlantModel> models;
  std::map<ModelHeader, std::vector<Written>> known;
  std::map<const Face*, u32> numbers;  // of the models, by their arrays in the file
  std::shared_ptr<const GrowingMap> map;
};

PlantFile::PlantFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
PlantFile::~PlantFile() = default;
PlantFile::PlantFile(PlantFile&&) noexcept = default;
PlantFile& PlantFile::operator=(PlantFile&&) noexcept = default;

Result<PlantFile> PlantFile::create(const std::string& path) {
  const std::filesystem::path part = name_beside(path);
  auto state = std::make_unique<State>(printable_name(path), part,
                                       ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  state->path = path;
  if (!state->file) {
    state->part.clear();
    return state->failed();
  }
  if (!state->put(std::as_bytes(std::span(&kNoHeader, 1)))) return state->failed();
  return PlantFile(std::move(state));
}

Result<PlantFile> PlantFile::unnamed(const std::string& folder) {
  const std::filesystem::path part = name_beside(std::filesystem::path(folder) / "apart");
  auto state = std::make_unique<State>(printable_name(folder), std::filesystem::path(),
                                       ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!state->file || ::unlink(part.c_str()) != 0) return state->failed();
  if (!state->put(std::as_bytes(std::span(&kNoHeader, 1)))) return state->failed();
  return PlantFile(std::move(state));
}

// What was written is not written again: a part that several files hold becomes one model.
Result<Model> PlantFile::add(const Model& model) {
  State& s = *state_;
  const hierarchy::PlantModel place{s.at, hierarchy::bytes_of_model(model), model.closed(), header_of(model)};
  std::vector<State::Written>& alike = s.known[place.header];
  for (const State::Written& one : alike)
    if (same_bytes(model, one.bytes)) return one.model;
  if (!hierarchy::put_model(model, [&](std::span<const std::byte> bytes) { return s.put(bytes); })) return s.failed();
  if (!s.map || !s.map->holds(place.at, place.bytes)) {
    s.map = std::make_shared<const GrowingMap>(s.file.number(), place.at, std::max(kMappedAtOnce, place.bytes));
    if (!*s.map) return s.failed();
  }
  const std::span<const std::byte> bytes = s.map->bytes(place.at, place.bytes);
  Result<Model> in_file = hierarchy::unread_model(place.header, bytes, s.map, place.closed == 1);
  if (!in_file) return Error{s.name + ": " + in_file.error()};
  s.numbers.emplace(in_file->mesh().faces().data(), static_cast<u32>(s.models.size()));
  s.models.push_back(place);
  alike.push_back({*in_file, bytes});
  return in_file;
}

Result<std::size_t> PlantFile::finish(const SavedBodies& saved) {
  State& s = *state_;
  std::vector<u32> model_of;
  for (const BodyModel& one : saved.bodies) {
    auto number = s.numbers.find(one.model.mesh().faces().data());
    if (number == s.numbers.end()) {
      const Result<Model> in_file = add(one.model);
      if (!in_file) return Error{in_file.error()};
      const u32 given = s.numbers.at(in_file->mesh().faces().data());
      number = s.numbers.emplace(one.model.mesh().faces().data(), given).first;
    }
    model_of.push_back(number->second);
  }
  const hierarchy::PlantTables tables = hierarchy::plant_tables(saved, model_of, s.models);
  if (std::max({tables.header.models.count, tables.header.bodies.count, tables.header.text.count}) >= u64(1) << 31)
    return Error{s.name + ": more than 2^31 bodies, or characters of their names"};
  // Synced to disk before it is renamed, so that not even a power cut leaves half a file there.
  const bool written =
      s.put(tables.bytes) &&
      ::pwrite(s.file.number(), &tables.header, sizeof tables.header, 0) == ssize_t(sizeof tables.header) &&
      ::fsync(s.file.number()) == 0 && ::rename(s.part.c_str(), s.path.c_str()) == 0;
  if (!written) return s.failed();
  s.part.clear();
  return s.at;
}

}  // namespace apart::io
