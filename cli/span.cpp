// apart span A B: how far apart are the farthest points of two models or shapes?
#include <apart/convex/span_shapes.hpp>
#include <apart/queries/shape_model.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"

namespace apart::cli {
namespace {

struct AskedSpan {
  PairOptions pair;
  Given abs_error, rel_error;

  SpanOptions read() const {
    SpanOptions out;
    if (abs_error) out.abs_error = not_negative("--abs-error", *abs_error);
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    return out;
  }
};

// Of models and shapes alike.
template <class Found>
std::string words_of_span(const Found& s) {
  if (s.status == Status::nothing) return "nothing to measure: a model is empty";
  if (!std::isfinite(s.distance)) return "without end";
  std::string words = "farthest points " + text(s.distance) + " apart";
  if (s.status == Status::within_error) words += ", at most " + text(s.at_most);
  return fmt::format("{}: {} and {}", words, text(s.on_a), text(s.on_b));
}

// JSON knows no infinity: what has no end has no "span".
template <class Found>
Json json_of_span(const Found& s) {
  Json out = Json::object();
  if (std::isfinite(s.distance)) {
    out["span"] = s.distance;
    if (s.status != Status::exact) out["at_most"] = s.at_most;
    out["on_a"] = to_json(s.on_a), out["on_b"] = to_json(s.on_b);
    if constexpr (std::is_same_v<Found, Span>) out["triangles"] = {s.triangle_a, s.triangle_b};
    if constexpr (std::is_same_v<Found, ShapeModelSpan>) out["triangle"] = s.triangle;
  }
  out["status"] = to_string(s.status);
  return out;
}

template <class A, class B>
Answer ask_span(const A& a, const Posed& at, const B& b, const SpanOptions& how) {
  if constexpr (std::is_same_v<A, Shape> && std::is_same_v<B, Shape>) {
    const ShapeSpan s = span(a, at, b);
    return {words_of_span(s), json_of_span(s)};
  } else {
    const auto s = span(a, at, b, how);
    return {words_of_span(s), json_of_span(s)};
  }
}

}  // namespace

void add_span(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand("span", "How far apart are the farthest points of two models or shapes?");
  auto options = std::make_shared<AskedSpan>();
  options->pair.add_to(*command);
  command->add_option("--abs-error", options->abs_error, "The answer may be this much too small")->type_name("E");
  command->add_option("--rel-error", options->rel_error, "The answer may be too small by this share of it")
      ->type_name("R");
  command->footer(
      "Points are in A's frame. With an error allowed, the truth lies between the two numbers that are printed.\n"
      "Examples:\n"
      "  apart span gear.stl gear.stl           the diameter of a model\n"
      "  apart span gear.stl shaft.stl --rel-error 0.01 --json");
  command->callback([options, &action] {
    action = [options] {
      const SpanOptions how = options->read();
      const Subjects pair = read_subjects(options->pair);
      std::visit([&](const auto& a,
                     const auto& b) { for_each_pose(pair, [&](const Posed& at) { return ask_span(a, at, b, how); }); },
                 pair.a, pair.b);
      return answered;
    };
  });
}

}  // namespace apart::cli
