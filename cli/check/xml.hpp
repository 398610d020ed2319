// Text in XML.
#pragma once
#include <string>
#include <string_view>

namespace apart::cli {

// As XML 1.0 allows it, in elements and in attributes: marks are escaped, and bytes that are no character of XML, or no
// UTF-8, become U+FFFD. What is blank reads "(unnamed)", since readers refuse elements without content.
std::string xml_text(std::string_view text);

// <name>text</name>
std::string xml_element(std::string_view name, std::string_view text);

}  // namespace apart::cli
