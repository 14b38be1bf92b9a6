#include "VideoShims.h"

#include "CGStreamerShims.h"

// GstPlayFlags is not in any installed header; the number is fixed by `gst-inspect-1.0 playbin3`.
enum { PLAY_FLAG_VIDEO = 0x01 };

static GstElement *copy_toplevel(GstObject *object) {
  GstObject *top = gst_object_ref(object);
  for (GstObject *parent; (parent = gst_object_get_parent(top)) != NULL; top = parent) gst_object_unref(top);
  return GST_ELEMENT(top);
}

static GstStreamCollection *copy_collection(GstMessage *message) {
  GstStreamCollection *collection = NULL;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_STREAM_COLLECTION) gst_message_parse_stream_collection(message, &collection);
  return collection;
}

static GstStream *first_stream(GstStreamCollection *collection, GstStreamType type) {
  for (guint index = 0; index < gst_stream_collection_get_size(collection); index++) {
    GstStream *stream = gst_stream_collection_get_stream(collection, index);
    if (gst_stream_get_stream_type(stream) & type) return stream;
  }
  return NULL;
}

// Runs on the thread that found the streams, before playbin3 selects some itself.
static GstBusSyncReply select_streams(GstBus *bus, GstMessage *message, gpointer type) {
  (void)bus;
  GstStreamCollection *collection = copy_collection(message);
  if (collection == NULL) return GST_BUS_PASS;
  GstStream *stream = gst_stream_collection_get_size(collection) > 1 ? first_stream(collection, GPOINTER_TO_INT(type)) : NULL;
  if (stream != NULL) {
    GstElement *player = copy_toplevel(GST_MESSAGE_SRC(message));
    GList *streams = g_list_append(NULL, (gpointer)gst_stream_get_stream_id(stream));
    gst_element_send_event(player, gst_event_new_select_streams(streams));
    g_list_free(streams);
    gst_object_unref(player);
  }
  gst_object_unref(collection);
  return GST_BUS_PASS;
}

void playback_select_streams(GstElement *player, GstStreamType type) {
  GstBus *bus = gst_element_get_bus(player);
  gst_bus_set_sync_handler(bus, select_streams, GINT_TO_POINTER(type), NULL);
  gst_object_unref(bus);
}

gboolean playback_has_video(GstMessage *message) {
  GstStreamCollection *collection = copy_collection(message);
  if (collection == NULL) return FALSE;
  gboolean has_video = first_stream(collection, GST_STREAM_TYPE_VIDEO) != NULL;
  gst_object_unref(collection);
  return has_video;
}

gboolean playback_is_missing_plugin(GstMessage *message) { return gst_is_missing_plugin_message(message); }

GstElement *playback_video_new(const char *uri, GstElement **sink) {
  GstElement *player = gst_element_factory_make("playbin3", NULL);
  *sink = gst_element_factory_make("appsink", NULL);
  if (player == NULL || *sink == NULL) {
    for (int index = 0; index < 2; index++) {
      GstElement *made = index == 0 ? player : *sink;
      if (made != NULL) gst_object_unref(gst_object_ref_sink(made));
    }
    return NULL;
  }
  GstCaps *caps = gst_caps_from_string("video/x-raw,format=BGRA,pixel-aspect-ratio=1/1,width=[1,1920],height=[1,1080]");
  // The place of the sound decides when a picture is due, so the sink does not wait. A full sink stops the decoder.
  g_object_set(*sink, "caps", caps, "sync", FALSE, "max-buffers", 3, "drop", FALSE, NULL);
  gst_caps_unref(caps);
  g_object_set(player, "flags", PLAY_FLAG_VIDEO, "uri", uri, "video-sink", *sink, NULL);
  playback_select_streams(player, GST_STREAM_TYPE_VIDEO);
  return player;
}

PlaybackFrame *playback_take_frame(GstElement *sink) {
  GstSample *sample = NULL;
  g_signal_emit_by_name(sink, "try-pull-sample", (guint64)0, &sample);
  if (sample == NULL) return NULL;
  PlaybackFrame *frame = g_new0(PlaybackFrame, 1);
  frame->sample = sample;
  GstBuffer *buffer = gst_sample_get_buffer(sample);
  const GstStructure *format = gst_caps_get_structure(gst_sample_get_caps(sample), 0);
  gst_structure_get_int(format, "width", &frame->width);
  gst_structure_get_int(format, "height", &frame->height);
  // Rows of four bytes for each pixel have no padding.
  frame->stride = frame->width * 4;
  frame->time = (gint64)gst_segment_to_stream_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
  if (!gst_buffer_map(buffer, &frame->map, GST_MAP_READ)) {
    playback_frame_free(frame);
    return NULL;
  }
  frame->buffer = buffer;
  frame->pixels = frame->map.data;
  if (frame->map.size < (gsize)frame->stride * frame->height) {
    playback_frame_free(frame);
    return NULL;
  }
  return frame;
}

void playback_frame_free(PlaybackFrame *frame) {
  if (frame->buffer != NULL) gst_buffer_unmap(frame->buffer, &frame->map);
  gst_sample_unref(frame->sample);
  g_free(frame);
}

gboolean playback_video_is_at_end(GstElement *sink) {
  gboolean is_at_end = FALSE;
  g_object_get(sink, "eos", &is_at_end, NULL);
  return is_at_end;
}

static void seek(GstElement *player, gpointer time) {
  gint64 *place = time;
  if (gst_element_seek_simple(player, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, *place)) return;
  gst_element_post_message(player, gst_message_new_application(GST_OBJECT(player), gst_structure_new_empty("seek-failed")));
}

void playback_seek_video(GstElement *player, gint64 time) {
  gint64 *place = g_new(gint64, 1);
  *place = time;
  gst_element_call_async(player, seek, place, g_free);
}
