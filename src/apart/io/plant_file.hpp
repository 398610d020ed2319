// Writes a plant (hierarchy/saved/plant_bytes.hpp) model by model. Each is given back as a model that lies in the file:
// only what is used of it takes memory, and that can be taken back at any time.
//
//   PlantFile file = PlantFile::create("plant.apart").value();
//   Model in_file = file.add(model).value();              // `model` may go
//   file.finish(saved);                                   // bodies whose models are those that add() gave
#pragma once
#include <apart/hierarchy/saved.hpp>
#include <memory>
#include <string>

namespace apart::io {

class PlantFile {
 public:
  // Writes beside `path`, which is replaced by finish(). A file that is not finished is removed.
  static Result<PlantFile> create(const std::string& path);
  // One that never gets a name, in this folder: a place for models outside of memory.
  static Result<PlantFile> unnamed(const std::string& folder);
  ~PlantFile();
  PlantFile(PlantFile&&) noexcept;
  PlantFile& operator=(PlantFile&&) noexcept;

  // Computes closed(), if it is not known. For one with the same bytes as another, that other is returned.
  Result<Model> add(const Model& model);
  // Returns the number of bytes. Models that add() did not give are added.
  Result<std::size_t> finish(const SavedBodies& saved);

 private:
  struct State;
  explicit PlantFile(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace apart::io
