// GTK 4 for Swift. This header is small, because SwiftPM does not notice an edit of a system library's header. The
// project's own C functions are in the targets CGtkBridge and CGtkDialogs.
#pragma once

// Debian 12 has GTK 4.8 and GLib 2.74. A use of anything newer is a compile error on every machine. Only files that
// define CGTK_ANY_VERSION can use all of the machine's version: the dialogs in CGtkDialogs, and addresses.c in
// CGtkBridge.
#ifndef CGTK_ANY_VERSION
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#endif

#include <gtk/gtk.h>
#include <glib-unix.h>
