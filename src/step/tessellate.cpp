// Tessellates faces with shared edges, joins seams and poles, and measures the chord error.
#include "step/tessellate.hpp"

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp.hxx>
#include <TopExp_Explorer.hxx>
#include <TopTools_IndexedMapOfShape.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Edge.hxx>
#include <TopoDS_Face.hxx>
#include <TopoDS_Vertex.hxx>
#include <apart/base/disjoint_sets.hpp>
#include <apart/triangles/point.hpp>
#include <apart/triangles/segment.hpp>
#include <map>

namespace apart::step {
namespace {

constexpr double kShareOfSize = 1e-3;
constexpr double kAngle = 0.3;      // between neighbouring triangles, in radians
constexpr double kSmallest = 1e-7;  // OpenCASCADE's lower limit
constexpr double kBetweenSamples = 1.25;

Vec3d vec(const gp_Pnt& p) { return {p.X(), p.Y(), p.Z()}; }

double size_of(const TopoDS_Shape& shape) {
  Bnd_Box box;
  BRepBndLib::Add(shape, box, false);
  if (box.IsVoid() || box.IsOpen()) return 0;
  return std::sqrt(box.SquareExtent());
}

class Tessellator {
 public:
  explicit Tessellator(const TopoDS_Shape& shape) : shape_(shape) {}

  Tessellation run(double chord_error) {
    IMeshTools_Parameters how;
    how.Deflection = how.DeflectionInterior = larger(kSmallest, chord_error);
    how.Angle = how.AngleInterior = kAngle;
    how.InParallel = false;  // deterministic
    // A file may contain triangles of its own, of unknown error.
    BRepTools::Clean(shape_);
    const BRepMesh_IncrementalMesh meshed(shape_, how);
    for (TopExp_Explorer each(shape_, TopAbs_FACE); each.More(); each.Next()) add(TopoDS::Face(each.Current()));
    finish();
    return std::move(out_);
  }

 private:
  void add(const TopoDS_Face& face) {
    ++out_.all_faces;
    TopLoc_Location place;
    const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, place);
    if (triangles.IsNull() || triangles->NbTriangles() == 0) {
      ++out_.bad_faces;
      return;
    }
    const gp_Trsf to_shape = place.Transformation();
    const u32 first = unions_.add(static_cast<std::size_t>(triangles->NbNodes()));
    for (int i = 1; i <= triangles->NbNodes(); ++i)
      out_.vertices.push_back(vec(triangles->Node(i).Transformed(to_shape)));
    const std::size_t first_triangle = out_.faces.size();
    const bool turned = (face.Orientation() == TopAbs_REVERSED) != to_shape.IsNegative();
    for (int i = 1; i <= triangles->NbTriangles(); ++i) {
      int a = 0, b = 0, c = 0;
      triangles->Triangle(i).Get(a, b, c);
      if (turned) std::swap(b, c);
      out_.faces.push_back({node(first, a), node(first, b), node(first, c)});
    }
    join_edges(face, triangles, place, first);
    measure(face, *triangles, first, first_triangle);
  }

  static u32 node(u32 first, int i) { return first + static_cast<u32>(i - 1); }

  // The points of an edge are shared by both faces at it, and those of a vertex by all its edges.
  void join_edges(const TopoDS_Face& face, const Handle(Poly_Triangulation) & triangles, const TopLoc_Location& place,
                  u32 first) {
    for (TopExp_Explorer each(face, TopAbs_EDGE); each.More(); each.Next()) {
      const TopoDS_Edge& edge = TopoDS::Edge(each.Current());
      const Handle(Poly_PolygonOnTriangulation) polygon = BRep_Tool::PolygonOnTriangulation(edge, triangles, place);
      if (polygon.IsNull() || polygon->NbNodes() < 2) continue;
      std::vector<u32> points;
      for (int i = 1; i <= polygon->NbNodes(); ++i) points.push_back(node(first, polygon->Node(i)));
      if (BRep_Tool::Degenerated(edge)) {
        const gp_XY run =
            triangles->UVNode(polygon->Node(polygon->NbNodes())).XY() - triangles->UVNode(polygon->Node(1)).XY();
        const int free = std::abs(run.X()) > std::abs(run.Y()) ? 1 : 2;
        for (u32 p : points) unions_.join(points[0], p), poles_[p] = free;
      }
      const int number = edges_.Add(edge);
      if (static_cast<std::size_t>(number) > points_of_.size()) {
        points_of_.push_back(points);
        measure_edge(edge, *polygon, points);
      } else if (const std::vector<u32>& known = points_of_[static_cast<std::size_t>(number - 1)];
                 known.size() == points.size()) {
        for (std::size_t i = 0; i < points.size(); ++i) unions_.join(known[i], points[i]);
      }
      join_ends(TopExp::FirstVertex(edge), points.front());
      join_ends(TopExp::LastVertex(edge), points.back());
    }
  }

  void join_ends(const TopoDS_Vertex& vertex, u32 point) {
    if (vertex.IsNull()) return;
    const std::size_t number = static_cast<std::size_t>(corners_.Add(vertex));
    if (number > point_of_.size())
      point_of_.push_back(point);
    else
      unions_.join(point_of_[number - 1], point);
  }

  void deviates(double squared) { worst_ = larger(worst_, squared); }

  void measure(const TopoDS_Face& face, const Poly_Triangulation& triangles, u32 first, std::size_t first_triangle) {
    const BRepAdaptor_Surface surface(face, false);  // with the place of the face
    if (surface.GetType() == GeomAbs_Plane || !triangles.HasUVNodes()) return;
    constexpr double samples[7][3] = {{.5, .5, 0},    {0, .5, .5},    {.5, 0, .5},   {1. / 3, 1. / 3, 1. / 3},
                                      {.5, .25, .25}, {.25, .5, .25}, {.25, .25, .5}};
    for (std::size_t k = first_triangle; k < out_.faces.size(); ++k) {
      const Face& f = out_.faces[k];
      const Triangle t{out_.vertices[f[0]], out_.vertices[f[1]], out_.vertices[f[2]]};
      gp_XY at[3];
      int poles = 0;
      for (std::size_t c = 0; c < 3; ++c) {
        at[c] = triangles.UVNode(static_cast<int>(f[c] - first) + 1).XY();
        poles += poles_.contains(f[c]);
      }
      if (poles > 1) continue;  // a line in space; covered by the other triangles at the pole
      for (std::size_t c = 0; c < 3; ++c)
        if (const auto pole = poles_.find(f[c]); pole != poles_.end()) {
          const int free = pole->second;  // an undefined parameter at the pole: the midpoint of the sector
          at[c].SetCoord(free, (at[(c + 1) % 3].Coord(free) + at[(c + 2) % 3].Coord(free)) / 2);
        }
      for (const auto& s : samples) {
        const gp_XY uv = at[0] * s[0] + at[1] * s[1] + at[2] * s[2];
        deviates(closest_on_triangle(vec(surface.Value(uv.X(), uv.Y())), t).squared);
      }
    }
  }

  void measure_edge(const TopoDS_Edge& edge, const Poly_PolygonOnTriangulation& polygon,
                    const std::vector<u32>& points) {
    if (BRep_Tool::Degenerated(edge) || !polygon.HasParameters()) return;
    const BRepAdaptor_Curve curve(edge);
    if (curve.Is3DCurve() && curve.GetType() == GeomAbs_Line) return;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const double from = polygon.Parameter(static_cast<int>(i) + 1), to = polygon.Parameter(static_cast<int>(i) + 2);
      for (double s : {.25, .5, .75})
        deviates(closest_on_segment(vec(curve.Value(from + s * (to - from))), out_.vertices[points[i]],
                                    out_.vertices[points[i + 1]])
                     .squared);
    }
  }

  // One vertex for each set; collapsed triangles are dropped.
  void finish() {
    std::vector<u32> number(out_.vertices.size());
    std::vector<Vec3d> kept;
    double moved = 0;
    for (u32 i = 0; i < number.size(); ++i) {
      const u32 root = unions_.root(i);
      if (root == i) {
        number[i] = static_cast<u32>(kept.size());
        kept.push_back(out_.vertices[i]);
      } else {
        number[i] = number[root];
        moved = larger(moved, squared_length(out_.vertices[i] - out_.vertices[root]));
      }
    }
    std::size_t end = 0;
    for (const Face& f : out_.faces) {
      const Face g{number[f[0]], number[f[1]], number[f[2]]};
      if (g[0] != g[1] && g[1] != g[2] && g[2] != g[0]) out_.faces[end++] = g;
    }
    out_.faces.resize(end);
    out_.vertices = std::move(kept);
    out_.error = kBetweenSamples * std::sqrt(worst_) + std::sqrt(moved);
  }

  const TopoDS_Shape& shape_;
  Tessellation out_;
  DisjointSets unions_;                         // of vertices that coincide
  TopTools_IndexedMapOfShape edges_, corners_;  // the same edge in either orientation is one
  std::vector<std::vector<u32>> points_of_;     // of each edge
  std::vector<u32> point_of_;                   // of each corner
  std::map<u32, int> poles_;  // vertices where the surface has one point for all values of a parameter
  double worst_ = 0;          // squared deviation
};

}  // namespace

Tessellation tessellate(const TopoDS_Shape& shape, double chord_error) {
  if (chord_error <= 0) return Tessellator(shape).run(kShareOfSize * size_of(shape));
  // OpenCASCADE takes the deflection as a goal, not as a limit.
  Tessellation out = Tessellator(shape).run(chord_error);
  double goal = chord_error;
  for (int round = 0; round < 4 && out.error > chord_error && goal > kSmallest; ++round) {
    goal *= larger(0.25, 0.9 * chord_error / out.error);
    out = Tessellator(shape).run(goal);
  }
  return out;
}

}  // namespace apart::step
