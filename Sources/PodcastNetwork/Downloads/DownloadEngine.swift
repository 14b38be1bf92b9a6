import Foundation
import Podcasts

/// Manages the downloads of one library: decides which of them run, performs them, and records their results.
///
/// Only one engine at a time downloads into a folder, even if several programs run. Any other engine only writes
/// requests to the library, and the downloading engine performs them. When the downloading engine ends, another engine
/// takes over.
actor DownloadEngine {
  let records: DownloadRecordsClient
  let folder: DownloadFolder
  let limits: DownloadLimits
  /// Returns the current date.
  let now: @Sendable () -> Date
  let sessions: DownloadTransfer.Sessions
  /// Returns a stream that emits a value each time the network becomes available again.
  let networkReturns: @Sendable () -> AsyncStream<Void>
  /// Serves the received bytes of running downloads to the player.
  let partialFiles = PartialFileServer()
  /// All downloads, except removed ones.
  var entries: [Episode.ID: DownloadEntry] = [:]
  /// The queue in which downloads wait for a slot.
  var queue: RequestQueue<Episode.ID>
  /// Whether this engine may write into the folder. It may not before ``open()`` and after ``close()``.
  var folderAccess = FolderAccess.lockedElsewhere
  /// Reads the records. `nil` before the first use of the engine.
  var opening: Task<Void, Never>?
  /// Observes the records in the library.
  var observation: Task<Void, Never>?
  /// The last started write of a failed download's record.
  var lastWrite: Task<Void, Never>?
  /// Reports progress while a transfer runs.
  var progressReports: Task<Void, Never>?
  var retries: DownloadRetries
  /// Waits for the next retry.
  var retryTimer: Task<Void, Never>?
  /// Waits for the network to become available again.
  var networkObservation: Task<Void, Never>?
  /// Tries to take over while another engine has the folder.
  var takeoverTimer: Task<Void, Never>?
  /// The records of removed downloads whose files can be restored.
  var trash: [Episode.ID: DownloadRecord] = [:]
  /// The consumers of the downloads, by number. Each consumer is a stream that the client's `states` has returned.
  var consumers: [Int: AsyncStream<[Download]>.Continuation] = [:]
  /// The number of the newest consumer.
  var lastConsumerNumber = 0
  /// Whether ``close()`` was called.
  var isClosed = false

  init(
    records: DownloadRecordsClient, folder: URL, sessions: DownloadTransfer.Sessions, limits: DownloadLimits,
    now: @escaping @Sendable () -> Date,
    networkReturns: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } }
  ) {
    self.records = records
    self.folder = DownloadFolder(folder: folder)
    self.sessions = sessions
    self.limits = limits
    self.now = now
    self.networkReturns = networkReturns
    retries = DownloadRetries(waits: limits.retryWaits)
    queue = RequestQueue(limits: limits.requestLimits)
  }

  deinit {
    observation?.cancel()
    networkObservation?.cancel()
    retryTimer?.cancel()
    takeoverTimer?.cancel()
    progressReports?.cancel()
    for entry in entries.values { entry.task?.cancel() }
    for consumer in consumers.values { consumer.finish() }
  }

  // The functions without a comment are documented at the closures of `DownloadsClient` with the same names.
  // `add(_:)` adds a consumer of `states`.

  func add(_ consumer: AsyncStream<[Download]>.Continuation) async {
    await open()
    lastConsumerNumber += 1
    let number = lastConsumerNumber
    consumers[number] = consumer
    consumer.onTermination = { [weak self] _ in Task { await self?.removeConsumer(number) } }
    consumer.yield(snapshot)
  }

  func start(_ episodes: [Episode.ID], isAutomatic: Bool) async throws(LibraryError) {
    await open()
    await takeOver()
    // The record of a failed download may not be written yet. The late write must not overwrite the request.
    await lastWrite?.value
    for record in try await records.request(episodes, isAutomatic, now()) {
      retries.forget(record.id)
      enqueue(record)
    }
    emitDownloads()
  }

  func stop(_ episodes: [Episode.ID]) async throws(LibraryError) {
    await open()
    var stopped: [DownloadRecord] = []
    // The record of a running download also has the state `waiting`.
    for id in episodes where entries[id]?.record.state == .waiting {
      entries[id]?.record.state = .paused
      await endTransfer(of: id)
      // Another call may have changed the state while the transfer ended.
      guard entries[id]?.record.state == .paused else { continue }
      entries[id]?.record.byteCount = folder.size(of: folder.partialPath(of: id)) ?? 0
      if let record = entries[id]?.record { stopped.append(record) }
    }
    emitDownloads()
    try await records.update(stopped)
  }

  func remove(_ episodes: [Episode.ID], keepsForUndo: Bool) async throws(LibraryError) -> RemovedDownloads {
    await open()
    let ids = episodes.filter { entries[$0] != nil }
    let removed = ids.compactMap { id in entries[id].map { makeDownload($0) } }
    var updates: [DownloadRecord] = []
    for id in ids {
      guard var record = entries[id]?.record else { continue }
      (record.state, record.error, record.source, record.file, record.byteCount, record.completedAt) = (
        .removed, nil, nil, nil, 0, nil
      )
      updates.append(record)
    }
    try await records.update(updates)
    // Only the last removal with `keepsForUndo` can be undone. A removal without it leaves the kept files in place.
    if keepsForUndo { emptyTrash() }
    for id in ids { await discard(id, keepsForUndo: keepsForUndo) }
    emitDownloads()
    return RemovedDownloads(downloads: removed)
  }

  func restore(_ removed: RemovedDownloads) async throws(LibraryError) {
    await open()
    var idsWithoutFile: [Episode.ID] = []
    for download in removed.downloads where entries[download.id] == nil {
      guard let record = trash.removeValue(forKey: download.id), let file = record.file,
        rename(folder.removedPath(of: download.id), folder.path(file)) == 0
      else {
        idsWithoutFile.append(download.id)
        continue
      }
      entries[download.id] = DownloadEntry(record: record)
    }
    try await records.update(removed.downloads.compactMap { entries[$0.id]?.record })
    // A download without a kept file starts again.
    try await start(idsWithoutFile, isAutomatic: false)
  }

  func file(_ episode: Episode.ID) async -> URL? {
    await open()
    guard let record = entries[episode]?.record, record.state == .complete, let file = record.file else { return nil }
    if folder.size(of: folder.path(file)) == record.byteCount { return URL(filePath: folder.path(file)) }
    // Only the engine that downloads changes the files and their records.
    if folderAccess.isExclusive { fail(episode, .fileMissing) }
    return nil
  }

  /// Returns the complete file, or an address that serves the bytes of the running download. `start` is the position at
  /// which playback begins, as a fraction of the file's length from 0 to 1. If `start` is `nil`, only a complete file
  /// is returned.
  ///
  /// While the file is not complete, returns `nil` if no transfer runs, if the bytes needed for playback from `start`
  /// have not arrived, or if the format cannot be played from a part of the file.
  func playable(_ episode: Episode.ID, from start: Double?) async -> URL? {
    if let file = await file(episode) { return file }
    guard let entry = entries[episode], entry.isRunning, let start, let file = downloadedFile(of: episode),
      PartialFileServer.canServe(file.completePath),
      entry.counter.progress.received >= PartialFileServer.neededBytes(from: start, of: file.total)
    else { return nil }
    return await partialFiles.url(of: file)
  }

  /// Ends all transfers, waits until their records are written, and releases the folder. Another engine can then
  /// continue the downloads.
  func close() async {
    isClosed = true
    observation?.cancel()
    networkObservation?.cancel()
    retryTimer?.cancel()
    takeoverTimer?.cancel()
    let ids = entries.keys.filter { entries[$0]?.isRunning == true }
    // The state `removed` prevents a new start after the end of the transfer. The library keeps the earlier state.
    for id in ids { entries[id]?.record.state = .removed }
    for id in ids { await endTransfer(of: id) }
    await observation?.value
    await lastWrite?.value
    folderAccess = .lockedElsewhere
  }

  /// Changes how many downloads run at the same time. Only the queue needs the new limit, so ``limits`` is not changed.
  func setLimit(_ limit: Int) {
    var newLimits = limits
    newLimits.maxRunning = limit
    startTransfers(of: queue.changeLimits(newLimits.requestLimits))
    emitDownloads()
  }
}

extension DownloadEngine {
  /// All downloads, in the order in which they were added.
  var snapshot: [Download] {
    entries.values.sorted { ($0.record.addedAt, $0.record.id.rawValue) < ($1.record.addedAt, $1.record.id.rawValue) }
      .map(makeDownload)
  }

  /// Returns the value that the client's `states` emits for an entry.
  func makeDownload(_ entry: DownloadEntry) -> Download {
    let record = entry.record
    let progress = Download.Progress(received: record.byteCount, total: record.source?.total)
    let state: Download.State =
      switch record.state {
      case .waiting: entry.isRunning ? .downloading(entry.counter.progress) : .waiting
      // A download has the state `removed` only while its transfer ends, before its removal or in `close()`.
      case .paused, .removed: .paused(progress)
      case .failed: .failed(record.error ?? .cutOff, progress)
      case .complete: .complete(file: URL(filePath: folder.path(record.file ?? "")), byteCount: record.byteCount)
      }
    return Download(
      id: record.id, showID: record.showID, state: state, isAutomatic: record.isAutomatic, addedAt: record.addedAt)
  }

  /// Emits the downloads to all consumers. Call this function after each change of a download.
  func emitDownloads() {
    guard !consumers.isEmpty else { return }
    let snapshot = snapshot
    for consumer in consumers.values { consumer.yield(snapshot) }
  }

  private func removeConsumer(_ number: Int) { consumers[number] = nil }

  /// Reports progress at regular intervals until no transfer runs.
  func startProgressReports() {
    guard progressReports == nil else { return }
    progressReports = Task { [weak self, interval = limits.progressInterval] in
      while await self?.reportProgress() == true {
        do { try await Task.sleep(for: interval) } catch { return }
      }
    }
  }

  /// Emits the downloads. Returns whether a transfer runs, that is, whether the reports go on.
  private func reportProgress() -> Bool {
    emitDownloads()
    let isRunning = entries.values.contains(where: \.isRunning)
    if !isRunning { progressReports = nil }
    return isRunning
  }
}
