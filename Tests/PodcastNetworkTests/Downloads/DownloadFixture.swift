import Foundation
import LoopbackTesting
import Podcasts
import Synchronization

@testable import PodcastNetwork

/// The download records of a library, in memory.
final class FakeDownloadRecords: Sendable {
  private struct State {
    var records: [Episode.ID: DownloadRecord] = [:]
    /// The streams that receive all records after each change.
    var consumers: [AsyncStream<Result<[DownloadRecord], LibraryError>>.Continuation] = []
  }

  private let state = Mutex(State())

  /// Adds an episode. Its record has the state `removed`, so that its download does not start yet.
  func addEpisode(_ number: Int64, _ address: URL, byteCount: Int64? = nil) -> Episode.ID {
    let id = Episode.ID(rawValue: number)
    let enclosure = Enclosure(url: address, mimeType: "audio/mpeg", byteCount: byteCount)
    set(DownloadRecord(id: id, showID: Show.ID(rawValue: 1), enclosure: enclosure, state: .removed))
    return id
  }

  /// Adds a record, or replaces the record of the same episode.
  func set(_ record: DownloadRecord) {
    state.withLock { $0.records[record.id] = record }
    notify()
  }

  /// Removes an episode, as the removal of its show does.
  func removeEpisode(_ id: Episode.ID) {
    state.withLock { $0.records[id] = nil }
    notify()
  }

  subscript(id: Episode.ID) -> DownloadRecord? { state.withLock { $0.records[id] } }

  var client: DownloadRecordsClient {
    DownloadRecordsClient(
      records: {
        AsyncStream { continuation in
          self.state.withLock { $0.consumers.append(continuation) }
          continuation.yield(.success(self.all))
        }
      },
      all: { () throws(LibraryError) in self.all },
      request: { ids, isAutomatic, date throws(LibraryError) in self.request(ids, isAutomatic, date) },
      update: { records throws(LibraryError) in
        self.state.withLock { state in
          for record in records where state.records[record.id] != nil { state.records[record.id] = record }
        }
        self.notify()
      },
      plan: { _ throws(LibraryError) in DownloadPlan() })
  }

  /// All records except those of removed downloads.
  private var all: [DownloadRecord] { state.withLock { $0.records.values.filter { $0.state != .removed } } }

  /// Marks the downloads of episodes as waiting, except complete ones. Returns the changed records.
  private func request(_ ids: [Episode.ID], _ isAutomatic: Bool, _ date: Date) -> [DownloadRecord] {
    let requested = state.withLock { state in
      ids.compactMap { id -> DownloadRecord? in
        guard var record = state.records[id], record.state != .complete else { return nil }
        (record.state, record.error, record.isAutomatic, record.addedAt) = (.waiting, nil, isAutomatic, date)
        state.records[id] = record
        return record
      }
    }
    notify()
    return requested
  }

  /// Sends all records to the consumers.
  private func notify() {
    let all = all
    for consumer in state.withLock({ $0.consumers }) { consumer.yield(.success(all)) }
  }
}

/// A download folder and its records. A test creates one or more engines for them.
final class DownloadFixture: Sendable {
  let folder: URL
  let records = FakeDownloadRecords()
  let limits: DownloadLimits

  init(limits: DownloadLimits = .quick, folder: URL? = nil) throws {
    self.limits = limits
    self.folder = folder ?? FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Creates an engine that downloads the episodes of the records. The engine repeats a refused request with the second
  /// HTTP session. `networkReturns` emits a value each time that the network is available again. By default, it emits
  /// none.
  func engine(
    networkReturns: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
  ) -> DownloadEngine {
    DownloadEngine(
      records: records.client, folder: folder,
      sessions: DownloadTransfer.Sessions(
        first: HTTPSession(userAgent: "Podcaster/0"), second: HTTPSession(userAgent: "Mozilla/5.0 Podcaster/0")),
      limits: limits, now: { Date(timeIntervalSince1970: 1000) }, networkReturns: networkReturns)
  }

  /// Returns the content of a file in the folder, or `nil` if the file is missing.
  func fileContent(_ name: String) -> Data? { try? Data(contentsOf: folder.appending(path: name)) }

  /// The sorted names of all files in the folder, except the file `.lock`, with which an engine locks the folder.
  var fileNames: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != ".lock" }.sorted()
  }
}

extension DownloadLimits {
  /// Limits for tests. A download makes at most three attempts without progress, and does not wait between them. An
  /// attempt has made progress if it received 400,000 bytes. The received bytes are reported every 10 milliseconds.
  /// While another engine has locked the folder, an engine tries to take over the downloads every 20 milliseconds.
  static let quick = DownloadLimits(
    transfer: TransferLimits(size: .max, total: .seconds(60), idle: .seconds(20)), attemptWaits: [.zero, .zero],
    progressBytes: 400_000,
    progressInterval: .milliseconds(10), takeoverInterval: .milliseconds(20))
}

extension DownloadEngine {
  /// Waits until a download has an expected state, and returns this state. The current state may be an expected one.
  /// Returns `nil` if the engine ends without such a state.
  @concurrent
  nonisolated
    func waitForState(
      of id: Episode.ID, where isExpected: @escaping @Sendable (Download.State) -> Bool
    ) async -> Download.State?
  {
    let (stream, continuation) = AsyncStream.makeStream(of: [Download].self)
    await add(continuation)
    for await downloads in stream {
      if let state = downloads.first(where: { $0.id == id })?.state, isExpected(state) { return state }
    }
    return nil
  }

  /// Starts a download, waits until it is complete or has failed, and returns its last state.
  @concurrent
  nonisolated
    func downloadToEnd(_ id: Episode.ID) async throws -> Download.State?
  {
    try await start([id], isAutomatic: false)
    return await waitForState(of: id, where: \.isEnd)
  }

  /// Waits until this engine has no download of an episode.
  @concurrent
  nonisolated
    func waitForRemoval(of id: Episode.ID) async
  {
    let (stream, continuation) = AsyncStream.makeStream(of: [Download].self)
    await add(continuation)
    for await downloads in stream where !downloads.contains(where: { $0.id == id }) { return }
  }
}

extension Download.State {
  /// Whether the download is complete or has failed.
  var isEnd: Bool {
    switch self {
    case .complete, .failed: true
    case .waiting, .downloading, .paused: false
    }
  }

  var error: DownloadError? { if case .failed(let error, _) = self { error } else { nil } }
  var byteCount: Int64? { if case .complete(_, let count) = self { count } else { nil } }
}

/// Returns bytes that begin like MPEG audio, so that the engine recognizes audio. The other bytes are pseudorandom, so
/// that a test detects bytes from a wrong offset. Different seeds give different bytes. If `count` is not a multiple of
/// 8, the bytes after the last multiple are zero.
func testAudio(byteCount count: Int, seed: UInt64 = 1) -> Data {
  var value = seed
  var data = Data(count: count)
  data.withUnsafeMutableBytes { bytes in
    for offset in stride(from: 0, to: count - 7, by: 8) {
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.storeBytes(of: value, toByteOffset: offset, as: UInt64.self)
    }
  }
  data.replaceSubrange(0..<4, with: [0xff, 0xfb, 0x90, 0x00])
  return data
}
