// Signs of determinants that are polynomials in ε: a floating-point filter for each coefficient, then exact sums.
#include <apart/triangles/exact/perturbed.hpp>
#include <vector>

namespace apart::triangles {
namespace {

// A sum of doubles without rounding: a nonoverlapping expansion (Shewchuk 1997), ascending.
class ExactSum {
 public:
  void add(double x) {
    std::size_t kept = 0;
    for (const double y : terms_) {
      const double sum = x + y, back = sum - x;
      const double error = (x - (sum - back)) + (y - back);
      if (error != 0) terms_[kept++] = error;
      x = sum;
    }
    terms_.resize(kept);
    if (x != 0) terms_.push_back(x);
  }
  void add_product(double x, double y, double whole) {  // `whole` is a small whole number
    const Quad exact = Quad(x) * Quad(y);               // 106 bits fit
    const double high = static_cast<double>(exact), low = static_cast<double>(exact - Quad(high));
    add_product(high, whole), add_product(low, whole);
  }
  Quad value() const {
    Quad sum = 0;
    for (const double x : terms_) sum += Quad(x);
    return sum;
  }

 private:
  void add_product(double x, double y) {
    const Quad exact = Quad(x) * Quad(y);
    const double high = static_cast<double>(exact);
    add(high), add(static_cast<double>(exact - Quad(high)));
  }
  std::vector<double> terms_;
};

// A random vector of whole numbers below 2^14, determined by the id.
Vec3d nudge(u64 id) {
  Vec3d out;
  for (int i = 0; i < 3; ++i) {
    id = (id + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    id ^= id >> 31;
    out[i] = static_cast<double>(id >> 49) - 0x1p14;
  }
  return out;
}

struct Term {
  Quad value = 0;
  int order = 0;
  int sign() const { return value > 0 ? 1 : value < 0 ? -1 : 0; }
};

// det(b − a, c − a, d − a) as a polynomial in ε. Each row is u + ε v + ε⁴ w, with u a difference of coordinates (a
// double and its rounding error) and v, w whole numbers. Products with i factors v and j factors w have the order
// i + 4 j, which no other i and j have.
class Determinant {
 public:
  Determinant(const PerturbedPoint& a, const PerturbedPoint& b, const PerturbedPoint& c, const PerturbedPoint& d) {
    const PerturbedPoint* points[] = {&b, &c, &d};
    const Vec3d base = nudge(a.id);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        const double x = points[i]->at[k], y = a.at[k], u = x - y, back = u - x;
        high_[0][i][k] = u, low_[i][k] = (x - (u - back)) - (y + back);
      }
      high_[1][i] = points[i]->shift - a.shift;
      high_[2][i] = nudge(points[i]->id) - base;
    }
  }

  // The coefficient of the least order that is not zero, but the one of order 0.
  Term leading() const {
    for (int w = 0; w <= 3; ++w)
      for (int v = w == 0 ? 1 : 0; v + w <= 3; ++v)
        if (const Term found{coefficient(v, w), v + 4 * w}; found.sign() != 0) return found;
    return {};
  }

 private:
  // The kinds of the three rows, for every choice of v rows of kind 1 and w rows of kind 2.
  struct Choices {
    int kinds[6][3] = {}, count = 0;
  };
  struct AllChoices {
    Choices of[4][4];
    constexpr AllChoices() : of() {
      for (int code = 0; code < 27; ++code) {
        const int kinds[3] = {code % 3, code / 3 % 3, code / 9};
        int count[3] = {};
        for (int kind : kinds) ++count[kind];
        Choices& here = of[count[1]][count[2]];
        for (int i = 0; i < 3; ++i) here.kinds[here.count][i] = kinds[i];
        ++here.count;
      }
    }
  };
  template <class F>
  static void each_choice(int v, int w, F f) {
    static constexpr AllChoices all;
    for (int k = 0; k < all.of[v][w].count; ++k) f(all.of[v][w].kinds[k]);
  }

  Quad coefficient(int v, int w) const {
    static constexpr int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    double sum = 0, magnitude = 0;
    each_choice(v, w, [&](const int* kinds) {
      for (int p = 0; p < 6; ++p) {
        double product = p < 3 ? 1 : -1;
        for (int i = 0; i < 3; ++i) product *= high_[kinds[i]][i][order[p][i]];
        sum += product, magnitude += std::abs(product);
      }
    });
    // At most 18 products, each with 2 rounded differences and 2 roundings, and 18 sums: below 24 · 2^-53.
    if (std::abs(sum) > 0x1p-48 * magnitude) return Quad(sum);
    if (magnitude == 0) return 0;
    ExactSum exact;
    each_choice(v, w, [&](const int* kinds) {
      for (int p = 0; p < 6; ++p) {
        double whole = p < 3 ? 1 : -1;  // the product of the whole numbers, below 2^48
        double parts[2][2] = {{1, 0}, {1, 0}};
        int differences = 0;
        for (int i = 0; i < 3; ++i) {
          const int k = order[p][i];
          if (kinds[i] == 0) {
            parts[differences][0] = high_[0][i][k], parts[differences][1] = low_[i][k];
            ++differences;
          } else {
            whole *= high_[kinds[i]][i][k];
          }
        }
        for (double x : parts[0])
          for (double y : parts[1])
            if (x != 0 && y != 0 && whole != 0) exact.add_product(x, y, whole);
      }
    });
    return exact.value();
  }

  Vec3d high_[3][3];  // of each kind, three rows
  Vec3d low_[3];
};

Term leading_term(const PerturbedPoint& a, const PerturbedPoint& b, const PerturbedPoint& c, const PerturbedPoint& d) {
  return Determinant(a, b, c, d).leading();
}

}  // namespace

int orient3d(const PerturbedPoint& a, const PerturbedPoint& b, const PerturbedPoint& c, const PerturbedPoint& d) {
  if (const int sign = orient3d(a.at, b.at, c.at, d.at)) return sign;
  return leading_term(a, b, c, d).sign();
}

Quad crossing(const PerturbedPoint& p, const PerturbedPoint& q, const PerturbedPoint& a, const PerturbedPoint& b,
              const PerturbedPoint& c) {
  const bool p_off = orient3d(a.at, b.at, c.at, p.at) != 0, q_off = orient3d(a.at, b.at, c.at, q.at) != 0;
  if (p_off || q_off) return crossing(p.at, q.at, a.at, b.at, c.at);
  const Term at_p = leading_term(a, b, c, p), at_q = leading_term(a, b, c, q);
  if (at_p.order != at_q.order) return at_p.order < at_q.order ? 1 : 0;  // the greater one is the farther by far
  return at_p.value / (at_p.value - at_q.value);
}

}  // namespace apart::triangles
