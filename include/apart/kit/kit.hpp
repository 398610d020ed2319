// Every choice of the framework, made at run time by its word: the bounding volume of a tree, its precision and fit,
// the builder, layout, leaf size and branching; the order, descent rule, space and front of a traversal, and its query.
// All combinations give the same answers; what differs is what they cost. docs/kit.md lists the words.
//   auto a = kit::AnyTree::make(mesh_a, {.volume = "18-dop"}), b = kit::AnyTree::make(mesh_b, {.volume = "18-dop"});
//   auto walk = kit::AnyWalk::make(*a, *b, {.query = "distance", .order = "best-first"});
//   kit::Answer answer = (*walk)(b_in_a);
// Part of a library of its own, apart::kit in CMake. Who knows the choice when compiling takes the templates that these
// are made of (docs/engine.md).
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/result.hpp>
#include <apart/base/status.hpp>
#include <apart/shapes/mesh.hpp>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace apart::kit {

struct Word {
  std::string_view word, meaning;
};
// One choice: its name, and all words for it. The first is the default.
struct Choice {
  std::string_view name, meaning;
  std::span<const Word> words;
};
std::span<const Choice> choices();

struct TreeChoice {
  std::string volume = "obb";
  std::string precision = "float";
  std::string fit = "usual";   // of oriented boxes: along which axes
  std::string ball = "usual";  // of spheres: about which centre
  std::string builder = "sah";
  std::string layout = "flat";  // or nested in the parents' frames, or lazy: made on demand
  u32 leaf = 4;                 // triangles in a leaf, 1 … 128
  u32 branching = 8;            // children of a node, 2 … 8
  u32 threads = 1;              // to build with; 0: all; the tree is the same
};

struct WalkChoice {
  std::string query = "collide";
  std::string order = "depth-first";
  std::string rule = "largest-diameter";
  std::string space = "own";
  std::string tumble = "wrap";  // of space a: how volumes that cannot rotate are placed
  std::string keep = "no";      // placed volumes, until the query ends
  std::string front = "no";     // start where the last query ended
  double tolerance = 0;         // of the query within
  Pose a_in_world{};            // of space world: the axes in which volumes are tested
};

// Tests of one traversal: the numbers of the cost equation (Gottschalk 2000, chapter 2).
struct Counts {
  u64 disjoint = 0, meeting = 0;    // of two volumes: D and I
  u64 separated = 0, contacts = 0;  // of two triangles: S and K
  u64 updates = 0;                  // volumes placed in another space
  u64 rejected = 0;                 // pairs of triangles that an early test separated

  u64 volume_tests() const { return disjoint + meeting; }
  u64 triangle_tests() const { return separated + contacts; }
};

// Seconds for one test of two volumes, one test of two triangles, and for placing one volume.
struct TestCosts {
  double volume = 0, triangle = 0, update = 0;

  double predicted(const Counts& n) const {
    return double(n.volume_tests()) * volume + double(n.triangle_tests()) * triangle + double(n.updates) * update;
  }
};

struct Answer {
  bool yes = false;     // collide, all: do they touch? within: are they?
  double distance = 0;  // distance, span; infinite and −infinite if one mesh is empty
  // The triangles that touch, are near enough, nearest or farthest; all that touch, in the order in which they were
  // found.
  std::vector<std::array<u32, 2>> pairs;
  Counts counts;
  Status status = Status::exact;  // or nothing, or invalid: then yes is true, and a span infinite
};

class ErasedTree;
class ErasedWalk;

// A mesh with a tree of any volume. Immutable, cheap to copy.
class AnyTree {
 public:
  // An error names a word that is not known, and those that are; or says why a combination is not supported.
  static Result<AnyTree> make(Mesh mesh, const TreeChoice& choice = {});
  // The same tree over moved vertices of the same faces: volumes fitted again as they were. Not of a lazy one.
  Result<AnyTree> refitted(Mesh moved) const;

  const TreeChoice& choice() const;
  const Mesh& mesh() const;
  std::size_t nodes() const;  // of a lazy tree: so far
  std::size_t bytes() const;  // of nodes, volumes and order

  // What is behind it, for the engine (src/apart/kit/erased.hpp).
  explicit AnyTree(std::shared_ptr<const ErasedTree> tree) : tree_(std::move(tree)) {}
  const ErasedTree& erased() const { return *tree_; }

 private:
  std::shared_ptr<const ErasedTree> tree_;
};

// The traversal of two trees of one volume, precision and layout. Keeps placed volumes and its front for the next
// query: for one thread.
class AnyWalk {
 public:
  static Result<AnyWalk> make(const AnyTree& a, const AnyTree& b, const WalkChoice& choice = {});
  ~AnyWalk();
  AnyWalk(AnyWalk&&) noexcept;
  AnyWalk& operator=(AnyWalk&&) noexcept;

  Answer operator()(const Pose& b_in_a);
  // Measured: the tests of this traversal again, each kind by itself for `seconds`.
  TestCosts costs(const Pose& b_in_a, double seconds = 0.01);
  const WalkChoice& choice() const { return choice_; }
  std::size_t front_size() const;
  ErasedWalk& erased() { return *walk_; }  // for the engine

 private:
  AnyWalk(AnyTree a, AnyTree b, WalkChoice choice, std::unique_ptr<ErasedWalk> walk);
  AnyTree a_, b_;
  WalkChoice choice_;
  std::unique_ptr<ErasedWalk> walk_;
};

}  // namespace apart::kit
