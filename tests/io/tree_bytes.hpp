// Bytes of saved models, as documented in docs/tree-file.md: what the tests and the fuzz target need to build, damage
// and seal them again. Written from the page, not from the code, so that each verifies the other.
#pragma once
#include <algorithm>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/saved/body_bytes.hpp>
#include <apart/hierarchy/saved/plant_bytes.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <bit>
#include <cstring>
#include <new>
#include <samples/generate.hpp>
#include <string>
#include <string_view>

namespace apart::testing {

// Places in the header.
enum Place : std::size_t {
  magic = 0,
  order_mark = 8,
  version = 12,
  file_bytes = 16,
  volume = 24,
  centre = 40,
  radius = 64
};
constexpr std::size_t kHeader = 256, kHeaderSum = 248;
enum SectionOf : std::size_t { vertices, faces, nodes, order, volumes };
constexpr std::size_t section(std::size_t i) { return 72 + 32 * i; }  // its place, count, bytes each, checksum

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}
template <class T>
void set_number(std::string& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

inline u64 sum_of(std::string_view bytes) {
  u64 lanes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, all = 0;
  const auto mix = [](u64 word) {
    word *= 0x9e3779b97f4a7c15;
    return word ^ (word >> 32);
  };
  for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8)
    lanes[at / 8 % 8] = mix(lanes[at / 8 % 8] ^ number_at<u64>(bytes, at));
  for (u64 lane : lanes) all = mix(all ^ lane);
  return all;
}

// Corrects all checksums, whatever the rest: as an attacker would.
inline void seal_model(std::string& bytes) {
  if (bytes.size() < kHeader) return;
  for (std::size_t i = 0; i < 5; ++i) {
    const u64 at = number_at<u64>(bytes, section(i));
    const u64 end = i < 4 ? number_at<u64>(bytes, section(i + 1)) : bytes.size();
    if (at <= end && end <= bytes.size())
      set_number(bytes, section(i) + 24, sum_of(std::string_view(bytes).substr(at, end - at)));
  }
  set_number(bytes, kHeaderSum, u64(0));
  set_number(bytes, kHeaderSum, sum_of(std::string_view(bytes).substr(0, kHeader)));
}

// A file of bodies: a header, the tables of models, bodies and text, then the models.
constexpr std::size_t kBodiesHeader = 192, kBodiesHeaderSum = 184, kBodyRecord = 176;
constexpr std::size_t table(std::size_t i) { return 24 + 32 * i; }  // as section(): of models, bodies, text
constexpr u32 kBodiesVersion = 2;

// A plant: a header as of bodies, the models, then the tables of models (280 bytes each, the last 256 the header of the
// model), bodies and text.
constexpr u32 kPlantVersion = 3;
constexpr std::size_t kPlantModel = 280, kPlantBody = 224;

inline void seal_plant(std::string& bytes) {
  const u64 models = number_at<u64>(bytes, table(0)), count = number_at<u64>(bytes, table(0) + 8);
  for (u64 i = 0; models < bytes.size() && i < count && i < 100; ++i) {
    const u64 entry = models + kPlantModel * i;
    if (entry + kPlantModel > bytes.size()) break;
    const u64 at = number_at<u64>(bytes, entry), size = number_at<u64>(bytes, entry + 8);
    if (at > bytes.size() || size > bytes.size() - at || size < kHeader) continue;
    std::string model = bytes.substr(at, size);
    seal_model(model);
    bytes.replace(at, size, model);
    bytes.replace(entry + 24, kHeader, model.substr(0, kHeader));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const u64 at = number_at<u64>(bytes, table(i));
    const u64 end = i < 2 ? number_at<u64>(bytes, table(i + 1)) : bytes.size();
    if (at <= end && end <= bytes.size())
      set_number(bytes, table(i) + 24, sum_of(std::string_view(bytes).substr(at, end - at)));
  }
  set_number(bytes, kBodiesHeaderSum, u64(0));
  set_number(bytes, kBodiesHeaderSum, sum_of(std::string_view(bytes).substr(0, kBodiesHeader)));
}

inline void seal(std::string& bytes) {
  if (bytes.size() >= kBodiesHeader && number_at<u32>(bytes, version) == kPlantVersion) return seal_plant(bytes);
  if (bytes.size() < kBodiesHeader || number_at<u32>(bytes, version) != kBodiesVersion) return seal_model(bytes);
  const u64 models = number_at<u64>(bytes, table(0)), count = number_at<u64>(bytes, table(0) + 8);
  u64 first_model = bytes.size();
  for (u64 i = 0; models <= bytes.size() && i < count && i < 100 && models + 16 * (i + 1) <= bytes.size(); ++i) {
    const u64 at = number_at<u64>(bytes, models + 16 * i), size = number_at<u64>(bytes, models + 16 * i + 8);
    if (at > bytes.size() || size > bytes.size() - at) continue;
    first_model = std::min(first_model, at);
    std::string model = bytes.substr(at, size);
    seal_model(model);
    bytes.replace(at, size, model);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const u64 at = number_at<u64>(bytes, table(i));
    const u64 end = i < 2 ? number_at<u64>(bytes, table(i + 1)) : first_model;
    if (at <= end && end <= bytes.size())
      set_number(bytes, table(i) + 24, sum_of(std::string_view(bytes).substr(at, end - at)));
  }
  set_number(bytes, kBodiesHeaderSum, u64(0));
  set_number(bytes, kBodiesHeaderSum, sum_of(std::string_view(bytes).substr(0, kBodiesHeader)));
}

inline std::string bytes_of(const Model& model) {
  std::string out;
  put_model(model, [&](std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return true;
  });
  return out;
}

inline std::string bytes_of(std::span<const BodyModel> bodies, const Model& whole) {
  std::string out;
  put_bodies(bodies, whole, [&](std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return true;
  });
  return out;
}

// A copy of just that size, so that the address sanitizer sees a byte read outside of it.
inline std::shared_ptr<std::byte> aligned_copy(std::string_view bytes) {
  constexpr std::align_val_t aligned{kModelAlignment};
  const std::shared_ptr<std::byte> copy(static_cast<std::byte*>(::operator new(bytes.size(), aligned)),
                                        [=](std::byte* b) { ::operator delete(b, aligned); });
  std::memcpy(copy.get(), bytes.data(), bytes.size());
  return copy;
}

inline Result<Model> model_of(std::string_view bytes, Trust trust = Trust::none) {
  const auto copy = aligned_copy(bytes);
  return model_in({copy.get(), bytes.size()}, copy, trust);
}
inline Result<Model> whole_of(std::string_view bytes, Trust trust = Trust::none) {
  const auto copy = aligned_copy(bytes);
  return whole_in({copy.get(), bytes.size()}, copy, trust);
}
inline Result<std::vector<BodyModel>> bodies_of(std::string_view bytes, Trust trust = Trust::none) {
  const auto copy = aligned_copy(bytes);
  return bodies_in({copy.get(), bytes.size()}, copy, trust);
}

// Two bodies of one model and a third that is turned, and all of them as one.
inline std::string sample_of_bodies() {
  const Model box = Model::make(generate::box({1, 2, 3})).value();
  const Model roof = Model::make(generate::torus(1, 0.3, 8, 6)).value();
  std::vector<BodyModel> bodies{
      {{"one", box.mesh(), Pose::shift({1, 2, 3}), "boxes"}, box},
      {{"two", box.mesh(), Pose::shift({4500001.2, 0, 0}), "boxes"}, box},
      {{"roof", roof.mesh(), Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {9, 9, 9}).value()}, roof}};
  std::vector<Mesh> meshes;
  for (BodyModel& one : bodies) {
    one.body.file = "plant.glb", one.body.path = "frame/" + one.body.name, one.body.layer = "steel",
    one.body.color = "#ff8000";
    one.body.id = "plant.glb#" + one.body.path, one.body.unit = "m", one.body.error = 0.25;
    meshes.push_back(placed(one.body.mesh, one.body.pose));
  }
  return bytes_of(bodies, Model::make(joined(meshes)).value());
}

inline Result<SavedBodies> plant_of(std::string_view bytes, Trust trust = Trust::none) {
  const auto copy = aligned_copy(bytes);
  return hierarchy::plant_in({copy.get(), bytes.size()}, copy, trust);
}

// All kinds of traversals, and everything else that reads the arrays.
inline void ask_everything(const Model& model, const Model& other) {
  const Pose at = Pose::from_quaternion(0.3, 0.1, -0.7, 0.2, {0.1, 0.2, -0.3}).value();
  (void)facts(model.tree());
  for (const Pose& pose : {Pose{}, at}) {
    (void)collide(model, pose, other, {.solid = true});
    (void)collisions(other, pose, model, [n = 0](const TouchingPair&) mutable { return ++n < 1000; });
    (void)within(model, pose, other, 0.01);
    (void)distance(model, pose, other);
    (void)distance(other, pose, model, {.solid = true});
  }
}

}  // namespace apart::testing
