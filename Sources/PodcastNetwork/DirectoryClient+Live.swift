import Foundation
package import Podcasts

extension DirectoryClient {
  /// Returns a client that searches directories on the web, all at the same time. A search without words has no result.
  ///
  /// - Parameters:
  ///   - servers: Returns the directories of a search, the one with the highest priority first. Called for each search
  ///     that has words.
  ///   - limits: The limits of each directory's answer.
  ///   - version: The program's version, for the user agent, `Podcaster/VERSION`.
  ///   - queue: The queue of the program's short transfers.
  package static func live(
    servers: @escaping @Sendable () async -> [DirectoryServer], limits: TransferLimits = .directory, version: String,
    queue: TransferQueue = TransferQueue()
  ) -> DirectoryClient {
    let session = HTTPSession(userAgent: "Podcaster/\(version)", kind: .directory, queue: queue)
    return DirectoryClient { words in
      let words = words.trimmingCharacters(in: .whitespacesAndNewlines)
      return AsyncStream { continuation in
        let task = Task {
          if !words.isEmpty {
            await DirectorySearcher(session: session, limits: limits).search(words, in: servers()) {
              continuation.yield($0)
            }
          }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
  }

  /// Returns a client that searches the same directories each time.
  package static func live(
    servers: [DirectoryServer], limits: TransferLimits = .directory, version: String
  ) -> DirectoryClient {
    live(servers: { servers }, limits: limits, version: version)
  }
}

extension TransferLimits {
  /// The limits of a directory's answer.
  package static let directory = TransferLimits(size: 5_000_000, total: .seconds(30), idle: .seconds(15))
}

/// Sends searches to several directories.
private struct DirectorySearcher: Sendable {
  let session: HTTPSession
  let limits: TransferLimits

  /// Searches all directories at the same time. After each answer, calls `found` with the merged results so far.
  func search(_ words: String, in servers: [DirectoryServer], _ found: (DirectorySearch) -> Void) async {
    var merge = DirectoryMerge(names: servers.map(\.name))
    await withTaskGroup { group in
      for (index, server) in servers.enumerated() {
        group.addTask { (index, await answer(of: server, to: words)) }
      }
      for await (index, answer) in group where !Task.isCancelled {
        merge.add(answer, from: index)
        found(merge.currentSearch)
      }
    }
  }

  private func answer(of server: DirectoryServer, to words: String) async -> Result<[DirectoryResult], FeedError> {
    do throws(FeedError) {
      let bytes = try await HTTPTransfer.bytes(server.request(for: words, at: Date()), session: session, limits: limits)
      return .success(try server.results(in: bytes))
    } catch {
      return .failure(error)
    }
  }
}
