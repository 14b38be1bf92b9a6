// The parts of GStreamer that Swift imports. All C functions of this project are in the target CGStreamerShims, because
// SwiftPM does not notice an edit of a system library's header.
#pragma once

// A function or type that is newer than Debian 12's GLib is a compile error, whatever version is installed.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
