// Reads an external JSON file such that every error message names the line.
#pragma once
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace apart::cli {

struct JsonNode {
  std::size_t line = 0;
  nlohmann::json value;           // a scalar; for a list or an object only its type
  std::vector<std::string> keys;  // of an object
  std::vector<JsonNode> items;    // of a list or an object
};

// Throws BadInput when the file cannot be read or is not JSON.
JsonNode read_json(const std::string& file);

// A position in such a file. A missing value or one of the wrong type throws BadInput: "scene.json:12: body "pump":
// pose: expected a list, found a text".
class JsonAt {
 public:
  JsonAt(const std::string& file, const JsonNode& node) : file_(&file), node_(&node) {}

  std::string place() const;  // "scene.json:12: body "pump": pose"
  [[noreturn]] void wrong(const std::string& what) const;

  JsonAt called(std::string name) const;  // the name of this position in error messages, also of those inside it
  JsonAt operator[](const char* key) const;
  std::optional<JsonAt> find(const char* key) const;
  void only(std::initializer_list<const char*> known) const;  // reports misspelt keys

  bool is_object() const { return node_->value.is_object(); }
  bool is_list() const { return node_->value.is_array(); }
  bool is_text() const { return node_->value.is_string(); }
  const std::vector<std::string>& keys() const;
  std::vector<JsonAt> items() const;  // of a list
  std::string text() const;
  bool yes() const;
  double number() const;
  double not_negative() const;
  std::vector<double> numbers() const;

 private:
  JsonAt inside(std::size_t index, const std::string& name) const;
  const JsonNode& expect(bool is_so, const char* what) const;

  const std::string* file_;
  const JsonNode* node_;
  std::string name_ = {};
};

}  // namespace apart::cli
