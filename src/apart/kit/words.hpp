// The registry: what each word stands for.
#pragma once
#include <apart/hierarchy/builders/build.hpp>
#include <apart/kit/kit.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <apart/volumes/fits/fit_way.hpp>

namespace apart::kit {

enum class VolumeKind {
  obb,
  aabb,
  sphere,
  dual,
  dop6,
  dop14,
  dop18,
  dop26,
  ball_dop18,
  capsule,
  rss,
  cylinder,
  ellipsoid,
  hull
};
enum class Precision { single, twofold };
enum class LayoutKind { flat, nested, lazy };
enum class QueryKind { collide, all, within, distance, span };
enum class Switch { off, on };
enum class TumbleKind { wrap, after_balls, corners, climb };
struct Builder {
  Topology (*build)(const Mesh& mesh, u32 leaf, u32 threads);
  Cut (*split)(const Subset& subset) = nullptr;  // of those that split from the root down
};

// A word, what it means, and its value.
template <class T>
struct Entry {
  Word word;
  T value;
};

template <class T>
struct Register {
  std::string_view name, meaning;
  std::span<const Entry<T>> entries;
};

Register<VolumeKind> volume_words();
Register<Precision> precision_words();
Register<BoxFit> fit_words();
Register<BallFit> ball_words();
Register<Builder> builder_words();
Register<LayoutKind> layout_words();
Register<QueryKind> query_words();
Register<OrderKind> order_words();
Register<RuleKind> rule_words();
Register<SpaceKind> space_words();
Register<TumbleKind> tumble_words();
Register<Switch> keep_words();
Register<Switch> front_words();

// The value of a word; an error lists the known ones.
template <class T>
Result<T> parsed(const Register<T>& known, std::string_view word) {
  std::string list;
  for (const Entry<T>& entry : known.entries) {
    if (entry.word.word == word) return entry.value;
    list += (list.empty() ? "" : ", ") + std::string(entry.word.word);
  }
  return Error{std::string(known.name) + ": expected one of " + list + "; found \"" + std::string(word) + "\""};
}

}  // namespace apart::kit
