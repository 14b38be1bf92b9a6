#define _GNU_SOURCE
#include "include/CGtkBridgeMainLoop.h"

#include <errno.h>
#include <glib-unix.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Two functions of libdispatch that CFRunLoop uses too. The first returns a descriptor that is readable while the main
// queue has work. The second runs this work.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static gboolean drain_main_queue(gint descriptor, GIOCondition condition, gpointer unused) {
  // Reading resets the descriptor. It is reset before the queue is drained, because work that is enqueued during the
  // drain signals the descriptor again.
  uint64_t signals;
  if (read(descriptor, &signals, sizeof signals) < 0 && errno != EAGAIN && errno != EINTR) {
    g_error("The main queue's descriptor cannot be read: %s", g_strerror(errno));
  }
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

void cgtk_main_loop_attach(void) {
  static bool is_attached;
  if (is_attached) return;
  is_attached = true;
  GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(drain_main_queue), NULL, NULL);
  g_source_set_static_name(source, "Swift's main actor");
  g_source_attach(source, NULL);
  g_source_unref(source);
}

// The result is cached for each thread, because each callback calls this function. A system call would take longer than
// the rest of a short callback.
bool cgtk_is_first_thread(void) {
  static _Thread_local enum { UNKNOWN, FIRST, OTHER } thread;
  if (thread == UNKNOWN) thread = getpid() == (pid_t)syscall(SYS_gettid) ? FIRST : OTHER;
  return thread == FIRST;
}

static gboolean release_once(gpointer object) {
  g_object_unref(object);
  return G_SOURCE_REMOVE;
}

void cgtk_release(void *object) {
  if (cgtk_is_first_thread()) {
    g_object_unref(object);
  } else {
    g_idle_add_full(G_PRIORITY_DEFAULT, release_once, object, NULL);
  }
}

// The source of cgtk_turn_source_new.
typedef struct {
  GSource source;
  // Whether the callback is to be called in this turn of the loop.
  bool is_scheduled;
} TurnSource;

static gboolean turn_prepare(GSource *source, gint *timeout) {
  *timeout = -1;
  return ((TurnSource *)source)->is_scheduled;
}

static gboolean turn_check(GSource *source) { return ((TurnSource *)source)->is_scheduled; }

static gboolean turn_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
  // The flag is cleared before the callback is called, because the callback may schedule the next call.
  ((TurnSource *)source)->is_scheduled = false;
  callback(data);
  return G_SOURCE_CONTINUE;
}

GSource *cgtk_turn_source_new(int priority, GSourceFunc callback, gpointer data, GDestroyNotify destroy) {
  static GSourceFuncs functions = {turn_prepare, turn_check, turn_dispatch, NULL, NULL, NULL};
  GSource *source = g_source_new(&functions, sizeof(TurnSource));
  g_source_set_callback(source, callback, data, destroy);
  g_source_set_priority(source, priority);
  g_source_attach(source, NULL);
  return source;
}

void cgtk_turn_source_schedule(GSource *source) { ((TurnSource *)source)->is_scheduled = true; }

void cgtk_turn_source_unschedule(GSource *source) { ((TurnSource *)source)->is_scheduled = false; }

bool cgtk_turn_source_is_scheduled(GSource *source) { return ((TurnSource *)source)->is_scheduled; }
