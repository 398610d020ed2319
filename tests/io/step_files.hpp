// STEP files for tests, written by OpenCASCADE itself.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>
#include <APIHeaderSection_MakeHeader.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_LayerTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <filesystem>
#include <fstream>
#include <gp_Ax1.hxx>
#include <gp_Trsf.hxx>
#include <iterator>
#include <string>

namespace apart::testing {

inline gp_Trsf moved(double x, double y, double z, double turn_about_z = 0) {
  gp_Trsf turn, shift;
  turn.SetRotation(gp::OZ(), turn_about_z);
  shift.SetTranslation(gp_Vec(x, y, z));
  return shift * turn;
}

inline TopoDS_Shape box_shape(double x, double y, double z) { return BRepPrimAPI_MakeBox(x, y, z).Shape(); }
inline TopoDS_Shape cylinder_shape(double radius, double height) {
  return BRepPrimAPI_MakeCylinder(radius, height).Shape();
}

// Products and their occurrences, in millimetres.
class StepDocument {
 public:
  StepDocument() {
    Message::DefaultMessenger()->ChangePrinters().Clear();
    XCAFApp_Application::GetApplication()->NewDocument("BinXCAF", document_);
    XCAFDoc_DocumentTool::SetLengthUnit(document_, 1, UnitsMethods_LengthUnit_Millimeter);
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
  }
  ~StepDocument() { XCAFApp_Application::GetApplication()->Close(document_); }
  StepDocument(const StepDocument&) = delete;
  StepDocument& operator=(const StepDocument&) = delete;

  TDF_Label part(const std::string& name, const TopoDS_Shape& shape) {
    return named(shapes_->AddShape(shape, false), name);
  }
  TDF_Label assembly(const std::string& name) { return named(shapes_->NewShape(), name); }
  // An occurrence of a product; an empty name leaves the writer's own.
  TDF_Label place(const TDF_Label& into, const TDF_Label& product, const gp_Trsf& at, const std::string& name = "") {
    const TDF_Label made = shapes_->AddComponent(into, product, TopLoc_Location(at));
    return name.empty() ? made : named(made, name);
  }
  void layer(const TDF_Label& label, const std::string& name) {
    XCAFDoc_DocumentTool::LayerTool(document_->Main())->SetLayer(label, text(name));
  }

  void color(const TDF_Label& label, double r, double g, double b) {
    XCAFDoc_DocumentTool::ColorTool(document_->Main())
        ->SetColor(label, Quantity_Color(r, g, b, Quantity_TOC_sRGB), XCAFDoc_ColorGen);
  }

  // In the unit that STEP calls so: MM, INCH, M …
  void write(const std::filesystem::path& file, const char* unit = "MM") {
    shapes_->UpdateAssemblies();
    STEPCAFControl_Writer writer;  // makes the parameters known
    Interface_Static::SetCVal("write.step.unit", unit);
    writer.SetNameMode(true), writer.SetLayerMode(true), writer.SetColorMode(true);
    writer.Transfer(document_, STEPControl_AsIs);
    writer.Write(file.c_str());
    Interface_Static::SetCVal("write.step.unit", "MM");
  }
  std::string bytes(const char* unit = "MM") {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) /
                                       ("apart_" + std::string(test->name()) + std::to_string(::getpid()) + ".step");
    write(file, unit);
    std::ifstream in(file, std::ios::binary);
    const std::string out(std::istreambuf_iterator<char>(in), {});
    std::filesystem::remove(file);
    return out;
  }

 private:
  static TCollection_ExtendedString text(const std::string& utf8) { return {utf8.c_str(), true}; }
  static TDF_Label named(const TDF_Label& label, const std::string& name) {
    TDataStd_Name::Set(label, text(name));
    return label;
  }

  Handle(TDocStd_Document) document_;
  Handle(XCAFDoc_ShapeTool) shapes_;
};

// One product alone.
inline std::string step_of(const TopoDS_Shape& shape, const std::string& name = "part", const char* unit = "MM") {
  StepDocument document;
  document.part(name, shape);
  return document.bytes(unit);
}

}  // namespace apart::testing
