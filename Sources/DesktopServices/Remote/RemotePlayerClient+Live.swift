// The interface of this module for the command line, whose commands control the running program.
package import Foundation
package import Podcasts

extension RemotePlayerClient {
  /// Returns a client for the running program on a bus. Each operation runs on a new thread, because it blocks.
  ///
  /// - Parameters:
  ///   - address: The address of the bus, or `nil` for the session bus.
  ///   - program: The program's file, which `start` executes. `nil` if the file is unknown: then
  ///     `start` fails unless the program is already running.
  package static func live(address: String? = nil, program: URL?) -> RemotePlayerClient {
    RemotePlayerClient(
      state: { () async throws(RemotePlayerError) -> MediaState in
        try await onNewThread(busAddress: address) { player throws(BusFailure) in try player.state() }
      },
      send: { command async throws(RemotePlayerError) in
        try await onNewThread(busAddress: address) { player throws(BusFailure) in try player.send(command) }
      },
      start: { () async throws(RemotePlayerError) in
        try await onNewThread(busAddress: address) { player throws(BusFailure) in
          guard try player.start(program) else { throw BusFailure(.notStarted, reason: "not started") }
        }
      })
  }

  /// Connects to the bus and runs an operation, on a new thread.
  private static func onNewThread<Value: Sendable>(
    busAddress address: String?, _ operation: @escaping @Sendable (RemotePlayer) throws(BusFailure) -> Value
  ) async throws(RemotePlayerError) -> Value {
    let result: Result<Value, RemotePlayerError> = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: connectAndRun(busAddress: address, operation)) }
    }
    return try result.get()
  }

  private static func connectAndRun<Value>(
    busAddress address: String?, _ operation: (RemotePlayer) throws(BusFailure) -> Value
  ) -> Result<Value, RemotePlayerError> {
    let connection: BusConnection
    do throws(BusFailure) {
      connection = try BusConnection(address: address)
    } catch {
      return .failure(.noBus(reason: error.reason))
    }
    do throws(BusFailure) {
      return .success(try operation(RemotePlayer(connection)))
    } catch let failure {
      return .failure(failure.remoteError)
    }
  }
}
