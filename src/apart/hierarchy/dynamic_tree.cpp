// Insertion by branch and bound, and rotations that balance the tree and reduce its area.
#include <algorithm>
#include <apart/hierarchy/dynamic_tree.hpp>

namespace apart::hierarchy {
namespace {

// Half the surface area, plus a tiny multiple of the sides' sum as a tie-breaker for boxes of no area.
double box_cost(const Bounds& box) {
  const Vec3d s = box.size();
  const double sides = s.x + s.y + s.z;
  return s.x * (s.y + s.z) + s.y * s.z + 0x1p-30 * sides * sides;
}

Bounds joined(Bounds a, const Bounds& b) {
  a.add(b);
  return a;
}

}  // namespace

DynamicTree::Handle DynamicTree::insert(const Bounds& box, u32 item) {
  APART_ASSERT(!box.empty() && is_finite(box.low) && is_finite(box.high), "a box of a tree is empty or not finite");
  const u32 n = take_node(Kind::leaf);
  nodes_[n].box = box;
  nodes_[n].child[0] = item;
  attach(n);
  ++size_;
  return n;
}

void DynamicTree::remove(Handle handle) {
  APART_ASSERT(holds(handle), "no box has this handle");
  detach(handle);
  free_node(handle);
  --size_;
}

void DynamicTree::move(Handle handle, const Bounds& box) {
  APART_ASSERT(holds(handle), "no box has this handle");
  APART_ASSERT(!box.empty() && is_finite(box.low) && is_finite(box.high), "a box of a tree is empty or not finite");
  detach(handle);
  nodes_[handle].box = box;
  attach(handle);
}

u32 DynamicTree::take_node(Kind kind) {
  u32 n = unused_;
  if (n == kNone) {
    n = static_cast<u32>(nodes_.size());
    nodes_.emplace_back();
  } else {
    unused_ = nodes_[n].child[0];
    nodes_[n] = Node{};
  }
  nodes_[n].kind = kind;
  return n;
}

void DynamicTree::free_node(u32 n) {
  nodes_[n] = Node{};
  nodes_[n].child[0] = unused_;
  unused_ = n;
}

// Branch and bound: inserting at a node costs the area of the merged box, plus the growth of all ancestors. That growth
// is known on the way down, and below a node no place costs less than the box alone plus that.
u32 DynamicTree::best_sibling(const Bounds& box) const {
  const double own = box_cost(box);
  struct Open {
    u32 node;
    double grown;
  };
  std::vector<Open> open{{root_, 0}};
  const auto later = [](const Open& a, const Open& b) {
    return a.grown != b.grown ? a.grown > b.grown : a.node < b.node;
  };
  u32 best = root_;
  double least = Bounds::kInfinity;
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end(), later);
    const Open at = open.back();
    open.pop_back();
    if (!(at.grown + own < least)) break;
    const Node& node = nodes_[at.node];
    const double together = box_cost(joined(node.box, box));
    if (at.grown + together < least) least = at.grown + together, best = at.node;
    if (node.kind == Kind::leaf) continue;
    const double grown = at.grown + (together - box_cost(node.box));
    if (!(grown + own < least)) continue;
    for (u32 child : node.child) {
      open.push_back({child, grown});
      std::push_heap(open.begin(), open.end(), later);
    }
  }
  return best;
}

void DynamicTree::attach(u32 leaf) {
  if (root_ == kNone) {
    root_ = leaf;
    nodes_[leaf].parent = kNone;
    return;
  }
  const u32 sibling = best_sibling(nodes_[leaf].box), inner = take_node(Kind::inner), parent = nodes_[sibling].parent;
  nodes_[inner].parent = parent;
  nodes_[inner].child[0] = sibling;
  nodes_[inner].child[1] = leaf;
  nodes_[sibling].parent = nodes_[leaf].parent = inner;
  if (parent == kNone)
    root_ = inner;
  else
    nodes_[parent].child[nodes_[parent].child[1] == sibling] = inner;
  repair_from(inner);
}

void DynamicTree::detach(u32 leaf) {
  const u32 parent = nodes_[leaf].parent;
  if (parent == kNone) {
    root_ = kNone;
    return;
  }
  const u32 sibling = nodes_[parent].child[nodes_[parent].child[0] == leaf], above = nodes_[parent].parent;
  nodes_[sibling].parent = above;
  if (above == kNone)
    root_ = sibling;
  else
    nodes_[above].child[nodes_[above].child[1] == parent] = sibling;
  free_node(parent);
  repair_from(above);
}

// After a change below: updates boxes, heights and balance, from here to the root.
void DynamicTree::repair_from(u32 n) {
  for (; n != kNone; n = nodes_[n].parent) {
    balance(n);
    rotate(n);
  }
}

void DynamicTree::update(u32 n) {
  Node& node = nodes_[n];
  const Node &a = nodes_[node.child[0]], &b = nodes_[node.child[1]];
  node.box = joined(a.box, b.box);
  node.height = static_cast<std::uint16_t>(1 + std::max(a.height, b.height));
}

bool DynamicTree::leans(u32 a, u32 b) const { return std::max(a, b) - std::min(a, b) > kLean; }

// Rotation: while one child is too high, the higher of its children is exchanged with the other child.
void DynamicTree::balance(u32 n) {
  for (;;) {
    const u32 first = nodes_[n].child[0], second = nodes_[n].child[1];
    if (!leans(nodes_[first].height, nodes_[second].height)) break;
    const bool second_high = nodes_[second].height > nodes_[first].height;
    const u32 high = second_high ? second : first, low = second_high ? first : second;
    const u32 c = nodes_[high].child[0], d = nodes_[high].child[1];
    exchange(low, nodes_[d].height > nodes_[c].height ? d : c);
    balance(high);
  }
  update(n);
}

// Rotations: a child and a grandchild, or two grandchildren, are exchanged if that shrinks the children's boxes and
// makes the tree no higher and no less balanced.
void DynamicTree::rotate(u32 n) {
  const u32 height = nodes_[n].height, a = nodes_[n].child[0], b = nodes_[n].child[1];
  double least = 0;
  u32 from = kNone, to = kNone;
  const auto height_of = [&](u32 k) { return u32(nodes_[k].height); };
  const auto pair_height = [&](u32 x, u32 y) { return 1 + std::max(height_of(x), height_of(y)); };
  const auto pair_cost = [&](u32 x, u32 y) { return box_cost(joined(nodes_[x].box, nodes_[y].box)); };
  const auto fits = [&](u32 x, u32 y) { return !leans(x, y) && 1 + std::max(x, y) <= height; };
  for (const auto& [child, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (nodes_[other].kind == Kind::leaf) continue;
    for (int k = 0; k < 2; ++k) {  // the child moves below the other, whose child k moves up
      const u32 up = nodes_[other].child[k], stays = nodes_[other].child[1 - k];
      if (leans(height_of(child), height_of(stays)) || !fits(height_of(up), pair_height(child, stays))) continue;
      const double gain = pair_cost(child, stays) - box_cost(nodes_[other].box);
      if (gain < least) least = gain, from = child, to = up;
    }
  }
  if (nodes_[a].kind == Kind::inner && nodes_[b].kind == Kind::inner) {
    const u32 a0 = nodes_[a].child[0], a1 = nodes_[a].child[1];
    for (int k = 0; k < 2; ++k) {  // a0 stays, a1 and b's child k are exchanged
      const u32 bk = nodes_[b].child[k], rest = nodes_[b].child[1 - k];
      if (leans(height_of(a0), height_of(bk)) || leans(height_of(a1), height_of(rest)) ||
          !fits(pair_height(a0, bk), pair_height(a1, rest)))
        continue;
      const double gain = pair_cost(a0, bk) + pair_cost(a1, rest) - box_cost(nodes_[a].box) - box_cost(nodes_[b].box);
      if (gain < least) least = gain, from = a1, to = bk;
    }
  }
  if (from == kNone) return;
  exchange(from, to);
  for (u32 child : nodes_[n].child)
    if (nodes_[child].kind == Kind::inner) update(child);
  update(n);
}

void DynamicTree::exchange(u32 a, u32 b) {
  const u32 above_a = nodes_[a].parent, above_b = nodes_[b].parent;
  nodes_[above_a].child[nodes_[above_a].child[1] == a] = b;
  nodes_[above_b].child[nodes_[above_b].child[1] == b] = a;
  std::swap(nodes_[a].parent, nodes_[b].parent);
}

double DynamicTree::area() const {
  double sum = 0;
  for (const Node& node : nodes_) {
    if (node.kind != Kind::inner) continue;
    const Vec3d s = node.box.size();
    sum += 2 * (s.x * (s.y + s.z) + s.y * s.z);
  }
  return sum;
}

std::string DynamicTree::problem() const {
  std::size_t leaves = 0, inner = 0, unused = 0;
  for (u32 n = 0; n < nodes_.size(); ++n) {
    const Node& node = nodes_[n];
    const std::string name = "node " + std::to_string(n);
    if (node.kind == Kind::unused) continue;
    if (node.parent == kNone ? root_ != n : nodes_[node.parent].kind != Kind::inner) return name + " hangs nowhere";
    if (node.parent != kNone && nodes_[node.parent].child[0] != n && nodes_[node.parent].child[1] != n)
      return name + " is not a child of its parent";
    if (node.kind == Kind::leaf) {
      ++leaves;
      if (node.height != 0) return name + " is a leaf with a height";
      continue;
    }
    ++inner;
    if (node.child[0] == node.child[1]) return name + " has one child twice";
    for (u32 child : node.child)
      if (child >= nodes_.size() || nodes_[child].parent != n) return name + " is not the parent of its child";
    const Node &a = nodes_[node.child[0]], &b = nodes_[node.child[1]];
    const Bounds box = joined(a.box, b.box);
    if (node.box.low != box.low || node.box.high != box.high) return name + " has a box that is not its children's";
    // Heights that increase upward rule out cycles.
    if (node.height != 1 + std::max(a.height, b.height)) return name + " has another height";
    if (leans(a.height, b.height)) return name + " leans";
  }
  for (u32 n = unused_; n != kNone; n = nodes_[n].child[0])
    if (n >= nodes_.size() || nodes_[n].kind != Kind::unused || ++unused > nodes_.size())
      return "the list of unused nodes is broken";
  if (leaves != size_) return "boxes were lost or doubled";
  if (inner != (size_ == 0 ? 0 : size_ - 1)) return "not one inner node less than boxes";
  if (leaves + inner + unused != nodes_.size()) return "nodes that are neither used nor free";
  if ((root_ == kNone) != (size_ == 0)) return "a root without boxes, or boxes without a root";
  return {};
}

}  // namespace apart::hierarchy
