// Boxes of deforming nodes: from vertices, from those of morph targets, from bones; and subtrees that are built again.
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/rebuild.hpp>
#include <apart/motion/deforming/deforming_state.hpp>

namespace apart::motion {

namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();  // two units

void widen(Bounds& box, double by) {
  const Vec3d margin{by, by, by};
  box.low -= margin, box.high += margin;
}

double reach_of(const Bounds& box) { return largest(larger(abs(box.low), abs(box.high))); }

// Around all m·p, p in the box, and around them as computed in any order.
Bounds transformed(const Affine& m, const Bounds& box) {
  if (m == Affine{} || box.empty()) return box;
  const Vec3d centre = box.centre(), half = larger(box.high - centre, centre - box.low);
  const Vec3d middle = m * centre;
  Bounds out;
  double most = 0;
  Vec3d wide{};
  for (int i = 0; i < 3; ++i) {
    const Vec3d row = abs(m.linear.rows[i]);
    wide[i] = dot(row, half);
    most = larger(most, row.x + row.y + row.z);
  }
  out.low = middle - wide, out.high = middle + wide;
  widen(out, 16 * kRounding * (most * reach_of(box) + largest(abs(m.shift))));
  return out;
}

}  // namespace

BoxTreeShape::BoxTreeShape(Topology topology, const Mesh& mesh)
    : nodes(std::move(topology.nodes)), order(std::move(topology.order)), ranges(item_ranges(nodes, order)) {
  std::vector<u32> depth(nodes.size(), 0);
  u32 deepest = 0;
  for (u32 n = 0; n < nodes.size(); ++n) {
    deepest = larger(deepest, depth[n]);
    if (!nodes[n].is_leaf()) for_each_child(nodes, nodes[n], [&](u32 child) { depth[child] = depth[n] + 1; });
  }
  const u32 half = (deepest + 1) / 2;
  std::vector<u32> seen(mesh.vertices().size(), ~u32(0));
  cut_begins.push_back(0);
  for (u32 n = 0; n < nodes.size(); ++n) {
    if (depth[n] > half || (depth[n] < half && !nodes[n].is_leaf())) {
      if (depth[n] < half) above.push_back(n);
      continue;
    }
    cut.push_back(n);
    for (u32 i = ranges[n].begin; i < ranges[n].end; ++i)
      for (u32 v : mesh.faces()[order[i].primitive()])
        if (seen[v] != n) seen[v] = n, cut_vertices.push_back(v);
    cut_begins.push_back(static_cast<u32>(cut_vertices.size()));
  }
}

void Boxes::resize(std::size_t nodes) {
  boxes_.assign(nodes, {});
  versions_ = std::make_unique<std::atomic<u64>[]>(nodes);
  for (std::size_t n = 0; n < nodes; ++n) versions_[n].store(0, std::memory_order_relaxed);
  version_ = 1;
}

Vec3d DeformingState::vertex(const Moment& at, u32 v) const {
  Vec3d p;
  if (kind == Kind::given) {
    p = (*at.vertices)[v];
  } else if (kind == Kind::morph) {
    p = {};
    for (std::size_t k = 0; k < targets.size(); ++k)
      if (at.weights[k] != 0) p += at.weights[k] * targets[k].vertices()[v];
  } else {
    p = {};
    const Vec3d rest_place = rest.vertices()[v];
    for (u32 k = first_weight[v]; k < first_weight[v + 1]; ++k)
      p += weights[k].weight * (at.bones[weights[k].bone] * rest_place);
  }
  return at.placed == Affine{} ? p : at.placed * p;
}

Triangle DeformingState::triangle(const Moment& at, u32 i) const {
  const Face& f = rest.faces()[i];
  return {vertex(at, f[0]), vertex(at, f[1]), vertex(at, f[2])};
}

Bounds DeformingState::computed_box(const Moment& at, u32 node) const {
  Bounds out;
  if (kind == Kind::given) {
    for (u32 i = tree.ranges[node].begin; i < tree.ranges[node].end; ++i)
      for (u32 v : rest.faces()[tree.order[i].primitive()]) out.add((*at.vertices)[v]);
  } else if (kind == Kind::morph) {
    out.low = out.high = {};
    double most = 0;
    for (std::size_t k = 0; k < targets.size(); ++k) {
      const double w = at.weights[k];
      const Bounds& box = target_boxes[k][node];
      if (w == 0) continue;
      out.low += w * (w > 0 ? box.low : box.high), out.high += w * (w > 0 ? box.high : box.low);
      most += std::abs(w) * reach_of(box);
    }
    widen(out, (4 + 2 * double(targets.size())) * kRounding * most);
  } else {
    // Weights add up to one, to rounding: a vertex lies in the hull of what its bones make of it.
    double most = 0;
    for (u32 k = first_bone[node]; k < first_bone[node + 1]; ++k) {
      const Bounds moved = transformed(at.bones[node_bones[k]], rest_boxes[node]);
      out.add(moved);
      most = larger(most, reach_of(moved));
    }
    widen(out, (8 + 4 * double(first_bone[node + 1] - first_bone[node])) * kRounding * most);
  }
  return transformed(at.placed, out);
}

void DeformingState::set_tree(Topology topology) {
  tree = BoxTreeShape(std::move(topology), rest);
  now.boxes.resize(tree.nodes.size());
  before.boxes.resize(tree.nodes.size());
}

BoxWork DeformingState::changed() {
  now.boxes.forget();
  if (tree.nodes.empty()) return {};
  if (kind != Kind::given || !(now.placed == Affine{})) return {};  // each box follows from a few numbers, on demand
  if (options.update == BoxUpdate::on_demand) return refit_upper();
  BoxWork work = refit_all();
  if (std::isfinite(options.rebuild_above)) work.triangles = rebuild(options.rebuild_above).triangles;
  return work;
}

// Children come after their parents: from the end of the array backward.
BoxWork DeformingState::refit_all() {
  std::vector<Bounds> all(tree.nodes.size());
  const std::vector<Vec3d>& vertices = *now.vertices;
  for (u32 n = static_cast<u32>(tree.nodes.size()); n-- > 0;) {
    const Ref ref = tree.nodes[n];
    Bounds box;
    if (ref.is_leaf())
      for_each_primitive(tree.order, ref, [&](u32 i) {
        for (u32 v : rest.faces()[i]) box.add(vertices[v]);
        return true;
      });
    else
      for_each_child(tree.nodes, ref, [&](u32 child) { box.add(all[child]); });
    all[n] = box;
    now.boxes.set(n, box);
  }
  return {.boxes = static_cast<u32>(tree.nodes.size())};
}

BoxWork DeformingState::refit_upper() {
  const std::vector<Vec3d>& vertices = *now.vertices;
  for (std::size_t k = 0; k < tree.cut.size(); ++k) {
    Bounds box;
    for (u32 i = tree.cut_begins[k]; i < tree.cut_begins[k + 1]; ++i) box.add(vertices[tree.cut_vertices[i]]);
    now.boxes.set(tree.cut[k], box);
  }
  for (std::size_t k = tree.above.size(); k-- > 0;) {
    Bounds box;
    for_each_child(tree.nodes, tree.nodes[tree.above[k]], [&](u32 child) { box.add(this->box(now, child)); });
    now.boxes.set(tree.above[k], box);
  }
  return {.boxes = static_cast<u32>(tree.cut.size() + tree.above.size())};
}

Quality DeformingState::quality() const {
  const auto area = [](const Bounds& box) {
    const Vec3d s = box.size();
    return s.x * s.y + s.y * s.z + s.z * s.x;
  };
  const Mesh mesh = Mesh::trusted(*now.vertices, rest.faces(), now.vertices);
  Quality out{{}, surface_of_nodes(tree.nodes, tree.order, mesh)};
  out.tests.resize(tree.nodes.size());
  for (u32 n = static_cast<u32>(tree.nodes.size()); n-- > 0;) {
    double tests = 0, below = 0;
    if (tree.nodes[n].is_leaf())
      tests = tree.ranges[n].size();
    else
      for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { tests += 1, below += out.tests[child]; });
    out.tests[n] = tests * area(box(now, n)) + below;
  }
  return out;
}

BoxWork DeformingState::rebuild(double above) {
  BoxWork work;
  if (kind != Kind::given || tree.nodes.empty()) return work;
  const std::vector<u32> decayed = decayed_subtrees(tree.nodes, at_build, quality(), above);
  if (decayed.empty()) return work;
  const Mesh mesh = Mesh::trusted(*now.vertices, rest.faces(), now.vertices);
  std::vector<RebuiltPart> parts = cut_parts(tree.nodes, tree.order, mesh, decayed);
  for (RebuiltPart& part : parts) {
    part.topology = build(part.mesh, TopDown<>{.leaf_size = options.leaf_size});
    work.triangles += part.mesh.size();
  }
  Spliced all = spliced(tree.nodes, tree.order, parts);
  Quality were = std::move(at_build);
  set_tree(std::move(all.topology));
  // What was built now has its quality of now; what was kept, that of when it was built.
  at_build = quality();
  for (std::size_t n = 0; n < all.origins.size(); ++n)
    if (all.origins[n].part == Spliced::kKept)
      at_build.tests[n] = were.tests[all.origins[n].node], at_build.surface[n] = were.surface[all.origins[n].node];
  work.boxes = static_cast<u32>(tree.nodes.size());
  return work;
}

}  // namespace apart::motion
