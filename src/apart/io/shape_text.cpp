// The table of shapes that can be written as text, and their parser.
#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <apart/io/shape_text.hpp>
#include <charconv>

namespace apart {
namespace {

using Numbers = const double*;

// Sizes are validated by Shape::make.
struct Written {
  Core core;
  double radius = 0;
};

struct ShapeForm {
  std::string_view word, numbers;  // its name and its parameters as --help shows them
  Written (*made)(const double* n);
};

Written sphere_of(Numbers n) { return {Point{}, n[0]}; }

constexpr std::string_view kHull = "hull";
const ShapeForm kForms[] = {
    {"point", "X,Y,Z",
     [](Numbers n) -> Written {
       return {Point{{n[0], n[1], n[2]}}};
     }},
    {"segment", "X,Y,Z,X,Y,Z",
     [](Numbers n) -> Written {
       return {Segment{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}}};
     }},
    {"triangle", "X,Y,Z,X,Y,Z,X,Y,Z",
     [](Numbers n) -> Written {
       return {Triangle{{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}}};
     }},
    {"sphere", "RADIUS", sphere_of},
    {"ball", "RADIUS", sphere_of},  // synonym: its name in the library
    {"box", "X,Y,Z",
     [](Numbers n) -> Written {
       return {Box{{n[0], n[1], n[2]}}};
     }},
    {"capsule", "RADIUS,LENGTH",
     [](Numbers n) -> Written {
       return {Segment{{0, 0, -n[1] / 2}, {0, 0, n[1] / 2}}, n[0]};
     }},
    {"cylinder", "RADIUS,LENGTH",
     [](Numbers n) -> Written {
       return {Cylinder{n[0], n[1]}};
     }},
    {"cone", "RADIUS,LENGTH",
     [](Numbers n) -> Written {
       return {Cone{n[0], n[1]}};
     }},
    {"ellipsoid", "X,Y,Z",
     [](Numbers n) -> Written {
       return {Ellipsoid{{n[0], n[1], n[2]}}};
     }},
    {"tapered", "RADIUS,RADIUS,LENGTH",
     [](Numbers n) -> Written {
       return {TaperedCapsule{n[0], n[1], n[2]}};
     }},
    {"plane", "NX,NY,NZ,OFFSET",
     [](Numbers n) -> Written {
       return {HalfSpace{{n[0], n[1], n[2]}, n[3]}};
     }},
};

std::string_view word_of(std::string_view text) { return text.substr(0, std::min(text.find(':'), text.size())); }

const ShapeForm* form_of(std::string_view word) {
  for (const ShapeForm& form : kForms)
    if (form.word == word) return &form;
  return nullptr;
}

std::size_t count_of(std::string_view numbers) {
  return 1 + static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), ','));
}

bool number_of(std::string_view text, double& value) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end && std::isfinite(value);
}

std::string_view until_comma(std::string_view text) { return text.substr(0, std::min(text.find(','), text.size())); }

// The position of "+RADIUS": not the sign of an exponent, nor a plus in a file's name.
std::size_t radius_at(std::string_view text) {
  const std::size_t plus = text.rfind('+');
  if (plus == std::string_view::npos || plus == 0) return text.size();
  const char before = text[plus - 1];
  const bool exponent = (before == 'e' || before == 'E') && plus >= 2 &&
                        std::string_view("0123456789.").find(text[plus - 2]) != std::string_view::npos;
  return exponent ? text.size() : plus;
}

}  // namespace

bool is_shape_text(std::string_view text) {
  const std::string_view word = word_of(text);
  return word.size() < text.size() && (word == kHull || form_of(word));
}

Result<Shape> parse_shape(std::string_view text, const ReadOptions& options) {
  const auto wrong = [&](const std::string& what) { return Error{"shape " + io::in_quotes(text, 80) + ": " + what}; };
  if (!is_shape_text(text)) return wrong("expected one of " + shape_words());
  const std::string_view word = word_of(text);
  std::string_view rest = text.substr(word.size() + 1);
  double round = 0;
  const std::size_t plus = radius_at(rest);
  if (plus < rest.size()) {
    const bool is_number = number_of(rest.substr(plus + 1), round);
    if (!is_number && word != kHull)
      return wrong("after + a radius is expected, found " + io::in_quotes(rest.substr(plus + 1)));
    if (is_number && round < 0) return wrong("the radius after + must be 0 or more");
    if (is_number) rest = rest.substr(0, plus);
  }
  Written written;
  if (word == kHull) {
    if (rest.empty()) return wrong("a file is expected");
    const Result<Mesh> mesh = read_mesh(std::string(rest), options);
    if (!mesh) return Error{mesh.error()};
    std::vector<Vec3d> corners;
    for (u32 i = 0; i < mesh->size(); ++i) {
      const Triangle t = mesh->triangle(i);
      corners.insert(corners.end(), {t.a, t.b, t.c});
    }
    Result<Polytope> hull = Polytope::make(corners);
    if (!hull) return wrong(hull.error());
    written.core = std::move(*hull);
  } else {
    const ShapeForm& form = *form_of(word);
    const std::size_t wanted = count_of(form.numbers), given = rest.empty() ? 0 : count_of(rest);
    if (given != wanted)
      return wrong("needs " + std::to_string(wanted) + (wanted == 1 ? " number (" : " numbers (") +
                   std::string(form.numbers) + "), found " + std::to_string(given));
    double numbers[9];
    for (std::size_t i = 0; i < wanted; ++i) {
      const std::string_view part = until_comma(rest);
      if (!number_of(part, numbers[i]))
        return wrong("number " + std::to_string(i + 1) + ": expected a number, found " + io::in_quotes(part));
      rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    written = form.made(numbers);
    // Tested here: a capsule becomes a segment, which is valid for any length.
    if (form.word == "capsule" && numbers[1] < 0) return wrong("a size is negative or not finite");
  }
  Result<Shape> shape =
      Shape::make(std::move(written.core), written.radius < 0 ? written.radius : written.radius + round);
  if (!shape) return wrong(shape.error());
  return shape;
}

std::vector<std::string> shape_names() {
  std::vector<std::string> out;
  for (const ShapeForm& form : kForms) out.emplace_back(form.word);
  out.emplace_back(kHull);
  return out;
}

std::string shape_words() {
  std::string out;
  for (const ShapeForm& form : kForms) out.append(form.word).append(":").append(form.numbers).append(", ");
  return out + "hull:FILE";
}

}  // namespace apart
