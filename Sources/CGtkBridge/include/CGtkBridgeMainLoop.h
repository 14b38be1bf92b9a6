// Sources of GLib's main loop.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// Makes GLib's default main context serve libdispatch's main queue, and with it Swift's main actor. A second call has
// no effect. Call this function on the process's first thread, and run the context on that thread too.
void cgtk_main_loop_attach(void);

// Whether the calling thread is the process's first one.
bool cgtk_is_first_thread(void);

// Releases a reference to a GObject. If the caller is not on the first thread, the main loop releases the reference
// later.
void cgtk_release(void *object);

// Creates a source that calls `callback` once after one or more calls of cgtk_turn_source_schedule, in a turn of the
// loop. A turn is one iteration. The caller owns the source, which is attached to the default context. `destroy` is
// called for `data` when the source is destroyed and released.
GSource *cgtk_turn_source_new(int priority, GSourceFunc callback, gpointer data, GDestroyNotify destroy);

// Schedules one call. This function allocates nothing and does not wake the loop. Call it on the loop's own thread:
// before the loop sleeps, it checks whether a call is scheduled.
void cgtk_turn_source_schedule(GSource *source);

// Cancels the scheduled call.
void cgtk_turn_source_unschedule(GSource *source);

// Whether a call is scheduled and has not been made yet.
bool cgtk_turn_source_is_scheduled(GSource *source);
