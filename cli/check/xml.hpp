// Escaping of text for XML.
#pragma once
#include <string>
#include <string_view>

namespace apart::cli {

// Valid in elements and attributes of XML 1.0: special characters are escaped, and bytes that are no XML character or
// no UTF-8 become U+FFFD. Blank text becomes "(unnamed)", since readers reject empty elements.
std::string xml_text(std::string_view text);

// <name>text</name>
std::string xml_element(std::string_view name, std::string_view text);

}  // namespace apart::cli
