// Validates JSON against the part of JSON Schema that our schemas use; a keyword that is not known is an error, so that
// none is passed over.
#pragma once
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace apart::testing {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : schema_(std::move(schema)) {}

  // What is wrong and where; empty when nothing is.
  std::string problem(const nlohmann::json& value) const { return problem(schema_, value, "$"); }

  // The names of all properties that are described anywhere.
  std::set<std::string> keys() const {
    std::set<std::string> out;
    gather(schema_, out);
    return out;
  }

 private:
  using json = nlohmann::json;

  static bool has_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_number_integer();
    // Stricter than the standard: a length that happens to be whole is written with a point all the same.
    if (type == "number") return value.is_number_float();
    return false;
  }

  std::string problem(const json& schema, const json& value, const std::string& at) const {
    for (const auto& [keyword, rule] : schema.items()) {
      const std::string wrong = by_keyword(schema, keyword, rule, value, at);
      if (!wrong.empty()) return wrong;
    }
    return "";
  }

  std::string by_keyword(const json& schema, const std::string& keyword, const json& rule, const json& value,
                         const std::string& at) const {
    const auto wrong = [&](const std::string& what) { return at + ": " + what + ": " + value.dump().substr(0, 80); };
    if (keyword == "$schema" || keyword == "$defs" || keyword == "title" || keyword == "description") return "";
    if (keyword == "$ref") return problem(schema_.at(json::json_pointer(rule.get<std::string>().substr(1))), value, at);
    if (keyword == "type") {
      for (const json& type : rule.is_array() ? rule : json::array({rule}))
        if (has_type(value, type.get<std::string>())) return "";
      return wrong("is not of type " + rule.dump());
    }
    if (keyword == "const") return value == rule ? "" : wrong("is not " + rule.dump());
    if (keyword == "enum")
      return std::find(rule.begin(), rule.end(), value) != rule.end() ? "" : wrong("is none of " + rule.dump());
    if (keyword == "minimum") return !value.is_number() || value >= rule ? "" : wrong("is less than " + rule.dump());
    if (keyword == "maximum") return !value.is_number() || value <= rule ? "" : wrong("is more than " + rule.dump());
    if (keyword == "minItems") return value.size() >= rule.get<std::size_t>() ? "" : wrong("has too few items");
    if (keyword == "maxItems") return value.size() <= rule.get<std::size_t>() ? "" : wrong("has too many items");
    if (keyword == "required") {
      for (const json& key : rule)
        if (!value.contains(key.get<std::string>())) return wrong("lacks " + key.dump());
      return "";
    }
    if (keyword == "additionalProperties") {
      for (const auto& [key, item] : value.items())
        if (!schema.at("properties").contains(key)) return wrong("has \"" + key + "\", which is not described");
      return "";
    }
    if (keyword == "properties") {
      for (const auto& [key, of_key] : rule.items())
        if (value.contains(key))
          if (const std::string inside = problem(of_key, value.at(key), at + "." + key); !inside.empty()) return inside;
      return "";
    }
    if (keyword == "items") {
      for (std::size_t k = 0; k < value.size(); ++k)
        if (const std::string inside = problem(rule, value[k], at + "[" + std::to_string(k) + "]"); !inside.empty())
          return inside;
      return "";
    }
    return at + ": the schema has a keyword that is not known: " + keyword;
  }

  static void gather(const json& schema, std::set<std::string>& out) {
    if (!schema.is_structured()) return;
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "properties" && rule.is_object())
        for (const auto& [key, of_key] : rule.items()) out.insert(key);
      gather(rule, out);
    }
  }

  nlohmann::json schema_;
};

}  // namespace apart::testing
