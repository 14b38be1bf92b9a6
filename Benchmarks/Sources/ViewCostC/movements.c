#include "programs.h"

// Labels that are animated with the time of the frame clock.
typedef struct {
  unsigned count;
  GtkFixed *fixed;
  GtkWidget **labels;
  // The time of the first frame in microseconds. 0 before the first frame.
  gint64 began;
  // Displays a label at a fraction of the animation, from 0 to 1.
  void (*show)(GtkFixed *fixed, GtkWidget *label, unsigned index, double part);
} Movement;

// The distance between two labels in pixels.
static const int row_height = 24;

static void show_faded(GtkFixed *fixed, GtkWidget *label, unsigned index, double part) {
  gtk_widget_set_opacity(label, 1 - 0.8 * part);
}

static void show_shrunk(GtkFixed *fixed, GtkWidget *label, unsigned index, double part) {
  float x = gtk_widget_get_width(label) / 2.f, y = gtk_widget_get_height(label) / 2.f, scale = (float)(1 - 0.5 * part);
  GskTransform *transform = gsk_transform_translate(NULL, &GRAPHENE_POINT_INIT(x, y + (float)(index * row_height)));
  transform = gsk_transform_translate(gsk_transform_scale(transform, scale, scale), &GRAPHENE_POINT_INIT(-x, -y));
  gtk_fixed_set_child_transform(fixed, label, transform);
  gsk_transform_unref(transform);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  Movement *movement = data;
  gint64 time = gdk_frame_clock_get_frame_time(clock);
  if (!movement->began) movement->began = time;
  double part = MIN((double)(time - movement->began) / G_USEC_PER_SEC / view_cost_movement_seconds(), 1);
  for (unsigned index = 0; index < movement->count; index++)
    movement->show(movement->fixed, movement->labels[index], index, part);
  return part < 1 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void begin(unsigned number, void *data) {
  gtk_widget_add_tick_callback(GTK_WIDGET(((Movement *)data)->fixed), tick, data, NULL);
}

static void run(GtkApplication *application, GtkWindow *window, ViewCostCase selected,
                void (*show)(GtkFixed *, GtkWidget *, unsigned, double)) {
  Movement *movement = g_new0(Movement, 1);
  *movement = (Movement){selected.size, GTK_FIXED(gtk_fixed_new()), g_new(GtkWidget *, selected.size), 0, show};
  for (unsigned index = 0; index < selected.size; index++) {
    char text[32];
    view_cost_text(text, index, 0);
    movement->labels[index] = make_label(text);
    gtk_fixed_put(movement->fixed, movement->labels[index], 0, index * row_height);
  }
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_halign(GTK_WIDGET(movement->fixed), GTK_ALIGN_CENTER);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), GTK_WIDGET(movement->fixed));
  gtk_window_set_child(window, scrolled);
  view_cost_move(application, window, selected, begin, movement);
}

void run_fade(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, show_faded);
}
void run_shrink(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  run(application, window, selected, show_shrunk);
}
