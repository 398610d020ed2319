// Selects a few hull corners for each node, bottom-up, with a bound of what they leave out.
#include <algorithm>
#include <apart/convex/gjk/growing_simplex.hpp>
#include <apart/hierarchy/corner_selection.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <bit>
#include <cstring>

namespace apart::hierarchy {
namespace {

constexpr u32 kMostCorners = 40;  // nodes with more vertices are simplified

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
    keys_.clear();
    for (const Corners& child : children)
      for (const u32 vertex : child.vertices)
        keys_.push_back(u64(vertex) << 32 | (~u32(0) - std::bit_cast<u32>(child.slack)));
    std::sort(keys_.begin(), keys_.end());
    candidates_.clear();
    for (const u64 key : keys_)  // of a vertex's the first sticks out the most
      if (const u32 vertex = static_cast<u32>(key >> 32); candidates_.empty() || candidates_.back().vertex != vertex)
        candidates_.push_back({vertex, std::bit_cast<float>(~u32(0) - static_cast<u32>(key))});
    if (candidates_.size() > kMostCorners) {
      out = thin_out(node);
    } else {
      for (const Candidate& one : candidates_)
        out.vertices.push_back(one.vertex), out.slack = larger(out.slack, one.slack);
    }
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
    distinct.reserve(3 * count);
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

  // Selects some of the candidates, and bounds how far outside of their hull the others are, with what sticks out of
  // the child of each.
  Corners thin_out(u32 node) {
    const Vec3d origin = vertices_[candidates_[0].vertex];
    const Vec3d half = cast<double>(tree_.volume(node).half);
    const double size = largest(half), scale = size > 0 ? 1 / size : 1;
    relative_.clear(), slack_.clear();
    for (const Candidate& one : candidates_) {
      relative_.push_back(cast<float>(scale * (vertices_[one.vertex] - origin)));
      slack_.push_back(static_cast<float>(scale * one.slack));
    }
    selection_.select(relative_, slack_, kMostCorners);
    std::vector<u32> kept;
    chosen_.clear();
    for (const u32 number : selection_.selected()) {
      kept.push_back(candidates_[number].vertex);
      chosen_.push_back(cast<float>(vertices_[kept.back()] - origin));
      candidates_[number].kept = true;
    }
    eights_.clear();
    append_eights<float>(chosen_, eights_);
    // At first by the facet under each; from the whole hull only those that may be the farthest outside.
    if (selection_.has_facets()) selection_.find_exits(relative_, exits_);
    outside_.clear();
    double out = 0;
    Nearest nearest{};
    Vec3d inside{};
    for (u32 k = 0; k < selection_.around_inside(); ++k) inside = inside + cast<double>(point(k));
    inside = inside / double(selection_.around_inside());
    for (u32 i = 0; i < candidates_.size(); ++i) {
      const Candidate& one = candidates_[i];
      out = larger(out, double(one.slack));
      if (one.kept) continue;
      const Vec3d p = vertices_[one.vertex] - origin;
      const double far =
          selection_.has_facets() ? from_facet(p, exits_[i], inside, nearest) : std::numeric_limits<double>::infinity();
      outside_.push_back({one.slack + far, i, nearest});
    }
    std::make_heap(outside_.begin(), outside_.end());
    while (!outside_.empty() && outside_.front().far > out) {
      std::pop_heap(outside_.begin(), outside_.end());
      Outside& first = outside_.back();
      const Candidate& one = candidates_[first.candidate];
      const double far = from_hull(vertices_[one.vertex] - origin, first.nearest, larger(0.0, out - one.slack));
      out = larger(out, lesser(first.far, one.slack + far));
      outside_.pop_back();
    }
    std::sort(kept.begin(), kept.end());
    // The points in floats, all within the box.
    out += 16 * double(kUnit<float>) * length(half);
    // At most a rounding error above GJK's result.
    return {std::move(kept), round_above<float>(out * (1 + 1e-6))};
  }

  // Corners of the hull of the eights, at most three.
  struct Nearest {
    u32 corners[3], count;
  };
  // An upper bound of how far a point is from the hull of the eights: how far it is from the facet above or below it,
  // or from a point between that and the point inside.
  double from_facet(Vec3d p, const CornerSelection::Exit& exit, Vec3d inside, Nearest& nearest) const {
    Vec3d corners[3];
    nearest.count = 0;
    for (int k = 0; k < 3; ++k)
      if (const u32 place = exit.facet.corners[k]; place < CornerSelection::kBelow)
        corners[k] = cast<double>(point(nearest.corners[nearest.count++] = place));
      else
        corners[k] = inside;
    const auto to_facet = [&](Vec3d from) {
      GrowingSimplex simplex;
      simplex.corners[0] = corners[0] - from, simplex.corners[1] = corners[1] - from, simplex.count = 2;
      if (simplex.add(corners[2] - from)) return length(simplex.point);
      GrowingSimplex edge;  // without the corner that was added, nothing nearer was found with it
      edge.corners[0] = corners[0] - from, edge.count = 1;
      return edge.add(corners[1] - from) ? length(edge.point) : length(corners[0] - from);
    };
    if (exit.at >= 1) return to_facet(p);
    if (!(exit.at > 1e-3f)) return length(p - inside);
    // Both p and what it is compared with at the same share of the way.
    return exit.at * to_facet(inside + (p - inside) / double(exit.at));
  }

  // The same to a hundredth, or below what is enough: by GJK, whose simplex is a part of the hull in every step. It
  // starts from corners that may be the nearest, and returns those that are.
  double from_hull(Vec3d p, Nearest& nearest, double enough) const {
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
    if (nearest.count > 0) {
      for (u32 k = 0; k + 1 < nearest.count; ++k) simplex.corners[simplex.count++] = take(nearest.corners[k]);
      add(nearest.corners[nearest.count - 1]);
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
    nearest.count = 0;
    for (int k = 0; k < lesser(simplex.count, 3); ++k) {
      const Vec3d& corner = simplex.corners[k];
      const Taken* at = taken;
      while (corner != Vec3d{at->x, at->y, at->z}) ++at;
      nearest.corners[nearest.count++] = at->number;
    }
    return far;
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
  const PointSearch<float>& search_ = point_search<float>();
  std::vector<Vec3f> relative_;
  Places places_;
  // Of the node being made: its vertices, and for each direction its support vertex, the support value, and by
  // how much the selected ones fall short of it.
  std::vector<EightPoints<float>> eights_;
  // The corners of its children, with what sticks out of their hulls.
  struct Candidate {
    u32 vertex;
    float slack;
    bool kept = false;
  };
  std::vector<Candidate> candidates_;
  std::vector<u64>
      keys_;  // vertices, and behind each what sticks out, the most first: bits of numbers that are not negative
  std::vector<float> slack_;
  std::vector<Vec3f> chosen_;
  CornerSelection selection_;
  std::vector<CornerSelection::Exit> exits_;
  // How far outside a candidate is, with what sticks out of its child; from the hull, or from some facet of it.
  struct Outside {
    double far;
    u32 candidate;
    Nearest nearest;
    bool operator<(const Outside& other) const {
      return far != other.far ? far < other.far : candidate < other.candidate;
    }
  };
  std::vector<Outside> outside_;
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
