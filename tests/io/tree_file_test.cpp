// Models saved and mapped: the same results, no copies, and a clear message for every other file.
#include <apart/hierarchy/model_tree.hpp>
#include <filesystem>
#include "tests/io/tree_bytes.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <apart/io/read.hpp>
#include <apart/io/tree_file.hpp>
#include <csignal>
#include <samples/generate.hpp>
#include <set>
#include <thread>

#include "tests/io/support.hpp"

namespace apart {
namespace tree_file_test {

using namespace testing;

struct Named {
  std::string name;
  Mesh mesh;
};

std::vector<Named> meshes() {
  Random random(5);
  const std::vector<Vec3d> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {7, 7, 7}};
  return {{"none", Mesh()},
          {"vertices alone", Mesh::make(points, {}).value()},
          {"one", Mesh::make(points, {{0, 1, 2}}).value()},
          {"copies of one", Mesh::make(points, std::vector<Face>(40, Face{0, 1, 2})).value()},
          {"points", Mesh::make(points, {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {0, 0, 0}}).value()},
          {"box", generate::box({1, 2, 3})},
          {"far torus", placed(generate::torus(1, 0.3, 24, 12), Pose::shift({1e6, -2e6, 3e6}))},
          {"huge sphere", scaled(generate::sphere(1, 500), 1e17)},
          {"bad soup", generate::soup(random, 300, {.point = 0.2, .segment = 0.2, .sliver = 0.2, .duplicate = 0.2})}};
}

template <class T>
void expect_same_bytes(std::span<const T> a, std::span<const T> b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  if (!a.empty()) {
    EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << what;
  }
}

void expect_same_model(const Model& a, const Model& b, const std::string& name) {
  const Mesh &ma = a.mesh(), &mb = b.mesh();
  expect_same_bytes(ma.vertices(), mb.vertices(), name);
  expect_same_bytes(ma.faces(), mb.faces(), name);
  expect_same_bytes(a.tree().nodes, b.tree().nodes, name);
  expect_same_bytes(a.tree().order, b.tree().order, name);
  expect_same_bytes(a.tree().volumes, b.tree().volumes, name);
  EXPECT_EQ(a.tree().frame.centre, b.tree().frame.centre) << name;
  EXPECT_EQ(a.tree().frame.radius, b.tree().frame.radius) << name;
}

TEST(TreeFile, ComesBackToTheSameBits) {
  const Scratch scratch;
  for (const auto& [name, mesh] : meshes()) {
    const Model model = Model::make(mesh).value();
    const Result<std::size_t> size = save(model, scratch / "a.apart");
    ASSERT_TRUE(size) << size.error();
    EXPECT_EQ(*size, std::filesystem::file_size(scratch / "a.apart")) << name;
    for (const Trust trust : {Trust::none, Trust::own}) {
      const Result<Model> again = map_model(scratch / "a.apart", trust);
      ASSERT_TRUE(again) << again.error();
      expect_same_model(model, *again, name);
      EXPECT_EQ(again->closed(), model.closed()) << name;
    }
  }
}

TEST(TreeFile, GivesTheSameAnswers) {
  const Scratch scratch;
  Random random(8);
  Outcomes outcomes("pairs that touch");
  const Model models[] = {Model::make(generate::torus(1, 0.3, 40, 20)).value(),
                          Model::make(generate::soup(random, 400)).value()};
  ASSERT_TRUE(save(models[0], scratch / "a"));
  ASSERT_TRUE(save(models[1], scratch / "b"));
  const Model mapped[] = {map_model(scratch / "a").value(), map_model(scratch / "b").value()};
  for (int k = 0; k < cases(100, 3000); ++k) {
    const Pose at = random.pose(random.uniform(0, 3));
    const Distance d = distance(models[0], at, models[1]), e = distance(mapped[0], at, mapped[1]);
    EXPECT_EQ(d.distance, e.distance);
    EXPECT_EQ(d.on_a, e.on_a);
    EXPECT_EQ(d.on_b, e.on_b);
    EXPECT_EQ(d.a.triangle, e.a.triangle);
    EXPECT_EQ(d.b.triangle, e.b.triangle);
    // One from a file, the other not.
    const Collisions all = collisions(models[0], at, models[1]), same = collisions(mapped[0], at, models[1]);
    ASSERT_EQ(all.pairs.size(), same.pairs.size());
    for (std::size_t i = 0; i < all.pairs.size(); ++i) {
      EXPECT_EQ(all.pairs[i].triangle_a, same.pairs[i].triangle_a);
      EXPECT_EQ(all.pairs[i].triangle_b, same.pairs[i].triangle_b);
      EXPECT_EQ(meeting(models[0], at, models[1], all.pairs[i]).p, meeting(mapped[0], at, models[1], same.pairs[i]).p);
    }
    outcomes.saw(d.distance == 0);
  }
}

TEST(TreeFile, IsTheSameEveryTime) {
  const Scratch scratch;
  const Mesh mesh = generate::torus(1, 0.3, 24, 12);
  const Model model = Model::make(mesh).value();
  const std::string bytes = bytes_of(model);
  EXPECT_EQ(bytes, bytes_of(Model::make(mesh).value()));
  ASSERT_TRUE(save(model, scratch / "a"));
  EXPECT_EQ(bytes, bytes_of(map_model(scratch / "a").value()));
  std::ifstream in(scratch / "a", std::ios::binary);
  EXPECT_EQ(bytes, std::string(std::istreambuf_iterator<char>(in), {}));
  std::string sealed = bytes;
  seal(sealed);
  EXPECT_EQ(bytes, sealed);  // the page documents the checksums as the code computes them
}

// Mapped, not read: the arrays lie as far from each other as they do in the file.
TEST(TreeFile, IsNotCopied) {
  const Scratch scratch;
  ASSERT_TRUE(save(Model::make(generate::sphere(1, 3000)).value(), scratch / "a"));
  const std::string bytes = bytes_of(map_model(scratch / "a").value());
  const Model model = map_model(scratch / "a").value();
  const Mesh& mesh = model.mesh();
  const void* arrays[] = {mesh.vertices().data(), mesh.faces().data(), model.tree().nodes.data(),
                          model.tree().order.data(), model.tree().volumes.data()};
  const auto address = [](const void* p) { return std::bit_cast<std::uintptr_t>(p); };
  const std::uintptr_t start = address(arrays[0]) - kHeader;
  EXPECT_EQ(start % 4096, 0u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(address(arrays[i]) - start, number_at<u64>(bytes, section(i)));
    EXPECT_EQ(address(arrays[i]) % kModelAlignment, 0u);
  }
  const Mesh read = read_mesh(scratch / "a").value();
  EXPECT_EQ(address(read.vertices().data()) % 4096, kHeader);
}

TEST(TreeFile, OutlivesItsPathAndServesManyThreads) {
  const Scratch scratch;
  const Model built = Model::make(generate::torus(1, 0.3, 60, 30)).value();
  ASSERT_TRUE(save(built, scratch / "a"));
  std::optional<Model> mapped = map_model(scratch / "a").value();
  ASSERT_TRUE(save(Model::make(generate::box({1, 1, 1})).value(), scratch / "a"));  // in place of the other
  EXPECT_EQ(map_model(scratch / "a").value().mesh().size(), 12u);
  std::filesystem::remove(scratch / "a");
  const Mesh kept = mapped->mesh();
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (std::size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t, model = *mapped] {
      Random random(t);
      for (int k = 0; k < 40; ++k) {
        const Pose at = random.pose(2);
        const Distance d = distance(built, at, built), e = distance(model, at, model, {.solid = k % 2 == 1});
        if (!e.contained && (d.distance != e.distance || d.on_a != e.on_a || d.on_b != e.on_b)) ++wrong[t];
      }
    });
  mapped.reset();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
  expect_same(kept, built.mesh());  // a mesh alone keeps the file as well
}

TEST(TreeFile, IsAMeshForEveryReader) {
  const Scratch scratch;
  const Mesh mesh = generate::torus(1, 0.3, 24, 12);
  ASSERT_TRUE(save(Model::make(mesh).value(), scratch / "a.apart"));
  ASSERT_TRUE(save(Model::make(mesh).value(), scratch / "b.obj"));  // the content counts
  ASSERT_TRUE(save(Model::make(mesh).value(), scratch / "c"));
  for (const char* name : {"a.apart", "b.obj", "c"}) {
    EXPECT_TRUE(is_tree_file(scratch / name));
    expect_same(read_mesh(scratch / name).value(), mesh);
    expect_same(parse(name, bytes_of(Model::make(mesh).value())).value(), mesh);
    expect_same(load(scratch / name).value().mesh(), mesh);
    expect_same(load(scratch / name, {.scale = 3}).value().mesh(), scaled(mesh, 3));
    EXPECT_EQ(read_bodies(scratch / name).value()[0].name, std::string(name, 1));
  }
  const Result<Model> wrong = load(scratch.write("d.apart", "v 0 0 0\n"));
  EXPECT_EQ(wrong.error(), (scratch / "d.apart").string() + ": not a model built by apart");
  EXPECT_FALSE(is_tree_file(scratch / "d.apart"));
  ASSERT_TRUE(save(Model::make(Mesh()).value(), scratch / "e.apart"));
  EXPECT_EQ(read_mesh(scratch / "e.apart").error(), (scratch / "e.apart").string() + ": no triangles");
  EXPECT_TRUE(load(scratch / "e.apart").value().mesh().empty());
}

void expect_refused(const std::string& bytes, const std::string& why, Trust trust = Trust::none) {
  const Result<Model> model = model_of(bytes, trust);
  ASSERT_FALSE(model) << why;
  EXPECT_EQ(model.error(), why);
}

TEST(TreeFile, CutAtEveryLengthIsRefused) {
  const Scratch scratch;
  const std::string bytes = bytes_of(Model::make(generate::box({1, 2, 3})).value());
  for (std::size_t n = 0; n < bytes.size(); ++n)
    for (const Trust trust : {Trust::none, Trust::own}) {
      const Result<Model> model = model_of(bytes.substr(0, n), trust);
      ASSERT_FALSE(model) << n;
      EXPECT_TRUE(model.error().starts_with(n < 6 ? "not a model" : "cut short: " + std::to_string(n)));
    }
  expect_refused(bytes + '\0', "damaged: 1 bytes follow its end", Trust::own);
  const std::filesystem::path file = scratch.write("a", bytes);
  for (std::size_t n = bytes.size(); n-- > 0; n -= n % 3) {
    std::filesystem::resize_file(file, n);
    const Result<Model> model = map_model(file);
    ASSERT_FALSE(model) << n;
    EXPECT_TRUE(model.error().starts_with(file.string() + (n == 0  ? ": empty file"
                                                           : n < 6 ? ": not a model"
                                                                   : ": cut short: " + std::to_string(n))))
        << model.error();
  }
}

TEST(TreeFile, EveryFlippedBitIsFound) {
  const std::string bytes = bytes_of(Model::make(generate::box({1, 2, 3})).value());
  ASSERT_TRUE(model_of(bytes));
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = bytes;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      EXPECT_FALSE(model_of(bad)) << "byte " << at << ", bit " << bit;
      EXPECT_EQ(model_of(bad, Trust::own).ok(), at >= kHeader) << "byte " << at << ", bit " << bit;
    }
}

TEST(TreeFile, SaysWhatItIsWhenItIsSomethingElse) {
  const std::string good = bytes_of(Model::make(generate::box({1, 2, 3})).value());
  const auto with = [&](auto change) {
    std::string bytes = good;
    change(bytes);
    seal(bytes);
    return bytes;
  };
  for (const Trust trust : {Trust::none, Trust::own}) {
    expect_refused(with([](std::string& b) { b[1] = 'B'; }), "not a model built by apart", trust);
    expect_refused(with([](std::string& b) { b.erase(6, 1); }),
                   "damaged: line ends were changed, as by a transfer in text mode", trust);
    expect_refused(with([](std::string& b) { set_number(b, order_mark, u32(0x04030201)); }),
                   "built on a machine of the other byte order", trust);
    expect_refused(with([](std::string& b) { set_number(b, order_mark, u32(0)); }),
                   "damaged: the header has no valid byte order", trust);
    expect_refused(with([](std::string& b) { set_number(b, version, u32(0)); }),
                   "built in format version 0, older than 1, which is read here: build it again", trust);
    expect_refused(with([](std::string& b) { set_number(b, version, u32(7)); }),
                   "built in format version 7, newer than 3, which is read here: build it again", trust);
    expect_refused(with([](std::string& b) { b.replace(volume, 13, "Aabb<double>\0", 13); }),
                   "holds a tree of Aabb<double>, not of Obb<float>: build it again", trust);
    expect_refused(with([](std::string& b) { b.replace(volume, 16, "\n\x1b[31m\xff 0123456789", 16); }),
                   "holds a tree of ??[31m??01234567, not of Obb<float>: build it again", trust);
    expect_refused(with([](std::string& b) { set_number(b, radius, std::nan("")); }),
                   "damaged: no sphere to hold the model", trust);
    expect_refused(with([](std::string& b) { set_number(b, centre, HUGE_VAL); }),
                   "damaged: no sphere to hold the model", trust);
  }
}

// Whatever a header with correct checksums states of positions and sizes, nothing outside of the file is taken for an
// array.
TEST(TreeFile, SizesThatDoNotFitAreRefused) {
  const std::string good = bytes_of(Model::make(generate::box({1, 2, 3})).value());
  for (const Trust trust : {Trust::none, Trust::own})
    for (std::size_t i = 0; i < 5; ++i)
      for (const std::size_t field : {0u, 8u, 16u})
        for (const u64 value :
             {u64(0), u64(1), u64(13), u64(1) << 31, u64(1) << 60, (u64(1) << 63) + 64, ~u64(0), ~u64(63)}) {
          std::string bad = good;
          set_number(bad, section(i) + field, value);
          seal(bad);
          const Result<Model> model = model_of(bad, trust);
          ASSERT_FALSE(model) << i << " " << field << " " << value;
          EXPECT_TRUE(model.error().starts_with("damaged: ")) << model.error();
        }
}

// Correct checksums, wrong content: what would lead a traversal out of the arrays or into a cycle is refused.
TEST(TreeFile, CraftedContentIsRefused) {
  const Model box = Model::make(generate::box({1, 2, 3}), {.leaf_size = 1}).value();
  const std::string good = bytes_of(box);
  const std::size_t node_count = box.tree().nodes.size();
  const auto at = [&](SectionOf s, std::size_t i, std::size_t size) {
    return static_cast<std::size_t>(number_at<u64>(good, section(s))) + i * size;
  };
  const auto refuse = [&](const char* why, auto change) {
    std::string bytes = good;
    change(bytes);
    seal(bytes);
    expect_refused(bytes, std::string("damaged: ") + why);
    EXPECT_TRUE(model_of(bytes, Trust::own)) << why;  // which does not check
  };
  const auto set_node = [&](std::string& b, std::size_t n, Ref ref) { set_number(b, at(nodes, n, 4), ref); };
  const auto set_item = [&](std::string& b, std::size_t n, Item item) { set_number(b, at(order, n, 4), item); };
  refuse("vertex 1 is not finite", [&](std::string& b) { set_number(b, at(vertices, 1, 24), std::nan("")); });
  refuse("triangle 3 names vertex 8 of 8", [&](std::string& b) { set_number(b, at(faces, 3, 12), u32(8)); });
  refuse("the root has siblings", [&](std::string& b) { set_node(b, 0, Ref::inner(1, false)); });
  refuse("node 0 has children out of range", [&](std::string& b) { set_node(b, 0, Ref::inner(0, true)); });
  refuse("node 0 has children out of range",
         [&](std::string& b) { set_node(b, 0, Ref::inner(static_cast<u32>(node_count), true)); });
  refuse("node 0 has children out of range", [&](std::string& b) { set_node(b, 0, Ref::inner(Ref::kMost, true)); });
  refuse("leaf 0 is out of order", [&](std::string& b) { set_node(b, 0, Ref::leaf(5, true)); });
  refuse("leaf 0 is out of order", [&](std::string& b) { set_node(b, 0, Ref::leaf(Ref::kMost, true)); });
  refuse("node 0 has too many children", [&](std::string& b) {
    for (std::size_t n = 1; n + 1 < node_count; ++n) {
      const Ref ref = box.tree().nodes[n];
      set_node(b, n, ref.is_leaf() ? Ref::leaf(ref.first(), false) : Ref::inner(ref.first(), false));
    }
  });
  refuse("a primitive that is not there", [&](std::string& b) { set_item(b, 4, Item(12, true)); });
  refuse("primitive 3 has two places", [&](std::string& b) {
    set_item(b, 4, Item(3, true));
    set_item(b, 5, Item(3, true));
  });
  refuse("a volume is not finite", [&](std::string& b) { set_number(b, at(SectionOf::volumes, 2, 60), HUGE_VALF); });
  refuse("the model's sphere does not hold it", [&](std::string& b) { set_number(b, radius, 0.5); });
  const u32 deepest = static_cast<u32>(node_count) - 1;
  std::string loop = good;
  ASSERT_TRUE(box.tree().nodes[deepest].is_leaf());
  set_node(loop, deepest, Ref::inner(deepest - 1, true));
  seal(loop);
  EXPECT_FALSE(model_of(loop));
}

TEST(TreeFile, WhatIsNoFileIsRefused) {
  const Scratch scratch;
  const auto complaint_of = [&](const char* name) {
    const std::string text = map_model(scratch / name).error();
    EXPECT_TRUE(text.starts_with((scratch / name).string() + ": ")) << text;
    EXPECT_FALSE(is_tree_file(scratch / name));
    return text.substr((scratch / name).string().size() + 2);
  };
  EXPECT_EQ(complaint_of("gone"), "No such file or directory");
  EXPECT_EQ(complaint_of("."), "is a directory");
  scratch.write("empty", "");
  EXPECT_EQ(complaint_of("empty"), "empty file");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(complaint_of("pipe"), "is not a regular file");
  scratch.write("text", "solid a\n");
  EXPECT_EQ(complaint_of("text"), "not a model built by apart");
}

std::set<std::string> names_in(const Scratch& scratch) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scratch / ".")) names.insert(entry.path().filename());
  return names;
}

TEST(TreeFile, FailingToSaveLeavesThingsAsTheyWere) {
  const Scratch scratch;
  const Model small = Model::make(generate::box({1, 1, 1})).value();
  const Model large = Model::make(generate::sphere(1, 3000)).value();
  const auto complaint_of = [&](const char* name) {
    const std::string text = save(large, scratch / name).error();
    EXPECT_TRUE(text.starts_with((scratch / name).string() + ": ")) << text;
    return text.substr((scratch / name).string().size() + 2);
  };
  EXPECT_EQ(complaint_of("."), "is a directory");
  EXPECT_EQ(complaint_of("gone/a"), "No such file or directory");
  scratch.write("text", "v 0 0 0\n");
  EXPECT_EQ(complaint_of("text/a"), "Not a directory");
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(complaint_of("pipe"), "is not a regular file");
  // A disk that is full.
  ASSERT_TRUE(save(small, scratch / "a"));
  const std::set<std::string> before = names_in(scratch);
  rlimit old{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
  const auto was = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit little{10000, old.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  const std::string full = complaint_of("a");
  ::setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, was);
  EXPECT_EQ(full, "File too large");
  EXPECT_EQ(names_in(scratch), before);
  expect_same_model(map_model(scratch / "a").value(), small, "the old one");
  ASSERT_TRUE(save(large, scratch / "a"));
  EXPECT_EQ(names_in(scratch), before);
}

}  // namespace tree_file_test
}  // namespace apart
