// STEP through OpenCASCADE's XDE: products, instances, names, layers, colours, units and surfaces to bodies. The only
// source files that know OpenCASCADE are in this folder; they make a module that the library loads when it first meets
// a STEP file.
#include <IFSelect_ReturnStatus.hxx>
#include <Interface_Check.hxx>
#include <Interface_InterfaceModel.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <Standard_ErrorHandler.hxx>
#include <Standard_Failure.hxx>
#include <StepData_StepModel.hxx>
#include <StepRepr_RepresentationItem.hxx>
#include <StepShape_Face.hxx>
#include <StepShape_SolidModel.hxx>
#include <TColStd_HSequenceOfExtendedString.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TransferBRep.hxx>
#include <Transfer_TransientProcess.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_LayerTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <XSControl_TransferReader.hxx>
#include <XSControl_WorkSession.hxx>
#include <algorithm>
#include <apart/io/bodies/node_path.hpp>
#include <apart/io/bodies/qr_decomposition.hpp>
#include <apart/io/formats/step.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <cctype>
#include <istream>
#include <map>
#include <mutex>
#include <optional>
#include <streambuf>

#include "step/tessellate.hpp"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace apart::step {
namespace {

using io::in_quotes;

// A stream over existing bytes.
class BytesBuffer : public std::streambuf {
 public:
  explicit BytesBuffer(std::string_view bytes) {
    char* begin = const_cast<char*>(bytes.data());  // a get area is not const, and is not written to
    setg(begin, begin, begin + bytes.size());
  }
};

// OpenCASCADE prints to global printers; they are removed, and restored at the end.
class Silence {
 public:
  Silence() : printers_(Message::DefaultMessenger()->Printers()) {
    Message::DefaultMessenger()->ChangePrinters().Clear();
  }
  ~Silence() { Message::DefaultMessenger()->ChangePrinters() = printers_; }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  const Message_SequenceOfPrinters printers_;
};

std::string utf8(const TCollection_ExtendedString& text) {
  std::string out(static_cast<std::size_t>(text.LengthOfCString()) + 1, '\0');
  Standard_PCharacter at = out.data();
  text.ToUTF8CString(at);
  out.resize(std::char_traits<char>::length(out.c_str()));
  return out;
}

std::string name_of(const TDF_Label& label) {
  Handle(TDataStd_Name) name;
  return label.FindAttribute(TDataStd_Name::GetID(), name) ? utf8(name->Get()) : std::string();
}

// Placeholder names that programs write: nothing, a number, NAUO12, or OpenCASCADE's own "=>[0:1:1:2]".
bool says_nothing(std::string_view name) {
  if (name.starts_with("=>[")) return true;
  if (name.starts_with("NAUO")) name.remove_prefix(4);
  return name.find_first_not_of("0123456789 .:") == std::string_view::npos;
}

// A unit by its name in FileUnits, in millimetres.
struct LengthUnit {
  std::string name;  // Apart's name of it
  double millimetres;
};
std::optional<LengthUnit> length_unit(std::string name) {
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  name.erase(std::remove(name.begin(), name.end(), '\''), name.end());
  static const std::map<std::string, LengthUnit> known = {
      {"micrometre", {"um", 1e-3}}, {"millimetre", {"mm", 1}},  {"centimetre", {"cm", 10}}, {"decimetre", {"dm", 100}},
      {"metre", {"m", 1000}},       {"kilometre", {"km", 1e6}}, {"inch", {"in", 25.4}},     {"foot", {"ft", 304.8}},
      {"yard", {"yd", 914.4}},      {"micron", {"um", 1e-3}},   {"millimeter", {"mm", 1}},  {"meter", {"m", 1000}},
      {"feet", {"ft", 304.8}},      {"centimeter", {"cm", 10}},
  };
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

Mat3d linear(const gp_Trsf& t) {
  Mat3d m;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m(i, j) = t.Value(i + 1, j + 1);
  return m;
}
Vec3d shift(const gp_Trsf& t) { return {t.Value(1, 4), t.Value(2, 4), t.Value(3, 4)}; }

class DocumentReader {
 public:
  DocumentReader(const io::Source& source) : source_(source) {}

  Result<std::vector<Body>> run() {
    STEPCAFControl_Reader reader;
    reader.SetNameMode(true), reader.SetLayerMode(true), reader.SetColorMode(true);
    reader.SetPropsMode(false), reader.SetGDTMode(false), reader.SetMatMode(false);
    reader.SetViewMode(false), reader.SetSHUOMode(false);
    BytesBuffer buffer(source_.bytes);
    std::istream stream(&buffer);
    if (reader.ChangeReader().ReadStream(source_.name.c_str(), stream) != IFSelect_RetDone)
      return error("not a STEP file that OpenCASCADE can read");
    // OpenCASCADE continues with entities that it could not read, and may crash.
    const Handle(StepData_StepModel) model = reader.Reader().StepModel();
    if (model.IsNull()) return error("no data in it");
    if (const std::string wrong = problem_of(*model); !wrong.empty()) return error(wrong);
    find_unit(reader.ChangeReader());

    Handle(TDocStd_Document) document;
    const Handle(XCAFApp_Application) application = XCAFApp_Application::GetApplication();
    application->NewDocument("BinXCAF", document);
    XCAFDoc_DocumentTool::SetLengthUnit(document, 1, UnitsMethods_LengthUnit_Millimeter);
    const bool transferred = reader.Transfer(document);
    Result<std::vector<Body>> out = error("no shape in it");
    if (transferred) {
      find_what_is_missing(reader.ChangeReader());
      out = bodies_of(document);
    }
    application->Close(document);
    // What is missing cannot be checked: a report without it would look clean.
    if (out && !missing_.empty() && !source_.left_out) return error(missing_.front());
    if (out && source_.left_out)
      for (const std::string& what : missing_) source_.left_out->push_back(source_.name + ": " + what);
    return out;
  }

 private:
  Error error(const std::string& what) const { return Error{source_.name + ": " + what}; }
  void note(const std::string& what) const { source_.note(what); }

  // The first entity that could not be read, except presentation and dimensioning, which are not needed.
  std::string problem_of(const StepData_StepModel& model) const {
    const auto reason = [](const Interface_Check& check) {
      return "OpenCASCADE: " + io::printable_name(std::string_view(check.CFail(1)).substr(0, 200));
    };
    if (const Handle(Interface_Check)& all = model.GlobalCheck(); all->HasFailed()) return reason(*all);
    for (int i = 1; i <= model.NbEntities(); ++i) {
      const Handle(Interface_Check)& check = model.Check(i, true);
      if (!check->HasFailed()) continue;
      const std::string_view type = model.Value(i)->DynamicType()->Name();
      const std::string label = model.StringLabel(model.Value(i))->ToCString();
      const bool needed = !type.starts_with("StepVisual_") && !type.starts_with("StepDimTol_") &&
                          !type.starts_with("StepKinematics_") && !type.starts_with("StepFEA_");
      if (needed) return label + ": " + reason(*check);
    }
    return {};
  }

  // The bodies' unit is the first that the file states; OpenCASCADE itself works in millimetres.
  void find_unit(STEPControl_Reader& reader) {
    TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
    reader.FileUnits(lengths, angles, solid_angles);
    for (int i = 1; i <= lengths.Length(); ++i) {
      const std::string name = lengths.Value(i).ToCString();
      const std::optional<LengthUnit> known = length_unit(name);
      if (unit_.name.empty()) {
        if (known)
          unit_ = *known;
        else
          unit_ = {"mm", 1}, note("its unit " + in_quotes(name) + " was converted to mm");
      } else if (!known || known->name != unit_.name) {
        note("it states lengths in " + unit_.name + " and in " + in_quotes(name) + "; all are converted to " +
             unit_.name);
      }
    }
    if (lengths.IsEmpty()) note("it states no unit of length; taken as mm"), unit_ = {"mm", 1};
  }

  // Faces and solids of the file that yielded no triangles.
  void find_what_is_missing(STEPControl_Reader& reader) {
    const Handle(Transfer_TransientProcess)& process = reader.WS()->TransferReader()->TransientProcess();
    const Handle(StepData_StepModel) model = reader.StepModel();
    u32 faces = 0;
    std::vector<std::string> solids;
    for (int i = 1; i <= model->NbEntities(); ++i) {
      const Handle(Standard_Transient)& entity = model->Value(i);
      const bool is_face = entity->IsKind(STANDARD_TYPE(StepShape_Face));
      if (!is_face && !entity->IsKind(STANDARD_TYPE(StepShape_SolidModel))) continue;
      if (!TransferBRep::ShapeResult(process, entity).IsNull()) continue;
      if (is_face) {
        ++faces;
        continue;
      }
      const auto item = Handle(StepRepr_RepresentationItem)::DownCast(entity);
      const bool named = !item.IsNull() && !item->Name().IsNull() && !item->Name()->IsEmpty();
      solids.push_back(named ? in_quotes(item->Name()->ToCString(), 60) : "#" + std::to_string(i));
    }
    if (faces > 0) missing_.push_back(std::to_string(faces) + (faces == 1 ? " face" : " faces") + " could not be read");
    for (const std::string& solid : solids) missing_.push_back("solid " + solid + " could not be read");
  }

  Result<std::vector<Body>> bodies_of(const Handle(TDocStd_Document) & document) {
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document->Main());
    layers_ = XCAFDoc_DocumentTool::LayerTool(document->Main());
    colors_ = XCAFDoc_DocumentTool::ColorTool(document->Main());
    TDF_LabelSequence roots;
    shapes_->GetFreeShapes(roots);
    for (int i = 1; i <= roots.Length(); ++i)
      if (std::string wrong = visit(roots.Value(i), TopLoc_Location(), "", ""); !wrong.empty()) return error(wrong);
    if (bodies_.empty()) return error("no surface in it");
    return std::move(bodies_);
  }

  // A product, or one occurrence of it; returns an error, or nothing.
  std::string visit(const TDF_Label& label, const TopLoc_Location& above, const std::string& above_path,
                    const std::string& group) {
    TDF_Label product = label;
    XCAFDoc_ShapeTool::GetReferredShape(label, product);
    const TopLoc_Location place = above * XCAFDoc_ShapeTool::GetLocation(label);
    std::string name = name_of(label);
    if (says_nothing(name)) name = name_of(product);
    if (name.empty()) name = XCAFDoc_ShapeTool::IsAssembly(product) ? "assembly" : "body";
    const std::string path = paths_.add(above_path, name);
    if (!XCAFDoc_ShapeTool::IsAssembly(product)) return add(label, product, place, name, path, group);
    TDF_LabelSequence parts;
    XCAFDoc_ShapeTool::GetComponents(product, parts);
    for (int i = 1; i <= parts.Length(); ++i)
      if (std::string wrong = visit(parts.Value(i), place, path, group_below(path)); !wrong.empty()) return wrong;
    return {};
  }

  // An assembly by its path, which is unique where names are not; without the root, unless it is the root.
  static std::string group_below(const std::string& path) {
    const std::size_t slash = path.find('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
  }

  std::string add(const TDF_Label& instance, const TDF_Label& product, const TopLoc_Location& place,
                  const std::string& name, const std::string& path, const std::string& group) {
    const gp_Trsf to_world = place.Transformation();
    const auto [rotation, stretch] = io::qr_decomposition(linear(to_world));
    const Result<Made> made = mesh(product, stretch, path);
    if (!made) return "body " + in_quotes(path, 100) + ": " + made.error();
    if (made->mesh.empty()) return {};
    bodies_.push_back({.name = name,
                       .mesh = made->mesh,
                       .pose = Pose{rotation, shift(to_world) / unit_.millimetres},
                       .group = group,
                       .path = path,
                       .layer = layer_of(instance, product),
                       .color = color_of(instance, product),
                       .unit = unit_.name,
                       .error = made->error});
    return {};
  }

  std::string layer_of(const TDF_Label& instance, const TDF_Label& product) const {
    for (const TDF_Label& label : {instance, product}) {
      Handle(TColStd_HSequenceOfExtendedString) names;
      if (layers_->GetLayers(label, names) && !names.IsNull() && !names->IsEmpty()) return utf8(names->Value(1));
    }
    return {};
  }

  // The colour of its surface, or of the whole. Colours of single faces are not read.
  std::string color_of(const TDF_Label& instance, const TDF_Label& product) const {
    Quantity_Color color;
    for (const TDF_Label& label : {instance, product})
      for (const XCAFDoc_ColorType type : {XCAFDoc_ColorSurf, XCAFDoc_ColorGen})
        if (colors_->GetColor(label, type, color)) {
          std::string hex = Quantity_Color::ColorToHex(color).ToCString();
          for (char& digit : hex) digit = static_cast<char>(std::tolower(static_cast<unsigned char>(digit)));
          return hex;
        }
    return {};
  }

  struct Made {
    Mat3d stretch;
    Mesh mesh;
    double error;
  };

  // Built once for all instances of a product with the same mirroring and stretch.
  Result<Made> mesh(const TDF_Label& product, const Mat3d& stretch, const std::string& path) {
    TCollection_AsciiString entry;
    TDF_Tool::Entry(product, entry);
    std::vector<Made>& known = made_[entry.ToCString()];
    for (const Made& made : known)
      if (made.stretch == stretch) return made;
    Result<Made> made = convert(XCAFDoc_ShapeTool::GetShape(product), stretch, path);
    if (made) known.push_back(*made);
    return made;
  }

  Result<Made> convert(const TopoDS_Shape& shape, const Mat3d& stretch, const std::string& path) {
    const std::string called = "body " + in_quotes(path, 100);
    if (shape.IsNull()) {
      note(called + " has no shape and is left out");
      return Made{stretch, {}, 0};
    }
    Tessellation triangles = tessellate(shape, source_.chord_error * unit_.millimetres);
    if (triangles.all_faces == 0)
      note(called + " has no surface (curves or points alone) and is left out");
    else if (triangles.bad_faces > 0)
      missing_.push_back(called + ": " + std::to_string(triangles.bad_faces) + " of " +
                         std::to_string(triangles.all_faces) + " faces could not be tessellated");
    for (Vec3d& v : triangles.vertices) v = stretch * v / unit_.millimetres;
    if (determinant(stretch) < 0)
      for (Face& f : triangles.faces) std::swap(f[1], f[2]);  // mirrored: restores the orientation
    double growth = 0;
    for (const Vec3d& row : stretch.rows) growth += squared_length(row);
    growth = stretch == Mat3d{} ? 1 : std::sqrt(growth);
    Result<Mesh> mesh = Mesh::make(std::move(triangles.vertices), std::move(triangles.faces));
    if (!mesh) return Error{mesh.error()};
    const bool all_solid = triangles.all_faces > 0 && !TopExp_Explorer(shape, TopAbs_FACE, TopAbs_SOLID).More();
    if (all_solid && triangles.bad_faces == 0 && !MeshTopology::of(*mesh).closed)
      note(called + " is a solid, but its triangles do not close it");
    return Made{stretch, *mesh, growth * triangles.error / unit_.millimetres};
  }

  const io::Source& source_;
  std::vector<std::string> missing_;  // geometry of the file that is in no body
  LengthUnit unit_{};
  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_LayerTool) layers_;
  Handle(XCAFDoc_ColorTool) colors_;
  io::NodePaths paths_;
  std::map<std::string, std::vector<Made>> made_;
  std::vector<Body> bodies_;
};

// Suppresses leak reports for OpenCASCADE.
#ifdef __SANITIZE_ADDRESS__
using LeaksUnseen = __lsan::ScopedDisabler;
#else
struct LeaksUnseen {
  LeaksUnseen() {}
};
#endif

Result<std::vector<Body>> read(const io::Source& source) {
  // Its parameters and messages are global.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const auto failed = [&](const std::string& why) { return Error{source.name + ": OpenCASCADE: " + why}; };
  try {
    const LeaksUnseen unseen;
    const Silence silence;
    OCC_CATCH_SIGNALS
    return DocumentReader(source).run();
  } catch (const Standard_Failure& failure) {
    const std::string text = failure.GetMessageString();
    return failed(io::printable_name(text.empty() ? failure.DynamicType()->Name() : text.substr(0, 200)));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    return failed(io::printable_name(failure.what()));
  }
}

}  // namespace
}  // namespace apart::step

extern "C" const apart::io::StepModule apart_step_module{APART_VERSION, apart::step::read};
