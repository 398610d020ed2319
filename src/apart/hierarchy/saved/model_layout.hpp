// What the files of models and of bodies have in common: how they begin, how arrays lie in them, and their checksums.
#pragma once
#include <apart/hierarchy/saved/model_bytes.hpp>
#include <array>
#include <string>

namespace apart::hierarchy {

inline constexpr u32 kVersionOfModel = 1, kVersionOfBodies = 2;

struct FileStart {
  std::array<unsigned char, 8> magic;  // 0
  u32 order_mark, version;             // 8: magic and these two never move, whatever the version
  u64 file_bytes;                      // 16
};
static_assert(sizeof(FileStart) == 24);

struct FileSection {
  u64 at, count, bytes_each;
  u64 checksum;  // of the array and the zeros behind it
};
static_assert(sizeof(FileSection) == 32);

constexpr u64 padded(u64 bytes) { return (bytes + kModelAlignment - 1) / kModelAlignment * kModelAlignment; }

// As if zeros followed up to a whole block.
u64 file_checksum(std::span<const std::byte> bytes);

FileStart start_of_file(u32 version);
// Empty when the bytes begin as a file of a version that is read here. Nothing is believed before it was looked at, so
// that a file of another version or kind is told from a damaged one.
std::string problem_of_start(std::span<const std::byte> bytes, FileStart& start);
// Empty when there are as many bytes as the file says. To be asked when the header is known to be sound.
std::string problem_of_size(std::span<const std::byte> bytes, const FileStart& start);

// The bytes, and zeros up to a whole block.
bool put_padded(std::span<const std::byte> bytes, const std::function<bool(std::span<const std::byte>)>& put);

// How many put_model() hands over.
u64 bytes_of_model(const Model& model);

}  // namespace apart::hierarchy
