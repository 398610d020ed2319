#include <apart/base/rigidity.hpp>
#include <apart/hierarchy/saved/body_record.hpp>
#include <bit>
#include <cmath>

namespace apart::hierarchy {

BodyRecord record_of(const Body& body, u32 model, TextWriter& text) {
  BodyRecord r{};
  r.model = model;
  r.pose = std::bit_cast<std::array<double, 12>>(body.pose);
  r.error = body.error;
  r.name = text.add(body.name), r.group = text.add(body.group), r.file = text.add(body.file);
  r.path = text.add(body.path), r.layer = text.add(body.layer), r.unit = text.add(body.unit);
  r.id = text.add(body.id), r.color = text.add(body.color);
  return r;
}

std::string problem_of_record(const BodyRecord& record, u64 models, u64 text_bytes) {
  if (record.model >= models) return "damaged: a body's model is not there";
  for (const TextPlace& text :
       {record.name, record.group, record.file, record.path, record.layer, record.unit, record.id, record.color})
    if (u64(text.at) + text.bytes > text_bytes) return "damaged: a name lies outside of the text";
  const Pose pose = std::bit_cast<Pose>(record.pose);
  if (!is_finite(pose.translation) || !(rigidity_error(pose.rotation) <= Pose::kRigidTolerance))
    return "damaged: the place of a body is not rigid";
  if (!(record.error >= 0 && std::isfinite(record.error))) return "damaged: the error of a body is not a length";
  return {};
}

std::string text_at(std::span<const char> text, TextPlace place) {
  return std::string(text.subspan(place.at, place.bytes).data(), place.bytes);
}

Body body_of(const BodyRecord& record, std::span<const char> text, const Mesh& mesh) {
  Body body{text_at(text, record.name), mesh, std::bit_cast<Pose>(record.pose)};
  body.group = text_at(text, record.group), body.file = text_at(text, record.file);
  body.path = text_at(text, record.path), body.layer = text_at(text, record.layer);
  body.color = text_at(text, record.color), body.unit = text_at(text, record.unit);
  body.id = text_at(text, record.id), body.error = record.error;
  return body;
}

}  // namespace apart::hierarchy
