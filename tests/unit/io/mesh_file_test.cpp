// Mesh files are read whatever they look like, written so that they read back, and refused with the place.
#include "io/mesh/mesh_file.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/rng.h"
#include "unit/geometry/mesh_test_shapes.h"

namespace scree {
namespace {

// A tetrahedron with a right angle: volume 1/6.
const Mesh tetrahedron{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};

const std::string obj_text =
    "# a tetrahedron\no corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
const std::string off_text = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";
const std::string ply_head =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n"
    "property list uchar int vertex_indices\nend_header\n";
const std::string ply_text =
    "ply\nformat ascii 1.0\n" + ply_head + "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n";

template <class T>
void put(std::string& out, T value, bool big = false) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  for (std::size_t k = 0; k < sizeof(T); ++k) out += bytes[big ? sizeof(T) - 1 - k : k];
}

std::string ply_binary(bool big) {
  std::string out = std::string("ply\nformat ") + (big ? "binary_big_endian" : "binary_little_endian") +
                    " 1.0\n" + ply_head;
  for (const Vec3& v : tetrahedron.vertices)
    for (int k = 0; k < 3; ++k) put(out, static_cast<float>(v[k]), big);
  for (const Triangle& t : tetrahedron.triangles) {
    out += '\3';
    for (const std::uint32_t v : t) put(out, static_cast<std::int32_t>(v), big);
  }
  return out;
}

std::string stl_text(const Mesh& mesh = tetrahedron) {
  std::string out = "solid corner\n";
  for (const Triangle& t : mesh.triangles) {
    out += "facet normal 0 0 0\nouter loop\n";
    for (const std::uint32_t v : t) {
      out += "vertex";
      for (int k = 0; k < 3; ++k) out += ' ' + std::to_string(mesh.vertices[v][k]);
      out += '\n';
    }
    out += "endloop\nendfacet\n";
  }
  return out + "endsolid corner\n";
}

std::string stl_binary(const Mesh& mesh = tetrahedron) {
  std::string out(80, ' ');
  put(out, static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Triangle& t : mesh.triangles) {
    out.append(12, '\0');
    for (const std::uint32_t v : t)
      for (int k = 0; k < 3; ++k) put(out, static_cast<float>(mesh.vertices[v][k]));
    out.append(2, '\0');
  }
  return out;
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), with);
}

std::string all_replaced(std::string text, const std::string& old, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(old, at)) != std::string::npos; at += with.size())
    text.replace(at, old.size(), with);
  return text;
}

// The file is the tetrahedron, whatever the numbers of its vertices.
void expect_tetrahedron(const std::string& content, const std::string& name) {
  MeshNotes notes;
  const Expected<Mesh> mesh = parse_mesh(content, name, notes);
  ASSERT_TRUE(mesh) << mesh.error();
  const MeshReport report = inspect(*mesh);
  EXPECT_TRUE(report.sound()) << name;
  EXPECT_EQ(report.vertices, 4u);
  EXPECT_NEAR(*report.volume, 1.0 / 6, 1e-15);
  EXPECT_NEAR((*report.centroid - Vec3(0.25, 0.25, 0.25)).norm(), 0, 1e-15);
}

std::string error_of(const std::string& content, const std::string& name) {
  MeshNotes notes;
  return parse_mesh(content, name, notes).error();
}

MeshNotes notes_of(const std::string& content, const std::string& name) {
  MeshNotes notes;
  const Expected<Mesh> mesh = parse_mesh(content, name, notes);
  EXPECT_TRUE(mesh) << mesh.error();
  return notes;
}

TEST(mesh_files, of_every_format_give_the_same_solid) {
  expect_tetrahedron(obj_text, "a.obj");
  expect_tetrahedron(off_text, "a.off");
  expect_tetrahedron(ply_text, "a.ply");
  expect_tetrahedron(ply_binary(false), "a.ply");
  expect_tetrahedron(ply_binary(true), "a.ply");
  expect_tetrahedron(stl_text(), "a.stl");
  expect_tetrahedron(stl_binary(), "a.stl");
}

TEST(mesh_files, are_known_by_their_content_whatever_their_name) {
  for (const char* name : {"a", "a.mesh", "a.STL", "a.Obj", "a.off", "a.ply"}) {
    for (const std::string& content :
         {obj_text, off_text, ply_text, ply_binary(true), stl_text(), stl_binary()})
      expect_tetrahedron(content, name);
  }
  EXPECT_EQ(notes_of(obj_text, "a.stl").warnings,
            std::vector<std::string>{"the name ends in .stl, but the content is OBJ"});
  EXPECT_TRUE(notes_of(obj_text, "a.OBJ").warnings.empty());
}

TEST(mesh_files, of_text_may_have_any_line_ends_blanks_and_marks) {
  for (const auto& [content, name] :
       {std::pair(obj_text, "a.obj"), {off_text, "a.off"}, {ply_text, "a.ply"}, {stl_text(), "a.stl"}}) {
    expect_tetrahedron(all_replaced(content, "\n", "\r\n"), name);
    expect_tetrahedron(all_replaced(content, "\n", "\r"), name);
    expect_tetrahedron(all_replaced(content, " ", " \t "), name);
    expect_tetrahedron("\xef\xbb\xbf" + content, name);
    expect_tetrahedron(content.substr(0, content.size() - 1), name);
    expect_tetrahedron(content + "\n \n\t\n", name);
  }
  for (const bool big : {false, true}) {
    const std::string content = ply_binary(big);
    const std::size_t end = content.find("end_header\n") + 11;
    expect_tetrahedron(all_replaced(content.substr(0, end), "\n", "\r\n") + content.substr(end), "a.ply");
    expect_tetrahedron(all_replaced(content.substr(0, end), "\n", "\r") + content.substr(end), "a.ply");
  }
}

TEST(obj, knows_its_ways_of_writing_a_corner) {
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f 1/1 3/7 2/2"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f 1//1 3//-1 2//2"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f 1/2/3 3// 2"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f -4 -2 -3"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f 1 \\\n 3 \\\r\n 2"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "f 1 3 2", "f 1 3\\\n 2"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "v 0 0 0", "v +0 -0.0 0e5 1.0 # the corner"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "v 1 0 0", "v 1 0 0 0.5 0.5 0.5"), "a.obj");
  expect_tetrahedron(replaced(obj_text, "v 1 0 0", "v 1 1e-400 0.0"), "a.obj");
  expect_tetrahedron(obj_text.substr(obj_text.find("f 1")) + obj_text.substr(0, obj_text.find("f 1")),
                     "a.obj");
  const MeshNotes notes = notes_of(obj_text + "g a b\nl 1 2\np 1\nvn 0 0 1\nusemtl red\ns off\n", "a.obj");
  EXPECT_EQ(notes.names, (std::vector<std::string>{"corner", "a b"}));
  EXPECT_EQ(notes.warnings, std::vector<std::string>{"2 points, lines, curves or surfaces are left out"});
}

TEST(stl, of_text_may_be_in_capitals_in_one_line_and_without_normals) {
  std::string loud = stl_text();
  for (char& c : loud) c = static_cast<char>(std::toupper(c));
  expect_tetrahedron(loud, "a.stl");
  const std::string text = stl_text();
  expect_tetrahedron("solid\n" + all_replaced(text.substr(text.find("facet")), "\n", " "), "a.stl");
  expect_tetrahedron(all_replaced(text, "facet normal 0 0 0\n", "facet "), "a.stl");
  EXPECT_EQ(notes_of(replaced(text, "normal 0 0 0", "normal nan -nan(ind) inf"), "a.stl").warnings,
            std::vector<std::string>{"1 normal is not finite; normals are not used"});
  EXPECT_EQ(notes_of(replaced(text, "normal 0 0 0", "normal 0 0 1"), "a.stl").warnings,
            std::vector<std::string>{"1 normal is against the order of the corners; the order counts"});
  EXPECT_EQ(notes_of(replaced(text, "endsolid corner\n", ""), "a.stl").warnings,
            std::vector<std::string>{"the last 'endsolid' is missing; the file may be cut off"});
}

TEST(stl, that_is_binary_is_known_by_its_length_even_when_it_says_solid) {
  std::string content = stl_binary();
  content.replace(0, 5, "solid");
  expect_tetrahedron(content, "a.stl");
  EXPECT_EQ(
      notes_of(content, "a.stl").warnings,
      std::vector<std::string>{"the header says 'solid', as in an STL file of text, but the file is binary"});
  EXPECT_EQ(notes_of(stl_binary() + "tail", "a.stl").warnings,
            std::vector<std::string>{"4 bytes after the last triangle are ignored"});
  content = stl_binary();
  content.replace(0, 3, "\xef\xbb\xbf");  // no byte order mark here
  expect_tetrahedron(content, "a.stl");
}

TEST(ply, may_hold_more_than_it_must) {
  std::string text = replaced(ply_text, "property float x",
                              "property uchar red\nproperty list uchar float weights\nproperty double x");
  text = replaced(text, "0 0 0\n1 0 0\n0 1 0\n0 0 1\n",
                  "255 0 0 0 0\n1 2 0.5 0.5 1 0 0\n2 1 7 0 1 0\n3 0 0 0 1\n");
  text = replaced(text, "element face 4",
                  "element material 1\nproperty int n\nelement nothing 4000000000\nelement face 4");
  text = replaced(text, "3 0 2 1", "17\n3 0 2 1");
  text = replaced(text, "vertex_indices", "vertex_index");
  expect_tetrahedron(text, "a.ply");
  EXPECT_EQ(notes_of(ply_text + "more\n", "a.ply").warnings,
            std::vector<std::string>{"line 18 and what follows ignored"});
  EXPECT_EQ(notes_of(ply_binary(true) + "more", "a.ply").warnings,
            std::vector<std::string>{"4 bytes after the last element ignored"});
}

TEST(off, may_have_colours_comments_and_its_numbers_beside_the_keyword) {
  expect_tetrahedron(replaced(off_text, "OFF\n4 4 6", "OFF 4 4 6 # counts"), "a.off");
  expect_tetrahedron(replaced(replaced(off_text, "OFF", "COFF"), "1 0 0\n", "1 0 0 255 0 0 255\n"), "a.off");
  expect_tetrahedron(replaced(replaced(off_text, "OFF", "NOFF"), "1 0 0\n", "1 0 0 0 0 1\n"), "a.off");
  expect_tetrahedron(replaced(off_text, "OFF", "STCNOFF"), "a.off");
  expect_tetrahedron(replaced(off_text, "3 0 2 1", "# a face\n\n3 0 2 1 0.5 0.5 0.5"), "a.off");
  expect_tetrahedron(replaced(off_text, "4 4 6", "4 4"), "a.off");
  expect_tetrahedron(off_text.substr(4), "a.off");  // without the keyword: the suffix says so
  EXPECT_NE(error_of(off_text.substr(4), "a.txt"), "");
}

TEST(polygons, are_cut_into_fans) {
  const std::string cube_text =
      "OFF\n8 6 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n4 3 2 1 0\n4 4 5 6 7\n4 0 1 5 4\n"
      "4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
  MeshNotes notes;
  const Expected<Mesh> mesh = parse_mesh(cube_text, "a.off", notes);
  ASSERT_TRUE(mesh);
  EXPECT_EQ((*mesh).triangles.size(), 12u);
  EXPECT_EQ(notes.polygons, 6u);
  EXPECT_TRUE(inspect(*mesh).sound());
}

TEST(broken_files, are_refused_with_the_line) {
  EXPECT_EQ(error_of(replaced(obj_text, "f 2 3 4", "f 2 3 9"), "a.obj"),
            "a.obj:9: a face with vertex 9, but there are 4");
  EXPECT_EQ(error_of(replaced(obj_text, "f 2 3 4", "f 2 3 -5"), "a.obj"),
            "a.obj:9: a face with vertex -5, but there are 4 so far");
  EXPECT_EQ(error_of(replaced(ply_text, "3 1 2 3", "3 1 2 4"), "a.ply"),
            "a.ply:16: a face with vertex 4; there are 4, counted from 0");
  EXPECT_EQ(error_of(replaced(off_text, "3 1 2 3", "3 1 2"), "a.off"),
            "a.off:9: a face of 3 corners with 2 vertices");
}

TEST(every_length_of_every_file, is_refused_or_read_without_harm) {
  for (const auto& [content, name] : {std::pair(obj_text, "a.obj"),
                                      {off_text, "a.off"},
                                      {ply_text, "a.ply"},
                                      {ply_binary(false), "a.ply"},
                                      {ply_binary(true), "a.ply"},
                                      {stl_text(), "a.stl"},
                                      {stl_binary(), "a.stl"}})
    for (std::size_t length = 0; length < content.size(); ++length) {
      MeshNotes notes;
      const Expected<Mesh> mesh = parse_mesh(std::string_view(content).substr(0, length), name, notes);
      if (mesh)
        inspect(*mesh);
      else
        EXPECT_TRUE(mesh.error().starts_with(name)) << mesh.error();
    }
}

// Bytes changed at random; half of the time to something that means a lot in one of the formats.
std::string mutated(std::string content, Rng& rng) {
  static const std::vector<std::string> words = {
      "-1",   "0",     "nan",  "1e308", "4294967295", "9223372036854775808",
      "\n",   "\r",    "\\\n", "/",     "#",          "list",
      "\xff", "solid", "f ",   "v ",    "3 ",         "1e-320"};
  const std::uint64_t changes = 1 + rng.below(2);
  for (std::uint64_t n = 0; n < changes && !content.empty(); ++n) {
    const std::size_t at = rng.below(content.size());
    switch (rng.below(5)) {
      case 0: content[at] = static_cast<char>(rng.below(256)); break;
      case 1: content[at] = static_cast<char>(content[at] ^ static_cast<char>(1u << rng.below(8))); break;
      case 2: content.insert(at, words[rng.below(words.size())]); break;
      case 3: content.erase(at, 1 + rng.below(12)); break;
      default: content.replace(at, 1, words[rng.below(words.size())]);
    }
  }
  return content;
}

TEST(thousands_of_changed_files, are_refused_or_read_without_harm) {
  const Mesh two = [] {
    Mesh mesh = cube();
    append(mesh, tetrahedron);
    return mesh;
  }();
  const std::vector<std::pair<std::string, std::string>> originals = {
      {obj_text, "a.obj"},          {off_text, "a.off"},         {ply_text, "a.ply"},
      {ply_binary(false), "a.ply"}, {ply_binary(true), "a.ply"}, {stl_text(two), "a.stl"},
      {stl_binary(two), "a.stl"}};
  Rng rng(77);
  std::size_t read = 0, refused = 0;
  for (int round = 0; round < 2000; ++round)
    for (const auto& [content, name] : originals) {
      MeshNotes notes;
      const Expected<Mesh> mesh = parse_mesh(mutated(content, rng), name, notes);
      if (!mesh) {
        ++refused;
        EXPECT_TRUE(mesh.error().starts_with(name)) << mesh.error();
        continue;
      }
      ++read;
      inspect(*mesh);
      const Repaired repaired = repair(*mesh);
      if (!repaired.mesh.triangles.empty()) inspect(repaired.mesh);
    }
  // Both happen often, or the test would test nothing.
  EXPECT_GT(read, 2000u);
  EXPECT_GT(refused, 2000u);
}

class written_meshes : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("scree_mesh_test_" + std::to_string(::getpid()));
};

TEST_F(written_meshes, read_back_to_the_last_bit) {
  Mesh mesh = ring(7, 5, 2, 0.3);
  for (Vec3& v : mesh.vertices) v *= 1.0 / 3;
  for (const char* name : {"a.obj", "a.off", "a.ply", "A.PLY"}) {
    write_mesh(folder_ / name, mesh);
    const Expected<Mesh> back = read_mesh(folder_ / name);
    ASSERT_TRUE(back) << back.error();
    EXPECT_EQ((*back).vertices, mesh.vertices) << name;
    EXPECT_EQ((*back).triangles, mesh.triangles) << name;
  }
}

TEST_F(written_meshes, as_stl_keep_seven_digits) {
  const Mesh mesh = ring(7, 5, 2, 0.3);
  write_mesh(folder_ / "a.stl", mesh);
  MeshNotes notes;
  const Expected<Mesh> back = read_mesh(folder_ / "a.stl", notes);
  ASSERT_TRUE(back) << back.error();
  EXPECT_TRUE(notes.warnings.empty());
  EXPECT_EQ(notes.encoding, "binary");
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_LT(((*back).vertices[3 * i + k] - mesh.vertices[mesh.triangles[i][k]]).norm(), 2.3 * 6e-8 * 2);
  EXPECT_TRUE(inspect(*back).sound());
}

TEST_F(written_meshes, have_a_known_suffix) {
  EXPECT_THROW(write_mesh(folder_ / "a.gltf", tetrahedron), InputError);
  EXPECT_THROW(check_mesh_suffix("a"), InputError);
  EXPECT_NO_THROW(check_mesh_suffix("a.STL"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

}  // namespace
}  // namespace scree
