// The pictures of a video, which a pipeline of their own decodes.
#pragma once

#include "../../CGStreamer/shim.h"

// Whether a message names a stream of pictures. Pictures of covers are no streams.
gboolean playback_has_video(GstMessage *message);

// Whether an application message reports that a seek was done.
gboolean playback_is_seek_done(GstMessage *message);

// Whether a message reports that a decoder is not installed.
gboolean playback_is_missing_plugin(GstMessage *message);

// A pipeline that decodes nothing but pictures, of at most 1920 × 1080 pixels, and keeps three of them in `sink`, which
// is borrowed and valid as long as the player. `agent` is the name for servers. NULL if GStreamer's base plugins are
// not installed. The result is floating.
GstElement *playback_video_new(const char *uri, const char *agent, GstElement **sink);

// A picture with four bytes for each pixel: blue, green, red and 255.
typedef struct {
  // The place in the audio, in nanoseconds. -1 if it is not known.
  gint64 time;
  gint width, height, stride;
  // Borrowed: valid until playback_frame_free().
  const guint8 *pixels;
  // Owned.
  GstSample *sample;
  GstBuffer *buffer;
  GstMapInfo map;
} PlaybackFrame;

// Takes the next picture out of the sink, or returns NULL if none is decoded. It does not wait. Owned by the caller:
// playback_frame_free(), on any thread.
PlaybackFrame *playback_take_frame(GstElement *sink);
void playback_frame_free(PlaybackFrame *frame);

// Whether there are no more pictures.
gboolean playback_video_is_at_end(GstElement *sink);

// Begins an exact seek on a thread of GStreamer's. An application message follows when the sink has dropped the earlier
// pictures, or if the seek is not possible.
void playback_seek_video(GstElement *player, gint64 time);
