// A checkpoint brings back every bit; a damaged one is never taken for a whole one.
#include "io/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include "base/errors.h"
#include "io/sealed_file.h"
#include "unit/io/sample.h"

namespace scree {
namespace {

TEST(Checkpoint, BringsBackEveryBit) {
  for (const std::size_t spheres : {0u, 1u, 300u}) {
    const TemporaryFolder folder;
    const State saved = sample_state(1, spheres);
    const RunProgress progress = sample_progress();
    save_checkpoint(folder.path(), saved, progress);
    State loaded = sample_scene();
    RunProgress loaded_progress;
    const LoadedCheckpoint result = load_newest(folder.path(), loaded, loaded_progress);
    EXPECT_TRUE(result.warnings.empty());
    EXPECT_EQ(all_bits(loaded), all_bits(saved));
    EXPECT_EQ(loaded_progress, progress);
    EXPECT_EQ(loaded.contacts.load.size(), saved.contacts.size());
  }
}

TEST(Checkpoint, BringsBackWarnings) {
  for (const bool some : {true, false}) {
    const TemporaryFolder folder;
    State saved = sample_state(1);
    saved.taken_at_bounds = 5;
    if (some) {
      saved.warnings.note({{WarningCode::deep_overlap, 0.3, {4, 1}, {7, 2}}}, 3, 0.1);
      saved.warnings.note(
          {{WarningCode::inlet_blocked, 12, {}, {}, "a name"}, {WarningCode::energy_balance, 0.5}}, 4, 0.2);
    }
    save_checkpoint(folder.path(), saved, {});
    State loaded = sample_scene();
    loaded.warnings.note({{WarningCode::too_fast, 2}}, 0, 0);
    RunProgress progress;
    load_newest(folder.path(), loaded, progress);
    EXPECT_EQ(loaded.warnings.list(), saved.warnings.list());
    EXPECT_EQ(loaded.taken_at_bounds, 5u);
  }
}

TEST(Checkpoint, OneChangedBitAnywhereInTheStateIsKept) {
  const TemporaryFolder folder;
  State state = sample_state(1);
  const std::uint64_t before = all_bits(state);
  std::size_t columns = 0;
  const auto expect_kept_without_the_last_bit_of = [&](auto* end, const std::string& name) {
    ++columns;
    unsigned char* last = reinterpret_cast<unsigned char*>(end) - 1;
    *last ^= 1;
    State loaded = sample_scene();
    RunProgress progress;
    save_checkpoint(folder.path(), state, {});
    load_newest(folder.path(), loaded, progress);
    EXPECT_NE(all_bits(loaded), before) << name;
    EXPECT_EQ(all_bits(loaded), all_bits(state)) << name;
    *last ^= 1;
  };
  Bodies::for_each_column(state.bodies, [&](const char* name, auto& column) {
    if (std::string(name) == "id" || std::string(name) == "shape" || std::string(name) == "material" ||
        std::string(name) == "group" || std::string(name) == "drive")
      return;  // indices: checked when they are read
    expect_kept_without_the_last_bit_of(column.data() + column.size(), name);
  });
  for (const PlainColumn& column : state.bodies.stepper.plain())
    std::visit(
        [&](auto numbers) {
          expect_kept_without_the_last_bit_of(numbers.data() + numbers.size(), column.name);
        },
        column.numbers);
  EXPECT_GE(columns, 18u);
}

TEST(Checkpoint, FilesOfEqualStatesAreEqual) {
  const TemporaryFolder a, b;
  EXPECT_EQ(contents(save_checkpoint(a.path(), sample_state(1), sample_progress())),
            contents(save_checkpoint(b.path(), sample_state(1), sample_progress())));
}

TEST(Checkpoint, KeepsTheLastTwo) {
  const TemporaryFolder folder;
  for (const std::uint64_t step : {100u, 200u, 300u, 400u}) {
    State state = sample_state(1);
    state.clock.step = step;
    save_checkpoint(folder / "checkpoints", state, {});
  }
  EXPECT_EQ(files_in(folder / "checkpoints"), 2u);
  EXPECT_TRUE(std::filesystem::exists(folder / "checkpoints/step_000000000300.h5"));
  EXPECT_TRUE(std::filesystem::exists(folder / "checkpoints/step_000000000400.h5"));
}

TEST(Checkpoint, ADamagedOneIsNotKeptInPlaceOfAWholeOne) {
  const TemporaryFolder folder;
  State state = sample_state(1);
  for (const std::uint64_t step : {100u, 200u, 300u}) {
    if (step == 300) overwrite(folder / "step_000000000200.h5", "nothing");
    state.clock.step = step;
    save_checkpoint(folder.path(), state, {});
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "step_000000000100.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder / "step_000000000200.h5"));
}

// Bits flipped all over the file, and the file cut off at many lengths.
TEST(Checkpoint, DamageIsFoundAndTheOneBeforeIsTaken) {
  const TemporaryFolder folder;
  const State older = sample_state(1), newer = sample_state(2);
  save_checkpoint(folder.path(), older, {});
  const std::filesystem::path file = save_checkpoint(folder.path(), newer, sample_progress());
  const std::string whole = contents(file);
  std::vector<std::string> damaged{"", "x", whole + "x", whole.substr(512), std::string(whole.size(), '\0')};
  for (std::size_t at = 0; at < whole.size(); at += 97) {
    damaged.push_back(whole);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ (1 << at % 8));
    damaged.push_back(whole.substr(0, at));
  }
  damaged.push_back(whole.substr(0, whole.size() - 1));
  for (const std::string& bytes : damaged) {
    overwrite(file, bytes);
    State loaded = sample_scene();
    RunProgress progress;
    const LoadedCheckpoint result = load_newest(folder.path(), loaded, progress);
    ASSERT_EQ(result.warnings.size(), 1u);
    EXPECT_NE(result.warnings[0].find(file.string()), std::string::npos);
    ASSERT_EQ(all_bits(loaded), all_bits(older));
  }
  overwrite(file, whole);
  State loaded = sample_scene();
  RunProgress progress;
  load_newest(folder.path(), loaded, progress);
  EXPECT_EQ(all_bits(loaded), all_bits(newer));
}

TEST(Checkpoint, WithoutAWholeOneIsAnErrorAndChangesNothing) {
  const TemporaryFolder folder;
  State state = sample_state(3);
  const std::uint64_t before = all_bits(state);
  RunProgress progress;
  EXPECT_THROW(load_newest(folder.path(), state, progress), RunError);
  EXPECT_THROW(load_newest(folder / "gone", state, progress), RunError);
  overwrite(save_checkpoint(folder.path(), sample_state(1), {}), "damaged");
  EXPECT_THROW(load_newest(folder.path(), state, progress), RunError);
  EXPECT_EQ(all_bits(state), before);
}

// Whole files whose content does not fit together or does not fit the scene.
TEST(Checkpoint, ContentThatDoesNotFitIsRefused) {
  const auto loads = [](const State& saved, State scene = sample_scene()) {
    const TemporaryFolder folder;
    RunProgress progress;
    save_checkpoint(folder.path(), saved, {});
    const std::uint64_t before = all_bits(scene);
    try {
      load_newest(folder.path(), scene, progress);
      return true;
    } catch (const RunError&) {
      EXPECT_EQ(all_bits(scene), before);
      return false;
    }
  };
  const State good = sample_state(1);
  EXPECT_TRUE(loads(good));
  State s = good;
  s.bodies.shape[2] = 3;
  EXPECT_FALSE(loads(s));
  s = good;
  s.bodies.material[2] = 2;
  EXPECT_FALSE(loads(s));
  s = good;
  s.bodies.group[2] = 3;
  EXPECT_FALSE(loads(s));
  for (const std::int32_t drive : {-2, 2}) {
    s = good;
    s.bodies.drive[2] = drive;
    EXPECT_FALSE(loads(s));
  }
  s = good;
  std::swap(s.bodies.id[2], s.bodies.id[3]);
  EXPECT_FALSE(loads(s));
  s = good;
  s.next_id = s.bodies.id.back();
  EXPECT_FALSE(loads(s));
  s = good;
  s.bodies.mass.pop_back();
  EXPECT_FALSE(loads(s));
  s = good;
  s.drives[0].kind = static_cast<DriveKind>(99);
  EXPECT_FALSE(loads(s));
  s = good;
  std::swap(s.contacts.pair[0], s.contacts.pair[2]);
  EXPECT_FALSE(loads(s));
  State other = sample_scene();
  other.shapes.pop_back();
  EXPECT_FALSE(loads(good, other));
  other = sample_scene();
  other.integrator = Integrator::verlet;
  EXPECT_FALSE(loads(good, other));
  other = sample_scene();
  other.bodies.stepper.declare<NoColumns>("another stepper", 0);
  EXPECT_FALSE(loads(good, other));
  other = sample_scene();
  other.inlets.resize(1);
  EXPECT_FALSE(loads(good, other));
}

// A state that nobody steps takes what it needs and no more.
TEST(Checkpoint, IsReadWithoutItsStepper) {
  const TemporaryFolder folder;
  const State saved = sample_state(1);
  save_checkpoint(folder.path(), saved, {});
  State loaded = sample_scene();
  loaded.bodies.stepper = {};
  RunProgress progress;
  load_newest(folder.path(), loaded, progress);
  EXPECT_EQ(loaded.bodies.id, saved.bodies.id);
  EXPECT_TRUE(loaded.bodies.stepper.plain().empty());
}

// Whole but of another version: said so, with both versions and what to do.
TEST(Checkpoint, OtherVersionsAreRefusedByName) {
  const TemporaryFolder folder;
  const std::filesystem::path file = save_checkpoint(folder.path(), sample_state(1), {});
  const std::string whole = contents(file), own = std::to_string(checkpoint_version);
  for (const std::string& version : {std::string("4"), std::to_string(checkpoint_version + 1)}) {
    std::string other = whole;
    other.replace(other.find("version ") + 8, own.size(), version);
    overwrite(file, other);
    State loaded = sample_scene();
    RunProgress progress;
    try {
      load_checkpoint(file, loaded, progress);
      FAIL() << "version " << version << " was read";
    } catch (const RunError& error) {
      const std::string text = error.what();
      for (const std::string& part : {"format version " + version, "reads version " + own,
                                      std::string("go on with the program that wrote it")})
        EXPECT_NE(text.find(part), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace scree
