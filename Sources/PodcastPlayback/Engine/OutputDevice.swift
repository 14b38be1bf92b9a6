import CGStreamer
import CGStreamerShims
import Foundation
import Podcasts

/// A device that plays sound, found by GStreamer. An `OutputDevice` can be used on any thread.
final class OutputDevice: @unchecked Sendable {
  // Safe because the pointer never changes, and GStreamer's devices can be used on any thread.
  /// Owned: the GStreamer device.
  private let device: UnsafeMutablePointer<GstDevice>
  /// The id and the name of the device.
  let output: AudioOutput

  /// Takes ownership of the caller's reference to the device.
  private init(_ device: UnsafeMutablePointer<GstDevice>) {
    self.device = device
    let name = Self.takeString(gst_device_get_display_name(device)) ?? "?"
    output = AudioOutput(id: Self.internalName(of: device) ?? Self.nodeName(of: device) ?? name, name: name)
  }

  deinit {
    gst_object_unref(UnsafeMutableRawPointer(device))
  }

  /// Returns the devices that play sound, one for each id. The search runs on a new thread, because it blocks if the
  /// sound server does not answer. Returns no devices if GStreamer cannot be initialized.
  static func all() async -> [OutputDevice] {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: search()) }.start()
    }
  }

  private static func search() -> [OutputDevice] {
    do throws(PlaybackError) { try GStreamer.start() } catch { return [] }
    guard let monitor = gst_device_monitor_new() else { return [] }
    defer { gst_object_unref(UnsafeMutableRawPointer(monitor)) }
    gst_device_monitor_add_filter(monitor, "Audio/Sink", nil)
    let list = gst_device_monitor_get_devices(monitor)
    defer { g_list_free(list) }
    var devices: [OutputDevice] = []
    var next = list
    while let node = next {
      // The list's reference to each device is transferred to the `OutputDevice`.
      devices.append(OutputDevice(node.pointee.data.assumingMemoryBound(to: GstDevice.self)))
      next = node.pointee.next
    }
    var knownIDs: Set<String> = []
    return devices.filter { knownIDs.insert($0.output.id).inserted }
  }

  /// Creates a sink, an element that plays sound, for the device. The reference is floating. Returns `nil` if the
  /// plugin of the sink is missing.
  func makeSink() -> UnsafeMutablePointer<GstElement>? {
    gst_device_create_element(device, nil)
  }

  /// The name of the device in PulseAudio or ALSA, or `nil` in another sound system.
  private static func internalName(of device: UnsafeMutablePointer<GstDevice>) -> String? {
    takeString(playback_device_internal_name(device))
  }

  /// The name in the properties of the device. In PipeWire, this name stays the same after a restart. `nil` if the
  /// properties contain no name.
  private static func nodeName(of device: UnsafeMutablePointer<GstDevice>) -> String? {
    guard let properties = gst_device_get_properties(device) else { return nil }
    defer { gst_structure_free(properties) }
    for key in ["node.name", "device.name", "device.string"] {
      if let name = gst_structure_get_string(properties, key) { return String(cString: name) }
    }
    return nil
  }

  /// Returns a copy of a C string, and frees the C string.
  private static func takeString(_ cString: UnsafeMutablePointer<CChar>?) -> String? {
    defer { g_free(cString) }
    return cString.map { String(cString: $0) }
  }
}
