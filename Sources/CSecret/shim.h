// libsecret and GIO, with GDBus, as Swift sees them. Small on purpose: SwiftPM does not notice an edit of a system
// library's header.
#pragma once

// A call to something newer than Debian 12's libraries is an error on every machine.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include <libsecret/secret.h>
