// A k-dop: the intersection of slabs along K/2 fixed directions (see kdop_normals.hpp).
//
// A k-dop cannot rotate. Two of them are tested by wrapping each along the other's directions, always from its own
// numbers, so that it never grows. The rotation is the same for every pair of a query, and so is the decomposition of a
// rotated direction into three normals: that is computed once, in the placement, and a pair costs a few products.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/volumes/kinds/by_gjk.hpp>
#include <apart/volumes/kinds/kdop_normals.hpp>
#include <apart/volumes/kinds/slab_solid.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/slab.hpp>

namespace apart::volumes {

template <class T, int K>
struct Kdop {
  using Scalar = T;
  static constexpr int kDirections = K / 2;
  T centre[kDirections] = {}, half[kDirections] = {};  // |normal · p − centre| ≤ half

  static Kdop nothing() {
    Kdop v;
    for (T& h : v.half) h = kNothing<T>;
    return v;
  }
};
static_assert(sizeof(Kdop<float, 18>) == 72);

template <class T, int K>
bool is_empty(const Kdop<T, K>& v) {
  return v.half[0] < 0;
}

template <class T>
constexpr T along_normal(Vec3d normal, Vec3<T> p) {
  return number<T>(normal.x) * p.x + number<T>(normal.y) * p.y + number<T>(normal.z) * p.z;
}

// Intervals along the directions, growing.
template <int K>
struct KdopBounds {
  double low[K / 2], high[K / 2], farthest = 0;

  KdopBounds() {
    for (double& x : low) x = std::numeric_limits<double>::infinity();
    for (double& x : high) x = -std::numeric_limits<double>::infinity();
  }
  void add(int i, double from, double to) { low[i] = lesser(low[i], from), high[i] = larger(high[i], to); }
  void add(Vec3d p) {
    for (int i = 0; i < K / 2; ++i) {
      const double x = along_normal(kKdopNormals<K>[std::size_t(i)], p);
      add(i, x, x);
    }
    farthest = larger(farthest, largest(abs(p)));
  }
  void add(const KdopBounds& b) {
    for (int i = 0; i < K / 2; ++i) add(i, b.low[i], b.high[i]);
    farthest = larger(farthest, b.farthest);
  }

  // Enlarged by `by` times the normals' lengths, and by the rounding of sums of three coordinates.
  template <class T>
  Kdop<T, K> rounded_out(double by = 0) const {
    if (!(low[0] <= high[0])) return Kdop<T, K>::nothing();
    Kdop<T, K> v;
    for (int i = 0; i < K / 2; ++i) {
      v.centre[i] = rounded<T>(0.5 * low[i] + 0.5 * high[i]);
      const double c = double(v.centre[i]), error = 8 * kUnit<double> * (farthest + std::abs(c));
      const double out = larger(high[i] - c, c - low[i]) * (1 + 2 * kUnit<double>)+error;
      v.half[i] = lesser(kEverything<T>, round_above<T>(out + by * kdop_length(kKdopNormals<K>[std::size_t(i)])));
    }
    return v;
  }
};

template <class T, int K>
struct Fit<Kdop<T, K>> {
  using Growing = KdopBounds<K>;
  static Kdop<T, K> of(const KdopBounds<K>& bounds) { return bounds.template rounded_out<T>(); }
  static Kdop<T, K> of(std::span<const Vec3d> points) {
    KdopBounds<K> bounds;
    for (Vec3d p : points) bounds.add(p);
    return of(bounds);
  }
};

template <class T, int K>
Kdop<T, K> merged(const Kdop<T, K>& a, const Kdop<T, K>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  KdopBounds<K> bounds;
  for (const Kdop<T, K>& v : {a, b})
    for (int i = 0; i < K / 2; ++i) {
      const double c = double(v.centre[i]), h = double(v.half[i]);
      bounds.add(i, c - h, c + h);
      bounds.farthest = larger(bounds.farthest, std::abs(c) + h);
    }
  return bounds.template rounded_out<T>();
}

// The extent of a k-dop along the normals of a rotated one: the interval along normal i is a weighted sum of three of
// its own.
template <class T, int K>
struct KdopWrap {
  int normal[K / 2][3];
  T weight[K / 2][3], size[K / 2][3];  // and their absolute values

  T centre(const Kdop<T, K>& v, int i) const {
    return weight[i][0] * v.centre[normal[i][0]] + weight[i][1] * v.centre[normal[i][1]] +
           weight[i][2] * v.centre[normal[i][2]];
  }
  T half(const Kdop<T, K>& v, int i) const {
    return size[i][0] * v.half[normal[i][0]] + size[i][1] * v.half[normal[i][1]] + size[i][2] * v.half[normal[i][2]];
  }
};

// For a k-dop rotated by `rotation`.
template <class T, int K>
KdopWrap<T, K> kdop_wrap(const Mat3d& rotation) {
  KdopWrap<T, K> out;
  for (int i = 0; i < K / 2; ++i) {
    const NormalSum sum = NormalHull<K>::get().sum_for(transposed_times(rotation, kKdopNormals<K>[std::size_t(i)]));
    for (int j = 0; j < 3; ++j) {
      out.normal[i][j] = sum.normal[j];
      out.weight[i][j] = rounded<T>(sum.weight[j]);
      out.size[i][j] = std::abs(out.weight[i][j]);
    }
  }
  return out;
}

// Wraps many by one pose, from the local one each time: the decompositions of the rotated directions are the same for
// all. For tighter ones see realign_kdop.hpp.
template <class T, int K>
class Placer<Kdop<T, K>> {
 public:
  explicit Placer(const Pose& pose) : wrap_(kdop_wrap<double, K>(pose.rotation)) {
    far_ = largest(abs(pose.translation));
    for (int i = 0; i < K / 2; ++i) shift_[i] = along_normal(kKdopNormals<K>[std::size_t(i)], pose.translation);
  }
  Kdop<T, K> operator()(const Kdop<T, K>& v) const {
    if (is_empty(v)) return v;
    Kdop<double, K> wide;
    KdopBounds<K> bounds;
    bounds.farthest = far_;
    for (int i = 0; i < K / 2; ++i) {
      wide.centre[i] = double(v.centre[i]), wide.half[i] = double(v.half[i]);
      bounds.farthest = larger(bounds.farthest, std::abs(wide.centre[i]) + wide.half[i]);
    }
    for (int i = 0; i < K / 2; ++i) {
      const double c = wrap_.centre(wide, i) + shift_[i], h = wrap_.half(wide, i);
      bounds.add(i, c - h, c + h);
    }
    return bounds.template rounded_out<T>(16 * kUnit<double> * bounds.farthest);
  }

 private:
  KdopWrap<double, K> wrap_;
  double far_, shift_[K / 2];
};
template <class T, int K>
Kdop<T, K> placed(const Kdop<T, K>& v, const Pose& pose) {
  return Placer<Kdop<T, K>>(pose)(v);
}

template <class T, int K>
bool contains(const Kdop<T, K>& v, Vec3d p) {
  for (int i = 0; i < K / 2; ++i)
    if (!(std::abs(along_normal(kKdopNormals<K>[std::size_t(i)], p) - double(v.centre[i])) <= double(v.half[i])))
      return false;
  return true;
}

// A placement with the data that k-dops need.
template <class T, int K>
struct KdopPlacement : Placement<T> {
  KdopWrap<T, K> b_along_a, a_along_b;
  T shift_a[K / 2], shift_b[K / 2];  // from A's frame to B's, along A's normals and along B's
  T error;                           // in space: the slack, and the rounding of three weights and their sum

  KdopPlacement() = default;
  KdopPlacement(const Placement<T>& at) : Placement<T>(at) {
    const Mat3d b_in_a = cast<double>(at.rotation);
    b_along_a = kdop_wrap<T, K>(b_in_a);
    a_along_b = kdop_wrap<T, K>(transposed(b_in_a));
    const Vec3<T> back = transposed_times(at.rotation, at.translation);
    for (int i = 0; i < K / 2; ++i) {
      shift_a[i] = along_normal(kKdopNormals<K>[std::size_t(i)], at.translation);
      shift_b[i] = along_normal(kKdopNormals<K>[std::size_t(i)], back);
    }
    // The slack is at least 8 units of all that is summed here: the trees' radii and their shift. Each sum loses at
    // most 12 units of them.
    error = number<T>(3) * at.slack;
  }
};

template <class T, int K>
struct PlacementOf<Kdop<T, K>> {
  using Type = KdopPlacement<T, K>;
};

template <class P, class T, int K>
KdopPlacement<P, K> in_lanes(const KdopPlacement<T, K>& at) {
  KdopPlacement<P, K> out;
  static_cast<Placement<P>&>(out) = in_lanes<P>(static_cast<const Placement<T>&>(at));
  const auto wrap = [](KdopWrap<P, K>& to, const KdopWrap<T, K>& from) {
    for (int i = 0; i < K / 2; ++i)
      for (int j = 0; j < 3; ++j) {
        to.normal[i][j] = from.normal[i][j];
        to.weight[i][j] = P(from.weight[i][j]);
        to.size[i][j] = P(from.size[i][j]);
      }
  };
  wrap(out.b_along_a, at.b_along_a), wrap(out.a_along_b, at.a_along_b);
  for (int i = 0; i < K / 2; ++i) out.shift_a[i] = P(at.shift_a[i]), out.shift_b[i] = P(at.shift_b[i]);
  out.error = P(at.error);
  return out;
}

// The separation along normal i of A, or of B: from the shift of the centres and the half sizes.
template <class T, int K>
struct KdopSeparation {
  const Kdop<T, K>&a, &b;
  const KdopPlacement<T, K>& at;

  T shift_along_a(int i) const { return at.b_along_a.centre(b, i) + at.shift_a[i] - a.centre[i]; }
  T shift_along_b(int i) const { return b.centre[i] + at.shift_b[i] - at.a_along_b.centre(a, i); }
  T extent_along_a(int i) const { return extent(a.half[i] + at.b_along_a.half(b, i), i); }
  T extent_along_b(int i) const { return extent(b.half[i] + at.a_along_b.half(a, i), i); }

 private:
  T extent(T halves, int i) const {
    return halves * number<T>(1 + 16 * kUnit<T>) + at.error * number<T>(kdop_length(kKdopNormals<K>[std::size_t(i)]));
  }
};

template <class T, int K>
MaskOf<T> overlap(const Kdop<T, K>& a, const KdopPlacement<T, K>& at, const Kdop<T, K>& b) {
  const KdopSeparation<T, K> s{a, b, at};
  using std::abs;
  MaskOf<T> apart = abs(s.shift_along_a(0)) > s.extent_along_a(0);
  for (int i = 0; i < K / 2; ++i) {
    apart = apart | (abs(s.shift_along_a(i)) > s.extent_along_a(i));
    if (all(apart)) return !apart;
  }
  for (int i = 0; i < K / 2; ++i) {
    apart = apart | (abs(s.shift_along_b(i)) > s.extent_along_b(i));
    if (all(apart)) return !apart;
  }
  return !apart;
}

// In one frame: K/2 intervals. Along normal i the sum of the half sizes, with one rounding of the shift and three of
// its own.
template <class T, int K>
T extent(const Kdop<T, K>& a, const OneFrame<T>& at, const Kdop<T, K>& b, int i) {
  return (a.half[i] + b.half[i] + at.slack * number<T>(kdop_length(kKdopNormals<K>[std::size_t(i)]))) *
         number<T>(1 + 8 * kUnit<T>);
}
// The first four at once, since most disjoint ones are separated by those.
template <class T, int K>
MaskOf<T> overlap(const Kdop<T, K>& a, const OneFrame<T>& at, const Kdop<T, K>& b) {
  using std::abs;
  constexpr int first = K / 2 < 4 ? K / 2 : 4;
  const auto apart_along = [&](int i) { return abs(b.centre[i] - a.centre[i]) > extent(a, at, b, i); };
  MaskOf<T> apart = apart_along(0);
  for (int i = 1; i < first; ++i) apart = apart | apart_along(i);
  if (all(apart)) return !apart;
  for (int i = first; i < K / 2; ++i) apart = apart | apart_along(i);
  return !apart;
}

// From separations sᵢ along unit normals nᵢ: a point x with nᵢ·x ≥ sᵢ for all i has |x| ≥ Σ μᵢsᵢ / |Σ μᵢnᵢ| for any
// weights μ ≥ 0. With the positive sᵢ as weights this is exact for a box and nearly so for others far apart.
template <class T, int K>
class SlabSeparation {
 public:
  // Along normal i, in units of its length: the shift of the centres and the sum of the half sizes.
  void add(int i, T shift, T extent) {
    using std::abs;
    const Vec3d normal = kKdopNormals<K>[std::size_t(i)];
    const T zero = number<T>(0);
    apart_[i] = larger((abs(shift) - extent) * number<T>((1 - 4 * kUnit<T>) / kdop_length(normal)), zero);
    sign_[i] = select(shift < zero, number<T>(-1), number<T>(1));
    most_ = larger(most_, apart_[i]);
  }
  T distance() const {
    const T zero = number<T>(0), scale = select(most_ > zero, most_, number<T>(1));
    T sum = zero;
    Vec3<T> towards{zero, zero, zero};
    for (int i = 0; i < K / 2; ++i) {
      const Vec3d n = kKdopNormals<K>[std::size_t(i)];
      const T weight = apart_[i] / scale;
      sum = sum + weight * weight;
      const T part = weight * sign_[i] * number<T>(1 / kdop_length(n));
      towards = towards + Vec3<T>{part * number<T>(n.x), part * number<T>(n.y), part * number<T>(n.z)};
    }
    const T error = number<T>(4 * K * double(kUnit<T>));  // of K/2 sums of weights that are at most 1
    const T bound = most_ * (sum * number<T>(1 - 4 * K * kUnit<T>) / (length(towards) + error));
    return larger(most_, bound);
  }

 private:
  T apart_[K / 2], sign_[K / 2], most_ = number<T>(0);
};

template <class T, int K>
T gap(const Kdop<T, K>& a, const KdopPlacement<T, K>& at, const Kdop<T, K>& b) {
  const KdopSeparation<T, K> s{a, b, at};
  SlabSeparation<T, K> along_a, along_b;
  for (int i = 0; i < K / 2; ++i) {
    along_a.add(i, s.shift_along_a(i), s.extent_along_a(i));
    along_b.add(i, s.shift_along_b(i), s.extent_along_b(i));
  }
  return larger(along_a.distance(), along_b.distance());
}

// No point with |normalᵢ · x| ≤ most[i] for all i is farther from the origin. For unit normals the squares of a point's
// coordinates add up to at least `spread` times its own square: K/6 if the normals have the cube's symmetry.
template <class T, int K>
T farthest_within(const T* most) {
  constexpr double spread = K == 16 ? 2 : K == 24 ? 10.0 / 3 : K / 6.0;
  T sum = number<T>(0);
  for (int i = 0; i < K / 2; ++i) {
    const double length = kdop_length(kKdopNormals<K>[std::size_t(i)]);
    sum = sum + most[i] * most[i] * number<T>(1 / (length * length * spread));
  }
  if constexpr (K == 6 || K == 14 || K == 16 || K == 18 || K == 24 || K == 26)
    sum = lesser(sum, most[0] * most[0] + most[1] * most[1] + most[2] * most[2]);
  using std::sqrt;
  return sqrt(sum) * number<T>(1 + 2 * K * kUnit<T>);
}

template <class T, int K>
T span(const Kdop<T, K>& a, const KdopPlacement<T, K>& at, const Kdop<T, K>& b) {
  const KdopSeparation<T, K> s{a, b, at};
  T along_a[K / 2], along_b[K / 2];
  for (int i = 0; i < K / 2; ++i) {
    using std::abs;
    along_a[i] = abs(s.shift_along_a(i)) + s.extent_along_a(i);
    along_b[i] = abs(s.shift_along_b(i)) + s.extent_along_b(i);
  }
  return lesser(farthest_within<T, K>(along_a), farthest_within<T, K>(along_b));
}

template <class T, int K>
T gap(const Kdop<T, K>& a, const OneFrame<T>& at, const Kdop<T, K>& b) {
  SlabSeparation<T, K> along;
  for (int i = 0; i < K / 2; ++i) along.add(i, b.centre[i] - a.centre[i], extent(a, at, b, i));
  return along.distance();
}
template <class T, int K>
T span(const Kdop<T, K>& a, const OneFrame<T>& at, const Kdop<T, K>& b) {
  T most[K / 2];
  for (int i = 0; i < K / 2; ++i) {
    using std::abs;
    most[i] = abs(b.centre[i] - a.centre[i]) * number<T>(1 + 4 * kUnit<T>) + extent(a, at, b, i);
  }
  return farthest_within<T, K>(most);
}
// About the box along the axes, of those that have them.
template <class T, int K>
requires(K == 6 || K == 14 || K == 16 || K == 18 || K == 24 || K == 26) Sphere<T> ball_around(const Kdop<T, K>& v) {
  const Vec3<T> half{v.half[0], v.half[1], v.half[2]};
  return {{v.centre[0], v.centre[1], v.centre[2]},
          select(v.half[0] >= number<T>(0), length(half) * number<T>(1 + 8 * kUnit<T>), kNothing<T>)};
}

template <class T, int K>
Stretch<T> crossing(const Kdop<T, K>& v, const VolumeRay<T>& ray) {
  using std::abs;
  T size = largest(abs(ray.origin));
  for (int i = 0; i < K / 2; ++i) size = larger(size, abs(v.centre[i]) + v.half[i]);
  const T guard = number<T>(32 * kUnit<T>) * size;  // over the ray's whole path
  Stretch<T> s{number<T>(0), ray.end};
  for (int i = 0; i < K / 2; ++i) {
    const Vec3d n = kKdopNormals<K>[std::size_t(i)];
    const T half = v.half[i] + guard;
    s = between(s, v.centre[i] - half, v.centre[i] + half, along_normal(n, ray.origin), along_normal(n, ray.direction));
  }
  return only_where((s.from <= s.to) & (v.half[0] >= number<T>(0)), s);
}

template <class T, int K>
T diameter(const Kdop<T, K>& v) {
  T width[K / 2];
  for (int i = 0; i < K / 2; ++i) width[i] = v.half[i] + v.half[i];
  return select(v.half[0] >= number<T>(0), farthest_within<T, K>(width), number<T>(0));
}

// As a polytope with corners; T is float or double.
template <class T, int K>
SlabSolid solid(const Kdop<T, K>& v) {
  double centre[K / 2], half[K / 2];
  for (int i = 0; i < K / 2; ++i) centre[i] = double(v.centre[i]), half[i] = double(v.half[i]);
  return slab_solid(kKdopNormals<K>, centre, half);
}

// The distance of the two polytopes. Their corners are computed for each pair, which is slow.
template <class T, int K>
T exact_gap(const Kdop<T, K>& a, const KdopPlacement<T, K>& at, const Kdop<T, K>& b) {
  if (is_empty(a) || is_empty(b)) return kEverything<T>;
  const SlabSolid sa = solid(a), sb = solid(b);
  return exact_gap_by_gjk(PointsSupport{sa.corners}, static_cast<const Placement<T>&>(at), PointsSupport{sb.corners});
}

// Lane by lane: the corners have no closed form.
template <class T, int K, class F>
T of_solid(const Kdop<T, K>& v, F measure) {
  if constexpr (LanesOf<T>::count == 1) {
    return is_empty(v) ? T(0) : rounded<T>(measure(solid(v)));
  } else {
    T out = number<T>(0);
    for (int lane = 0; lane < LanesOf<T>::count; ++lane) {
      Kdop<typename LanesOf<T>::Number, K> one;
      for (int i = 0; i < K / 2; ++i) one.centre[i] = v.centre[i][lane], one.half[i] = v.half[i][lane];
      out.set(lane, of_solid(one, measure));
    }
    return out;
  }
}

template <class T, int K>
T area(const Kdop<T, K>& v) {
  return of_solid(v, [](const SlabSolid& s) { return s.area; });
}

template <class T, int K>
T size(const Kdop<T, K>& v) {
  return of_solid(v, [](const SlabSolid& s) { return s.volume; });
}

}  // namespace apart::volumes
