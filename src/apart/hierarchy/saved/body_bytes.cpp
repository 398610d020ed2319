// Layout and validation of saved bodies.
#include <algorithm>
#include <apart/hierarchy/saved/body_bytes.hpp>
#include <apart/hierarchy/saved/body_record.hpp>
#include <apart/hierarchy/saved/model_layout.hpp>
#include <cstring>
#include <map>

namespace apart::hierarchy {
namespace {

struct BodiesHeader {
  FileStart start;                   // 0
  FileSection models, bodies, text;  // 24
  u64 whole;                         // 120: the index of the model that joins all bodies
  std::array<u64, 7> reserved;       // 128
  u64 checksum;                      // 184: of the header, this taken as 0
};
static_assert(sizeof(BodiesHeader) == 192 && sizeof(BodiesHeader) % kModelAlignment == 0);

struct ModelPlace {
  u64 at, bytes;
};

u64 checksum(BodiesHeader header) {
  header.checksum = 0;
  return file_checksum(std::as_bytes(std::span(&header, 1)));
}

// Validates the header and the positions of the tables.
std::string problem(std::span<const std::byte> bytes, BodiesHeader& header) {
  FileStart start{};
  if (std::string wrong = problem_of_start(bytes, start); !wrong.empty()) return wrong;
  if (start.version != kVersionOfBodies) return "holds a model, not bodies";
  if (bytes.size() < sizeof header) return "cut short: " + std::to_string(bytes.size()) + " bytes, less than a header";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.checksum != checksum(header)) return "damaged: the checksum of the header is wrong";
  if (std::string wrong = problem_of_size(bytes.size(), start); !wrong.empty()) return wrong;
  u64 at = sizeof header;
  const auto lies = [&](const FileSection& s, u64 each) {
    const bool right = s.at == at && s.bytes_each == each && s.count < u64(1) << 31;
    if (right) at += padded(s.count * each);
    return right && at <= start.file_bytes;
  };
  if (!lies(header.models, sizeof(ModelPlace)) || !lies(header.bodies, sizeof(BodyRecord)) || !lies(header.text, 1))
    return "damaged: the place of a table is wrong";
  if (header.bodies.count == 0) return "damaged: no bodies";
  if (header.whole >= header.models.count) return "damaged: the model of the whole is not there";
  return {};
}

// The checks that Trust::own leaves: the tables themselves, in time independent of the triangles. The positions of
// models must always be valid; the rest is trusted to whoever computed the checksums.
std::string problem(std::span<const std::byte> bytes, const BodiesHeader& header, Trust trust) {
  u64 at = padded(header.text.at + header.text.count);
  for (const ModelPlace& place : array_of<ModelPlace>(bytes, header.models)) {
    if (place.at != at || place.bytes % kModelAlignment != 0 || place.bytes > bytes.size() - at)
      return "damaged: the place of a model is wrong";
    at += place.bytes;
  }
  if (at != bytes.size()) return "damaged: the models do not fill the file";
  if (trust != Trust::own)
    for (const FileSection* s : {&header.models, &header.bodies, &header.text})
      if (file_checksum(bytes.subspan(s->at, padded(s->count * s->bytes_each))) != s->checksum)
        return "damaged: the checksum of a table is wrong";
  for (const BodyRecord& record : array_of<BodyRecord>(bytes, header.bodies))
    if (std::string wrong = problem_of_record(record, header.models.count, header.text.count); !wrong.empty())
      return wrong;
  return {};
}

Result<Model> model_at(std::span<const std::byte> bytes, const BodiesHeader& header, u64 number,
                       const std::shared_ptr<const void>& keep, Trust trust) {
  const ModelPlace place = array_of<ModelPlace>(bytes, header.models)[number];
  return model_in(bytes.subspan(place.at, place.bytes), keep, trust);
}

}  // namespace

bool put_bodies(std::span<const BodyModel> bodies, const Model& whole,
                const std::function<bool(std::span<const std::byte>)>& put) {
  std::map<const Face*, u32> numbers;
  std::vector<const Model*> models;
  const auto number = [&](const Model& model) {
    const auto [place, is_new] = numbers.try_emplace(model.mesh().faces().data(), static_cast<u32>(models.size()));
    if (is_new) models.push_back(&model);
    return place->second;
  };
  TextWriter text;
  std::vector<BodyRecord> records;
  u32 triangles = 0;
  for (const auto& [body, model] : bodies) {
    records.push_back(record_of(body, number(model), text));
    records.back().first_triangle = triangles;
    triangles += model.mesh().size();
  }
  BodiesHeader header{};
  header.start = start_of_file(kVersionOfBodies);
  header.whole = number(whole);
  std::vector<ModelPlace> places(models.size());
  const std::span<const std::byte> tables[] = {std::as_bytes(std::span(places)), std::as_bytes(std::span(records)),
                                               std::as_bytes(std::span(text.all()))};
  FileSection* const sections[] = {&header.models, &header.bodies, &header.text};
  const u64 each[] = {sizeof(ModelPlace), sizeof(BodyRecord), 1};
  u64 at = sizeof header;
  for (int i = 0; i < 3; ++i) {
    *sections[i] = {at, tables[i].size() / each[i], each[i], 0};
    at += padded(tables[i].size());
  }
  for (std::size_t k = 0; k < models.size(); ++k) {
    places[k] = {at, bytes_of_model(*models[k])};
    at += places[k].bytes;
  }
  header.start.file_bytes = at;
  for (int i = 0; i < 3; ++i) sections[i]->checksum = file_checksum(tables[i]);
  header.checksum = checksum(header);
  if (!put(std::as_bytes(std::span(&header, 1)))) return false;
  for (const std::span<const std::byte> table : tables)
    if (!put_padded(table, put)) return false;
  for (const Model* model : models)
    if (!put_model(*model, put)) return false;
  return true;
}

bool holds_bodies(std::span<const std::byte> bytes) {
  FileStart start{};
  return problem_of_start(bytes, start).empty() && start.version == kVersionOfBodies;
}

Result<std::vector<BodyModel>> bodies_in(std::span<const std::byte> bytes, const std::shared_ptr<const void>& keep,
                                         Trust trust) {
  BodiesHeader header{};
  if (std::string wrong = problem(bytes, header); !wrong.empty()) return Error{std::move(wrong)};
  if (std::string wrong = problem(bytes, header, trust); !wrong.empty()) return Error{std::move(wrong)};
  std::map<u32, Model> models;
  std::vector<BodyModel> out;
  const std::span<const char> text = array_of<char>(bytes, header.text);
  for (const BodyRecord& record : array_of<BodyRecord>(bytes, header.bodies)) {
    auto known = models.find(record.model);
    if (known == models.end()) {
      Result<Model> model = model_at(bytes, header, record.model, keep, trust);
      if (!model) return Error{"model " + std::to_string(record.model) + ": " + model.error()};
      known = models.emplace(record.model, std::move(*model)).first;
    }
    out.push_back({body_of(record, text, known->second.mesh()), known->second});
  }
  return out;
}

Result<Model> whole_in(std::span<const std::byte> bytes, std::shared_ptr<const void> keep, Trust trust) {
  if (!holds_bodies(bytes)) return model_in(bytes, std::move(keep), trust);
  BodiesHeader header{};
  if (std::string wrong = problem(bytes, header); !wrong.empty()) return Error{std::move(wrong)};
  if (std::string wrong = problem(bytes, header, trust); !wrong.empty()) return Error{std::move(wrong)};
  Result<Model> whole = model_at(bytes, header, header.whole, keep, trust);
  if (!whole || header.bodies.count < 2) return whole;
  std::vector<u32> firsts;
  for (const BodyRecord& record : array_of<BodyRecord>(bytes, header.bodies)) firsts.push_back(record.first_triangle);
  if (firsts[0] != 0 || firsts.back() > whole->mesh().size() || !std::is_sorted(firsts.begin(), firsts.end()))
    return Error{"damaged: the parts of the whole do not follow each other"};
  return Model::trusted(whole->mesh().with_parts(std::move(firsts)), whole->tree(), std::move(keep));
}

}  // namespace apart::hierarchy
