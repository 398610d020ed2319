// A simulation, frame by frame: what apart simulate records.
#pragma once
#include <apart/world/simulation.hpp>

#include "cli/check/bodies.hpp"

namespace apart::cli {

struct SimulatedFrame {
  double time = 0;
  std::vector<Pose> poses;  // of all bodies
  std::vector<SimulatedContact> contacts;
  std::vector<BoxPair> candidates;  // of the broad phase
  double kinetic = 0, energy = 0;
};

struct SimulatedMotion {
  std::vector<SimulatedFrame> frames;  // the first is the start
  double rest_at = -1;                 // when all had come to rest; negative: they have not
  SimulationCounts counts;
  double skin = 0, step = 0;
  bool stopped = false;  // by Ctrl-C: it ends earlier
};

// The bodies when no scene is given: a wall of bricks, and a ball that flies at it.
Bodies sample_scene();

// As a file for apart check --motion: JSON if the name ends so, else text. A body is named in the frames in which its
// pose is another than in the one before.
std::string motion_text(const SimulatedMotion& motion, const std::vector<AssemblyPart>& parts, bool json);

// The page of --html.
std::string simulation_page(const SimulatedMotion& motion, const Bodies& bodies, Vec3d gravity);

}  // namespace apart::cli
