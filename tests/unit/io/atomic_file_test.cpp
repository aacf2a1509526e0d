// A file is the old one or the new one, whole; a failure says which file and why, and leaves nothing.
#include "io/atomic_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <cstring>

#include "base/errors.h"
#include "io/descriptor.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

// A disk with room for so many bytes: longer files fail in the middle of a write.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    previous_handler_ = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &previous_);
    rlimit limit = previous_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &previous_);
    signal(SIGXFSZ, previous_handler_);
  }

 private:
  rlimit previous_{};
  void (*previous_handler_)(int);
};

template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error";
}

TEST(AtomicFile, ReplacesTheWholeFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  write_atomically(folder / "a", std::string(5000, 'x'));
  write_atomically(folder / "a", "short");
  EXPECT_EQ(contents(folder / "a"), "short");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, IsPutTogetherFromPiecesInAnyOrder) {
  const TemporaryFolder folder;
  const auto piece = [](const char* text) { return std::as_bytes(std::span(text, std::strlen(text))); };
  write_atomically(folder / "a", [&](const PutBytes& put) {
    put(6, piece("pieces"));
    put(0, piece("of two"));
  });
  EXPECT_EQ(contents(folder / "a"), "of twopieces");
  // One that fails leaves the file that was there.
  const std::string error = error_of([&] {
    write_atomically(folder / "a", [&](const PutBytes& put) {
      put(0, piece("half of"));
      throw RunError("no more");
    });
  });
  EXPECT_EQ(error, "no more");
  EXPECT_EQ(contents(folder / "a"), "of twopieces");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  write_atomically(folder / "a", "old");
  std::string error;
  {
    const FileSizeLimit limit(10000);
    error = error_of([&] { write_atomically(folder / "a", std::string(20000, 'x')); });
  }
  EXPECT_NE(error.find((folder / "a").filename().string()), std::string::npos) << error;
  EXPECT_NE(error.find("File too large"), std::string::npos) << error;
  EXPECT_EQ(contents(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, RefusesFoldersDevicesAndPlacesThatAreNotThere) {
  const TemporaryFolder folder;
  overwrite(folder / "file", "a");
  EXPECT_NE(error_of([&] { write_atomically(folder.path(), "b"); }).find("directory"), std::string::npos);
  EXPECT_NE(error_of([&] { write_atomically("/dev/full", "b"); }).find("not a regular file"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_NE(error_of([&] { write_atomically(folder / "file/b", "b"); }).find("Not a directory"),
            std::string::npos);
  EXPECT_NE(error_of([&] { write_atomically(folder / "gone/b", "b"); }).find("No such file"),
            std::string::npos);
  EXPECT_NE(error_of([&] { make_folder(folder / "file/sub"); }).find("file/sub"), std::string::npos);
  EXPECT_EQ(contents(folder / "file"), "a");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, AnEmptyFileCanBeReadAndAFolderCannot) {
  const TemporaryFolder folder;
  overwrite(folder / "empty", "");
  EXPECT_EQ(file_content(folder / "empty"), "");
  EXPECT_EQ(file_content(folder.path()), std::nullopt);
  EXPECT_EQ(file_content(folder / "missing"), std::nullopt);
}

TEST(AtomicFile, DescriptorReportsAFullDevice) {
  Descriptor full("/dev/full", 1 /* O_WRONLY */, "write");
  const std::string text(100, 'x');
  const std::string error = error_of([&] { full.write_all(std::as_bytes(std::span(text))); });
  EXPECT_NE(error.find("No space left"), std::string::npos) << error;
}

TEST(AtomicFile, PathWithoutCommitLeavesTheOldFile) {
  const TemporaryFolder folder;
  overwrite(folder / "a", "old");
  {
    const AtomicPath path(folder / "a");
    overwrite(path.partial(), "half");
    EXPECT_EQ(contents(folder / "a"), "old");
  }
  EXPECT_EQ(contents(folder / "a"), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
  AtomicPath path(folder / "a");
  overwrite(path.partial(), "new");
  path.commit();
  EXPECT_EQ(contents(folder / "a"), "new");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, LeftoversOfAKilledRunAreRemovedAndNothingElse) {
  const TemporaryFolder folder;
  const AtomicPath path(folder / "a");
  overwrite(path.partial(), "half");
  for (const char* name : {".hidden", "b.part", "c"}) overwrite(folder / name, "kept");
  remove_partial_files(folder.path());
  EXPECT_EQ(files_in(folder.path()), 3u);
  EXPECT_FALSE(std::filesystem::exists(path.partial()));
  remove_partial_files(folder / "gone");
}

}  // namespace
}  // namespace scree
