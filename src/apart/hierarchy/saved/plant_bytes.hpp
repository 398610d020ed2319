// Serializes a plant: bodies whose models were written one by one, before anything was known of those that follow. The
// models come first, then the tables, so that memory does not grow with the models; the tables hold what a check needs
// to know before it looks at a model. docs/tree-file.md documents every byte.
#pragma once
#include <apart/hierarchy/saved.hpp>
#include <apart/hierarchy/saved/model_layout.hpp>

namespace apart::hierarchy {

struct PlantHeader {
  FileStart start;                   // 0
  FileSection models, bodies, text;  // 24
  u64 title_bytes, notes_bytes;      // 120: the first texts; a line for each note
  u64 reserved[6];                   // 136
  u64 checksum;                      // 184: of the header, this taken as 0
};
static_assert(sizeof(PlantHeader) == 192 && sizeof(PlantHeader) % kModelAlignment == 0);

struct PlantModel {
  u64 at, bytes;
  u64 closed;                                  // 1 if it can be queried as a solid
  std::array<std::byte, kModelHeader> header;  // its first bytes
};
static_assert(sizeof(PlantModel) == 280);

// What follows the models, and the header in front of them.
struct PlantTables {
  PlantHeader header;
  std::vector<std::byte> bytes;  // a multiple of kModelAlignment
};
// `model_of` has the number of each body's model, in the order in which they were written; boxes are those of
// SavedBodies.
PlantTables plant_tables(const SavedBodies& saved, std::span<const u32> model_of, std::span<const PlantModel> models);

bool holds_plant(std::span<const std::byte> bytes);
// The bodies, or an error. As for model_in, the bytes are aligned and `keep` owns them.
Result<SavedBodies> plant_in(std::span<const std::byte> bytes, const std::shared_ptr<const void>& keep, Trust trust);

}  // namespace apart::hierarchy
