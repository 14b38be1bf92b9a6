// Linking this target into a test bundle makes GLib's main loop, on the process's first thread, the main actor's loop.
#pragma once
#include <glib.h>
#include <stdbool.h>

// Whether the test run's main actor is served by GLib's main loop: false if the runtime ignored the hook.
bool mainloop_testing_is_running(void);

// Whether the calling thread is the process's first one.
bool mainloop_testing_is_first_thread(void);

// Calls `callback` once, from the loop, when `condition` holds or the time is up. The condition is looked at once in each turn of the
// loop, before it sleeps: nothing polls, and nothing wakes the loop but what happens there. It must not turn the loop itself.
void mainloop_testing_wait(GSourceFunc condition, GSourceFunc callback, gpointer data, int seconds);

// Emits a signal that has no arguments.
void mainloop_testing_emit(gpointer object, const char *signal);
