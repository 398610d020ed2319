// Many poses on a GPU: what apart/gpu.py is made of. It passes addresses, which it has from arrays that it keeps.
#include <pybind11/stl.h>
#include <apart/gpu/models.hpp>

#include "module.hpp"

namespace apart::python {
namespace {

using Address = std::uintptr_t;

gpu::Memory memory_of(bool on_device) { return on_device ? gpu::Memory::device : gpu::Memory::host; }

// Poses, from wherever they are: of an array (B, 3, 4), or of anything else that is many poses, which is copied.
struct PoseSource {
  std::vector<Pose> own;
  gpu::PoseArray array;

  PoseSource(Address at, std::size_t count, bool on_device)
      : array(reinterpret_cast<const double*>(at), count, gpu::PoseLayout::matrix3x4, memory_of(on_device)) {}
  explicit PoseSource(std::vector<Pose> poses) : own(std::move(poses)), array(own) {}
};

gpu::Models make_models(const py::sequence& list, const py::object& kind, const py::object& device,
                        const py::object& threads, const py::object& poses_at_once) {
  const std::string use = text_of(kind.ptr(), "Models(): use");
  std::vector<Model> models;
  for (const py::handle one : list)
    models.push_back(model_in(one.ptr(), "Models(): models[" + std::to_string(models.size()) + "]"));
  gpu::Options how{.device = static_cast<int>(lesser(whole32_of(device.ptr(), "Models(): device"), 1u << 20)),
                   .threads = whole32_of(threads.ptr(), "Models(): threads"),
                   .poses_at_once = whole_of(poses_at_once.ptr(), "Models(): poses_at_once")};
  using Use = gpu::Options::Use;
  if (use != "automatic" && use != "device" && use != "cpu")
    raise(exceptions().usage, "Models(): use: expected one of automatic, device, cpu; found '" + use + "'");
  how.use = use == "device" ? Use::device : use == "cpu" ? Use::cpu : Use::automatic;
  return value_or_raise(run_work(true, [models, how](Watch&) { return gpu::Models::make(models, how); }),
                        exceptions().usage, "Models(): ");
}

// What it calls is an error of the call.
py::tuple run(const gpu::Models& models, const std::string& query, const PoseSource& poses, double tolerance,
              Address out, bool out_on_device, const std::vector<gpu::ModelPair>& pairs, Address pair_of,
              Address stream) {
  gpu::Report total;
  // On a device all at once; else some at a time, and Ctrl-C ends it.
  const std::size_t count = poses.array.count, some = models.on_device() ? count : 2048;
  const bool yes_no = query != "distance";
  for (std::size_t begin = 0; begin < count; begin += some) {
    const std::size_t size = lesser(some, count - begin);
    gpu::PoseArray part = poses.array;
    part.data += begin * gpu::doubles_of(part.layout), part.count = size;
    gpu::Call call{.pairs = pairs, .stream = reinterpret_cast<void*>(stream)};
    if (pair_of) call.pair_of = reinterpret_cast<const u32*>(pair_of) + begin;
    const auto to = [&]<class T>(T*) {
      return gpu::Answers<T>(reinterpret_cast<T*>(out) + begin, size, memory_of(out_on_device));
    };
    const Result<gpu::Report> done = without_gil([&] {
      if (!yes_no) return models.distance(part, to(static_cast<gpu::Nearest*>(nullptr)), call);
      const auto answers = to(static_cast<gpu::YesNo*>(nullptr));
      return query == "collide" ? models.collide(part, answers, call) : models.within(part, tolerance, answers, call);
    });
    if (!done) raise(exceptions().usage, query + "(): " + done.error());
    total.by_exact_code += done->by_exact_code;
    total.prepare_seconds += done->prepare_seconds, total.walk_seconds += done->walk_seconds;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return py::make_tuple(total.by_exact_code, total.prepare_seconds, total.walk_seconds);
}

// DLPack, as its header defines it: https://dmlc.github.io/dlpack/latest/c_api.html
struct DlTensor {
  void* data;
  std::int32_t device_type, device_id;
  std::int32_t dimensions;
  std::uint8_t code, bits;
  std::uint16_t lanes;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
};
struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*deleter)(DlManaged*);
};
constexpr const char *kNewTensor = "dltensor", *kUsedTensor = "used_dltensor";

// Takes a tensor over from its capsule: (address, shape, strides or None, kind and bits, device type and number, what
// keeps it).
py::tuple take_tensor(const py::capsule& capsule) {
  if (std::strcmp(capsule.name(), kNewTensor) != 0)
    raise(exceptions().usage, "an array by DLPack: its capsule was used before");
  auto* managed = capsule.get_pointer<DlManaged>();
  const DlTensor& t = managed->tensor;
  py::list shape, strides;
  for (int i = 0; i < t.dimensions; ++i) shape.append(t.shape[i]);
  for (int i = 0; t.strides && i < t.dimensions; ++i) strides.append(t.strides[i]);
  const py::capsule owner(managed, [](void* p) {
    auto* tensor = static_cast<DlManaged*>(p);
    if (tensor->deleter) tensor->deleter(tensor);
  });
  PyCapsule_SetName(capsule.ptr(), kUsedTensor);
  return py::make_tuple(reinterpret_cast<Address>(t.data) + t.byte_offset, py::tuple(shape),
                        t.strides ? py::object(py::tuple(strides)) : py::none(), t.lanes == 1 ? t.code : 255, t.bits,
                        t.device_type, t.device_id, owner);
}

// Bytes as a tensor, in a capsule; `owner` keeps them.
py::capsule give_tensor(Address at, const std::vector<std::int64_t>& shape, int device_type, int device_id,
                        const py::object& owner) {
  struct Kept {
    DlManaged managed;
    std::vector<std::int64_t> shape, strides;
    PyObject* owner;
  };
  auto* kept = new Kept{{}, shape, std::vector<std::int64_t>(shape.size(), 1), py::object(owner).release().ptr()};
  for (std::size_t i = shape.size(); i > 1; --i) kept->strides[i - 2] = kept->strides[i - 1] * shape[i - 1];
  kept->managed.tensor = {
      reinterpret_cast<void*>(at), device_type,          device_id, static_cast<std::int32_t>(shape.size()), 1, 8, 1,
      kept->shape.data(),          kept->strides.data(), 0};
  kept->managed.context = kept;
  kept->managed.deleter = [](DlManaged* m) {
    auto* all = static_cast<Kept*>(m->context);
    if (!is_ending()) {
      const py::gil_scoped_acquire held;
      Py_DECREF(all->owner);
    }
    delete all;
  };
  return py::capsule(&kept->managed, kNewTensor, [](PyObject* capsule) {
    if (!PyCapsule_IsValid(capsule, kNewTensor)) return;  // someone took it over
    auto* m = static_cast<DlManaged*>(PyCapsule_GetPointer(capsule, kNewTensor));
    m->deleter(m);
  });
}

}  // namespace

void add_gpu(py::module_& module) {
  py::class_<PoseSource>(module, "_GpuPoses")
      .def(py::init([](const py::object& poses, const std::string& what) {
        return std::make_unique<PoseSource>(poses_of(poses.ptr(), what));
      }))
      .def(py::init<Address, std::size_t, bool>())
      .def("__len__", [](const PoseSource& p) { return p.array.count; });
  py::class_<gpu::Models>(module, "_GpuModels")
      .def(py::init(&make_models))
      .def("on_device", &gpu::Models::on_device)
      .def("where", &gpu::Models::where)
      .def("run", [](const gpu::Models& models, const std::string& query, const PoseSource& poses, double tolerance,
                     Address out, bool out_on_device, const std::vector<std::pair<u32, u32>>& pairs, Address pair_of,
                     Address stream) {
        std::vector<gpu::ModelPair> all;
        for (const auto& [a, b] : pairs) all.push_back({a, b});
        return run(models, query, poses, tolerance, out, out_on_device, all, pair_of, stream);
      });
  py::class_<gpu::PinnedMemory>(module, "_GpuPinnedMemory")
      .def(py::init<std::size_t>())
      .def("data", [](const gpu::PinnedMemory& m) { return reinterpret_cast<Address>(m.data()); });
  py::class_<gpu::DeviceMemory>(module, "_GpuDeviceMemory")
      .def(py::init<std::size_t, int>())
      .def("data", [](const gpu::DeviceMemory& m) { return reinterpret_cast<Address>(m.data()); })
      .def("copy_from", [](gpu::DeviceMemory& m, Address host,
                           std::size_t bytes) { return m.copy_from(reinterpret_cast<const void*>(host), bytes); })
      .def("copy_to", [](const gpu::DeviceMemory& m, Address host, std::size_t bytes) {
        return m.copy_to(reinterpret_cast<void*>(host), bytes);
      });
  module.def("_gpu_devices", [] {
    std::vector<std::pair<std::string, std::size_t>> out;
    for (const gpu::DeviceInfo& one : gpu::devices()) out.emplace_back(one.name, one.memory);
    return out;
  });
  module.def("_gpu_built_with_cuda", &gpu::built_with_cuda);
  module.def("_take_tensor", &take_tensor);
  module.def("_give_tensor", &give_tensor);
}

}  // namespace apart::python
