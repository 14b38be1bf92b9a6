// play FILE RATE SECONDS: plays an audio file with playbin3 and scaletempo, at a speed of RATE and with its original
// pitch, for SECONDS. Prints the processor time of the process in this period, in seconds. Scripts/dev/bench-playback
// compares the player with this program.
#include <gst/gst.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static double processor_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static GMainLoop *loop;
static double before;

static gboolean finish(gpointer unused) {
  (void)unused;
  printf("processor\t%f\n", processor_time() - before);
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

static gboolean received(GstBus *bus, GstMessage *message, gpointer player) {
  (void)bus;
  static gboolean is_started;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) exit(1);
  if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_ASYNC_DONE || is_started) return G_SOURCE_CONTINUE;
  is_started = TRUE;
  char **arguments = g_object_get_data(player, "arguments");
  gst_element_seek(player, atof(arguments[2]), GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE,
                   GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, 0);
  gst_element_set_state(player, GST_STATE_PLAYING);
  before = processor_time();
  g_timeout_add_seconds((guint)atoi(arguments[3]), finish, NULL);
  return G_SOURCE_CONTINUE;
}

int main(int count, char **arguments) {
  gst_init(&count, &arguments);
  if (count != 4) return 2;
  GstElement *player = gst_element_factory_make("playbin3", NULL), *sink = gst_element_factory_make("fakesink", NULL);
  char *uri = gst_filename_to_uri(arguments[1], NULL);
  g_object_set(sink, "sync", TRUE, NULL);
  g_object_set(player, "uri", uri, "audio-sink", sink, "audio-filter", gst_element_factory_make("scaletempo", NULL),
               NULL);
  g_object_set_data(G_OBJECT(player), "arguments", arguments);
  gst_bus_add_watch(gst_element_get_bus(player), received, player);
  gst_element_set_state(player, GST_STATE_PAUSED);
  loop = g_main_loop_new(NULL, FALSE);
  g_main_loop_run(loop);
  gst_element_set_state(player, GST_STATE_NULL);
  return 0;
}
