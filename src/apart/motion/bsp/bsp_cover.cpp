#include <apart/base/normalized.hpp>
#include <apart/motion/bsp/bsp_cover.hpp>
#include <apart/motion/bsp/polygon.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <map>

namespace apart::motion {
namespace {

struct ChildPlace {
  u32 node;  // kRootPlace: the root
  int side;

  friend auto operator<=>(const ChildPlace&, const ChildPlace&) = default;
};
constexpr u32 kRootPlace = ~u32(0);

// A piece of the surface on its way down, and where else it may be looked for if it gets into an empty leaf.
struct SurfacePiece {
  Polygon polygon;
  Vec3d normal;
  ChildPlace at;
  std::vector<ChildPlace> instead;
};

struct LeafContent {
  std::vector<u32> faces;
  std::vector<SurfacePiece> uncovered;  // of an empty leaf

  void add(u32 face) {
    if (faces.empty() || faces.back() != face) faces.push_back(face);
  }
};

// The planes of a polygon, of its edges and of the box around it, which bounds it if it is a line, too.
void add_sheet(const SurfacePiece& piece, BspArrays& tree) {
  const Polygon& p = piece.polygon;
  const auto add = [&](Vec3d normal) {
    double most = -Bounds::kInfinity;
    for (const Vec3d& corner : p) most = larger(most, dot(normal, corner));
    tree.sheet_planes.push_back({normal, most});
  };
  add(piece.normal), add(-piece.normal);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3d out = normalized(cross(p[(i + 1) % p.size()] - p[i], piece.normal)).unit;
    if (out != Vec3d{}) add(out);
  }
  for (int axis = 0; axis < 3; ++axis) {
    Vec3d along{};
    along[axis] = 1;
    add(along), add(-along);
  }
  tree.sheets.push_back(static_cast<u32>(tree.sheet_planes.size()));
  ++tree.facts.sheets;
}

}  // namespace

void cover_surface(BspArrays& tree) {
  const Mesh& level = tree.centred->mesh();
  const double either = kEitherSide * tree.radius;
  std::map<ChildPlace, LeafContent> leaves;
  std::vector<SurfacePiece> open;
  for (u32 i = 0; i < level.size(); ++i) {
    const Triangle t = level.triangle(i);
    Vec3d normal = normalized(exact_area_vector(t.a, t.b, t.c)).unit;
    if (normal == Vec3d{}) {  // a line or a point
      const Vec3d u = t.b - t.a, v = t.c - t.a;
      normal = perpendicular(largest(abs(u)) > largest(abs(v)) ? u : v);
    }
    open.push_back({{t.a, t.b, t.c}, normal, {kRootPlace, 0}, {}});
    while (!open.empty()) {
      SurfacePiece piece = std::move(open.back());
      open.pop_back();
      const BspRef ref = piece.at.node == kRootPlace ? tree.root : tree.nodes[piece.at.node].children[piece.at.side];
      if (ref == BspRef::solid) {
        leaves[piece.at].add(i);
        continue;
      }
      if (ref == BspRef::empty) {
        if (piece.instead.empty()) {
          LeafContent& leaf = leaves[piece.at];
          leaf.add(i);
          leaf.uncovered.push_back(std::move(piece));
        } else {
          piece.at = piece.instead.back();
          piece.instead.pop_back();
          open.push_back(std::move(piece));
        }
        continue;
      }
      const u32 node = static_cast<u32>(ref);
      const ChildPlace inside{node, 0}, outside{node, 1};
      CutPolygon high = cut(piece.polygon, tree.nodes[node].plane, either);
      if (high.above.size() >= 3) open.push_back({std::move(high.above), normal, outside, piece.instead});
      if (high.below.size() < 3) continue;
      CutPolygon low = cut(high.below, tree.nodes[node].plane, -either);
      if (low.below.size() >= 3) open.push_back({std::move(low.below), normal, inside, piece.instead});
      if (low.above.size() < 3) continue;
      piece.instead.push_back(outside);
      open.push_back({std::move(low.above), normal, inside, std::move(piece.instead)});
    }
  }
  for (const auto& [place, content] : leaves) {
    BspRef& ref = place.node == kRootPlace ? tree.root : tree.nodes[place.node].children[place.side];
    const u32 solid = ref == BspRef::solid ? kSolidBit : 0;
    ref = static_cast<BspRef>(kLeafBit | solid | static_cast<u32>(tree.leaf_faces.size() - 1));
    tree.faces.insert(tree.faces.end(), content.faces.begin(), content.faces.end());
    tree.leaf_faces.push_back(static_cast<u32>(tree.faces.size()));
    for (const SurfacePiece& piece : content.uncovered) add_sheet(piece, tree);
    tree.leaf_sheets.push_back(static_cast<u32>(tree.sheets.size() - 1));
  }
}

}  // namespace apart::motion
