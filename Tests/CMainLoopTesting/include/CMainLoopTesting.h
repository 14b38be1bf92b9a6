// Linking this target into a test bundle makes GLib's main loop, on the process's first thread, the main actor's loop.
#pragma once
#include "../../../Sources/CGtk/shim.h"
#include <stdbool.h>

// Whether the test run's main actor is served by GLib's main loop: false if the runtime ignored the hook.
bool mainloop_testing_is_running(void);

// Whether the calling thread is the process's first one.
bool mainloop_testing_is_first_thread(void);

// Calls `callback` once, from the loop, when `condition` holds or the time is up. The condition is looked at once in
// each turn of the loop, before it sleeps: nothing polls, and nothing wakes the loop but what happens there. It must
// not turn the loop itself.
void mainloop_testing_wait(GSourceFunc condition, GSourceFunc callback, gpointer data, int seconds);

// Emits a signal that has no arguments.
void mainloop_testing_emit(gpointer object, const char *signal);

// Lets the key controllers of a widget see a key. Whether one of them took it.
bool mainloop_testing_press_key(GtkWidget *widget, unsigned key);

// Chooses the theme's dark variant, or its light one.
void mainloop_testing_use_dark_theme(bool is_dark);

// Draws text in so many times its size, as the desktop's setting for large text does. 1 is the normal size.
void mainloop_testing_set_text_scale(double scale);

// Whether there is something of a widget that a picture could show: not before it is laid out and drawn, nor while it
// waits for another size.
bool mainloop_testing_is_drawn(GtkWidget *widget);

// Writes a picture of a widget as it is drawn now. False: it is not drawn yet, or the file cannot be written.
bool mainloop_testing_write_picture(GtkWidget *widget, const char *path);

// Reads the colours of some points of a widget as it is drawn now. `points`: x and y of each, in pixels. `colors`: red,
// green, blue and opacity of each, from 0 to 255, multiplied with the opacity. False: it is not drawn yet, or a point
// is outside of it.
bool mainloop_testing_read_pixels(GtkWidget *widget, const int *points, int count, unsigned char *colors);

// Lets no text cursor blink. GTK's text field complains when its cursor is about to blink while a text is selected,
// which depends on the moment.
void mainloop_testing_keep_cursors_still(void);

// Whether the desktop wants movement.
void mainloop_testing_allow_animations(bool is_allowed);

// Whether a widget has this text as a property for screen readers. It needs GTK's test accessibility.
bool mainloop_testing_has_text_property(GtkWidget *widget, GtkAccessibleProperty property, const char *text);

// Whether a widget is hidden from screen readers. It needs GTK's test accessibility.
bool mainloop_testing_is_accessible_hidden(GtkWidget *widget);

// The size of the allocated memory that is not freed, in bytes.
size_t mainloop_testing_memory(void);

// Lets the key controllers of a widget see a key while others are held. Whether one of them took it.
bool mainloop_testing_press_key_holding(GtkWidget *widget, unsigned key, GdkModifierType modifiers);

// Returns the content of a drag from a point of a widget, by its own drag sources. NULL if nothing can be dragged
// there. The caller owns it.
GdkContentProvider *mainloop_testing_drag_from(GtkWidget *widget, double x, double y);

// A drag comes to a point of a widget, by its own drop targets. Whether it could be dropped there.
bool mainloop_testing_drag_over(GtkWidget *widget, double x, double y);

// A drag leaves a widget.
void mainloop_testing_drag_leave(GtkWidget *widget);

// Drops on a widget what a drag has. Whether one of its drop targets has taken it.
bool mainloop_testing_drop(GtkWidget *widget, GdkContentProvider *content, double x, double y);

// A drag from a widget has ended.
void mainloop_testing_drag_end(GtkWidget *widget);

// Lets the long-press gestures of a widget see a finger that rests on a point of it.
void mainloop_testing_long_press(GtkWidget *widget, double x, double y);

// Offers a desktop portal of the test's own, with these values for the color scheme and the contrast. It has its own
// connection to the session bus. False: there is no bus.
bool mainloop_testing_portal_begin(unsigned color_scheme, unsigned contrast);

// Changes a value of the portal, and emits the change.
void mainloop_testing_portal_say(const char *key, unsigned number);

// Emits a change with a text in place of a number. The portal's value stays.
void mainloop_testing_portal_say_text(const char *key, const char *text);

// Emits a change of the accent color. The portal's values stay.
void mainloop_testing_portal_say_color(double red, double green, double blue);

// The number of calls to the portal since it began.
unsigned mainloop_testing_portal_readings(void);

// Takes the portal away.
void mainloop_testing_portal_end(void);

// Saves GTK's theme, dark variant and animation setting. mainloop_testing_look_restore restores and frees them, once.
gpointer mainloop_testing_look_save(void);
void mainloop_testing_look_restore(gpointer look);
