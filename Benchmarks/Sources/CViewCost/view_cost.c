#include "view_cost.h"

#include <gtk/gtk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

// The part of each change whose instructions are counted: the update alone, or the update with its frame.
typedef enum { PART_CHANGE, PART_FRAME } Part;

typedef struct {
  GApplication *application;
  GtkWindow *window;
  ViewCostCase selected;
  ViewCostChange change;
  void *data;
  // The number of the next change.
  unsigned number;
  // The last part that is counted.
  Part last_part;
  bool is_counting;
  bool is_waiting_for_frame;
  // The time at which the change or the frame began, in nanoseconds.
  gint64 began;
  // The CPU time at the beginning of the change, in nanoseconds. The fields below are in nanoseconds as well.
  gint64 began_working;
  // The time of the counted changes, without their frames.
  gint64 change_time;
  // The time of the frames of the counted changes.
  gint64 frame_time;
  // The longest CPU time of a change with its frame. For an animation, the longest time of a frame.
  gint64 longest_frame;
  // The CPU time of the counted changes, including their frames.
  gint64 work_time;
  // The number of changes that took more than 16 ms of CPU time, including their frames.
  unsigned late_frames;
  // The number of frames of an animation.
  unsigned frames;
  // The second window on top, or NULL.
  GtkWindow *presented;
} Run;

static gint64 nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (gint64)time.tv_sec * 1000000000 + time.tv_nsec;
}

static unsigned number_in(const char *variable, unsigned otherwise) {
  const char *text = getenv(variable);
  return text ? (unsigned)atoi(text) : otherwise;
}

static gint64 now(void) { return nanoseconds(CLOCK_MONOTONIC); }

// Returns the CPU time of this thread.
static gint64 work(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

ViewCostCase view_cost_case(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: %s CASE[:SIZE] [COUNT]\n", arguments[0]);
    exit(2);
  }
  char *name = strdup(arguments[1]);
  char *colon = strchr(name, ':');
  if (colon) *colon = 0;
  return (ViewCostCase){name, colon ? (unsigned)atoi(colon + 1) : 1, count > 2 ? (unsigned)atoi(arguments[2]) : 0,
                        false};
}

void view_cost_text(char *buffer, unsigned view, unsigned number) { snprintf(buffer, 32, "View %u: %u", view, number); }

const char *view_cost_paragraph(void) {
  return "A listener who leaves an episode in the middle of a sentence wants to hear the sentence again, and not the "
         "whole episode. The player "
         "remembers the place, goes back a few seconds, and says so. Nothing else on the screen changes, and the next "
         "episode stays where it is.";
}

char *view_cost_long_text(unsigned number) {
  const unsigned length = 60000;
  char *text = malloc(length + 1);
  snprintf(text, 32, "Line %u: ", number);
  for (unsigned index = (unsigned)strlen(text); index < length; index++)
    text[index] = index % 7 == 6 ? ' ' : (char)('a' + index % 26);
  text[length] = 0;
  return text;
}

void view_cost_episode(char *title, char *details, unsigned number) {
  snprintf(title, 64, "Episode %u: an evening in the reading room", number);
  snprintf(details, 64, "%u minutes, %u May", number % 90 + 10, number % 30 + 1);
}

static long resident_kilobytes(void) {
  long total = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &total, &resident) != 2) exit(1);
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// Starts or stops counting in callgrind, which starts without counting. Without callgrind, only the times are measured.
static void set_counting(Run *run, bool is_counting) {
  if (run->is_counting == is_counting) return;
  run->is_counting = is_counting;
  if (is_counting) {
    CALLGRIND_START_INSTRUMENTATION;
  } else {
    CALLGRIND_STOP_INSTRUMENTATION;
  }
}

static bool is_counted(Run *run) { return run->number >= run->selected.count; }

static void finish(Run *run) {
  set_counting(run, false);
  unsigned count = MAX(run->selected.count, 1);
  printf("change_ns %" G_GINT64_FORMAT "\n", run->change_time / count);
  printf("frame_ns %" G_GINT64_FORMAT "\n", run->frame_time / count);
  printf("work_ns %" G_GINT64_FORMAT "\n", run->work_time / count);
  printf("longest_frame_ns %" G_GINT64_FORMAT "\n", run->longest_frame);
  printf("late_frames %u\n", run->late_frames);
  printf("frames %u\n", run->frames);
  printf("resident_kb %ld\n", resident_kilobytes());
  fflush(stdout);
  // The cost of the exit is not part of the measurement.
  _exit(0);
}

static gboolean change_is_over(gpointer data) {
  Run *run = data;
  if (run->last_part == PART_CHANGE) set_counting(run, false);
  if (is_counted(run)) run->change_time += now() - run->began;
  run->is_waiting_for_frame = true;
  return G_SOURCE_REMOVE;
}

static gboolean change_at_once(gpointer data) {
  Run *run = data;
  run->change(run->number, run->data);
  return change_is_over(data);
}

static gboolean begin_change(gpointer data) {
  Run *run = data;
  if (run->number == 2 * run->selected.count) finish(run);
  // Both programs count one turn of the main loop. In GtkViews, it is the turn in which views are updated, after the
  // change and before GTK measures the window. C has no such turn, so the counted turn is before the change, because
  // GTK already measures in the turn after it.
  g_idle_add_full(G_PRIORITY_HIGH_IDLE, run->selected.updates_later ? change_is_over : change_at_once, run, NULL);
  if (is_counted(run)) set_counting(run, true);
  run->began = now();
  run->began_working = work();
  if (run->selected.updates_later) run->change(run->number, run->data);
  return G_SOURCE_REMOVE;
}

static void frame_begins(GdkFrameClock *clock, Run *run) { run->began = now(); }

static void frame_ended(GdkFrameClock *clock, Run *run) {
  if (!run->is_waiting_for_frame) return;
  run->is_waiting_for_frame = false;
  if (is_counted(run)) run->frame_time += now() - run->began;
  // Work before the frame also delays it, because GTK measures the rows before it. The time of other processes does not
  // count.
  gint64 worked = work() - run->began_working;
  run->longest_frame = MAX(run->longest_frame, worked);
  if (is_counted(run)) run->work_time += worked;
  if (worked > 16000000) run->late_frames += 1;
  if (getenv("VIEW_COST_LIST")) fprintf(stderr, "step %u %" G_GINT64_FORMAT "\n", run->number, worked);
  run->number += 1;
  // GTK 4.18 looks for the widget at the pointer in a frame after the layout. A change begins after that, in both
  // programs.
  g_timeout_add_full(G_PRIORITY_LOW, number_in("VIEW_COST_PAUSE", 40), begin_change, run, NULL);
}

static void print_first_frame(void) {
  const char *started = getenv("VIEW_COST_STARTED");
  if (started) printf("first_frame_ns %" G_GINT64_FORMAT "\n", now() - g_ascii_strtoll(started, NULL, 10));
  printf("first_resident_kb %ld\n", resident_kilobytes());
}

// Schedules the beginning of the measurement, once, 200 ms after the first frame, when the work after this frame is
// done.
static void first_frame_ended(GdkFrameClock *clock, Run *run) {
  g_signal_handlers_disconnect_by_func(clock, first_frame_ended, run);
  print_first_frame();
  if (run->selected.count == 0) finish(run);
  GSourceFunc begin = g_object_get_data(G_OBJECT(run->window), "begin");
  g_timeout_add_full(G_PRIORITY_LOW, 200, begin, run, NULL);
}

static Run *prepare(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data,
                    GSourceFunc begin) {
  Run *run = g_new0(Run, 1);
  *run = (Run){.application = application, .window = window, .selected = selected, .change = change, .data = data};
  const char *part = getenv("VIEW_COST_COUNT");
  run->last_part = g_strcmp0(part, "change") == 0 ? PART_CHANGE : PART_FRAME;
  g_object_set_data(window, "begin", begin);
  if (getenv("VIEW_COST_ANIMATIONS")) g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  gtk_window_present(window);
  g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(first_frame_ended), run);
  return run;
}

void view_cost_run(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data) {
  Run *run = prepare(application, window, selected, change, data, begin_change);
  GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
  g_signal_connect(clock, "before-paint", G_CALLBACK(frame_begins), run);
  g_signal_connect(clock, "after-paint", G_CALLBACK(frame_ended), run);
}

// Measurement without changes.

static gboolean rest_is_over(gpointer data) {
  finish(data);
  return G_SOURCE_REMOVE;
}

static gboolean begin_rest(gpointer data) {
  Run *run = data;
  g_timeout_add_seconds(run->selected.count, rest_is_over, run);
  set_counting(run, true);
  return G_SOURCE_REMOVE;
}

void view_cost_rest(void *application, void *window, ViewCostCase selected) {
  prepare(application, window, selected, NULL, NULL, begin_rest);
}

// Measurement of one change that moves the content of the window.

unsigned view_cost_movement_seconds(void) { return number_in("VIEW_COST_SECONDS", 1); }

static unsigned frames_at_most(void) { return number_in("VIEW_COST_FRAMES", G_MAXUINT); }

static void moving_frame_ended(GdkFrameClock *clock, Run *run) {
  run->frames += 1;
  gint64 time = now() - run->began;
  run->frame_time += time;
  run->longest_frame = MAX(run->longest_frame, time);
  if (run->frames == frames_at_most()) finish(run);
}

static gboolean begin_movement(gpointer data) {
  Run *run = data;
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(run->window));
  g_signal_connect(clock, "before-paint", G_CALLBACK(frame_begins), run);
  g_signal_connect(clock, "after-paint", G_CALLBACK(moving_frame_ended), run);
  set_counting(run, true);
  run->change(0, run->data);
  g_timeout_add(1000 * view_cost_movement_seconds() + 500, rest_is_over, run);
  return G_SOURCE_REMOVE;
}

void view_cost_move(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data) {
  prepare(application, window, selected, change, data, begin_movement);
}

// Measurement of windows on top of the window.

static gboolean present_or_dismiss(gpointer data);

static void presentation_frame_ended(GdkFrameClock *clock, Run *run) {
  g_signal_handlers_disconnect_by_func(clock, presentation_frame_ended, run);
  run->number += 1;
  g_idle_add_full(G_PRIORITY_LOW, present_or_dismiss, run, NULL);
}

static void await_frame(GtkWidget *widget, Run *run) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  g_signal_connect(clock, "after-paint", G_CALLBACK(presentation_frame_ended), run);
  gtk_widget_queue_draw(widget);
}

static void windows_changed(GListModel *windows, guint position, guint removed, guint added, Run *run) {
  if (removed && run->presented) {
    run->presented = NULL;
    // The window below is drawn exactly once for each change, and not as often as time permits.
    await_frame(GTK_WIDGET(run->window), run);
  }
  for (guint index = position; index < position + added; index++) {
    GtkWindow *window = g_list_model_get_item(windows, index);
    run->presented = window;
    g_signal_connect(window, "map", G_CALLBACK(await_frame), run);
    g_object_unref(window);
  }
}

static gboolean present_or_dismiss(gpointer data) {
  Run *run = data;
  // The count refers to windows. Each of them is opened and closed.
  const char *skipped = getenv("VIEW_COST_SKIPPED");
  unsigned first = 2 * (skipped ? (unsigned)atoi(skipped) : run->selected.count);
  if (run->number == first) {
    set_counting(run, true);
    run->began = now();
    run->began_working = work();
  }
  if (run->number == first + 2 * run->selected.count) {
    run->change_time = now() - run->began;
    run->work_time = work() - run->began_working;
    finish(run);
  }
  run->change(run->number, run->data);
  return G_SOURCE_REMOVE;
}

void view_cost_present(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data) {
  // The theme fades windows when they become active or inactive. The number of frames of such an animation depends on
  // the speed of the machine.
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
  Run *run = prepare(application, window, selected, change, data, present_or_dismiss);
  g_signal_connect(gtk_window_get_toplevels(), "items-changed", G_CALLBACK(windows_changed), run);
}

void view_cost_resize(void *window, unsigned number) {
  gtk_window_set_default_size(window, number % 2 ? 800 : 700, 600);
}

static GtkScrolledWindow *scrolled_window(GtkWidget *widget) {
  if (GTK_IS_SCROLLED_WINDOW(widget)) return GTK_SCROLLED_WINDOW(widget);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
    GtkScrolledWindow *found = scrolled_window(child);
    if (found) return found;
  }
  return NULL;
}

void view_cost_scroll_page(void *window) {
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(scrolled_window(window));
  double page = gtk_adjustment_get_page_size(adjustment), value = gtk_adjustment_get_value(adjustment);
  bool is_at_end = value + page >= gtk_adjustment_get_upper(adjustment);
  gtk_adjustment_set_value(adjustment, is_at_end ? 0 : value + page);
}

void view_cost_scroll_wheel(void *window) {
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(scrolled_window(window));
  double page = gtk_adjustment_get_page_size(adjustment), value = gtk_adjustment_get_value(adjustment);
  bool is_at_end = value + page >= gtk_adjustment_get_upper(adjustment);
  // The distance that GTK scrolls for a step of the wheel.
  gtk_adjustment_set_value(adjustment, is_at_end ? 0 : value + pow(page, 2.0 / 3));
}

void view_cost_scroll_through(void *window, unsigned number, unsigned steps) {
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment(scrolled_window(window));
  double room = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment);
  // Scrolls to the end and back. Each step changes the position, because no frame follows without a change.
  unsigned step = (number + 1) % (2 * steps);
  gtk_adjustment_set_value(adjustment, room * MIN(step, 2 * steps - step) / steps);
}
