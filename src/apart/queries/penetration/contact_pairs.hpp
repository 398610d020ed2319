// Pairs of features of two solids that can touch, in the space of translations of B: those that bring a pair into
// contact are a triangle or a parallelogram, a contact patch.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/penetration/contact_features.hpp>

namespace apart::queries {

// A triangle of translations, each of which brings the same two features into contact.
struct ContactPatch {
  Triangle translations;
  Vec3d normal;   // of length 1, from A to B: B lies on its side of the common plane; zero if rounding leaves it open
  double offset;  // along the normal, of all these translations
};

// Two nodes or, where both are leaves, two features.
struct FeatureNodePair {
  enum class Kind : u32 { vertex_face, face_vertex, edge_edge };  // of A, of B
  Kind kind;
  u32 a, b;
};
inline constexpr FeatureNodePair::Kind kFeatureNodePairs[] = {
    FeatureNodePair::Kind::vertex_face, FeatureNodePair::Kind::face_vertex, FeatureNodePair::Kind::edge_edge};

class ContactPairs {
 public:
  ContactPairs(const Model& a, const Pose& b_in_a, const Model& b);

  const FeatureTree& tree_a(FeatureNodePair::Kind kind) const { return *trees_a_[static_cast<u32>(kind)]; }
  const FeatureTree& tree_b(FeatureNodePair::Kind kind) const { return *trees_b_[static_cast<u32>(kind)]; }
  // More than what rounding takes from any of the translations and from their lengths.
  double slack() const { return slack_; }

  // The box of all translations that bring features of the two nodes into contact.
  struct Box {
    Vec3d centre, half;
    double distance() const { return distance({}); }  // from the origin, or from a translation
    double distance(Vec3d t) const { return length(beyond(t)); }
    bool within(double radius, Vec3d t) const { return squared_length(beyond(t)) <= radius * radius; }

   private:
    Vec3d beyond(Vec3d t) const { return larger(abs(centre - t) - half, Vec3d{}); }
  };
  Box box(const FeatureNodePair& pair) const {
    return box(tree_a(pair.kind).nodes[pair.a], placed(tree_b(pair.kind).nodes[pair.b]));
  }
  // May normals of the two be opposite?
  bool may_touch(const FeatureNodePair& pair) const {
    const FeatureTree::Node &x = tree_a(pair.kind).nodes[pair.a], &y = tree_b(pair.kind).nodes[pair.b];
    if (x.angle + y.angle > 3.14f) return true;
    const double apart = -dot(cast<double>(x.axis), rotation_ * cast<double>(y.axis));
    return apart >= double(x.cos) * double(y.cos) - double(x.sin) * double(y.sin) - 1e-6;
  }
  // And may B then be in the way of going back? The least translation leads along the normal, not against it.
  bool may_block(const FeatureNodePair& pair, const Box& box) const;
  bool is_leaf(const FeatureNodePair& pair) const {
    return tree_a(pair.kind).nodes[pair.a].leaf && tree_b(pair.kind).nodes[pair.b].leaf;
  }

  // Calls f(child) for the pairs of children; of the larger node, as the other may be a leaf.
  template <class F>
  void for_each_child(const FeatureNodePair& pair, F f) const {
    const FeatureTree::Node &x = tree_a(pair.kind).nodes[pair.a], &y = tree_b(pair.kind).nodes[pair.b];
    const bool split_a = y.leaf || (!x.leaf && squared_length(x.half) >= squared_length(y.half));
    for (u32 k = 0; k < 2; ++k)
      f(FeatureNodePair{pair.kind, split_a ? x.first + k : pair.a, split_a ? pair.b : y.first + k});
  }

  // The contact patches of two leaves: none, one or two.
  template <class F>
  void for_each_patch(const FeatureNodePair& pair, F f) const {
    ContactPatch found[2];
    const int count = patches(pair, found);
    for (int k = 0; k < count; ++k) f(found[k]);
  }

  // Calls f(patch) for those within a distance of a translation.
  template <class F>
  void for_patches_near(Vec3d t, double radius, F f) const {
    // B's node is placed once for all of A's that it is paired with.
    struct Open {
      FeatureNodePair pair;
      PlacedNode b;
    };
    std::vector<Open> open;
    for (FeatureNodePair::Kind kind : kFeatureNodePairs)
      if (!tree_a(kind).nodes.empty() && !tree_b(kind).nodes.empty())
        open.push_back({{kind, 0, 0}, placed(tree_b(kind).nodes[0])});
    while (!open.empty()) {
      const Open now = open.back();
      open.pop_back();
      const FeatureNodePair& pair = now.pair;
      if (!box(tree_a(pair.kind).nodes[pair.a], now.b).within(radius, t) || !may_touch(pair)) continue;
      if (is_leaf(pair)) {
        for_each_patch(pair, [&](const ContactPatch& patch) { f(patch); });
        continue;
      }
      for_each_child(pair, [&](const FeatureNodePair& child) {
        open.push_back({child, child.b == pair.b ? now.b : placed(tree_b(child.kind).nodes[child.b])});
      });
    }
  }

 private:
  int patches(const FeatureNodePair& pair, ContactPatch (&out)[2]) const;
  int vertex_on_face(const ContactFeatures& of_vertex, u32 vertex, const Triangle& face, Vec3d normal, bool of_b,
                     ContactPatch& out) const;
  int edge_on_edge(const ContactFeatures::Edge& x, const ContactFeatures::Edge& y, ContactPatch (&out)[2]) const;
  Vec3d placed(Vec3d p) const { return rotation_ * p + shift_; }
  // The box of a node of B.
  struct PlacedNode {
    Vec3d centre, half;
  };
  PlacedNode placed(const FeatureTree::Node& node) const {
    return {placed(cast<double>(node.centre)), sizes_ * cast<double>(node.half)};
  }
  Box box(const FeatureTree::Node& x, const PlacedNode& y) const {
    return {cast<double>(x.centre) - y.centre, cast<double>(x.half) + y.half + Vec3d{slack_, slack_, slack_}};
  }

  const Model &model_a_, &model_b_;
  const ContactFeatures &a_, &b_;
  const FeatureTree *trees_a_[3], *trees_b_[3];  // by kind
  Mat3d rotation_, sizes_;                       // of B's features; its absolute values
  Vec3d shift_;                                  // from the centre of A's frame to that of B's
  double slack_, level_;
};

}  // namespace apart::queries
