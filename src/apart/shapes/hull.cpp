// Calls Qhull on normalized points; planar and linear sets are handled here.
#include <apart/base/bounds.hpp>
#include <apart/shapes/hull.hpp>
extern "C" {
#include <libqhull_r/qhull_ra.h>
}
#include <algorithm>
#include <cstdio>
#include <numeric>

namespace apart {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon() / 2;
constexpr double kFlat = 64 * kRounding;  // relative to the size: thinner sets are flat

// Principal directions of the points, and their extent along each: found greedily, by the point farthest from the span
// so far.
struct Spread {
  Vec3d origin{}, axes[3]{};
  double extent[3] = {};
  int dimension = 0;
};

Spread spread_of(std::span<const Vec3d> points) {
  Bounds bounds;
  for (Vec3d p : points) bounds.add(p);
  Spread s;
  s.origin = points[0];
  const double size = largest(bounds.size());
  if (!(size > 0)) return s;
  const double up = std::ldexp(1.0, -std::ilogb(size));  // so that squares neither overflow nor underflow
  const auto rest = [&](Vec3d p) {                       // the component orthogonal to the axes so far
    Vec3d r = up * (p - s.origin);
    for (int round = 0; round < 2; ++round)
      for (int i = 0; i < s.dimension; ++i) r -= dot(r, s.axes[i]) * s.axes[i];
    return r;
  };
  while (s.dimension < 3) {
    Vec3d farthest{};
    for (Vec3d p : points)
      if (const Vec3d r = rest(p); squared_length(r) > squared_length(farthest)) farthest = r;
    const double l = length(farthest);
    if (!(l > (s.dimension == 0 ? 0 : kFlat))) break;
    s.axes[s.dimension] = farthest / l;
    s.extent[s.dimension++] = l / up;
  }
  return s;
}

// The convex polygon of points of a plane, in order: Andrew's monotone chain.
std::vector<u32> polygon(const std::vector<Vec3d>& flat) {
  std::vector<u32> order(flat.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](u32 i, u32 j) {
    return flat[i].x != flat[j].x ? flat[i].x < flat[j].x : flat[i].y != flat[j].y ? flat[i].y < flat[j].y : i < j;
  });
  std::vector<u32> out;
  const auto chain = [&](auto begin, auto end) {
    const std::size_t start = out.size();
    for (auto it = begin; it != end; ++it) {
      while (out.size() >= start + 2) {
        const Vec3d a = flat[out[out.size() - 2]], b = flat[out.back()], c = flat[*it];
        if ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0) break;
        out.pop_back();
      }
      out.push_back(*it);
    }
    out.pop_back();  // the other chain begins with it
  };
  chain(order.begin(), order.end());
  chain(order.rbegin(), order.rend());
  return out;
}

// RAII for Qhull's state.
class Qhull {
 public:
  Qhull() : quiet_(std::fopen("/dev/null", "w")) { qh_zero(&state_, errors()); }
  ~Qhull() {
    state_.NOerrexit = True;
    qh_freeqhull(&state_, !qh_ALL);
    int current = 0, total = 0;
    qh_memfreeshort(&state_, &current, &total);
    if (quiet_) std::fclose(quiet_);
  }
  Qhull(const Qhull&) = delete;
  Qhull& operator=(const Qhull&) = delete;

  bool run(std::vector<double>& coordinates, const char* options) {
    std::string command(options);
    return qh_new_qhull(&state_, 3, static_cast<int>(coordinates.size() / 3), coordinates.data(), False, command.data(),
                        nullptr, errors()) == 0;
  }
  qhT* operator->() { return &state_; }
  qhT* get() { return &state_; }

 private:
  std::FILE* errors() { return quiet_ ? quiet_ : stderr; }
  std::FILE* quiet_;
  qhT state_;
};

// Every edge has two faces that traverse it in opposite directions.
bool closed(std::span<const Face> faces) {
  std::vector<std::pair<u32, u32>> edges, back;
  for (const Face& f : faces)
    for (std::size_t i = 0; i < 3; ++i) {
      edges.emplace_back(f[i], f[(i + 1) % 3]);
      back.emplace_back(f[(i + 1) % 3], f[i]);
    }
  std::sort(edges.begin(), edges.end());
  std::sort(back.begin(), back.end());
  return edges == back && std::adjacent_find(edges.begin(), edges.end()) == edges.end();
}

// Faces over the indices of the points, and how far Qhull left points outside, in its units.
bool solid_faces(const std::vector<double>& coordinates, const char* options, std::vector<Face>& faces,
                 double& outside) {
  Qhull qhull;
  std::vector<double> own = coordinates;  // a joggling Qhull modifies them
  faces.clear();
  if (!qhull.run(own, options)) return false;
  qhT* const qh = qhull.get();
  facetT* facet;
  FORALLfacets {
    setT* const vertices = qh_facet3vertex(qh, facet);
    Face face{};
    std::size_t n = 0;
    vertexT *vertex, **vertexp;
    FOREACHvertex_(vertices) {
      if (n < 3) face[n] = static_cast<u32>(qh_pointid(qh, vertex->point));
      ++n;
    }
    qh_settempfree(qh, const_cast<setT**>(&vertices));
    if (n != 3) return false;
    faces.push_back(face);
  }
  outside = larger(qh->max_outside, 0.0) + qh->JOGGLEmax * (qh->JOGGLEmax < 1 ? 2 : 0) + 8 * qh->DISTround;
  return closed(faces);
}

}  // namespace

Mesh Hull::surface() const { return Mesh::make(vertices, faces).value(); }

Hull convex_hull(std::span<const Vec3d> points) {
  Hull out;
  if (points.empty()) return out;
  const Spread spread = spread_of(points);
  out.dimension = spread.dimension;
  const double size = spread.extent[0];

  // Hulls are invariant under scaling. Scaled to about 1 along each axis, a thin set is as good as any.
  std::vector<Vec3d> even(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < out.dimension; ++k)
      even[i][k] = dot((points[i] - spread.origin) / spread.extent[k], spread.axes[k]);

  std::vector<Face> faces;  // over the points
  out.slack = 32 * kRounding * size;
  if (out.dimension == 3) {
    if (dot(cross(spread.axes[0], spread.axes[1]), spread.axes[2]) < 0)
      for (Vec3d& p : even) p.z = -p.z;
    std::vector<double> coordinates;
    coordinates.reserve(3 * points.size());
    for (Vec3d p : even) coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    double left_out = 0;
    // Triangulated; if facets would not merge cleanly, with joggled points.
    const bool found = solid_faces(coordinates, "qhull Qt Pp", faces, left_out) ||
                       solid_faces(coordinates, "qhull Qt Q12 Pp", faces, left_out) ||
                       solid_faces(coordinates, "qhull QJ Pp", faces, left_out);
    APART_ASSERT(found, "Qhull gave up on points that are not flat");
    out.slack += left_out * size * 2;
    // Outward, whatever Qhull's orientation.
    double volume = 0;
    for (const Face& f : faces) volume += dot(even[f[0]], cross(even[f[1]], even[f[2]]));
    if (volume < 0)
      for (Face& f : faces) std::swap(f[1], f[2]);
    for (const Face& f : faces) out.corners.insert(out.corners.end(), f.begin(), f.end());
    std::sort(out.corners.begin(), out.corners.end());
    out.corners.erase(std::unique(out.corners.begin(), out.corners.end()), out.corners.end());
  } else if (out.dimension == 2) {
    out.corners = polygon(even);
    for (std::size_t i = 2; i < out.corners.size(); ++i) {
      faces.push_back({out.corners[0], out.corners[i - 1], out.corners[i]});
      faces.push_back({out.corners[0], out.corners[i], out.corners[i - 1]});
    }
    out.slack += kFlat * size;
  } else if (out.dimension == 1) {
    const auto [low, high] = std::minmax_element(even.begin(), even.end(), [](Vec3d a, Vec3d b) { return a.x < b.x; });
    out.corners = {static_cast<u32>(low - even.begin()), static_cast<u32>(high - even.begin())};
    out.slack += kFlat * size;
  } else {
    out.corners = {0};
  }

  std::vector<u32> place(points.size());
  for (u32 i = 0; i < out.corners.size(); ++i) {
    out.vertices.push_back(points[out.corners[i]]);
    place[out.corners[i]] = i;
  }
  for (const Face& f : faces) out.faces.push_back({place[f[0]], place[f[1]], place[f[2]]});
  return out;
}

}  // namespace apart
