// Layout and validation of saved plants.
#include <apart/hierarchy/saved/body_record.hpp>
#include <apart/hierarchy/saved/plant_bytes.hpp>
#include <cstring>

namespace apart::hierarchy {
namespace {

struct PlantBody {
  BodyRecord record;
  Bounds box;  // world_box() at its pose
};
static_assert(sizeof(PlantBody) == 224 && std::is_trivially_copyable_v<PlantBody>);

u64 checksum(PlantHeader header) {
  header.checksum = 0;
  return file_checksum(std::as_bytes(std::span(&header, 1)));
}

// Validates the header, the positions of the tables and, unless they are trusted, their checksums.
std::string problem(std::span<const std::byte> bytes, PlantHeader& header, Trust trust) {
  FileStart start{};
  if (std::string wrong = problem_of_start(bytes, start); !wrong.empty()) return wrong;
  if (start.version != kVersionOfPlant) return "holds no plant";
  if (bytes.size() < sizeof header) return "cut short: " + std::to_string(bytes.size()) + " bytes, less than a header";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.checksum != checksum(header)) return "damaged: the checksum of the header is wrong";
  if (std::string wrong = problem_of_size(bytes.size(), start); !wrong.empty()) return wrong;
  u64 at = header.models.at;
  if (at < sizeof header || at % kModelAlignment != 0 || at > bytes.size())
    return "damaged: the place of a table is wrong";
  const auto lies = [&](const FileSection& s, u64 each) {
    const bool right = s.at == at && s.bytes_each == each && s.count < u64(1) << 31;
    if (right) at += padded(s.count * each);
    return right && at <= bytes.size();
  };
  if (!lies(header.models, sizeof(PlantModel)) || !lies(header.bodies, sizeof(PlantBody)) || !lies(header.text, 1))
    return "damaged: the place of a table is wrong";
  if (at != bytes.size()) return "damaged: the tables do not fill the file";
  if (header.bodies.count == 0) return "damaged: no bodies";
  if (header.title_bytes > header.text.count || header.notes_bytes > header.text.count - header.title_bytes)
    return "damaged: a name lies outside of the text";
  if (trust != Trust::own)
    for (const FileSection* s : {&header.models, &header.bodies, &header.text})
      if (file_checksum(bytes.subspan(s->at, padded(s->count * s->bytes_each))) != s->checksum)
        return "damaged: the checksum of a table is wrong";
  return {};
}

std::string problem_of_places(std::span<const PlantModel> models, u64 begin, u64 end) {
  for (const PlantModel& model : models) {
    if (model.at != begin || model.bytes % kModelAlignment != 0 || model.bytes > end - begin)
      return "damaged: the place of a model is wrong";
    begin += model.bytes;
  }
  return begin == end ? "" : "damaged: the models do not fill the file";
}

}  // namespace

PlantTables plant_tables(const SavedBodies& saved, std::span<const u32> model_of, std::span<const PlantModel> models) {
  APART_ASSERT(model_of.size() == saved.bodies.size() && saved.boxes.size() == saved.bodies.size(),
               "a model and a box for each body");
  std::string notes;
  for (const std::string& note : saved.notes) notes += note + '\n';
  TextWriter text;
  text.add(saved.title + notes);
  std::vector<PlantBody> bodies;
  for (std::size_t i = 0; i < saved.bodies.size(); ++i)
    bodies.push_back({record_of(saved.bodies[i].body, model_of[i], text), saved.boxes[i]});
  PlantTables out{};
  out.header.start = start_of_file(kVersionOfPlant);
  out.header.title_bytes = saved.title.size(), out.header.notes_bytes = notes.size();
  u64 at = sizeof out.header;
  for (const PlantModel& model : models) at += model.bytes;
  const auto add = [&](FileSection& section, std::span<const std::byte> table, u64 each) {
    section = {at, table.size() / each, each, file_checksum(table)};
    out.bytes.insert(out.bytes.end(), table.begin(), table.end());
    out.bytes.resize(padded(out.bytes.size()));
    at += padded(table.size());
  };
  add(out.header.models, std::as_bytes(models), sizeof(PlantModel));
  add(out.header.bodies, std::as_bytes(std::span(bodies)), sizeof(PlantBody));
  add(out.header.text, std::as_bytes(std::span(text.all())), 1);
  out.header.start.file_bytes = at;
  out.header.checksum = checksum(out.header);
  return out;
}

bool holds_plant(std::span<const std::byte> bytes) {
  FileStart start{};
  return problem_of_start(bytes, start).empty() && start.version == kVersionOfPlant;
}

Result<SavedBodies> plant_in(std::span<const std::byte> bytes, const std::shared_ptr<const void>& keep, Trust trust) {
  PlantHeader header{};
  if (std::string wrong = problem(bytes, header, trust); !wrong.empty()) return Error{std::move(wrong)};
  const std::span<const PlantModel> places = array_of<PlantModel>(bytes, header.models);
  if (std::string wrong = problem_of_places(places, sizeof header, header.models.at); !wrong.empty())
    return Error{std::move(wrong)};
  std::vector<Model> models;
  for (const PlantModel& place : places) {
    const auto wrong = [&](const std::string& what) {
      return Error{"model " + std::to_string(models.size()) + ": " + what};
    };
    Result<Model> model = unread_model(place.header, bytes.subspan(place.at, place.bytes), keep, place.closed == 1);
    if (!model) return wrong(model.error());
    if (trust == Trust::none)
      if (const std::string& what = model->problem(); !what.empty()) return wrong(what);
    models.push_back(*std::move(model));
  }
  SavedBodies out;
  const std::span<const char> text = array_of<char>(bytes, header.text);
  for (const PlantBody& body : array_of<PlantBody>(bytes, header.bodies)) {
    if (std::string wrong = problem_of_record(body.record, places.size(), text.size()); !wrong.empty())
      return Error{std::move(wrong)};
    const Model& model = models[body.record.model];
    if (!model.mesh().empty() && !(is_finite(body.box.low) && is_finite(body.box.high) && !body.box.empty()))
      return Error{"damaged: the box of a body is not finite"};
    out.bodies.push_back({body_of(body.record, text, model.mesh()), model});
    out.boxes.push_back(body.box);
  }
  out.checksum = header.checksum;
  out.title = std::string(text.data(), header.title_bytes);
  const std::string notes(text.data() + header.title_bytes, header.notes_bytes);
  for (std::size_t begin = 0, end; (end = notes.find('\n', begin)) != std::string::npos; begin = end + 1)
    out.notes.push_back(notes.substr(begin, end - begin));
  return out;
}

}  // namespace apart::hierarchy
