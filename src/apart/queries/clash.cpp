// Decides touch or clash from the sheets around common lines, by exact signs.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/containment.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/kernels/simplex.hpp>
#include <apart/triangles/meeting.hpp>
#include <vector>

// Why testing pairs is enough. Solids share space if, somewhere along a curve in which their surfaces meet, they do so
// right beside it; or if a face of one covers a face of the other, both solids on the same side; or else if a whole
// part of one surface lies inside the other, touching it in single points at most. The first two are decided at the
// triangles that meet, the third at any free point of each part.

namespace apart {
namespace {

using State = Clash::State;

// One of the two, in the other's frame.
struct Side {
  const Model& model;
  Pose pose;

  Triangle triangle(u32 i) const { return pose * model.mesh().triangle(i); }
  ElementId element(u32 i) const { return {.part = model.mesh().part(i), .triangle = i}; }
  bool solid() const { return model.closed(); }
  int outward() const { return model.inside_out() ? -1 : 1; }
};

// A half-plane bounded by the line pq: the side of `at`.
struct Sheet {
  Vec3d at;
  int enters;  // +1 if rotating about pq, counter-clockwise with q toward the viewer, enters the solid here; −1: leaves
  bool of_a;
};

class Fan {
 public:
  Fan(Vec3d p, Vec3d q) : p_(p), q_(q) {}

  // The half of t's plane in which its corner r lies; pq lies in that plane too.
  void add(const Triangle& t, Vec3d r, const Side& side, bool of_a) {
    const int axis = open_axis(Simplex(t));
    const bool runs_pq = orient2d(t.a, t.b, t.c, axis) == orient2d(p_, q_, r, axis);
    sheets_.push_back({r, runs_pq ? -side.outward() : side.outward(), of_a});
  }

  // The sheets around the line, in angular order.
  bool clashes(bool solid_a, bool solid_b) {
    sort();
    int turns_a = 0, turns_b = 0;
    for (const Sheet& s : sheets_) (s.of_a ? turns_a : turns_b) += s.enters;
    solid_a = solid_a && turns_a == 0;
    solid_b = solid_b && turns_b == 0;
    // The depth before the first sheet: the least that makes no depth negative.
    int depth_a = 0, depth_b = 0, least_a = 0, least_b = 0;
    for (const Sheet& s : sheets_) {
      (s.of_a ? depth_a : depth_b) += s.enters;
      least_a = std::min(least_a, depth_a), least_b = std::min(least_b, depth_b);
    }
    depth_a = -least_a, depth_b = -least_b;
    std::size_t changes = 0;
    char first = 0, last = 0;  // whose sheets they are, if of one alone
    for (std::size_t k = 0; k < sheets_.size();) {
      bool has_a = false, has_b = false;
      const bool in_a = depth_a > 0, in_b = depth_b > 0;
      std::size_t end = k;
      for (; end < sheets_.size() && same(sheets_[k], sheets_[end]); ++end) {
        (sheets_[end].of_a ? has_a : has_b) = true;
        (sheets_[end].of_a ? depth_a : depth_b) += sheets_[end].enters;
      }
      k = end;
      if (solid_a && solid_b && depth_a > 0 && depth_b > 0) return true;
      if (solid_a && !solid_b && has_b && !has_a && in_a) return true;
      if (solid_b && !solid_a && has_a && !has_b && in_b) return true;
      if (has_a != has_b) {
        const char whose = has_a ? 'a' : 'b';
        if (first == 0) first = whose;
        changes += last != 0 && whose != last;
        last = whose;
      }
    }
    changes += first != last;
    return !solid_a && !solid_b && changes >= 4;  // a, b, a, b: they cross
  }

 private:
  // The quadrant of a sheet relative to the first: 0 with it, 1 beyond it, 2 opposite, 3 the rest.
  int quarter(const Sheet& s) const {
    const int side = orient3d(p_, q_, sheets_[0].at, s.at);
    if (side != 0) return side > 0 ? 1 : 3;
    const int axis = open_axis(Simplex(Triangle{p_, q_, s.at}));
    return orient2d(p_, q_, s.at, axis) == orient2d(p_, q_, sheets_[0].at, axis) ? 0 : 2;
  }
  bool same(const Sheet& x, const Sheet& y) const {
    return quarter(x) == quarter(y) && orient3d(p_, q_, x.at, y.at) == 0;
  }
  void sort() {
    std::sort(sheets_.begin() + 1, sheets_.end(), [this](const Sheet& x, const Sheet& y) {
      const int qx = quarter(x), qy = quarter(y);
      return qx != qy ? qx < qy : orient3d(p_, q_, x.at, y.at) > 0;
    });
  }

  Vec3d p_, q_;
  std::vector<Sheet> sheets_;
};

// How a triangle intersects a plane in more than a point: in an edge (the index of its first corner), or across.
constexpr int kAcross = 3, kWithin = 4;
int edge_in_plane(const Triangle& t, const Triangle& plane) {
  bool on[3];
  for (int k = 0; k < 3; ++k) on[k] = orient3d(plane.a, plane.b, plane.c, t[k]) == 0;
  if (on[0] && on[1] && on[2]) return kWithin;
  for (int k = 0; k < 3; ++k)
    if (on[k] && on[(k + 1) % 3]) return k;
  return kAcross;
}

// Adds the sheets of one model at the line: both halves of a triangle, or all triangles at its edge.
void add_sheets(Fan& fan, const Side& side, u32 i, int edge, Vec3d p, Vec3d q, bool of_a) {
  const Triangle t = side.triangle(i);
  if (edge == kAcross) {
    const int axis = open_axis(Simplex(t));
    bool seen[2] = {false, false};
    for (int k = 0; k < 3; ++k) {
      const int where = orient2d(p, q, t[k], axis);
      if (where == 0 || seen[where > 0]) continue;
      seen[where > 0] = true;
      fan.add(t, t[k], side, of_a);
    }
    return;
  }
  const MeshTopology& topology = side.model.topology();
  const u32 wanted = topology.face_edges[i][static_cast<std::size_t>(edge)];
  const auto add = [&](u32 face) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Triangle other = side.triangle(face);
      if (topology.face_edges[face][k] == wanted && !collinear(other.a, other.b, other.c))
        fan.add(other, other[(static_cast<int>(k) + 2) % 3], side, of_a);
    }
  };
  if (topology.edges[wanted].uses <= 2) {
    add(i);
    const u32 beyond = topology.neighbours[i][static_cast<std::size_t>(edge)];
    if (beyond != MeshTopology::kNone) add(beyond);
    return;
  }
  for (u32 face = 0; face < topology.face_edges.size(); ++face) add(face);  // rare
}

struct ClashQuery {
  using Measure = Touching;
  Side a, b;
  Clash answer{};

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) {
    const Triangle s = a.triangle(i), t = b.triangle(j);
    const Meeting::Kind kind = meeting(s, t).kind;
    if (kind == Meeting::Kind::none) return Found::nothing;
    if (answer.state == State::apart) answer = {.state = State::touch, .a = a.element(i), .b = b.element(j)};
    if (!shows_clash(i, s, j, t, kind)) return Found::contact;
    answer = {.state = State::clash, .a = a.element(i), .b = b.element(j)};
    return Found::enough;
  }

 private:
  bool shows_clash(u32 i, const Triangle& s, u32 j, const Triangle& t, Meeting::Kind kind) const {
    if (kind == Meeting::Kind::point) return false;
    if (collinear(s.a, s.b, s.c) || collinear(t.a, t.b, t.c)) return false;
    if (kind == Meeting::Kind::area) {
      const int axis = open_axis(Simplex(s));
      return a.solid() && b.solid() &&
             orient2d(s.a, s.b, s.c, axis) * a.outward() == orient2d(t.a, t.b, t.c, axis) * b.outward();
    }
    const int edge_s = edge_in_plane(s, t), edge_t = edge_in_plane(t, s);
    if (edge_s == kWithin) return false;  // side by side in one plane: decided by what else meets there
    if (edge_s == kAcross && edge_t == kAcross) return true;
    const bool by_s = edge_s != kAcross;
    const Triangle& owner = by_s ? s : t;
    const int edge = by_s ? edge_s : edge_t;
    const Vec3d p = owner[edge], q = owner[(edge + 1) % 3];
    Fan fan(p, q);
    add_sheets(fan, a, i, edge_s, p, q, true);
    add_sheets(fan, b, j, edge_t, p, q, false);
    return fan.clashes(a.solid(), b.solid());
  }
};

// Which parts of `other` are inside the solid? Their surfaces do not cross, so any point that is not on both decides
// for its whole part.
PartsInside parts_inside(const Model& solid, const Model& other, const Pose& other_in_solid) {
  PartsInside out;
  if (!solid.closed()) return out;
  const MeshTopology& topology = other.topology();
  std::vector<bool> located(topology.components, false);
  for (u32 i = 0; i < other.mesh().size(); ++i) {
    const u32 part = topology.component[i];
    if (part == MeshTopology::kNone || located[part]) continue;
    const Triangle t = other_in_solid * other.mesh().triangle(i);
    for (Vec3d p : {t.a, t.b, t.c, t.a + ((t.b - t.a) + (t.c - t.a)) / 3.0}) {
      const Where where = locate(solid, p);
      if (where == Where::on_surface) continue;
      located[part] = true;
      ++(where == Where::inside ? out.inside : out.outside);
      break;
    }
  }
  return out;
}

Clash exact_clash(const Model& a, const Pose& b_in_a, const Model& b, bool solid) {
  ClashQuery query{{a, Pose{}}, {b, b_in_a}};
  walk(a.tree(), b_in_a, b.tree(), query);
  Inside inside;
  switch (query.answer.state) {
    case State::apart:
      if (solid && contained(a, b_in_a, b)) inside = which_inside(a, b_in_a, b);
      break;
    case State::touch:
      inside = which_inside(parts_inside(b, a, inverse(b_in_a)), parts_inside(a, b, b_in_a));
      break;
    case State::clash:
      break;
  }
  return inside ? Clash{.state = State::clash, .contained = true, .inside = inside} : query.answer;
}

}  // namespace

Clash clash(const Model& a, const Pose& b_in_a, const Model& b, const ClashOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return clash(a, p, b, options); });
  APART_ASSERT(options.tolerance >= 0, "a tolerance is negative or not a number");
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  const Clash found = exact_clash(a, b_in_a, b, options.solid);
  if (found.state != State::clash || options.tolerance == 0) return found;

  std::vector<Vec3d> directions{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (!found.contained)
    for (const Triangle& t : {a.mesh().triangle(found.a.triangle), b_in_a * b.mesh().triangle(found.b.triangle)})
      if (const Vec3d normal = area_vector(t); length(normal) > 0) directions.push_back(normal / length(normal));
  for (auto direction = directions.rbegin(); direction != directions.rend(); ++direction)
    for (const double way : {options.tolerance, -options.tolerance}) {
      Pose moved = b_in_a;
      moved.translation += way * *direction;
      if (exact_clash(a, moved, b, options.solid).state == State::clash) continue;
      return {.state = State::touch, .a = found.a, .b = found.b};
    }
  return found;
}

Clash clash(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
            const ClashOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return clash(a, b_in_a, b, options); });
}

}  // namespace apart
