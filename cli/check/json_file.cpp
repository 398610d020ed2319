// A SAX reader of nlohmann_json that records the line of every value.
#include "cli/check/json_file.hpp"

#include <algorithm>
#include <apart/io/bytes/source.hpp>
#include <cmath>
#include <iterator>

#include "cli/input.hpp"

namespace apart::cli {
namespace {

// The parser reports values without positions; these track how far it has read.
struct Reading {
  const char* counted;  // lines are counted up to here
  std::size_t line = 1;
  const char* end;  // of what has been read
};

struct WatchedByte {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  Reading* reading;

  reference operator*() const { return *at; }
  WatchedByte& operator++() {
    reading->end = ++at;
    return *this;
  }
  WatchedByte operator++(int) {
    const WatchedByte before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const WatchedByte& a, const WatchedByte& b) { return a.at == b.at; }
};

class NodeMaker final : public nlohmann::json_sax<nlohmann::json> {
 public:
  NodeMaker(const std::string& file, Reading& reading) : file_(file), reading_(reading) {}
  JsonNode root;

  bool null() override { return add(nullptr), true; }
  bool boolean(bool yes) override { return add(yes), true; }
  bool number_integer(number_integer_t n) override { return add(n), true; }
  bool number_unsigned(number_unsigned_t n) override { return add(n), true; }
  bool number_float(number_float_t x, const string_t&) override { return add(x), true; }
  bool string(string_t& text) override { return add(text), true; }
  bool binary(binary_t&) override { return false; }  // not in text
  bool key(string_t& name) override {
    std::vector<std::string>& keys = open_.back()->keys;
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) complain(io::in_quotes(name) + " is there twice");
    keys.push_back(name);
    return true;
  }
  bool start_object(std::size_t) override { return open(nlohmann::json::object()), true; }
  bool start_array(std::size_t) override { return open(nlohmann::json::array()), true; }
  bool end_object() override { return open_.pop_back(), true; }
  bool end_array() override { return open_.pop_back(), true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    std::string_view message = error.what();  // "[json.…] parse error at line 3, column 5: syntax error while …"
    message.remove_prefix(std::min(message.find("] ") + 2, message.size()));
    if (message.starts_with("parse error at line"))
      message.remove_prefix(std::min(message.find(": ") + 2, message.size()));
    complain(io::printable_name(message.substr(0, 200)));
  }

 private:
  // The line of the last byte read: a number ends where the next line begins.
  std::size_t line() {
    for (; reading_.counted + 1 < reading_.end; ++reading_.counted) reading_.line += *reading_.counted == '\n';
    return reading_.line;
  }
  [[noreturn]] void complain(const std::string& what) {
    throw BadInput(file_ + ":" + std::to_string(line()) + ": " + what);
  }
  JsonNode& add(nlohmann::json value) {
    JsonNode& node = open_.empty() ? root : open_.back()->items.emplace_back();
    node.line = line();
    node.value = std::move(value);
    return node;
  }
  void open(nlohmann::json kind) {
    constexpr std::size_t deepest = 32;
    if (open_.size() == deepest) complain("nested too deeply");
    open_.push_back(&add(std::move(kind)));
  }

  const std::string& file_;
  Reading& reading_;
  std::vector<JsonNode*> open_;  // stable: only the last one grows
};

const char* kind(const nlohmann::json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "true or false";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a text";
  return value.is_array() ? "a list" : "an object";
}

}  // namespace

JsonNode read_json(const std::string& file) {
  const std::string bytes = value_or_throw(io::file_bytes(file));
  const std::string name = io::printable_name(file);
  if (bytes.empty()) throw BadInput(name + ": empty file");
  const char *begin = bytes.data(), *end = begin + bytes.size();
  Reading reading{begin, 1, begin};
  NodeMaker maker(name, reading);
  nlohmann::json::sax_parse(WatchedByte{begin, &reading}, WatchedByte{end, &reading}, &maker);
  return std::move(maker.root);
}

std::string JsonAt::place() const {
  return io::printable_name(*file_) + ":" + std::to_string(node_->line) + (name_.empty() ? "" : ": " + name_);
}

void JsonAt::wrong(const std::string& what) const { throw BadInput(place() + ": " + what); }

JsonAt JsonAt::called(std::string name) const {
  JsonAt same = *this;
  same.name_ = std::move(name);
  return same;
}

JsonAt JsonAt::inside(std::size_t index, const std::string& name) const {
  JsonAt item = *this;
  item.node_ = &node_->items[index];
  if (!item.name_.empty() && name[0] != '[') item.name_ += ": ";
  item.name_ += name;
  return item;
}

const JsonNode& JsonAt::expect(bool is_so, const char* what) const {
  if (!is_so) wrong(std::string("expected ") + what + ", found " + kind(node_->value));
  return *node_;
}

std::optional<JsonAt> JsonAt::find(const char* key) const {
  const std::vector<std::string>& all = keys();
  const auto place = std::find(all.begin(), all.end(), key);
  if (place == all.end()) return std::nullopt;
  return inside(static_cast<std::size_t>(place - all.begin()), key);
}

JsonAt JsonAt::operator[](const char* key) const {
  const std::optional<JsonAt> found = find(key);
  if (!found) wrong(std::string("\"") + key + "\" is missing");
  return *found;
}

void JsonAt::only(std::initializer_list<const char*> known) const {
  for (std::size_t k = 0; k < keys().size(); ++k) {
    const std::string& key = keys()[k];
    if (std::any_of(known.begin(), known.end(), [&](const char* one) { return key == one; })) continue;
    std::string all;
    for (const char* one : known) all += (all.empty() ? "" : ", ") + std::string(one);
    JsonAt here = *this;
    here.node_ = &node_->items[k];
    here.wrong("unknown key " + io::in_quotes(key) + "; known are " + all);
  }
}

const std::vector<std::string>& JsonAt::keys() const { return expect(is_object(), "an object").keys; }

std::vector<JsonAt> JsonAt::items() const {
  const std::size_t count = expect(is_list(), "a list").items.size();
  std::vector<JsonAt> all;
  all.reserve(count);
  for (std::size_t k = 0; k < count; ++k) all.push_back(inside(k, "[" + std::to_string(k) + "]"));
  return all;
}

std::string JsonAt::text() const { return expect(is_text(), "a text").value.get<std::string>(); }
bool JsonAt::yes() const { return expect(node_->value.is_boolean(), "true or false").value.get<bool>(); }

double JsonAt::number() const {
  const double x = expect(node_->value.is_number(), "a number").value.get<double>();
  if (!std::isfinite(x)) wrong("the number is too large");
  return x;
}

double JsonAt::not_negative() const {
  const double x = number();
  if (x < 0) wrong("must be 0 or more, not " + node_->value.dump());
  return x;
}

std::vector<double> JsonAt::numbers() const {
  std::vector<double> all;
  for (const JsonAt& item : items()) all.push_back(item.number());
  return all;
}

}  // namespace apart::cli
