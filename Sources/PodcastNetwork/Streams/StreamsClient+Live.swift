import CSoup
package import Foundation
package import Podcasts

extension StreamsClient {
  /// Returns a client that keeps streams in temporary files, which the system removes when the program ends.
  ///
  /// - Parameters:
  ///   - folder: The folder of the temporary files. It is created when the first stream plays.
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - credentials: Finds credentials after an answer of 401.
  ///   - limits: The limits of a transfer.
  package static func live(
    folder: URL = userFolder, version: String, credentials: CredentialsClient = .unavailable,
    limits: TransferLimits = TransferLimits(
      size: .max, total: .seconds(12 * 3600), idle: .seconds(12), connect: .seconds(5))
  ) -> StreamsClient {
    // Each stream uses one connection until its end, and briefly two while one transfer replaces another.
    let connections = ConnectionLimits(perHost: 8, total: 16)
    let session = HTTPSession(
      userAgent: "Podcaster/\(version)", kind: .audio, connectionLimits: connections,
      credentials: .remembering(credentials))
    let cache = StreamCache(folder: folder, session: session, limits: limits)
    return StreamsClient(
      source: { await cache.source($0) }, isNewlyReceived: { await cache.isNewlyReceived($0) },
      kept: { await cache.kept($0) })
  }

  /// The folder in the user's caches, by the XDG Base Directory Specification: `~/.cache/podcaster/streams`.
  package static var userFolder: URL {
    URL(filePath: String(cString: g_get_user_cache_dir()), directoryHint: .isDirectory).appending(
      path: "podcaster/streams", directoryHint: .isDirectory)
  }
}
