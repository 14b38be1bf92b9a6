// The interface of this module for the desktop's media controls. The credentials have theirs in `CredentialsClient+Live.swift`.
package import Foundation
package import Podcasts

extension MediaControlsClient {
  /// The player on the session bus, as `org.mpris.MediaPlayer2` describes it.
  ///
  /// A thread of its own answers other processes. Without a session bus the controls do nothing, and `failed` receives the reason. The player stays
  /// on the bus as long as the client exists.
  ///
  /// - Parameters:
  ///   - address: The address of the bus, or `nil` for the session bus.
  ///   - picture: Returns the file with the picture of an address, or `nil` if there is none.
  ///   - raise: Brings the window to the front. It is called on any thread.
  ///   - quit: Ends the program. It is called on any thread.
  ///   - failed: Receives the system's message if there is no bus, for a log.
  package static func live(
    address: String? = nil, picture: @escaping @Sendable (_ address: URL) async -> URL? = { _ in nil }, raise: @escaping @Sendable () -> Void,
    quit: @escaping @Sendable () -> Void,
    failed: @escaping @Sendable (_ reason: String) -> Void
  ) -> MediaControlsClient {
    let (stream, continuation) = AsyncStream.makeStream(of: MediaCommand.self, bufferingPolicy: .bufferingNewest(100))
    let service = MediaService { request in
      switch request {
      case .command(let command): continuation.yield(command)
      case .raise: raise()
      case .quit: quit()
      }
    }
    let presence = MediaPresence(service, address: address, failed: failed)
    let pictures = MediaPictures(find: picture) { presence.service.update($0) }
    return MediaControlsClient(update: { pictures.update($0) }, commands: { stream })
  }
}

/// The player's presence on the bus, which ends with this object.
private final class MediaPresence: Sendable {
  let service: MediaService
  private let thread: BusThread

  init(_ service: MediaService, address: String?, failed: @escaping @Sendable (String) -> Void) {
    self.service = service
    thread = BusThread {
      do throws(BusFailure) {
        try service.start(on: BusConnection(address: address))
      } catch {
        failed(error.reason)
      }
    }
  }

  deinit { service.stop() }
}
