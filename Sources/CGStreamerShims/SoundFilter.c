#include "SoundFilter.h"

#include <gst/audio/audio.h>
#include <math.h>

// How much of each silence is kept, and the amplitude below which a sample counts as silence (-46 dB).
static const GstClockTime KEPT_SILENCE = 350 * GST_MSECOND;
static const float SILENCE_PEAK = 0.005f;

// Levelling brings voices to -20 dB, by a gain between -9 and +15 dB. Sound below -50 dB counts as a pause and does not
// change the gain.
static const float LEVEL_TARGET = 0.1f, LEVEL_PAUSE = 0.00316f, GAIN_MAX = 5.6f, GAIN_MIN = 0.35f;

typedef struct {
  GMutex lock;
  // Protected by the lock: the requested settings.
  double requested_rate;
  gboolean shortens_silence, levels_voices;

  // The rest is used only on GStreamer's streaming thread.
  GstPad *pad;
  GstAudioInfo info;
  // A segment maps the places of the audio to running times, the times at which sound is played.
  // The last segment from the decoder, and the last one for the elements after the filter.
  GstSegment upstream, output;
  // Whether `upstream` is a segment that the filter can change.
  gboolean has_segment;
  // Whether the filter itself is sending a segment.
  gboolean is_own_segment;
  // Whether the last buffer was left out as silence.
  gboolean is_skipping;
  // The end of the sound that has passed since the last flush: its place in the audio, and its running time.
  GstClockTime passed_place, passed_time;
  // The length of the present silence.
  GstClockTime silence;
  // The present gain for levelling, and the average loudness of voices.
  float gain, loudness;
} SoundFilter;

// Forgets the segment and the sound that has passed.
static void reset_after_flush(SoundFilter *filter) {
  filter->has_segment = filter->is_skipping = FALSE;
  filter->passed_place = filter->passed_time = GST_CLOCK_TIME_NONE;
  filter->silence = 0;
}

// Returns the running time of a place in the segment `output`.
static GstClockTime running_time(const SoundFilter *filter, GstClockTime place) {
  if (place < filter->output.start) place = filter->output.start;
  return filter->output.base + (GstClockTime)((double)(place - filter->output.start) / filter->output.rate);
}

// Continues at a place of the audio with a rate, directly after the sound that has passed. Sends a segment, so that the
// elements after the filter use the new place and rate.
static void begin_segment(SoundFilter *filter, GstClockTime place, double rate) {
  GstSegment segment = filter->upstream;
  if (place < segment.start) place = segment.start;
  segment.base = filter->passed_time == GST_CLOCK_TIME_NONE ? running_time(filter, place) : filter->passed_time;
  segment.time = gst_segment_to_stream_time(&filter->upstream, GST_FORMAT_TIME, place);
  segment.start = segment.position = place;
  segment.offset = 0;
  segment.rate = rate;
  filter->output = segment;
  filter->is_own_segment = TRUE;
  gst_pad_send_event(filter->pad, gst_event_new_segment(&segment));
  filter->is_own_segment = FALSE;
}

// Replaces the decoder's segment with one that has the requested rate.
static void received_segment(SoundFilter *filter, GstPadProbeInfo *info, double rate) {
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
  gst_event_copy_segment(event, &filter->upstream);
  if (filter->upstream.format != GST_FORMAT_TIME || filter->upstream.rate != 1) {
    filter->has_segment = FALSE;
    return;
  }
  filter->output = filter->upstream;
  filter->output.rate = rate;
  // Without a flush, the next audio follows the sound that has passed. The running time of that sound differs from the
  // decoder's, because of the rate.
  if (filter->passed_time != GST_CLOCK_TIME_NONE) filter->output.base = filter->passed_time;
  filter->has_segment = TRUE;
  GstEvent *changed = gst_event_new_segment(&filter->output);
  gst_event_set_seqnum(changed, gst_event_get_seqnum(event));
  gst_event_replace((GstEvent **)&info->data, changed);
  gst_event_unref(changed);
}

static GstPadProbeReturn received_event(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
  (void)pad;
  SoundFilter *filter = data;
  GstEvent *event = GST_PAD_PROBE_INFO_EVENT(info);
  GstCaps *caps = NULL;
  switch (GST_EVENT_TYPE(event)) {
  case GST_EVENT_FLUSH_STOP: reset_after_flush(filter); break;
  case GST_EVENT_CAPS:
    gst_event_parse_caps(event, &caps);
    gst_audio_info_from_caps(&filter->info, caps);
    break;
  case GST_EVENT_SEGMENT:
    if (filter->is_own_segment) break;
    g_mutex_lock(&filter->lock);
    double rate = filter->requested_rate;
    g_mutex_unlock(&filter->lock);
    received_segment(filter, info, rate);
    break;
  default: break;
  }
  return GST_PAD_PROBE_OK;
}

// Computes the loudest sample and the mean square of a buffer of floating-point samples.
static void measure(GstBuffer *buffer, float *peak, float *mean_square) {
  GstMapInfo map;
  *peak = *mean_square = 0;
  if (!gst_buffer_map(buffer, &map, GST_MAP_READ)) return;
  const float *samples = (const float *)map.data;
  gsize count = map.size / sizeof(float);
  double sum = 0;
  for (gsize i = 0; i < count; i++) {
    float size = fabsf(samples[i]);
    if (size > *peak) *peak = size;
    sum += (double)size * size;
  }
  *mean_square = count > 0 ? (float)(sum / (double)count) : 0;
  gst_buffer_unmap(buffer, &map);
}

// Adds a quiet buffer to the present silence, or ends the silence. Returns whether the buffer is to be left out,
// because the silence is now longer than KEPT_SILENCE.
static gboolean update_silence(SoundFilter *filter, float peak, GstClockTime duration) {
  if (peak >= SILENCE_PEAK) {
    filter->silence = 0;
    return FALSE;
  }
  filter->silence += duration;
  return filter->silence > KEPT_SILENCE;
}

// Changes the loudness of a buffer towards LEVEL_TARGET. The gain changes slowly. Samples above 0.7 are compressed
// towards 1 with tanh, so that they are not clipped. Returns the buffer, or a writable copy of it.
static GstBuffer *level_buffer(SoundFilter *filter, GstBuffer *buffer, float mean_square, GstClockTime duration) {
  float seconds = (float)duration / GST_SECOND;
  float loudness = sqrtf(mean_square);
  float former_gain = filter->gain;
  if (loudness > LEVEL_PAUSE) {
    // The numbers 0.15 and 1.5 are time constants in seconds: a rising loudness is followed faster than a falling one.
    float weight = 1 - expf(-seconds / (loudness > filter->loudness ? 0.15f : 1.5f));
    filter->loudness += (loudness - filter->loudness) * weight;
    float target_gain = LEVEL_TARGET / MAX(filter->loudness, 0.0001f);
    filter->gain = CLAMP(target_gain, GAIN_MIN, GAIN_MAX);
  }
  GstMapInfo map;
  buffer = gst_buffer_make_writable(buffer);
  if (!gst_buffer_map(buffer, &map, GST_MAP_READWRITE)) return buffer;
  float *samples = (float *)map.data;
  gsize count = map.size / sizeof(float);
  // The gain changes evenly over the buffer, because a sudden change would be audible.
  float gain = former_gain, step = count > 0 ? (filter->gain - former_gain) / (float)count : 0;
  for (gsize i = 0; i < count; i++, gain += step) {
    float sample = samples[i] * gain, size = fabsf(sample);
    if (size > 0.7f) sample = copysignf(0.7f + 0.3f * tanhf((size - 0.7f) / 0.3f), sample);
    samples[i] = sample;
  }
  gst_buffer_unmap(buffer, &map);
  return buffer;
}

// Leaves out a buffer of long silence, and levels other buffers. Sends a segment before the buffer if sound was left
// out or the rate has changed.
static GstPadProbeReturn received_buffer(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
  (void)pad;
  SoundFilter *filter = data;
  GstBuffer *buffer = GST_PAD_PROBE_INFO_BUFFER(info);
  if (!filter->has_segment || !GST_BUFFER_PTS_IS_VALID(buffer) || filter->info.bpf == 0) return GST_PAD_PROBE_OK;
  g_mutex_lock(&filter->lock);
  double rate = filter->requested_rate;
  gboolean shortens = filter->shortens_silence, levels = filter->levels_voices;
  g_mutex_unlock(&filter->lock);
  GstClockTime place = GST_BUFFER_PTS(buffer);
  GstClockTime duration =
      gst_util_uint64_scale_int(gst_buffer_get_size(buffer) / filter->info.bpf, GST_SECOND, filter->info.rate);
  float peak = 1, mean_square = 0;
  if (shortens || levels) measure(buffer, &peak, &mean_square);
  if (!shortens) filter->silence = 0;
  if (shortens && update_silence(filter, peak, duration)) {
    filter->is_skipping = TRUE;
    return GST_PAD_PROBE_DROP;
  }
  if (filter->is_skipping || rate != filter->output.rate) begin_segment(filter, place, rate);
  filter->is_skipping = FALSE;
  if (levels) info->data = level_buffer(filter, buffer, mean_square, duration);
  filter->passed_place = place + duration;
  filter->passed_time = running_time(filter, filter->passed_place);
  return GST_PAD_PROBE_OK;
}

static void free_filter(gpointer data) {
  SoundFilter *filter = data;
  g_mutex_clear(&filter->lock);
  g_free(filter);
}

static SoundFilter *filter_of(GstElement *bin) { return g_object_get_data(G_OBJECT(bin), "podcaster-sound-filter"); }

// Adds a SoundFilter to the sink pad of scaletempo, which changes the speed by the rate of the segment.
static void attach_filter(GstElement *bin, GstElement *tempo) {
  SoundFilter *filter = g_new0(SoundFilter, 1);
  g_mutex_init(&filter->lock);
  filter->requested_rate = 1;
  filter->gain = 1;
  filter->loudness = LEVEL_TARGET;
  filter->pad = gst_element_get_static_pad(tempo, "sink");
  reset_after_flush(filter);
  gst_pad_add_probe(filter->pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH, received_event,
                    filter, NULL);
  gst_pad_add_probe(filter->pad, GST_PAD_PROBE_TYPE_BUFFER, received_buffer, filter, NULL);
  // The pad lives as long as the bin.
  gst_object_unref(filter->pad);
  g_object_set_data_full(G_OBJECT(bin), "podcaster-sound-filter", filter, free_filter);
}

GstElement *sound_filter_new(void) {
  GstElement *bin = gst_parse_bin_from_description_full(
      "audioconvert ! audio/x-raw,format=" GST_AUDIO_NE(F32) ",layout=interleaved ! scaletempo name=tempo", TRUE, NULL,
      GST_PARSE_FLAG_FATAL_ERRORS, NULL);
  if (bin == NULL) return NULL;
  GstElement *tempo = gst_bin_get_by_name(GST_BIN(bin), "tempo");
  attach_filter(bin, tempo);
  gst_object_unref(tempo);
  return bin;
}

void sound_filter_set_rate(GstElement *bin, double rate) {
  SoundFilter *filter = filter_of(bin);
  g_mutex_lock(&filter->lock);
  filter->requested_rate = rate;
  g_mutex_unlock(&filter->lock);
}

void sound_filter_set_shortens_silence(GstElement *bin, gboolean shortens) {
  SoundFilter *filter = filter_of(bin);
  g_mutex_lock(&filter->lock);
  filter->shortens_silence = shortens;
  g_mutex_unlock(&filter->lock);
}

void sound_filter_set_levels_voices(GstElement *bin, gboolean levels) {
  SoundFilter *filter = filter_of(bin);
  g_mutex_lock(&filter->lock);
  filter->levels_voices = levels;
  g_mutex_unlock(&filter->lock);
}
