// The common layout of files of models and of bodies: start, sections, checksums.
#pragma once
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <array>
#include <string>

namespace apart::hierarchy {

inline constexpr u32 kVersionOfModel = 1, kVersionOfBodies = 2, kVersionOfPlant = 3;

struct FileStart {
  std::array<unsigned char, 8> magic;  // 0
  u32 order_mark, version;             // 8: magic and these two never move, whatever the version
  u64 file_bytes;                      // 16
};
static_assert(sizeof(FileStart) == 24);

struct FileSection {
  u64 at, count, bytes_each;
  u64 checksum;  // of the array and its padding
};
static_assert(sizeof(FileSection) == 32);

// Precondition: the section lies within the bytes, which are aligned.
template <class T>
std::span<const T> array_of(std::span<const std::byte> bytes, const FileSection& section) {
  return {reinterpret_cast<const T*>(bytes.data() + section.at), section.count};
}

constexpr u64 padded(u64 bytes) { return (bytes + kModelAlignment - 1) / kModelAlignment * kModelAlignment; }

// As if padded with zeros to a whole block.
u64 file_checksum(std::span<const std::byte> bytes);

FileStart start_of_file(u32 version);
// Empty if the bytes begin as a file of a supported version. Checks in an order that distinguishes files of another
// version or kind from damaged ones.
std::string problem_of_start(std::span<const std::byte> bytes, FileStart& start);
// Empty if there are as many bytes as the header states. Precondition: the header is valid.
std::string problem_of_size(u64 bytes, const FileStart& start);

// The bytes, padded with zeros to a whole block.
bool put_padded(std::span<const std::byte> bytes, const std::function<bool(std::span<const std::byte>)>& put);

// The number of bytes that put_model() passes.
u64 bytes_of_model(const Model& model);

// The first bytes of a model, which describe the rest.
inline constexpr std::size_t kModelHeader = 256;
// The model of these bytes, without reading them: `header` is a copy of the first, and Model::problem() compares it.
Result<Model> unread_model(std::span<const std::byte, kModelHeader> header, std::span<const std::byte> bytes,
                           std::shared_ptr<const void> keep, std::optional<bool> closed);

}  // namespace apart::hierarchy
