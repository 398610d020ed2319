// Chooses the method.
#include <algorithm>
#include <apart/decompose/decompose.hpp>
#include <apart/decompose/pairwise.hpp>
#include <apart/decompose/search.hpp>
#include <numeric>
#include <optional>

namespace apart {

using namespace decomposition;

std::string_view to_string(DecompositionMethod method) {
  switch (method) {
    case DecompositionMethod::dfs:
      return "dfs";
    case DecompositionMethod::bfs:
      return "bfs";
    case DecompositionMethod::crest:
      return "crest";
    case DecompositionMethod::dfs_retract:
      return "dfs-retract";
    case DecompositionMethod::bfs_retract:
      return "bfs-retract";
    case DecompositionMethod::global:
      return "global";
  }
  return "";
}

u32 Decomposition::added_faces() const { return static_cast<u32>(std::count(source.begin(), source.end(), kNone)); }

namespace {

std::optional<Error> refusal(const Model& model, const char* what) {
  if (model.mesh().size() <= Decomposition::kMostFacesOfGlobal) return {};
  return Error{std::string(what) + " compares all pairs of triangles, and takes up to " +
               std::to_string(Decomposition::kMostFacesOfGlobal) + ", not " + std::to_string(model.mesh().size())};
}

// From the crests down: faces most hops away from a reflex edge first, of equals the first.
std::vector<u32> crests_first(const Surface& surface, std::vector<u32> faces) {
  const std::vector<u32> hops = hops_to_reflex(surface);
  std::stable_sort(faces.begin(), faces.end(), [&](u32 a, u32 b) { return hops[a] > hops[b]; });
  return faces;
}

}  // namespace

Result<Decomposition> decompose(const Model& model, const DecompositionOptions& options) {
  const DecompositionMethod method = options.method;
  if (method == DecompositionMethod::global)
    if (const auto error = refusal(model, "the method global")) return *error;
  const Surface surface(model);
  Pieces pieces(surface, method);
  const BuildWatch watch{options.progress};
  Progress progress(watch, std::max(surface.size(), 1u));
  std::vector<u32> faces(surface.size());
  std::iota(faces.begin(), faces.end(), 0u);
  switch (method) {
    case DecompositionMethod::dfs:
      search_all(surface, faces, Order::depth_first, pieces, progress);
      break;
    case DecompositionMethod::bfs:
      search_all(surface, faces, Order::breadth_first, pieces, progress);
      break;
    case DecompositionMethod::crest:
      search_all(surface, crests_first(surface, faces), Order::breadth_first, pieces, progress);
      break;
    case DecompositionMethod::dfs_retract:
      flood_and_retract(surface, Order::depth_first, pieces, progress);
      break;
    case DecompositionMethod::bfs_retract:
      flood_and_retract(surface, Order::breadth_first, pieces, progress);
      break;
    case DecompositionMethod::global:
      group_pairs(surface, FacePairs(surface, progress), pieces, progress);
      break;
  }
  if (progress.stopped()) return stopped_by_watch();
  return pieces.finish();
}

Result<Decomposition> decompose(const Mesh& mesh, const DecompositionOptions& options) {
  const Result<Model> model = Model::make(mesh);
  if (!model) return Error{model.error()};
  return decompose(*model, options);
}

Result<DecompositionBounds> decomposition_bounds(const Model& model, const DecompositionOptions& options) {
  if (const auto error = refusal(model, "a lower bound")) return *error;
  const Surface surface(model);
  const BuildWatch watch{options.progress};
  Progress progress(watch, std::max(surface.size(), 1u));
  const FacePairs pairs(surface, progress);
  if (progress.stopped()) return stopped_by_watch();
  return DecompositionBounds{least_pieces(surface, pairs), least_pieces(surface, connected_pairs(surface, pairs))};
}

}  // namespace apart
