// Which answers and enumerations have a table in answer_types.cpp.
#pragma once
#include <apart/apart.hpp>
#include <apart/broad/broad_phase.hpp>
#include <apart/decompose/decompose.hpp>
#include <apart/decompose/hull_tree.hpp>
#include <apart/motion/bsp/bsp_sweep.hpp>
#include <apart/motion/deforming/deforming_queries.hpp>
#include <apart/motion/impact.hpp>
#include <apart/motion/next_event.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/farthest_vertex.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/winding_number.hpp>
#include <apart/scene/many.hpp>
#include <apart/world/distance_field.hpp>
#include <apart/world/particles.hpp>
#include <apart/world/schedule.hpp>
#include <apart/world/simulation.hpp>
#include <apart/world/time_critical.hpp>
#include <apart/world/world.hpp>

#include "answers.hpp"

namespace apart::python {

#define APART_DESCRIBED(T) \
  template <>              \
  AnswerType& answer_type<T>();
#define APART_ENUM(E) \
  template <>         \
  EnumType& enum_type<E>();

APART_ENUM(Status)
APART_ENUM(TriangleFeature)
APART_ENUM(Clash::State)
APART_ENUM(Inside::Which)
APART_ENUM(Where)
APART_ENUM(WindingNumber::Method)
APART_ENUM(SurfaceFeature::Kind)
APART_ENUM(Norm)
APART_ENUM(RaySides)
APART_ENUM(triangles::Meeting::Kind)
APART_ENUM(DecompositionMethod)
APART_ENUM(BodySplit)
APART_ENUM(BroadMethod)
APART_ENUM(EventQuery)
APART_ENUM(HullSplit)
APART_ENUM(BoxUpdate)
APART_ENUM(PairBounds::State)
APART_ENUM(TimeCriticalOptions::Order)
APART_ENUM(VoxelGrid::Kind)
APART_ENUM(DepthHit::State)

APART_DESCRIBED(ElementId)
APART_DESCRIBED(Bounds)
APART_DESCRIBED(Inside)
APART_DESCRIBED(Collision)
APART_DESCRIBED(Within)
APART_DESCRIBED(Distance)
APART_DESCRIBED(Span)
APART_DESCRIBED(Beyond)
APART_DESCRIBED(Penetration)
APART_DESCRIBED(Clash)
APART_DESCRIBED(Cast)
APART_DESCRIBED(RayHit)
APART_DESCRIBED(AnyHit)
APART_DESCRIBED(RayHits)
APART_DESCRIBED(BothWays)
APART_DESCRIBED(ClosestPoint)
APART_DESCRIBED(FarthestVertex)
APART_DESCRIBED(WindingNumber)
APART_DESCRIBED(Hausdorff)
APART_DESCRIBED(HausdorffAbove)
APART_DESCRIBED(TouchingPair)
APART_DESCRIBED(Collisions)
APART_DESCRIBED(triangles::Meeting)
APART_DESCRIBED(Curve)
APART_DESCRIBED(Intersection)
APART_DESCRIBED(SolidIntersection)
APART_DESCRIBED(RegionDepth)
APART_DESCRIBED(VertexDepth)
APART_DESCRIBED(SurfaceFeature)
APART_DESCRIBED(Contact)
APART_DESCRIBED(Contacts)
APART_DESCRIBED(ContactPoint)
APART_DESCRIBED(Manifold)
APART_DESCRIBED(SeparationBound)
APART_DESCRIBED(PairDistance)
APART_DESCRIBED(PairWithin)
APART_DESCRIBED(PairSpan)
APART_DESCRIBED(NearPair)
APART_DESCRIBED(MeshTopology)
APART_DESCRIBED(DecompositionBounds)
APART_DESCRIBED(Decomposition)
APART_DESCRIBED(FirstContact)
APART_DESCRIBED(ContactRegion)
APART_DESCRIBED(Impact)
APART_DESCRIBED(BoxPair)
APART_DESCRIBED(DeformingImpact)
APART_DESCRIBED(Change)
APART_DESCRIBED(NextEvent)
APART_DESCRIBED(PairCollision)
APART_DESCRIBED(WorldRayHit)
APART_DESCRIBED(WorldClosest)
APART_DESCRIBED(WorldImpact)
APART_DESCRIBED(PostureCollision)
APART_DESCRIBED(BodyContact)
APART_DESCRIBED(PairContacts)
APART_DESCRIBED(ScheduleStep)
APART_DESCRIBED(PairBounds)
APART_DESCRIBED(TimeCriticalAnswer)
APART_DESCRIBED(Bounce)
APART_DESCRIBED(Flight)
APART_DESCRIBED(Wrench)
APART_DESCRIBED(SimulatedContact)
APART_DESCRIBED(SimulationCounts)
APART_DESCRIBED(Particle)
APART_DESCRIBED(DepthHit)
APART_DESCRIBED(FieldDistance)
APART_DESCRIBED(HalfSpace)
APART_DESCRIBED(BspHit)
APART_DESCRIBED(BspFacts)

#undef APART_DESCRIBED
#undef APART_ENUM

}  // namespace apart::python
