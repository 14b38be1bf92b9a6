// The parts of libsoup 3 and GIO that Swift imports. This header contains no code of this project, because SwiftPM does
// not notice an edit of a system library's header.
#pragma once

// A function or type that is newer than Debian 12's libraries is a compile error, whatever version is installed.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define SOUP_VERSION_MIN_REQUIRED SOUP_VERSION_3_2
#define SOUP_VERSION_MAX_ALLOWED SOUP_VERSION_3_2

#include <libsoup/soup.h>
