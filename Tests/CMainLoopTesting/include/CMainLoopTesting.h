// Linking this target into a test bundle makes GLib's main loop, on the process's first thread, the main actor's loop.
#pragma once
#include "../../../Sources/CGtk/shim.h"
#include <stdbool.h>

// Whether GLib's main loop serves the test run's main actor. It is false if the runtime ignored the hook.
bool mainloop_testing_is_running(void);

// Whether the calling thread is the process's first one.
bool mainloop_testing_is_first_thread(void);

// Calls `callback` once, from the loop, when `condition` holds or the time is up. The condition is evaluated once in
// each turn of the loop, before the loop sleeps. It does not wake the loop, so an event on the loop must make it true.
// It must not run the loop.
void mainloop_testing_wait(GSourceFunc condition, GSourceFunc callback, gpointer data, int seconds);

// Emits a signal that has no arguments.
void mainloop_testing_emit(gpointer object, const char *signal);

// Emits a key press to the key controllers of a widget. Returns whether one of them handled it.
bool mainloop_testing_press_key(GtkWidget *widget, unsigned key);

// Selects the dark or the light variant of the theme.
void mainloop_testing_use_dark_theme(bool is_dark);

// Multiplies the size of text by a factor, as the desktop's setting for large text does. 1 is the normal size.
void mainloop_testing_set_text_scale(double scale);

// Whether a widget can be drawn into a picture: it is in a window, has a size, and
// does not wait for another size.
bool mainloop_testing_is_drawn(GtkWidget *widget);

// Writes a picture of a widget as it is drawn now. Returns false if it is not drawn yet, or if the file cannot be
// written.
bool mainloop_testing_write_picture(GtkWidget *widget, const char *path);

// Reads the colours of some points of a widget as it is drawn now. `points`: x and y of each, in pixels. `colors`: red,
// green, blue and opacity of each, from 0 to 255, multiplied by the opacity. Returns false if the widget is not drawn
// yet, or if a point is outside of it.
bool mainloop_testing_read_pixels(GtkWidget *widget, const int *points, int count, unsigned char *colors);

// Turns off the blinking of text cursors. GTK's text field prints a warning if its cursor blinks while a text is
// selected, which depends on the time.
void mainloop_testing_keep_cursors_still(void);

// Sets whether the desktop's settings allow animations.
void mainloop_testing_allow_animations(bool is_allowed);

// Whether a widget has this text as a property for screen readers. It needs GTK's test accessibility.
bool mainloop_testing_has_text_property(GtkWidget *widget, GtkAccessibleProperty property, const char *text);

// Whether a widget is hidden from screen readers. It needs GTK's test accessibility.
bool mainloop_testing_is_accessible_hidden(GtkWidget *widget);

// The size of the allocated memory that is not freed, in bytes.
size_t mainloop_testing_memory(void);

// Emits a key press with modifiers to the key controllers of a widget. Returns whether one of them handled it.
bool mainloop_testing_press_key_holding(GtkWidget *widget, unsigned key, GdkModifierType modifiers);

// Returns the content of a drag from a point of a widget, by its own drag sources. NULL if nothing can be dragged
// there. The caller owns it.
GdkContentProvider *mainloop_testing_drag_from(GtkWidget *widget, double x, double y);

// Moves a drag to a point of a widget, through its own drop targets. Returns whether it can be dropped there.
bool mainloop_testing_drag_over(GtkWidget *widget, double x, double y);

// Moves a drag out of a widget.
void mainloop_testing_drag_leave(GtkWidget *widget);

// Drops the content of a drag on a widget. Returns whether one of its drop targets accepted it.
bool mainloop_testing_drop(GtkWidget *widget, GdkContentProvider *content, double x, double y);

// Ends a drag from a widget.
void mainloop_testing_drag_end(GtkWidget *widget);

// Emits a long press at a point of a widget to its long-press gestures.
void mainloop_testing_long_press(GtkWidget *widget, double x, double y);

// Offers a desktop portal with these values for the color scheme and the contrast, on its own connection to the session
// bus. Returns false if there is no bus.
bool mainloop_testing_portal_begin(unsigned color_scheme, unsigned contrast);

// Changes a value of the portal, and emits the change.
void mainloop_testing_portal_set(const char *key, unsigned number);

// Emits a change with a text in place of a number. The portal's value stays.
void mainloop_testing_portal_emit_text(const char *key, const char *text);

// Emits a change of the accent color. The portal's values stay.
void mainloop_testing_portal_emit_color(double red, double green, double blue);

// The number of calls to the portal since it began.
unsigned mainloop_testing_portal_readings(void);

// Removes the portal.
void mainloop_testing_portal_end(void);

// Saves GTK's theme, dark variant and animation setting. Pass the result to mainloop_testing_look_restore once, which
// restores the settings and frees it.
gpointer mainloop_testing_look_save(void);
void mainloop_testing_look_restore(gpointer look);
