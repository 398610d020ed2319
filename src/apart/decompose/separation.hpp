// Does a triangle meet a simplex nowhere but in what they share? Decided by exact signs: a plane through three of their
// vertices divides the two, or they overlap; what lies in the plane is decided by a line, and what is on it by order.
#pragma once
#include <apart/decompose/surface.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <bit>

namespace apart::decomposition {

// More bits than one? (std::has_single_bit is a call where the processor need not count bits.)
inline bool several(u32 bits) { return (bits & (bits - 1)) != 0; }

// The simplex is a tetrahedron whose last vertex is in front of the triangle of the others, or a triangle (the last is
// kNone). All of its vertices are shared, and its edges p, q for which patch.is_edge(p, q), and its faces of
// patch.is_face(p, q, r). Bits of `shared` are vertices of the triangle that are shared; edges between two such are
// too.
template <class Patch>
class Separation {
 public:
  Separation(std::span<const Vec3d> at, const Face& triangle, u32 shared, const std::array<u32, 4>& simplex,
             const Patch& patch)
      : shared_(shared), size_(simplex[3] == Surface::kNone ? 3 : 4), patch_(patch) {
    for (u32 k = 0; k < 3; ++k) id_[k] = triangle[k];
    for (u32 k = 0; k < size_; ++k) id_[3 + k] = simplex[k];
    for (u32 k = 0; k < 3 + size_; ++k) at_[k] = at[id_[k]];
  }

  bool holds() const {
    Found found = by_plane(0, 1, 2);
    if (found != Found::none) return found == Found::clear;
    if (size_ == 4) {
      for (const auto& [a, b, c] : {Face{3, 4, 6}, Face{4, 5, 6}, Face{5, 3, 6}, Face{3, 5, 4}})
        if (found = by_face(a, b, c); found != Found::none) return found == Found::clear;
    } else if (found = by_plane(3, 4, 5); found != Found::none) {
      return found == Found::clear;
    }
    // A plane that touches both contains three vertices, of which one or two are the triangle's.
    const u32 end = 3 + size_;
    for (u32 x = 0; x < 3; ++x)
      for (u32 s = 3; s < end; ++s) {
        if (found = by_plane(x, x == 2 ? 0 : x + 1, s); found != Found::none) return found == Found::clear;
        for (u32 t = s + 1; t < end; ++t)
          if (found = by_plane(x, s, t); found != Found::none) return found == Found::clear;
      }
    return false;
  }

 private:
  enum class Found { none, clear, meets };
  struct Contact {
    u32 triangle = 0, simplex = 0;  // bits of the vertices that are in the plane, or on the line
  };

  int side(u32 a, u32 b, u32 c, u32 p) const {
    if (id_[p] == id_[a] || id_[p] == id_[b] || id_[p] == id_[c]) return 0;
    return orient3d(at_[a], at_[b], at_[c], at_[p]);
  }

  // A face of the tetrahedron, outward: is the triangle beyond it?
  Found by_face(u32 a, u32 b, u32 c) const {
    Contact on{0, 1u << (a - 3) | 1u << (b - 3) | 1u << (c - 3)};
    for (u32 k = 0; k < 3; ++k) {
      const int where = side(a, b, c, k);
      if (where < 0) return Found::none;
      if (where == 0) on.triangle |= 1u << k;
    }
    return decided(in_plane(on, a, b, c));
  }
  Found by_plane(u32 a, u32 b, u32 c) const {
    if (id_[a] == id_[b] || id_[b] == id_[c] || id_[c] == id_[a]) return Found::none;
    Contact on;
    if (!divides(
            {7, size_ == 3 ? 7u : 15u}, [&](u32 k) { return side(a, b, c, k); }, on))
      return Found::none;
    if (on.triangle == 7 && on.simplex == (size_ == 3 ? 7u : 15u) && collinear(at_[a], at_[b], at_[c]))
      return Found::none;  // not a plane
    return decided(in_plane(on, a, b, c));
  }
  static Found decided(bool clear) { return clear ? Found::clear : Found::meets; }

  // Do the vertices of `of` lie on the two sides of what `side` is about? `on` gets those on neither.
  template <class Side>
  bool divides(Contact of, Side side, Contact& on) const {
    u32 mine = 0, others = 0;  // 1: some are on the positive side, 2: on the negative
    on = {};
    for (u32 left = of.triangle | of.simplex << 3; left != 0; left &= left - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(left));
      const int where = side(k);
      if (where == 0)
        (k < 3 ? on.triangle : on.simplex) |= 1u << (k < 3 ? k : k - 3);
      else
        (k < 3 ? mine : others) |= where > 0 ? 1u : 2u;
      if (mine == 3 || others == 3 || (mine & others) != 0) return false;
    }
    return true;
  }

  // Is what the two have in common shared, by its kind alone?
  bool surely_shared(Contact on) const {
    if (on.triangle == 0 || on.simplex == 0 || !several(on.simplex)) return true;
    if (on.triangle != 7 && (on.triangle & ~shared_) == 0) return true;
    u32 v[4], count = 0;
    for (u32 left = on.simplex; left != 0; left &= left - 1) v[count++] = id_[3 + std::countr_zero(left)];
    return (count == 2 && patch_.is_edge(v[0], v[1])) || (count == 3 && patch_.is_face(v[0], v[1], v[2]));
  }
  u32 different(Contact on) const {
    u32 count = 0;
    for (u32 k = 0; k < 3; ++k) {
      count += on.triangle >> k & 1;
      for (u32 j = 0; j < size_; ++j) count -= (on.triangle >> k & 1) && (on.simplex >> j & 1) && id_[k] == id_[3 + j];
    }
    for (u32 j = 0; j < size_; ++j) count += on.simplex >> j & 1;
    return count;
  }

  // The contact is what spans of the vertices in the plane of a, b, c have in common.
  bool in_plane(Contact on, u32 a, u32 b, u32 c) const {
    if (surely_shared(on)) return true;
    // Independent vertices span nothing in common but common vertices and edges between these.
    if (different(on) <= 3) return on.triangle != 7;
    const PlaneView view(at_[a], at_[b], at_[c]);
    // Of two convex polygons, segments or points that a line divides, one has an edge in such a line.
    const u32 all = on.triangle | on.simplex << 3;
    for (u32 p = 0; p < 3 + size_; ++p)
      for (u32 q = p + 1; q < (p < 3 ? 3 : 3 + size_); ++q) {
        if ((all >> p & 1) == 0 || (all >> q & 1) == 0 || id_[p] == id_[q]) continue;
        const auto where = [&](u32 k) {
          return id_[k] == id_[p] || id_[k] == id_[q] ? 0 : view.turn(at_[p], at_[q], at_[k]);
        };
        if (Contact line; divides(on, where, line)) return on_line(line);
      }
    return false;
  }
  bool on_line(Contact on) const {
    if (surely_shared(on) || different(on) <= 2) return true;
    Range mine, others;
    for (u32 k = 0; k < 3 + size_; ++k)
      if ((on.triangle | on.simplex << 3) >> k & 1) (k < 3 ? mine : others).add(at_[k]);
    return before(mine.high, others.low) || before(others.high, mine.low) || mine.high == others.low ||
           others.high == mine.low;  // at one position is one vertex, and shared
  }

  static bool before(Vec3d p, Vec3d q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; }
  struct Range {
    Vec3d low, high;
    bool empty = true;

    void add(Vec3d p) {
      if (empty || before(p, low)) low = p;
      if (empty || before(high, p)) high = p;
      empty = false;
    }
  };

  u32 id_[7];
  Vec3d at_[7];
  u32 shared_, size_;
  const Patch& patch_;
};

// Does a face of the surface that is not of the patch meet a part of its hull only in edges and vertices of the patch?
// `shared` has a bit for each vertex that is of the patch.
template <class Patch>
bool meets_patch_alone(const Surface& surface, u32 face, u32 shared, const std::array<u32, 4>& part,
                       const Patch& patch) {
  const Face& f = surface.faces[face];
  if (shared == 7) {
    if (!surface.degenerate[face]) return patch.is_face(f[0], f[1], f[2]);
    const auto [p, q] = ends_of(surface, face);
    return p == q || patch.is_edge(p, q);
  }
  for (u32 k = 0; k < 3; ++k) {
    const u32 p = f[after(k)], q = f[after(after(k))];
    if (shared == 7 - (1u << k) && p != q && !patch.is_edge(p, q)) return false;
  }
  return Separation(surface.at, f, shared, part, patch).holds();
}

}  // namespace apart::decomposition
