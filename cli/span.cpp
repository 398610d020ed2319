// apart span A B: the maximum distance between points of two models or shapes.
#include <apart/queries/norms.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/each_pose.hpp"
#include "cli/shape_help.hpp"

namespace apart::cli {
namespace {

struct SpanCommand {
  PairOptions pair;
  Given abs_error, rel_error, norm;

  SpanOptions read() const {
    SpanOptions out;
    if (abs_error) out.abs_error = not_negative("--abs-error", *abs_error);
    if (rel_error) out.rel_error = not_negative("--rel-error", *rel_error);
    return out;
  }
};

std::string in_words(const Span& s) {
  if (s.status == Status::nothing) return "nothing to measure: a model is empty";
  if (!std::isfinite(s.distance)) return "without end";
  std::string words = "farthest points " + readable(s.distance) + " apart";
  if (s.status == Status::within_error) words += ", at most " + readable(s.at_most);
  return words + ": " + readable(s.on_a, s.on_b);
}

// JSON has no infinity: an infinite span is left out.
template <class A, class B>
Json as_json(const Span& s) {
  Json out = Json::object();
  if (std::isfinite(s.distance)) {
    out["span"] = s.distance;
    if (s.status != Status::exact) out["at_most"] = s.at_most;
    out["on_a"] = to_json(s.on_a), out["on_b"] = to_json(s.on_b);
    if constexpr (kIsModel<A> || kIsModel<B>) add_triangles<A, B>(out, s);
  }
  out["status"] = to_string(s.status);
  return out;
}

template <class A, class B>
Answer report_span(const A& a, const Pose& at, const B& b, Norm norm, const SpanOptions& how) {
  Span s;
  if constexpr (kIsModel<A> && kIsModel<B>)
    s = span(a, at, b, norm, how);
  else
    s = span(a, at, b, how);
  if (is_invalid(s.status)) return invalid_answer();
  return {in_words(s), as_json<A, B>(s)};
}

constexpr CsvColumn kSpanColumns[] = {{"pose", "/pose"},
                                      {"span", "/span"},
                                      {"at_most", "/at_most"},
                                      {"ax", "/on_a/0"},
                                      {"ay", "/on_a/1"},
                                      {"az", "/on_a/2"},
                                      {"bx", "/on_b/0"},
                                      {"by", "/on_b/1"},
                                      {"bz", "/on_b/2"},
                                      {"triangle_a", "/triangles/0"},
                                      {"triangle_b", "/triangles/1"},
                                      {"status", "/status"}};

Exit run_span(const SpanCommand& options) {
  const SpanOptions how = options.read();
  const Norm norm = read_norm(options.norm);
  const GeometryPair pair = read_geometries(options.pair);
  require_meshes_for(norm, pair, options.pair);
  return std::visit(
      [&](const auto& a, const auto& b) {
        return for_each_pose(pair, {kSpanColumns}, [&](const Pose& at) { return report_span(a, at, b, norm, how); });
      },
      pair.a, pair.b);
}

}  // namespace

void add_span(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("span", "Maximum distance between points of A and B; of a model and itself, its diameter");
  auto options = std::make_shared<SpanCommand>();
  options->pair.add_to(*command);
  command
      ->add_option("--abs-error", options->abs_error, "Permitted absolute error: the span may be this much too small")
      ->type_name("E");
  command
      ->add_option("--rel-error", options->rel_error,
                   "Permitted relative error: the span may be too small by this fraction")
      ->type_name("R");
  add_norm_to(*command, options->norm);
  command->footer(with_shapes(
      "Points are in A's frame. With an error allowed, the exact value lies between the two numbers that are printed.\n"
      "Examples:\n"
      "  apart span gear.stl gear.stl           the diameter of a model\n"
      "  apart span gear.stl shaft.stl --rel-error 0.01 --json"));
  command->callback([options, &action] { action = [options] { return run_span(*options); }; });
}

}  // namespace apart::cli
