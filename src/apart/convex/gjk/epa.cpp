// EPA: the initial polytope, expansion over the horizon, bounds and witness points.
#include <algorithm>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/gjk/simplex.hpp>

namespace apart::convex {
namespace {

constexpr double kEpaRounding = std::numeric_limits<double>::epsilon() / 2;
constexpr double kEpaExact = 1e-12;  // relative error of the depth that counts as exact
constexpr int kEpaAgain = 16;
constexpr int kAfter[3] = {1, 2, 0};

// The plane through three nearly collinear corners: from the two shorter edges, then made perpendicular to the longest,
// along which the origin may be far. False if they are collinear to rounding.
[[gnu::noinline]] bool span_thin(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& normal, double& distance) {
  const Vec3d ab = b - a, ac = c - a, bc = c - b;
  const double of_ab = squared_length(ab), of_ac = squared_length(ac), of_bc = squared_length(bc);
  Vec3d n = cross(ab, ac), longest = bc;
  double of_longest = of_bc, shorter = of_ab * of_ac;
  if (of_ab >= of_ac && of_ab >= of_bc)
    n = cross(ac, bc), longest = ab, of_longest = of_ab, shorter = of_ac * of_bc;
  else if (of_ac >= of_bc)
    n = cross(ab, bc), longest = ac, of_longest = of_ac, shorter = of_ab * of_bc;
  const double square = squared_length(n);
  if (!(square > 1e-26 * shorter)) return false;
  n = (1 / std::sqrt(square)) * n;
  normal = normalized(n - dot(n, longest) / of_longest * longest).unit;
  distance = dot(normal, a);
  return true;
}

// The plane through three corners; false if they are collinear.
APART_INLINE bool span(const Vec3d& a, const Vec3d& b, const Vec3d& c, Vec3d& normal, double& distance) {
  const Vec3d ab = b - a, ac = c - a, n = cross(ab, ac);
  const double square = squared_length(n);
  if (!(square > 1e-6 * squared_length(ab) * squared_length(ac))) return span_thin(a, b, c, normal, distance);
  normal = (1 / std::sqrt(square)) * n;
  distance = dot(normal, a);
  return true;
}

}  // namespace

EpaSearch::EpaSearch(const GjkSimplex& start, Vec3d towards_b, const EpaOptions& options)
    : options_(options), towards_b_(towards_b) {
  begin(start);
}

// Error bound of heights along a direction.
double EpaSearch::noise() const { return 16 * kEpaRounding * largest_; }

u32 EpaSearch::add(Vec3d of_a, Vec3d of_b) {
  const Vec3d w = scale_ * (of_a - of_b);
  largest_ = larger(largest_, largest(abs(w)));
  corners_.push({w, of_a, of_b});
  return corners_.size() - 1;
}

// By a power of two, which is exact; fourth powers then neither overflow nor underflow.
void EpaSearch::rescale() {
  largest_ = 0;
  for (u32 i = 0; i < corners_.size(); ++i)
    largest_ = larger(largest_, largest(abs(corners_[i].of_a - corners_[i].of_b)));
  if (!(largest_ > 0)) return;
  scale_ = std::ldexp(1.0, -std::max(std::ilogb(largest_), -1000));
  largest_ *= scale_;
  for (u32 i = 0; i < corners_.size(); ++i) corners_[i].w = scale_ * (corners_[i].of_a - corners_[i].of_b);
}

void EpaSearch::begin(const GjkSimplex& start) {
  for (int i = 0; i < start.count; ++i) {
    if (!is_finite(start.of_a[i] - start.of_b[i])) break;
    add(start.of_a[i], start.of_b[i]);
  }
  rescale();
  const u32 count = corners_.size();
  if (count == 4 && stand(0, 1, 2, 3)) {
    stage_ = Stage::grow;
    grow();
    return;
  }
  // As many of them as are well separated.
  double longest = 0, widest = 0;
  u32 pair[2] = {}, triple[3] = {};
  for (u32 i = 0; i < count; ++i)
    for (u32 j = i + 1; j < count; ++j) {
      const Vec3d e = corners_[j].w - corners_[i].w;
      if (squared_length(e) > longest) longest = squared_length(e), pair[0] = i, pair[1] = j;
      for (u32 k = j + 1; k < count; ++k) {
        const double area = squared_length(cross(e, corners_[k].w - corners_[i].w));
        if (area > widest) widest = area, triple[0] = i, triple[1] = j, triple[2] = k;
      }
    }
  if (widest > 1e-12 * longest * longest && longest > 1e-16 * largest_ * largest_) {
    std::copy(triple, triple + 3, start_);
    look(Stage::plane);
  } else if (longest > 1e-16 * largest_ * largest_) {
    std::copy(pair, pair + 2, start_);
    look(Stage::line);
  } else {
    look(Stage::axes);
  }
}

// The directions that a stage of the start searches, one after the other; false after the last.
bool EpaSearch::look(Stage stage) {
  if (stage != stage_ || asked_ == 0) {
    if (stage != stage_) asked_ = 0;
    stage_ = stage;
    first_asked_ = corners_.size();
    if (stage == Stage::line) {
      across_[0] = perpendicular(corners_[start_[1]].w - corners_[start_[0]].w);
      across_[1] = normalized(cross(corners_[start_[1]].w - corners_[start_[0]].w, across_[0])).unit;
    } else if (stage == Stage::plane) {
      const Vec3d a = corners_[start_[0]].w;
      across_[0] = normalized(cross(corners_[start_[1]].w - a, corners_[start_[2]].w - a)).unit;
      if (dot(across_[0], towards_b_) < 0) across_[0] = -across_[0];
    }
  }
  const int directions = stage == Stage::axes ? 6 : stage == Stage::line ? 4 : 2;
  if (asked_ == directions) return false;
  if (stage == Stage::axes) {
    direction_ = {};
    direction_[asked_ / 2] = asked_ % 2 ? -1 : 1;
  } else {
    direction_ = asked_ % 2 ? -across_[asked_ / 2] : across_[asked_ / 2];
  }
  ++asked_;
  return true;
}

bool EpaSearch::take(Vec3d of_a, Vec3d of_b) {
  if (done()) return false;
  ++steps_;
  const Vec3d w = of_a - of_b;
  if (!is_finite(w)) return finish(Status::unfinished);
  const double along = dot(direction_, w);
  if (along < at_most_) at_most_ = along, best_ = direction_;
  // No extent along this direction, to rounding.
  if (!(along * scale_ > 16 * kEpaRounding * larger(largest_, scale_ * largest(abs(w))))) return finish(Status::exact);
  if (stage_ == Stage::grow && settled()) return false;
  if (steps_ >= options_.limit) return finish(Status::unfinished);
  if (stage_ == Stage::grow) {
    // A duplicate corner was above an inaccurate normal. Raising it again fixes most of these; if not soon, none.
    const bool low = along * scale_ - distance_[nearest_] < 1e-3 * largest_;
    if (low && is_corner(w)) ++again_;
    if (again_ > kEpaAgain || !raise(nearest_, add(of_a, of_b))) settle_for(nearest_);
    return grow();
  }
  add(of_a, of_b);
  return look(stage_) || take_for_start();
}

// All directions of a stage were searched.
bool EpaSearch::take_for_start() {
  rescale();
  const u32 count = corners_.size();
  if (stage_ == Stage::axes) {
    double longest = 0;
    for (u32 i = 0; i < count; ++i)
      for (u32 j = i + 1; j < count; ++j)
        if (const double l = squared_length(corners_[j].w - corners_[i].w); l > longest)
          longest = l, start_[0] = i, start_[1] = j;
    if (!(longest > noise() * noise())) return finish(Status::exact);
    const Vec3d a = corners_[start_[0]].w, e = corners_[start_[1]].w - a;
    start_[2] = farthest_from_line(0);
    const double area = squared_length(cross(e, corners_[start_[2]].w - a));
    return look(area > 1e-12 * longest * longest ? Stage::plane : Stage::line);
  }
  if (stage_ == Stage::line) {
    const Vec3d a = corners_[start_[0]].w, e = corners_[start_[1]].w - a;
    start_[2] = farthest_from_line(0);
    const double area = squared_length(cross(e, corners_[start_[2]].w - a));
    if (!(area > noise() * noise() * squared_length(e))) return finish(Status::exact);
    return look(Stage::plane);
  }
  const Vec3d a = corners_[start_[0]].w;
  u32 far = first_asked_, other = first_asked_ + 1;
  double far_height = dot(across_[0], corners_[far].w - a), other_height = -dot(across_[0], corners_[other].w - a);
  if (other_height > far_height) std::swap(far, other), std::swap(far_height, other_height);
  if (!(far_height > noise())) return finish(Status::exact);
  if (!stand(start_[0], start_[1], start_[2], far)) return finish(Status::unfinished);
  stage_ = Stage::grow;
  if (is_above(0, corners_[other].w) && !raise(0, other)) return finish(Status::unfinished);
  return grow();
}

u32 EpaSearch::farthest_from_line(u32 first) const {
  const Vec3d a = corners_[start_[0]].w, e = corners_[start_[1]].w - a;
  u32 best = start_[0];
  double widest = 0;
  for (u32 i = first; i < corners_.size(); ++i)
    if (const double area = squared_length(cross(e, corners_[i].w - a)); area > widest) widest = area, best = i;
  return best;
}

bool EpaSearch::is_above(u32 face, Vec3d w) const {
  return dot(faces_[face].normal, w) - distance_[face] > 8 * kEpaRounding * largest_;
}

// A tetrahedron; its first face is abc. False if it is flat.
bool EpaSearch::stand(u32 a, u32 b, u32 c, u32 d) {
  const Vec3d top = corners_[d].w, e[3] = {corners_[a].w - top, corners_[b].w - top, corners_[c].w - top};
  const double volume = dot(e[0], cross(e[1], e[2]));
  const double edges = squared_length(e[0]) * squared_length(e[1]) * squared_length(e[2]);
  if (!(volume * volume > 1e-28 * edges)) return false;
  if (volume < 0) std::swap(a, b);
  const u32 of_face[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
  const u32 beside[4][3] = {
      {4 + 2, 8 + 2, 12 + 2}, {12 + 1, 8 + 0, 0 + 0}, {4 + 1, 12 + 0, 0 + 1}, {8 + 1, 4 + 0, 0 + 2}};
  for (int i = 0; i < 4; ++i) {
    Face face{};
    double distance = 0;
    for (int k = 0; k < 3; ++k) face.corner[k] = of_face[i][k], face.beside[k] = beside[i][k];
    if (!span(corners_[face.corner[0]].w, corners_[face.corner[1]].w, corners_[face.corner[2]].w, face.normal,
              distance)) {
      faces_.clear(), distance_.clear(), seen_.clear();
      return false;
    }
    faces_.push(face), distance_.push(distance), seen_.push(0);
  }
  return true;
}

// Do the bounds agree?
bool EpaSearch::settled() {
  const double gap = at_most_ * scale_ - at_least_;
  if (gap <= noise() || gap <= kEpaExact * at_least_) return !finish(Status::exact);
  return gap <= options_.tolerance * at_least_ && !finish(Status::within_error);
}

bool EpaSearch::is_corner(Vec3d w) const {
  for (u32 i = 0; i < corners_.size(); ++i)
    if (corners_[i].w == scale_ * w) return true;
  return false;
}

// A face too thin for an accurate normal cannot be expanded. It is usually farther away than its plane, and then others
// decide; unless the origin is nearly on it, and that may be outside.
void EpaSearch::settle_for(u32 face) {
  faces_[face].settled = true;
  if (!(distance_[face] > 4 * noise())) return;
  Vec3d at[4];
  for (int k = 0; k < 3; ++k) at[k] = corners_[faces_[face].corner[k]].w;
  const double away = std::sqrt(nearest_of_all_with_care(at, 3).squared) - noise();
  distance_[face] = larger(distance_[face], away);
}

// Turns to the face nearest to the origin.
bool EpaSearch::grow() {
  const u32 count = faces_.size();
  double least = std::numeric_limits<double>::infinity();
  u32 nearest = 0;
  for (u32 i = 0; i < count; ++i)
    if (distance_[i] < least) least = distance_[i], nearest = i;
  at_least_ = larger(at_least_, least);
  if (settled()) return false;
  if (faces_[nearest].settled)
    return finish(at_most_ * scale_ - at_least_ <= 4 * noise() ? Status::exact : Status::unfinished);
  nearest_ = nearest, direction_ = faces_[nearest].normal;
  return true;
}

// The faces visible from a corner, and the horizon around them, edge by edge.
void EpaSearch::walk_rim(u32 first, Vec3d w) {
  above_.clear(), rim_.clear(), crossing_.clear();
  const double clear = 8 * kEpaRounding * largest_;
  const Face* const faces = &faces_[0];
  const double* const distance = &distance_[0];
  unsigned char* const seen = &seen_[0];
  seen[first] = 1, above_.push(first);
  for (int k = 2; k >= 0; --k) crossing_.push(faces[first].beside[k]);
  while (crossing_.size() > 0) {
    const u32 edge = crossing_.pop(), there = edge >> 2;
    if (seen[there]) continue;
    const Face& face = faces[there];
    const int before = static_cast<int>(edge & 3), next = kAfter[before];
    if (dot(face.normal, w) - distance[there] > clear) {
      seen[there] = 1, above_.push(there);
      crossing_.push(face.beside[kAfter[next]]), crossing_.push(face.beside[next]);
    } else {
      rim_.resize(rim_.size() + 1);
      Rim& rim = rim_[rim_.size() - 1];
      rim.beyond = edge, rim.from = face.corner[next], rim.to = face.corner[before];
    }
  }
  for (u32 i = 0; i < above_.size(); ++i) seen[above_[i]] = 0;
}

// Adds a corner above a face: all faces visible from it are removed, and new ones are built on the horizon. False if
// rounding has broken the horizon; then nothing is changed.
bool EpaSearch::raise(u32 first, u32 corner) {
  const Vec3d w = corners_[corner].w;
  if (!is_above(first, w)) return false;
  walk_rim(first, w);
  const Corner* const corners = &corners_[0];
  for (Rim *rim = &rim_[0], *end = rim + rim_.size(); rim != end; ++rim) {
    if (span(corners[rim->from].w, corners[rim->to].w, w, rim->normal, rim->distance)) continue;
    // Collinear with that edge: a face without width, in the plane of the one beyond.
    const u32 beyond = rim->beyond >> 2;
    rim->normal = faces_[beyond].normal;
    rim->distance = lesser(distance_[beyond], dot(rim->normal, w));
  }
  const u32 count = rim_.size(), gone = above_.size();
  if (count < 3) return false;
  const Rim* const rims = &rim_[0];
  for (u32 i = 0, before = count - 1; i < count; before = i++)
    if (rims[before].to != rims[i].from) return false;

  // New faces reuse the slots of removed ones.
  while (above_.size() < count) {
    above_.push(faces_.size());
    faces_.resize(faces_.size() + 1), distance_.push(0), seen_.push(0);
  }
  Face* const faces = &faces_[0];
  double* const distances = &distance_[0];
  u32 before = above_[count - 1], here = above_[0];
  for (u32 i = 0; i < count; ++i) {
    const Rim& rim = rims[i];
    const u32 next = above_[i + 1 == count ? 0 : i + 1];
    Face& face = faces[here];
    face.normal = rim.normal, distances[here] = rim.distance, face.settled = false;
    face.corner[0] = rim.from, face.corner[1] = rim.to, face.corner[2] = corner;
    face.beside[0] = rim.beyond, face.beside[1] = next << 2 | 2, face.beside[2] = before << 2 | 1;
    faces[rim.beyond >> 2].beside[rim.beyond & 3] = here << 2;
    before = here, here = next;
  }
  // More were removed than added: the horizon is shorter than the number of faces inside it.
  for (u32 i = count; i < gone; ++i) distance_[above_[i]] = std::numeric_limits<double>::infinity();
  return true;
}

bool EpaSearch::finish(Status status) {
  stage_ = Stage::done;
  status_ = status;
  return false;
}

EpaResult EpaSearch::result() const {
  EpaResult out;
  out.status = status_, out.steps = steps_;
  out.distance = out.at_least = -larger(at_most_, 0.0);
  // A face's plane is as accurate as its corners, a thin one's less.
  out.at_most = -larger(lesser((at_least_ - 8 * noise()) / scale_, at_most_), 0.0);
  out.normal = best_;
  double weights[4] = {};
  u32 corner[4] = {};
  if (faces_.size() > 0) {
    // Where the penetration direction leaves the polytope: usually among the nearest faces.
    double last = larger(at_most_ * scale_, at_least_);
    for (u32 i = 0; i < faces_.size(); ++i) last = lesser(last, distance_[i]);
    last += larger(noise(), kEpaExact * last);
    double deepest = -std::numeric_limits<double>::infinity();
    for (const bool all : {false, true}) {
      if (deepest > -1e-9) break;
      for (u32 i = 0; i < faces_.size(); ++i) {
        const Face& face = faces_[i];
        const double facing = dot(face.normal, best_);
        if (!(distance_[i] <= (all ? std::numeric_limits<double>::max() : last) && facing > (all ? 0 : 0.5))) continue;
        const Vec3d p = distance_[i] / facing * best_;
        Vec3d e[3];
        for (int k = 0; k < 3; ++k) e[k] = corners_[face.corner[k]].w - p;
        double part[3], sum = 0, least = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 3; ++k) {
          part[k] = dot(face.normal, cross(e[kAfter[k]], e[kAfter[kAfter[k]]]));
          sum += part[k];
        }
        if (!(sum > 0)) continue;
        for (double& x : part) x /= sum, least = lesser(least, x);
        if (!(least > deepest)) continue;
        deepest = least;
        for (int k = 0; k < 3; ++k) weights[k] = larger(part[k], 0.0), corner[k] = face.corner[k];
      }
    }
  } else {
    Vec3d at[4];
    const int count = static_cast<int>(std::min(corners_.size(), 4u));
    for (int i = 0; i < count; ++i) corner[i] = static_cast<u32>(i), at[i] = corners_[corner[i]].w;
    const NearestOnSimplex<double> nearest = nearest_of_all_with_care(at, count);
    for (int i = 0; i < count; ++i) weights[i] = nearest.weights[i];
  }
  double sum = 0;
  for (double x : weights) sum += x;
  if (!(sum > 0)) return out;
  out.on_a = corners_[corner[0]].of_a, out.on_b = corners_[corner[0]].of_b;
  for (int i = 1; i < 4; ++i) {
    if (!(weights[i] > 0)) continue;
    out.on_a += weights[i] / sum * (corners_[corner[i]].of_a - corners_[corner[0]].of_a);
    out.on_b += weights[i] / sum * (corners_[corner[i]].of_b - corners_[corner[0]].of_b);
  }
  // The residual of rounding is split between them.
  const Vec3d half = 0.5 * ((out.on_a - out.on_b) - out.depth() * out.normal);
  out.on_a -= half, out.on_b += half;
  return out;
}

}  // namespace apart::convex
