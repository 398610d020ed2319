// STEP files that OpenCASCADE wrote, read back: names, poses, units, surfaces, and errors.
#include <BRepAdaptor_Surface.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_Transform.hxx>
#include <BRepFilletAPI_MakeFillet.hxx>
#include <BRepGProp.hxx>
#include <BRepPrimAPI_MakeCone.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRepTopAdaptor_FClass2d.hxx>
#include <BRep_Builder.hxx>
#include <GProp_GProps.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/io/formats/step.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/triangles/point.hpp>

#include "tests/io/step_files.hpp"
#include "tests/io/support.hpp"

extern "C" const apart::io::StepModule apart_step_module;
extern "C" const char* __lsan_default_suppressions() { return "leak:libTK"; }  // of OpenCASCADE's own

namespace apart {
namespace step_test {

using testing::box_shape;
using testing::cylinder_shape;
using testing::moved;
using testing::step_of;
using testing::StepDocument;

// As the library reads it, but for finding the module.
Result<std::vector<Body>> read(const std::string& bytes, std::vector<std::string>* notes = nullptr, double chord = 0) {
  io::Source source{"file.step", bytes};
  source.notes = notes, source.chord_error = chord;
  if (const std::string wrong = io::step_problem(bytes); !wrong.empty()) return Error{source.name + ": " + wrong};
  return apart_step_module.read(source);
}

std::vector<Body> bodies_of(const std::string& bytes, double chord = 0) {
  std::vector<std::string> notes;
  Result<std::vector<Body>> bodies = read(bytes, &notes, chord);
  EXPECT_TRUE(bodies) << bodies.error();
  EXPECT_TRUE(notes.empty()) << notes.front();
  return bodies ? *bodies : std::vector<Body>{};
}

TEST(Step, PartsOfAnAssemblyHaveNamesPathsGroupsAndPlaces) {
  StepDocument document;
  const TDF_Label bolt = document.part("bolt", cylinder_shape(2, 10)),
                  plate = document.part("plåt", box_shape(40, 30, 5));
  const TDF_Label wheel = document.assembly("wheel"), car = document.assembly("car");
  document.place(wheel, bolt, moved(1, 2, 3), "bolt");
  document.place(wheel, bolt, moved(4, 5, 6, M_PI / 2), "bolt");
  document.place(car, wheel, moved(100, 0, 0, M_PI / 2), "wheel");
  document.place(car, wheel, moved(0, 0, 0), "wheel");
  document.place(car, plate, moved(0, 0, 0), "läge 1/2");
  document.layer(plate, "steel");
  document.color(plate, 1, 0.5, 0);
  const std::vector<Body> bodies = bodies_of(document.bytes());
  ASSERT_EQ(bodies.size(), 5u);
  const char* paths[] = {"car/wheel/bolt", "car/wheel/bolt[2]", "car/wheel[2]/bolt", "car/wheel[2]/bolt[2]",
                         R"(car/läge 1\/2)"};
  const char* groups[] = {"wheel", "wheel", "wheel[2]", "wheel[2]", "car"};
  const Vec3d places[] = {{100 - 2, 1, 3}, {100 - 5, 4, 6}, {1, 2, 3}, {4, 5, 6}, {0, 0, 0}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(bodies[i].path, paths[i]);
    EXPECT_EQ(bodies[i].group, groups[i]);
    EXPECT_EQ(bodies[i].name, i < 4 ? "bolt" : "läge 1/2");
    EXPECT_EQ(bodies[i].unit, "mm");
    EXPECT_EQ(bodies[i].color, i < 4 ? "" : "#ff8000");
    EXPECT_LT(length(bodies[i].pose.translation - places[i]), 1e-12) << paths[i];
    EXPECT_LT(rigidity_error(bodies[i].pose.rotation), 1e-14);
    EXPECT_EQ(bodies[i].mesh.vertices().data() == bodies[0].mesh.vertices().data(), i < 4) << "shared by instances";
  }
  EXPECT_LT(length(bodies[1].pose.rotate({1, 0, 0}) - Vec3d{-1, 0, 0}), 1e-12);
  EXPECT_EQ(bodies[4].layer, "steel");
  EXPECT_EQ(bodies[0].layer, "");
}

TEST(Step, WithoutAssemblyEachProductIsABody) {
  StepDocument document;
  document.part("left", box_shape(1, 1, 1));
  document.part("right", BRepBuilderAPI_Transform(box_shape(1, 1, 1), moved(5, 0, 0), true).Shape());
  const std::vector<Body> bodies = bodies_of(document.bytes());
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].path, "left");
  EXPECT_EQ(bodies[1].path, "right");
}

TEST(Step, OccurrencesWithoutANameAreCalledAsTheirProduct) {
  StepDocument document;
  const TDF_Label nut = document.part("nut", box_shape(1, 2, 3)), all = document.assembly("all");
  document.place(all, nut, moved(0, 0, 0));
  document.place(all, nut, moved(9, 0, 0), "NAUO7");
  const std::vector<Body> bodies = bodies_of(document.bytes());
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0].path, "all/nut");
  EXPECT_EQ(bodies[1].path, "all/nut[2]");
}

TEST(Step, CoordinatesAreInTheUnitOfTheFile) {
  struct Case {
    const char *written, *unit;
  };
  for (const Case& c : {Case{"MM", "mm"}, {"INCH", "in"}, {"M", "m"}, {"CM", "cm"}, {"FT", "ft"}, {"KM", "km"}}) {
    StepDocument document;
    const TDF_Label block = document.part("block", box_shape(25.4, 50.8, 76.2)), all = document.assembly("all");
    document.place(all, block, moved(254, 0, 0), "block");
    const std::string bytes = document.bytes(c.written);
    ASSERT_NE(bytes.find("(254.,0.,0.)"), std::string::npos) << "the writer names the unit, and does not convert to it";
    const std::vector<Body> bodies = bodies_of(bytes);
    ASSERT_EQ(bodies.size(), 1u);
    EXPECT_EQ(bodies[0].unit, c.unit);
    const double volume = 25.4 * 50.8 * 76.2;
    EXPECT_NEAR(mass(bodies[0].mesh).volume, volume, 1e-12 * volume) << c.unit;
    EXPECT_NEAR(bodies[0].pose.translation.x, 254, 1e-12 * 254) << c.unit;
  }
}

// Shapes with seams, poles, holes, and faces of every elementary kind.
std::vector<std::pair<const char*, TopoDS_Shape>> solids() {
  const TopoDS_Shape block = box_shape(30, 20, 10);
  BRepFilletAPI_MakeFillet rounded(block);
  for (TopExp_Explorer each(block, TopAbs_EDGE); each.More(); each.Next()) rounded.Add(2, TopoDS::Edge(each.Current()));
  const TopoDS_Shape drill = BRepBuilderAPI_Transform(cylinder_shape(4, 40), moved(15, 10, -5), true).Shape();
  return {{"cylinder", cylinder_shape(5, 20)},
          {"sphere", BRepPrimAPI_MakeSphere(7).Shape()},
          {"cone", BRepPrimAPI_MakeCone(6, 0, 9).Shape()},
          {"torus", BRepPrimAPI_MakeTorus(20, 3).Shape()},
          {"rounded", rounded.Shape()},
          {"drilled", BRepAlgoAPI_Cut(block, drill).Shape()}};
}

TEST(Step, SolidsAreClosedAndTheirVolumeIsWithinTheError) {
  for (const auto& [name, shape] : solids())
    for (double chord : {0.0, 0.5, 0.05}) {
      const std::vector<Body> bodies = bodies_of(step_of(shape, name), chord);
      ASSERT_EQ(bodies.size(), 1u) << name;
      const Mesh& mesh = bodies[0].mesh;
      EXPECT_TRUE(MeshTopology::of(mesh).manifold) << name;
      ASSERT_EQ(mass(mesh).of, Mass::Of::solid) << name;
      GProp_GProps truth, surface;
      BRepGProp::VolumeProperties(shape, truth);
      BRepGProp::SurfaceProperties(shape, surface);
      // What lies between the triangles and the surface is at most a layer of the error's thickness, and a little for
      // its bends.
      EXPECT_NEAR(mass(mesh).volume, truth.Mass(), 1.1 * bodies[0].error * surface.Mass()) << name << " " << chord;
      EXPECT_GT(mass(mesh).volume, 0.5 * truth.Mass()) << name << ": outside is outside";
      EXPECT_GT(bodies[0].error, 0) << name;
      if (chord > 0) {
        EXPECT_LE(bodies[0].error, chord) << name;
      }
    }
}

// The promise behind every clearance: no point of the true surface is farther from the triangles than the error.
TEST(Step, NoPointOfTheSurfaceIsFartherThanTheError) {
  Random random(7);
  for (const auto& [name, shape] : solids()) {
    const Body body = bodies_of(step_of(shape, name)).at(0);
    double farthest = 0;
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next()) {
      const TopoDS_Face& face = TopoDS::Face(each.Current());
      const BRepAdaptor_Surface surface(face);
      BRepTopAdaptor_FClass2d inside(face, 1e-9);
      for (int k = 0; k < 60; ++k) {
        const gp_Pnt2d uv(random.uniform(surface.FirstUParameter(), surface.LastUParameter()),
                          random.uniform(surface.FirstVParameter(), surface.LastVParameter()));
        if (inside.Perform(uv) == TopAbs_OUT) continue;  // in a hole
        const gp_Pnt p = surface.Value(uv.X(), uv.Y());
        double nearest = std::numeric_limits<double>::infinity();
        for (u32 i = 0; i < body.mesh.size(); ++i)
          nearest = lesser(nearest, closest_on_triangle({p.X(), p.Y(), p.Z()}, body.mesh.triangle(i)).squared);
        farthest = larger(farthest, std::sqrt(nearest));
      }
    }
    EXPECT_LE(farthest, body.error) << name;
    EXPECT_GT(farthest, body.error / 4) << name << ": a bound that means something";
  }
}

TEST(Step, FlatFacesHaveNoError) {
  const std::vector<Body> bodies = bodies_of(step_of(box_shape(10, 20, 30)));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(bodies[0].error, 0);
  EXPECT_EQ(bodies[0].mesh.size(), 12u);
  EXPECT_EQ(bodies[0].mesh.vertices().size(), 8u);
}

TEST(Step, TheSameFileGivesTheSameTriangles) {
  const std::string bytes = step_of(solids().back().second);
  testing::expect_same(bodies_of(bytes).at(0).mesh, bodies_of(bytes).at(0).mesh);
}

TEST(Step, SolidsOfACompoundStayOneBody) {
  TopoDS_Compound both;
  BRep_Builder builder;
  builder.MakeCompound(both);
  builder.Add(both, box_shape(1, 1, 1));
  builder.Add(both, BRepBuilderAPI_Transform(box_shape(1, 1, 1), moved(3, 0, 0), true).Shape());
  const std::vector<Body> bodies = bodies_of(step_of(both, "pair"));
  ASSERT_EQ(bodies.size(), 1u);
  EXPECT_EQ(MeshTopology::of(bodies[0].mesh).components, 2u);
}

TEST(Step, WhatHasNoSurfaceIsNoted) {
  StepDocument document;
  const TDF_Label all = document.assembly("all");
  document.place(all, document.part("block", box_shape(1, 1, 1)), moved(0, 0, 0), "block");
  document.place(all, document.part("wire", BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(5, 0, 0)).Shape()),
                 moved(0, 0, 0), "wire");
  std::vector<std::string> notes;
  const Result<std::vector<Body>> bodies = read(document.bytes(), &notes);
  ASSERT_TRUE(bodies) << bodies.error();
  EXPECT_EQ(bodies->size(), 1u);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], "file.step: body \"all/wire\" has no surface (curves or points alone) and is left out");
}

TEST(Step, AFaceThatCannotBeReadIsNoted) {
  std::string bytes = step_of(cylinder_shape(5, 20));
  const std::size_t surface = bytes.find("CYLINDRICAL_SURFACE(");
  ASSERT_NE(surface, std::string::npos);
  const std::size_t radius = bytes.find(",5.", surface);
  ASSERT_NE(radius, std::string::npos);
  bytes.replace(radius, 3, ",-5.");
  std::vector<std::string> notes;
  const Result<std::vector<Body>> bodies = read(bytes, &notes);
  EXPECT_TRUE(!bodies || !notes.empty()) << "a cylinder of radius -5 was read without a word";
}

TEST(Step, BrokenFilesAreErrorsOfOneLine) {
  const std::string whole = step_of(solids().back().second);
  EXPECT_EQ(read("").error(), "file.step: not a STEP file: it does not begin with \"ISO-10303-21\"");
  EXPECT_EQ(read("solid x\nendsolid\n").error(), "file.step: not a STEP file: it does not begin with \"ISO-10303-21\"");
  EXPECT_EQ(read(whole.substr(0, whole.size() / 2)).error(),
            "file.step: truncated: it does not end with \"END-ISO-10303-21\"");
  EXPECT_EQ(read("ISO-10303-21;\nEND-ISO-10303-21;\n").error().find("file.step: "), 0u);
}

// Cut and closed again as a whole file, or with bytes changed: an error, a note or a body, and no end of the process.
TEST(Step, DamagedFilesNeitherCrashNorPassAsWhole) {
  const std::string whole = step_of(solids().back().second);
  const u32 faces = bodies_of(whole).at(0).mesh.size();
  Random random(3);
  testing::Outcomes refused("damaged STEP files refused", 0.02);
  for (int k = 0; k < 60; ++k) {
    std::string bytes = whole;
    const std::size_t data = bytes.find("DATA;") + 5;
    const std::size_t at = data + random.below(static_cast<u32>(bytes.size() - data));
    if (k % 2)
      bytes = bytes.substr(0, at) + "\nENDSEC;\nEND-ISO-10303-21;\n";
    else
      bytes[at] = static_cast<char>(32 + random.below(95));
    std::vector<std::string> notes;
    const Result<std::vector<Body>> bodies = read(bytes, &notes);
    if (bodies && k % 2 && notes.empty()) {
      EXPECT_EQ(bodies->at(0).mesh.size(), faces) << "cut at " << at << ", and not a word of it";
    }
    refused.saw(!bodies);
  }
}

// A face without triangles was never tested: that is an error, unless the caller accepts the rest.
TEST(Step, FacesThatCannotBeReadAreAnErrorOrLeftOut) {
  std::string bytes = step_of(box_shape(1, 2, 3));
  const std::size_t face = bytes.find("ADVANCED_FACE(");
  ASSERT_NE(face, std::string::npos);
  const std::size_t bounds = bytes.find("(#", face), end = bytes.find(')', bounds);
  bytes.replace(bounds, end - bounds + 1, "()");

  const Result<std::vector<Body>> whole = read(bytes);
  ASSERT_FALSE(whole);
  EXPECT_NE(whole.error().find("file.step: "), std::string::npos) << whole.error();
  EXPECT_NE(whole.error().find("face"), std::string::npos) << whole.error();

  io::Source source{"file.step", bytes};
  std::vector<std::string> left_out;
  source.left_out = &left_out;
  const Result<std::vector<Body>> rest = apart_step_module.read(source);
  ASSERT_TRUE(rest) << rest.error();
  ASSERT_EQ(left_out.size(), 1u);
  EXPECT_EQ(left_out[0], whole.error());
  EXPECT_EQ((*rest)[0].mesh.size(), 10u);
}

}  // namespace step_test
}  // namespace apart
