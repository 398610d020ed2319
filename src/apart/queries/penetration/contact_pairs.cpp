// Which pairs of features can touch, and the translations that make them.
#include <apart/base/normalized.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/queries/penetration/contact_pairs.hpp>

namespace apart::queries {
namespace {

using Kind = FeatureNodePair::Kind;

}  // namespace

ContactPairs::ContactPairs(const Model& a, const Pose& b_in_a, const Model& b)
    : model_a_(a),
      model_b_(b),
      a_(contact_features(a)),
      b_(contact_features(b)),
      trees_a_{&a_.vertex_tree, &a_.face_tree, &a_.edge_tree},
      trees_b_{&b_.face_tree, &b_.vertex_tree, &b_.edge_tree},
      rotation_(b_in_a.rotation),
      sizes_(abs(b_in_a.rotation)),
      shift_(b_in_a * b.tree().frame.centre - a.tree().frame.centre) {
  const Frame &of_a = a.tree().frame, &of_b = b.tree().frame;
  const double far = length(of_a.centre) + length(of_b.centre) + length(b_in_a.translation);
  // Directions are known to about 1e-15, and those of B's features as well as the pose is rigid.
  level_ = 1e-10 + 4 * rigidity_error(rotation_);
  slack_ = 64 * kUnit<double> * far + 1e-12 * (of_a.radius + of_b.radius);
}

bool ContactPairs::may_block(const FeatureNodePair& pair, const Box& box) const {
  // For the normal n at an angle up to α from the axis, dot(n, t) ≤ cos α · dot(axis, t) + sin α · |t| where the first
  // product is negative.
  const auto behind = [&](Vec3d axis, const FeatureTree::Node& node) {
    if (node.angle > 1.5f) return false;
    const double along = dot(axis, box.centre) + dot(abs(axis), box.half);
    const double size = length(abs(box.centre) + box.half);
    return along < 0 && double(node.cos) * along + (double(node.sin) + 1e-6) * size < -slack_;
  };
  const FeatureTree::Node &x = tree_a(pair.kind).nodes[pair.a], &y = tree_b(pair.kind).nodes[pair.b];
  return !behind(cast<double>(x.axis), x) && !behind(-(rotation_ * cast<double>(y.axis)), y);
}

// `of_b`: the vertex is B's. Face and normal are placed.
int ContactPairs::vertex_on_face(const ContactFeatures& of_vertex, u32 vertex, const Triangle& face, Vec3d normal,
                                 bool of_b, ContactPatch& out) const {
  const ContactFeatures::Vertex& v = of_vertex.vertices[vertex];
  if (v.known)
    for (u32 k = v.first; k < v.first + v.count; ++k) {
      const Vec3d edge = of_b ? rotation_ * of_vertex.around[k] : of_vertex.around[k];
      if (dot(normal, edge) < -level_) return 0;
    }
  const Vec3d at = of_b ? placed(v.at) : v.at;
  out.translations =
      of_b ? Triangle{face.a - at, face.b - at, face.c - at} : Triangle{at - face.a, at - face.b, at - face.c};
  out.normal = of_b ? normal : -normal;
  out.offset = dot(out.normal, out.translations.a);
  return 1;
}

int ContactPairs::edge_on_edge(const ContactFeatures::Edge& x, const ContactFeatures::Edge& y,
                               ContactPatch (&out)[2]) const {
  const Vec3d along = rotation_ * y.along, at = placed(y.at);
  const Normalized of_x = normalized(x.along), of_y = normalized(along),
                   across = normalized(cross(of_x.unit, of_y.unit));
  if (across.length < 1e-13) return 0;  // parallel: edges that overlap meet at their ends too
  // The common plane holds both edges; A lies below it, B above.
  Vec3d normal = across.unit;
  const double level = level_ + 1e-14 / across.length;
  if (x.known) {
    const double one = dot(normal, normalized(x.into).unit), two = dot(normal, normalized(x.into_2).unit);
    if (one > level || two > level) {
      if (one < -level || two < -level) return 0;
      normal = -normal;
    } else if (one >= -level && two >= -level) {
      normal = {};
    }
  } else {
    normal = {};
  }
  if (y.known && normal != Vec3d{}) {
    const auto below = [&](Vec3d into) { return dot(normal, normalized(rotation_ * into).unit) < -level; };
    if (below(y.into) || below(y.into_2)) return 0;
  }
  const Vec3d corner = x.at - at;
  out[0] = {{corner, corner + x.along, corner + x.along - along}, normal, dot(normal, corner)};
  out[1] = {{corner, corner + x.along - along, corner - along}, normal, out[0].offset};
  return 2;
}

int ContactPairs::patches(const FeatureNodePair& pair, ContactPatch (&out)[2]) const {
  const u32 i = tree_a(pair.kind).nodes[pair.a].first, j = tree_b(pair.kind).nodes[pair.b].first;
  switch (pair.kind) {
    case Kind::vertex_face: {
      const Triangle t = model_b_.mesh().triangle(j);
      const Vec3d centre = model_b_.tree().frame.centre;
      const Triangle face{placed(t.a - centre), placed(t.b - centre), placed(t.c - centre)};
      return vertex_on_face(a_, i, face, rotation_ * b_.face_normals[j], false, out[0]);
    }
    case Kind::face_vertex: {
      const Triangle t = model_a_.mesh().triangle(i);
      const Vec3d centre = model_a_.tree().frame.centre;
      const Triangle face{t.a - centre, t.b - centre, t.c - centre};
      return vertex_on_face(b_, j, face, a_.face_normals[i], true, out[0]);
    }
    case Kind::edge_edge:
      return edge_on_edge(a_.edges[i], b_.edges[j], out);
  }
  return 0;
}

}  // namespace apart::queries
