// Ray casts on models: a traversal in floats, and exact signs for what it finds.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/queries/ray_line.hpp>
#include <apart/queries/run_chunks.hpp>
#include <apart/traversal/ray_walk.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/line_crossing.hpp>
#include <array>
#include <optional>

namespace apart {
namespace {

using namespace queries;

Status check(const Model& model, const Ray& ray) {
  if (!is_usable(ray)) return Status::invalid;
  return model.mesh().empty() ? Status::nothing : Status::exact;
}

struct FoundHit {
  u32 triangle;
  LineCrossing at;

  bool operator<(const FoundHit& other) const {
    return at.t != other.at.t ? at.t < other.at.t : triangle < other.triangle;
  }
};

// The part of a search that all forms share.
struct Search : RayVisit {
  const Mesh& mesh;
  RayLine ray;
  RaySides sides;

  Search(const Model& model, const Ray& r, bool reversed, RaySides wanted, RayVisit::Test f)
      : RayVisit(f), mesh(model.mesh()), ray(r, reversed), sides(wanted) {
    line = &ray.line, from = ray.from, to = ray.to;
    if (reversed && sides != RaySides::both) sides = sides == RaySides::front ? RaySides::back : RaySides::front;
  }
  Search(const Search&) = delete;  // `line` is its own

  bool is_wanted(bool front) const { return sides == RaySides::both || front == (sides == RaySides::front); }

  // Does the ray meet the triangle, from whichever side?
  bool meets(u32 triangle, const Triangle& t, FoundHit& out) const {
    out.triangle = triangle;
    LineCrossing& at = out.at;
    if (!crosses(ray.line, t, at)) return false;
    if (compare(at, ray.from, ray.line, t) < 0 || compare(at, ray.to, ray.line, t) > 0) return false;
    at.t = lesser(larger(at.t, ray.from), ray.to);  // rounding may have moved it across
    return true;
  }

  RayHit hit(const FoundHit& found, const Triangle& t) const;
};

// The feature on which a crossing through edges lies.
TriangleFeature feature_of(u32 edges) {
  switch (edges) {
    case 1:
      return TriangleFeature::bc;
    case 2:
      return TriangleFeature::ca;
    case 4:
      return TriangleFeature::ab;
    case 2 | 4:
      return TriangleFeature::a;
    case 4 | 1:
      return TriangleFeature::b;
    case 1 | 2:
      return TriangleFeature::c;
    default:
      return TriangleFeature::face;
  }
}

RayHit Search::hit(const FoundHit& found, const Triangle& t) const {
  RayHit out;
  out.hit = true;
  out.front = found.at.front == (ray.sense > 0);
  out.t = ray.t(found.at.t);
  out.point = ray.line.origin + found.at.t * ray.line.direction;
  out.normal = normalized(found.at.exact ? exact_area_vector(t.a, t.b, t.c) : area_vector(t)).unit;
  out.element = {.part = mesh.part(found.triangle), .triangle = found.triangle, .feature = TriangleFeature::face};
  if (found.at.border) out.element.feature = feature_of(edges_met(ray.line, t));
  // From the vectors to the vertices, which are short.
  const Vec3d along = found.at.t * ray.line.direction;
  const Vec3d a = (t.a - ray.line.origin) - along, b = (t.b - ray.line.origin) - along,
              c = (t.c - ray.line.origin) - along;
  const double of_a = dot(out.normal, cross(b, c)), of_b = dot(out.normal, cross(c, a)),
               of_c = dot(out.normal, cross(a, b)), inverse = 1 / (of_a + of_b + of_c);
  out.u = lesser(larger(of_b * inverse, 0.0), 1.0), out.v = lesser(larger(of_c * inverse, 0.0), 1.0 - out.u);
  return out;
}

// The smallest parameter, of equals the first triangle.
struct FirstSearch : Search {
  bool found = false;
  FoundHit best;
  Triangle where;

  FirstSearch(const Model& model, const Ray& r, bool reversed, RaySides wanted)
      : Search(model, r, reversed, wanted, test) {}

  static float test(RayVisit& visit, u32 triangle, const Triangle& t) {
    FirstSearch& self = static_cast<FirstSearch&>(visit);
    FoundHit here;
    if (self.meets(triangle, t, here) && self.is_wanted(here.at.front) && (!self.found || here < self.best)) {
      self.found = true, self.best = here, self.where = t;
      self.walked.to = self.walked.end_at(here.at.t);
    }
    return self.walked.to;
  }
};

struct AnySearch : Search {
  bool found = false;

  AnySearch(const Model& model, const Ray& r, RaySides wanted) : Search(model, r, false, wanted, test) {}

  static float test(RayVisit& visit, u32 triangle, const Triangle& t) {
    AnySearch& self = static_cast<AnySearch&>(visit);
    FoundHit here;
    if (!self.meets(triangle, t, here) || !self.is_wanted(here.at.front)) return self.walked.to;
    self.found = true;
    return -1;
  }
};

struct AllSearch : Search {
  std::vector<FoundHit> found;

  AllSearch(const Model& model, const Ray& r) : Search(model, r, false, RaySides::both, test) {}

  static float test(RayVisit& visit, u32 triangle, const Triangle& t) {
    AllSearch& self = static_cast<AllSearch&>(visit);
    FoundHit here;
    if (self.meets(triangle, t, here) && (!here.at.border || crosses_when_shifted(self.ray.line, t)))
      self.found.push_back(here);
    return self.walked.to;
  }

  // The edge or vertex that is crossed, as its two vertices in order.
  std::array<Vec3d, 2> border_of(const FoundHit& at) const {
    const Triangle t = mesh.triangle(at.triangle);
    const auto less = [](Vec3d p, Vec3d q) { return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z; };
    const auto edge = [&](Vec3d p, Vec3d q) { return less(q, p) ? std::array{q, p} : std::array{p, q}; };
    switch (feature_of(edges_met(ray.line, t))) {
      case TriangleFeature::a:
        return {t.a, t.a};
      case TriangleFeature::b:
        return {t.b, t.b};
      case TriangleFeature::c:
        return {t.c, t.c};
      case TriangleFeature::ab:
        return edge(t.a, t.b);
      case TriangleFeature::bc:
        return edge(t.b, t.c);
      default:
        return edge(t.c, t.a);
    }
  }

  // Around one edge or vertex the surface may be crossed several times, to and fro: what remains is their sum, and
  // nothing where the ray touches without crossing.
  void cancel_at_borders() {
    if (std::none_of(found.begin(), found.end(), [](const FoundHit& f) { return f.at.border; })) return;
    std::vector<std::array<Vec3d, 2>> borders(found.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i].at.border) borders[i] = border_of(found[i]);
    std::vector<bool> cancelled(found.size(), false);
    for (std::size_t i = found.size(); i-- > 0;)  // of those that go the same way, the first triangles remain
      for (std::size_t j = i; j-- > 0 && !cancelled[i];)
        if (found[i].at.border && found[j].at.border && !cancelled[j] && found[i].at.front != found[j].at.front &&
            borders[i] == borders[j])
          cancelled[i] = cancelled[j] = true;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!cancelled[i]) found[kept++] = found[i];
    found.resize(kept);
  }
};

RayHit first_hit(const Model& model, const Ray& ray, bool reversed, RaySides sides) {
  RayHit out;
  out.status = check(model, ray);
  if (out.status == Status::invalid) return invalid_hit();
  if (out.status != Status::exact) return out;
  FirstSearch search(model, ray, reversed, sides);
  walk(model.boxes(), search);
  return search.found ? search.hit(search.best, search.where) : out;
}

constexpr std::size_t kGrain = 256;  // rays of a microsecond each

// query(ray) for each.
template <class Answer, class Query>
Batch<Answer> each_ray(Rays rays, const BatchOptions& how, Query query) {
  Answer cancelled{};
  cancelled.status = Status::cancelled;
  Batch<Answer> out;
  out.answers.assign(rays.size(), cancelled);
  out.status = run_batch(
      rays.size(), how, [&](std::size_t i) { out.answers[i] = query(rays[i]); }, kGrain);
  return out;
}

}  // namespace

RayHit cast(const Model& model, const Ray& ray, const RayOptions& options) {
  return first_hit(model, ray, false, options.sides);
}

RayHit cast_last(const Model& model, const Ray& ray, const RayOptions& options) {
  return first_hit(model, ray, true, options.sides);
}

BothWays cast_both(const Model& model, const Ray& ray, const RayOptions& options) {
  const Ray back{ray.origin, ray.direction, -ray.t_max, -ray.t_min};
  return {cast(model, ray, options), cast_last(model, back, options)};
}

AnyHit cast_any(const Model& model, const Ray& ray, const RayOptions& options) {
  const Status status = check(model, ray);
  if (status != Status::exact) return {status == Status::invalid, status};
  AnySearch search(model, ray, options.sides);
  walk(model.boxes(), search);
  return {search.found, status};
}

RayHits cast_all(const Model& model, const Ray& ray, const RayOptions& options) {
  RayHits out;
  out.status = check(model, ray);
  if (out.status != Status::exact) return out;
  AllSearch search(model, ray);
  walk(model.boxes(), search);
  std::sort(search.found.begin(), search.found.end());
  search.cancel_at_borders();
  search.sides = options.sides;
  for (const FoundHit& found : search.found)
    if (search.is_wanted(found.at.front)) out.hits.push_back(search.hit(found, model.mesh().triangle(found.triangle)));
  return out;
}

namespace {

// First hits of a chunk of a stream.
struct FirstHits : RayStream {
  const Model& model;
  Rays rays;
  bool reversed;
  RaySides sides;
  RayHit* out;

  FirstHits(const Model& m, Rays r, bool is_reversed, RaySides wanted, RayHit* hits)
      : RayStream{next}, model(m), rays(r), reversed(is_reversed), sides(wanted), out(hits) {}

  static RayVisit* next(RayStream& stream, u32 place) {
    FirstHits& self = static_cast<FirstHits&>(stream);
    Place& at = self.places_[place];
    if (at.search && at.search->found) self.out[at.number] = at.search->hit(at.search->best, at.search->where);
    at.search.reset();
    while (self.next_ < self.rays.size()) {
      at.number = self.next_++;
      const Ray& ray = self.rays[at.number];
      RayHit& hit = self.out[at.number];
      const Status status = check(self.model, ray);
      hit = status == Status::invalid ? invalid_hit() : RayHit{.status = status};
      if (status == Status::exact) return &at.search.emplace(self.model, ray, self.reversed, self.sides);
    }
    return nullptr;
  }

 private:
  struct Place {
    std::size_t number;
    std::optional<FirstSearch> search;
  };
  std::size_t next_ = 0;
  Place places_[kPlaces];
};

void first_hits(const Model& model, Rays rays, bool reversed, RaySides sides, RayHit* out) {
  // A small tree is in the cache, and nobody waits for memory.
  if (model.boxes().blocks.size() * sizeof(hierarchy::TriangleBlock) < (4 << 20)) {
    for (std::size_t i = 0; i < rays.size(); ++i) out[i] = first_hit(model, rays[i], reversed, sides);
    return;
  }
  FirstHits stream(model, rays, reversed, sides, out);
  walk(model.boxes(), stream);
}

Batch<RayHit> first_hits(const Model& model, Rays rays, bool reversed, RaySides sides, const BatchOptions& how) {
  Batch<RayHit> out;
  RayHit cancelled;
  cancelled.status = Status::cancelled;
  out.answers.assign(rays.size(), cancelled);
  out.status = run_chunks(rays.size(), kGrain, how, [&](std::size_t begin, std::size_t end) {
    first_hits(model, rays.subspan(begin, end - begin), reversed, sides, out.answers.data() + begin);
  });
  return out;
}

}  // namespace

Status cast(const Model& model, Rays rays, std::span<RayHit> hits, const RayOptions& options, const BatchOptions& how) {
  APART_ASSERT(hits.size() == rays.size(), "as many hits as rays");
  return run_chunks(rays.size(), kGrain, how, [&](std::size_t begin, std::size_t end) {
    first_hits(model, rays.subspan(begin, end - begin), false, options.sides, hits.data() + begin);
  });
}
Batch<RayHit> cast(const Model& model, Rays rays, const RayOptions& options, const BatchOptions& how) {
  return first_hits(model, rays, false, options.sides, how);
}
Batch<RayHit> cast_last(const Model& model, Rays rays, const RayOptions& options, const BatchOptions& how) {
  return first_hits(model, rays, true, options.sides, how);
}
Batch<AnyHit> cast_any(const Model& model, Rays rays, const RayOptions& options, const BatchOptions& how) {
  return each_ray<AnyHit>(rays, how, [&](const Ray& ray) { return cast_any(model, ray, options); });
}
Batch<RayHits> cast_all(const Model& model, Rays rays, const RayOptions& options, const BatchOptions& how) {
  return each_ray<RayHits>(rays, how, [&](const Ray& ray) { return cast_all(model, ray, options); });
}

}  // namespace apart
