// GObject's types, and what is variadic in GTK.
#pragma once

#include "../../CGtk/shim.h"
#include <stdbool.h>

static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline GType cgtk_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }

// The type of an instance.
static inline GType cgtk_object_type(gpointer object) { return G_OBJECT_TYPE(object); }

static inline bool cgtk_object_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

// How many references an object has. For tests and messages only.
static inline unsigned cgtk_object_reference_count(gpointer object) { return ((GObject *)object)->ref_count; }

// What a screen reader says a widget is called. NULL: what GTK finds by itself, such as a button's text.
void cgtk_accessible_set_label(GtkWidget *widget, const char *label);

// What a screen reader says about a widget after its name. NULL: nothing.
void cgtk_accessible_set_description(GtkWidget *widget, const char *description);

// Whether a screen reader passes over a widget and what is in it.
void cgtk_accessible_set_hidden(GtkWidget *widget, bool is_hidden);

// What a widget is to a screen reader. It must not be in a window yet.
void cgtk_accessible_set_role(GtkWidget *widget, GtkAccessibleRole role);

// The level of a heading, from 1 on. 0: none is said.
void cgtk_accessible_set_level(GtkWidget *widget, int level);

void cgtk_accessible_set_selected(GtkWidget *widget, bool is_selected);

void cgtk_accessible_set_modal(GtkWidget *widget, bool is_modal);

// Lets a screen reader say a text. Priorities are 0, 1 and 2. False: this GTK, before 4.14, cannot.
bool cgtk_accessible_announce(GtkWidget *widget, const char *text, int priority);

// When a widget gets room in its stack, compared with its neighbours.
void cgtk_widget_set_priority(GtkWidget *widget, double priority);

// The priority that a widget was given. False: none.
bool cgtk_widget_get_priority(GtkWidget *widget, double *priority);

// Whether any widget was ever given a priority: a program without one need not look at each.
bool cgtk_priorities_are_used(void);

// Lets a box take the keyboard focus, or not. GTK's boxes give it to what is in them, whatever is set. The class of the box is changed for that, in a
// way that only boxes that take the focus notice.
void cgtk_box_set_focusable(GtkWidget *box, bool is_focusable);

// Lets a label say that its link is to be opened which has the keyboard focus, as Return does. A label without one presses the default button of its
// window.
void cgtk_label_activate_current_link(GtkWidget *label);

// A scrolled window. GTK 4.8's stays connected to the desktop's settings when it has died: it leaves 150 bytes behind each time that it was on
// screen, and is called when the setting for overlay scrolling changes. This one is taken off them. Returned: floating.
GtkWidget *cgtk_scrolled_window_new(void);

// A button that opens a menu. To a screen reader GTK's is a button without a name, with the real one in it: this one is a group.
GtkWidget *cgtk_menu_button_new(void);

// A text that can be selected takes the focus, as when its window is the first to have it again, without being selected as a whole. It is a
// setting of the process.
void cgtk_labels_select_nothing_on_focus(void);

// A widget of a type, with an accessible role, which can only be given when it is made. Returned: floating, or a window.
GtkWidget *cgtk_widget_new_with_role(GType type, GtkAccessibleRole role);

// Has the desktop open an address in the program that is for it. If that fails, it is logged. `parent`: the window that asks, or NULL.
void cgtk_open_address(GtkWindow *parent, const char *address);
