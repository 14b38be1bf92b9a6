// GObject's types, accessible properties of widgets, priorities in layouts, and corrections of GTK's widgets.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }

// The type of an object.
static inline GType cgtk_object_type(gpointer object) { return G_OBJECT_TYPE(object); }

static inline bool cgtk_object_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

// The number of references to an object. For tests and messages only.
static inline unsigned cgtk_object_reference_count(gpointer object) { return ((GObject *)object)->ref_count; }

// Sets the accessible name of a widget. With NULL, GTK takes the name from the content, such as a button's text.
void cgtk_accessible_set_label(GtkWidget *widget, const char *label);

// Sets the description that a screen reader reads after the name of a widget. NULL removes the description.
void cgtk_accessible_set_description(GtkWidget *widget, const char *description);

// Sets whether a screen reader ignores a widget and its content.
void cgtk_accessible_set_hidden(GtkWidget *widget, bool is_hidden);

// Sets the role of a widget for a screen reader. The widget must not be in a window yet.
void cgtk_accessible_set_role(GtkWidget *widget, GtkAccessibleRole role);

// Sets the level of a heading for a screen reader. The highest level is 1. 0 removes the level.
void cgtk_accessible_set_level(GtkWidget *widget, int level);

void cgtk_accessible_set_selected(GtkWidget *widget, bool is_selected);

void cgtk_accessible_set_modal(GtkWidget *widget, bool is_modal);

// Makes a screen reader announce a text. `priority` is 0 (low), 1 (medium) or 2 (high). Returns false if GTK is older
// than 4.14, which has no announcements.
bool cgtk_accessible_announce(GtkWidget *widget, const char *text, int priority);

// Sets the priority with which a widget gets room in its HStack or VStack, compared with its neighbours.
void cgtk_widget_set_priority(GtkWidget *widget, double priority);

// Gets the priority of a widget. Returns false if it has none.
bool cgtk_widget_get_priority(GtkWidget *widget, double *priority);

// Whether cgtk_widget_set_priority was ever called. If not, layouts need not query the priority of each widget.
bool cgtk_priorities_are_used(void);

// Sets whether a box itself can have the keyboard focus. GTK's boxes move the focus to their content, regardless of
// their properties. This function therefore replaces the focus functions of the box's class. The new functions change
// only the behaviour of focusable boxes.
void cgtk_box_set_focusable(GtkWidget *box, bool is_focusable);

// Activates the focused link of a label, as Return does. A label without a focused link activates the default button of
// its window.
void cgtk_label_activate_current_link(GtkWidget *label);

// Creates a scrolled window that is disconnected from the desktop's settings when it leaves the screen. In GTK 4.8, a
// scrolled window stays connected even after it was finalized. It leaks 150 bytes each time that it was on screen, and
// its handler is called when the setting for overlay scrolling changes. The scrolled window is floating.
GtkWidget *cgtk_scrolled_window_new(void);

// Creates a `GtkMenuButton` with the role of a group. For a screen reader, GTK's own menu button is a button without a
// name that contains the real button.
GtkWidget *cgtk_menu_button_new(void);

// Prevents selectable labels from selecting their whole text when they get the focus, for example when their window
// becomes active again. This is a setting of the whole process.
void cgtk_labels_select_nothing_on_focus(void);

// Creates a widget of a type with an accessible role, which can only be set on creation. A widget that is not a window
// is floating.
GtkWidget *cgtk_widget_new_with_role(GType type, GtkAccessibleRole role);

// Makes the desktop open an address in the program for it. A failure is logged. `parent` is the window that makes the
// request, or NULL.
void cgtk_open_address(GtkWindow *parent, const char *address);
