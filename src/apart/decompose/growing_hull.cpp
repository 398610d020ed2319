// Incremental convex hull: what the new vertex sees is replaced by a fan around it.
#include <algorithm>
#include <apart/decompose/growing_hull.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::decomposition {

using Outcome = GrowingHull::Outcome;

void GrowingHull::begin(u32 face) {
  begin_polygon(surface_->faces[face]);
  seed_ = face;
}

void GrowingHull::begin(u32 a, u32 b, u32 c) {
  begin_polygon({a, b, c});
  seed_ = kNone;
}

bool GrowingHull::begin(std::span<const u32> vertices) {
  std::size_t second = 1;
  while (second < vertices.size() && at(vertices[second]) == at(vertices[0])) ++second;
  for (std::size_t third = second + 1; third < vertices.size(); ++third)
    if (!collinear(at(vertices[0]), at(vertices[second]), at(vertices[third]))) {
      begin(vertices[0], vertices[second], vertices[third]);
      return true;
    }
  return false;
}

void GrowingHull::begin(std::span<const Face> faces, std::span<const std::array<u32, 3>> across) {
  begin_polygon(faces[0]);
  seed_ = kNone;
  flat_ = false;
  triangles_.reserve(faces.size());
  for (std::size_t k = 0; k < faces.size(); ++k)
    triangles_.push_back(
        {faces[k], across[k], kNone, 0, true, Plane(at(faces[k][0]), at(faces[k][1]), at(faces[k][2]))});
}

void GrowingHull::begin_polygon(const Face& front) {
  front_ = front;
  view_ = PlaneView(at(front[0]), at(front[1]), at(front[2]));
  polygon_.assign(front.begin(), front.end());
  flat_ = true, rough_ = false;
  triangles_.clear(), parts_.clear(), part_vertices_.clear(), dead_.clear(), links_.clear(), steps_.clear();
  visit_ = first_new_ = 0;
  last_added_ = kNone;
}

int GrowingHull::side_of_polygon(u32 vertex) const {
  if (has_vertex(front_, vertex)) return 0;
  return orient3d(at(front_[0]), at(front_[1]), at(front_[2]), at(vertex));
}

// Each of the 6 products of the determinant dot(cross(b − a, c − a), p − a) incurs 8 roundings (see orient3d); two have
// the same factor of p − a. 20 instead of 16 covers terms of higher order, and the constant below what underflows.
GrowingHull::Plane::Plane(Vec3d origin, Vec3d b, Vec3d c) : a(origin), normal(cross(b - a, c - a)) {
  const Vec3d m = larger(abs(b - a), abs(c - a));
  error = 20 * 0x1p-53 * Vec3d{m.y * m.z, m.z * m.x, m.x * m.y};
}

int GrowingHull::exact_side(const Triangle& t, u32 vertex) const {
  return exact_sign::orient3d(at(t.vertices[0]), at(t.vertices[1]), at(t.vertices[2]), at(vertex));
}

Outcome GrowingHull::add(u32 vertex, u32 near, u32 a, u32 b) {
  parts_.clear(), part_vertices_.clear();
  const Outcome outcome = flat_ ? add_to_polygon(vertex) : add_to_polytope(vertex, near, a, b);
  if (outcome == Outcome::grown) last_added_ = vertex;
  return outcome;
}

Outcome GrowingHull::add_seen(u32 vertex, u32 triangle) {
  parts_.clear(), part_vertices_.clear();
  const Outcome outcome = build_on(vertex, triangle);
  if (outcome == Outcome::grown) last_added_ = vertex;
  return outcome;
}

Outcome GrowingHull::add_to_polygon(u32 vertex) {
  const int side = side_of_polygon(vertex);
  if (side > 0) {
    if (seed_ != kNone) return Outcome::blocked;
    std::reverse(polygon_.begin(), polygon_.end());
    std::swap(front_[1], front_[2]);
    view_.sign = -view_.sign;
  }
  if (side == 0) return add_in_plane(vertex);
  // The front as a fan, kept, and the back as the same fan; the vertex sees all of the back.
  const u32 count = static_cast<u32>(polygon_.size()) - 2;
  for (const bool back : {false, true})
    for (u32 k = 0; k < count; ++k) {
      Triangle t{{polygon_[0], polygon_[k + 1], polygon_[k + 2]}, {}, back ? kNone : seed_, 0, true, {}};
      // Edges: from the previous triangle of the fan, along the polygon, to the next one.
      const u32 own = back ? count : 0, other = back ? 0 : count;
      t.across = {k == 0 ? other : own + k - 1, other + k, k + 1 == count ? other + k : own + k + 1};
      if (back) std::swap(t.vertices[1], t.vertices[2]), std::swap(t.across[0], t.across[2]);
      t.plane = Plane(at(t.vertices[0]), at(t.vertices[1]), at(t.vertices[2]));
      triangles_.push_back(t);
    }
  flat_ = false;
  rough_ = count > 1;
  return build_on(vertex, count);
}

Outcome GrowingHull::add_in_plane(u32 vertex) {
  // The polygon's edges that the vertex is outside of are adjacent.
  const u32 n = static_cast<u32>(polygon_.size());
  const auto outside = [&](u32 k) {
    const u32 p = polygon_[k], q = polygon_[k + 1 == n ? 0 : k + 1];
    return vertex != p && vertex != q && view_.turn(at(p), at(q), at(vertex)) < 0;
  };
  u32 first = 0;
  while (first < n && !outside(first)) ++first;
  if (first == n) return Outcome::inside;
  if (first == 0)
    while (outside((first + n - 1) % n)) first = (first + n - 1) % n;
  u32 seen = 1;
  while (outside((first + seen) % n)) ++seen;
  std::vector<u32> grown{vertex};
  for (u32 k = seen; k <= n; ++k) grown.push_back(polygon_[(first + k) % n]);
  for (u32 k = 0; k < seen; ++k)
    parts_.push_back({polygon_[(first + k) % n], polygon_[(first + k + 1) % n], vertex, kNone});
  beside_ = {grown.back(), grown[1]};
  // Neighbours of the vertex that now lie on an edge.
  const auto on_edge = [&](u32 p, u32 q, u32 r) { return view_.turn(at(p), at(q), at(r)) == 0; };
  if (on_edge(grown[0], grown[1], grown[2])) grown.erase(grown.begin() + 1);
  const std::size_t m = grown.size();
  if (m > 3 && on_edge(grown[m - 2], grown[m - 1], grown[0])) grown.pop_back();
  polygon_ = std::move(grown);
  return Outcome::grown;
}

// A triangle that the vertex sees, or none.
u32 GrowingHull::find_seen(u32 vertex, u32 near, u32 a, u32 b) const {
  if (const u32 other = across(near, a, b); other != kNone) {
    const int where = side(triangles_[other], vertex);
    if (where > 0) return other;
    // Strictly inside of both planes at the edge: its face would not be on the boundary.
    if (where < 0 && side(triangles_[near], vertex) < 0) return kNone;
  }
  for (u32 k = static_cast<u32>(triangles_.size()); k-- > 0;)  // the newest are likely to be near
    if (triangles_[k].alive && sees(vertex, triangles_[k])) return k;
  return kNone;
}

Outcome GrowingHull::add_to_polytope(u32 vertex, u32 near, u32 a, u32 b) {
  const u32 seen = find_seen(vertex, near, a, b);
  return seen == kNone ? Outcome::inside : build_on(vertex, seen);
}

// What a vertex sees is connected, and its boundary a cycle.
Outcome GrowingHull::build_on(u32 vertex, u32 first_seen) {
  const Step before{static_cast<u32>(triangles_.size()), static_cast<u32>(dead_.size()),
                    static_cast<u32>(links_.size()), rough_};
  ++visit_;
  horizon_.clear(), open_.clear();
  open_.push_back(first_seen);
  triangles_[first_seen].visited = visit_;
  bool rough = false;
  for (std::size_t k = 0; k < open_.size(); ++k) {
    const Triangle& t = triangles_[open_[k]];
    if (t.source != kNone) return Outcome::blocked;
    for (u32 i = 0; i < 3; ++i) {
      Triangle& other = triangles_[t.across[i]];
      if (other.visited == visit_) continue;
      const int where = side(other, vertex);
      if (where > 0) {
        other.visited = visit_;
        open_.push_back(t.across[i]);
      } else {
        rough |= where == 0;
        horizon_.push_back({open_[k], i, t.across[i]});
      }
    }
  }
  steps_.push_back(before);
  rough_ |= rough;
  first_new_ = before.triangles;
  for (const u32 k : open_) {
    Triangle& t = triangles_[k];
    parts_.push_back({t.vertices[0], t.vertices[1], t.vertices[2], vertex});
    t.alive = false;
    dead_.push_back(k);
  }
  for (const Link& h : horizon_) {
    const Triangle& t = triangles_[h.triangle];
    const u32 fresh = static_cast<u32>(triangles_.size()), p = t.vertices[h.edge], q = t.vertices[after(h.edge)];
    triangle_from_[p] = fresh;
    Triangle& other = triangles_[h.before];
    for (u32 i = 0; i < 3; ++i)
      if (other.across[i] == h.triangle && other.vertices[i] == q) {
        links_.push_back({h.before, i, h.triangle});
        other.across[i] = fresh;
      }
    triangles_.push_back({{p, q, vertex}, {h.before, kNone, kNone}, kNone, 0, true, Plane(at(p), at(q), at(vertex))});
  }
  for (u32 k = first_new_; k < triangles_.size(); ++k) {
    const u32 next = triangle_from_[triangles_[k].vertices[1]];
    triangles_[k].across[1] = next;
    triangles_[next].across[2] = k;
  }
  return Outcome::grown;
}

std::span<const u32> GrowingHull::added_vertices() {
  if (part_vertices_.empty()) {
    for (const Part& part : parts_)
      for (const u32 v : part)
        if (v != kNone) part_vertices_.push_back(v);
    std::sort(part_vertices_.begin(), part_vertices_.end());
    part_vertices_.erase(std::unique(part_vertices_.begin(), part_vertices_.end()), part_vertices_.end());
  }
  return part_vertices_;
}

GrowingHull::Code GrowingHull::code(u32 vertex) const {
  Code out;
  if (flat_) {  // from above and below, and beyond the two new edges
    const int side = side_of_polygon(vertex);
    if (side != 0) return {side > 0 ? 1u : 2u, 0};
    out.on = 3;
    const auto add = [&](u32 bit, u32 p, u32 q) {
      const int turn = vertex == p || vertex == q ? 0 : view_.turn(at(p), at(q), at(vertex));
      (turn < 0 ? out.outside : out.on) |= turn <= 0 ? bit : 0;
    };
    add(4, beside_[0], last_added_);
    add(8, last_added_, beside_[1]);
    return out;
  }
  const u32 count = std::min<u32>(32, size() - first_new_);
  for (u32 k = 0; k < count; ++k) {
    const int where = side(triangles_[first_new_ + k], vertex);
    (where > 0 ? out.outside : out.on) |= where >= 0 ? 1u << k : 0;
  }
  return out;
}

u32 GrowingHull::beyond_at(u32 vertex, u32 start, const Face& face) const {
  // A face beside a convex patch is behind the planes of its faces: those last.
  for (const bool of_faces : {false, true}) {
    u32 k = start;
    do {
      const Triangle& t = triangles_[k];
      const auto beyond = [&](u32 v) { return has_vertex(t.vertices, v) || sees(v, t); };
      if ((t.source != kNone) == of_faces && beyond(face[0]) && beyond(face[1]) && beyond(face[2])) return k;
      k = t.across[t.vertices[0] == vertex ? 0 : t.vertices[1] == vertex ? 1 : 2];
    } while (k != start);
  }
  return kNone;
}

u32 GrowingHull::across(u32 triangle, u32 a, u32 b) const {
  if (triangle >= size()) return kNone;
  const Triangle& t = triangles_[triangle];
  for (u32 i = 0; i < 3; ++i)
    if (t.vertices[i] == a && t.vertices[after(i)] == b) return t.across[i];
  return kNone;
}

bool GrowingHull::behind_at(u32 vertex, u32 start, u32 face) const {
  u32 k = start;
  do {
    const Triangle& t = triangles_[k];
    const u32 i = t.vertices[0] == vertex ? 0 : t.vertices[1] == vertex ? 1 : 2, next = t.vertices[after(i)];
    if (!has_vertex(surface_->faces[face], next) && surface_->side(face, next) >= 0) return false;
    k = t.across[i];
  } while (k != start);
  return true;
}

u32 GrowingHull::keep(u32 face) {
  const Face& f = surface_->faces[face];
  if (flat_) return view_.turn(at(f[0]), at(f[1]), at(f[2])) > 0 ? 0 : kNone;
  const u32 corner = f[0] == last_added_ ? 0 : f[1] == last_added_ ? 1 : 2;
  const u32 a = f[after(corner)], b = f[after(after(corner))], size = static_cast<u32>(triangles_.size());
  const u32 likely = triangle_from_[a];
  if (likely >= first_new_ && likely < size && triangles_[likely].vertices == std::array{a, b, last_added_}) {
    triangles_[likely].source = face;
    return likely;
  }
  // Its plane supports the hull if it supports the neighbours of one vertex in it.
  u32 found = kNone;
  for (u32 k = first_new_; k < size; ++k) {
    const int first = surface_->side(face, triangles_[k].vertices[0]);
    if (first > 0) return kNone;
    if (first == 0 && found == kNone && surface_->side(face, triangles_[k].vertices[1]) == 0) found = k;
  }
  if (found != kNone && triangles_[found].source == kNone) triangles_[found].source = face;
  return found;
}

GrowingHull::Mark GrowingHull::mark() {
  if (flat_) polygon_before_ = polygon_;
  return {static_cast<u32>(steps_.size()), flat_};
}

void GrowingHull::undo(Mark mark) {
  if (mark.flat) {
    polygon_ = polygon_before_;
    flat_ = true, rough_ = false;
    triangles_.clear(), dead_.clear(), links_.clear(), steps_.clear();
    return;
  }
  while (steps_.size() > mark.steps) {
    const Step step = steps_.back();
    steps_.pop_back();
    for (; links_.size() > step.links; links_.pop_back())
      triangles_[links_.back().triangle].across[links_.back().edge] = links_.back().before;
    for (; dead_.size() > step.dead; dead_.pop_back()) triangles_[dead_.back()].alive = true;
    triangles_.resize(step.triangles);
    rough_ = step.rough;
  }
}

namespace {

// A polygon without three vertices in line, as a fan.
void add_fan(std::span<const u32> polygon, u32 source, std::vector<Face>& faces, std::vector<u32>& sources) {
  for (std::size_t k = 2; k < polygon.size(); ++k) {
    faces.push_back({polygon[0], polygon[k - 1], polygon[k]});
    sources.push_back(source);
  }
}

}  // namespace

bool GrowingHull::finish_linked(std::vector<Face>& faces, std::vector<std::array<u32, 3>>& twins,
                                std::vector<u32>& numbers) {
  if (flat_) return false;
  if (rough_) {
    facets_.find(*this);
    if (!facets_.all_clean(*this)) return false;
    numbers.assign(facets_.all_triangles().begin(), facets_.all_triangles().end());
  } else {
    for (u32 k = 0; k < size(); ++k)
      if (triangles_[k].alive) numbers.push_back(k);
  }
  places_.resize(size());
  for (u32 k = 0; k < numbers.size(); ++k) places_[numbers[k]] = k;
  faces.reserve(numbers.size()), twins.reserve(numbers.size());
  for (const u32 k : numbers) {
    const Triangle& t = triangles_[k];
    faces.push_back(t.vertices);
    std::array<u32, 3>& twin = twins.emplace_back();
    for (u32 i = 0; i < 3; ++i) {
      const Triangle& other = triangles_[t.across[i]];
      const u32 end = t.vertices[after(i)];  // where the half-edge across starts
      twin[i] = 3 * places_[t.across[i]] + (other.vertices[0] == end ? 0 : other.vertices[1] == end ? 1 : 2);
    }
  }
  return true;
}

void GrowingHull::finish(std::vector<Face>& faces, std::vector<u32>& sources) {
  if (flat_) {
    add_fan(polygon_, seed_, faces, sources);
    const std::vector<u32> back(polygon_.rbegin(), polygon_.rend());
    return add_fan(back, kNone, faces, sources);
  }
  if (!rough_) {
    for (const Triangle& t : triangles_)
      if (t.alive) faces.push_back(t.vertices), sources.push_back(t.source);
    return;
  }
  facets_.find(*this);
  for (u32 number = 0; number < facets_.size(); ++number) {
    const u32 source = facets_.source(number);
    if (facets_.is_clean(*this, number))
      for (const u32 k : facets_.triangles(number)) {
        faces.push_back(triangles_[k].vertices);
        sources.push_back(triangles_[k].source != kNone ? triangles_[k].source : source);
      }
    else
      add_fan(facets_.polygon(*this, number), source, faces, sources);
  }
}

}  // namespace apart::decomposition
