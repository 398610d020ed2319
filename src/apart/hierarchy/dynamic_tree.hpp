// A dynamic tree of boxes (insert, move, remove): for the broad phase, and for building by insertion.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/base/bounds.hpp>
#include <apart/base/growing_stack.hpp>
#include <string>
#include <vector>

namespace apart::hierarchy {

class DynamicTree {
 public:
  using Handle = u32;  // identifies a box until it is removed; may then be reused

  // Inserts a box where the sum of all areas grows least. `item` is user data.
  Handle insert(const Bounds& box, u32 item);
  void remove(Handle handle);
  void move(Handle handle, const Bounds& box);  // the handle stays valid
  void reserve(std::size_t boxes) { nodes_.reserve(2 * boxes); }

  u32 size() const { return size_; }
  bool empty() const { return size_ == 0; }
  u32 depth() const { return empty() ? 0 : nodes_[root_].height; }
  bool holds(Handle handle) const { return handle < nodes_.size() && nodes_[handle].kind == Kind::leaf; }
  const Bounds& box(Handle handle) const { return leaf(handle).box; }
  u32 item(Handle handle) const { return leaf(handle).child[0]; }

  // Calls f(handle) for each box that overlaps this one, touching included, until f returns false; returns whether all
  // were visited.
  template <class F>
  bool query(const Bounds& box, F f) const;

  // Calls leaf(item) for each box and inner() after both children of each inner node.
  template <class Leaf, class Inner>
  void bottom_up(Leaf leaf, Inner inner) const;

  double area() const;          // of the boxes of all inner nodes
  std::string problem() const;  // empty if valid

 private:
  // A node's two subtrees differ in height by at most this, so that the depth is at most 2.5 log2(n) for any input; a
  // smaller limit would degrade the area.
  static constexpr u32 kLean = 4;
  static constexpr u32 kNone = ~u32(0);
  enum class Kind : std::uint16_t { unused, leaf, inner };
  struct Node {
    Bounds box;
    u32 parent = kNone;
    u32 child[2] = {kNone, kNone};  // of a leaf: the item; of an unused node: the next one
    std::uint16_t height = 0;
    Kind kind = Kind::unused;
  };
  static_assert(sizeof(Node) == 64);

  const Node& leaf(Handle handle) const {
    APART_ASSERT(holds(handle), "no box has this handle");
    return nodes_[handle];
  }
  u32 take_node(Kind kind);
  void free_node(u32 n);
  u32 best_sibling(const Bounds& box) const;
  void attach(u32 leaf);
  void detach(u32 leaf);
  void repair_from(u32 n);
  void update(u32 n);
  void balance(u32 n);
  void rotate(u32 n);
  void exchange(u32 a, u32 b);
  bool leans(u32 a, u32 b) const;

  std::vector<Node> nodes_;
  u32 root_ = kNone, unused_ = kNone, size_ = 0;
};

template <class F>
bool DynamicTree::query(const Bounds& box, F f) const {
  if (empty()) return true;
  GrowingStack<u32> open;
  open.push(root_);
  while (!open.empty()) {
    const u32 n = open.pop();
    const Node& node = nodes_[n];
    const Bounds& b = node.box;
    if (!(b.low.x <= box.high.x && b.low.y <= box.high.y && b.low.z <= box.high.z && box.low.x <= b.high.x &&
          box.low.y <= b.high.y && box.low.z <= b.high.z))
      continue;
    if (node.kind == Kind::leaf) {
      if (!f(n)) return false;
    } else {
      open.push(node.child[1]);
      open.push(node.child[0]);
    }
  }
  return true;
}

template <class Leaf, class Inner>
void DynamicTree::bottom_up(Leaf leaf, Inner inner) const {
  if (empty()) return;
  struct Visit {
    u32 node;
    bool done;  // with its children
  };
  std::vector<Visit> open{{root_, false}};
  while (!open.empty()) {
    const Visit at = open.back();
    open.pop_back();
    const Node& node = nodes_[at.node];
    if (node.kind == Kind::leaf)
      leaf(node.child[0]);
    else if (at.done)
      inner();
    else
      open.insert(open.end(), {{at.node, true}, {node.child[1], false}, {node.child[0], false}});
  }
}

}  // namespace apart::hierarchy
