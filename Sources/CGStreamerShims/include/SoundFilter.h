// Changes the sound between the decoder and the device: its speed, its pauses and its loudness.
#pragma once

#include "../../CGStreamer/shim.h"

// Creates an element for playbin3's "audio-filter". It changes the speed without changing the pitch, shortens silence,
// and levels voices, so that all of them are equally loud. GStreamer's position remains the exact place in the file, at
// each speed and after shortened silence. Returns NULL if GStreamer's element scaletempo is missing
// (gstreamer1.0-plugins-good). The result is floating.
GstElement *sound_filter_new(void);

// These functions change the settings for the sound that passes the filter from now on, without a seek. They may be
// called on any thread. `filter` is a result of sound_filter_new(). `rate` is a factor: 1 is the normal speed.
void sound_filter_set_rate(GstElement *filter, double rate);
void sound_filter_set_shortens_silence(GstElement *filter, gboolean shortens);
void sound_filter_set_levels_voices(GstElement *filter, gboolean levels);
