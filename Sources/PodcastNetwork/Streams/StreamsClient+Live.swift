import CSoup
package import Foundation
package import Podcasts

extension StreamsClient {
  /// Returns a client that keeps the audio of streams in temporary files. The system removes the files when the program
  /// ends.
  ///
  /// - Parameters:
  ///   - folder: The folder of the temporary files. It is created when the first stream is opened.
  ///   - version: The program's version, which is part of the user agent: `Podcaster/VERSION`.
  ///   - credentials: Finds the user name and the password for a server that answers with HTTP 401.
  ///   - limits: The limits of a transfer of a stream. By default, the size is not limited, and a transfer may take
  ///     12 hours.
  package static func live(
    folder: URL = userFolder, version: String, credentials: CredentialsClient = .unavailable,
    limits: TransferLimits = TransferLimits(
      size: .max, total: .seconds(12 * 3600), idle: .seconds(12), connect: .seconds(5))
  ) -> StreamsClient {
    // Each stream uses one connection until its end, and briefly two while a new transfer replaces the previous one.
    // The cache keeps three streams, so these limits leave room for all of them.
    let connections = ConnectionLimits(perHost: 8, total: 16)
    let session = HTTPSession(
      userAgent: "Podcaster/\(version)", kind: .audio, connectionLimits: connections,
      credentials: .remembering(credentials))
    let cache = StreamCache(folder: folder, session: session, limits: limits)
    return StreamsClient(
      source: { await cache.source($0) }, isNewlyReceived: { await cache.isNewlyReceived($0) },
      kept: { await cache.kept($0) })
  }

  /// The folder of the streams in the user's folder for caches (XDG Base Directory Specification), by default
  /// `~/.cache/podcaster/streams`.
  package static var userFolder: URL {
    URL(filePath: String(cString: g_get_user_cache_dir()), directoryHint: .isDirectory).appending(
      path: "podcaster/streams", directoryHint: .isDirectory)
  }
}
