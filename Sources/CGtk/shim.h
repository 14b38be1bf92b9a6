// GTK 4 for Swift. This header is small, because SwiftPM does not notice an edit of a system library's header. All
// functions of ours are in the C targets CGtkBridge and CGtkDialogs.
#pragma once

// A call to something newer than Debian 12's GTK is an error on every machine. Only files that define CGTK_ANY_VERSION
// use the real version: the dialogs in CGtkDialogs, and addresses.c in CGtkBridge.
#ifndef CGTK_ANY_VERSION
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#endif

#include <gtk/gtk.h>
#include <glib-unix.h>
