/// A device that plays sound.
package struct AudioOutput: Hashable, Identifiable, Sendable, Codable {
  /// The name of the device in PulseAudio, ALSA or PipeWire, which does not change after a restart. For a device
  /// without such a name, the same text as ``name``.
  package var id: String
  /// The name for the user, such as “Built-in Audio Analog Stereo”.
  package var name: String

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
