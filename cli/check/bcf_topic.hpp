// One finding as a BCF topic: title, description, bodies and viewpoint.
#pragma once
#include "cli/check/bcf.hpp"
#include "cli/check/snapshot.hpp"

namespace apart::cli {

constexpr const char* kXmlHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* kBcfAuthor = "apart check";

class BcfTopic {
 public:
  BcfTopic(const Report& report, std::size_t pair, BcfVersion version);

  static std::vector<std::string> types() { return {"Clash", "Clearance", "Contact"}; }
  static std::vector<std::string> statuses() { return {"Open", "In Progress", "Closed"}; }
  static std::vector<std::string> priorities() { return {"High", "Normal", "Low"}; }

  std::string guid() const;
  std::vector<std::string> labels() const;  // state and groups
  std::string viewpoint(const render::Camera& camera) const;
  std::string markup(const render::Camera& camera) const;

 private:
  const char* type() const;
  const char* priority() const;
  std::string title() const;
  std::string description() const;
  std::string header() const;
  std::string view_guid(const render::Camera& camera) const;
  std::string view_body(const render::Camera& camera) const;
  std::string component(u32 part) const;
  std::string point(const char* name, Vec3d p) const;
  bool alone() const { return pair_.a == pair_.b; }
  bool new_style() const { return version_ == BcfVersion::v3_0; }

  const Report& report_;
  const PairReport& pair_;
  const std::string& id_;
  std::size_t number_;
  BcfVersion version_;
  std::optional<double> metres_;  // per unit of the report
};

}  // namespace apart::cli
