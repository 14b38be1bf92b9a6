// The program in C. Scripts/bench runs each case here and in the program in GtkViews, ../ViewCost. Each widget is
// created once, kept, and changed by its own functions.
#include <gtk/gtk.h>
#include <string.h>

#include "programs.h"

static const struct {
  const char *name;
  void (*run)(GtkApplication *application, GtkWindow *window, ViewCostCase selected);
} programs[] = {
    {"label", run_one_label},
    {"all", run_all_labels},
    {"one", run_one_of_labels},
    {"model", run_one_of_labels},
    {"alert", run_alert},
    {"sheet", run_sheet},
    {"list", run_list_scroll},
    {"sweep", run_list_sweep},
    {"insert", run_list_insert},
    {"root", run_one_of_labels},
    {"deep", run_deep_label},
    {"paragraphs", run_paragraphs},
    {"long", run_long_label},
    {"fields", run_fields},
    {"remove", run_list_remove},
    {"stride", run_list_stride},
    {"resize", run_resize},
    {"episodes", run_episodes},
    {"shuffle", run_list_shuffle},
    {"change-row", run_list_change},
    {"rest", run_rest},
    {"fade", run_fade},
    {"shrink", run_shrink},
};

static ViewCostCase selected;

static void activate(GtkApplication *application, gpointer unused) {
  GtkWindow *window = GTK_WINDOW(gtk_application_window_new(application));
  gtk_window_set_title(window, "View cost");
  gtk_window_set_default_size(window, 800, 600);
  for (gsize index = 0; index < G_N_ELEMENTS(programs); index++) {
    if (strcmp(programs[index].name, selected.name) == 0) return programs[index].run(application, window, selected);
  }
  g_error("There is no case %s.", selected.name);
}

int main(int count, char **arguments) {
  selected = view_cost_case(count, arguments);
  GtkApplication *application = gtk_application_new("org.example.ViewCost", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
  return g_application_run(G_APPLICATION(application), 1, arguments);
}
