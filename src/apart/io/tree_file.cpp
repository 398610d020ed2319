// Atomic writing, memory mapping and validation of saved models.
#include <apart/hierarchy/saved/body_bytes.hpp>
#include <apart/hierarchy/saved/plant_bytes.hpp>
#include <apart/io/byte_file.hpp>
#include <apart/io/bytes/descriptor.hpp>
#include <apart/io/formats/formats.hpp>
#include <apart/io/mapped_pages.hpp>
#include <apart/io/tree_file.hpp>
#include <filesystem>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <cstring>
#include <new>

namespace apart {
namespace {

using io::Descriptor;
using io::reason;

class Mapping {
 public:
  Mapping(int file, std::size_t size, const std::string& name)
      : size_(size), data_(::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0)) {
    if (*this) io::note_mapped(data_, size_, name);
  }
  ~Mapping() {
    if (*this) io::forget_mapped(data_), ::munmap(data_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  explicit operator bool() const { return data_ != MAP_FAILED; }
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  std::size_t size_;
  void* data_;  // page-aligned, a multiple of kModelAlignment
};

// Excludes what must not be opened: open() blocks on a pipe.
std::string not_a_file(const std::filesystem::file_status& status) {
  if (std::filesystem::is_directory(status)) return "is a directory";
  return std::filesystem::is_regular_file(status) ? "" : "is not a regular file";
}

}  // namespace

Result<std::size_t> save_bytes(const std::string& to, const std::function<bool(const PutBytes&)>& put_all) {
  const std::filesystem::path path = to;
  const std::string name = io::printable_name(to);
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (std::filesystem::exists(status))
    if (const std::string wrong = not_a_file(status); !wrong.empty()) return Error{name + ": " + wrong};

  const std::filesystem::path part = io::name_beside(path);
  Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file) return Error{name + ": " + reason()};
  std::size_t size = 0;
  const bool written = put_all([&](std::span<const std::byte> bytes) {
    size += bytes.size();
    return io::write_all(file.number(), bytes);
  });
  // Synced to disk before it is renamed, so that not even a power cut leaves half a file there.
  if (!written || ::fsync(file.number()) != 0 || !file.close() || ::rename(part.c_str(), path.c_str()) != 0) {
    const std::string wrong = reason();
    ::unlink(part.c_str());
    return Error{name + ": " + wrong};
  }
  return size;
}

namespace {

Result<std::shared_ptr<const Mapping>> mapping_of(const std::filesystem::path& path, const std::string& name) {
  std::error_code why;
  const auto status = std::filesystem::status(path, why);
  if (why) return Error{name + ": " + why.message()};
  if (const std::string wrong = not_a_file(status); !wrong.empty()) return Error{name + ": " + wrong};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts {};
  if (!file || ::fstat(file.number(), &facts) != 0) return Error{name + ": " + reason()};
  if (facts.st_size <= 0) return Error{name + ": empty file"};
  auto mapping = std::make_shared<const Mapping>(file.number(), static_cast<std::size_t>(facts.st_size), path.string());
  if (!*mapping) return Error{name + ": " + reason()};
  return mapping;
}

// The bodies; a single model is one body, named after the file.
Result<SavedBodies> bodies_named(const std::string& name, std::span<const std::byte> bytes,
                                 const std::shared_ptr<const void>& keep, Trust trust) {
  if (holds_plant(bytes) || holds_bodies(bytes)) {
    SavedBodies saved;
    if (holds_plant(bytes)) {
      Result<SavedBodies> plant = plant_in(bytes, keep, trust);
      if (!plant) return Error{name + ": " + plant.error()};
      saved = *std::move(plant);
    } else {
      Result<std::vector<BodyModel>> bodies = bodies_in(bytes, keep, trust);
      if (!bodies) return Error{name + ": " + bodies.error()};
      saved.bodies = *std::move(bodies);
    }
    for (BodyModel& one : saved.bodies) {
      if (!one.body.unit.empty() && !unit_in_metres(one.body.unit))
        return Error{name + ": damaged: the unit of a body is unknown"};
      if (one.body.file.empty()) one.body.file = name;
    }
    return saved;
  }
  Result<Model> model = model_in(bytes, keep, trust);
  if (!model) return Error{name + ": " + model.error()};
  Body body{std::filesystem::path(name).stem().string(), model->mesh(), Pose{}};
  body.file = name;
  return SavedBodies{{BodyModel{std::move(body), std::move(*model)}}};
}

}  // namespace

Result<std::size_t> save(const Model& model, const std::string& path) {
  return save_bytes(path, [&](const PutBytes& put) { return put_model(model, put); });
}

Result<std::size_t> save(std::span<const BodyModel> bodies, const Model& whole, const std::string& path) {
  return save_bytes(path, [&](const PutBytes& put) { return put_bodies(bodies, whole, put); });
}

Result<MappedBytes> map_bytes(const std::string& path) {
  const auto mapping = mapping_of(path, io::printable_name(path));
  if (!mapping) return Error{mapping.error()};
  return MappedBytes{(*mapping)->bytes(), *mapping};
}

Result<Model> map_model(const std::string& path, Trust trust) {
  const std::string name = io::printable_name(path);
  const auto mapping = mapping_of(path, name);
  if (!mapping) return Error{mapping.error()};
  if (holds_plant((*mapping)->bytes()))
    return Error{name + ": holds bodies for check, not all of them as one model; build it with --whole yes"};
  Result<Model> model = whole_in((*mapping)->bytes(), *mapping, trust);
  if (!model) return Error{name + ": " + model.error()};
  return model;
}

Result<SavedBodies> map_saved(const std::string& path, Trust trust) {
  const std::string name = io::printable_name(path);
  const auto mapping = mapping_of(path, name);
  if (!mapping) return Error{mapping.error()};
  return bodies_named(name, (*mapping)->bytes(), *mapping, trust);
}

Result<std::vector<BodyModel>> map_bodies(const std::string& path, Trust trust) {
  Result<SavedBodies> saved = map_saved(path, trust);
  if (!saved) return Error{saved.error()};
  return std::move(saved->bodies);
}

Result<std::vector<Body>> io::read_tree(const Source& source) {
  struct Free {
    void operator()(std::byte* bytes) const { ::operator delete (bytes, std::align_val_t{kModelAlignment}); }
  };
  const std::size_t size = source.bytes.size();
  const std::shared_ptr<std::byte> copy(
      static_cast<std::byte*>(::operator new (size, std::align_val_t{kModelAlignment})), Free{});
  std::memcpy(copy.get(), source.bytes.data(), size);
  const Result<SavedBodies> saved = bodies_named(source.name, {copy.get(), size}, copy, Trust::none);
  if (!saved) return Error{saved.error()};
  return bodies_of(saved->bodies);
}

std::vector<Body> io::bodies_of(std::span<const BodyModel> models) {
  std::vector<Body> bodies;
  for (const BodyModel& one : models)
    if (!one.body.mesh.empty()) bodies.push_back(one.body);
  return bodies;
}

bool is_tree_file(const std::string& path) {
  std::error_code why;
  if (!std::filesystem::is_regular_file(path, why)) return false;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::byte start[16];
  const ssize_t got = file ? ::read(file.number(), start, sizeof start) : 0;
  return got > 0 && starts_as_model(std::span(start).first(static_cast<std::size_t>(got)));
}

}  // namespace apart
