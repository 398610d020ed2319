// A convex patch that grows face by face, with its hull: every face stays on the boundary of the hull, and the hull
// meets the surface nowhere else.
#pragma once
#include <apart/decompose/near_faces.hpp>
#include <apart/decompose/surroundings.hpp>
#include <optional>

namespace apart::decomposition {

class Patch {
 public:
  // `owner` has for each face the patch that it belongs to; faces of a patch cannot join. Nothing: all may join.
  Patch(const Surface& surface, const std::vector<u32>* owner)
      : surface_(surface),
        owner_(owner),
        boxes_(surface.model.boxes()),
        hull_(surface),
        around_(surface),
        codes_(surface.at.size()),
        vertex_in_(surface.at.size()),
        states_(surface.size()),
        rank_(ranks_in(surface.model.boxes(), surface.size())) {}

  void begin(u32 face);
  // Adds the neighbour across an edge, with the faces that come to lie on the boundary of the grown hull, or changes
  // nothing and returns false.
  bool grow(u32 face, u32 edge);
  // The same for any face, which need not be connected.
  bool grow_by(u32 face);

  std::span<const u32> faces() const { return faces_; }  // in the order in which they joined
  bool contains(u32 face) const { return states_[face].round == round_; }
  GrowingHull& hull() { return hull_; }
  // Is it a vertex of the patch? Does a face of the patch have these vertices?
  bool has(u32 vertex) const { return vertex_in_[vertex] == round_; }
  bool is_edge(u32 p, u32 q) const;
  bool is_face(u32 p, u32 q, u32 r) const;

 private:
  struct Mark {
    std::size_t faces, vertices;
    GrowingHull::Mark hull;
    Surroundings::Mark around;
  };
  struct Way {
    u32 from, edge;
  };

  template <class Start>
  bool attempt(Start start);
  bool include(u32 vertex);
  bool join(u32 face, u32 from, u32 edge);
  bool close_around(u32 vertex);
  bool clear_of_surface();
  u32 place(u32 face, u32 where);
  u32 place_of(u32 face);
  u32 triangle_at(u32 vertex) const;
  u32 beyond_edge(u32 face, u32 shared) const;
  bool supports_hull(u32 face, u32 shared);
  const GrowingHull::Code& code_of(u32 vertex);
  std::optional<Way> way_to(u32 face) const;
  bool may_follow(u32 face);
  void sort_pending(std::size_t from);
  bool can_join(u32 face) const { return !contains(face) && (!owner_ || (*owner_)[face] == Surface::kNone); }
  void put(u32 face, u32 triangle) {
    states_[face].round = round_, states_[face].triangle = triangle;
    faces_.push_back(face);
  }
  u32 triangle_of(u32 face) const { return states_[face].triangle; }
  void put_vertex(u32 vertex) {
    vertex_in_[vertex] = round_;
    vertices_.push_back(vertex), put_at_.push_back(growth_ + 1);
  }

  const Surface& surface_;
  const std::vector<u32>* owner_;
  const hierarchy::BoxTree& boxes_;
  GrowingHull hull_;
  Surroundings around_;
  std::vector<Bounds> part_boxes_;  // of what was added to the hull, empty if not yet asked for; and of all of it
  Bounds parts_box_;
  struct VertexCode {
    u32 growth = 0;
    GrowingHull::Code code;
  };
  std::vector<VertexCode> codes_;
  u32 round_ = 0, attempt_ = 0, growth_ = 0;
  std::vector<u32> vertex_in_;  // the round in which it was added
  struct State {
    u32 round = 0;              // in which it was added
    u32 triangle = 0;           // of the hull, in its plane
    u32 attempt = 0;            // in which it is pending
    u32 growth = 0, where = 0;  // its place among the surroundings
    u32 meets = 0;              // the first of the added parts that it meets
    // Vertices of the hull that were added up to this growth are behind its plane, but for its own; or, in this round,
    // some are not.
    u32 behind = 0, not_behind = 0;
  };
  std::vector<State> states_;
  std::vector<u32> rank_;
  std::vector<u32> faces_, vertices_;
  std::vector<u32> put_at_;   // the growth with which each vertex was added
  u32 begun_at_ = 0;          // that of the first three
  std::vector<u32> pending_;  // faces that the hull reaches into, and that may join
  std::size_t spent_ = 0;     // faces that joined in vain, since others had to follow; limited by the size of the patch
  std::size_t most_faces_ = 0;
  bool any_face_ = false;
};

}  // namespace apart::decomposition
