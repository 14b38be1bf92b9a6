// The changes of the sound between the decoder and the device: its speed, its pauses and its loudness.
#pragma once

#include "../../CGStreamer/shim.h"

// An element for playbin3's "audio-filter". It changes the speed and keeps the pitch, shortens silence, and levels
// voices. All of it follows the place in the audio exactly: GStreamer's position is the place in the file at every
// speed. NULL if GStreamer's element scaletempo is missing (gstreamer1.0-plugins-good). The result is floating.
GstElement *sound_filter_new(void);

// These apply to the sound that passes the filter from now on, without a seek. They may be called from any thread.
// `filter` is from sound_filter_new().
void sound_filter_set_rate(GstElement *filter, double rate);
void sound_filter_set_shortens_silence(GstElement *filter, gboolean shortens);
void sound_filter_set_levels_voices(GstElement *filter, gboolean levels);
