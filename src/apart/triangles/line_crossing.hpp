// Where a line crosses a triangle, with exact signs: lines never pass between two triangles that share an edge or a
// vertex.
//
// The side on which the line origin + t·direction passes an edge pq is the sign of det(direction, p − origin, q −
// origin). It is opposite for qp, and exact, so that triangles that share the edge agree about it.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// A line, its direction scaled by a power of two such that its largest component is in [1, 2).
struct Line {
  Vec3d origin, direction;
  double size;  // |x| + |y| + |z| of the direction
};

struct LineCrossing {
  double t = 0;
  double error = 0;     // at most, of t
  bool front = false;   // from the side to which the normal points
  bool border = false;  // through an edge or a vertex
  bool exact = false;   // t was computed by exact integers
};

// Does the line meet the triangle, edges and vertices included? A triangle whose plane contains the direction is seen
// edge-on, and is never met.
bool crosses(const Line& line, const Triangle& t, LineCrossing& out);

// The sign of t − bound, exact, for a crossing that was found.
int compare(const LineCrossing& crossing, double bound, const Line& line, const Triangle& t);

// Does the line cross the triangle if it is shifted by an infinitesimal (simulation of simplicity: by ε along the first
// axis in which the direction is not longest, and by ε² along the second)? Of the triangles around an edge or a vertex
// it then crosses exactly those that a line beside the edge or vertex does: one, where the surface is crossed.
bool crosses_when_shifted(const Line& line, const Triangle& t);

// The edges through which the line passes: bit k for the edge opposite to vertex k.
u32 edges_met(const Line& line, const Triangle& t);

}  // namespace apart::triangles
