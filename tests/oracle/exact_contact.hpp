// Do moving vertices, faces and edges ever meet? In rationals: the roots of the polynomial of coplanarity, isolated by
// Sturm's chains, and signs of other polynomials at them.
#pragma once
#include <CGAL/Exact_rational.h>
#include <apart/motion/triangles/first_contact.hpp>
#include <optional>
#include <vector>

namespace apart::oracle {

using Rational = CGAL::Exact_rational;

// Coefficients from the constant on; without leading zeros.
struct Polynomial {
  std::vector<Rational> c;

  void trim() {
    while (!c.empty() && c.back() == 0) c.pop_back();
  }
  bool zero() const { return c.empty(); }
  std::size_t degree() const { return c.size() - 1; }
  Rational at(const Rational& t) const {
    Rational out = 0;
    for (std::size_t i = c.size(); i-- > 0;) out = out * t + c[i];
    return out;
  }
  friend Polynomial operator+(Polynomial a, const Polynomial& b) {
    if (a.c.size() < b.c.size()) a.c.resize(b.c.size(), Rational(0));
    for (std::size_t i = 0; i < b.c.size(); ++i) a.c[i] += b.c[i];
    a.trim();
    return a;
  }
  friend Polynomial operator-(Polynomial a) {
    for (Rational& x : a.c) x = -x;
    return a;
  }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial out;
    if (a.zero() || b.zero()) return out;
    out.c.assign(a.c.size() + b.c.size() - 1, Rational(0));
    for (std::size_t i = 0; i < a.c.size(); ++i)
      for (std::size_t j = 0; j < b.c.size(); ++j) out.c[i + j] += a.c[i] * b.c[j];
    return out;
  }
  Polynomial derivative() const {
    Polynomial out;
    for (std::size_t i = 1; i < c.size(); ++i) out.c.push_back(Rational(int(i)) * c[i]);
    return out;
  }
};

inline Polynomial remainder(Polynomial a, const Polynomial& b) {
  while (!a.zero() && a.c.size() >= b.c.size()) {
    const Rational q = a.c.back() / b.c.back();
    const std::size_t shift = a.c.size() - b.c.size();
    for (std::size_t i = 0; i < b.c.size(); ++i) a.c[i + shift] -= q * b.c[i];
    a.c.pop_back();
    a.trim();
  }
  return a;
}

inline Polynomial common_divisor(Polynomial a, Polynomial b) {
  while (!b.zero()) {
    Polynomial r = remainder(a, b);
    if (!r.zero()) {
      const Rational lead = r.c.back();
      for (Rational& x : r.c) x /= lead;
    }
    a = b, b = r;
  }
  return a;
}

// With each root once: Sturm's theorem then holds where an end is a root, too.
inline Polynomial square_free(Polynomial f) {
  if (f.zero() || f.degree() < 2) return f;
  const Polynomial g = common_divisor(f, f.derivative());
  if (g.degree() == 0) return f;
  Polynomial quotient;
  quotient.c.assign(f.c.size() - g.c.size() + 1, Rational(0));
  while (!f.zero() && f.c.size() >= g.c.size()) {
    const std::size_t shift = f.c.size() - g.c.size();
    const Rational q = f.c.back() / g.c.back();
    quotient.c[shift] = q;
    for (std::size_t i = 0; i < g.c.size(); ++i) f.c[i + shift] -= q * g.c[i];
    f.c.pop_back();
    f.trim();
  }
  return quotient;
}

class Sturm {
 public:
  explicit Sturm(const Polynomial& of) {
    const Polynomial f = square_free(of);
    chain_.push_back(f);
    if (f.zero()) return;
    Polynomial next = f.derivative();
    while (!next.zero()) {
      chain_.push_back(next);
      next = -remainder(chain_[chain_.size() - 2], chain_.back());
    }
  }
  // Distinct roots in (a, b].
  int roots(const Rational& a, const Rational& b) const { return changes(a) - changes(b); }

 private:
  int changes(const Rational& t) const {
    int count = 0, last = 0;
    for (const Polynomial& p : chain_) {
      const Rational x = p.at(t);
      const int s = x > 0 ? 1 : x < 0 ? -1 : 0;
      if (s && last && s != last) ++count;
      if (s) last = s;
    }
    return count;
  }
  std::vector<Polynomial> chain_;
};

// A root of f: the only one in (low, high], or exactly `high` where both are the same.
struct Root {
  Rational low, high;
};

inline std::vector<Root> roots_from_0_to_1(const Polynomial& f) {
  std::vector<Root> out;
  if (f.at(0) == 0) out.push_back({0, 0});
  const Sturm sturm(f);
  const auto search = [&](auto&& self, const Rational& a, const Rational& b) -> void {
    const int count = sturm.roots(a, b);
    if (count == 0) return;
    if (count == 1) {
      out.push_back({a, b});
      return;
    }
    const Rational middle = (a + b) / 2;
    self(self, a, middle), self(self, middle, b);
  };
  search(search, 0, 1);
  return out;
}

// The sign of q at a root of f, whose interval is made smaller on the way.
inline int sign_at(const Polynomial& q, const Polynomial& f, const Sturm& of_f, Root& root) {
  if (q.zero()) return 0;
  const auto sign = [](const Rational& x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
  if (root.low == root.high) return sign(q.at(root.high));
  const Polynomial g = common_divisor(f, q);
  if (g.degree() > 0 && Sturm(g).roots(root.low, root.high) > 0) return 0;
  const Sturm of_q(q);
  while (of_q.roots(root.low, root.high) > 0 || q.at(root.low) == 0) {
    const Rational middle = (root.low + root.high) / 2;
    of_f.roots(root.low, middle) > 0 ? root.high = middle : root.low = middle;
  }
  return sign(q.at(root.high));
}

struct PolynomialVec {
  Polynomial x, y, z;
};
inline PolynomialVec operator-(const PolynomialVec& a, const PolynomialVec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline PolynomialVec cross(const PolynomialVec& a, const PolynomialVec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Polynomial dot(const PolynomialVec& a, const PolynomialVec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline PolynomialVec path(const MovingPoint& p) {
  const auto one = [](double from, double to) {
    Polynomial out{{Rational(from), Rational(to) - Rational(from)}};
    out.trim();
    return out;
  };
  return {one(p.from.x, p.to.x), one(p.from.y, p.to.y), one(p.from.z, p.to.z)};
}

struct ExactContact {
  bool hit = false;
  Root first{1, 1};  // the time of the first contact is in (low, high], or equal to both
};

// Of the origin with the convex polygon of these corners, in order around. Nothing where the corners are coplanar with
// the origin throughout, or have no normal at a root.
inline std::optional<ExactContact> exact_contact(const std::vector<PolynomialVec>& corners) {
  const PolynomialVec normal = cross(corners[1] - corners[0], corners.back() - corners[0]);
  const Polynomial f = dot(corners[0], normal);
  if (f.zero()) return {};
  const Sturm sturm(f);
  ExactContact out;
  for (Root root : roots_from_0_to_1(f)) {
    if (sign_at(normal.x, f, sturm, root) == 0 && sign_at(normal.y, f, sturm, root) == 0 &&
        sign_at(normal.z, f, sturm, root) == 0)
      return {};
    bool inside = true;
    for (std::size_t i = 0; i < corners.size() && inside; ++i)
      inside = sign_at(dot(cross(corners[i], corners[(i + 1) % corners.size()]), normal), f, sturm, root) >= 0;
    if (!inside) continue;
    for (int i = 0; i < 60 && root.low != root.high; ++i) {
      const Rational middle = (root.low + root.high) / 2;
      sturm.roots(root.low, middle) > 0 ? root.high = middle : root.low = middle;
    }
    out.hit = true, out.first = root;
    break;
  }
  return out;
}
inline std::optional<ExactContact> exact_contact(const MovingPoint& a, const MovingTriangle& b) {
  return exact_contact({path(b.a) - path(a), path(b.b) - path(a), path(b.c) - path(a)});
}
inline std::optional<ExactContact> exact_contact(const MovingEdge& a, const MovingEdge& b) {
  return exact_contact({path(b.a) - path(a.a), path(b.a) - path(a.b), path(b.b) - path(a.b), path(b.b) - path(a.a)});
}

}  // namespace apart::oracle
