// libsoup 3 and GIO as Swift sees them. Small on purpose: SwiftPM does not notice an edit of a system library's header.
#pragma once

// A call to something newer than Debian 12's libraries is an error on every machine.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define SOUP_VERSION_MIN_REQUIRED SOUP_VERSION_3_2
#define SOUP_VERSION_MAX_ALLOWED SOUP_VERSION_3_2

#include <libsoup/soup.h>
