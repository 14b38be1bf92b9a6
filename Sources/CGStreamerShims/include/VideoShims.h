// Decodes the pictures of a video in a separate pipeline.
#pragma once

#include "../../CGStreamer/shim.h"

// Whether a message reports a video stream. A cover picture in the file is not a video stream.
gboolean playback_has_video(GstMessage *message);

// Whether an application message reports that a seek of playback_seek_video() has succeeded.
gboolean playback_is_seek_done(GstMessage *message);

// Whether a message reports that a decoder is not installed.
gboolean playback_is_missing_plugin(GstMessage *message);

// Creates a pipeline that decodes only the pictures, with at most 1920 × 1080 pixels each. Its sink keeps up to three
// decoded pictures. Sets `*sink` to the sink, which is borrowed from the pipeline. `agent` is the user agent for
// servers. Returns NULL if GStreamer's base plugins are not installed. The result is floating.
GstElement *playback_video_new(const char *uri, const char *agent, GstElement **sink);

// A picture with four bytes for each pixel: blue, green, red and 255.
typedef struct {
  // The place in the audio at which the picture is shown, in nanoseconds. -1 if the place is not known.
  gint64 time;
  // In pixels. `stride` is the number of bytes of a row.
  gint width, height, stride;
  // Borrowed: valid until playback_frame_free().
  const guint8 *pixels;
  // Owned.
  GstSample *sample;
  GstBuffer *buffer;
  GstMapInfo map;
} PlaybackFrame;

// Takes the next picture out of the sink. Does not wait: returns NULL if no picture is decoded yet. The picture is
// owned by the caller, who frees it with playback_frame_free() on any thread.
PlaybackFrame *playback_take_frame(GstElement *sink);
void playback_frame_free(PlaybackFrame *frame);

// Whether the video has ended and all its pictures were taken.
gboolean playback_video_is_at_end(GstElement *sink);

// Begins an exact seek on one of GStreamer's threads. `time` is in nanoseconds. Afterwards, the pipeline posts an
// application message: "seek-done" if the sink has dropped the earlier pictures, or "seek-failed".
void playback_seek_video(GstElement *player, gint64 time);
