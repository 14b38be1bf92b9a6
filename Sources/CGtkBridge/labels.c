#include "include/CGtkBridgeLabels.h"

#include <stdbool.h>

// A label that measures its text once.
//
// `GtkLabel` with the `wrap` property creates a Pango layout for each measurement: one with width 0 to find the minimum
// width, one with the natural width, and one for each width that is measured. With `PANGO_WRAP_WORD_CHAR` Pango shapes
// the layout with width 0 letter by letter, which is slow. This label keeps `wrap` unset and sets the width of
// `GtkLabel`'s own layout instead. A text that fits is then laid out once, for measuring and for drawing.
//
// The size of a text that fits is constant: GTK then measures it, and the containers around it, once instead of once
// for each width. A label reports a constant size if its text fits into the label's width in the last layout pass. If
// the label then gets a smaller width, it reports a height for its width from then on, and its window is laid out once
// more in the same frame.

// The number of heights that are cached for a layout.
#define MAX_HEIGHTS 4

// Cached heights for widths that are less than the natural width, in pixels. A new height replaces the oldest one.
typedef struct {
  struct {
    int width, height, baseline;
  } items[MAX_HEIGHTS];
  // The number of heights that were ever added.
  unsigned count;
} Heights;

// The measurements of one layout. They are valid as long as only the width of the layout changes.
typedef struct {
  // Owned. The reference keeps the next layout of the label from having the same address.
  PangoLayout *layout;
  // The serial number of the layout after the last change that this file made.
  guint serial;
  // In pixels. The minimum width is -1 until it is measured. The height and the baseline belong to the natural width.
  int natural_width, minimum_width;
  int height, baseline;
  // Owned. `NULL` until the text is measured in a width that is less than its natural width.
  Heights *heights;
} Measurements;

// The fields that this subclass adds to a `GtkLabel`.
typedef struct {
  // Whether the text wraps.
  bool wraps : 1;
  // Whether the label reported a constant size.
  bool is_constant : 1;
  // Whether the label observes the layout passes of its window.
  bool is_watched : 1;
  // Whether a measurement has given the layout another width than the label's.
  bool has_other_width : 1;
  // The width in the last layout pass, and the width that the container could have added to it, in pixels.
  int width, spare_width;
  // The spare width of the next allocation.
  int next_spare_width;
  Measurements measurements;
} Text;

static GtkWidgetClass *parent_class;
// The offset of the `Text` in the memory of a label, in bytes.
static gsize text_offset;

static Text *text_of(GtkWidget *widget) { return (Text *)((char *)widget + text_offset); }

static int pixels(int units) { return PANGO_PIXELS_CEIL(units); }

// Measures the layout at the width that it has.
static void measure_layout(PangoLayout *layout, int *width, int *height, int *baseline) {
  PangoRectangle logical;
  pango_layout_get_extents(layout, NULL, &logical);
  if (width) *width = pixels(logical.x + logical.width) - PANGO_PIXELS_FLOOR(logical.x);
  *height = pixels(logical.height);
  *baseline = pango_layout_get_baseline(layout) / PANGO_SCALE;
}

static void set_width(PangoLayout *layout, Measurements *measurements, int width) {
  int units = width < 0 ? -1 : width * PANGO_SCALE;
  if (pango_layout_get_width(layout) == units) return;
  if (units >= 0) pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width(layout, units);
  measurements->serial = pango_layout_get_serial(layout);
}

// Returns the measurements of a label's layout. Measures the layout if they are no longer valid.
static Measurements *measurements_of(GtkWidget *label, PangoLayout *layout) {
  Measurements *measurements = &text_of(label)->measurements;
  if (measurements->layout == layout && measurements->serial == pango_layout_get_serial(layout)) return measurements;
  g_set_object(&measurements->layout, layout);
  if (measurements->heights) measurements->heights->count = 0;
  measurements->minimum_width = -1;
  pango_layout_set_width(layout, -1);
  measure_layout(layout, &measurements->natural_width, &measurements->height, &measurements->baseline);
  measurements->serial = pango_layout_get_serial(layout);
  return measurements;
}

// The widest cluster of glyphs in a run, in Pango units.
static int widest_cluster(PangoGlyphString *glyphs) {
  int widest = 0, width = 0;
  for (int index = 0; index < glyphs->num_glyphs; index++) {
    if (glyphs->glyphs[index].attr.is_cluster_start) width = 0;
    width += glyphs->glyphs[index].geometry.width;
    widest = MAX(widest, width);
  }
  return widest;
}

// The minimum width in pixels: the width of the widest cluster of glyphs. A layout that breaks the text at every letter
// would give nearly the same width, but Pango would shape each letter by itself. The layout gets its natural width.
static int minimum_width(PangoLayout *layout, Measurements *measurements) {
  if (measurements->minimum_width >= 0) return measurements->minimum_width;
  set_width(layout, measurements, -1);
  int widest = 0;
  for (GSList *line = pango_layout_get_lines_readonly(layout); line; line = line->next) {
    for (GSList *run = ((PangoLayoutLine *)line->data)->runs; run; run = run->next) {
      widest = MAX(widest, widest_cluster(((PangoLayoutRun *)run->data)->glyphs));
    }
  }
  measurements->minimum_width = MIN(pixels(widest), measurements->natural_width);
  return measurements->minimum_width;
}

// The number of lines that a line becomes at a width in Pango units, if it may be broken between any two clusters of
// glyphs.
static int broken_line_count(PangoLayoutLine *line, int width) {
  int lines = 1, used = 0;
  for (GSList *run = line->runs; run; run = run->next) {
    PangoGlyphString *glyphs = ((PangoLayoutRun *)run->data)->glyphs;
    for (int index = 0; index < glyphs->num_glyphs; index++) {
      used += glyphs->glyphs[index].geometry.width;
      if (used <= width || !glyphs->glyphs[index].attr.is_cluster_start) continue;
      lines += 1;
      used = glyphs->glyphs[index].geometry.width;
    }
  }
  return lines;
}

// The maximum number of lines of a paragraph. `GtkLabel` stores the number as a negative height of its layout. The
// number has an effect only with an ellipsis.
static int max_lines(PangoLayout *layout) {
  int height = pango_layout_get_height(layout);
  return pango_layout_get_ellipsize(layout) == PANGO_ELLIPSIZE_NONE || height >= 0 ? G_MAXINT : -height;
}

// An estimate of the height in pixels at the minimum width or at a smaller width. Containers measure this height to
// find their own minimum size. Pango would shape each letter by itself for an exact height.
static int height_at_minimum_width(PangoLayout *layout, Measurements *measurements, int width) {
  set_width(layout, measurements, -1);
  int lines = 0, limit = max_lines(layout);
  for (GSList *line = pango_layout_get_lines_readonly(layout); line; line = line->next) {
    lines += MIN(broken_line_count(line->data, width * PANGO_SCALE), limit);
  }
  return measurements->height * lines / pango_layout_get_line_count(layout);
}

static void height_for_width(PangoLayout *layout, Measurements *measurements, int width, int *height, int *baseline) {
  if (width < 0 || width >= measurements->natural_width) {
    *height = measurements->height;
    *baseline = measurements->baseline;
    return;
  }
  if (!measurements->heights) measurements->heights = g_new0(Heights, 1);
  Heights *heights = measurements->heights;
  for (unsigned index = 0; index < MIN(heights->count, MAX_HEIGHTS); index++) {
    if (heights->items[index].width != width) continue;
    *height = heights->items[index].height;
    *baseline = heights->items[index].baseline;
    return;
  }
  if (width <= minimum_width(layout, measurements)) {
    *height = height_at_minimum_width(layout, measurements, width);
    *baseline = measurements->baseline;
  } else {
    set_width(layout, measurements, width);
    measure_layout(layout, NULL, height, baseline);
  }
  unsigned index = heights->count++ % MAX_HEIGHTS;
  heights->items[index].width = width;
  heights->items[index].height = *height;
  heights->items[index].baseline = *baseline;
}

static GtkSizeRequestMode request_mode(GtkWidget *widget) {
  Text *text = text_of(widget);
  if (!text->wraps) return parent_class->get_request_mode(widget);
  int width = text->width + text->spare_width;
  text->is_constant =
      width > 0 && measurements_of(widget, gtk_label_get_layout(GTK_LABEL(widget)))->natural_width <= width;
  return text->is_constant ? GTK_SIZE_REQUEST_CONSTANT_SIZE : GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void add_label(GPtrArray **labels, GtkWidget *label);
static GPtrArray *labels_to_restore;

// Notes that a measurement has changed the width of a label's layout. The layout gets its width back after the layout
// pass, so that GTK finds links at the positions where they are drawn.
static void note_measurement(GtkWidget *widget, PangoLayout *layout, int natural_width) {
  Text *text = text_of(widget);
  int width = text->width < natural_width ? text->width * PANGO_SCALE : -1;
  if (text->has_other_width || !text->is_watched || pango_layout_get_width(layout) == width ||
      !gtk_widget_get_mapped(widget))
    return;
  text->has_other_width = TRUE;
  add_label(&labels_to_restore, widget);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int across, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
  if (!text_of(widget)->wraps) {
    parent_class->measure(widget, orientation, across, minimum, natural, minimum_baseline, natural_baseline);
    return;
  }
  PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(widget));
  Measurements *measurements = measurements_of(widget, layout);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *minimum = minimum_width(layout, measurements);
    *natural = measurements->natural_width;
    note_measurement(widget, layout, measurements->natural_width);
    return;
  }
  int height, baseline;
  height_for_width(layout, measurements, across, &height, &baseline);
  note_measurement(widget, layout, measurements->natural_width);
  *minimum = *natural = height;
  *minimum_baseline = *natural_baseline = baseline;
}

// Owned. `labels_to_resize` are the labels that reported a constant size and then got less width than their text needs.
// `labels_to_restore` are the labels whose layouts have another width than the label.
static GPtrArray *labels_to_resize, *labels_to_restore;

static void lay_out(GtkWidget *widget, int width);

// Gives the layouts of `labels_to_restore` the widths of their labels.
static void restore_widths(void) {
  if (!labels_to_restore || !labels_to_restore->len) return;
  for (guint index = 0; index < labels_to_restore->len; index++) {
    GtkWidget *label = labels_to_restore->pdata[index];
    text_of(label)->has_other_width = FALSE;
    lay_out(label, gtk_widget_get_width(label));
  }
  g_ptr_array_set_size(labels_to_restore, 0);
}

static void add_label(GPtrArray **labels, GtkWidget *label) {
  if (!*labels) *labels = g_ptr_array_new_with_free_func(g_object_unref);
  g_ptr_array_add(*labels, g_object_ref(label));
}

// Called after each layout pass of a window.
static void layout_ended(GdkFrameClock *clock, gpointer data) {
  restore_widths();
  if (!labels_to_resize || !labels_to_resize->len) return;
  GPtrArray *labels = labels_to_resize;
  labels_to_resize = NULL;
  for (guint index = 0; index < labels->len; index++) gtk_widget_queue_resize(labels->pdata[index]);
  g_ptr_array_unref(labels);
}

// Observes the layout passes of a label's window, from the next pass on.
static void watch_layouts(GtkWidget *widget) {
  static GQuark key;
  if (!key) key = g_quark_from_static_string("cgtk-text-layouts");
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  if (!clock) return;
  text_of(widget)->is_watched = TRUE;
  if (g_object_get_qdata(G_OBJECT(clock), key)) return;
  g_object_set_qdata(G_OBJECT(clock), key, clock);
  g_signal_connect_after(clock, "layout", G_CALLBACK(layout_ended), NULL);
}

// GTK ignores a resize that is queued in a layout pass, so the resize is queued after the pass. The frame clock then
// repeats the layout in the same frame.
static void resize_after_layout(GtkWidget *widget) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  if (!clock) return;
  add_label(&labels_to_resize, widget);
  gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}

// Sets the width of the layout to the width of the label, or removes it if the text fits.
static void lay_out(GtkWidget *widget, int width) {
  PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(widget));
  Measurements *measurements = measurements_of(widget, layout);
  set_width(layout, measurements, width < measurements->natural_width ? width : -1);
}

// Allocates the label and sets the width of its layout. `GtkLabel` removes the width of a layout that does not wrap.
// The measurements stay valid nevertheless.
static void allocate_layout(GtkWidget *widget, int width, int height, int baseline) {
  Measurements *measurements = measurements_of(widget, gtk_label_get_layout(GTK_LABEL(widget)));
  parent_class->size_allocate(widget, width, height, baseline);
  PangoLayout *layout = gtk_label_get_layout(GTK_LABEL(widget));
  if (measurements->layout == layout) measurements->serial = pango_layout_get_serial(layout);
  lay_out(widget, width);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  Text *text = text_of(widget);
  if (!text->wraps) {
    parent_class->size_allocate(widget, width, height, baseline);
    return;
  }
  allocate_layout(widget, width, height, baseline);
  if (!text->is_watched) watch_layouts(widget);
  // Without a frame clock, the layout cannot be repeated, so the label must not report a constant size.
  text->width = text->is_watched ? width : 0;
  text->spare_width = text->is_watched ? text->next_spare_width : 0;
  text->next_spare_width = 0;
  if (text->is_constant && pango_layout_get_width(gtk_label_get_layout(GTK_LABEL(widget))) >= 0)
    resize_after_layout(widget);
}

// Sets the width of the layout before drawing, because a measurement that no layout pass followed has left another
// width.
static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  if (text_of(widget)->wraps) lay_out(widget, gtk_widget_get_width(widget));
  parent_class->snapshot(widget, snapshot);
}

// Called when a label leaves its window.
static void unroot(GtkWidget *widget) {
  Text *text = text_of(widget);
  text->is_watched = FALSE;
  text->width = text->spare_width = text->next_spare_width = 0;
  text->has_other_width = FALSE;
  if (labels_to_resize) g_ptr_array_remove(labels_to_resize, widget);
  if (labels_to_restore) g_ptr_array_remove(labels_to_restore, widget);
  parent_class->unroot(widget);
}

static void finalize(GObject *object) {
  Measurements *measurements = &text_of(GTK_WIDGET(object))->measurements;
  g_clear_object(&measurements->layout);
  g_free(measurements->heights);
  G_OBJECT_CLASS(parent_class)->finalize(object);
}

static void text_class_init(gpointer class, gpointer data) {
  GtkWidgetClass *widget_class = class;
  G_OBJECT_CLASS(class)->finalize = finalize;
  parent_class = g_type_class_peek_parent(class);
  widget_class->get_request_mode = request_mode;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->snapshot = snapshot;
  widget_class->unroot = unroot;
}

// The struct of a label is private, so its size is queried.
static GType text_get_type(void) {
  static GType type;
  if (type) return type;
  GTypeQuery label;
  g_type_query(GTK_TYPE_LABEL, &label);
  text_offset = (label.instance_size + 7u) & ~7u;
  type = g_type_register_static_simple(GTK_TYPE_LABEL, "CgtkText", label.class_size, text_class_init,
                                       (guint)(text_offset + sizeof(Text)), NULL, 0);
  return type;
}

static gboolean is_text(GtkWidget *widget) { return G_OBJECT_TYPE(widget) == text_get_type(); }

void cgtk_text_set_spare_width(GtkWidget *widget, int width) {
  if (is_text(widget)) text_of(widget)->next_spare_width = width;
}

GtkWidget *cgtk_text_new(const char *text) { return g_object_new(text_get_type(), "label", text, NULL); }

void cgtk_text_set_wraps(GtkWidget *label, gboolean wraps) {
  if (text_of(label)->wraps == (wraps != 0)) return;
  text_of(label)->wraps = wraps;
  gtk_widget_queue_resize(label);
}

gboolean cgtk_text_get_wraps(GtkWidget *widget) { return is_text(widget) && text_of(widget)->wraps; }
