// Pictures. Their bytes are read and decoded on GIO's threads.
#include "include/CGtkBridgePictures.h"

#include <math.h>
#include <string.h>

// The input of a task. A task either reads the bytes at an address, or decodes bytes.
typedef struct {
  // To read.
  char *address;
  gsize max_length;
  // To decode: the bytes, and the numbers of pixels above which a picture is scaled down or is not decoded.
  GBytes *bytes;
  guint64 max_shown;
  guint64 max_decoded;
} Job;

static void job_free(gpointer data) {
  Job *job = data;
  g_free(job->address);
  g_clear_pointer(&job->bytes, g_bytes_unref);
  g_free(job);
}

// Starts a task on another thread. Takes ownership of the job.
static void job_start(Job *job, GTaskThreadFunc work, GCancellable *cancellable, GAsyncReadyCallback callback,
                      gpointer data) {
  GTask *task = g_task_new(NULL, cancellable, callback, data);
  g_task_set_task_data(task, job, job_free);
  // A cancelled task ends at once, even if it waits for bytes from another machine.
  g_task_set_return_on_cancel(task, TRUE);
  g_task_run_in_thread(task, work);
  g_object_unref(task);
}

static void return_too_large(GTask *task) {
  g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE, "The picture is too large");
}

// Returns the payload of an address of the form data:[type][;base64],payload (RFC 2397), or NULL if it has another
// form.
static GBytes *bytes_of_data_address(const char *address) {
  const char *comma = strchr(address, ',');
  if (!comma) return NULL;
  GBytes *payload = g_uri_unescape_bytes(comma + 1, -1, NULL, NULL);
  const char base64[] = ";base64";
  gsize suffix_length = sizeof base64 - 1;
  if (!payload || (gsize)(comma - address) < suffix_length ||
      g_ascii_strncasecmp(comma - suffix_length, base64, suffix_length) != 0)
    return payload;
  gsize length = 0;
  gconstpointer encoded = g_bytes_get_data(payload, &length);
  char *text = g_strndup(encoded ? encoded : "", length);
  g_bytes_unref(payload);
  guchar *decoded = g_base64_decode(text, &length);
  g_free(text);
  return g_bytes_new_take(decoded, length);
}

// Reads a stream in blocks of 64 KiB, until its end or until more than `max_length` bytes have been read.
static GBytes *read_stream(GInputStream *stream, gsize max_length, GCancellable *cancellable, GError **error) {
  GByteArray *bytes = g_byte_array_new();
  guint8 *buffer = g_malloc(65536);
  gssize count = 0;
  while (bytes->len <= max_length && (count = g_input_stream_read(stream, buffer, 65536, cancellable, error)) > 0)
    g_byte_array_append(bytes, buffer, count);
  g_free(buffer);
  if (count < 0) g_clear_pointer(&bytes, g_byte_array_unref);
  return bytes ? g_byte_array_free_to_bytes(bytes) : NULL;
}

static void load(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  Job *job = data;
  GError *error = NULL;
  GBytes *bytes = NULL;
  if (g_ascii_strncasecmp(job->address, "data:", 5) == 0) {
    bytes = bytes_of_data_address(job->address);
    if (!bytes) error = g_error_new_literal(G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "This is no data: address");
  } else {
    GFile *file = g_file_new_for_uri(job->address);
    GFileInputStream *stream = g_file_read(file, cancellable, &error);
    g_object_unref(file);
    if (stream) bytes = read_stream(G_INPUT_STREAM(stream), job->max_length, cancellable, &error);
    g_clear_object(&stream);
  }
  if (!bytes) {
    g_task_return_error(task, error);
  } else if (g_bytes_get_size(bytes) > job->max_length) {
    g_bytes_unref(bytes);
    return_too_large(task);
  } else {
    g_task_return_pointer(task, bytes, (GDestroyNotify)g_bytes_unref);
  }
}

typedef struct {
  int width;
  int height;
  // The maximum number of pixels to decode, or 0 to find only the size.
  guint64 max_shown;
} Size;

static void size_prepared(GdkPixbufLoader *loader, int width, int height, gpointer data) {
  Size *size = data;
  size->width = width;
  size->height = height;
  // A size of 0 stops the decoding before memory for the pixels is allocated.
  if (!size->max_shown) return gdk_pixbuf_loader_set_size(loader, 0, 0);
  double factor = sqrt((double)size->max_shown / ((double)width * height));
  if (factor < 1) gdk_pixbuf_loader_set_size(loader, MAX(1, (int)(width * factor)), MAX(1, (int)(height * factor)));
}

// Returns the size that is stored in a picture, or 0 × 0. The decoder gets only as many bytes as it needs to find the
// size.
static Size size_of_picture(const guint8 *bytes, gsize length) {
  Size size = {0};
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &size);
  for (gsize start = 0; start < length && !size.width; start += 4096) {
    if (!gdk_pixbuf_loader_write(loader, bytes + start, MIN(length - start, 4096), NULL)) break;
  }
  gdk_pixbuf_loader_close(loader, NULL);
  g_object_unref(loader);
  return size;
}

// Decodes a picture, scaled down to at most `max_shown` pixels.
static GdkTexture *decode_smaller(const guint8 *bytes, gsize length, guint64 max_shown, GError **error) {
  Size size = {.max_shown = max_shown};
  GdkTexture *texture = NULL;
  GdkPixbufLoader *loader = gdk_pixbuf_loader_new();
  g_signal_connect(loader, "size-prepared", G_CALLBACK(size_prepared), &size);
  gboolean is_written = gdk_pixbuf_loader_write(loader, bytes, length, error);
  if (gdk_pixbuf_loader_close(loader, is_written ? error : NULL) && is_written) {
    texture = gdk_texture_new_for_pixbuf(gdk_pixbuf_loader_get_pixbuf(loader));
  }
  g_object_unref(loader);
  return texture;
}

static void decode(GTask *task, gpointer source, gpointer data, GCancellable *cancellable) {
  Job *job = data;
  gsize length = 0;
  const guint8 *bytes = g_bytes_get_data(job->bytes, &length);
  Size size = size_of_picture(bytes, length);
  guint64 pixels = (guint64)size.width * (guint64)size.height;
  if (pixels > job->max_decoded) return return_too_large(task);
  GError *error = NULL;
  GdkTexture *texture = pixels > job->max_shown ? decode_smaller(bytes, length, job->max_shown, &error)
                                                : gdk_texture_new_from_bytes(job->bytes, &error);
  if (texture) return g_task_return_pointer(task, texture, g_object_unref);
  g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s", error ? error->message : "It is no picture");
  g_clear_error(&error);
}

void cgtk_picture_load(const char *address, gsize limit, GCancellable *cancellable, GAsyncReadyCallback callback,
                       gpointer data) {
  Job *job = g_new0(Job, 1);
  job->address = g_strdup(address);
  job->max_length = limit;
  job_start(job, load, cancellable, callback, data);
}

void cgtk_picture_decode(const guint8 *bytes, gsize length, guint64 max_shown, guint64 max_decoded,
                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
  Job *job = g_new0(Job, 1);
  job->bytes = g_bytes_new(bytes, length);
  job->max_shown = max_shown;
  job->max_decoded = max_decoded;
  job_start(job, decode, cancellable, callback, data);
}

gpointer cgtk_picture_finish(GAsyncResult *result, int *code, GError **error) {
  gpointer object = g_task_propagate_pointer(G_TASK(result), error);
  *code = !object && *error && (*error)->domain == G_IO_ERROR ? (*error)->code : -1;
  return object;
}

GdkPaintable *cgtk_picture_scaled(GdkTexture *texture, double scale) {
  graphene_size_t size =
      GRAPHENE_SIZE_INIT(gdk_texture_get_width(texture) / scale, gdk_texture_get_height(texture) / scale);
  GtkSnapshot *snapshot = gtk_snapshot_new();
  gtk_snapshot_append_texture(snapshot, texture, &GRAPHENE_RECT_INIT(0, 0, size.width, size.height));
  return gtk_snapshot_free_to_paintable(snapshot, &size);
}
