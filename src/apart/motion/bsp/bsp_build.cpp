#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/motion/bsp/bsp_build.hpp>
#include <apart/motion/bsp/bsp_cell.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::motion {
namespace {

// A plane through three points. Its normal is exact to rounding however narrow the triangle is; zero for points on a
// line.
HalfSpace plane_of(const Triangle& t) {
  const Vec3d normal = normalized(exact_area_vector(t.a, t.b, t.c)).unit;
  return {normal, dot(normal, t.a)};
}

class BspBuilder {
 public:
  BspBuilder(const BspOptions& options, BspArrays& out)
      : options_(options), out_(out), on_plane_(kOnPlane * out.radius) {}

  void run() {
    const Mesh& mesh = out_.centred->mesh();
    std::vector<Piece> all;
    for (u32 i = 0; i < mesh.size(); ++i) {
      const Triangle t = mesh.triangle(i);
      const HalfSpace plane = plane_of(t);
      planes_.push_back(plane);
      if (plane.normal != Vec3d{}) all.push_back({i, {t.a, t.b, t.c}});
    }
    open_.push_back({std::move(all), BspCell::box(2 * out_.radius), BspRef::empty, 0, 1});
    while (!open_.empty()) {
      Region region = std::move(open_.back());
      open_.pop_back();
      out_.facts.depth = larger(out_.facts.depth, region.depth);
      set(region, region.pieces.empty() || region.cell.empty() ? leaf(region) : divide(region));
    }
    out_.facts.nodes = static_cast<u32>(out_.nodes.size());
  }

 private:
  struct Piece {
    u32 triangle;
    Polygon polygon;
  };
  struct Region {
    std::vector<Piece> pieces;
    BspCell cell;
    BspRef parent;  // empty: none
    int side;       // of the parent
    u32 depth;
  };

  void set(const Region& region, BspRef ref) {
    if (region.parent == BspRef::empty)
      out_.root = ref;
    else
      out_.nodes[static_cast<u32>(region.parent)].children[region.side] = ref;
  }

  BspRef add(const HalfSpace& plane) {
    out_.nodes.push_back({plane, {BspRef::empty, BspRef::empty}});
    return static_cast<BspRef>(out_.nodes.size() - 1);
  }

  // No face is left inside of the cell, so that a point of it tells.
  BspRef leaf(const Region& region) {
    const BspCell& cell = region.cell;
    if (cell.empty() || !is_solid_at(out_, cell.middle())) {
      ++out_.facts.empty_leaves;
      return BspRef::empty;
    }
    ++out_.facts.solid_leaves;
    if (!options_.bevels) return BspRef::solid;
    const std::vector<HalfSpace> planes = bevels(cell);
    out_.facts.bevels += static_cast<u32>(planes.size());
    out_.facts.depth = larger(out_.facts.depth, region.depth + static_cast<u32>(planes.size()));
    BspRef ref = BspRef::solid;
    for (const HalfSpace& plane : planes) {
      const BspRef node = add(plane);
      out_.nodes.back().children[0] = ref;
      ref = node;
    }
    return ref;
  }

  struct Halves {
    std::vector<Piece> inside, outside;
    u32 in_plane = 0;
  };
  Halves halves(const std::vector<Piece>& pieces, const HalfSpace& plane) const {
    Halves out;
    for (const Piece& piece : pieces) {
      const HeightRange range = heights(plane, piece.polygon);
      if (range.most <= on_plane_ && range.least >= -on_plane_) {
        ++out.in_plane;
      } else if (range.most <= on_plane_) {
        out.inside.push_back(piece);
      } else if (range.least >= -on_plane_) {
        out.outside.push_back(piece);
      } else {
        CutPolygon both = cut(piece.polygon, plane);
        if (both.below.size() >= 3) out.inside.push_back({piece.triangle, std::move(both.below)});
        if (both.above.size() >= 3) out.outside.push_back({piece.triangle, std::move(both.above)});
      }
    }
    return out;
  }

  // The plane through the middle of all faces, across their longest extent, if both halves are smaller.
  bool halved(const std::vector<Piece>& pieces, HalfSpace& plane, Halves& out) const {
    if (pieces.size() <= options_.axis_aligned_above) return false;
    std::vector<Vec3d> middles;
    Bounds box;
    for (const Piece& piece : pieces) {
      Vec3d sum{};
      for (const Vec3d& p : piece.polygon) sum += p;
      middles.push_back(sum / static_cast<double>(piece.polygon.size()));
      box.add(middles.back());
    }
    const int axis = longest_axis(box.size());
    std::nth_element(middles.begin(), middles.begin() + static_cast<std::ptrdiff_t>(middles.size() / 2), middles.end(),
                     [&](const Vec3d& p, const Vec3d& q) { return p[axis] < q[axis]; });
    plane = {{}, middles[middles.size() / 2][axis]};
    plane.normal[axis] = 1;
    out = halves(pieces, plane);
    return larger(out.inside.size(), out.outside.size()) < pieces.size() - pieces.size() / 8;
  }

  // The plane of one of some faces that splits few and leaves as many on one side as on the other.
  u32 surface_plane(const std::vector<Piece>& pieces) const {
    constexpr std::size_t kCandidates = 16;
    const std::size_t count = lesser(pieces.size(), kCandidates);
    u32 best = 0;
    double least = Bounds::kInfinity;
    for (std::size_t k = 0; k < count; ++k) {
      const u32 triangle = pieces[k * pieces.size() / count].triangle;
      int inside = 0, outside = 0, split = 0;
      for (const Piece& piece : pieces) {
        const HeightRange range = heights(planes_[triangle], piece.polygon);
        const bool below = range.least<-on_plane_, above = range.most> on_plane_;
        split += below && above, inside += below, outside += above;
      }
      const double cost = 4.0 * split + std::abs(inside - outside) + larger(inside, outside);
      if (cost < least) least = cost, best = triangle;
    }
    return best;
  }

  BspRef divide(Region& region) {
    HalfSpace plane;
    Halves both;
    if (!halved(region.pieces, plane, both)) {
      const u32 triangle = surface_plane(region.pieces);
      plane = planes_[triangle];
      // The face itself is in its plane, whatever rounding says: each side has fewer than there were.
      out_.facts.fragments += static_cast<u32>(
          std::erase_if(region.pieces, [&](const Piece& piece) { return piece.triangle == triangle; }));
      both = halves(region.pieces, plane);
    }
    out_.facts.fragments += both.in_plane;
    const BspRef node = add(plane);
    CutCell cells = cut(region.cell, plane);
    open_.push_back({std::move(both.outside), std::move(cells.outside), node, 1, region.depth + 1});
    open_.push_back({std::move(both.inside), std::move(cells.inside), node, 0, region.depth + 1});
    return node;
  }

  const BspOptions& options_;
  BspArrays& out_;
  double on_plane_;
  std::vector<HalfSpace> planes_;
  std::vector<Region> open_;
};

}  // namespace

void build_bsp(const BspOptions& options, BspArrays& out) { BspBuilder(options, out).run(); }

bool is_solid_at(const BspArrays& tree, Vec3d point) {
  return winding_number(*tree.centred, point).value > (tree.centred->inside_out() ? -0.25 : 0.75);
}

}  // namespace apart::motion
