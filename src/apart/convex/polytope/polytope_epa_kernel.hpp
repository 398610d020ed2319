// The search of polytope_epa.hpp, W vertices and faces at once. Included only by the sources that compile it for an
// instruction set.
#pragma once
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/convex/polytope/support_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
class PolytopeEpaSearch {
 public:
  APART_INLINE PolytopeEpaSearch(const PolytopePair& pair, EpaResult& out) : farthest_(pair), out_(out) {}

  APART_INLINE void run(const PolytopeSimplex& start) {
    farthest_.settle();
    for (int i = 0; i < 4; ++i) add(start.of_a[i], start.of_b[i]);
    if (stand()) expand();
  }

  // From a surface that was kept: are its planes all beyond the origin still?
  APART_INLINE void resume(const EpaSurface& kept) {
    resumed_ = true;
    farthest_.place_few();
    for (u32 i = 0; i < kept.corners; ++i) add(kept.of_a[i], kept.of_b[i]);
    if (nearest_proves(kept)) return;
    at_most_ = std::numeric_limits<double>::infinity(), at_least_ = 0;
    if (stand_on(kept)) expand();
  }

  // The surface, where the search has ended well and it is not too large; otherwise none.
  APART_INLINE void keep(EpaSurface& kept) const {
    if (out_.status == Status::exact && resumed_ && corners_ == kept.corners) {  // it is the same
      kept.nearest = static_cast<unsigned char>(nearest_);
      return;
    }
    kept.corners = kept.faces = 0;
    if (out_.status != Status::exact || corners_ > EpaSurface::kCorners) return;
    if (faces_ == 0) __builtin_unreachable();  // one of them proved the depth
    unsigned char place[kFaces];
    u32 count = 0;
    for (u32 i = 0; i < faces_; ++i)  // without those that were left
      if (place[i] = static_cast<unsigned char>(count); distance_[i] < std::numeric_limits<double>::infinity()) ++count;
    if (count > EpaSurface::kFaces) return;
    for (u32 i = 0; i < faces_; ++i) {
      if (!(distance_[i] < std::numeric_limits<double>::infinity())) continue;
      for (int k = 0; k < 3; ++k) kept.of[place[i]][k] = static_cast<unsigned char>(of_[i][k]);
    }
    for (u32 i = count; i % 4 != 0; ++i)  // to whole packs
      for (int k = 0; k < 3; ++k) kept.of[i][k] = kept.of[0][k];
    for (u32 i = 0; i < corners_; ++i) {
      kept.of_a[i] = static_cast<unsigned char>(corner_[i].of_a);
      kept.of_b[i] = static_cast<unsigned char>(corner_[i].of_b);
    }
    kept.corners = static_cast<unsigned char>(corners_), kept.faces = static_cast<unsigned char>(count);
    kept.nearest = place[nearest_];
  }

 private:
  using P = typename EightNumbers<double, W>::P;
  static constexpr u32 kFaces = 128, kCorners = 72, kRim = 64, kNear = 16;
  static constexpr double kRounding = 0x1p-53, kThin = 1e-6;
  static constexpr double kPlaces[4] = {0, 1, 2, 3};

  APART_INLINE void expand() {
    for (out_.steps = 0;;) {
      const u32 nearest = nearest_;
      at_least_ = larger(at_least_, distance_[nearest]);
      if (settled()) return finish();
      const Vec3d direction{x_[nearest], y_[nearest], z_[nearest]};
      ++out_.steps;
      const HullCorner v = farthest_(direction);
      const double along = dot(direction, v.w);
      if (along < at_most_) at_most_ = along, best_ = direction, out_.of_a = v.of_a, out_.of_b = v.of_b;
      if (!(along > 16 * kRounding * largest_)) return;  // they touch
      if (settled()) return finish();
      if (corners_ == kCorners || !raise(nearest, add(v))) return;
    }
  }

  APART_INLINE static P load(const double* from) { return EightNumbers<double, W>::load(from); }
  APART_INLINE static void store(P numbers, double* to) {
    if constexpr (W == 1)
      *to = numbers;
    else
      numbers.store(to);
  }

  APART_INLINE void add(u32 a, u32 b) { add({farthest_.of_a(a) - farthest_.of_b(b), a, b}); }
  APART_INLINE u32 add(const HullCorner& v) {
    largest_ = larger(largest_, largest(abs(v.w)));
    corner_[corners_] = v;
    return corners_++;
  }
  APART_INLINE double noise() const { return 16 * kRounding * largest_; }

  // Do the bounds agree? As in EpaSearch.
  APART_INLINE bool settled() const {
    const double gap = at_most_ - at_least_;
    return gap <= noise() || gap <= 1e-12 * at_least_;
  }

  // Adjacent new faces, each on an edge, with the same apex.
  struct Rim {
    u32 from[kRim], to[kRim], beyond[kRim];
    alignas(64) double x[kRim], y[kRim], z[kRim], distance[kRim], at_least[kRim];
    u32 count;
  };
  // W corners, by a function that gives the number of each. Assembled in registers: store forwarding of parts is slow.
  template <class Which>
  APART_INLINE Vec3<P> corners_at(Which which) const {
    if constexpr (W == 1) {
      return corner_[which(0)].w;
    } else {
      using Numbers = typename P::Layout::Numbers;
      return [&]<int... K>(std::integer_sequence<int, K...>) {
        const Vec3d* const at[W] = {&corner_[which(K)].w...};
        Vec3<P> out;
        out.x.r[0] = Numbers{at[K]->x...}, out.y.r[0] = Numbers{at[K]->y...}, out.z.r[0] = Numbers{at[K]->z...};
        return out;
      }
      (std::make_integer_sequence<int, W>());
    }
  }
  APART_INLINE Vec3<P> corners(const u32* which) const {
    return corners_at([&](int k) { return which[k]; });
  }
  // The planes of a face, or of W.
  template <class N>
  struct Planes {
    Vec3<N> unit;
    N distance, at_least;
    u32 thin;

    APART_INLINE Planes(const Vec3<N>& p, const Vec3<N>& to, const Vec3<N>& top) {
      const Vec3<N> e = to - p, f = top - p, n = cross(e, f);
      const N square = dot(n, n);
      thin = bits(square <= N(kThin) * dot(e, e) * dot(f, f));
      using std::sqrt;
      const N inverse = N(1.0) / sqrt(square);
      unit = inverse * n, distance = dot(unit, p);
      // The cross product of the edges is rounded, which tilts the plane about its corner: more the thinner the face
      // is.
      at_least = distance - N(4 * kRounding) * inverse * sqrt(dot(p, p) * dot(e, e) * dot(f, f));
    }
  };
  // Their planes. False if one is thin.
  APART_INLINE bool span(Rim& rim, Vec3d top) const {
    for (u32 i = rim.count; i % W != 0; ++i) rim.from[i] = rim.from[0], rim.to[i] = rim.to[0];
    const Vec3<P> c{P(top.x), P(top.y), P(top.z)};
    u32 thin = 0;
    for (u32 i = 0; i < rim.count; i += W) {
      const Planes<P> planes(corners(rim.from + i), corners(rim.to + i), c);
      thin |= planes.thin;
      store(planes.unit.x, rim.x + i), store(planes.unit.y, rim.y + i), store(planes.unit.z, rim.z + i);
      store(planes.distance, rim.distance + i), store(planes.at_least, rim.at_least + i);
    }
    return thin == 0;
  }

  APART_INLINE void put(u32 face, const Rim& rim, u32 i) {
    x_[face] = rim.x[i], y_[face] = rim.y[i], z_[face] = rim.z[i], distance_[face] = rim.distance[i];
    at_least_of_[face] = rim.at_least[i];
  }

  // The first tetrahedron. Numbered as by EpaSearch: its first face is abc, the others are on its edges.
  APART_INLINE bool stand() {
    u32 a = 0, b = 1;
    const u32 c = 2, d = 3;
    const Vec3d top = corner_[d].w;
    if (dot(corner_[a].w - top, cross(corner_[b].w - top, corner_[c].w - top)) < 0) a = 1, b = 0;
    const u32 of_face[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
    constexpr u32 beside[4][3] = {
        {4 + 2, 8 + 2, 12 + 2}, {12 + 1, 8 + 0, 0 + 0}, {4 + 1, 12 + 0, 0 + 1}, {8 + 1, 4 + 0, 0 + 2}};
    // The three on the edges of abc; and abc, as if it were on ab below c.
    Rim rim, base;
    rim.count = 3, base.count = 1;
    for (u32 i = 0; i < 3; ++i) rim.from[i] = of_face[i + 1][2], rim.to[i] = of_face[i + 1][0];
    base.from[0] = a, base.to[0] = b;
    if (!span(rim, top) || !span(base, corner_[c].w)) return false;
    faces_ = 4;
    for (u32 i = 0; i < 4; ++i) {
      i == 0 ? put(i, base, 0) : put(i, rim, i - 1);
      for (int k = 0; k < 3; ++k) of_[i][k] = of_face[i][k], beside_[i][k] = beside[i][k];
      if (distance_[i] < distance_[nearest_]) nearest_ = i;
    }
    return true;
  }

  // The face that was nearest, and the plane across its normal that bounds the depth from above. False where the face
  // does not bound it from below.
  APART_INLINE bool look_along(const Planes<double>& face) {
    if (face.thin || !(face.at_least > noise())) return false;
    best_ = {face.unit.x, face.unit.y, face.unit.z}, at_least_ = face.distance, out_.steps = 1;
    const HullCorner v = farthest_(best_);
    at_most_ = dot(best_, v.w), out_.of_a = v.of_a, out_.of_b = v.of_b;
    return at_most_ > noise();
  }
  // Larger than any distance that matters to finish(), by more than the rounding error of a face that is not thin.
  APART_INLINE double beyond() const { return larger(at_most_, at_least_) * (1 + 0x1p-30) + 0x1p-36 * largest_; }

  // A surface that was kept proves the depth, mostly by the same face as before: for all that are clearly farther
  // squares are enough, without a root or a division. Those about as near are collected, as finish() wants them, and
  // one of them may be nearer. False: all planes are to be computed, and they decide.
  APART_INLINE bool nearest_proves(const EpaSurface& kept) {
    const Planes<double> last = plane_of(kept, kept.nearest);
    if (!look_along(last)) return false;
    const double least = beyond();
    const P square_least = in_all_lanes<P>(least * least), thin = in_all_lanes<P>(kThin);
    u32 faces[kNear];
    faces_ = 0;
    for (u32 i = 0; i < kept.faces; i += W) {
      const Vec3<P> p = kept_corners(kept, i, 0), e = kept_corners(kept, i, 1) - p, f = kept_corners(kept, i, 2) - p;
      const Vec3<P> n = cross(e, f);
      const P square = dot(n, n), height = dot(n, p);
      if (bits(square <= thin * dot(e, e) * dot(f, f))) return false;
      u32 near = bits(!((height > P(0.0)) & (height * height > square_least * square)));
      for (; near != 0; near &= near - 1) {
        const u32 face = i + static_cast<u32>(std::countr_zero(near));
        if (face >= kept.faces) break;
        const Planes<double> plane = face == kept.nearest ? last : plane_of(kept, face);
        if (faces_ == kNear || plane.thin || !(plane.at_least > noise())) return false;
        for (int k = 0; k < 3; ++k) of_[faces_][k] = kept.of[face][k];
        faces[faces_] = face;
        put(faces_++, plane);
      }
    }
    if (faces_ == 0) __builtin_unreachable();  // the one that was nearest is about as near
    u32 nearest = 0;
    for (u32 i = 1; i < faces_; ++i)
      if (distance_[i] < distance_[nearest]) nearest = i;
    nearest_ = faces[nearest];
    if (nearest_ != kept.nearest && !(look_along(plane_of(kept, nearest_)) && beyond() <= least)) return false;
    if (!settled()) return false;
    finish();
    return true;
  }
  APART_INLINE void put(u32 face, const Planes<double>& plane) {
    x_[face] = plane.unit.x, y_[face] = plane.unit.y, z_[face] = plane.unit.z;
    distance_[face] = plane.distance, at_least_of_[face] = plane.at_least;
  }
  APART_INLINE Planes<double> plane_of(const EpaSurface& kept, u32 face) const {
    const unsigned char(&of)[3] = kept.of[face];
    return {corner_[of[0]].w, corner_[of[1]].w, corner_[of[2]].w};
  }
  // Four as rows of memory, transposed: they were not just written, as those of new faces are.
  APART_INLINE Vec3<P> kept_corners(const EpaSurface& kept, u32 face, int k) const {
    if constexpr (W == 4) {
      static_assert(sizeof(HullCorner) == 4 * sizeof(double) && P::kRegisters == 1);
      using Numbers = typename P::Layout::Numbers;
      typedef double Anywhere __attribute__((vector_size(32), aligned(8), may_alias));
      const auto row = [&](u32 i) {
        return Numbers(*reinterpret_cast<const Anywhere*>(&corner_[kept.of[face + i][k]]));
      };
      const Numbers r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
      const Numbers xz_01 = __builtin_shufflevector(r0, r1, 0, 4, 2, 6),
                    y_01 = __builtin_shufflevector(r0, r1, 1, 5, 3, 7),
                    xz_23 = __builtin_shufflevector(r2, r3, 0, 4, 2, 6),
                    y_23 = __builtin_shufflevector(r2, r3, 1, 5, 3, 7);
      Vec3<P> out;
      out.x.r[0] = __builtin_shufflevector(xz_01, xz_23, 0, 1, 4, 5);
      out.y.r[0] = __builtin_shufflevector(y_01, y_23, 0, 1, 4, 5);
      out.z.r[0] = __builtin_shufflevector(xz_01, xz_23, 2, 3, 6, 7);
      return out;
    } else {
      return corners_at([&](int i) { return u32(kept.of[face + static_cast<u32>(i)][k]); });
    }
  }

  // The same of a surface that was kept. One that is closed, and whose planes are all beyond the origin, is around it:
  // every ray from there meets it.
  APART_INLINE bool stand_on(const EpaSurface& kept) {
    u32 from[EpaSurface::kFaces + 3], to[EpaSurface::kFaces + 3], top[EpaSurface::kFaces + 3];
    u32 edge[EpaSurface::kCorners][EpaSurface::kCorners];  // by its ends; the surface is closed
    faces_ = kept.faces;
    for (u32 i = 0; i < faces_; ++i) {
      from[i] = kept.of[i][0], to[i] = kept.of[i][1], top[i] = kept.of[i][2];
      for (u32 k = 0; k < 3; ++k)
        of_[i][k] = kept.of[i][k], edge[kept.of[i][k]][kept.of[i][k == 2 ? 0 : k + 1]] = 4 * i + k;
    }
    for (u32 i = 0; i < faces_; ++i)
      for (u32 k = 0; k < 3; ++k) beside_[i][k] = edge[kept.of[i][k == 2 ? 0 : k + 1]][kept.of[i][k]];
    for (u32 i = faces_; i % W != 0; ++i) from[i] = from[0], to[i] = to[0], top[i] = top[0];
    const P clear(16 * kRounding * largest_);
    u32 wrong = 0;
    for (u32 i = 0; i < faces_; i += W) {
      const Planes<P> planes(corners(from + i), corners(to + i), corners(top + i));
      wrong |= planes.thin | bits(!(planes.at_least > clear));
      store(planes.unit.x, x_ + i), store(planes.unit.y, y_ + i), store(planes.unit.z, z_ + i);
      store(planes.distance, distance_ + i), store(planes.at_least, at_least_of_ + i);
    }
    for (u32 i = 0; i < faces_; ++i)
      if (distance_[i] < distance_[nearest_]) nearest_ = i;
    return wrong == 0;
  }

  APART_INLINE void fill_up() {  // to whole packs, with faces that are nowhere
    for (u32 i = faces_; i % 4 != 0; ++i) leave(i);
  }
  APART_INLINE void leave(u32 face) {
    x_[face] = y_[face] = z_[face] = 0;
    distance_[face] = at_least_of_[face] = std::numeric_limits<double>::infinity();
  }

  // Adds a corner above a face: all faces visible from it are removed, if they are connected, and new ones are built on
  // their horizon.
  APART_INLINE bool raise(u32 first, u32 corner) {
    const Vec3d w = corner_[corner].w;
    const Vec3<P> at{P(w.x), P(w.y), P(w.z)};
    const P clear(8 * kRounding * largest_);
    u64 below[kFaces / 64] = {};
    // And which of the remaining is nearest: here, since reading what was just written is slow.
    constexpr double kNowhere = std::numeric_limits<double>::infinity();
    P least(kNowhere), where(0.0), number = load(kPlaces);
    fill_up();
    for (u32 i = 0; i < faces_; i += W) {
      const P away = load(distance_ + i);
      const P height = load(x_ + i) * at.x + load(y_ + i) * at.y + load(z_ + i) * at.z - away;
      const auto is_below = height > clear;
      below[i / 64] |= u64(bits(is_below)) << (i % 64);
      const P staying = select(is_below, P(kNowhere), away);
      where = select(staying < least, number, where), least = lesser(least, staying);
      number += P(double(W));
    }
    const auto goes = [&](u32 face) { return static_cast<u32>(below[face / 64] >> (face % 64) & 1); };
    if (!goes(first)) return false;

    u32 slots[kRim + 2], gone = 0;
    Rim rim;
    rim.count = 0;
    for (u32 word = 0; word < kFaces / 64; ++word)
      for (u64 left = below[word]; left != 0; left &= left - 1) {
        const u32 face = 64 * word + static_cast<u32>(std::countr_zero(left));
        if (gone + 6 > kRim) return false;
        slots[gone++] = face;
        for (u32 k = 0; k < 3; ++k) {
          const u32 beyond = beside_[face][k];
          rim.beyond[rim.count] = beyond, rim.from[rim.count] = of_[face][k],
          rim.to[rim.count] = of_[face][k == 2 ? 0 : k + 1];
          rim.count += 1 - goes(beyond / 4);
        }
        if (rim.count + 6 > kRim) return false;
      }
    if (rim.count < 3) return false;

    // Each corner of the horizon has one incoming and one outgoing edge: then the result is closed again, and around
    // the origin as before, since the origin is below all removed faces.
    u32 next[kRim], torn = 0;
    for (u32 i = 0; i < rim.count; ++i) starting_[rim.from[i]] = static_cast<unsigned char>(i);
    for (u32 i = 0; i < rim.count; ++i) {
      const u32 after = starting_[rim.to[i]];
      const u32 known = after < rim.count ? after : 0;
      next[i] = known, torn |= u32(starting_[rim.from[i]] != i) | (rim.from[known] ^ rim.to[i]);
    }
    if (torn) return false;
    if (!span(rim, w)) return false;

    alignas(64) double heights[W], numbers[W];
    store(least, heights), store(where, numbers);
    double lowest = heights[0], at_lowest = numbers[0];
    for (int k = 1; k < W; ++k) {
      const bool lower = heights[k] < lowest || (heights[k] == lowest && numbers[k] < at_lowest);
      lowest = lower ? heights[k] : lowest, at_lowest = lower ? numbers[k] : at_lowest;
    }
    nearest_ = static_cast<u32>(at_lowest);

    // New faces reuse the slots of the removed ones, and two more; or fewer, if a corner is removed as well that was
    // none of A − B's own.
    for (; gone < rim.count; slots[gone++] = faces_++)
      if (faces_ == kFaces) return false;
    for (u32 i = rim.count; i < gone; ++i) leave(slots[i]);
    for (u32 i = 0; i < rim.count; ++i) {
      const u32 face = slots[i], after = slots[next[i]], beyond = rim.beyond[i];
      put(face, rim, i);
      nearest_ = rim.distance[i] < lowest ? face : nearest_, lowest = lesser(lowest, rim.distance[i]);
      of_[face][0] = rim.from[i], of_[face][1] = rim.to[i], of_[face][2] = corner;
      beside_[face][0] = beyond, beside_[beyond / 4][beyond % 4] = face * 4;
      beside_[face][1] = after * 4 + 2;
      beside_[after][2] = face * 4 + 1;
    }
    return true;
  }

  // Where the penetration direction leaves the polytope: among the nearest faces. As in EpaSearch.
  APART_INLINE void finish() {
    double last = larger(at_most_, at_least_), at_least = last;
    for (u32 i = 0; i < faces_; ++i) last = lesser(last, distance_[i]), at_least = lesser(at_least, at_least_of_[i]);
    // With the rounding error of each of the faces, the thin ones too.
    if (!(at_most_ - at_least <= larger(4 * noise(), 1e-12 * at_most_))) return;
    last += larger(noise(), 1e-12 * last);
    double deepest = -1e-9, weights[3] = {};
    u32 best = kFaces;
    for (u32 i = 0; i < faces_; ++i) {
      if (!(distance_[i] <= last)) continue;
      const Vec3d n{x_[i], y_[i], z_[i]};
      const double facing = dot(n, best_);
      if (!(facing > 0.5)) continue;
      const Vec3d p = distance_[i] / facing * best_;
      const Vec3d e = corner_[of_[i][0]].w - p, f = corner_[of_[i][1]].w - p, g = corner_[of_[i][2]].w - p;
      const double parts[3] = {dot(n, cross(f, g)), dot(n, cross(g, e)), dot(n, cross(e, f))};
      const double sum = parts[0] + parts[1] + parts[2], least = lesser(lesser(parts[0], parts[1]), parts[2]) / sum;
      if (!(sum > 0 && least > deepest)) continue;
      deepest = least, best = i;
      for (int k = 0; k < 3; ++k) weights[k] = larger(parts[k], 0.0);
    }
    if (best == kFaces) return;
    const double sum = weights[0] + weights[1] + weights[2];
    const HullCorner* const c[3] = {&corner_[of_[best][0]], &corner_[of_[best][1]], &corner_[of_[best][2]]};
    const Vec3d a = farthest_.of_a(c[0]->of_a), b = farthest_.of_b(c[0]->of_b);
    Vec3d on_a{a.x, a.y, a.z}, on_b{b.x, b.y, b.z};
    for (int i = 1; i < 3; ++i) {
      on_a += weights[i] / sum * (farthest_.of_a(c[i]->of_a) - a);
      on_b += weights[i] / sum * (farthest_.of_b(c[i]->of_b) - b);
    }
    const Vec3d half = 0.5 * ((on_a - on_b) - at_most_ * best_);  // the residual of rounding
    out_.status = Status::exact, out_.distance = out_.at_least = -at_most_;
    out_.normal = {best_.x, best_.y, best_.z};
    out_.at_most = -larger(lesser(at_least - 8 * noise(), at_most_), 0.0);
    out_.on_a = on_a - half, out_.on_b = on_b + half;
  }

  SettledSupports<W> farthest_;
  EpaResult& out_;
  union {
    HullCorner corner_[kCorners];  // uninitialized
  };
  alignas(64) double x_[kFaces], y_[kFaces], z_[kFaces];  // of the faces' unit normals, outward
  alignas(64) double distance_[kFaces];                   // of their planes
  alignas(64) double at_least_of_[kFaces];                // the same, less the rounding error
  u32 of_[kFaces][3];                                     // corners
  u32 beside_[kFaces][3];                  // across the edge from corner i to the next: that face · 4 + its edge index
  unsigned char starting_[kCorners] = {};  // the edge of a horizon that starts at a corner
  u32 corners_ = 0, faces_ = 0, nearest_ = 0;
  bool resumed_ = false;
  double largest_ = 0, at_most_ = std::numeric_limits<double>::infinity(), at_least_ = 0;
  Vec3d best_{0, 0, 1};
};

template <int W>
void polytope_epa_in_lanes(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out) {
  PolytopeEpaSearch<W> search(pair, out);
  start ? search.run(*start) : search.resume(*kept);
  if (kept) search.keep(*kept);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
