// What the two programs have in common, so that they are measured alike: when a change is made, and what of it is counted.
//
// A change begins in a source of low priority, when nothing else is to be done. What it costs is counted with one turn of the main loop, and
// without what GTK does in the turns that follow, in which it measures and lays out; or, with the frame, through everything up to the next change. The first COUNT
// changes are not counted, the next COUNT are: that is the difference of a run with 2 × COUNT changes and one with COUNT.
#pragma once
#include <stdbool.h>

// What to do for the change with a number.
typedef void (*ViewCostChange)(unsigned number, void *data);

// The case that was asked for, as `CASE [COUNT]` in the arguments.
typedef struct {
  // "labels", "list" and so on.
  const char *name;
  // How many views the case has, from "labels:1000".
  unsigned size;
  // How many changes to count. None: the program ends with its first frame.
  unsigned count;
  // Whether a change only marks what is updated before the next frame.
  bool updates_later;
} ViewCostCase;

// Reads the arguments, or ends the program with a sentence.
ViewCostCase view_cost_case(int count, char **arguments);

// Makes changes to what is in a window (a GtkWindow that is about to be shown), prints what they took and ends the application (a
// GApplication). The numbers of the changes begin with 0.
void view_cost_run(void *application, void *window, ViewCostCase of, ViewCostChange change, void *data);

// Opens and closes a window on top of a window, again and again: even numbers open it, odd ones close it.
void view_cost_present(void *application, void *window, ViewCostCase of, ViewCostChange change, void *data);

// Shows a window, counts what is done in as many seconds as changes were asked for, in which nothing changes, and ends the application.
void view_cost_rest(void *application, void *window, ViewCostCase of);

// For how long a movement goes on: for a second, or for as many as VIEW_COST_SECONDS says.
unsigned view_cost_movement_seconds(void);

// Makes one change, which moves what is in a window for that time, counts the frames and what they take, and ends the application: at the latest after
// as many frames as VIEW_COST_FRAMES says.
void view_cost_move(void *application, void *window, ViewCostCase of, ViewCostChange change, void *data);

// How many steps there are from the top of a list to its end.
#define VIEW_COST_STEPS 100

// Scrolls the first scrolled window in a window to the step of the change with a number.
void view_cost_scroll_through(void *window, unsigned number);

// Scrolls the first scrolled window in a window by a page, and back to the top from the end.
void view_cost_scroll_page(void *window);

// Scrolls the first scrolled window in a window by a step of the wheel, and back to the top from the end.
void view_cost_scroll_wheel(void *window);

// A paragraph that wraps.
const char *view_cost_paragraph(void);

// A line of 60,000 letters that depends on a number. The caller frees it.
char *view_cost_long_text(unsigned number);

// The title and the details of the episode with a number. Both buffers have 64 bytes.
void view_cost_episode(char *title, char *details, unsigned number);

// The text that the change with a number gives to the view with another. It is written to `buffer`, of 32 bytes.
void view_cost_text(char *buffer, unsigned view, unsigned number);
