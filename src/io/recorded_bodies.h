// The bodies of a recorded frame as flat lists of numbers: what a reader needs to put them back in place. The
// same lists are in trajectory/frame_NNNNNN.h5, and in vtk/bodies_NNNNNN.vtp as field data whose names
// begin with "body_".
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "state/state.h"

namespace scree {

struct RecordedBodies {
  std::vector<std::uint64_t> id;
  std::vector<std::uint32_t> group;
  std::vector<std::uint32_t> shape;  // index into State::shapes, which follow from the scene
  std::vector<std::uint32_t> free;   // 1, or 0 for bodies with a prescribed motion
  std::vector<double> scale;
  std::vector<double> mass;
  std::vector<double> radius;  // of the bounding sphere; half-space: 0
  std::vector<double> position;
  std::vector<double> orientation;  // w, x, y, z
  std::vector<double> velocity;
  std::vector<double> spin;
  std::vector<std::int32_t> image;  // crossings of the periodic box

  // The one list of them, each with its numbers per body.
  template <class Self, class Visit>
  static void for_each_list(Self& self, Visit&& visit) {
    visit("id", 1, self.id);
    visit("group", 1, self.group);
    visit("shape", 1, self.shape);
    visit("free", 1, self.free);
    visit("scale", 1, self.scale);
    visit("mass", 1, self.mass);
    visit("radius", 1, self.radius);
    visit("position", 3, self.position);
    visit("orientation", 4, self.orientation);
    visit("velocity", 3, self.velocity);
    visit("spin", 3, self.spin);
    visit("image", 3, self.image);
  }

  std::size_t size() const { return id.size(); }
};

RecordedBodies record_bodies(const State& state);
RecordedBodies record_bodies(const State& state, BodyIndex first, BodyIndex last);

// Puts them into a state built from the scene, in place of its bodies and contacts. RunError, with the name
// of the file, where they do not fit together or to the scene.
void place_bodies(const RecordedBodies& bodies, const std::filesystem::path& file, State& state);

// Throw RunError when there is no such file or it lacks a list.
RecordedBodies read_bodies_h5(const std::filesystem::path& file);
RecordedBodies read_bodies_vtp(const std::filesystem::path& file);

// Contacts with forces and normals, for a state whose bodies are those of the same frame.
void read_contacts_vtp(const std::filesystem::path& file, State& state);

}  // namespace scree
