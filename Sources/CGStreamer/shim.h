// GStreamer as Swift sees it. Small on purpose: SwiftPM does not notice an edit of a system library's header, so all
// functions of ours are in the C target CGStreamerShims.
#pragma once

// A call to something newer than Debian 12's GLib is an error on every machine.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
