// Damaged files of saved models with corrected checksums, as an attacker would make: refused, or a model on which every
// query ends, and, under the sanitizers, without a byte read outside of the file.
#include "tests/io/tree_bytes.hpp"

#include <chrono>
#include <samples/generate.hpp>

#include "tests/io/support.hpp"

namespace apart {
namespace tree_mutation_test {

using namespace testing;

std::vector<std::string> samples() {
  Random random(2);
  std::vector<std::string> out;
  for (const Mesh& mesh : {generate::box({1, 2, 3}), generate::soup(random, 20), generate::torus(1, 0.3, 8, 6)})
    out.push_back(bytes_of(Model::make(mesh).value()));
  return out;
}

// Mostly whole words where words stand, set to what is near another word or near a limit.
std::string damaged(std::string bytes, Random& random) {
  const u32 size = static_cast<u32>(bytes.size());
  for (u32 n = 1 + random.below(3); n > 0; --n) {
    const std::size_t byte = random.below(size), word = byte / 4 * 4, other = random.below(size / 4) * 4;
    switch (random.below(8)) {
      case 0:
        bytes[byte] = static_cast<char>(random.bits());
        break;
      case 1:
        bytes[byte] = static_cast<char>(bytes[byte] ^ (1 << random.below(8)));
        break;
      case 2:
        set_number(bytes, word, number_at<u32>(bytes, word) ^ (u32(1) << (30 + random.below(2))));  // the marks
        break;
      case 3:
        set_number(bytes, word, number_at<u32>(bytes, word) + (random.below(2) ? 1u : ~0u));
        break;
      case 4:
        set_number(bytes, word, number_at<u32>(bytes, other));
        break;
      case 5: {  // two change places
        const u32 a = number_at<u32>(bytes, word), b = number_at<u32>(bytes, other);
        set_number(bytes, word, b);
        set_number(bytes, other, a);
        break;
      }
      case 6:
        set_number(bytes, word, std::bit_cast<u32>(rounded<float>(std::pow(10, random.uniform(-40, 38)))));
        break;
      default: {  // a number of the header
        const std::size_t at = 72 + 8 * random.below(20);
        set_number(bytes, at, number_at<u64>(bytes, at) + random.below(3) - 1);
      }
    }
  }
  if (random.below(50) == 0) bytes.resize(random.below(size));
  seal(bytes);
  return bytes;
}

TEST(TreeMutation, WhatIsAcceptedIsSafe) {
  Random random(23);
  const Model other = Model::make(generate::torus(1, 0.3, 10, 8)).value();
  for (const std::string& bytes : samples()) {
    ASSERT_TRUE(model_of(bytes));
    Outcomes outcomes("accepted models");
    for (int k = 0; k < cases(400, 12'000); ++k) {
      const std::string bad = damaged(bytes, random);
      (void)model_of(bad, Trust::own);  // checks the header alone, and stays within the bytes
      const Result<Model> model = model_of(bad);
      outcomes.saw(model.ok());
      if (model) {
        ask_everything(*model, other);
        ask_everything(*model, *model);
      } else {
        for (char c : model.error()) EXPECT_TRUE(c >= ' ' && c < 127) << model.error();
      }
    }
  }
}

TEST(TreeMutation, BodiesThatAreAcceptedAreSafe) {
  Random random(29);
  const Model other = Model::make(generate::torus(1, 0.3, 10, 8)).value();
  const std::string bytes = sample_of_bodies();
  Outcomes outcomes("accepted files of bodies");
  for (int k = 0; k < cases(400, 12'000); ++k) {
    std::string bad = damaged(bytes, random);
    if (k % 2) {  // a number of the tables
      const std::size_t at = 24 + 4 * random.below(200);
      if (at + 4 <= bad.size()) set_number(bad, at, number_at<u32>(bad, at) + random.below(5) - 2), seal(bad);
    }
    (void)bodies_of(bad, Trust::own);
    (void)whole_of(bad, Trust::own);
    const auto bodies = bodies_of(bad);
    const Result<Model> whole = whole_of(bad);
    outcomes.saw(bodies.ok());
    if (whole && k % 8 == 0) ask_everything(*whole, other);
    if (bodies && k % 8 == 0)
      for (const BodyModel& one : *bodies) ask_everything(one.model, other);
    const std::string said = bodies ? "" : bodies.error();
    for (char c : said) EXPECT_TRUE(c >= ' ' && c < 127) << said;
  }
}

}  // namespace tree_mutation_test
}  // namespace apart
