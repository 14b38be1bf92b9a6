import Foundation
import GRDB
import Podcasts
import Testing

@testable import PodcastStore

/// Several times, runs a child process that writes to a library, and kills the child at a random point.
///
/// `PODCASTER_KILLS` sets the number of kills for each kind of work. Scripts/dev/kill-test sets it.
@Suite(.serialized) struct KillTests {
  private static let pathVariable = "PODCASTER_KILL_CHILD"
  private static let workVariable = "PODCASTER_KILL_WORK"
  private static var childPath: String? { ProcessInfo.processInfo.environment[pathVariable] }
  /// The number of kills for each kind of work.
  private static var killCount: Int {
    max(1, ProcessInfo.processInfo.environment["PODCASTER_KILLS"].flatMap(Int.init) ?? 6)
  }

  @Test(.enabled(if: childPath == nil, "This is the child."), arguments: KillWork.allCases)
  func `no acknowledged change is lost when the program is killed`(work: KillWork) async throws {
    let temporary = try TemporaryLibrary()
    let backups = BackupFolder(library: temporary.file).url
    var random = SystemRandomNumberGenerator()
    var record = KillRecord()
    var checkedBackups: Set<String> = []
    for _ in 0..<Self.killCount {
      // Given a child that reports each change before and after making it, and is killed after a number of steps. A
      // step is a completed change, or the beginning of a migration
      if let facts = try work.prepare(temporary.file) { record.acknowledged = facts }
      let steps = work == .migration ? 1 : Int.random(in: 1...30, using: &random)
      record.add(
        try runAndKill(
          temporary.file, work, after: steps, delay: UInt32.random(in: 0...work.longestDelayInMicroseconds)))

      // Then the library is undamaged, and contains each acknowledged place, mark, episode and show
      record.expectContent(try await wholeContent(temporary.file))
      // And each file with the name of a backup is a complete backup
      try record.expectBackups(in: backups, showKey: FeedAddress.key(feedURL), checked: &checkedBackups)
    }
    #expect(record.completedSteps > 0)
    #expect(record.acknowledged.count > 0)
    for backup in BackupFolder(library: temporary.file).files() {
      #expect(throws: Never.self) { try BackupFolder.verified(backup) }
    }
  }

  /// Returns the content of a library, and expects that the library is undamaged.
  private func wholeContent(_ file: URL) async throws -> LibraryFacts {
    let pool = try LibraryFile.open(at: file)
    #expect(try await pool.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    #expect(try await pool.read { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } == 0)
    let unindexed = try await pool.read {
      try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM episode) - (SELECT count(*) FROM episodeSearch)")
    }
    #expect(unindexed == 0)
    let facts = try await pool.read(LibraryFacts.read)
    try pool.close()
    return facts
  }

  /// Runs work in a child process, and returns its output. The child is killed `delay` microseconds after it has
  /// reported the given number of steps.
  private func runAndKill(_ file: URL, _ work: KillWork, after steps: Int, delay: UInt32) throws -> String {
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
    while text.split(separator: "\n").count(where: { $0 == "done" }) < steps {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      text += String(decoding: data, as: UTF8.self)
    }
    usleep(delay)
    kill(child.processIdentifier, SIGKILL)
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    #expect(child.terminationReason == .uncaughtSignal, "The child ended before it was killed: \(text.suffix(500))")
    return text
  }

  /// The work of the child process. In other processes, this test does nothing.
  @Test func `child that writes until it is killed`() async throws {
    guard let path = Self.childPath else { return }
    let work = try #require(ProcessInfo.processInfo.environment[Self.workVariable].flatMap(KillWork.init(rawValue:)))
    try await work.run(URL(filePath: path), KillReporter { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) })
  }
}
