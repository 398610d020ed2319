#include <algorithm>
#include <apart/base/workers.hpp>
#include <apart/queries/closest.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <apart/world/distance_field.hpp>
#include <cmath>

namespace apart {
namespace {

Bounds box_of(const Model& model) {
  Bounds out;
  for (const Face& f : model.mesh().faces())
    for (u32 v : f) out.add(model.mesh().vertices()[v]);
  return out;
}

std::string why_no_solid(const Model& model) {
  if (model.mesh().empty()) return "the model is empty";
  if (!MeshTopology::of(model.mesh()).solid()) return "the model is not closed: it has no inside";
  return {};
}

// How many of a size fit into a length, at least one.
double fitting(double length, double size) { return larger(1.0, std::ceil(length / size)); }

}  // namespace

Result<DistanceField> DistanceField::make(const Model& model, const DistanceFieldOptions& options) {
  if (const std::string why = why_no_solid(model); !why.empty()) return Error{why};
  if (std::isnan(options.cell) || options.cell < 0 || std::isnan(options.band) || options.band < 0)
    return Error{"cell and band must be 0 or more"};
  DistanceField out;
  out.model_ = box_of(model);
  const double longest = largest(out.model_.size());
  if (!(longest > 0)) return Error{"the model has no size"};
  out.cell_ = options.cell > 0 ? options.cell : longest / 100;
  const double room = options.room >= 0 ? options.room : 2 * out.cell_, side = out.cell_ * kBlock;
  double count = 1;
  for (int k = 0; k < 3; ++k) {
    const double blocks = fitting(out.model_.size()[k] + 2 * room, side);
    count *= blocks;
    if (!(blocks < 1e6) || !(count * kValues < 0x1p31)) return Error{"the grid would have more than 2^31 values"};
    out.size_[static_cast<std::size_t>(k)] = static_cast<u32>(blocks);
    const double middle = out.model_.centre()[k];
    out.bounds_.low[k] = middle - 0.5 * blocks * side, out.bounds_.high[k] = middle + 0.5 * blocks * side;
  }
  out.blocks_.resize(static_cast<std::size_t>(count));
  const auto distance_at = [&](Vec3d p) { return closest(model, p, {.solid = true}).distance; };
  const auto low_of = [&](std::size_t i) {
    const std::size_t x = i % out.size_[0], y = i / out.size_[0] % out.size_[1], z = i / out.size_[0] / out.size_[1];
    return out.bounds_.low + side * Vec3d{double(x), double(y), double(z)};
  };
  const Workers workers(options.threads);
  const double half = 0.5 * side;
  workers.for_ranges(out.blocks_.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out.blocks_[i].middle = distance_at(low_of(i) + Vec3d{half, half, half});
  });
  u32 near = 0;
  for (Block& block : out.blocks_)  // some point of it may be in the band
    if (std::abs(block.middle) <= options.band + std::sqrt(3.0) * half * (1 + 1e-12)) block.values = near++ * kValues;
  out.values_.resize(std::size_t(near) * kValues);
  workers.for_ranges(out.blocks_.size(), 1, [&](std::size_t i, std::size_t) {
    const Block& block = out.blocks_[i];
    if (block.values == kFar) return;
    const Vec3d low = low_of(i);
    std::size_t at = block.values;
    for (u32 z = 0; z <= kBlock; ++z)
      for (u32 y = 0; y <= kBlock; ++y)
        for (u32 x = 0; x <= kBlock; ++x)
          out.values_[at++] = rounded<float>(distance_at(low + out.cell_ * Vec3d{double(x), double(y), double(z)}));
  });
  return out;
}

FieldDistance DistanceField::inside_grid(Vec3d point) const {
  std::size_t block = 0, stride = 1;
  u32 cell[3];
  double t[3];
  Vec3d middle = bounds_.low;
  for (int k = 0; k < 3; ++k) {
    const u32 blocks = size_[static_cast<std::size_t>(k)];
    const double along = (point[k] - bounds_.low[k]) / cell_;
    const double whole = lesser(larger(0.0, std::floor(along)), double(blocks * kBlock - 1));
    const u32 index = static_cast<u32>(whole), own = index / kBlock;
    cell[k] = index % kBlock;
    t[k] = lesser(1.0, larger(0.0, along - whole));
    block += stride * own, stride *= blocks;
    middle[k] += cell_ * kBlock * (own + 0.5);
  }
  const Block& b = blocks_[block];
  // Rounding of the distances, of their floats, and of places.
  const double rounding = 2e-7 * std::abs(b.middle) + 1e-6 * cell_ + 1e-14 * largest(abs(point));
  if (b.values == kFar) return {b.middle, length(point - middle) * (1 + 1e-12) + rounding, {}};
  const auto value = [&](u32 x, u32 y, u32 z) {
    return double(values_[b.values + ((cell[2] + z) * (kBlock + 1) + cell[1] + y) * (kBlock + 1) + cell[0] + x]);
  };
  FieldDistance out;
  double squares = 0;
  for (int k = 0; k < 3; ++k) squares += t[k] * (1 - t[k]);
  out.error = cell_ * std::sqrt(squares) + rounding;
  for (u32 corner = 0; corner < 8; ++corner) {
    const u32 bit[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
    double w[3], weight = 1;
    for (int k = 0; k < 3; ++k) w[k] = bit[k] ? t[k] : 1 - t[k], weight *= w[k];
    const double v = value(bit[0], bit[1], bit[2]);
    out.distance += weight * v;
    out.gradient +=
        v / cell_ *
        Vec3d{(bit[0] ? 1 : -1) * w[1] * w[2], (bit[1] ? 1 : -1) * w[0] * w[2], (bit[2] ? 1 : -1) * w[0] * w[1]};
  }
  return out;
}

FieldDistance DistanceField::at(Vec3d point) const {
  const Vec3d in = larger(bounds_.low, lesser(point, bounds_.high));
  FieldDistance out = inside_grid(in);
  const double away = length(point - in);
  if (!(away > 0)) return out;
  // Farther than the border by the way at most, and no nearer than the model's box.
  const Vec3d off = larger(larger(model_.low - point, point - model_.high), Vec3d{});
  const double high = out.distance + out.error + away * (1 + 1e-12);
  const double low = lesser(high, larger(out.distance - out.error - away, length(off) * (1 - 1e-12)));
  return {0.5 * low + 0.5 * high, (0.5 * high - 0.5 * low) * (1 + 1e-12), out.gradient};
}

Result<VoxelGrid> VoxelGrid::make(const Model& model, double cell, u32 threads) {
  if (const std::string why = why_no_solid(model); !why.empty()) return Error{why};
  if (!(cell > 0 && std::isfinite(cell))) return Error{"the cell must be more than 0"};
  VoxelGrid out;
  out.cell_ = cell;
  const Bounds box = box_of(model);
  double count = 1;
  for (int k = 0; k < 3; ++k) {
    const double cells = fitting(box.size()[k], cell) + 2;
    count *= cells;
    if (!(cells < 1e6) || !(count < 0x1p31)) return Error{"more than 2^31 voxels"};
    out.size_[static_cast<std::size_t>(k)] = static_cast<u32>(cells);
    out.low_[k] = box.centre()[k] - 0.5 * cells * cell;
  }
  out.kinds_.resize(static_cast<std::size_t>(count));
  const double reach = 0.5 * std::sqrt(3.0) * cell * (1 + 1e-9) + 1e-12 * largest(larger(abs(box.low), abs(box.high)));
  Workers(threads).for_ranges(out.kinds_.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t x = i % out.size_[0], y = i / out.size_[0] % out.size_[1], z = i / out.size_[0] / out.size_[1];
      const Vec3d middle = out.low_ + cell * Vec3d{double(x) + 0.5, double(y) + 0.5, double(z) + 0.5};
      const double d = closest(model, middle, {.solid = true}).distance;
      out.kinds_[i] = std::abs(d) <= reach ? Kind::surface : d < 0 ? Kind::inside : Kind::outside;
    }
  });
  return out;
}

VoxelGrid::Kind VoxelGrid::voxel(long x, long y, long z) const {
  if (x < 0 || y < 0 || z < 0 || x >= long(size_[0]) || y >= long(size_[1]) || z >= long(size_[2]))
    return Kind::outside;
  return kinds_[(std::size_t(z) * size_[1] + std::size_t(y)) * size_[0] + std::size_t(x)];
}

VoxelGrid::Kind VoxelGrid::at(Vec3d point) const {
  const Vec3d p = (point - low_) / cell_;
  if (!(largest(abs(p)) < 1e9)) return Kind::outside;
  return voxel(long(std::floor(p.x)), long(std::floor(p.y)), long(std::floor(p.z)));
}

// From voxel to voxel (Amanatides and Woo), in the part of the segment that is in the grid.
double VoxelGrid::first_hit(Vec3d from, Vec3d to) const {
  constexpr double none = 2;
  const Vec3d a = (from - low_) / cell_, way = (to - from) / cell_;
  if (!is_finite(a) || !is_finite(way)) return none;
  double enter = 0, leave = 1;
  for (int k = 0; k < 3; ++k) {
    const double size = size_[static_cast<std::size_t>(k)];
    if (way[k] == 0) {
      if (a[k] < 0 || a[k] > size) return none;
      continue;
    }
    const double s = (0 - a[k]) / way[k], t = (size - a[k]) / way[k];
    enter = larger(enter, lesser(s, t)), leave = lesser(leave, larger(s, t));
  }
  if (!(enter <= leave)) return none;
  const Vec3d p = a + enter * way;
  long at[3]{};
  double next[3]{}, step[3]{};  // where it leaves the voxel along each axis, and how far it is to the next
  for (int k = 0; k < 3; ++k) {
    const long last = long(size_[static_cast<std::size_t>(k)]) - 1;
    at[k] = std::clamp(long(std::floor(p[k])), 0L, last);
    step[k] = way[k] != 0 ? 1 / std::abs(way[k]) : Bounds::kInfinity;
    const double border = double(at[k]) + (way[k] > 0 ? 1 : 0);
    next[k] = way[k] != 0 ? (border - a[k]) / way[k] : Bounds::kInfinity;
  }
  for (double t = enter; t <= leave;) {
    if (voxel(at[0], at[1], at[2]) != Kind::outside) return lesser(1.0, larger(0.0, t));
    const int k = next[0] <= next[1] && next[0] <= next[2] ? 0 : next[1] <= next[2] ? 1 : 2;
    t = next[k], next[k] += step[k], at[k] += way[k] > 0 ? 1 : -1;
    if (at[k] < 0 || at[k] >= long(size_[static_cast<std::size_t>(k)])) break;
  }
  return none;
}

u64 VoxelGrid::count(Kind kind) const { return u64(std::count(kinds_.begin(), kinds_.end(), kind)); }

}  // namespace apart
