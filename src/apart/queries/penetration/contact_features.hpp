// The features of a solid that another solid can touch from outside: faces, convex edges and convex vertices, each kind
// in a tree of boxes and normal cones.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <vector>

namespace apart::queries {

// Directions within an angle of an axis.
struct NormalCone {
  Vec3d axis{1, 0, 0};
  double angle = 4;  // π or more: all directions
};

// A binary tree over features, one feature to a leaf.
struct FeatureTree {
  struct Node {
    Vec3f centre{}, half{};             // a box, relative to the centre of the model's frame, rounded outward
    Vec3f axis{};                       // of the cone of outward normals
    float angle = 4, cos = 0, sin = 0;  // rounded outward
    u32 first = 0;                      // of two children, or the feature of a leaf
    bool leaf = true;
  };
  std::vector<Node> nodes;  // the root first; empty: no features
};

// What the features are placed relative to is the centre of the model's frame.
struct ContactFeatures {
  struct Vertex {
    Vec3d at;
    u32 first, count;  // of the directions of its edges
    bool known;        // else its neighbourhood is degenerate, or not a manifold: any normal is possible
  };
  struct Edge {
    Vec3d at, along;     // its start, and from there to its end
    Vec3d into, into_2;  // from the start to the third corners of both faces
    bool known;
  };

  // Embedded surfaces without a negative winding number: only then are mesh edges that are not convex no candidates for
  // contact, and the side of the nearest triangle tells inside from outside.
  bool sound = false;
  int outward = 1;  // −1: the faces are oriented inward
  std::vector<Vertex> vertices;
  std::vector<Vec3d> around;  // unit directions of edges, for the vertices
  std::vector<Edge> edges;
  std::vector<Vec3d> face_normals;    // of each triangle, outward, of length 1; zero if it has no area
  std::vector<Vec3d> vertex_normals;  // of each mesh vertex: the normals of its faces, weighted by their angles there
  FeatureTree vertex_tree, edge_tree, face_tree;
};

// Of a closed model that is not empty. Computed on first use and kept with the model.
const ContactFeatures& contact_features(const Model& model);

}  // namespace apart::queries
