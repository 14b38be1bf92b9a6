// A list of episodes: rows with a picture, two texts, a progress bar, two buttons and a menu.
#include "programs.h"

#define EPISODE_TYPE_ROW (episode_row_get_type())
G_DECLARE_FINAL_TYPE(EpisodeRow, episode_row, EPISODE, ROW, GtkBox)

struct _EpisodeRow {
  GtkBox parent;
  GtkWidget *title, *details, *bar;
};

G_DEFINE_FINAL_TYPE(EpisodeRow, episode_row, GTK_TYPE_BOX)

static GMenuModel *menu;

static void episode_row_init(EpisodeRow *self) {
  GtkBox *row = GTK_BOX(self);
  gtk_box_set_spacing(row, 12);
  GtkWidget *picture = gtk_image_new_from_icon_name("audio-x-generic-symbolic");
  gtk_image_set_pixel_size(GTK_IMAGE(picture), 48);
  gtk_box_append(row, picture);
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_hexpand(column, TRUE);
  gtk_widget_set_valign(column, GTK_ALIGN_CENTER);
  self->title = gtk_label_new(NULL);
  self->details = gtk_label_new(NULL);
  for (int index = 0; index < 2; index++) {
    GtkLabel *label = GTK_LABEL(index ? self->details : self->title);
    gtk_label_set_xalign(label, 0);
    gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END);
    gtk_box_append(GTK_BOX(column), GTK_WIDGET(label));
  }
  gtk_widget_add_css_class(self->details, "dim-label");
  self->bar = gtk_progress_bar_new();
  gtk_box_append(GTK_BOX(column), self->bar);
  gtk_box_append(row, column);
  const char *icons[] = {"media-playback-start-symbolic", "non-starred-symbolic"};
  for (gsize index = 0; index < G_N_ELEMENTS(icons); index++) {
    GtkWidget *button = gtk_button_new_from_icon_name(icons[index]);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_box_append(row, button);
  }
  GtkWidget *more = gtk_menu_button_new();
  gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(more), "view-more-symbolic");
  gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(more), menu);
  gtk_widget_set_valign(more, GTK_ALIGN_CENTER);
  gtk_box_append(row, more);
}

static void episode_row_class_init(EpisodeRowClass *class) {}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused) {
  gtk_list_item_set_child(item, g_object_new(EPISODE_TYPE_ROW, NULL));
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer unused) {
  EpisodeRow *row = EPISODE_ROW(gtk_list_item_get_child(item));
  unsigned number = gtk_list_item_get_position(item);
  char title[64], details[64];
  view_cost_episode(title, details, number);
  gtk_label_set_text(GTK_LABEL(row->title), title);
  gtk_label_set_text(GTK_LABEL(row->details), details);
  gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(row->bar), number % 100 / 100.0);
}

static void scroll(unsigned number, void *window) { view_cost_scroll_wheel(window); }

void run_episodes(GtkApplication *application, GtkWindow *window, ViewCostCase selected) {
  GMenu *entries = g_menu_new();
  g_menu_append(entries, "Play Next", "row.next");
  g_menu_append(entries, "Download", "row.download");
  menu = G_MENU_MODEL(entries);
  GtkStringList *rows = gtk_string_list_new(NULL);
  for (unsigned index = 0; index < selected.size; index++) gtk_string_list_append(rows, "");
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows))), factory);
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list);
  gtk_window_set_child(window, scrolled);
  view_cost_run(application, window, selected, scroll, window);
}
