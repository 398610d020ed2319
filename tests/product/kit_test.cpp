// Every word of every choice, combined with every word of every other, against brute force.
#include <apart/kit/kit.hpp>

#include "tests/product/pairwise.hpp"
#include "tests/product/scenes.hpp"
#include "tests/support.hpp"

namespace apart::testing {
namespace kit_test {

// The words of a choice that a combination takes.
struct Words {
  kit::TreeChoice tree;
  kit::WalkChoice walk;

  std::string text() const {
    return tree.volume + " " + tree.precision + ", fit " + tree.fit + ", ball " + tree.ball + ", " + tree.builder +
           ", " + tree.layout + ", leaf " + std::to_string(tree.leaf) + ", branching " +
           std::to_string(tree.branching) + "; " + walk.query + ", " + walk.order + ", " + walk.rule + ", space " +
           walk.space + ", tumble " + walk.tumble + ", keep " + walk.keep + ", front " + walk.front;
  }
};

constexpr std::size_t kWords = 13;
constexpr u32 kLeaves[] = {1, 3, 8}, kBranchings[] = {2, 3, 8};

std::vector<int> sizes_of_words() {
  std::vector<int> out;
  for (const kit::Choice& choice : kit::choices()) out.push_back(static_cast<int>(choice.words.size()));
  return out;
}

Words words_of(const std::array<int, kWords + 3>& c) {
  const auto word = [&](std::size_t k) { return std::string(kit::choices()[k].words[std::size_t(c[k])].word); };
  Words out;
  out.tree = {word(0), word(1), word(2), word(3), word(4), word(5), kLeaves[c[kWords]], kBranchings[c[kWords + 1]], 1};
  out.walk = {word(6), word(7), word(8), word(9), word(10), word(11), word(12), 0, {}};
  // What no volume has, and what is no choice: others take its place, so that every combination is asked.
  const bool box = out.tree.volume == "obb" || out.tree.volume == "dual";
  const bool ball = out.tree.volume == "sphere" || out.tree.volume == "dual";
  if (!box && out.tree.fit != "children") out.tree.fit = "usual";
  if (!ball || (out.tree.ball == "obb-centre" && out.tree.volume != "dual")) out.tree.ball = "usual";
  if (!kit::AnyTree::make(Mesh{}, {.volume = out.tree.volume,
                                   .precision = out.tree.precision,
                                   .builder = out.tree.builder,
                                   .layout = out.tree.layout,
                                   .branching = 2})
           .ok())
    out.tree.layout = "flat";
  if (out.tree.layout != "flat") out.tree.fit = "usual", out.tree.ball = "usual";
  if (out.tree.layout == "lazy") out.tree.branching = 2;
  if (out.walk.space == "own") out.walk.keep = "no";
  const bool dop = out.tree.volume.ends_with("-dop") && out.tree.volume != "ball-18-dop",
             touching = out.walk.query == "collide" || out.walk.query == "all";
  if (out.tree.layout != "flat" || out.walk.space != "a" || (!dop && out.tree.volume != "aabb") ||
      (out.walk.tumble == "corners" && !dop) || (out.walk.tumble == "after-balls" && !touching))
    out.walk.tumble = "wrap";
  return out;
}

void check(const Scene& s, Words words) {
  const kit::AnyTree a = kit::AnyTree::make(s.a, words.tree).value(), b = kit::AnyTree::make(s.b, words.tree).value();
  words.walk.a_in_world = s.a_in_world;
  const bool within = words.walk.query == "within";
  std::vector<double> tolerances{0};
  if (within) tolerances = {s.distance, std::nextafter(s.distance, 0.0), 1.5 * s.distance};
  for (const double tolerance : tolerances) {
    words.walk.tolerance = tolerance;
    kit::AnyWalk walk = kit::AnyWalk::make(a, b, words.walk).value();
    // Twice, with another pose between: what is kept must not change the answer.
    for (int round = 0; round < 3; ++round) {
      if (round == 1) {
        walk(Pose{s.b_in_a.rotation, s.b_in_a.translation + Vec3d{0.01, 0.02, 0}});
        continue;
      }
      kit::Answer answer = walk(s.b_in_a);
      if (words.walk.query == "collide") {
        ASSERT_EQ(answer.yes, !s.touching.empty());
        if (answer.yes) {
          const std::pair hit(answer.pairs[0][0], answer.pairs[0][1]);
          ASSERT_TRUE(std::binary_search(s.touching.begin(), s.touching.end(), hit));
        }
      } else if (words.walk.query == "all") {
        std::sort(answer.pairs.begin(), answer.pairs.end());
        ASSERT_EQ(answer.pairs.size(), s.touching.size());
        for (std::size_t k = 0; k < s.touching.size(); ++k)
          ASSERT_EQ(std::pair(answer.pairs[k][0], answer.pairs[k][1]), s.touching[k]);
      } else if (within) {
        ASSERT_EQ(answer.yes, s.distance <= tolerance);
      } else {
        ASSERT_EQ(answer.distance, words.walk.query == "distance" ? s.distance : s.span);
      }
    }
  }
}

TEST(Product, OfWords) {
  const std::vector<int> words = sizes_of_words();
  ASSERT_EQ(words.size(), kWords);
  std::array<int, kWords + 3> sizes{};
  std::copy(words.begin(), words.end(), sizes.begin());
  sizes[kWords] = 3, sizes[kWords + 1] = 3, sizes[kWords + 2] = static_cast<int>(scenes().size());
  std::vector<std::array<int, kWords + 3>> all = pairwise(sizes);
  Random random(5);
  for (int k = 0; k < cases(0, 20000); ++k) {
    all.emplace_back();
    for (std::size_t d = 0; d < sizes.size(); ++d) all.back()[d] = static_cast<int>(random.below(u32(sizes[d])));
  }
  for (const auto& c : all) {
    const Scene& s = scenes()[std::size_t(c[kWords + 2])];
    const Words chosen = words_of(c);
    check(s, chosen);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << s.name << "; " << chosen.text();
      return;
    }
  }
  std::printf("[ saw      ] %zu combinations\n", all.size());
}

// Every volume in both precisions with every query, and every fit: none is left out by what others allow.
TEST(Product, OfVolumesFitsAndQueries) {
  const auto choices = kit::choices();
  std::size_t done = 0;
  for (const kit::Word& volume : choices[0].words)
    for (const kit::Word& precision : choices[1].words)
      for (const kit::Word& query : choices[6].words) {
        const Scene& s = scenes()[done++ % scenes().size()];
        Words words;
        words.tree.volume = volume.word, words.tree.precision = precision.word, words.walk.query = query.word;
        words.walk.space = choices[9].words[done % 3].word;
        check(s, words);
      }
  for (const kit::Word& volume : choices[0].words) {
    Words words;
    words.tree.volume = volume.word, words.tree.fit = "children", words.walk.query = "distance";
    check(scenes()[done++ % scenes().size()], words);
  }
  for (const char* volume : {"obb", "dual"})
    for (const kit::Word& fit : choices[2].words)
      for (const kit::Word& query : choices[6].words) {
        Words words;
        words.tree.volume = volume, words.tree.fit = fit.word, words.walk.query = query.word;
        check(scenes()[done++ % scenes().size()], words);
      }
  for (const char* volume : {"aabb", "6-dop", "14-dop", "18-dop", "26-dop"})
    for (const kit::Word& tumble : choices[10].words)
      for (const kit::Word& query : choices[6].words)
        for (const char* keep : {"no", "yes"}) {
          Words words;
          words.tree.volume = volume, words.walk.query = query.word, words.walk.space = "a";
          words.walk.tumble = tumble.word, words.walk.keep = keep;
          const bool touching = query.word == "collide" || query.word == "all";
          if ((tumble.word == "corners" && words.tree.volume == "aabb") || (tumble.word == "after-balls" && !touching))
            continue;
          check(scenes()[done++ % scenes().size()], words);
        }
  // Layouts with every query, order and space; lazy trees with every builder that splits.
  for (const char* volume : {"obb", "aabb", "sphere"})
    for (const std::string layout : {"nested", "lazy"})
      for (const kit::Word& query : choices[6].words)
        for (const kit::Word& order : choices[7].words) {
          if (layout == "lazy" && std::string(volume) == "sphere") continue;
          Words words;
          words.tree.volume = volume, words.tree.layout = layout, words.tree.branching = layout == "lazy" ? 2 : 8;
          words.walk.query = query.word, words.walk.order = order.word;
          words.walk.space = choices[9].words[done % 3].word,
          words.walk.keep = done % 3 != 0 && done % 2 ? "yes" : "no";
          words.walk.front = done % 4 == 0 ? "yes" : "no";
          check(scenes()[done++ % scenes().size()], words);
        }
  std::size_t splitting = 0;
  for (const kit::Word& builder : choices[4].words) {
    Words words;
    words.tree = {.builder = std::string(builder.word), .layout = "lazy", .branching = 2};
    words.walk.query = "distance";
    if (!kit::AnyTree::make(Mesh{}, words.tree).ok()) continue;
    check(scenes()[done++ % scenes().size()], words);
    ++splitting;
  }
  EXPECT_EQ(splitting, 8u);
  for (const char* volume : {"sphere", "dual"})
    for (const kit::Word& ball : choices[3].words) {
      if (ball.word == "obb-centre" && std::string(volume) == "sphere") continue;
      Words words;
      words.tree.volume = volume, words.tree.ball = ball.word, words.walk.query = "all";
      for (std::size_t k = 0; k < 3; ++k) check(scenes()[done++ % scenes().size()], words);
    }
}

}  // namespace kit_test
}  // namespace apart::testing
