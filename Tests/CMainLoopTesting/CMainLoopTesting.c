// docs/library/main-loop.md explains the hook. In short: the test runner's asynchronous `main` ends in dispatchMain(),
// which moves the main queue, and with it the main actor, to a worker thread. GTK needs the first thread and GLib's
// loop. The Swift runtime calls a hook when an asynchronous `main` has suspended. The hook below is set before `main`
// starts, and runs GLib's loop on that thread instead. The program's own function serves the main actor, so a test
// awaits exactly as the program does.
#include "CMainLoopTesting.h"

#include <CGtkBridge.h>
#include <malloc.h>

typedef __attribute__((swiftcall)) void (*drain_queue_hook)(void *original, void *override);
extern drain_queue_hook swift_task_asyncMainDrainQueue_hook;

static bool is_running;

bool mainloop_testing_is_running(void) { return is_running; }

bool mainloop_testing_is_first_thread(void) { return cgtk_is_first_thread(); }

__attribute__((swiftcall)) static void run_glib_main_loop(void *original, void *override) {
  is_running = true;
  cgtk_main_loop_attach();
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
}

__attribute__((constructor)) static void install_hook(void) {
  swift_task_asyncMainDrainQueue_hook = run_glib_main_loop;
}

typedef struct {
  GSource source;
  GSourceFunc condition;
  gpointer data;
} ConditionSource;

static gboolean condition_holds(GSource *source) {
  ConditionSource *self = (ConditionSource *)source;
  return self->condition(self->data);
}

static gboolean condition_prepare(GSource *source, gint *timeout) {
  *timeout = -1;
  return condition_holds(source);
}

static gboolean condition_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
  callback(data);
  return G_SOURCE_REMOVE;
}

void mainloop_testing_wait(GSourceFunc condition, GSourceFunc callback, gpointer data, int seconds) {
  static GSourceFuncs functions = {condition_prepare, condition_holds, condition_dispatch, NULL, NULL, NULL};
  ConditionSource *self = (ConditionSource *)g_source_new(&functions, sizeof(ConditionSource));
  self->condition = condition;
  self->data = data;
  g_source_set_callback(&self->source, callback, data, NULL);
  g_source_set_priority(&self->source, G_PRIORITY_HIGH);
  // When the time is up, the source is dispatched although the condition is false.
  g_source_set_ready_time(&self->source, g_get_monotonic_time() + seconds * G_USEC_PER_SEC);
  g_source_attach(&self->source, NULL);
  g_source_unref(&self->source);
}

void mainloop_testing_emit(gpointer object, const char *signal) { g_signal_emit_by_name(object, signal); }

// Calls a function for each controller of this type that a widget has, until the function returns true. Returns whether
// a call returned true.
static bool any_controller(GtkWidget *widget, GType type, bool (*action)(GtkEventController *, gpointer),
                           gpointer data) {
  GListModel *controllers = gtk_widget_observe_controllers(widget);
  bool is_done = false;
  for (guint i = 0; i < g_list_model_get_n_items(controllers) && !is_done; i++) {
    GtkEventController *controller = g_list_model_get_item(controllers, i);
    if (G_TYPE_CHECK_INSTANCE_TYPE(controller, type)) is_done = action(controller, data);
    g_object_unref(controller);
  }
  g_object_unref(controllers);
  return is_done;
}

typedef struct {
  unsigned key;
  GdkModifierType modifiers;
} Key;

static bool press_key(GtkEventController *controller, gpointer data) {
  Key *key = data;
  gboolean is_taken = FALSE;
  g_signal_emit_by_name(controller, "key-pressed", key->key, 0, key->modifiers, &is_taken);
  return is_taken;
}

bool mainloop_testing_press_key_holding(GtkWidget *widget, unsigned key, GdkModifierType modifiers) {
  return any_controller(widget, GTK_TYPE_EVENT_CONTROLLER_KEY, press_key, &(Key){key, modifiers});
}

bool mainloop_testing_press_key(GtkWidget *widget, unsigned key) {
  return mainloop_testing_press_key_holding(widget, key, 0);
}

// A point of a widget, and the content of a drag. A long press has no content.
typedef struct {
  double x, y;
  // The content that is dragged. The caller owns it.
  GdkContentProvider *content;
} Drag;

static bool prepare_drag(GtkEventController *controller, gpointer data) {
  Drag *drag = data;
  g_signal_emit_by_name(controller, "prepare", drag->x, drag->y, &drag->content);
  return drag->content;
}

GdkContentProvider *mainloop_testing_drag_from(GtkWidget *widget, double x, double y) {
  Drag drag = {x, y, NULL};
  any_controller(widget, GTK_TYPE_DRAG_SOURCE, prepare_drag, &drag);
  return drag.content;
}

static bool move_drag(GtkEventController *controller, gpointer data) {
  Drag *drag = data;
  GdkDragAction action = 0;
  g_signal_emit_by_name(controller, "enter", drag->x, drag->y, &action);
  g_signal_emit_by_name(controller, "motion", drag->x, drag->y, &action);
  return action != 0;
}

bool mainloop_testing_drag_over(GtkWidget *widget, double x, double y) {
  return any_controller(widget, GTK_TYPE_DROP_TARGET, move_drag, &(Drag){x, y, NULL});
}

static bool leave_target(GtkEventController *controller, gpointer data) {
  g_signal_emit_by_name(controller, "leave");
  return false;
}

void mainloop_testing_drag_leave(GtkWidget *widget) {
  any_controller(widget, GTK_TYPE_DROP_TARGET, leave_target, NULL);
}

static bool drop(GtkEventController *controller, gpointer data) {
  Drag *drag = data;
  gsize count;
  const GType *types = gtk_drop_target_get_gtypes(GTK_DROP_TARGET(controller), &count);
  for (gsize i = 0; i < count; i++) {
    GValue value = G_VALUE_INIT;
    g_value_init(&value, types[i]);
    gboolean is_taken = FALSE;
    bool is_there = gdk_content_provider_get_value(drag->content, &value, NULL);
    if (is_there) g_signal_emit_by_name(controller, "drop", &value, drag->x, drag->y, &is_taken);
    g_value_unset(&value);
    if (is_there) return is_taken;
  }
  return false;
}

bool mainloop_testing_drop(GtkWidget *widget, GdkContentProvider *content, double x, double y) {
  return any_controller(widget, GTK_TYPE_DROP_TARGET, drop, &(Drag){x, y, content});
}

static bool end_drag(GtkEventController *controller, gpointer data) {
  g_signal_emit_by_name(controller, "drag-end", NULL, FALSE);
  return false;
}

static bool long_press(GtkEventController *controller, gpointer data) {
  Drag *press = data;
  g_signal_emit_by_name(controller, "pressed", press->x, press->y);
  return false;
}

void mainloop_testing_long_press(GtkWidget *widget, double x, double y) {
  any_controller(widget, GTK_TYPE_GESTURE_LONG_PRESS, long_press, &(Drag){x, y, NULL});
}

void mainloop_testing_drag_end(GtkWidget *widget) { any_controller(widget, GTK_TYPE_DRAG_SOURCE, end_drag, NULL); }

void mainloop_testing_use_dark_theme(bool is_dark) {
  g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", (gboolean)is_dark, NULL);
}

// Returns the drawing of a widget, or NULL if it is not drawn yet or waits for another size. The caller owns it.
static GskRenderNode *new_drawing(GtkWidget *widget) {
  int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
  if (!gtk_widget_get_native(widget) || width <= 0 || height <= 0) return NULL;
  GdkPaintable *paintable = gtk_widget_paintable_new(widget);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gdk_paintable_snapshot(paintable, snapshot, width, height);
  g_object_unref(paintable);
  return gtk_snapshot_free_to_node(snapshot);
}

bool mainloop_testing_is_drawn(GtkWidget *widget) {
  GskRenderNode *node = new_drawing(widget);
  if (!node) return false;
  gsk_render_node_unref(node);
  return true;
}

// Returns a picture of a widget, or NULL if there is no drawing. The caller owns it.
static GdkTexture *new_picture(GtkWidget *widget) {
  GskRenderNode *node = new_drawing(widget);
  if (!node) return NULL;
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget), (float)gtk_widget_get_height(widget));
  GdkTexture *texture =
      gsk_renderer_render_texture(gtk_native_get_renderer(gtk_widget_get_native(widget)), node, &bounds);
  gsk_render_node_unref(node);
  return texture;
}

bool mainloop_testing_write_picture(GtkWidget *widget, const char *path) {
  GdkTexture *texture = new_picture(widget);
  if (!texture) return false;
  bool is_written = gdk_texture_save_to_png(texture, path);
  g_object_unref(texture);
  return is_written;
}

bool mainloop_testing_read_pixels(GtkWidget *widget, const int *points, int count, unsigned char *colors) {
  GdkTexture *texture = new_picture(widget);
  if (!texture) return false;
  int width = gdk_texture_get_width(texture), height = gdk_texture_get_height(texture);
  guint32 *pixels = g_new(guint32, (gsize)width * height);
  gdk_texture_download(texture, (guchar *)pixels, (gsize)width * 4);
  bool is_inside = true;
  for (int i = 0; i < count; i++) {
    int x = points[2 * i], y = points[2 * i + 1];
    if (x < 0 || y < 0 || x >= width || y >= height) {
      is_inside = false;
      continue;
    }
    // Cairo's ARGB32: one number in the byte order of the processor, with the opacity in its highest byte.
    guint32 pixel = pixels[(gsize)y * width + x];
    colors[4 * i] = (unsigned char)(pixel >> 16);
    colors[4 * i + 1] = (unsigned char)(pixel >> 8);
    colors[4 * i + 2] = (unsigned char)pixel;
    colors[4 * i + 3] = (unsigned char)(pixel >> 24);
  }
  g_free(pixels);
  g_object_unref(texture);
  return is_inside;
}

void mainloop_testing_keep_cursors_still(void) {
  g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", FALSE, NULL);
}

void mainloop_testing_allow_animations(bool is_allowed) {
  g_object_set(gtk_settings_get_default(), "gtk-enable-animations", (gboolean)is_allowed, NULL);
}

bool mainloop_testing_has_text_property(GtkWidget *widget, GtkAccessibleProperty property, const char *text) {
  if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), property)) return false;
  char *difference = gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, text, -1);
  g_free(difference);
  return !difference;
}

bool mainloop_testing_is_accessible_hidden(GtkWidget *widget) {
  if (!gtk_test_accessible_has_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN)) return false;
  char *difference = gtk_test_accessible_check_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE);
  g_free(difference);
  return !difference;
}

size_t mainloop_testing_memory(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// The setting counts in 1/1024 dots per inch. 96 dots per inch are the normal size.
void mainloop_testing_set_text_scale(double scale) {
  g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", (int)(96 * 1024 * scale), NULL);
}
