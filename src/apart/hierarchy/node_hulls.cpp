// Selects a few hull corners for each node, bottom-up, with a bound of what they leave out.
#include <algorithm>
#include <apart/base/uninitialized.hpp>
#include <apart/convex/gjk/growing_simplex.hpp>
#include <apart/hierarchy/corner_selection.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <bit>
#include <cstring>
#include <utility>

namespace apart::hierarchy {
namespace {

constexpr u32 kMostCorners = 40;  // nodes with more vertices are simplified

constexpr EightPoints<float> kNone{};  // where a node without a hull points to

}  // namespace

// Makes the hulls of a subtree, bottom-up.
class HullMaker {
  using Chunk = NodeHulls::Chunk;

 public:
  explicit HullMaker(const NodeHulls& hulls)
      : hulls_(hulls), tree_(hulls.tree_), mesh_(hulls.mesh_), vertices_(hulls.mesh_.vertices()) {}

  // Publishes the hulls of the node's descendants, and of the node itself.
  void make(u32 node) {
    if (const ItemRange range = hulls_.twig_range(node); range.size() > 0) return make_twig(node, range);
    const Ref ref = tree_.ref(node);
    const std::size_t below = corners_.size();
    if (ref.is_leaf()) {  // of very many triangles: its vertices are the parent's, and it has no hull itself
      for_each_primitive(tree_.items(), ref, [&](u32 i) {
        for (u32 vertex : mesh_.faces()[i]) corners_.push_back({vertex, 0});
        return true;
      });
      return hulls_.publish(node, {&kNone, 0, 0, 0}, nullptr);
    }
    for_each_child(tree_.nodes, ref, [&](u32 child) { make(child); });
    sort_corners(below);
    candidates_.clear();
    for (std::size_t k = below; k < corners_.size(); ++k)
      if (const auto [vertex, slack] = corners_[k]; candidates_.empty() || candidates_.back().vertex != vertex)
        candidates_.push_back({vertex, slack});
      else
        candidates_.back().slack = larger(candidates_.back().slack, slack);
    corners_.resize(below);
    float slack = 0;
    kept_.clear();
    if (candidates_.size() > kMostCorners)
      slack = thin_out(node);
    else
      for (const Candidate& one : candidates_) kept_.push_back(one.vertex), slack = larger(slack, one.slack);
    for (const u32 vertex : kept_) corners_.push_back({vertex, slack});
    Chunk chunk = chunk_of(kept_, 0);
    const NodeHull hull{points_of(chunk), eights_of(kept_), 0, slack};
    hulls_.publish(node, hull, std::move(chunk));
  }

  void make_twig(u32 node, ItemRange range) {
    const u32 count = range.size();
    std::uint8_t places[NodeHulls::kMostInTwig][3];
    places_.clear(), kept_.clear();
    for (u32 k = 0; k < count; ++k) {
      const Face& face = mesh_.faces()[tree_.items()[range.begin + k].primitive()];
      for (u32 c = 0; c < 3; ++c) {
        const u32 place = places_.find_or_add(face[c], static_cast<u32>(kept_.size()));
        if (place == kept_.size()) kept_.push_back(face[c]);
        places[k][c] = static_cast<std::uint8_t>(place);
      }
    }
    for (const u32 vertex : kept_) corners_.push_back({vertex, 0});
    const std::size_t bytes = std::size_t{3} * count;
    Chunk chunk = chunk_of(kept_, sizeof(u32) + bytes);
    std::byte* const end = chunk.get() + eights_of(kept_) * sizeof(EightPoints<float>);
    std::memcpy(end, &range.begin, sizeof(u32));
    std::memcpy(end + sizeof(u32), places, bytes);
    const NodeHull hull{points_of(chunk), eights_of(kept_), static_cast<std::uint16_t>(count), 0};
    hulls_.publish(node, hull, std::move(chunk));
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

  // A vertex, and what sticks out of the hull that it is a corner of.
  struct Corner {
    u32 vertex;
    float slack;
  };

  // By vertex numbers, those from a place on: by one byte after the other, without comparing.
  void sort_corners(std::size_t begin) {
    u32 all = 0;
    for (std::size_t k = begin; k < corners_.size(); ++k) all |= corners_[k].vertex;
    sorted_.resize(corners_.size() - begin);
    for (u32 shift = 0; shift < 32 && all >> shift != 0; shift += 8) {
      u32 places[256] = {};
      for (std::size_t k = begin; k < corners_.size(); ++k) ++places[corners_[k].vertex >> shift & 255];
      u32 place = 0;
      for (u32& count : places) place += std::exchange(count, place);
      for (std::size_t k = begin; k < corners_.size(); ++k)
        sorted_[places[corners_[k].vertex >> shift & 255]++] = corners_[k];
      std::copy(sorted_.begin(), sorted_.end(), corners_.begin() + static_cast<std::ptrdiff_t>(begin));
    }
  }

  static std::uint16_t eights_of(std::span<const u32> vertices) {
    return static_cast<std::uint16_t>((vertices.size() + 7) / 8);
  }
  // Vertices relative to the frame's centre, the last eight filled with the first, and bytes behind them.
  Chunk chunk_of(std::span<const u32> vertices, std::size_t bytes) const {
    constexpr std::size_t align = alignof(EightPoints<float>);
    const std::size_t of_points = eights_of(vertices) * sizeof(EightPoints<float>);
    Chunk out(static_cast<std::byte*>(std::aligned_alloc(align, (of_points + bytes + align - 1) / align * align)));
    if (!out) throw std::bad_alloc();
    auto* const points = reinterpret_cast<EightPoints<float>*>(out.get());
    const Vec3d origin = tree_.frame.centre;
    const auto write = [&](std::size_t i, u32 vertex) {
      points[i / 8].set(static_cast<u32>(i % 8), cast<float>(vertices_[vertex] - origin));
    };
    for (std::size_t i = 0; i < vertices.size(); ++i) write(i, vertices[i]);
    for (std::size_t i = vertices.size(); i % 8 != 0; ++i) write(i, vertices[0]);
    return out;
  }
  static const EightPoints<float>* points_of(const Chunk& chunk) {
    return reinterpret_cast<const EightPoints<float>*>(chunk.get());
  }

  // Keeps some of the candidates, and returns a bound of how far outside of their hull the others are, with what sticks
  // out of the child of each.
  float thin_out(u32 node) {
    const Vec3d origin = vertices_[candidates_[0].vertex];
    const Vec3d half = cast<double>(tree_.volume(node).half);
    const double size = largest(half), scale = size > 0 ? 1 / size : 1;
    relative_.clear(), slack_.clear();
    for (const Candidate& one : candidates_) {
      relative_.push_back(cast<float>(scale * (vertices_[one.vertex] - origin)));
      slack_.push_back(static_cast<float>(scale * one.slack));
    }
    selection_.select(relative_, slack_, kMostCorners);
    chosen_.clear();
    for (const u32 number : selection_.selected()) {
      kept_.push_back(candidates_[number].vertex);
      chosen_.push_back(cast<float>(vertices_[kept_.back()] - origin));
      candidates_[number].kept = true;
    }
    eights_.clear();
    append_eights<float>(chosen_, eights_);
    // At first by the facet under each; from the whole hull only those that may be the farthest outside.
    Vec3d inside{};
    for (u32 k = 0; k < selection_.around_inside(); ++k) inside = inside + cast<double>(point(k));
    inside = inside / double(selection_.around_inside());
    outside_.clear(), within_.clear(), relative_within_.clear();
    double out = 0;
    for (u32 i = 0; i < candidates_.size(); ++i) {
      const Candidate& one = candidates_[i];
      out = larger(out, double(one.slack));
      if (one.kept) continue;
      if (const CornerSelection::Facet* below = selection_.facet_below(i))
        add_outside(i, {*below, 1}, inside, origin);
      else
        within_.push_back(i), relative_within_.push_back(relative_[i]);
    }
    if (!within_.empty()) selection_.find_exits(relative_within_, exits_);
    for (std::size_t k = 0; k < within_.size(); ++k)
      if (k < exits_.size())
        add_outside(within_[k], exits_[k], inside, origin);
      else
        outside_.push_back({std::numeric_limits<double>::infinity(), within_[k], {}});
    while (true) {
      std::size_t first = 0;
      double most = out;
      for (std::size_t k = 0; k < outside_.size(); ++k)
        if (outside_[k].far > most) most = outside_[k].far, first = k;
      if (!(most > out)) break;
      Outside& of = outside_[first];
      const Candidate& one = candidates_[of.candidate];
      const double far = from_hull(vertices_[one.vertex] - origin, of.nearest, larger(0.0, out - one.slack));
      out = larger(out, lesser(most, one.slack + far));
      of.far = 0;
    }
    kept_.clear();
    for (const Candidate& one : candidates_)  // in order
      if (one.kept) kept_.push_back(one.vertex);
    // The points in floats, all within the box.
    out += 16 * double(kUnit<float>) * length(half);
    // At most a rounding error above GJK's result.
    return round_above<float>(out * (1 + 1e-6));
  }

  // Corners of the hull of the eights, at most three.
  struct Nearest {
    u32 corners[3], count;
  };
  void add_outside(u32 candidate, const CornerSelection::Exit& exit, Vec3d inside, Vec3d origin) {
    Outside& added = outside_.emplace_back();
    const Candidate& one = candidates_[candidate];
    added.candidate = candidate;
    added.far = one.slack + from_facet(vertices_[one.vertex] - origin, exit, inside, added.nearest);
  }

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
    if (exit.at >= 1) return from_triangle(corners, p);
    if (!(exit.at > 1e-3f)) return length(p - inside);
    // Both p and what it is compared with at the same share of the way.
    return exit.at * from_triangle(corners, inside + (p - inside) / double(exit.at));
  }

  // How far p is from a point of the triangle: from its nearest, where that is not at an edge.
  static double from_triangle(const Vec3d (&corners)[3], Vec3d p) {
    const Vec3d e = corners[1] - corners[0], f = corners[2] - corners[0], d = p - corners[0];
    const Vec3d n = cross(e, f);
    const double whole = squared_length(n);
    const double at_e = larger(0.0, dot(cross(d, f), n)), at_f = larger(0.0, dot(cross(e, d), n));
    const double share = 1 / larger(whole, at_e + at_f);
    const double far = length(d - (at_e * share) * e - (at_f * share) * f);
    return far >= 0 ? far : length(d);  // without area
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

  const NodeHulls& hulls_;
  const ModelTree& tree_;
  const Mesh& mesh_;
  std::span<const Vec3d> vertices_;
  const PointSearch<float>& search_ = point_search<float>();
  std::vector<Vec3f> relative_;
  Places places_;
  std::vector<Corner> corners_;  // of hulls whose parent has none yet, the last made last
  UnsetVector<Corner> sorted_;
  // Of the node being made: vertices of its hull.
  std::vector<u32> kept_;
  std::vector<EightPoints<float>> eights_;
  // The corners of its children, with what sticks out of their hulls.
  struct Candidate {
    u32 vertex;
    float slack;
    bool kept = false;
  };
  std::vector<Candidate> candidates_;
  std::vector<float> slack_;
  std::vector<Vec3f> chosen_;
  CornerSelection selection_;
  std::vector<CornerSelection::Exit> exits_;
  // How far outside a candidate is, with what sticks out of its child; from the hull, or from some facet of it.
  struct Outside {
    double far;
    u32 candidate;
    Nearest nearest;
  };
  std::vector<Outside> outside_;
  // Candidates that are outside of no facet.
  std::vector<u32> within_;
  std::vector<Vec3f> relative_within_;
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

// Another thread may have made the same: then this one is dropped. A twig's with none for all nodes below it.
void NodeHulls::publish(u32 node, const NodeHull& made, Chunk chunk) const {
  const std::lock_guard lock(publishing_);
  if (hulls_[node].points != nullptr) return;
  if (chunk) chunks_.push_back(std::move(chunk));
  if (made.is_twig()) publish_none_below(node);
  set(node, made);
}

void NodeHulls::publish_none_below(u32 node) const {
  if (const Ref ref = tree_.ref(node); !ref.is_leaf())
    for_each_child(tree_.nodes, ref, [&](u32 child) {
      if (hulls_[child].points == nullptr) set(child, {&kNone, 0, 0, 0});  // else it was asked for before
      publish_none_below(child);
    });
}

void NodeHulls::set(u32 node, const NodeHull& made) const {
  NodeHull& hull = hulls_[node];
  hull.eights = made.eights, hull.triangles = made.triangles, hull.slack = made.slack;
  std::atomic_ref(hull.points).store(made.points, std::memory_order_release);
}

}  // namespace apart::hierarchy
