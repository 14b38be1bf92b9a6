// Sources of GLib's main loop.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

// Lets GLib's default main context serve libdispatch's main queue, and with it Swift's main actor. Doing it again changes nothing.
// To be called on the process's first thread. The context must be run there too.
void cgtk_main_loop_attach(void);

// Whether the calling thread is the process's first one.
bool cgtk_is_first_thread(void);

// Releases a reference to a GObject. On another thread than the first, the main loop releases it.
void cgtk_release(void *object);

// A source that calls `callback` once in the turn of the loop after each cgtk_turn_source_schedule, however often that was called.
// Returned: the caller's, attached to the default context. `destroy` is called for `data` when the source is destroyed and let go.
GSource *cgtk_turn_source_new(int priority, GSourceFunc callback, gpointer data, GDestroyNotify destroy);

// Asks for one call. It allocates nothing and wakes nobody: to be called on the loop's own thread, which looks before it sleeps.
void cgtk_turn_source_schedule(GSource *source);

// Takes back what was asked for.
void cgtk_turn_source_unschedule(GSource *source);

bool cgtk_turn_source_is_scheduled(GSource *source);
