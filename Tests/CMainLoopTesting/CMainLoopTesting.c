// Why a hook: on Linux the test runner's asynchronous `main` ends in dispatchMain(), which moves the main queue, and with it the main
// actor, to a worker thread. GTK wants the first thread and GLib's loop. The Swift runtime has a hook for what an asynchronous `main`
// does with its thread once it has suspended; it is set before `main` starts, and runs GLib's loop there instead. The program itself
// does the same with GtkBridge's main loop, so a test awaits exactly as the program does: timers, signals and frames happen.
#define _GNU_SOURCE
#include "CMainLoopTesting.h"

#include <gtk/gtk.h>
#include <glib-unix.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// libdispatch: the event descriptor of the main queue, and what drains it. CFRunLoop uses the same pair.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

typedef __attribute__((swiftcall)) void (*drain_queue_hook)(void *original, void *override);
extern drain_queue_hook swift_task_asyncMainDrainQueue_hook;

static bool is_running;

bool mainloop_testing_is_running(void) { return is_running; }

bool mainloop_testing_is_first_thread(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

static gboolean drain_main_queue(gint descriptor, GIOCondition condition, gpointer unused) {
  uint64_t count;
  if (read(descriptor, &count, sizeof count) < 0) return G_SOURCE_CONTINUE;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

__attribute__((swiftcall)) static void run_glib_main_loop(void *original, void *override) {
  is_running = true;
  g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain_main_queue, NULL);
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}

__attribute__((constructor)) static void install_hook(void) { swift_task_asyncMainDrainQueue_hook = run_glib_main_loop; }
