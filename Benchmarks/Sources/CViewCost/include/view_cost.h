// The common parts of the two programs, which ensure that both are measured alike: when a change is made, and which
// costs are counted.
//
// A change begins in a source of low priority, when the main loop has no other work. The cost of a change includes one
// turn of the main loop. Without the frame, it excludes the following turns, in which GTK measures and lays out. With
// the frame, it includes everything up to the next change. The first COUNT changes are not counted, and the next COUNT
// changes are.
#pragma once
#include <stdbool.h>

// Performs the change with a number.
typedef void (*ViewCostChange)(unsigned number, void *data);

// The case from the arguments `CASE [COUNT]`.
typedef struct {
  // The name, such as "all" or "list".
  const char *name;
  // The number of views of the case: 1,000 for "all:1000", and 1 by default.
  unsigned size;
  // The number of counted changes. With 0, the program ends after its first frame.
  unsigned count;
  // Whether a change only marks views, which are then updated in the next turn of the main loop. True in GtkViews.
  bool updates_later;
} ViewCostCase;

// Returns the case from the arguments, or ends the program with a usage message.
ViewCostCase view_cost_case(int count, char **arguments);

// Makes changes to the content of a window (a GtkWindow that is about to be presented), prints their cost and ends the
// application (a GApplication). The numbers of the changes begin with 0.
void view_cost_run(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data);

// Repeatedly opens and closes a second window on top of `window`, prints the cost and ends the application. Changes
// with even numbers open it, changes with odd numbers close it.
void view_cost_present(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data);

// Presents a window, counts the work while nothing changes, and ends the application. The case's count is the number of
// seconds.
void view_cost_rest(void *application, void *window, ViewCostCase selected);

// Returns the duration of an animation in seconds: VIEW_COST_SECONDS, or 1 by default.
unsigned view_cost_movement_seconds(void);

// Makes one change, which animates the content of a window for view_cost_movement_seconds(). Counts the frames and
// their cost, and ends the application after the animation, or after VIEW_COST_FRAMES frames.
void view_cost_move(void *application, void *window, ViewCostCase selected, ViewCostChange change, void *data);

// The number of steps from the top of a list to its end.
#define VIEW_COST_STEPS 100

// The number of rows in a step of the case "stride", in lists of all lengths.
#define VIEW_COST_STRIDE 1000

// Scrolls the first scrolled window in a window to its position after the change with a number. The changes scroll to
// the end in `steps` steps, and back.
void view_cost_scroll_through(void *window, unsigned number, unsigned steps);

// Sets the width of a window: 700 pixels for an even number, 800 for an odd one.
void view_cost_resize(void *window, unsigned number);

// Scrolls the first scrolled window in a window by a page. At the end, scrolls back to the top.
void view_cost_scroll_page(void *window);

// Scrolls the first scrolled window in a window by a step of the wheel. At the end, scrolls back to the top.
void view_cost_scroll_wheel(void *window);

// Returns a paragraph that wraps.
const char *view_cost_paragraph(void);

// Returns a line of 60,000 letters that depends on a number. The caller frees it.
char *view_cost_long_text(unsigned number);

// Writes the title and the details of the episode with a number. Both buffers have 64 bytes.
void view_cost_episode(char *title, char *details, unsigned number);

// Writes the text that the view with an index has after the change with a number. `buffer` has 32 bytes.
void view_cost_text(char *buffer, unsigned view, unsigned number);
