// The second door, for those who take the engine apart: bounding volumes and their fits, builders, trees, traversals
// with probes, the kernels for triangles and for convex sets. docs/engine.md describes it, examples/engine.cpp uses it.
// Installed as a component of its own (apart::engine in CMake), since it changes more often than <apart/apart.hpp>.
#pragma once

// Triangles and convex sets: what is computed at the leaves.
#include <apart/convex/features/vclip.hpp>
#include <apart/convex/features/voronoi_marching.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/linear/linear_program.hpp>
#include <apart/convex/linear/separating_plane.hpp>
#include <apart/convex/polytope/manifold.hpp>
#include <apart/convex/polytope/mpr.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>
#include <apart/convex/polytope/polytope_gjk.hpp>
#include <apart/convex/polytope/separating_axes.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/feature.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/segment.hpp>
#include <apart/triangles/span.hpp>

// Meshes from other arrays, and triangle by triangle.
#include <apart/shapes/mesh_builder.hpp>

// Bounding volumes, ways to fit them, several in the lanes of one.
#include <apart/volumes/fits/fit_obb.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/fits/fit_way.hpp>
#include <apart/volumes/fits/realign_kdop.hpp>
#include <apart/volumes/fits/update_aabb.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/layered.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/kinds/slabs.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/lanes.hpp>
#include <apart/volumes/obb.hpp>
#include <apart/volumes/obb_overlap.hpp>
#include <apart/volumes/obb_overlap_published.hpp>
#include <apart/volumes/plane_and_polygon.hpp>

// Builders, trees, what fits and refits them, and how good they are.
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/analysis/quality.hpp>
#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/analysis/validate_walk.hpp>
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/builders/obb_merging.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/rebuild.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/hierarchy/fit/refit_on_demand.hpp>
#include <apart/hierarchy/fit/tumble.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/trees/lazy_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <apart/hierarchy/trees/quantized_tree.hpp>
#include <apart/hierarchy/trees/wide_tree.hpp>

// Many bodies: broad phases, a world as a value, response and simulation, time-critical queries, particles.
#include <apart/broad/broad_phase.hpp>
#include <apart/world/distance_field.hpp>
#include <apart/world/particles.hpp>
#include <apart/world/response.hpp>
#include <apart/world/schedule.hpp>
#include <apart/world/simulation.hpp>
#include <apart/world/time_critical.hpp>
#include <apart/world/world.hpp>

// Convex surface decomposition, and the hierarchy of hulls over it.
#include <apart/decompose/decompose.hpp>
#include <apart/decompose/hull_bytes.hpp>
#include <apart/decompose/hull_tree.hpp>

// Many poses at once, on a GPU or on all cores: apart::gpu in CMake.
#include <apart/gpu/models.hpp>

// Every choice of trees and traversals at run time: apart::kit in CMake.
#include <apart/kit/fields.hpp>
#include <apart/kit/kit.hpp>
#include <apart/kit/saved.hpp>

// What moves and deforms: first contacts.
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/deforming/deforming_model.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/motion/deforming/overlap_octree.hpp>
#include <apart/motion/dynamic/solid_mesh.hpp>
#include <apart/motion/dynamic/sphere_plane.hpp>
#include <apart/motion/dynamic/sphere_tapered.hpp>
#include <apart/motion/impact.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/motion/triangles/first_contact.hpp>

// Files of what is derived of models.
#include <apart/io/byte_file.hpp>

// Traversals: orders, descent rules, spaces, budgets, fronts, probes; and the queries that they run.
#include <apart/queries/balls.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/hull_tracker.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/manifold.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/resumable.hpp>
#include <apart/queries/rigid_pose.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/scene/many.hpp>
#include <apart/traversal/along.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <apart/traversal/axis_crossings.hpp>
#include <apart/traversal/front_choice.hpp>
#include <apart/traversal/nearest.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/plane_front.hpp>
#include <apart/traversal/watch/contact_matrix.hpp>
#include <apart/traversal/watch/costs.hpp>
#include <apart/traversal/watch/probe.hpp>
#include <apart/traversal/watch/record.hpp>
