import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Kills a program that writes to a library, at random points. `PODCASTER_KILLS` sets how often: Scripts/kill-test.
@Suite(.serialized) struct KillTests {
  private static let pathVariable = "PODCASTER_KILL_CHILD"
  private static let workVariable = "PODCASTER_KILL_WORK"
  private static var childPath: String? { ProcessInfo.processInfo.environment[pathVariable] }
  /// The number of points for each kind of work.
  private static var kills: Int {
    let all = ProcessInfo.processInfo.environment["PODCASTER_KILLS"].flatMap(Int.init) ?? 32
    return max(1, all / KillWork.allCases.count)
  }

  @Test(.enabled(if: childPath == nil, "This is the child."), arguments: KillWork.allCases)
  func `nothing acknowledged is lost when the program is killed`(work: KillWork) async throws {
    let folder = try TemporaryLibrary()
    var random = SystemRandomNumberGenerator()
    var acknowledged = 0
    for _ in 0..<Self.kills {
      // Given a program that writes, and reports each step
      try work.prepare(folder.file)
      let lines = work == .migration ? 1 : Int.random(in: 1...20, using: &random)
      acknowledged = try runAndKill(folder.file, work, after: lines, delay: UInt32.random(in: 0...work.longestDelay)) ?? acknowledged

      // Then the library is whole, and every reported step is there
      try await expectWhole(folder.file, work, acknowledged)
    }
    for backup in BackupFolder(library: folder.file).all() { #expect(throws: Never.self) { try BackupFolder.verified(backup.file) } }
    #expect(acknowledged > 0)
  }

  private func expectWhole(_ file: URL, _ work: KillWork, _ acknowledged: Int) async throws {
    let pool = try LibraryFile.open(at: file)
    #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    #expect(try await pool.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } == 0)
    let unindexed = try await pool.read { try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM episode) - (SELECT count(*) FROM episodeSearch)") }
    #expect(unindexed == 0)
    try await pool.read { try work.expect($0, acknowledged: acknowledged) }
    try pool.close()
  }

  /// Runs the child, and kills it some microseconds after a line of its output. Returns the last number that it wrote.
  private func runAndKill(_ file: URL, _ work: KillWork, after lines: Int, delay: UInt32) throws -> Int? {
    let child = Process()
    child.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    child.arguments = ["--testing-library", "swift-testing", "--filter", "KillTests.*child"]
    child.environment = ProcessInfo.processInfo.environment.merging([
      Self.pathVariable: file.path, Self.workVariable: work.rawValue,
    ]) { _, new in new }
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
    let work = try #require(ProcessInfo.processInfo.environment[Self.workVariable].flatMap(KillWork.init(rawValue:)))
    try await work.run(URL(filePath: path)) { FileHandle.standardOutput.write(Data("done \($0)\n".utf8)) }
  }
}
