// Why the solid stays the same.
//
// Duplicates: a triangle that occurs p times one way and q times the other counts as p − q. If that is ±c for all
// triangles, with one c > 0, then the surface with each triangle once, the way it counts, has the same points, and its
// winding numbers are those of the whole over c: zero at the same places.
//
// Fillers: three distinct corners on a line, m between a and b, which closes the gap where one side of an edge has a
// vertex more than the other. With the triangle on the other side of ab, whose third corner is d, it covers the points
// of that triangle alone; so do the triangles amd and mbd, with the same boundary. Put in their place (the edge ab is
// flipped) they leave every point and every winding number as it was, and m is a corner on both sides. If d is m, the
// two cancel: they cover the segments am and mb, edges of the triangles beyond them.
#include <algorithm>
#include <apart/queries/penetration/plain_surface.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <map>
#include <optional>

namespace apart::queries {
namespace {

// With its lowest vertex first, and the lower of the others next.
struct Unsided {
  Face face;
  int way;  // −1: it was turned round

  explicit Unsided(Face f) : way(1) {
    std::rotate(f.begin(), std::min_element(f.begin(), f.end()), f.end());
    if (f[1] > f[2]) std::swap(f[1], f[2]), way = -1;
    face = f;
  }
};

class Plain {
 public:
  explicit Plain(const Model& model) : mesh_(model.mesh()) {
    const MeshTopology& topology = model.topology();
    for (const Face& f : mesh_.faces()) {
      const Face same{topology.vertex[f[0]], topology.vertex[f[1]], topology.vertex[f[2]]};
      if (same[0] != same[1] && same[1] != same[2] && same[2] != same[0]) faces_.push_back(same);
    }
  }

  // Nothing if it is plain already, or cannot be made so.
  std::optional<Mesh> made() {
    const bool fewer = leave_out_duplicates();
    std::vector<u32> fillers;
    for (u32 i = 0; i < faces_.size(); ++i)
      if (is_filler(faces_[i])) fillers.push_back(i);
    if (!fewer && fillers.empty()) return std::nullopt;
    if (!fillers.empty() && !flip(fillers)) return std::nullopt;
    std::erase_if(faces_, [](const Face& f) { return f[0] == f[1]; });
    Result<Mesh> out = Mesh::make({mesh_.vertices().begin(), mesh_.vertices().end()}, faces_);
    if (!out) return std::nullopt;
    return std::move(out).value();
  }

 private:
  bool is_filler(const Face& f) const { return collinear(at(f[0]), at(f[1]), at(f[2])); }
  Vec3d at(u32 vertex) const { return mesh_.vertices()[vertex]; }

  // Whether there were any, and they could be left out.
  bool leave_out_duplicates() {
    std::map<Face, int> counts;
    for (const Face& f : faces_) {
      const Unsided one(f);
      counts[one.face] += one.way;
    }
    if (counts.size() == faces_.size() || counts.empty()) return false;
    const int each = std::abs(counts.begin()->second);
    for (const auto& [face, count] : counts)
      if (count == 0 || std::abs(count) != each) return false;
    // The first of each that goes the way that counts keeps its place.
    std::vector<Face> kept;
    for (const Face& f : faces_) {
      const Unsided one(f);
      int& count = counts[one.face];
      if (count * one.way <= 0) continue;
      kept.push_back(f);
      count = 0;
    }
    faces_ = std::move(kept);
    return true;
  }

  // Is m strictly between a and b, all on one line?
  bool between(u32 a, u32 m, u32 b) const {
    const Vec3d p = at(a), q = at(m), r = at(b);
    for (int k = 0; k < 3; ++k)
      if ((q[k] < p[k] && q[k] < r[k]) || (q[k] > p[k] && q[k] > r[k])) return false;
    return true;
  }

  // False if there is a filler that cannot be flipped: where more than two triangles meet, or without an end.
  bool flip(std::vector<u32> fillers) {
    std::multimap<std::pair<u32, u32>, u32> of_edge;  // triangles by directed edge
    const auto edge = [&](u32 i, std::size_t k) { return std::pair(faces_[i][k], faces_[i][(k + 1) % 3]); };
    const auto enter = [&](u32 i) {
      for (std::size_t k = 0; k < 3; ++k) of_edge.emplace(edge(i, k), i);
    };
    const auto remove = [&](u32 i) {
      for (std::size_t k = 0; k < 3; ++k) {
        auto [from, to] = of_edge.equal_range(edge(i, k));
        of_edge.erase(std::find_if(from, to, [&](const auto& x) { return x.second == i; }));
      }
    };
    for (u32 i = 0; i < faces_.size(); ++i) enter(i);
    for (std::size_t left = 16 * fillers.size() + 64; !fillers.empty(); --left) {
      const u32 i = fillers.back();
      fillers.pop_back();
      if (left == 0) return false;
      if (faces_[i][0] == faces_[i][1] || !is_filler(faces_[i])) continue;  // it was changed meanwhile
      std::size_t k = 0;
      while (k < 3 && !between(faces_[i][k], faces_[i][(k + 1) % 3], faces_[i][(k + 2) % 3])) ++k;
      if (k == 3) return false;
      const u32 a = faces_[i][k], m = faces_[i][(k + 1) % 3], b = faces_[i][(k + 2) % 3];
      if (of_edge.count({b, a}) != 1 || of_edge.count({a, b}) != 1) return false;
      const u32 other = of_edge.find({a, b})->second;
      u32 d = a;
      for (const u32 v : faces_[other])
        if (v != a && v != b) d = v;
      remove(i), remove(other);
      if (d == m) {
        faces_[i] = faces_[other] = {a, a, a};
        continue;
      }
      faces_[i] = {a, m, d}, faces_[other] = {m, b, d};
      enter(i), enter(other);
      fillers.push_back(i), fillers.push_back(other);
    }
    return true;
  }

  const Mesh& mesh_;
  std::vector<Face> faces_;
};

}  // namespace

const Model& plain_surface(const Model& model) {
  const void* const plain = model.derived([](const Model& self) -> std::shared_ptr<const void> {
    auto out = std::make_shared<std::optional<Model>>();
    if (const std::optional<Mesh> mesh = Plain(self).made())
      if (Result<Model> made = Model::make(*mesh); made && made.value().closed()) *out = std::move(made).value();
    return out;
  });
  const auto& out = *static_cast<const std::optional<Model>*>(plain);
  return out ? *out : model;
}

}  // namespace apart::queries
