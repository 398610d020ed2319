// Draws plots as SVG: scales, ticks, legends and label placement.
#include "lab/plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace apart::lab {

std::string escaped(const std::string& s) {
  std::string out;
  for (char c : s) c == '<' ? out += "&lt;" : c == '>' ? out += "&gt;" : c == '&' ? out += "&amp;" : out += c;
  return out;
}

namespace {

std::string text_of(double v) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", v == 0 ? 0 : v);  // no −0
  return buffer;
}

// On an axis: thousands separated, and no zeros before an exponent.
std::string tick_text(double v) {
  std::string out = text_of(v);
  if (const std::size_t at = out.find("e-0"); at != std::string::npos) out.erase(at + 2, 1);
  if (std::abs(v) < 1e3 || std::abs(v) >= 1e9 || v != std::round(v)) return out;
  out = std::to_string(static_cast<long long>(v));
  for (std::size_t at = out.size(); at > 3 + (v < 0);) out.insert(at -= 3, ",");
  return out;
}

// The approximate width when drawn.
double width_of(const std::string& s) {
  return 7.2 * static_cast<double>(std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

// Label placement: to the right or left of marks, or a little above or below, wherever nothing is yet.
class Labels {
 public:
  struct Place {
    double x, y;
    const char* anchor;
  };
  Labels(double left, double right) : left_(left), right_(right) {}
  void keep_free(double x, double y) { taken_.push_back({x - 5, x + 5, y - 5, y + 5}); }
  Place place(double x, double y, const std::string& name) {
    const double wide = width_of(name);
    for (double off : {0.0, -15.0, 15.0, -30.0, 30.0, -45.0, 45.0})
      for (bool to_right : {true, false}) {
        const double from = to_right ? x + 8 : x - 8 - wide;
        const Box box{from, from + wide, y + off - 7, y + off + 7};
        if (box.x0 < left_ || box.x1 > right_ ||
            std::any_of(taken_.begin(), taken_.end(), [&](const Box& b) { return b.meets(box); }))
          continue;
        taken_.push_back(box);
        return {to_right ? x + 8 : x - 8, y + off + 4, to_right ? "start" : "end"};
      }
    return {x - 8, y + 4, "end"};
  }

 private:
  struct Box {
    double x0, x1, y0, y1;
    bool meets(const Box& b) const { return x0 < b.x1 && b.x0 < x1 && y0 < b.y1 && b.y0 < y1; }
  };
  double left_, right_;
  std::vector<Box> taken_;
};

// Maps data to an interval of the page, with round tick values.
struct Scale {
  bool logarithmic;
  double low, high, from, to;

  double operator()(double v) const {
    const double t = logarithmic ? (std::log10(v) - std::log10(low)) / (std::log10(high) - std::log10(low))
                                 : (v - low) / (high - low);
    return from + t * (to - from);
  }
  bool shows(double v) const { return std::isfinite(v) && v >= low && v <= high && (!logarithmic || v > 0); }

  std::vector<double> ticks() const {
    std::vector<double> out;
    if (logarithmic) {
      const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)),
                last = static_cast<int>(std::floor(std::log10(high) + 1e-9)), step = std::max(1, (last - first) / 8);
      for (int e = first; e <= last; e += step) out.push_back(std::pow(10, e));
      if (last - first < 2)
        for (int e = first - 1; e <= last; ++e)
          for (int m : {2, 5})
            if (const double v = m * std::pow(10, e); v >= low && v <= high) out.push_back(v);
      return out;
    }
    const double raw = (high - low) / 8, power = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (double m : {5.0, 2.0, 1.0})
      if (m * power >= raw) step = m * power;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) out.push_back(i * step);
    return out;
  }
};

}  // namespace

std::string Plot::svg() const {
  constexpr double plain_width = 720, height = 440, left = 86, top = 44, bottom = 56;
  const char* colours[] = {"#2f7ed8", "#e06c1f", "#1f9e57", "#b04fc4", "#c9302c", "#8a8f00", "#12a5b5", "#8c5a3c"};
  // When all colours are taken, lines are dashed.
  const auto dashes = [&](std::size_t i) {
    return series_[i].kind == Kind::line && i >= std::size(colours) ? " stroke-dasharray='6 3'" : "";
  };

  // The legend, right of the data, only if there are several series.
  const auto listed = [](const Series& one) { return one.kind != Kind::mark; };
  double legend = 0;
  if (std::count_if(series_.begin(), series_.end(), listed) > 1)
    for (const Series& one : series_)
      if (listed(one)) legend = std::max(legend, 32 + width_of(one.name));
  const double width = plain_width + legend, right = 20 + legend;

  const auto range = [&](const Axis& axis, bool of_y) {
    Scale s{axis.logarithmic, axis.low, axis.high, 0, 0};
    if (s.low < s.high) return s;
    s.low = std::numeric_limits<double>::infinity(), s.high = -s.low;
    for (const Series& one : series_)
      for (const auto& [x, y] : one.points) {
        const double v = of_y ? y : x, wide = of_y || one.kind != Kind::bars ? 0 : bar_width_ / 2;
        if (!std::isfinite(v) || (axis.logarithmic && !(v > 0))) continue;
        s.low = std::min(s.low, v - wide), s.high = std::max(s.high, v + wide);
        if (of_y && one.kind == Kind::bars && !axis.logarithmic) s.low = std::min(s.low, 0.0);
      }
    if (!(s.low <= s.high)) s.low = axis.logarithmic ? 1 : 0, s.high = axis.logarithmic ? 10 : 1;
    if (axis.logarithmic) s.low /= 1.3, s.high *= 1.3;
    if (of_y && !axis.logarithmic) s.high += 0.05 * (s.high - s.low);  // space above the tallest
    if (s.low == s.high) s.low -= axis.logarithmic ? s.low / 2 : 0.5, s.high += axis.logarithmic ? s.high : 0.5;
    return s;
  };
  Scale sx = range(x_, false), sy = range(y_, true);
  sx.from = left, sx.to = width - right, sy.from = height - bottom, sy.to = top;

  std::string out = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + text_of(width) + " " + text_of(height) +
                    "' width='" + text_of(width) + "' height='" + text_of(height) +
                    "' font-family='sans-serif' font-size='13'>\n"
                    "<style>.page{fill:#fff}.ink{fill:#222}.axis{stroke:#222}.grid{stroke:#ddd}"
                    "@media (prefers-color-scheme:dark){.page{fill:#14171a}.ink{fill:#ddd}.axis{stroke:#ddd}"
                    ".grid{stroke:#3a3f45}}</style>\n";
  const auto put_text = [&](double x, double y, const std::string& s, const char* anchor, const char* more = "") {
    out += "<text class='ink' x='" + text_of(x) + "' y='" + text_of(y) + "' text-anchor='" + anchor + "'" + more + ">" +
           escaped(s) + "</text>\n";
  };
  const auto put_line = [&](const char* kind, double x1, double y1, double x2, double y2) {
    out += std::string("<line class='") + kind + "' x1='" + text_of(x1) + "' y1='" + text_of(y1) + "' x2='" +
           text_of(x2) + "' y2='" + text_of(y2) + "'/>\n";
  };
  out += "<rect class='page' width='100%' height='100%'/>\n";
  put_text((left + width - right) / 2, 24, title_, "middle", " font-size='16'");
  for (double v : sx.ticks()) {
    put_line("grid", sx(v), sy.from, sx(v), sy.to);
    put_text(sx(v), sy.from + 18, tick_text(v), "middle");
  }
  for (double v : sy.ticks()) {
    put_line("grid", sx.from, sy(v), sx.to, sy(v));
    put_text(sx.from - 8, sy(v) + 4, tick_text(v), "end");
  }
  put_text((sx.from + sx.to) / 2, height - 14, x_.label, "middle");
  const std::string turned = " transform='rotate(-90 18 " + text_of((sy.from + sy.to) / 2) + ")'";
  put_text(18, (sy.from + sy.to) / 2, y_.label, "middle", turned.c_str());

  Labels labels(sx.from, sx.to);
  for (const Series& one : series_)
    if (one.kind == Kind::mark && sx.shows(one.points[0].first) && sy.shows(one.points[0].second))
      labels.keep_free(sx(one.points[0].first), sy(one.points[0].second));
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const Series& one = series_[i];
    const std::string colour = colours[i % std::size(colours)];
    std::string path;
    bool drawn = false;
    for (const auto& [x, y] : one.points) {
      if (!sx.shows(x) || !sy.shows(y)) {
        drawn = false;
        continue;
      }
      if (one.kind == Kind::line) {
        path += (drawn ? " L" : " M") + text_of(sx(x)) + " " + text_of(sy(y));
      } else if (one.kind == Kind::dots || one.kind == Kind::mark) {
        path += " M" + text_of(sx(x)) + " " + text_of(sy(y)) + "h0";  // a round cap makes it a dot
      } else {
        const double base = sy(std::max(sy.low, sy.logarithmic ? sy.low : 0.0));
        path += " M" + text_of(sx(x - 0.46 * bar_width_)) + " " + text_of(base) + "V" + text_of(sy(y)) + "H" +
                text_of(sx(x + 0.46 * bar_width_)) + "V" + text_of(base) + "Z";
      }
      drawn = true;
    }
    const char* style =
        one.kind == Kind::line                              ? "fill='none' stroke-width='2'"
        : one.kind == Kind::mark                            ? "fill='none' stroke-width='8' stroke-linecap='round'"
        : one.kind == Kind::dots && one.points.size() < 100 ? "fill='none' stroke-width='7' stroke-linecap='round'"
        : one.kind == Kind::dots ? "fill='none' stroke-width='3' stroke-linecap='round' stroke-opacity='0.5'"
                                 : "stroke='none'";
    if (!path.empty())
      out += "<path d='" + path.substr(1) + "' " + (one.kind == Kind::bars ? "fill='" : "stroke='") + colour + "' " +
             style + dashes(i) + "/>\n";
    if (one.kind == Kind::mark && !path.empty()) {
      const auto [x, y, anchor] = labels.place(sx(one.points[0].first), sy(one.points[0].second), one.name);
      put_text(x, y, one.name, anchor);
    }
  }
  put_line("axis", sx.from, sy.from, sx.to, sy.from);
  put_line("axis", sx.from, sy.from, sx.from, sy.to);

  double y = top + 10;
  for (std::size_t i = 0; legend > 0 && i < series_.size(); ++i) {
    if (!listed(series_[i])) continue;
    out += "<path d='M" + text_of(sx.to + 11) + " " + text_of(y - 4) + "h15' stroke='" +
           colours[i % std::size(colours)] + "' stroke-width='" + (series_[i].kind == Kind::line ? "3" : "12") + "'" +
           dashes(i) + "/>\n";
    put_text(sx.to + 32, y, series_[i].name, "start");
    y += 19;
  }
  return out + "</svg>\n";
}

}  // namespace apart::lab
