// Any bytes as a saved model or as saved bodies: as they are, and with corrected size and checksums, so that what lies
// behind those is reached too. Every query is run on what is accepted.
#include <cstdint>
#include <samples/generate.hpp>

#include "tests/io/tree_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace apart;
  static const Model other = Model::make(generate::box({1, 2, 3})).value();
  std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const bool sealed : {false, true}) {
    if (sealed) {
      if (size < testing::kHeader) return 0;
      testing::set_number(bytes, testing::file_bytes, u64(size));
      testing::seal(bytes);
    }
    (void)testing::model_of(bytes, Trust::own);
    (void)testing::bodies_of(bytes, Trust::own);
    if (const Result<Model> model = testing::whole_of(bytes)) {
      testing::ask_everything(*model, other);
      testing::ask_everything(*model, *model);
    }
    if (const Result<std::vector<BodyModel>> bodies = testing::bodies_of(bytes); bodies && bodies->size() < 10)
      for (const BodyModel& one : *bodies) testing::ask_everything(one.model, other);
    for (const Trust trust : {Trust::none, Trust::later})
      if (const Result<SavedBodies> plant = testing::plant_of(bytes, trust); plant && plant->bodies.size() < 10)
        for (const BodyModel& one : plant->bodies)
          if (one.model.problem().empty()) testing::ask_everything(one.model, other);
  }
  return 0;
}
