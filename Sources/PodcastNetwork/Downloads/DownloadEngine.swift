import Foundation
import Podcasts

/// The downloads of one library: decides which run, performs them, and records their results.
///
/// Only one engine at a time downloads into a folder, also among several programs. Another engine records requests, which the first one then performs.
actor DownloadEngine {
  /// A download that is not removed.
  private struct Entry {
    var record: DownloadRecord
    let counter = DownloadCounter()
    /// The running transfer.
    var task: Task<Void, Never>?
    /// Whether it has a place in the queue.
    var isRunning = false
  }

  private let records: DownloadRecordsClient
  private let folder: DownloadFolder
  private let limits: DownloadLimits
  private let now: @Sendable () -> Date
  private let sessions: DownloadTransfer.Sessions
  private var entries: [Episode.ID: Entry] = [:]
  private var queue: RequestQueue<Episode.ID>
  private var access = FolderAccess.other
  private var opening: Task<Void, Never>?
  private var observation: Task<Void, Never>?
  private var ticker: Task<Void, Never>?
  private var trash: [Episode.ID: DownloadRecord] = [:]
  private var consumers: [Int: AsyncStream<[Download]>.Continuation] = [:]
  private var lastConsumer = 0
  private var isClosed = false

  init(
    records: DownloadRecordsClient, folder: URL, sessions: DownloadTransfer.Sessions, limits: DownloadLimits, now: @escaping @Sendable () -> Date
  ) {
    self.records = records
    self.folder = DownloadFolder(folder: folder)
    self.sessions = sessions
    self.limits = limits
    self.now = now
    queue = RequestQueue(limits: limits.connections)
  }

  deinit {
    observation?.cancel()
    ticker?.cancel()
    for entry in entries.values { entry.task?.cancel() }
    for consumer in consumers.values { consumer.finish() }
  }

  // The client's functions

  func add(_ consumer: AsyncStream<[Download]>.Continuation) async {
    await open()
    lastConsumer += 1
    let number = lastConsumer
    consumers[number] = consumer
    consumer.onTermination = { [weak self] _ in Task { await self?.removeConsumer(number) } }
    consumer.yield(snapshot)
  }

  func start(_ episodes: [Episode.ID], isAutomatic: Bool) async throws(LibraryError) {
    await open()
    for record in try await records.request(episodes, isAutomatic, now()) { adopt(record) }
    changed()
  }

  func stop(_ episodes: [Episode.ID]) async throws(LibraryError) {
    await open()
    var stopped: [DownloadRecord] = []
    for id in episodes where entries[id]?.record.state == .waiting {
      entries[id]?.record.state = .paused
      await endTransfer(of: id)
      guard entries[id]?.record.state == .paused else { continue }
      entries[id]?.record.byteCount = folder.size(of: folder.part(of: id)) ?? 0
      if let record = entries[id]?.record { stopped.append(record) }
    }
    changed()
    try await records.update(stopped)
  }

  func remove(_ episodes: [Episode.ID]) async throws(LibraryError) -> RemovedDownloads {
    await open()
    let present = episodes.filter { entries[$0] != nil }
    let removed = present.compactMap { id in entries[id].map { download($0) } }
    var updates: [DownloadRecord] = []
    for id in present {
      guard var record = entries[id]?.record else { continue }
      (record.state, record.error, record.source, record.file, record.byteCount, record.completedAt) = (.removed, nil, nil, nil, 0, nil)
      updates.append(record)
    }
    try await records.update(updates)
    emptyTrash()
    for id in present { await discard(id, keepsForUndo: true) }
    changed()
    return RemovedDownloads(downloads: removed)
  }

  func restore(_ removed: RemovedDownloads) async throws(LibraryError) {
    await open()
    var others: [Episode.ID] = []
    for download in removed.downloads where entries[download.id] == nil {
      guard let record = trash.removeValue(forKey: download.id), let file = record.file,
        rename(folder.removed(download.id), folder.path(file)) == 0
      else {
        others.append(download.id)
        continue
      }
      entries[download.id] = Entry(record: record)
    }
    try await records.update(removed.downloads.compactMap { entries[$0.id]?.record })
    try await start(others, isAutomatic: false)
  }

  func file(_ episode: Episode.ID) async -> URL? {
    await open()
    guard let record = entries[episode]?.record, record.state == .complete, let file = record.file else { return nil }
    if folder.size(of: folder.path(file)) == record.byteCount { return URL(filePath: folder.path(file)) }
    await fail(episode, .fileMissing)
    return nil
  }

  /// Ends all transfers and releases the folder. Downloads continue with the next engine.
  func close() async {
    isClosed = true
    observation?.cancel()
    let ids = entries.keys.filter { entries[$0]?.isRunning == true }
    for id in ids { entries[id]?.record.state = .removed }
    for id in ids { await endTransfer(of: id) }
    await observation?.value
    access = .other
  }

  func setLimit(_ limit: Int) {
    var limits = limits
    limits.total = limit
    begin(queue.changeLimits(limits.connections))
    changed()
  }
}

extension DownloadEngine {
  /// Reads the records and continues the downloads, once.
  private func open() async {
    if let opening { return await opening.value }
    let task = Task { await self.readRecords() }
    opening = task
    await task.value
  }

  private func readRecords() async {
    access = FolderAccess(to: folder)
    let stored: [DownloadRecord]
    do throws(LibraryError) {
      stored = try await records.all()
    } catch {
      return
    }
    // An empty library may be a new one in place of a lost one, so the files stay then.
    if access.isExclusive, !stored.isEmpty { sweep(stored) }
    for record in stored.sorted(by: { $0.addedAt < $1.addedAt }) { await resume(record) }
    observe()
  }

  private func sweep(_ stored: [DownloadRecord]) {
    let names = stored.flatMap { record in [record.file, record.state == .complete ? nil : "\(record.id.rawValue).part"].compactMap(\.self) }
    let kept = Set(names)
    folder.sweep { kept.contains($0) }
  }

  /// Takes a record of an earlier run.
  private func resume(_ stored: DownloadRecord) async {
    var record = stored
    switch record.state {
    case .complete where access.isExclusive && record.file.map({ folder.size(of: folder.path($0)) }) != record.byteCount:
      entries[record.id] = Entry(record: record)
      await fail(record.id, .fileMissing)
    case .failed where record.error?.isTransient == true && access.isExclusive:
      record.state = .waiting
      adopt(record)
    case .waiting: adopt(record)
    case .complete, .failed, .paused: entries[record.id] = Entry(record: record)
    case .removed: break
    }
  }

  /// Takes a record that waits, and starts its transfer if there is a place.
  private func adopt(_ record: DownloadRecord) {
    guard entries[record.id]?.isRunning != true else {
      // A transfer that is being stopped starts again when it has ended.
      entries[record.id]?.record.state = .waiting
      entries[record.id]?.record.isAutomatic = record.isAutomatic
      return
    }
    _ = queue.abandon(record.id)
    entries[record.id] = Entry(record: record)
    switch access {
    case .exclusive: break
    case .other: return
    case .unavailable(let error): return finished(record.id, .failure(.error(error)))
    }
    if let file = record.file, let size = folder.size(of: folder.path(file)), size > 0 {
      // The program ended between the file's last name and its record.
      return finished(record.id, .success(DownloadWriting.Complete(name: file, byteCount: size)))
    }
    if queue.add(record.id, to: Self.host(of: record)) { begin([record.id]) }
  }

  private func begin(_ ids: [Episode.ID]) {
    guard !isClosed else { return }
    for id in ids {
      guard let entry = entries[id] else { continue }
      entries[id]?.isRunning = true
      let transfer = DownloadTransfer(sessions: sessions, folder: folder, limits: limits) { [weak self] id, source, name throws(LibraryError) in
        try await self?.accepted(id, source, name)
      }
      entries[id]?.task = Task { [weak self] in
        let result: Result<DownloadWriting.Complete, DownloadFailure>
        do throws(DownloadFailure) {
          result = .success(try await transfer.run(entry.record, counter: entry.counter))
        } catch {
          result = .failure(error)
        }
        await self?.ended(id, host: Self.host(of: entry.record), result)
      }
    }
    tick()
  }

  /// Records what the partial file contains, before the first byte is written.
  private func accepted(_ id: Episode.ID, _ source: DownloadRecord.Source, _ name: String) async throws(LibraryError) {
    entries[id]?.record.source = source
    entries[id]?.record.file = name
    if let record = entries[id]?.record { try await records.update([record]) }
  }

  private func ended(_ id: Episode.ID, host: String, _ result: Result<DownloadWriting.Complete, DownloadFailure>) {
    begin(queue.finish(host))
    guard entries[id]?.isRunning == true else { return }
    entries[id]?.isRunning = false
    entries[id]?.task = nil
    guard let record = entries[id]?.record, record.state == .waiting else { return }
    if result == .failure(.cancelled) { adopt(record) } else { finished(id, result) }
  }

  private func finished(_ id: Episode.ID, _ result: Result<DownloadWriting.Complete, DownloadFailure>) {
    switch result {
    case .success(let complete):
      entries[id]?.record.state = .complete
      entries[id]?.record.error = nil
      entries[id]?.record.file = complete.name
      entries[id]?.record.byteCount = complete.byteCount
      entries[id]?.record.completedAt = now()
    case .failure(.error(let error)): setFailure(id, error)
    case .failure(.contradiction), .failure(.cancelled): setFailure(id, .cutOff)
    }
    changed()
    write(id)
  }

  private func fail(_ id: Episode.ID, _ error: DownloadError) async {
    setFailure(id, error)
    changed()
    write(id)
  }

  private func setFailure(_ id: Episode.ID, _ error: DownloadError) {
    entries[id]?.record.state = .failed
    entries[id]?.record.error = error
    entries[id]?.record.completedAt = nil
    entries[id]?.record.byteCount = folder.size(of: folder.part(of: id)) ?? 0
    if error == .fileMissing {
      entries[id]?.record.file = nil
      entries[id]?.record.source = nil
    }
  }

  /// Writes the record of a finished download. If that fails, the file is found again at the next start.
  private func write(_ id: Episode.ID) {
    guard let record = entries[id]?.record else { return }
    Task { [records] in
      do throws(LibraryError) {
        try await records.update([record])
      } catch {
        if record.state == .complete { setFailure(id, .library(reason: String(describing: error))) }
        changed()
      }
    }
  }

  /// Ends the transfer of a download, and waits until it no longer writes.
  private func endTransfer(of id: Episode.ID) async {
    if queue.abandon(id) { return }
    guard let task = entries[id]?.task else { return }
    task.cancel()
    await task.value
  }

  /// Forgets a download and removes its files.
  private func discard(_ id: Episode.ID, keepsForUndo: Bool) async {
    entries[id]?.record.state = .removed
    await endTransfer(of: id)
    guard let entry = entries.removeValue(forKey: id) else { return }
    let file = entry.record.file
    if keepsForUndo, let file, folder.size(of: folder.path(file)) != nil, rename(folder.path(file), folder.removed(id)) == 0 {
      var record = entry.record
      record.state = .complete
      trash[id] = record
      folder.delete(folder.part(of: id))
    } else {
      folder.deleteAll(id, file: file)
    }
  }

  private func emptyTrash() {
    for id in trash.keys { folder.delete(folder.removed(id)) }
    trash = [:]
  }

  private static func host(of record: DownloadRecord) -> String { record.enclosure.url.host(percentEncoded: false)?.lowercased() ?? "" }
}

extension DownloadEngine {
  /// Follows the library: another program can request downloads, and the removal of a show removes its records.
  private func observe() {
    observation = Task { [weak self, records] in
      for await result in records.records() {
        guard case .success(let stored) = result else { return }
        await self?.compare(with: stored)
      }
    }
  }

  private func compare(with stored: [DownloadRecord]) async {
    let ids = Set(stored.map(\.id))
    let missing = entries.keys.filter { !ids.contains($0) }
    let added = stored.filter { $0.state == .waiting && entries[$0.id] == nil }
    for record in stored where entries[record.id]?.record.state == .waiting { entries[record.id]?.record.enclosure = record.enclosure }
    guard !missing.isEmpty || !added.isEmpty else { return }
    // The value may be older than a write of this engine. A new read is not.
    let fresh: [DownloadRecord]
    do throws(LibraryError) { fresh = try await records.all() } catch { return }
    let freshIDs = Set(fresh.map(\.id))
    for id in missing where !freshIDs.contains(id) { await discard(id, keepsForUndo: false) }
    for record in fresh where record.state == .waiting && entries[record.id] == nil && trash[record.id] == nil { adopt(record) }
    changed()
  }

  // Reports

  private var snapshot: [Download] {
    entries.values.sorted { ($0.record.addedAt, $0.record.id.rawValue) < ($1.record.addedAt, $1.record.id.rawValue) }.map(download)
  }

  private func download(_ entry: Entry) -> Download {
    let record = entry.record
    let progress = Download.Progress(received: record.byteCount, total: record.source?.total)
    let state: Download.State =
      switch record.state {
      case .waiting: entry.isRunning ? .downloading(entry.counter.progress) : .waiting
      case .paused, .removed: .paused(progress)
      case .failed: .failed(record.error ?? .cutOff, progress)
      case .complete: .complete(file: URL(filePath: folder.path(record.file ?? "")), byteCount: record.byteCount)
      }
    return Download(id: record.id, showID: record.showID, state: state, isAutomatic: record.isAutomatic, addedAt: record.addedAt)
  }

  private func changed() {
    guard !consumers.isEmpty else { return }
    let snapshot = snapshot
    for consumer in consumers.values { consumer.yield(snapshot) }
  }

  private func removeConsumer(_ number: Int) { consumers[number] = nil }

  /// Reports progress while a transfer runs.
  private func tick() {
    guard ticker == nil else { return }
    ticker = Task { [weak self, interval = limits.interval] in
      while await self?.reportProgress() == true {
        do { try await Task.sleep(for: interval) } catch { return }
      }
    }
  }

  private func reportProgress() -> Bool {
    changed()
    let isRunning = entries.values.contains(where: \.isRunning)
    if !isRunning { ticker = nil }
    return isRunning
  }
}
