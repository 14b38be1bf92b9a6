#include "programs.h"

typedef struct {
  unsigned count;
  GtkLabel *labels[];
} Labels;

GtkWidget *make_label(const char *text) {
  GtkWidget *label = gtk_label_new(text);
  // For the second column of C: labels that wrap if their text does not fit, as a `Text` does.
  if (g_getenv("VIEW_COST_WRAP")) {
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  }
  return label;
}

static void change(Labels *labels, unsigned index, unsigned number) {
  char text[32];
  view_cost_text(text, index, number);
  gtk_label_set_text(labels->labels[index], text);
}

static void change_all(unsigned number, void *labels) {
  for (unsigned index = 0; index < ((Labels *)labels)->count; index++) change(labels, index, number + 1);
}

static void change_one(unsigned number, void *labels) {
  change(labels, number * 7 % MIN(((Labels *)labels)->count, 1000), number + 1);
}

static Labels *fill(GtkWindow *window, unsigned count) {
  Labels *labels = g_malloc0(sizeof(Labels) + count * sizeof(GtkLabel *));
  labels->count = count;
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
  for (unsigned index = 0; index < count; index++) {
    char text[32];
    view_cost_text(text, index, 0);
    labels->labels[index] = GTK_LABEL(make_label(text));
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(labels->labels[index]));
  }
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
  gtk_widget_set_valign(box, GTK_ALIGN_START);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), box);
  gtk_window_set_child(window, scrolled);
  return labels;
}

void run_one_label(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  Labels *labels = g_malloc0(sizeof(Labels) + sizeof(GtkLabel *));
  labels->count = 1;
  labels->labels[0] = GTK_LABEL(make_label("View 0: 0"));
  gtk_window_set_child(window, GTK_WIDGET(labels->labels[0]));
  view_cost_run(application, window, selected, change_one, labels);
}

void run_all_labels(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  view_cost_run(application, window, selected, change_all, fill(window, selected.size));
}

void run_one_of_labels(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  view_cost_run(application, window, selected, change_one, fill(window, selected.size));
}

void run_rest(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  fill(window, selected.size);
  view_cost_rest(application, window, selected);
}
