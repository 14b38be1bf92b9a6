// GTK 4 as Swift sees it. Small on purpose: SwiftPM does not notice an edit of a system library's header, so all functions of ours are in
// the C targets beside it.
#pragma once

// A call to something newer than Debian 12's GTK is an error on every machine. Only what says so looks at the real version: the dialog shim, and what opens addresses.
#ifndef CGTK_ANY_VERSION
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#endif

#include <gtk/gtk.h>
#include <glib-unix.h>
