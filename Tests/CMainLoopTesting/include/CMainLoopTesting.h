// Linking this target into a test bundle makes GLib's main loop, on the process's first thread, the main actor's loop.
#pragma once
#include <stdbool.h>

// Whether the test run's main actor is served by GLib's main loop: false if the runtime ignored the hook.
bool mainloop_testing_is_running(void);

// Whether the calling thread is the process's first one.
bool mainloop_testing_is_first_thread(void);
