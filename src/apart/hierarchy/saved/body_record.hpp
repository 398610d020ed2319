// A body in a saved file: its model's number, its place, and where its names are in the file's text.
#pragma once
#include <apart/hierarchy/saved.hpp>
#include <array>
#include <map>
#include <span>

namespace apart::hierarchy {

struct TextPlace {
  u32 at, bytes;  // in the text
};

struct BodyRecord {
  u32 model;
  u32 first_triangle;           // in the model of the whole, if there is one
  std::array<double, 12> pose;  // the rotation row by row, and the translation
  double error;
  TextPlace name, group, file, path, layer, unit, id, color;
};
static_assert(sizeof(BodyRecord) == 176 && std::is_trivially_copyable_v<BodyRecord>);

// All texts of a file, each once.
class TextWriter {
 public:
  TextPlace add(const std::string& text) {
    const auto [place, is_new] = known_.try_emplace(text, static_cast<u32>(all_.size()));
    if (is_new) all_ += text;
    return {place->second, static_cast<u32>(text.size())};
  }
  const std::string& all() const { return all_; }

 private:
  std::string all_;
  std::map<std::string, u32> known_;
};

BodyRecord record_of(const Body& body, u32 model, TextWriter& text);
// Empty if the record is valid, for this many models and bytes of text.
std::string problem_of_record(const BodyRecord& record, u64 models, u64 text_bytes);
// Precondition: the place lies within the text.
std::string text_at(std::span<const char> text, TextPlace place);
Body body_of(const BodyRecord& record, std::span<const char> text, const Mesh& mesh);

}  // namespace apart::hierarchy
