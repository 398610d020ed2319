// Shapes as text, in place of a file's name: box:1,2,3 or sphere:0.5, and box:1,2,3+0.1 to round it.
#pragma once
#include <apart/io/read.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

// Does it begin with a shape's name and a colon? A file of such a name can be written as ./box:1
bool is_shape_text(std::string_view text);

// The notation of shape_words(); errors name the text and the wrong number. A hull is that of a file's triangles, read
// with the options, which do not affect other shapes.
Result<Shape> parse_shape(std::string_view text, const ReadOptions& options = {});

std::vector<std::string> shape_names();  // "point", …, "hull"

// All shapes that can be written: "point:X,Y,Z, …, hull:FILE".
std::string shape_words();

}  // namespace apart
