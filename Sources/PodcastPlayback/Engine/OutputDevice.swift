import CGStreamer
import Podcasts

/// A sound device that GStreamer has found.
///
/// It can be used on any thread.
final class OutputDevice: @unchecked Sendable {
  // Safe because the pointer never changes, and GStreamer's devices can be used on any thread.
  /// Owned.
  private let device: UnsafeMutablePointer<GstDevice>
  let output: AudioOutput

  /// Takes over the reference of the caller.
  private init(_ device: UnsafeMutablePointer<GstDevice>) {
    self.device = device
    let name = Self.text(gst_device_get_display_name(device)) ?? "?"
    output = AudioOutput(id: Self.nodeName(of: device) ?? name, name: name)
  }

  deinit {
    gst_object_unref(UnsafeMutableRawPointer(device))
  }

  /// Returns the devices that play sound. It asks the sound server, and blocks its thread until the server has answered.
  @concurrent static func all() async -> [OutputDevice] {
    do throws(PlaybackError) { try GStreamer.start() } catch { return [] }
    guard let monitor = gst_device_monitor_new() else { return [] }
    defer { gst_object_unref(UnsafeMutableRawPointer(monitor)) }
    gst_device_monitor_add_filter(monitor, "Audio/Sink", nil)
    let list = gst_device_monitor_get_devices(monitor)
    defer { g_list_free(list) }
    var devices: [OutputDevice] = []
    var next = list
    while let node = next {
      // The references of the list are passed on.
      devices.append(OutputDevice(node.pointee.data.assumingMemoryBound(to: GstDevice.self)))
      next = node.pointee.next
    }
    return devices
  }

  /// Creates a sink that plays on the device. Returned: floating. `nil` if the sink's plugin is missing.
  func makeSink() -> UnsafeMutablePointer<GstElement>? {
    gst_device_create_element(device, nil)
  }

  /// The name of the device in PipeWire or PulseAudio, which stays the same over restarts.
  private static func nodeName(of device: UnsafeMutablePointer<GstDevice>) -> String? {
    guard let properties = gst_device_get_properties(device) else { return nil }
    defer { gst_structure_free(properties) }
    for key in ["node.name", "device.name", "device.string"] {
      if let name = gst_structure_get_string(properties, key) { return String(cString: name) }
    }
    return nil
  }

  private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(text) }
    return text.map { String(cString: $0) }
  }
}
