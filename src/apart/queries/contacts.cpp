// Every contact is where two triangles are nearest: triangles are convex, so what is a local minimum between surfaces
// is the minimum between any two triangles that hold its points. Each pair of triangles within the tolerance is tested
// for whether their nearest points are nearest among all triangles around.
#include <algorithm>
#include <apart/queries/check_options.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/contacts/of_pairs.hpp>
#include <apart/queries/contacts/region_points.hpp>
#include <apart/queries/contacts/surface_features.hpp>
#include <apart/queries/models/by_traversal.hpp>
#include <apart/triangles/segment.hpp>
#include <map>
#include <tuple>

namespace apart {
namespace {

using Kind = SurfaceFeature::Kind;
using Features = std::pair<SurfaceFeature, SurfaceFeature>;

// One contact for each pair of whole features; of their parts, the first ones name it, by the first triangles that hold
// it: then it does not depend on the order of the traversal.
class ContactList {
 public:
  void add(const Features& wholes, const Contact& contact, u32 triangle_a, u32 triangle_b) {
    const Named named{contact, {contact.feature_a, contact.feature_b}, u64(triangle_a) << 32 | triangle_b};
    const auto [entry, added] = found_.try_emplace(wholes, named);
    if (!added && named.before(entry->second)) entry->second = named;
  }

  std::vector<Contact> sorted() const {
    std::vector<Contact> out;
    for (const auto& [wholes, named] : found_) out.push_back(named.contact);
    std::stable_sort(out.begin(), out.end(),
                     [](const Contact& x, const Contact& y) { return x.distance < y.distance; });
    return out;
  }

 private:
  struct Named {
    Contact contact;
    Features features;
    u64 triangles;
    bool before(const Named& o) const {
      return std::tie(features, triangles, contact.distance) < std::tie(o.features, o.triangles, o.contact.distance);
    }
  };
  std::map<Features, Named> found_;
};

// One model in A's frame.
struct PlacedSurface {
  const SurfaceFeatures& features;
  Pose pose;

  Vec3d to_own(Vec3d direction) const { return transposed_times(pose.rotation, direction); }
};

struct ContactsQuery {
  using Measure = Nearness;
  PlacedPair pair;
  PlacedSurface a, b;
  double tolerance;
  ContactList found{};
  bool touching = false;

  double reach() const { return tolerance; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (!a.features.counts(i) || !b.features.counts(j)) return Found::nothing;
    const TriangleGap gap = distance(s, t);
    if (std::sqrt(gap.squared) > tolerance) return Found::nothing;
    touching = touching || gap.squared == 0;
    // Rounding of coordinates, and by what angle it turns the line between the points.
    double size = 0;
    for (int k = 0; k < 3; ++k) size = larger(size, larger(largest(abs(s[k])), largest(abs(t[k]))));
    const double slack = rounding_error(size), apart = length(gap.on_t - gap.on_s);
    if (apart > kTurned * size)
      test(i, s, j, t, (gap.on_t - gap.on_s) / apart, slack, slack / apart);
    else
      for (const Vec3d& normal : normals_of_touching(i, s, j, t, slack)) test(i, s, j, t, normal, slack, 1e-12);
    return Found::contact;
  }

 private:
  // Points nearer than this share of their size do not determine the direction between them.
  static constexpr double kTurned = 1e-7;

  // Of triangles that touch: along which of the normals of their faces and pairs of edges is none beyond the other?
  std::vector<Vec3d> normals_of_touching(u32 i, const Triangle& s, u32 j, const Triangle& t, double slack) const {
    std::vector<Vec3d> out;
    const auto consider = [&](Vec3d n) {
      if (n == Vec3d{}) return;
      for (const Vec3d& way : {n, -n}) {
        const auto top = [&](const Triangle& x, Vec3d along) {
          return larger(dot(along, x.a - s.a), larger(dot(along, x.b - s.a), dot(along, x.c - s.a)));
        };
        if (top(s, way) + top(t, -way) <= slack) out.push_back(way);
      }
    };
    consider(a.features.normal(i));
    consider(b.pose.rotate(b.features.normal(j)));
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        const Vec3d e = s[(k + 1) % 3] - s[k], f = t[(l + 1) % 3] - t[l], across = cross(e, f);
        if (length(across) > 1e-9 * length(e) * length(f)) consider(normalized(across).unit);
      }
    return out;
  }

  void test(u32 i, const Triangle& s, u32 j, const Triangle& t, Vec3d normal, double slack, double angle) {
    // A normal that is a face's to rounding is that of the face: more accurate, where points are near each other.
    for (const Vec3d& exact : {a.features.normal(i), b.pose.rotate(b.features.normal(j))})
      if (const double cos = dot(exact, normal);
          exact != Vec3d{} && length(normal - (cos < 0 ? -1 : 1) * exact) <= 4 * angle) {
        normal = (cos < 0 ? -1.0 : 1.0) * exact, angle = 1e-14;
        break;
      }
    const double level = 4 * slack + angle * larger(largest(abs(s.b - s.a)) + largest(abs(s.c - s.a)),
                                                    largest(abs(t.b - t.a)) + largest(abs(t.c - t.a)));
    // Most pairs end here: what is beyond the nearest edge or vertex is nearer.
    const TriangleFeature top = support_feature(s, normal, level), bottom = support_feature(t, -normal, level);
    if (top != TriangleFeature::face && !supported(a, a.features.of(i, top), normal, angle, slack)) return;
    if (bottom != TriangleFeature::face && !supported(b, b.features.of(j, bottom), -normal, angle, slack)) return;
    corners_of_contact(i, s, j, t, normal, slack, angle);
  }

  static bool supported(const PlacedSurface& of, const SurfaceFeature& feature, Vec3d normal, double angle,
                        double slack) {
    return of.features.supports(feature, of.to_own(normal), 4 * angle, 4 * slack);
  }

  // The corners of where the two are nearest: a vertex above something, or edges that cross.
  void corners_of_contact(u32 i, const Triangle& s, u32 j, const Triangle& t, Vec3d normal, double slack,
                          double angle) {
    const double least = dot(normal, lowest(t, normal) - lowest(s, -normal));
    const auto near = [&](Vec3d on_a, Vec3d on_b) {
      const Vec3d across = on_b - on_a;
      const double along = dot(normal, across);
      return std::abs(along - least) <= 8 * slack + angle * size_of(s, t) &&
             length(across - along * normal) <= 8 * slack + 2 * angle * size_of(s, t);
    };
    for (int k = 0; k < 3; ++k) {
      if (const Vec3d q = closest_on_triangle(s[k], t).point; near(s[k], q))
        add(i, s, s[k], j, t, q, normal, slack, angle, false);
      if (const Vec3d p = closest_on_triangle(t[k], s).point; near(p, t[k]))
        add(i, s, p, j, t, t[k], normal, slack, angle, false);
    }
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        const Vec3d e = s[(k + 1) % 3] - s[k], f = t[(l + 1) % 3] - t[l];
        if (!(length(cross(e, f)) > 1e-9 * length(e) * length(f))) continue;
        const SegmentGap gap = segment_gap(s[k], s[(k + 1) % 3], t[l], t[(l + 1) % 3]);
        if (near(gap.on_p, gap.on_q)) add(i, s, gap.on_p, j, t, gap.on_q, normal, slack, angle, true);
      }
  }
  static Vec3d lowest(const Triangle& t, Vec3d normal) {
    const double h[] = {dot(normal, t.a), dot(normal, t.b), dot(normal, t.c)};
    return h[0] <= h[1] && h[0] <= h[2] ? t.a : h[1] <= h[2] ? t.b : t.c;
  }
  static double size_of(const Triangle& s, const Triangle& t) {
    double size = 0;
    for (int k = 0; k < 3; ++k) size = larger(size, larger(largest(abs(s[k] - s.a)), largest(abs(t[k] - s.a))));
    return size;
  }

  void add(u32 i, const Triangle& s, Vec3d on_a, u32 j, const Triangle& t, Vec3d on_b, Vec3d normal, double slack,
           double angle, bool edges_cross) {
    const SurfaceFeature f = a.features.of(i, feature_at(s, on_a)), g = b.features.of(j, feature_at(t, on_b));
    if (!supported(a, f, normal, angle, slack) || !supported(b, g, -normal, angle, slack)) return;
    if (!a.features.leads_out(f, a.to_own(normal)) || !b.features.leads_out(g, b.to_own(-normal))) return;
    const SurfaceFeature of_a = a.features.whole(f), of_b = b.features.whole(g);
    // What is parallel is represented by its corners.
    if (of_a.kind == Kind::edge && of_b.kind == Kind::edge && !edges_cross) return;
    if (of_a.kind == Kind::face && of_b.kind != Kind::vertex) return;
    if (of_b.kind == Kind::face && of_a.kind != Kind::vertex) return;
    Contact out{.distance = larger(0.0, dot(normal, on_b - on_a)), .normal = normal, .feature_a = f, .feature_b = g};
    const Vec3d half = 0.5 * ((on_b - on_a) - out.distance * normal);
    out.on_a = on_a + half, out.on_b = on_b - half;
    if (out.distance <= tolerance) found.add({of_a, of_b}, out, i, j);
  }
};

}  // namespace

std::string name(const SurfaceFeature& feature) {
  if (feature.kind == Kind::edge) return "edge " + std::to_string(feature.first) + " " + std::to_string(feature.second);
  const char* const kind = feature.kind == Kind::vertex ? "vertex " : feature.kind == Kind::face ? "face " : "piece ";
  return kind + std::to_string(feature.first);
}

namespace {

// `run` gives the query every pair of triangles within its reach.
template <class Run>
Contacts contacts_by(const Model& a, const Pose& b_in_a, const Model& b, double tolerance, Run run) {
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  ContactsQuery query{
      {a.mesh(), b_in_a, b.mesh()}, {surface_features(a), {}}, {surface_features(b), b_in_a}, tolerance};
  const WalkEnd end = run(query);
  Contacts out{.contacts = query.found.sorted(), .touching = query.touching};
  if (query.touching)
    out.overlaps = contact_regions(a, b_in_a, b);
  else if (a.closed() && b.closed())
    out.contained = contained(a, b_in_a, b);
  out.status = end.done ? Status::exact : Status::unfinished;
  return out;
}

}  // namespace

Contacts contacts(const Model& a, const Pose& b_in_a, const Model& b, double tolerance, const ContactOptions& options) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return contacts(a, p, b, tolerance, options); });
  check_tolerance(tolerance);
  return contacts_by(a, b_in_a, b, tolerance,
                     [&](ContactsQuery& query) { return run_walk(a, b_in_a, b, query, options.budget); });
}

Contacts queries::contacts_of_pairs(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                                    const VisitPairs& visit) {
  return contacts_by(a, b_in_a, b, tolerance,
                     [&](ContactsQuery& query) { return visit([&](u32 i, u32 j) { query.primitives(i, j); }); });
}

Contacts in_world(Contacts contacts, const Pose& a_in_world) {
  for (Contact& c : contacts.contacts) c = in_world(c, a_in_world);
  for (ContactRegion& region : contacts.overlaps) {
    region.normal = a_in_world.rotate(region.normal);
    region.low = a_in_world * region.low, region.high = a_in_world * region.high;
    for (ContactPoint& p : region.points) p = in_world(p, a_in_world);
  }
  return contacts;
}

Contacts swapped(Contacts contacts) {
  for (Contact& c : contacts.contacts) {
    c = swapped(c);
    std::swap(c.feature_a, c.feature_b);
  }
  for (ContactRegion& region : contacts.overlaps) {
    region.normal = -region.normal;
    std::swap(region.low, region.high);
    std::swap(region.piece_a, region.piece_b);
    for (ContactPoint& p : region.points) p = swapped(p);
  }
  return contacts;
}

Batch<Contacts> contacts(const Geometry& a, Poses b_in_a, const Geometry& b, double tolerance,
                         const ContactOptions& options, const BatchOptions& how) {
  check_tolerance(tolerance);
  return query_each(b_in_a, how, [&](const Pose& at) { return contacts(a, at, b, tolerance, options); });
}

}  // namespace apart
