// Trees of every volume saved and read again: the same answers; damaged bytes are refused, and crafted ones are safe.
#include <apart/hierarchy/saved/model_layout.hpp>
#include <apart/io/byte_file.hpp>
#include <apart/kit/saved.hpp>
#include <cstring>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace saved_test {

using kit::AnyTree;
using kit::AnyWalk;
using Bytes = std::vector<std::byte>;

Mesh mesh_a() { return generate::torus(1, 0.4, 16, 8); }
Mesh mesh_b() { return generate::sphere(0.8, 150); }

std::vector<kit::TreeChoice> all_trees() {
  std::vector<kit::TreeChoice> out;
  for (const kit::Word& volume : kit::choices()[0].words)
    for (const std::string precision : {"float", "double"})
      out.push_back({.volume = std::string(volume.word), .precision = precision});
  for (const std::string volume : {"obb", "aabb", "sphere"}) out.push_back({.volume = volume, .layout = "nested"});
  out.push_back({.volume = "dual", .fit = "hull-facets", .ball = "obb-centre", .builder = "octree", .leaf = 1});
  out.push_back({.volume = "18-dop", .fit = "children", .builder = "ploc", .leaf = 2, .branching = 3});
  return out;
}

void expect_same_answers(const AnyTree& a, const AnyTree& again, const AnyTree& b) {
  for (const std::string query : {"all", "distance"})
    for (const Pose& at : {Pose::shift({2.2, 0.3, 0.4}), Pose::shift({1.1, 0.3, 0.1})}) {
      const kit::Answer x = AnyWalk::make(a, b, {.query = query}).value()(at),
                        y = AnyWalk::make(again, b, {.query = query}).value()(at);
      EXPECT_EQ(x.distance, y.distance);
      EXPECT_EQ(x.pairs, y.pairs);
      EXPECT_EQ(x.counts.disjoint, y.counts.disjoint);
      EXPECT_EQ(x.counts.meeting, y.counts.meeting);
    }
}

TEST(SavedKit, EveryTreeAnswersAsBefore) {
  const Mesh mesh = mesh_a();
  for (const kit::TreeChoice& choice : all_trees()) {
    SCOPED_TRACE(choice.volume + " " + choice.precision + " " + choice.layout);
    const AnyTree a = AnyTree::make(mesh, choice).value(), b = AnyTree::make(mesh_b(), choice).value();
    const Bytes with = kit::bytes_of(a).value(), without = kit::bytes_of(a, kit::Vertices::left_out).value();
    EXPECT_EQ(with, kit::bytes_of(a).value());
    EXPECT_EQ(with, kit::bytes_of(AnyTree::make(mesh, choice).value()).value());
    EXPECT_LT(without.size() + mesh.vertices().size() * sizeof(Vec3d), with.size());
    const AnyTree again = kit::tree_in(with).value();
    EXPECT_EQ(again.choice().volume, choice.volume);
    EXPECT_EQ(again.choice().builder, choice.builder);
    EXPECT_EQ(again.choice().leaf, choice.leaf);
    EXPECT_EQ(again.nodes(), a.nodes());
    EXPECT_EQ(again.bytes(), a.bytes());
    EXPECT_EQ(kit::bytes_of(again).value(), with);
    expect_same_answers(a, again, b);
    expect_same_answers(a, kit::tree_in(without, mesh).value(), b);
    expect_same_answers(a, kit::tree_in(with, mesh).value(), b);
    EXPECT_EQ(kit::tree_in(without).error(), "was saved without vertices: the mesh is missing");
    EXPECT_EQ(kit::tree_in(without, mesh_b()).error(), "is a tree of another mesh");
  }
}

TEST(SavedKit, ThroughAFile) {
  const AnyTree tree = AnyTree::make(mesh_a(), {.volume = "26-dop"}).value();
  const Bytes bytes = kit::bytes_of(tree).value();
  const std::string path = ::testing::TempDir() + "/saved_test.kit";
  ASSERT_EQ(save_bytes(path, [&](const PutBytes& put) { return put(bytes); }).value(), bytes.size());
  const MappedBytes file = map_bytes(path).value();
  expect_same_answers(tree, kit::tree_in(file.bytes).value(), tree);
  std::remove(path.c_str());
}

TEST(SavedKit, OfNothingAndOfNoLazyTree) {
  const AnyTree none = AnyTree::make(Mesh{}, {.volume = "sphere"}).value();
  EXPECT_EQ(kit::tree_in(kit::bytes_of(none).value()).value().nodes(), 0u);
  const AnyTree lazy = AnyTree::make(mesh_a(), {.layout = "lazy", .branching = 2}).value();
  EXPECT_EQ(kit::bytes_of(lazy).error(), "a lazy tree has only some of its nodes: save its mesh");
}

// Every truncation and every flipped bit, wherever it is, is noticed.
TEST(SavedKit, DamageIsRefused) {
  for (const kit::TreeChoice& choice : {kit::TreeChoice{}, kit::TreeChoice{.volume = "hull"},
                                        kit::TreeChoice{.volume = "sphere", .layout = "nested"}}) {
    const Mesh box = generate::box({1, 2, 3});
    const Bytes whole = kit::bytes_of(AnyTree::make(box, choice).value()).value();
    for (std::size_t size = 0; size < whole.size(); ++size)
      ASSERT_FALSE(kit::tree_in(std::span(whole).first(size)).ok()) << size;
    Bytes longer = whole;
    longer.resize(whole.size() + 64);
    EXPECT_EQ(kit::tree_in(longer).error(), "damaged: 64 bytes follow its end");
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (int bit = 0; bit < 8; ++bit) {
        Bytes flipped = whole;
        flipped[at] ^= std::byte(1 << bit);
        ASSERT_FALSE(kit::tree_in(flipped).ok()) << at << ", bit " << bit;
        ASSERT_FALSE(kit::tree_in(flipped, box).ok()) << at << ", bit " << bit;
      }
  }
}

// The checksums of all sections and of the header, computed again: docs/kit.md has the layout.
void seal(Bytes& bytes) {
  constexpr std::size_t first = 80, header = 320;
  for (std::size_t at = first; at < first + 6 * 32; at += 32) {
    u64 s[4];
    std::memcpy(s, bytes.data() + at, sizeof s);
    const u64 size = hierarchy::padded(s[1] * s[2]);
    if (s[0] > bytes.size() || s[1] > bytes.size() || s[2] > bytes.size() || size > bytes.size() - s[0]) continue;
    s[3] = hierarchy::file_checksum(std::span(bytes).subspan(s[0], size));
    std::memcpy(bytes.data() + at, s, sizeof s);
    if (at == first + 32 || at == first + 64) std::memcpy(bytes.data() + 56 + (at - first - 32) / 4, &s[3], 8);
  }
  const u64 zero = 0;
  std::memcpy(bytes.data() + header - 8, &zero, 8);
  const u64 sum = hierarchy::file_checksum(std::span(bytes).first(header));
  std::memcpy(bytes.data() + header - 8, &sum, 8);
}

// Crafted bytes with correct checksums: refused, or a tree whose every traversal ends, within its arrays.
TEST(SavedKit, WhatIsAcceptedIsSafe) {
  Random random(31);
  testing::Outcomes outcomes("crafted trees");
  const std::vector<kit::TreeChoice> trees = all_trees();
  for (int k = 0; k < testing::cases(2000, 40'000); ++k) {
    const kit::TreeChoice& choice = trees[random.below(u32(trees.size()))];
    const Mesh mesh = generate::box({1, 2, 3});
    Bytes bytes = kit::bytes_of(AnyTree::make(mesh, choice).value()).value();
    for (u32 n = 1 + random.below(2); n > 0; --n) {
      const std::size_t at = 320 + random.below(u32(bytes.size() - 320)), word = at / 4 * 4;
      u32 number;
      std::memcpy(&number, bytes.data() + word, 4);
      switch (random.below(4)) {
        case 0:
          bytes[at] ^= std::byte(1 << random.below(8));
          continue;
        case 1:
          number += random.below(2) ? 1u : ~0u;
          break;
        case 2:
          number ^= u32(1) << (30 + random.below(2));
          break;
        default:
          std::memcpy(&number, bytes.data() + random.below(u32(bytes.size() / 4)) * 4, 4);
      }
      std::memcpy(bytes.data() + word, &number, 4);
    }
    seal(bytes);
    const Result<AnyTree> tree = kit::tree_in(bytes);
    outcomes.saw(tree.ok());
    if (!tree) continue;
    const AnyTree other = AnyTree::make(mesh, tree->choice()).value();
    for (const std::string query : {"all", "distance", "span"})
      AnyWalk::make(*tree, other, {.query = query}).value()(Pose::shift({1.5, 0.2, 0.1}));
  }
}

}  // namespace saved_test
}  // namespace apart
