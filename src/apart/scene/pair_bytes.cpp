#include <apart/scene/pair_bytes.hpp>
#include <cstring>

namespace apart::scene {
namespace {

// One list of fields serves both ways: `pass` writes or reads each in turn.
struct PairWriter {
  std::string& out;

  template <class T>
  void number(const T& x) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    out.append(reinterpret_cast<const char*>(&x), sizeof x);
  }
  void operator()(const std::string& text) {
    number(static_cast<u64>(text.size()));
    out += text;
  }
  template <class T>
  void operator()(const std::vector<T>& list) {
    number(static_cast<u64>(list.size()));
    for (const T& item : list) fields(*this, item);
  }
  template <class T>
  void operator()(const std::optional<T>& x) {
    number(x.has_value());
    if (x) fields(*this, *x);
  }
};

struct PairReader {
  std::string_view in;
  bool ok = true;

  template <class T>
  void number(T& x) {
    if (in.size() < sizeof x) {
      ok = false;
      return;
    }
    std::memcpy(&x, in.data(), sizeof x);
    in.remove_prefix(sizeof x);
  }
  u64 count() {  // each item has a byte at least
    u64 n = 0;
    number(n);
    ok = ok && n <= in.size();
    return ok ? n : 0;
  }
  void operator()(std::string& text) {
    const u64 n = count();
    text = in.substr(0, n);
    in.remove_prefix(n);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    list.resize(count());
    for (T& item : list) fields(*this, item);
  }
  template <class T>
  void operator()(std::optional<T>& x) {
    char has = 0;
    number(has);
    if (has) fields(*this, x.emplace());
  }
};

template <class Pass, class T>
void fields(Pass& pass, T& x) {
  using Bare = std::remove_const_t<T>;
  const auto all = [&](auto&... each) { (fields(pass, each), ...); };
  if constexpr (std::is_arithmetic_v<Bare> || std::is_enum_v<Bare>)
    pass.number(x);
  else if constexpr (std::is_same_v<Bare, Vec3d>)
    all(x.x, x.y, x.z);
  else if constexpr (std::is_same_v<Bare, Bounds>)
    all(x.low, x.high);
  else if constexpr (std::is_same_v<Bare, Curve>)
    all(x.points, x.closed, x.length);
  else if constexpr (std::is_same_v<Bare, SeparationBound>)
    all(x.length, x.translation);
  else if constexpr (std::is_same_v<Bare, Inside>)
    all(x.which, x.whole);
  else if constexpr (std::is_same_v<Bare, PairFrames>)
    all(x.first, x.worst, x.found, x.first_contact, x.contact_point, x.worst_at, x.least_at, x.least_clearance,
        x.between, x.searched);
  else if constexpr (std::is_same_v<Bare, PairReport>)
    all(x.a, x.b, x.state, x.distance, x.measured, x.on_a, x.on_b, x.triangle_pairs, x.curves, x.curve_length, x.box,
        x.inside, x.in_open, x.overlap_thickness, x.overlap_volume, x.separation, x.separation_at_least, x.clearance,
        x.touch, x.error, x.ignored_because, x.frames);
  else
    pass(x);
}

}  // namespace

void append_pair(std::string& bytes, const PairReport& pair) {
  PairWriter writer{bytes};
  fields(writer, pair);
}

std::optional<PairReport> pair_of_bytes(std::string_view bytes) {
  PairReader reader{bytes};
  PairReport out;
  fields(reader, out);
  if (!reader.ok || !reader.in.empty() || out.state > PairState::clear) return {};
  return out;
}

}  // namespace apart::scene
