// Fits a volume to every node of a topology.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/hierarchy/fit/patch_cut.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/volumes/fits/fit_way.hpp>
#include <optional>

namespace apart::hierarchy {

struct FitTreeOptions {
  u32 threads = 1;               // 0: all hardware threads; the same bits for any number
  FitWay way{};                  // another than the usual one, for oriented boxes, spheres and both together
  std::optional<Frame> frame{};  // frame_of(mesh), where it is known already
};

// Fits oriented boxes to every node as Fit<Obb<float>> does, many times faster. False if the watch stopped it.
bool fit_obbs(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
              const Workers& workers, const BuildWatch& watch, Obb<float>* volumes);

// Volumes that are determined by bounds which grow by points, and by the bounds of other points.
template <class V>
concept GrowsByPoints = requires(typename Fit<V>::Growing bounds, Vec3d p) {
  bounds.add(p);
  bounds.add(bounds);
  { Fit<V>::of(bounds) } -> std::same_as<V>;
};

// Fits those bottom-up, each vertex once per corner: the same bits as from all vertices of each node. False if the
// watch stopped it.
template <GrowsByPoints V>
bool grow_volumes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
                  const Workers& workers, const BuildWatch& watch, std::span<V> volumes) {
  using Growing = typename Fit<V>::Growing;
  const PatchCut cut(nodes, order, 256);
  Progress progress(watch, cut.roots.size());
  std::vector<Growing> patches(cut.roots.size()), above(cut.above.size());
  workers.for_ranges(patches.size(), 16, [&](std::size_t begin, std::size_t end) {
    std::vector<u32> listed;  // a patch's nodes, parents before children, siblings side by side
    std::vector<Growing> bounds;
    for (std::size_t p = begin; p < end && !progress.stopped(); ++p) {
      listed.assign(1, cut.roots[p].node);
      for (std::size_t k = 0; k < listed.size(); ++k)
        if (const Ref ref = nodes[listed[k]]; !ref.is_leaf())
          for_each_child(nodes, ref, [&](u32 child) { listed.push_back(child); });
      bounds.resize(listed.size());
      for (std::size_t k = listed.size(), child = k; k-- > 0;) {
        const Ref ref = nodes[listed[k]];
        Growing here;
        if (ref.is_leaf())
          for_each_primitive(order, ref, [&](u32 i) {
            for (u32 v : mesh.faces()[i]) here.add(mesh.vertices()[v] - frame.centre);
            return true;
          });
        else
          for_each_child(nodes, ref, [&](u32) { here.add(bounds[--child]); });
        volumes[listed[k]] = Fit<V>::of(here);
        bounds[k] = here;
      }
      patches[p] = bounds[0];
      progress.add(1);
    }
  });
  if (progress.stopped()) return false;
  const auto add = [&](u32 parent, const Growing& b) {
    if (parent != PatchCut::kNone) above[parent].add(b);
  };
  for (std::size_t p = 0; p < patches.size(); ++p) add(cut.roots[p].parent, patches[p]);
  for (std::size_t k = above.size(); k-- > 0;) {
    volumes[cut.above[k].node] = Fit<V>::of(above[k]);
    add(cut.above[k].parent, above[k]);
  }
  return true;
}

// Fits each node by itself: fit_one(triangles) is of those of the node, relative to the frame's centre. False if the
// watch stopped it.
template <class V, class FitOne>
bool fit_one_by_one(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
                    const Workers& workers, const BuildWatch& watch, std::span<V> volumes, FitOne fit_one) {
  UnsetVector<Triangle> content(order.size());  // in the order of the leaves: each node's range is contiguous
  workers.for_ranges(order.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      content[i] = mesh.triangle(order[i].primitive());
      for (int k = 0; k < 3; ++k) content[i][k] -= frame.centre;
    }
  });
  const std::vector<ItemRange> ranges = item_ranges(nodes, order);
  std::size_t work = 0;
  for (const ItemRange& range : ranges) work += range.size();
  Progress progress(watch, work);
  workers.for_ranges(nodes.size(), 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end && !progress.stopped(); ++n) {
      volumes[n] = fit_one(std::span<const Triangle>(content).subspan(ranges[n].begin, ranges[n].size()));
      progress.add(ranges[n].size());
    }
  });
  return !progress.stopped();
}

// Fits a volume to the triangles of every node, relative to the frame's centre. Nothing, if the watch stopped it.
template <Volume V>
UnsetVector<V> fitted_volumes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh,
                              const Frame& frame, const Workers& workers, const BuildWatch& watch = {},
                              const FitWay& way = {}) {
  if (way.box == BoxFit::children) {
    UnsetVector<V> volumes = fitted_volumes<V>(nodes, order, mesh, frame, workers, watch, {.ball = way.ball});
    for (std::size_t n = volumes.size(); n-- > 0;) {
      if (nodes[n].is_leaf()) continue;
      V around = V::nothing();
      for_each_child(nodes, nodes[n], [&](u32 child) { around = merged(around, volumes[child]); });
      volumes[n] = around;
    }
    return volumes;
  }
  UnsetVector<V> volumes(nodes.size());
  if (!way.usual()) {
    if constexpr (FitBy<V>::kSeveralWays) {
      const auto fit_one = [&](std::span<const Triangle> content) { return FitBy<V>::of(way, content); };
      if (!fit_one_by_one<V>(nodes, order, mesh, frame, workers, watch, volumes, fit_one)) return {};
      return volumes;
    }
    APART_ASSERT(false, "a volume that is fitted in one way only");
  }
  if constexpr (std::is_same_v<V, Obb<float>>) {
    if (!fit_obbs(nodes, order, mesh, frame, workers, watch, volumes.data())) return {};
  } else if constexpr (GrowsByPoints<V>) {
    if (!grow_volumes<V>(nodes, order, mesh, frame, workers, watch, volumes)) return {};
  } else {
    const auto fit_one = [](std::span<const Triangle> content) { return fit<V>(content); };
    if (!fit_one_by_one<V>(nodes, order, mesh, frame, workers, watch, volumes, fit_one)) return {};
  }
  return volumes;
}

template <Volume V>
Tree<V> fit_tree(Topology topology, const Mesh& mesh, const FitTreeOptions& options = {}) {
  const Workers workers(options.threads);
  Tree<V> tree{std::move(topology.nodes),
               std::move(topology.order),
               {},
               options.frame ? *options.frame : frame_of(mesh, workers)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  tree.volumes = fitted_volumes<V>(tree.nodes, tree.order, mesh, tree.frame, workers, {}, options.way);
  return tree;
}
// An error if the watch stopped it.
template <Volume V>
Result<Tree<V>> fit_tree(Topology topology, const Mesh& mesh, const FitTreeOptions& options, const BuildWatch& watch) {
  const Workers workers(options.threads);
  Tree<V> tree{std::move(topology.nodes),
               std::move(topology.order),
               {},
               options.frame ? *options.frame : frame_of(mesh, workers)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  tree.volumes = fitted_volumes<V>(tree.nodes, tree.order, mesh, tree.frame, workers, watch, options.way);
  if (tree.volumes.size() != tree.nodes.size()) return stopped_by_watch();
  return tree;
}

}  // namespace apart::hierarchy
