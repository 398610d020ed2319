// How far apart are the hulls of two small sets of points, or how deep is one in the other, in integers that are never
// rounded? Every double is a whole multiple of some power of two; by that unit all coordinates of a pair are integers.
//
// The distance is that of the origin from the hull of all differences a − b: by exact steps of GJK, each of which comes
// strictly nearer, until no difference lies beyond the plane through the point found. That plane is the proof.
// The depth is the least, over the faces of that hull, of the origin's distance from the face. A face is spanned by two
// edges of A, two of B, or one of each, and any other direction only gives more: so it is the least over all directions
// across two differences of points, and no hull is built. Doubles with a bound on their errors say which directions are
// worth looking at.
#pragma once
#include <gmpxx.h>

#include <apart/base/vec3.hpp>
#include <array>
#include <limits>
#include <span>
#include <vector>

namespace apart::oracle {

using Integer = mpz_class;
struct IntegerVec {
  Integer x, y, z;

  friend IntegerVec operator-(const IntegerVec& a, const IntegerVec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend IntegerVec operator+(const IntegerVec& a, const IntegerVec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend IntegerVec operator-(const IntegerVec& a) { return {-a.x, -a.y, -a.z}; }
  friend IntegerVec operator*(const Integer& s, const IntegerVec& a) { return {s * a.x, s * a.y, s * a.z}; }
};
inline Integer dot(const IntegerVec& a, const IntegerVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline IntegerVec cross(const IntegerVec& a, const IntegerVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline bool is_zero(const IntegerVec& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

// √(p / q) to the nearest double, for p ≥ 0 and q > 0.
inline double square_root(const Integer& p, const Integer& q) {
  if (p == 0) return 0;
  long bits = long(mpz_sizeinbase(p.get_mpz_t(), 2)) - long(mpz_sizeinbase(q.get_mpz_t(), 2));
  long up = 130 - bits;  // so that the quotient has 130 bits, and its root 65
  up += up & 1;
  const Integer quotient = up >= 0 ? Integer((p << static_cast<unsigned long>(up)) / q)
                                   : Integer(p / (q << static_cast<unsigned long>(-up)));
  Integer root = sqrt(quotient);
  root += Integer(1) << (mpz_sizeinbase(root.get_mpz_t(), 2) - 54);  // what follows cuts off
  long exponent = 0;
  const double mantissa = mpz_get_d_2exp(&exponent, root.get_mpz_t());
  return std::ldexp(mantissa, static_cast<int>(exponent - up / 2));
}

struct ExactAnswer {
  double distance = 0;  // rounded once
  double depth = 0;     // of those that meet: the least shift after which they touch only; 0 where nothing is inside
  bool meet() const { return distance == 0; }
};

class ExactConvex {
 public:
  // At least one point each, all finite.
  ExactConvex(std::span<const Vec3d> a, std::span<const Vec3d> b) : a_(a), b_(b) {
    for (std::span<const Vec3d> points : {a, b})
      for (Vec3d p : points)
        for (int i = 0; i < 3; ++i)
          if (p[i] != 0) unit_ = std::min(unit_, std::ilogb(p[i]) - 52);
    if (unit_ == std::numeric_limits<int>::max()) unit_ = 0;
    for (Vec3d p : a) wa_.push_back(integers(p));
    for (Vec3d p : b) wb_.push_back(integers(p));
  }

  ExactAnswer answer() const {
    ExactAnswer out;
    const Nearest nearest = nearest_to_origin();
    if (is_zero(nearest.point))
      out.depth = std::ldexp(depth(), unit_);
    else
      out.distance = std::ldexp(square_root(dot(nearest.point, nearest.point), nearest.over * nearest.over), unit_);
    return out;
  }

 private:
  // point / over, with over > 0.
  struct Nearest {
    IntegerVec point;
    Integer over;
    std::vector<IntegerVec> corners;  // it lies strictly between these
  };

  IntegerVec integers(Vec3d p) const {
    const auto one = [&](double x) {
      if (x == 0) return Integer(0);
      const int shift = std::ilogb(x) - 52;
      return Integer(Integer(std::ldexp(x, -shift)) << static_cast<unsigned long>(shift - unit_));
    };
    return {one(p.x), one(p.y), one(p.z)};
  }

  // The point of a simplex's inside that is nearest to the origin among its whole plane or line, if it lies inside.
  static bool inside(const std::vector<IntegerVec>& w, Nearest& out) {
    out.corners = w;
    if (w.size() == 1) {
      out.point = w[0], out.over = 1;
      return true;
    }
    if (w.size() == 2) {
      const IntegerVec d = w[1] - w[0];
      out.over = dot(d, d);
      const Integer t = -dot(w[0], d);
      if (!(t > 0 && t < out.over)) return false;
      out.point = (out.over - t) * w[0] + t * w[1];
      return true;
    }
    if (w.size() == 3) {
      const IntegerVec n = cross(w[1] - w[0], w[2] - w[0]);
      out.over = dot(n, n);
      if (out.over == 0) return false;
      for (std::size_t i = 0; i < 3; ++i)
        if (!(dot(n, cross(w[(i + 1) % 3], w[(i + 2) % 3])) > 0)) return false;
      out.point = dot(n, w[0]) * n;
      return true;
    }
    const Integer whole = dot(w[1] - w[0], cross(w[2] - w[0], w[3] - w[0]));
    if (whole == 0) return false;
    const Integer parts[] = {dot(w[1], cross(w[2], w[3])), -dot(w[0], cross(w[2], w[3])), dot(w[0], cross(w[1], w[3])),
                             -dot(w[0], cross(w[1], w[2]))};
    for (const Integer& part : parts)
      if (sgn(part) != sgn(whole)) return false;
    out.point = {0, 0, 0}, out.over = 1;
    return true;
  }

  // No corner lies nearer than the plane through the point, across it.
  static bool none_beyond(const Nearest& n, const Integer& least_along) {
    return least_along * n.over >= dot(n.point, n.point);
  }

  static Nearest nearest_of(const std::vector<IntegerVec>& simplex) {
    for (unsigned set = 1; set < 1u << simplex.size(); ++set) {
      std::vector<IntegerVec> part;
      for (std::size_t i = 0; i < simplex.size(); ++i)
        if (set >> i & 1) part.push_back(simplex[i]);
      Nearest out;
      if (!inside(part, out)) continue;
      bool least = true;
      for (const IntegerVec& w : simplex) least = least && none_beyond(out, dot(out.point, w));
      if (least) return out;
    }
    std::abort();  // some part is the nearest
  }

  Nearest nearest_to_origin() const {
    Nearest now = nearest_of({wa_[0] - wb_[0]});
    while (!is_zero(now.point)) {
      const IntegerVec w = wa_[farthest(wa_, -now.point)] - wb_[farthest(wb_, now.point)];
      if (none_beyond(now, dot(now.point, w))) break;
      std::vector<IntegerVec> simplex = now.corners;
      simplex.push_back(w);
      now = nearest_of(simplex);
    }
    return now;
  }

  static std::size_t farthest(const std::vector<IntegerVec>& points, const IntegerVec& direction) {
    std::size_t best = 0;
    Integer most = dot(direction, points[0]);
    for (std::size_t i = 1; i < points.size(); ++i)
      if (Integer along = dot(direction, points[i]); along > most) most = along, best = i;
    return best;
  }

  // Two points of one set.
  struct Edge {
    bool of_b;
    std::size_t from, to;
  };
  struct Candidate {
    Edge one, two;
    double at_least;  // what its plane's distance may be
  };

  IntegerVec exact(const Edge& e) const { return (e.of_b ? wb_ : wa_)[e.to] - (e.of_b ? wb_ : wa_)[e.from]; }

  // In units; both hulls meet.
  double depth() const {
    // The planes across two edges that have all of A − B on one side, as far as doubles can tell. Differences of
    // doubles are rounded relative to themselves, so the cross product is off by less than 4u·|e||f| and a height over
    // the plane by less than 16u·|e||f|·size, u = 2⁻⁵³; here twice that and more, for the lengths are rounded too.
    double size = 0;
    for (Vec3d p : a_)
      for (Vec3d q : b_) size = larger(size, length(p - q));
    for (std::span<const Vec3d> points : {a_, b_})
      for (Vec3d p : points) size = larger(size, length(p - points[0]));
    std::vector<Candidate> candidates;
    double at_most = std::numeric_limits<double>::infinity();
    const auto look = [&](const Edge& one, const Edge& two) {
      const Vec3d e = rounded(one), f = rounded(two), n = cross(e, f);
      const double lengths = length(e) * length(f), error = 0x1p-48 * lengths, height_error = error * size;
      const Vec3d pa = a_[one.of_b ? 0 : one.from], pb = b_[two.of_b ? two.from : 0];
      for (Vec3d normal : {n, -n}) {
        double over_a = 0, over_b = 0;
        for (Vec3d p : a_) over_a = larger(over_a, dot(normal, p - pa));
        if (!one.of_b && over_a > height_error) continue;
        for (Vec3d p : b_) over_b = larger(over_b, -dot(normal, p - pb));
        if (two.of_b && over_b > height_error) continue;
        const double height = dot(normal, pa - pb) + over_a + over_b, l = length(n);
        candidates.push_back({one, two, (height - 3 * height_error) / (l + error)});
        if (l > 2 * error) at_most = lesser(at_most, (height + 3 * height_error) / (l - error));
      }
    };
    const std::vector<Edge> of_a = edges(a_, false), of_b = edges(b_, true);
    for (const std::vector<Edge>* edges : {&of_a, &of_b})
      for (std::size_t i = 0; i < edges->size(); ++i)
        for (std::size_t j = i + 1; j < edges->size(); ++j)
          if ((*edges)[i].from == (*edges)[j].from) look((*edges)[i], (*edges)[j]);
    for (const Edge& e : of_a)
      for (const Edge& f : of_b) look(e, f);

    bool any = false;
    Integer best_p = 0, best_q = 1;  // the square, as a fraction
    for (const Candidate& c : candidates) {
      if (c.at_least > at_most) continue;
      const IntegerVec n = cross(exact(c.one), exact(c.two));
      if (is_zero(n)) continue;
      const Integer q = dot(n, n);
      for (const IntegerVec& normal : {n, -n}) {
        const Integer height = dot(normal, wa_[farthest(wa_, normal)]) - dot(normal, wb_[farthest(wb_, -normal)]);
        const Integer p = height * height;
        if (!any || p * best_q < best_p * q) best_p = p, best_q = q;
        any = true;
      }
    }
    return any ? square_root(best_p, best_q) : 0;  // all in a line
  }

  Vec3d rounded(const Edge& e) const { return (e.of_b ? b_ : a_)[e.to] - (e.of_b ? b_ : a_)[e.from]; }

  static std::vector<Edge> edges(std::span<const Vec3d> points, bool of_b) {
    std::vector<Edge> out;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = i + 1; j < points.size(); ++j)
        if (points[i] != points[j]) out.push_back({of_b, i, j});
    return out;
  }

  std::span<const Vec3d> a_, b_;
  int unit_ = std::numeric_limits<int>::max();  // the power of two of which all coordinates are multiples
  std::vector<IntegerVec> wa_, wb_;
};

inline ExactAnswer exact_convex(std::span<const Vec3d> a, std::span<const Vec3d> b) {
  return ExactConvex(a, b).answer();
}

}  // namespace apart::oracle
