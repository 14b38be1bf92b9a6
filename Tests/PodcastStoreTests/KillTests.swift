import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Kills a program that writes to a library, at random points. `PODCASTER_KILLS` sets how often, 25 times without it.
@Suite struct KillTests {
  private static let pathVariable = "PODCASTER_KILL_CHILD"
  private static var childPath: String? { ProcessInfo.processInfo.environment[pathVariable] }
  private static var kills: Int { ProcessInfo.processInfo.environment["PODCASTER_KILLS"].flatMap(Int.init) ?? 25 }

  @Test(.enabled(if: childPath == nil, "This is the child.")) func `nothing acknowledged is lost when the program is killed`() async throws {
    let folder = try TemporaryLibrary()
    var random = SystemRandomNumberGenerator()
    var acknowledged = 0
    for _ in 0..<Self.kills {
      // Given a program that merges feeds, saves places and makes backups, and reports each step
      acknowledged = try await runAndKill(folder.file, after: Int.random(in: 1...20, using: &random), delay: UInt32.random(in: 0...20_000)) ?? acknowledged

      // Then the library is whole, and every reported step is there
      let pool = try LibraryFile.open(at: folder.file)
      #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
      #expect(try await pool.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } == 0)
      let found = try await pool.read { database in
        try Int.fetchOne(database, sql: "SELECT max(position) FROM episodeState") ?? 0
      }
      #expect(found >= acknowledged * 1000)
      let episodes = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM episode") ?? 0 }
      #expect(episodes % Self.batch == 0, "A merge is whole or not there: \(episodes)")
      #expect(episodes >= acknowledged * Self.batch)
      let indexed = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM episodeSearch") ?? 0 }
      #expect(indexed == episodes)
      try pool.close()
    }
    for backup in BackupFolder(library: folder.file).all() { #expect(throws: Never.self) { try BackupFolder.verified(backup.file) } }
    #expect(acknowledged > 0)
  }

  private static let batch = 20

  /// Runs the child, and kills it some microseconds after a line of its output. Returns the last number that it wrote.
  private func runAndKill(_ file: URL, after lines: Int, delay: UInt32) async throws -> Int? {
    let child = Process()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--testing-library", "swift-testing", "--filter", "KillTests.*child"]
    child.environment = ProcessInfo.processInfo.environment.merging([Self.pathVariable: file.path]) { _, new in new }
    let output = Pipe()
    child.standardOutput = output
    child.standardError = FileHandle.nullDevice
    try child.run()
    var text = ""
    while text.components(separatedBy: "done ").count <= lines {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    usleep(delay)
    kill(child.processIdentifier, SIGKILL)
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    // A number that is not followed by a line's end may be half of one.
    return text.components(separatedBy: "\n").dropLast().filter { $0.hasPrefix("done ") }.compactMap { Int($0.dropFirst(5)) }.last
  }

  /// The child's own work. In a process that is no child there is nothing to do.
  @Test func `child that writes until it is killed`() async throws {
    guard let path = Self.childPath else { return }
    let library = try Library.open(at: URL(filePath: path))
    var number = try await library.client.currentShows().count
    while true {
      number += 1
      let guids = (0..<Self.batch).map { "\(number)-\($0)" }
      let show = try await library.client.subscribe(.sample(guids: guids), URL(string: "https://\(number).example/feed")!)
      let episode = try #require(try await library.client.currentEpisodes(show).first)
      try await library.client.savePosition(episode.id, .seconds(number))
      FileHandle.standardOutput.write(Data("done \(number)\n".utf8))
      if number % 5 == 0 { _ = try await library.backups.make(false) }
    }
  }
}
