// Texts in nested boxes, wrapped paragraphs, one long line, and text fields.
#include <stdlib.h>
#include <string.h>

#include "programs.h"

static GtkWidget *scrolled(GtkWidget *child) {
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), child);
  return scrolled;
}

// One label in nested boxes.

static void change_label(unsigned number, void *label) {
  char text[32];
  view_cost_text(text, 0, number + 1);
  gtk_label_set_text(label, text);
}

void run_deep_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  GtkWidget *label = make_label("View 0: 0"), *content = label;
  for (unsigned level = 0; level < selected.size; level++) {
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_box_append(GTK_BOX(box), content);
    content = box;
  }
  gtk_window_set_child(window, content);
  view_cost_run(application, window, selected, change_label, label);
}

// Paragraphs that wrap.

static void fill_with_paragraphs(GtkWindow *window, ViewCostCase selected) {
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  for (unsigned index = 0; index < selected.size; index++) {
    GtkWidget *label = gtk_label_new(view_cost_paragraph());
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_box_append(GTK_BOX(box), label);
  }
  gtk_window_set_child(window, scrolled(box));
}

void run_paragraphs(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  fill_with_paragraphs(window, selected);
  view_cost_run(application, window, selected, NULL, NULL);
}

static void resize(unsigned number, void *window) { view_cost_resize(window, number); }

void run_resize(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  fill_with_paragraphs(window, selected);
  view_cost_run(application, window, selected, resize, window);
}

// One line of a long text.

static void change_long(unsigned number, void *label) {
  char *text = view_cost_long_text(number + 1);
  gtk_label_set_text(label, text);
  free(text);
}

void run_long_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  char *text = view_cost_long_text(0);
  GtkWidget *label = gtk_label_new(text);
  free(text);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_window_set_child(window, label);
  view_cost_run(application, window, selected, change_long, label);
}

// Text fields. A letter is inserted into one of them.

typedef struct {
  unsigned count;
  GtkWidget **entries;
  // The program's copies of the fields' texts.
  char **texts;
} Fields;

static void field_changed(GtkEditable *editable, char **text) {
  g_free(*text);
  *text = g_strdup(gtk_editable_get_text(editable));
}

static void type(unsigned number, void *data) {
  Fields *fields = data;
  GtkEditable *editable = GTK_EDITABLE(fields->entries[number * 7 % fields->count]);
  int end = (int)g_utf8_strlen(gtk_editable_get_text(editable), -1);
  gtk_editable_insert_text(editable, "x", 1, &end);
}

void run_fields(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  Fields *fields = g_new0(Fields, 1);
  *fields = (Fields){selected.size, g_new0(GtkWidget *, selected.size), g_new0(char *, selected.size)};
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  for (unsigned index = 0; index < selected.size; index++) {
    GtkWidget *entry = fields->entries[index] = gtk_entry_new();
    char text[32];
    view_cost_text(text, index, 0);
    fields->texts[index] = g_strdup(text);
    gtk_editable_set_text(GTK_EDITABLE(entry), text);
    g_signal_connect(entry, "changed", G_CALLBACK(field_changed), &fields->texts[index]);
    gtk_box_append(GTK_BOX(box), entry);
  }
  gtk_window_set_child(window, scrolled(box));
  view_cost_run(application, window, selected, type, fields);
}
