#include "VideoShims.h"

#include "CGStreamerShims.h"

// Returns the streams in a message, or NULL. Owned by the caller.
static GstStreamCollection *take_collection(GstMessage *message) {
  GstStreamCollection *collection = NULL;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_STREAM_COLLECTION)
    gst_message_parse_stream_collection(message, &collection);
  return collection;
}

gboolean playback_has_video(GstMessage *message) {
  GstStreamCollection *collection = take_collection(message);
  gboolean has_video = FALSE;
  for (guint index = 0; collection != NULL && index < gst_stream_collection_get_size(collection); index++) {
    GstStream *stream = gst_stream_collection_get_stream(collection, index);
    has_video = has_video || gst_stream_get_stream_type(stream) & GST_STREAM_TYPE_VIDEO;
  }
  gst_clear_object(&collection);
  return has_video;
}

gboolean playback_is_seek_done(GstMessage *message) { return gst_message_has_name(message, "seek-done"); }

gboolean playback_is_missing_plugin(GstMessage *message) { return gst_is_missing_plugin_message(message); }

// The program shows a picture when the sound reaches its time, so the sink does not wait for a clock (`sync=false`). A
// full sink makes the decoder wait (`drop=false`). uridecodebin decodes only the pictures. playbin3 was not reliable:
// its streams have to be selected while it loads, and on a busy machine it sometimes produced no picture.
static const char *const video_pipeline =
    "uridecodebin name=source expose-all-streams=false caps=video/x-raw(ANY) ! videoconvert ! videoscale"
    " ! video/x-raw,format=BGRA,pixel-aspect-ratio=1/1,width=[1,1920],height=[1,1080]"
    " ! appsink name=pictures sync=false max-buffers=3 drop=false";

GstElement *playback_video_new(const char *uri, const char *agent, GstElement **sink) {
  GstElement *player = gst_parse_launch_full(video_pipeline, NULL, GST_PARSE_FLAG_FATAL_ERRORS, NULL);
  if (player == NULL) return NULL;
  GstElement *source = gst_bin_get_by_name(GST_BIN(player), "source");
  g_object_set(source, "uri", uri, NULL);
  playback_set_user_agent(source, agent);
  gst_object_unref(source);
  *sink = gst_bin_get_by_name(GST_BIN(player), "pictures");
  // The pipeline keeps a reference to the sink, so the caller can borrow it.
  gst_object_unref(*sink);
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
  // GStreamer pads rows to a multiple of four bytes. With four bytes for each pixel, there is no padding.
  frame->stride = frame->width * 4;
  frame->time =
      (gint64)gst_segment_to_stream_time(gst_sample_get_segment(sample), GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
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
  gboolean is_done =
      gst_element_seek_simple(player, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH | GST_SEEK_FLAG_ACCURATE, *place);
  GstStructure *result = gst_structure_new_empty(is_done ? "seek-done" : "seek-failed");
  gst_element_post_message(player, gst_message_new_application(GST_OBJECT(player), result));
}

void playback_seek_video(GstElement *player, gint64 time) {
  gint64 *place = g_new(gint64, 1);
  *place = time;
  gst_element_call_async(player, seek, place, g_free);
}
