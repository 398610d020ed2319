// The first contact of two convex cores that move, over one segment of their motions: GJK and conservative advancement
// in one loop. Included only by the sources that compile it for an instruction set.
//
// Every direction that GJK tries is the normal of a plane, and proves the two apart for some time, whether it is the
// best direction or not: the search goes on at once at the end of that time, with the simplex as it is then. So no
// distance is computed on the way. Of bodies that do not turn this is a ray cast against the Minkowski difference (van
// den Bergen 2004).
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/convex/gjk/simplex_by_signs.hpp>
#include <apart/convex/polytope/quick_direction.hpp>
#include <apart/convex/polytope/support_kernel.hpp>
#include <apart/motion/closing_time.hpp>
#include <apart/motion/convex_impact.hpp>

namespace apart::motion {
inline namespace APART_LANES_OF_MACHINE {

// Neither turns nor is accelerated: seen from A, B moves straight.
class StraightPath {
 public:
  APART_INLINE StraightPath(ConvexPair& pair, double time)
      : begin_(pair.begin),
        speed_error_(pair.errors.speed),
        b_in_a_(pair.b_in_a),
        start_(b_in_a_.translation),
        velocity_(pair.velocity) {
    b_in_a_.translation = place(time);
  }
  APART_INLINE const Pose& b_in_a() const { return b_in_a_; }
  template <class Supports>
  APART_INLINE void move_to(double time, Supports& supports) {
    b_in_a_.translation = place(time);
    if constexpr (Supports::kMany) supports.move_to(b_in_a_.translation);
  }
  // The same, and moves corners with it. Their roundings add up: places that count are computed anew.
  template <class Supports, class Corner>
  APART_INLINE void carry_to(double time, Supports& supports, Corner* corners, int count) {
    const Vec3d before = b_in_a_.translation;
    move_to(time, supports);
    const Vec3d by = b_in_a_.translation - before;
    for (int i = 0; i < count; ++i) {
      if constexpr (Supports::kMany)
        corners[i].w -= by;
      else
        supports.place(corners[i]);
    }
  }
  APART_INLINE Vec3d velocity(const Vec3d&, const Vec3d&) const { return velocity_; }

  // How long a gap stays open, along the normal of a plane that has been multiplied by `size`, as the gap is.
  template <class Search>
  APART_INLINE double time_kept(const Search&, const Vec3d& n, double size, double gap) const {
    const double closing = speed_error_ * size - dot(n, velocity_);
    return closing > 0 ? gap / closing * (1 - 0x1p-48) : Bounds::kInfinity;
  }

 private:
  APART_INLINE Vec3d place(double time) const { return start_ + (time - begin_) * velocity_; }

  double begin_, speed_error_;
  Pose& b_in_a_;
  Vec3d start_, velocity_;  // of B
};

class TurningPath {
 public:
  APART_INLINE TurningPath(const ConvexPair& pair, double time) : pair_(pair), now_(pair.segment->at(time)) {}
  APART_INLINE const Pose& b_in_a() const { return now_.b_in_a; }
  template <class Supports>
  APART_INLINE void move_to(double time, Supports&) {
    now_ = pair_.segment->at(time);
  }
  template <class Supports, class Corner>
  APART_INLINE void carry_to(double time, Supports& supports, Corner* corners, int count) {
    move_to(time, supports);
    for (int i = 0; i < count; ++i) supports.place(corners[i]);
  }
  // At which a point of B moves away from one of A.
  APART_INLINE Vec3d velocity(const Vec3d& on_a, const Vec3d& on_b) const {
    return now_.b.velocity_at(on_b) - now_.a.velocity_at(on_a);
  }

  // A normal n that turns by n', of two points r apart that part with the velocity v: along it they are n·r +
  // x·(n·v + n'·r) apart after a time x, but for terms of x². All of that is linear in the points, so that the least of
  // it is at support points, and a concave function of x: if it is positive at two times, then in between. Newton's
  // method approaches its root from beyond, chords from before.
  template <class Search>
  APART_INLINE double time_kept(const Search& search, const Vec3d& d, double size, double gap_times_size) const {
    const Vec3d n = d / size, turn = search.turn_of_face(n);
    const double gap = gap_times_size / size, turning = length(turn);
    const Vec3d centre_a = pair_.ball_a.centre, centre_b = now_.b_in_a * pair_.ball_b.centre;
    const double radius_a = pair_.ball_a.radius, radius_b = pair_.ball_b.radius;
    const double left = pair_.end - now_.time;
    double most = left;
    double bend = now_.a.acceleration_at(centre_a, radius_a) + now_.b.acceleration_at(centre_b, radius_b);
    if (turning > 0) {
      // n + x·n' is at most twice as long as n, and at most 1 + x²·n'²/2 times.
      most = lesser(most, 1 / turning);
      const double fastest =
          length(velocity(centre_a, centre_b)) + now_.a.spin_size * radius_a + now_.b.spin_size * radius_b;
      bend = 2 * (bend + turning * (fastest + 0.5 * turning * pair_.kept()));
    }
    bend *= 1 + 0x1p-40;
    const Vec3d along_a = cross(n, now_.a.spin) + turn, along_b = cross(n, now_.b.spin) + turn;
    double open, growth;  // of two points at first
    const auto take = [&](const Vec3d& r, const Vec3d& v) {
      open = dot(n, r) - pair_.kept(), growth = dot(n, v) + dot(turn, r) - pair_.errors.speed;
    };
    search.at_support(n, n, take);
    double x = lesser(closing_time(open, -growth, bend), most), safe = 0;
    for (int round = 0; round < 4; ++round) {
      search.at_support(n + x * along_a, n + x * along_b, take);
      const double then = open + x * (growth - 0.5 * x * bend);
      if (then >= 0 && x == left) return Bounds::kInfinity;
      const double chord = then >= 0 ? x : x * (gap / (gap - then));
      safe = larger(safe, chord);
      if (chord > 0.99 * x) break;
      x = lesser(x, closing_time(open, -growth, bend));
    }
    return safe * (1 - 0x1p-45);
  }

 private:
  const ConvexPair& pair_;
  MovingPair now_;
};

// Support functions of any two cores.
class CoreSupports {
 public:
  static constexpr bool kMany = false;
  static constexpr int kLanes = 1;
  struct Corner {
    Vec3d w;
    Vec3d of_a, of_b;  // each in its own frame
  };

  CoreSupports(const ConvexPair& pair, const Pose& b_in_a) : a_(pair.a), b_(pair.b), b_in_a_(b_in_a) {}
  Corner operator()(const Vec3d& along_a, const Vec3d& against_b) const {
    const Vec3d on_a = farthest(a_, along_a), on_b = farthest(b_, transposed_times(b_in_a_.rotation, -against_b));
    return {on_a - b_in_a_ * on_b, on_a, on_b};
  }
  const Vec3d& of_a(const Vec3d& p) const { return p; }
  Vec3d of_b(const Vec3d& p) const { return b_in_a_ * p; }
  void place(Corner& c) const { c.w = of_a(c.of_a) - of_b(c.of_b); }

 private:
  const Core &a_, &b_;
  const Pose& b_in_a_;
};

// Of two polytopes of few vertices.
template <int W>
class PolytopeSupports : public HullSupports<W> {
 public:
  static constexpr bool kMany = false;
  static constexpr int kLanes = W;
  APART_INLINE PolytopeSupports(const ConvexPair& pair, const Pose& b_in_a)
      : HullSupports<W>(*std::get_if<Polytope>(&pair.a), *std::get_if<Polytope>(&pair.b), b_in_a) {}
};

// Of the same where neither turns: B's vertices are turned into A's frame once, and only its place changes.
template <int W>
class ShiftedSupports {
 public:
  static constexpr int kLanes = W;
  static constexpr bool kMany = true;  // it takes less time to find several at once than one after the other
  APART_INLINE ShiftedSupports(const ConvexPair& pair, const Pose& b_in_a)
      : ShiftedSupports(*std::get_if<Polytope>(&pair.a), *std::get_if<Polytope>(&pair.b), b_in_a) {}
  APART_INLINE HullCorner operator()(const Vec3d& along_a, const Vec3d& against_b) const {
    const u32 a = farthest_in_lanes<W>(lanes_a_.data(), static_cast<u32>(lanes_a_.size()), along_a);
    const u32 b = farthest_in_lanes<W>(mirrored_b_, eights_b_, against_b);
    return {of_a(a) - of_b(b), a, b};
  }
  APART_INLINE Vec3d of_a(u32 vertex) const { return vertices_a_[vertex]; }
  APART_INLINE Vec3d of_b(u32 vertex) const { return place_b_ - mirrored_b_[vertex / 8].point(vertex % 8); }
  APART_INLINE void place(HullCorner& c) const { c.w = of_a(c.of_a) - of_b(c.of_b); }
  APART_INLINE void move_to(const Vec3d& place) { place_b_ = middle_b_ + place; }

 private:
  APART_INLINE ShiftedSupports(const Polytope& a, const Polytope& b, const Pose& b_in_a)
      : lanes_a_(vertices_in_lanes(a)),
        vertices_a_(a.vertices().data()),
        eights_b_(static_cast<u32>(vertices_in_lanes(b).size())),
        middle_b_(b_in_a.rotation * b.middle()) {
    const Mat3d& r = b_in_a.rotation;
    turn_eights<W>(vertices_in_lanes(b).data(), eights_b_, {{-r.rows[0], -r.rows[1], -r.rows[2]}}, mirrored_b_);
    move_to(b_in_a.translation);
  }

  std::span<const EightPoints<double>> lanes_a_;
  const Vec3d* vertices_a_;
  u32 eights_b_;
  Vec3d middle_b_, place_b_;                     // the vertices' middle, in B turned and where it is now
  EightPoints<double> mirrored_b_[kMostEights];  // at their middle, so that what is farthest is so against a direction
};

template <class Supports, class Path>
class ConvexAdvance {
 public:
  APART_INLINE ConvexAdvance(ConvexPair& pair, double from)
      : pair_(pair), time_(from), path_(pair, from), support_(pair, path_.b_in_a()) {}

  APART_INLINE ConvexFound run(Impact& out) {
    constexpr int kSteps = 128;
    const double contact = pair_.keep() + pair_.tolerance, kept = pair_.kept();
    const double size_of_all = pair_.ball_a.radius + pair_.ball_b.radius;
    const double clear = 0x1p-44 * size_of_all * size_of_all * size_of_all;
    simplex_.d = from_a_to_b();
    if constexpr (Supports::kMany)
      if (!start(kept, clear)) return ConvexFound::free;
    for (int step = 0; step < kSteps; ++step) {
      const double size = std::sqrt(squared_length(simplex_.d)), height = -dot(simplex_.d, simplex_.c[0].w);
      if (simplex_.count > 0 && height <= contact * size) {
        if (is_contact(contact)) return end(out);
        continue;
      }
      Corner& corner = simplex_.c[simplex_.count];  // the next, to which there is no corner in between
      corner = support_(simplex_.d, simplex_.d);
      const double lowest = -dot(simplex_.d, corner.w), gap = lowest - kept * size;
      if (gap > 0) {
        const double until = time_ + path_.time_kept(*this, simplex_.d, size, gap);
        if (until > pair_.end) return ConvexFound::free;
        if (until > time_) {
          time_ = until, plane_ = simplex_.d, plane_size_ = size;
          path_.carry_to(time_, support_, simplex_.c, simplex_.count + 1);
          // No corner is nearer than the face: there is none to add, and where it has come to the origin, they touch.
          if (Supports::kMany && simplex_.count == 3 && lowest >= height * (1 - 0x1p-40)) {
            if (pair_.keep() == 0 && meet_in_face(size, out)) return ConvexFound::contact;
            continue;
          }
        }
      }
      if (simplex_.add(Corner(corner), clear) != Simplex::Added::outside) {
        ++simplex_.count;
        return is_contact(contact) ? end(out) : ConvexFound::nothing;
      }
    }
    return ConvexFound::nothing;
  }

  // take(r, v) with the support points of A along one direction, and of B against another: from the one to the other,
  // and the velocity of that.
  template <class Take>
  APART_INLINE void at_support(const Vec3d& along_a, const Vec3d& against_b, Take take) const {
    const Corner c = support_(along_a, against_b);
    take(-c.w, path_.velocity(support_.of_a(c.of_a), support_.of_b(c.of_b)));
  }
  // By how much the face of the difference whose normal is n turns.
  APART_INLINE Vec3d turn_of_face(const Vec3d& n) const {
    if (simplex_.count != 3) return {};
    Vec3d moving[3];
    for (int i = 0; i < 3; ++i)
      moving[i] = -path_.velocity(support_.of_a(simplex_.c[i].of_a), support_.of_b(simplex_.c[i].of_b));
    const Vec3d e = simplex_.c[1].w - simplex_.c[0].w, f = simplex_.c[2].w - simplex_.c[0].w;
    const Vec3d across = cross(e, f);
    const Vec3d change = cross(moving[1] - moving[0], f) + cross(e, moving[2] - moving[0]);
    const double area = dot(n, across);
    if (!(area * area > 0.5 * squared_length(across)) || area == 0) return {};
    const Vec3d turn = change / area;
    return turn - dot(n, turn) * n;
  }

 private:
  using Corner = decltype(std::declval<Supports>()(Vec3d{}, Vec3d{}));
  using Simplex = QuickDirection<Corner, Supports::kLanes>;

  // Three corners, along directions about that from centre to centre. False: one of their planes proves all to be free.
  APART_INLINE bool start(double kept, double clear) {
    const Vec3d d = simplex_.d, aside = 0.4 * d, size = abs(d);
    // Across d, about the two axes that are not the nearest to it.
    const Vec3d about[5] = {{0, aside.z, -aside.y},
                            {-aside.z, 0, aside.x},
                            {aside.y, -aside.x, 0},
                            {0, aside.z, -aside.y},
                            {-aside.z, 0, aside.x}};
    const int x = (size.x > size.y) & (size.x > size.z), y = (1 - x) & int(size.y > size.z);
    const Vec3d &p = about[x + 2 * y], &q = about[x + 2 * y + 1];
    const Vec3d along[3] = {d + p, d + q, d - p - q};
    Corner corners[3] = {support_(along[0], along[0]), support_(along[1], along[1]), support_(along[2], along[2])};
    double sizes[3], most = 0;
    int best = 0;
    for (int k = 0; k < 3; ++k) {
      sizes[k] = length(along[k]);
      const double gap = -dot(along[k], corners[k].w) - kept * sizes[k];
      const double time = gap > 0 ? path_.time_kept(*this, along[k], sizes[k], gap) : 0;
      if (time > most) best = k, most = time;
    }
    const double until = time_ + most;
    if (until > pair_.end) return false;
    if (until > time_) {
      time_ = until, plane_ = along[best], plane_size_ = sizes[best];
      path_.carry_to(time_, support_, corners, 3);
    }
    for (const Corner& c : corners) simplex_.add(c, clear);
    return true;
  }
  APART_INLINE Vec3d from_a_to_b() const { return path_.b_in_a() * pair_.ball_b.centre - pair_.ball_a.centre; }

  // Solves the simplex again, with care. If it is not in contact, goes on from what is nearest of it.
  [[gnu::noinline]] bool is_contact(double contact) {
    Corner(&c)[4] = simplex_.c;
    Vec3d corners[4];
    for (int i = 0; i < simplex_.count; ++i) support_.place(c[i]), corners[i] = c[i].w;
    convex::QuickNearest nearest = convex::nearest_by_signs(corners, simplex_.count);
    // The corners have moved, so that a nearest point may not need the last one: again from that alone.
    if (!(nearest.squared < Bounds::kInfinity)) {
      c[0] = c[simplex_.count - 1], simplex_.count = 1;
      nearest = convex::nearest_by_signs(&c[0].w, 1);
    }
    int used = 0;
    for (int i = 0; i < simplex_.count; ++i)
      if (nearest.used >> i & 1) weights_[used] = nearest.weight[i], c[used++] = c[i];
    simplex_.count = used, squared_ = nearest.squared;
    if (squared_ > 0) simplex_.d = -nearest.point;
    return squared_ <= contact * contact;
  }

  // The nearest points of the cores, by the weights of the corners.
  APART_INLINE void find_points() {
    const Corner* const c = simplex_.c;
    const Vec3d a = support_.of_a(c[0].of_a), b = support_.of_b(c[0].of_b);
    on_a_ = a, on_b_ = b;
    for (int i = 1; i < simplex_.count; ++i) {
      on_a_ += weights_[i] * (support_.of_a(c[i].of_a) - a);
      on_b_ += weights_[i] * (support_.of_b(c[i].of_b) - b);
    }
  }

  // Is the origin in a tetrahedron, deeper than an error? Sets the shares of its corners.
  APART_INLINE static bool holds_origin(const Vec3d (&w)[4], double error, double (&shares)[4]) {
    const TetrahedronParts parts(w[0], w[1], w[2], w[3]);
    const double* const v = parts.volumes;
    const double all = v[0] + v[1] + v[2] + v[3], sign = all < 0 ? -1 : 1;
    const double size =
        larger(larger(largest(abs(w[0])), largest(abs(w[1]))), larger(largest(abs(w[2])), largest(abs(w[3]))));
    const double rounding = 0x1p-46 * size * size * size;
    const auto is_deep = [&](int i) {
      // Below a face, whose area is at most 12 · size².
      if (sign * v[i] > 12 * error * size * size + rounding) return true;
      const Vec3d &p = w[(i + 1) & 3], &q = w[(i + 2) & 3], &r = w[(i + 3) & 3];
      return sign * v[i] > error * length(cross(q - p, r - p)) + rounding;
    };
    for (int i = 0; i < 4; ++i) shares[i] = v[i] / all;
    return is_deep(3) && is_deep(0) && is_deep(1) && is_deep(2);
  }

  // Have the cores, where they are now, a point in common, between a face that is known and the centres?
  APART_INLINE bool share_point() {
    Corner* const c = simplex_.c;
    for (int i = 0; i < 3; ++i) support_.place(c[i]);
    double shares[4];
    if (!holds_origin({c[0].w, c[1].w, c[2].w, -from_a_to_b()}, pair_.errors.length, shares)) return false;
    const Vec3d a = support_.of_a(c[0].of_a);
    on_a_ = on_b_ = a + shares[1] * (support_.of_a(c[1].of_a) - a) + shares[2] * (support_.of_a(c[2].of_a) - a) +
                    shares[3] * (pair_.ball_a.centre - a);
    return true;
  }
  // After which the cores, that close at a speed, are in contact for certain.
  APART_INLINE double time_to_contact(double distance, double closing) const {
    return (larger(distance - pair_.keep(), 0.0) + 4 * pair_.errors.length) / closing;
  }
  // A face, whose normal has this size, has come to the origin: is that in it a little later?
  APART_INLINE bool meet_in_face(double size, Impact& out) {
    const Corner* const c = simplex_.c;
    const Vec3d normal = simplex_.d / size;
    const double closing = -dot(normal, path_.velocity(support_.of_a(c[0].of_a), support_.of_b(c[0].of_b)));
    const double height = -dot(normal, c[0].w);
    const double later = time_ + larger((1 + 0x1p-20) * time_to_contact(height, closing), 0x1p-50 * time_);
    if (!(closing > 0 && height <= pair_.tolerance && later <= pair_.end)) return false;
    path_.move_to(later, support_);
    if (share_point()) {
      out.hit = out.touching = true;
      out.free_until = time_, out.contact_by = out.nearest_at = later;
      out.on_a = out.on_b = on_a_, out.normal = normal;
      out.least_clearance = 0;
      return true;
    }
    path_.carry_to(time_, support_, simplex_.c, 3);
    return false;
  }

  // Are the cores, where they are now, in contact for certain?
  APART_INLINE bool touching() {
    if (simplex_.count == 3 && share_point()) return true;
    find_points();
    return length(on_b_ - on_a_) + pair_.errors.length <= pair_.keep();
  }
  // The same by their depth, where the corners do not tell, as those of two faces.
  [[gnu::noinline]] bool overlapping() {
    const Distance gap =
        rounded_gap_by_kernel({pair_.a, pair_.radius_a}, path_.b_in_a(), {pair_.b, pair_.radius_b}, {.depth = true});
    return gap.distance <= pair_.within - pair_.errors.length;
  }

  [[gnu::noinline]] ConvexFound end(Impact& out) {
    const double distance = std::sqrt(squared_), error = pair_.errors.length;
    // In contact at first: where there is no plane, from A's middle to B's.
    Vec3d normal = normalized(plane_size_ > 0 ? plane_ : squared_ > 0 ? simplex_.d : from_a_to_b()).unit;
    const double closing =
        -dot(normal, path_.velocity(support_.of_a(simplex_.c[0].of_a), support_.of_b(simplex_.c[0].of_b)));
    // Of rounded cores the nearest points tell the direction more closely than the last plane.
    if (pair_.keep() > 0x1p-20 * (pair_.ball_a.radius + pair_.ball_b.radius) && distance > 0)
      normal = simplex_.d / distance;
    out.hit = true;
    out.free_until = out.contact_by = time_;
    out.touching = squared_ == 0 || distance + error <= pair_.keep();
    out.least_clearance = larger(distance - pair_.radii(), 0.0), out.nearest_at = time_;
    if (!out.touching && closing > 0) {
      // A little later they are in contact for certain.
      const double rest = time_to_contact(distance, closing);
      for (const double more : {1.0 + 0x1p-20, 4.0}) {
        const double later = time_ + larger(more * rest, 0x1p-50 * time_);
        if (!(later <= pair_.end)) break;
        path_.move_to(later, support_);
        if (!touching() && !overlapping()) continue;
        out.touching = true, out.contact_by = later;
        break;
      }
      if (!out.touching) path_.move_to(time_, support_);
    }
    if (!(out.contact_by > time_)) find_points();
    // From the cores to what is rounded; of what overlaps a point of both.
    const Vec3d across = on_b_ - on_a_;
    const double length_of = length(across);
    if (length_of > pair_.radii()) {
      out.on_a = on_a_ + pair_.radius_a / length_of * across, out.on_b = on_b_ - pair_.radius_b / length_of * across;
    } else {
      out.on_a = out.on_b = pair_.radii() > 0 ? on_a_ + pair_.radius_a / pair_.radii() * across : on_a_;
    }
    out.normal = normal;
    return ConvexFound::contact;
  }

  const ConvexPair& pair_;
  double time_;
  Path path_;
  Supports support_;
  Simplex simplex_;                                       // of A − B; its direction is from A to B
  Vec3d plane_{};                                         // the normal of the last that proved something …
  double plane_size_ = 0;                                 // … and its length
  double weights_[4] = {}, squared_ = Bounds::kInfinity;  // of a contact
  Vec3d on_a_{}, on_b_{};                                 // of the cores
};

template <class Supports, class Path>
ConvexFound convex_search(ConvexPair& pair, double from, Impact& out) {
  return ConvexAdvance<Supports, Path>(pair, from).run(out);
}
template <class Straight, class Turning>
inline constexpr ConvexSearches kConvexSearches{convex_search<Straight, StraightPath>,
                                                convex_search<Turning, TurningPath>};
template <int W>
inline constexpr ConvexSearches kPolytopeSearches = kConvexSearches<ShiftedSupports<W>, PolytopeSupports<W>>;

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::motion
