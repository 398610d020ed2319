// Queries of moving vertices, faces and edges from files of rational numbers, with their answers.
#pragma once
#include <apart/motion/triangles/first_contact.hpp>
#include <string>
#include <vector>

namespace apart::lab {

struct CcdQuery {
  MovingPoint p[4];        // a vertex and a face, or two edges
  bool hit = false;        // the answer given with it
  double input_error = 0;  // how far a coordinate may be from the rational number that a double cannot represent
};

struct CcdSet {
  std::string name;  // its folder and file, as seen from the folder that was read
  bool edges = false;
  std::vector<CcdQuery> queries;
};

// Every *.csv file in a folder edge-edge or vertex-face, at any depth, in the order of their names. Eight rows are one
// query: numerator and denominator of x, y and z, then 1 or 0. Throws cli::BadInput, with the file and the line.
std::vector<CcdSet> read_ccd(const std::string& folder);

FirstContact answer(const CcdSet& set, const CcdQuery& query, double tolerance);

}  // namespace apart::lab
