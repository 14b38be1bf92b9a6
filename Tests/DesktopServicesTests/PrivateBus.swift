import Foundation
import Podcasts
import Testing

/// A D-Bus message bus for one test. The bus ends when this object is released.
final class PrivateBus {
  /// The D-Bus address with which programs connect to the bus.
  let address: String
  private let daemon = Process()

  init() throws {
    let output = Pipe()
    daemon.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    var line = Data()
    while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
    address = String(decoding: line, as: UTF8.self)
  }

  deinit {
    // SIGTERM would not end the daemon. The threads that run Swift's tasks block signals such as SIGTERM, and a process
    // inherits the blocked signals of the thread that starts it. SIGKILL cannot be blocked.
    kill(daemon.processIdentifier, SIGKILL)
  }

  /// Runs a program of the folder `/usr/bin` on this bus until the program ends. Returns the exit status and the text
  /// that the program has written to the standard output and the standard error.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) async throws -> (status: Int32, output: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/\(program)")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": address, "LC_ALL": "C.UTF-8",
    ]) { $1 }
    process.standardOutput = output
    process.standardError = output
    let exitStatuses = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      exitStatuses.continuation.yield($0.terminationStatus)
      exitStatuses.continuation.finish()
    }
    try process.run()
    var text = ""
    for await line in output.lines { text += line + "\n" }
    var status: Int32 = -1
    for await received in exitStatuses.stream { status = received }
    return (status, text)
  }

  /// Calls a D-Bus method of the podcast player with `gdbus`, and returns the output of `gdbus`.
  @discardableResult
  func call(_ method: String, _ arguments: String...) async throws -> String {
    let result = try await run(
      "gdbus",
      [
        "call", "--session", "--dest", "org.mpris.MediaPlayer2.io.github.podcaster.Podcaster", "--object-path",
        "/org/mpris/MediaPlayer2",
        "--method", method,
      ] + arguments)
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Reads a D-Bus property of the podcast player, and returns the output of `gdbus`.
  ///
  /// - Parameter interface: The part of the interface's name after “org.mpris.MediaPlayer2.”. An empty string stands
  ///   for the interface “org.mpris.MediaPlayer2” itself.
  func property(_ name: String, of interface: String = "Player") async throws -> String {
    let interface = interface.isEmpty ? "org.mpris.MediaPlayer2" : "org.mpris.MediaPlayer2.\(interface)"
    return try await call("org.freedesktop.DBus.Properties.Get", interface, name)
  }
}

extension Pipe {
  /// The lines that a process writes into this pipe. A separate thread reads them.
  var lines: AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let file = fileHandleForReading
    Thread.detachNewThread {
      var unfinishedLine = Data()
      while case let data = file.availableData, !data.isEmpty {
        unfinishedLine += data
        while let end = unfinishedLine.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: unfinishedLine[..<end], as: UTF8.self))
          unfinishedLine = Data(unfinishedLine[(end + 1)...])
        }
      }
      if !unfinishedLine.isEmpty { continuation.yield(String(decoding: unfinishedLine, as: UTF8.self)) }
      continuation.finish()
    }
    return lines
  }
}
