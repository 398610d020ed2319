#include <dlfcn.h>
#include <apart/io/formats/step.hpp>

namespace apart::io {
namespace {

namespace fs = std::filesystem;

// Search path: beside the program or the library, in the program's library folder, or where the system searches.
std::vector<fs::path> places_of_module() {
  constexpr const char* name = "libapart_step.so";
  std::error_code ignored;
  std::vector<fs::path> out;
  const fs::path program = fs::canonical("/proc/self/exe", ignored).parent_path();
  if (!program.empty()) out = {program / name, program.parent_path() / APART_LIBRARY_FOLDER / name};
  Dl_info self{};
  if (dladdr(reinterpret_cast<const void*>(&read_step), &self) && self.dli_fname)
    out.push_back(fs::absolute(self.dli_fname, ignored).parent_path() / name);
  std::erase_if(out, [&](const fs::path& p) { return !fs::exists(p, ignored); });
  out.emplace_back(name);
  return out;
}

// Never unloaded: meshes from it own memory that its code frees.
Result<const StepModule*> load_module() {
  const fs::path place = places_of_module().front();
  void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char* why = dlerror();
    const bool absent = place == place.filename();
    return Error{absent ? "STEP needs OpenCASCADE: install libocct-data-exchange-dev and libocct-ocaf-dev and build "
                          "with -DAPART_WITH_STEP=ON, or run ./apart --with-step"
                        : "the STEP module cannot be loaded: " + printable_name(why ? why : "no reason given")};
  }
  const auto* module = static_cast<const StepModule*>(dlsym(library, "apart_step_module"));
  if (!module || std::string_view(module->version) != APART_VERSION)
    return Error{"the STEP module " + printable_name(place.string()) +
                 " is not of this version of Apart, " APART_VERSION};
  return module;
}

}  // namespace

std::string step_problem(std::string_view bytes) {
  constexpr std::string_view begin = "ISO-10303-21", end = "END-ISO-10303-21";
  // Some files begin with spaces, a byte order mark, or a comment.
  if (bytes.substr(0, 4096).find(begin) == std::string_view::npos)
    return "not a STEP file: it does not begin with \"ISO-10303-21\"";
  if (bytes.rfind(end) == std::string_view::npos) return "truncated: it does not end with \"END-ISO-10303-21\"";
  return {};
}

Result<std::vector<Body>> read_step(const Source& source) {
  if (const std::string wrong = step_problem(source.bytes); !wrong.empty()) return Error{source.name + ": " + wrong};
  static const Result<const StepModule*> module = load_module();
  return module ? (*module)->read(source) : Error{source.name + ": " + module.error()};
}

}  // namespace apart::io
