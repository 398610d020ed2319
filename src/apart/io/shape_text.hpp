// Shapes as text, written where a file could be named: box:1,2,3 or sphere:0.5, and box:1,2,3+0.1 to round it.
#pragma once
#include <apart/io/read.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

// Does it begin with the word of a shape and a colon? A file of such a name is written ./box:1
bool is_shape_text(std::string_view text);

// Words and numbers as in shape_words(); errors name the text and which number is wrong. A hull is that of a file's
// triangles, read as the options say; they do not touch any other shape.
Result<Shape> parse_shape(std::string_view text, const ReadOptions& options = {});

std::vector<std::string> shape_names();  // "point", …, "hull"

// All shapes that can be written: "point:X,Y,Z, …, hull:FILE".
std::string shape_words();

}  // namespace apart
