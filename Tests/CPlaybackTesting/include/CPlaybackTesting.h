// Test devices for GStreamer's list of sound devices, and a check that a part of a player is released.
#pragma once

// Adds a device provider with three devices to GStreamer, which must have started: "Test Speakers" with the node name
// "speakers", "Test Headphones" with the node name "headphones", and "Broken Speakers" with the node name "broken".
// Their sinks discard the sound in real time. The sink of the broken device fails to start.
void playback_testing_add_devices(void);

// Connects or disconnects a device. A disconnected device is not in the list.
void playback_testing_set_connected(const char *node_name, int is_connected);

// Remembers the element "volume" inside a playing playbin3. Returns whether there is one.
int playback_testing_watch_volume(void *player);

// Returns whether the remembered element still exists.
int playback_testing_has_volume(void);

// Returns how many sinks of the device with a node name were created.
int playback_testing_created_sinks(const char *node_name);
