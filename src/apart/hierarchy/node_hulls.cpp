// Selects a few hull corners for each node, bottom-up, with a bound of what they leave out.
#include <algorithm>
#include <apart/base/pack.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/convex/gjk/growing_simplex.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <bit>
#include <cstring>

namespace apart::hierarchy {
namespace {

// Nodes with more vertices than this are simplified, by their support points in this many directions. Of nodes above
// those of twigs the last few are chosen by how far they are outside, which takes longer and leaves less outside.
constexpr u32 kMostCorners = 64, kMostByDirections = 56, kDirections = 256;
constexpr double kRoughly = 0.5;  // of the most, up to which it is enough to know how far another one is outside

using EightAlong = Pack<float, 8>;

}  // namespace

// Coordinates by themselves, so that eight are computed at once.
struct SpreadDirections {
  float x[kDirections], y[kDirections], z[kDirections];
  void set(u32 i, Vec3f v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  Vec3f operator[](u32 i) const { return {x[i], y[i], z[i]}; }
  Vec3<EightAlong> eight(u32 from) const {
    return {EightAlong::load(x + from), EightAlong::load(y + from), EightAlong::load(z + from)};
  }
};

namespace {

// Evenly over the sphere, along a spiral.
const SpreadDirections& spread_directions() {
  static const SpreadDirections directions = [] {
    SpreadDirections out;
    for (u32 i = 0; i < kDirections; ++i) {
      const double z = 1 - (2.0 * i + 1) / kDirections, r = std::sqrt(1 - z * z);
      const SinCos angle = sin_cos(i * (3 - std::sqrt(5.0)) / 2);
      out.set(i, cast<float>(Vec3d{r * angle.cos, r * angle.sin, z}));
    }
    return out;
  }();
  return directions;
}

// The place of a point of a box in rows along its two longest sides, back and forth: points that follow one another so
// are near one another.
u32 place_in_rows(const Obb<float>& box, Vec3f point) {
  constexpr u32 kRows = 8, kSteps = 1024;
  const Vec3f half = larger(box.half, 0.01f * largest(box.half) * Vec3f{1, 1, 1}), at = box.axes * (point - box.centre);
  if (!(half.x > 0)) return 0;
  int across = half.x > half.y ? 0 : 1;
  if (half.z > half[across]) across = 2;
  const int one = (across + 1) % 3, other = (across + 2) % 3, along = half[one] > half[other] ? one : other;
  const auto share = [&](int k, u32 of) {
    const float place = (0.5f + 0.5f * at[k] / half[k]) * static_cast<float>(of);
    return static_cast<u32>(lesser(larger(place, 0.0f), static_cast<float>(of - 1)));
  };
  const u32 row = share(across, kRows), step = share(along, kSteps);
  return row * kSteps + (row % 2 ? kSteps - 1 - step : step);
}

void keep_distinct(std::vector<u32>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

constexpr EightPoints<float> kNone{};  // where a node without a hull points to

}  // namespace

// Makes the hulls of a subtree, bottom-up.
class HullMaker {
  using Chunk = NodeHulls::Chunk;

 public:
  explicit HullMaker(const NodeHulls& hulls)
      : hulls_(hulls), tree_(hulls.tree_), mesh_(hulls.mesh_), vertices_(hulls.mesh_.vertices()) {}

  // A node's hull: its corners, and how far its content is outside of them.
  struct Corners {
    std::vector<u32> vertices{};
    float slack = 0;
  };

  // Publishes the hulls of the node's descendants, and of the node itself.
  Corners make(u32 node) {
    if (const ItemRange range = hulls_.twig_range(node); range.size() > 0) {
      return {make_twig(node, range), 0};
    }
    const Ref ref = tree_.ref(node);
    Corners out;
    if (ref.is_leaf()) {  // of very many triangles: its vertices are the parent's, and it has no hull itself
      for_each_primitive(tree_.items(), ref, [&](u32 i) {
        for (u32 corner : mesh_.faces()[i]) out.vertices.push_back(corner);
        return true;
      });
      keep_distinct(out.vertices);
      hulls_.publish(node, {&kNone, 0, 0, 0}, nullptr);
      return out;
    }
    std::vector<Corners> children;
    for_each_child(tree_.nodes, ref, [&](u32 child) { children.push_back(make(child)); });
    for (const Corners& child : children) {
      out.vertices.insert(out.vertices.end(), child.vertices.begin(), child.vertices.end());
      out.slack = larger(out.slack, child.slack);
    }
    keep_distinct(out.vertices);
    if (out.vertices.size() > kMostCorners) thin_out(node, children, out);
    write(out.vertices, tree_.frame.centre, eights_);
    Chunk chunk = chunk_of(0);
    const NodeHull hull{points_of(chunk), static_cast<std::uint16_t>(eights_.size()), 0, out.slack};
    hulls_.publish(node, hull, std::move(chunk));
    return out;
  }

  // The vertices.
  std::vector<u32> make_twig(u32 node, ItemRange range) {
    std::vector<u32> distinct;
    const u32 count = range.size();
    std::uint8_t corners[NodeHulls::kMostInTwig][3];
    places_.clear();
    for (u32 k = 0; k < count; ++k)
      for (u32 c = 0; c < 3; ++c) {
        const u32 vertex = mesh_.faces()[tree_.items()[range.begin + k].primitive()][c];
        const u32 place = places_.find_or_add(vertex, static_cast<u32>(distinct.size()));
        if (place == distinct.size()) distinct.push_back(vertex);
        corners[k][c] = static_cast<std::uint8_t>(place);
      }
    write(distinct, tree_.frame.centre, eights_);
    Chunk chunk = chunk_of(sizeof(u32) + 3 * count);
    const EightPoints<float>* const points = points_of(chunk);
    std::byte* const end = chunk.get() + eights_.size() * sizeof(EightPoints<float>);
    std::memcpy(end, &range.begin, sizeof(u32));
    std::memcpy(end + sizeof(u32), corners, 3 * count);
    const NodeHull hull{points, static_cast<std::uint16_t>(eights_.size()), static_cast<std::uint16_t>(count), 0};
    hulls_.publish(node, hull, std::move(chunk));
    for_each_below(node, [&](u32 below) { hulls_.publish(below, {&kNone, 0, 0, 0}, nullptr); });
    return distinct;
  }

 private:
  // Places of vertices by their numbers: a hash table without deletion, for one twig.
  class Places {
   public:
    void clear() { std::memset(places_, 0xff, sizeof places_); }
    u32 find_or_add(u32 vertex, u32 next) {
      for (u32 at = vertex * 2654435761u >> (32 - kBits);; at = (at + 1) % kSlots) {
        if (places_[at] == kFree) vertices_[at] = vertex, places_[at] = static_cast<std::uint8_t>(next);
        if (vertices_[at] == vertex) return places_[at];
      }
    }

   private:
    static constexpr u32 kBits = 9, kSlots = 1 << kBits;
    static constexpr std::uint8_t kFree = 0xff;
    static_assert(3 * NodeHulls::kMostInTwig <= kFree && 2 * 3 * NodeHulls::kMostInTwig <= kSlots);
    u32 vertices_[kSlots];
    std::uint8_t places_[kSlots];
  };

  template <class F>
  void for_each_below(u32 node, F f) const {
    if (const Ref ref = tree_.ref(node); !ref.is_leaf())
      for_each_child(tree_.nodes, ref, [&](u32 child) { f(child), for_each_below(child, f); });
  }

  // The eights, and bytes behind them.
  Chunk chunk_of(std::size_t bytes) const {
    constexpr std::size_t align = alignof(EightPoints<float>);
    const std::size_t of_points = eights_.size() * sizeof(EightPoints<float>);
    Chunk out(static_cast<std::byte*>(std::aligned_alloc(align, (of_points + bytes + align - 1) / align * align)));
    if (!out) throw std::bad_alloc();
    std::memcpy(out.get(), eights_.data(), of_points);
    return out;
  }
  static const EightPoints<float>* points_of(const Chunk& chunk) {
    return reinterpret_cast<const EightPoints<float>*>(chunk.get());
  }

  // Greedy: repeatedly adds the support vertex in the direction in which the selected ones fall shortest, then the
  // vertex that is farthest from their hull, with what sticks out of its child.
  void thin_out(u32 node, std::span<const Corners> children, Corners& of_node) {
    std::vector<u32>& corners = of_node.vertices;
    // Scaled as the node's box is, so that flat contents are sampled from all sides; hulls are invariant under scaling.
    const Obb<float>& box = tree_.volume(node);
    const Vec3f thinnest = 0.02f * largest(box.half) * Vec3f{1, 1, 1}, scale = larger(box.half, thinnest);
    const Vec3d origin = vertices_[corners[0]];
    write(corners, origin, eights_);
    const Vec3<EightAlong> sizes = in_all_lanes<EightAlong>(scale);
    const Mat3<EightAlong> axes{{in_all_lanes<EightAlong>(box.axes.rows[0]), in_all_lanes<EightAlong>(box.axes.rows[1]),
                                 in_all_lanes<EightAlong>(box.axes.rows[2])}};
    for (u32 i = 0; i < kDirections; i += 8) {
      const Vec3<EightAlong> d = directions_.eight(i), in_box{d.x / sizes.x, d.y / sizes.y, d.z / sizes.z};
      const Vec3<EightAlong> along = transposed_times(axes, in_box / sqrt(dot(in_box, in_box)));
      along.x.store(along_.x + i), along.y.store(along_.y + i), along.z.store(along_.z + i);
    }
    for (u32 i = 0; i < kDirections; ++i) {
      farthest_[i] = farthest(along_[i]);
      short_by_[i] = std::numeric_limits<float>::infinity();
      reach_[i] = dot(along_[i], point(farthest_[i]));
    }
    std::vector<u32> kept;
    const bool above_twigs = of_node.slack > 0;
    const u32 most_by_directions = above_twigs ? kMostByDirections : kMostCorners;
    for (u32 next = 0; kept.size() < most_by_directions && short_by_[next] > 0;) {
      kept.push_back(corners[farthest_[next]]);
      next = select_next(point(farthest_[next]));
    }
    keep_distinct(kept);
    write(kept, origin, eights_);
    nearest_count_ = 0;
    const double roughly = above_twigs ? kRoughly : 1;
    const u32 most_corners = above_twigs ? kMostCorners : static_cast<u32>(kept.size());
    double out = 0, most = 0;
    for (const Corners& child : children) out = larger(out, double(child.slack));
    outside_.clear();
    for (const Left& left : left_out(node, children, kept, above_twigs)) {
      const double far =
          left.of_child + from_hull(vertices_[left.corner] - origin, larger(0.0, roughly * most - left.of_child));
      most = larger(most, far);
      outside_.push_back({far, left.of_child, left.corner, static_cast<u32>(kept.size())});
    }
    std::make_heap(outside_.begin(), outside_.end());
    while (!outside_.empty()) {
      std::pop_heap(outside_.begin(), outside_.end());
      Outside& first = outside_.back();
      const double next = outside_.size() > 1 ? outside_.front().far : 0;
      if (first.since < kept.size()) {  // it may be nearer now
        const double far = from_hull(vertices_[first.corner] - origin, larger(0.0, next - first.of_child));
        first.far = lesser(first.far, first.of_child + far);
        first.since = static_cast<u32>(kept.size());
        if (first.far < next) {
          std::push_heap(outside_.begin(), outside_.end());
          continue;
        }
      }
      if (kept.size() >= most_corners || first.far - first.of_child <= 0.1 * first.far) {
        out = larger(out, first.far);
        break;
      }
      kept.push_back(first.corner);
      outside_.pop_back();
      append(cast<float>(vertices_[kept.back()] - origin), kept.size() - 1);
    }
    keep_distinct(kept);
    // The points in floats, all within the box.
    out += 16 * double(kUnit<float>) * length(cast<double>(box.half));
    // At most a rounding error above GJK's result.
    of_node.slack = round_above<float>(out * (1 + 1e-6));
    corners = std::move(kept);
  }

  // What is left out of the children's corners, with what sticks out of each, in an order in which neighbours follow
  // one another: the search for how far one is outside starts where the one before ended. Of nodes above those of twigs
  // child by child, as these are no longer flat.
  struct Left {
    u64 place;
    u32 corner;
    double of_child;
    bool operator<(const Left& other) const {
      return place != other.place ? place < other.place : corner < other.corner;
    }
  };
  const std::vector<Left>& left_out(u32 node, std::span<const Corners> children, std::span<const u32> kept,
                                    bool above_twigs) {
    left_.clear();
    u32 child_node = tree_.ref(node).first();
    for (const Corners& child : children) {
      const Obb<float>& box = tree_.volume(above_twigs ? child_node : node);
      const u64 first = above_twigs ? u64(child_node) << 32 : 0;
      for (const u32 corner : child.vertices)
        if (!std::binary_search(kept.begin(), kept.end(), corner))
          left_.push_back({first + place_in_rows(box, cast<float>(vertices_[corner] - tree_.frame.centre)), corner,
                           double(child.slack)});
      ++child_node;
    }
    std::sort(left_.begin(), left_.end());
    // The same corner of several twigs.
    const auto same = [](const Left& x, const Left& y) { return x.place == y.place && x.corner == y.corner; };
    left_.erase(std::unique(left_.begin(), left_.end(), same), left_.end());
    return left_;
  }

  // With one more point selected: the direction in which they fall shortest, the first of several.
  u32 select_next(Vec3f p) {
    using P = EightAlong;
    const Vec3<P> added = in_all_lanes<EightAlong>(p);
    P most(-std::numeric_limits<float>::infinity());
    for (u32 i = 0; i < kDirections; i += 8) {
      const P height =
          P::load(along_.x + i) * added.x + P::load(along_.y + i) * added.y + P::load(along_.z + i) * added.z;
      const P short_by = lesser(P::load(short_by_ + i), P::load(reach_ + i) - height);
      short_by.store(short_by_ + i);
      most = larger(most, short_by);
    }
    float top = most[0];
    for (int lane = 1; lane < 8; ++lane) top = larger(top, most[lane]);
    for (u32 i = 0; i < kDirections; i += 8)
      if (const u32 found = bits(P::load(short_by_ + i) == P(top)))
        return i + static_cast<u32>(std::countr_zero(found));
    return 0;
  }

  // An upper bound of how far a point is from the hull of the eights, to a hundredth or below what is enough: by GJK,
  // whose simplex is a part of the hull in every step. It starts from the corners nearest to the point before.
  double from_hull(Vec3d p, double enough) {
    constexpr int kSteps = 24;
    GrowingSimplex simplex;
    struct Taken {  // not a Vec3d: all of them would be cleared for every point
      double x, y, z;
      u32 number;
    } taken[kSteps + 3];
    int count = 0;
    double far = std::numeric_limits<double>::infinity();
    const auto take = [&](u32 number) {
      const Vec3d corner = cast<double>(point(number)) - p;
      taken[count++] = {corner.x, corner.y, corner.z, number};
      return corner;
    };
    // False when nothing is gained, or this is enough.
    const auto add = [&](u32 number) {
      if (!simplex.add(take(number))) {
        if (simplex.count == 4) far = 0;
        return false;
      }
      far = lesser(far, length(simplex.point));
      return far > enough;
    };
    Vec3d direction = p;  // at first away from one of the points
    bool go_on = true;
    if (nearest_count_ > 0) {
      for (u32 k = 0; k + 1 < nearest_count_; ++k) simplex.corners[simplex.count++] = take(nearest_[k]);
      add(nearest_[nearest_count_ - 1]);
      if (far < std::numeric_limits<double>::infinity())
        direction = -simplex.point, go_on = far > enough;
      else
        simplex = {};
    }
    for (int step = 0; step < kSteps && go_on; ++step) {
      const double l = length(direction);
      const Vec3d unit = l > 0 ? direction / l : Vec3d{1, 0, 0};
      const u32 number = farthest(cast<float>(unit));
      if (-dot(unit, cast<double>(point(number)) - p) >= 0.99 * far) break;  // a plane between them
      go_on = add(number);
      direction = -simplex.point;
    }
    nearest_count_ = 0;
    for (int k = 0; k < lesser(simplex.count, 3); ++k) {
      const Vec3d& corner = simplex.corners[k];
      const Taken* at = taken;
      while (corner != Vec3d{at->x, at->y, at->z}) ++at;
      nearest_[nearest_count_++] = at->number;
    }
    return far;
  }

  // One more point of the eights, which were so many.
  void append(Vec3f point, std::size_t count) {
    if (count % 8 == 0) {
      eights_.emplace_back();
      for (u32 k = 0; k < 8; ++k) eights_.back().set(k, eights_[0].point(0));
    }
    eights_[count / 8].set(static_cast<u32>(count % 8), point);
  }

  u32 farthest(Vec3f direction) const {
    return search_.farthest(eights_.data(), static_cast<u32>(eights_.size()), direction);
  }
  Vec3f point(u32 k) const { return eights_[k / 8].point(k % 8); }

  void write(const std::vector<u32>& corners, Vec3d origin, std::vector<EightPoints<float>>& to) {
    relative_.clear(), to.clear();
    for (u32 corner : corners) relative_.push_back(cast<float>(vertices_[corner] - origin));
    append_eights<float>(relative_, to);
  }

  const NodeHulls& hulls_;
  const ModelTree& tree_;
  const Mesh& mesh_;
  std::span<const Vec3d> vertices_;
  const SpreadDirections& directions_ = spread_directions();
  const PointSearch<float>& search_ = point_search<float>();
  std::vector<Vec3f> relative_;
  Places places_;
  // Of the node being made: its vertices, and for each direction its support vertex, the support value, and by
  // how much the selected ones fall short of it.
  std::vector<EightPoints<float>> eights_;
  // Of one being simplified:
  SpreadDirections along_;
  u32 farthest_[kDirections];
  float reach_[kDirections], short_by_[kDirections];
  // What is left out of it: how far it is outside, up to what it is enough to know, with what sticks out of its child;
  // with how many corners that was.
  struct Outside {
    double far, of_child;
    u32 corner, since;
    bool operator<(const Outside& other) const { return far != other.far ? far < other.far : corner < other.corner; }
  };
  std::vector<Outside> outside_;
  std::vector<Left> left_;
  u32 nearest_[3], nearest_count_ = 0;  // of its corners, to the last point that from_hull() was given
};

NodeHulls::NodeHulls(const ModelTree& tree, const Mesh& mesh, u32 whole_model, u32 twig)
    : tree_(tree),
      mesh_(mesh),
      twig_(lesser(twig, kMostInTwig)),
      whole_(mesh.size() <= whole_model),
      hulls_(static_cast<NodeHull*>(std::calloc(larger(tree.nodes.size(), std::size_t{1}), sizeof(NodeHull)))) {
  if (!hulls_) throw std::bad_alloc();
}

Twig NodeHulls::twig(u32 node) const {
  const NodeHull& hull = of(node);
  const auto* const end = reinterpret_cast<const std::byte*>(hull.points + hull.eights);
  u32 first;
  std::memcpy(&first, end, sizeof first);
  return {{hull.points, hull.eights},
          tree_.items().subspan(first, hull.triangles),
          reinterpret_cast<const std::uint8_t(*)[3]>(end + sizeof first)};
}

ItemRange NodeHulls::twig_range(u32 node) const {
  Ref first = tree_.ref(node), last = first;  // leaves, at last
  while (!first.is_leaf()) first = tree_.ref(first.first());
  while (!last.is_leaf()) {
    u32 child = last.first();
    while (!tree_.is_last(child)) ++child;
    last = tree_.ref(child);
  }
  const u32 begin = first.first();
  u32 end = last.first();
  if (end - begin >= twig_) return {begin, begin};
  while (!tree_.items()[end].last()) ++end;
  ++end;
  return end - begin > twig_ ? ItemRange{begin, begin} : ItemRange{begin, end};
}

void NodeHulls::make(u32 node) const {
  if (whole_) return std::call_once(once_, [this] { HullMaker(*this).make(tree_.root()); });
  if (const ItemRange range = twig_range(node); range.size() > 0)
    HullMaker(*this).make_twig(node, range);
  else
    publish(node, {&kNone, 0, 0, 0}, nullptr);
}

// Another thread may have made the same: then this one is dropped.
void NodeHulls::publish(u32 node, const NodeHull& made, Chunk chunk) const {
  const std::lock_guard lock(publishing_);
  NodeHull& hull = hulls_[node];
  if (hull.points != nullptr) return;
  if (chunk) chunks_.push_back(std::move(chunk));
  hull.eights = made.eights, hull.triangles = made.triangles, hull.slack = made.slack;
  std::atomic_ref(hull.points).store(made.points, std::memory_order_release);
}

}  // namespace apart::hierarchy
