// Other modules use this module only through live clients: the client of the desktop's media controls in this file, and
// the clients in `RemotePlayerClient+Live.swift` and `CredentialsClient+Live.swift`.
package import Foundation
package import Podcasts

extension MediaControlsClient {
  /// Returns a client that exports the player on the session bus: other processes see and control it through the
  /// interfaces of MPRIS (`org.mpris.MediaPlayer2`), the standard for media players on D-Bus.
  ///
  /// Calls from other processes are answered on a separate thread. Without a session bus, the controls have no effect,
  /// and `onFailure` receives the reason. On a bus with an `address`, the player leaves the bus when the client is
  /// deallocated. The connection to the session bus is shared, so the player and its name stay on that bus until the
  /// process ends.
  ///
  /// - Parameters:
  ///   - address: The address of the bus, or `nil` for the session bus.
  ///   - findPicture: Returns the address of a local file with the picture at `address`, or `nil` if there is no such
  ///     file. `feed` is the address of the feed that names the picture.
  ///   - raise: Brings the program's window to the front. It can be called on any thread.
  ///   - quit: Ends the program. It can be called on any thread.
  ///   - onFailure: Receives the system's message, for a log, if the bus cannot be reached or the player cannot be
  ///     exported.
  package static func live(
    address: String? = nil,
    findPicture: @escaping @Sendable (_ address: URL, _ feed: URL?) async -> URL? = { _, _ in nil },
    raise: @escaping @Sendable () -> Void, quit: @escaping @Sendable () -> Void,
    onFailure: @escaping @Sendable (_ reason: String) -> Void
  ) -> MediaControlsClient {
    // The last 100 commands are buffered until the program consumes them.
    let (stream, continuation) = AsyncStream.makeStream(of: MediaCommand.self, bufferingPolicy: .bufferingNewest(100))
    let service = MediaService { request in
      switch request {
      case .command(let command): continuation.yield(command)
      case .raise: raise()
      case .quit: quit()
      }
    }
    let runner = MediaServiceRunner(service, address: address, onFailure: onFailure)
    let pictures = MediaPictures(findFile: findPicture) { runner.service.update($0) }
    return MediaControlsClient(update: { pictures.update($0) }, commands: { stream })
  }
}

/// Runs the service on a separate thread, until this object is deallocated.
private final class MediaServiceRunner: Sendable {
  let service: MediaService
  private let thread: BusThread

  init(_ service: MediaService, address: String?, onFailure: @escaping @Sendable (String) -> Void) {
    self.service = service
    thread = BusThread {
      do throws(BusFailure) {
        try service.start(on: BusConnection(address: address))
      } catch {
        onFailure(error.reason)
      }
    }
  }

  deinit { service.stop() }
}
