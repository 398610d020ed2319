// Numbers as text: all bits for programs, a few digits for people.
#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "cli/output.hpp"

namespace apart::cli {
namespace {

constexpr double kTiny = 1e-4, kHuge = 1e15;  // beyond these, scientific notation

int digits_before_point(double number) { return static_cast<int>(std::floor(std::log10(number))) + 1; }

std::string with_decimals(double number, int decimals) {
  std::string out = fmt::format("{:.{}f}", number, decimals);
  if (decimals > 0) out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out.pop_back();
  return out == "-0" ? "0" : out;
}

// The number of decimals that gives six significant digits for numbers of this size.
int decimals_for(double size) { return std::max(0, 6 - digits_before_point(size)); }

bool is_plain(double size) { return size >= kTiny && size < kHuge; }

double largest(Vec3d p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

std::string joined(Vec3d p, int decimals) {
  return fmt::format("({}, {}, {})", with_decimals(p.x, decimals), with_decimals(p.y, decimals),
                     with_decimals(p.z, decimals));
}

}  // namespace

std::string text(double number) { return fmt::format("{}", number == 0 ? 0.0 : number); }

Json to_json(Vec3d p) { return Json::array({p.x + 0.0, p.y + 0.0, p.z + 0.0}); }  // no -0

std::string json_text(const Json& json) {
  std::string out;
  const auto join = [&](char open, char close, const auto& each) {
    out += open;
    bool first = true;
    for (const auto& item : each) {
      if (!first) out += ',';
      first = false;
      if constexpr (requires { item.key(); }) out += json_text(item.key()) + ':';
      if constexpr (requires { item.value(); })
        out += json_text(item.value());
      else
        out += json_text(item);
    }
    out += close;
  };
  if (json.is_object()) {
    join('{', '}', json.items());
  } else if (json.is_array()) {
    join('[', ']', json);
  } else if (json.is_number_float() && std::isfinite(json.get<double>())) {
    out = text(json.get<double>());
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
  } else {
    // File names may hold invalid UTF-8: it is replaced.
    out = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return out;
}

std::string readable(double number) {
  const double size = std::abs(number);
  return is_plain(size) ? with_decimals(number, decimals_for(size)) : fmt::format("{:.6g}", number == 0 ? 0.0 : number);
}

std::string readable(Vec3d p) {
  const double size = largest(p);
  if (is_plain(size)) return joined(p, decimals_for(size));
  return fmt::format("({}, {}, {})", readable(p.x), readable(p.y), readable(p.z));
}

std::string readable(Vec3d p, Vec3d q) {
  const double size = std::max(largest(p), largest(q)), apart = length(q - p);
  if (!is_plain(size) || !(apart > 0)) return readable(p) + " and " + readable(q);
  // Three digits of their difference, as far as doubles have them.
  const int most = std::max(0, 15 - digits_before_point(size));
  const int decimals = std::max(decimals_for(size), std::min(most, 3 - digits_before_point(apart)));
  return joined(p, decimals) + " and " + joined(q, decimals);
}

std::string readable_time(double seconds) {
  if (seconds < 0.9995) return fmt::format("{:.3g} ms", seconds * 1e3);
  return seconds < 120 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string text_of_bytes(std::size_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1000000) return fmt::format("{:.1f} kB", double(bytes) / 1e3);
  return fmt::format("{:.1f} MB", double(bytes) / 1e6);
}

std::string grouped(std::size_t n) {
  const std::string digits = std::to_string(n);
  std::string out;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) out += ',';
    out += digits[k];
  }
  return out;
}

}  // namespace apart::cli
