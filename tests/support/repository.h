// Where the repository lies whose tests these are. A function, defined in a file of its own: a path among the
// compiler's flags would make every object file differ from that of another clone, and no cache could share
// them.
#pragma once

#include <filesystem>

namespace scree {

std::filesystem::path repository();

}  // namespace scree
