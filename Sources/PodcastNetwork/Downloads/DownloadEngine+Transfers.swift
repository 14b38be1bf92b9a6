import Foundation
import Podcasts

/// A download: its record and, while it runs, its transfer.
struct DownloadEntry {
  var record: DownloadRecord
  /// The progress of the transfer, which the transfer updates.
  let counter = DownloadCounter()
  /// The task that runs the transfer and records its result, or `nil` if no transfer runs.
  var task: Task<Void, Never>?
  /// Whether the transfer has started, and the end of the transfer has not been handled.
  var isRunning = false
}

extension DownloadEngine {
  /// Adds a waiting record to the queue. Starts its transfer if the queue has a free slot.
  func enqueue(_ record: DownloadRecord) {
    guard entries[record.id]?.isRunning != true else {
      // The former transfer has not ended. If it was cancelled, a new transfer starts after its end, because the state
      // is `.waiting`.
      entries[record.id]?.record.state = .waiting
      entries[record.id]?.record.isAutomatic = record.isAutomatic
      return
    }
    // The record may already be in the queue.
    _ = queue.abandon(record.id)
    entries[record.id] = DownloadEntry(record: record)
    switch folderAccess {
    case .exclusive: break
    // Another engine has the folder. It performs the download.
    case .lockedElsewhere: return
    case .unavailable(let error): return fail(record.id, error)
    }
    if let complete = completeFile(of: record) {
      // In an earlier run, the program ended after the file got its final name, and before the record was written.
      Task { await completed(record.id, complete) }
      return
    }
    if queue.add(record.id, to: Self.host(of: record)) { startTransfers(of: [record.id]) }
  }

  /// Returns the file with the final name of a record, if this file is the complete download.
  ///
  /// The record contains the final name before the download is complete. A partial file gets this name when it is
  /// complete. So if a partial file also exists, or if the size is not the size that the server has announced, the file
  /// with the final name is from outside the program.
  private func completeFile(of record: DownloadRecord) -> DownloadWriter.CompleteFile? {
    guard let file = record.file, let size = folder.size(of: folder.path(file)), size > 0,
      size == record.source?.total ?? size,
      folder.size(of: folder.partialPath(of: record.id)) == nil
    else { return nil }
    return DownloadWriter.CompleteFile(name: file, byteCount: size)
  }

  /// Starts the transfers of downloads to which the queue has given a slot.
  func startTransfers(of ids: [Episode.ID]) {
    guard !isClosed else { return }
    for id in ids {
      guard let entry = entries[id] else { continue }
      entries[id]?.isRunning = true
      let transfer = DownloadTransfer(
        sessions: sessions, folder: folder, limits: limits, makeSpace: { [weak self] in await self?.emptyTrash() },
        save: { [weak self] id, source, name throws(LibraryError) in try await self?.recordSource(id, source, name) })
      entries[id]?.task = Task { [weak self] in
        let result: Result<DownloadWriter.CompleteFile, DownloadFailure>
        do throws(DownloadFailure) {
          result = .success(try await transfer.run(entry.record, counter: entry.counter))
        } catch {
          result = .failure(error)
        }
        entry.counter.end()
        await self?.ended(id, host: Self.host(of: entry.record), result)
      }
    }
    startProgressReports()
  }

  /// Records the source of the partial file, and the name that the complete file gets. The source identifies the
  /// content on the server. Called before the first byte is written.
  private func recordSource(
    _ id: Episode.ID, _ source: DownloadRecord.Source, _ name: String
  ) async throws(LibraryError) {
    entries[id]?.record.source = source
    entries[id]?.record.file = name
    if let record = entries[id]?.record { try await records.update([record]) }
  }

  /// Called when a transfer has ended. Starts the next downloads, and records the result.
  private func ended(
    _ id: Episode.ID, host: String, _ result: Result<DownloadWriter.CompleteFile, DownloadFailure>
  ) async {
    startTransfers(of: queue.finish(host))
    if case .success(let complete) = result { await completed(id, complete) }
    // The download may have been removed while the result was being recorded.
    guard entries[id]?.isRunning == true else { return }
    entries[id]?.isRunning = false
    entries[id]?.task = nil
    // If the download was completed, stopped or removed, its state is already set.
    guard let record = entries[id]?.record, record.state == .waiting else { return }
    switch result {
    case .success: break
    // The download was requested again while its former transfer was being cancelled.
    case .failure(.cancelled): enqueue(record)
    case .failure(.answerMismatch): fail(id, .contradictoryServer)
    case .failure(.error(let error)): fail(id, error)
    case .failure(.busy(let host, let wait)): fail(id, .busy(host: host), wait: wait)
    }
  }

  /// Records a complete file, and then emits the downloads to the consumers. If the record cannot be written, the file
  /// is found again when the program starts the next time.
  private func completed(_ id: Episode.ID, _ complete: DownloadWriter.CompleteFile) async {
    guard var record = entries[id]?.record, record.state != .removed else { return }
    (record.state, record.error, record.file, record.byteCount, record.completedAt) = (
      .complete, nil, complete.name, complete.byteCount, now()
    )
    retries.forget(id)
    do throws(LibraryError) {
      try await records.update([record])
      if let entry = entries[id], entry.record.state != .removed { entries[id]?.record = record }
    } catch {
      setFailure(id, .library(reason: String(describing: error)))
    }
    emitDownloads()
  }

  /// Records a failure, and plans a retry if the error may pass. `wait` is the delay that the server requested, or
  /// `nil`.
  func fail(_ id: Episode.ID, _ error: DownloadError, wait: Duration? = nil) {
    setFailure(id, error)
    planRetry(of: id, after: error, wait: wait)
    emitDownloads()
    writeRecord(of: id)
  }

  /// Sets the state of a failed download in memory. `.fileMissing` means that the complete file was removed, or changed
  /// by another program. A changed file is deleted, so that it is not mistaken for the complete file later.
  private func setFailure(_ id: Episode.ID, _ error: DownloadError) {
    if error == .fileMissing, let file = entries[id]?.record.file { folder.delete(folder.path(file)) }
    entries[id]?.record.state = .failed
    entries[id]?.record.error = error
    entries[id]?.record.completedAt = nil
    entries[id]?.record.byteCount = folder.size(of: folder.partialPath(of: id)) ?? 0
    if error == .fileMissing {
      entries[id]?.record.file = nil
      entries[id]?.record.source = nil
    }
  }

  /// Writes the record of a failed download, after earlier writes. If the write fails, the download continues at the
  /// next start of the program.
  private func writeRecord(of id: Episode.ID) {
    guard let record = entries[id]?.record else { return }
    lastWrite = Task { [records, lastWrite] in
      await lastWrite?.value
      try? await records.update([record])
    }
  }

  /// Removes a waiting download from the queue. For a running download, cancels the transfer, and waits until the
  /// transfer has ended.
  func endTransfer(of id: Episode.ID) async {
    if queue.abandon(id) { return }
    guard let task = entries[id]?.task else { return }
    task.cancel()
    await task.value
  }

  /// Removes a download and its files. With `keepsForUndo`, a complete file is renamed instead, so that the download
  /// can be restored. The renamed file is deleted at the next removal with `keepsForUndo`, or when the disk is full.
  func discard(_ id: Episode.ID, keepsForUndo: Bool) async {
    entries[id]?.record.state = .removed
    retries.forget(id)
    await endTransfer(of: id)
    guard let entry = entries.removeValue(forKey: id) else { return }
    let file = entry.record.file
    if keepsForUndo, let file, folder.size(of: folder.path(file)) != nil,
      rename(folder.path(file), folder.removedPath(of: id)) == 0
    {
      var record = entry.record
      record.state = .complete
      trash[id] = record
      folder.delete(folder.partialPath(of: id))
    } else {
      trash[id] = nil
      folder.deleteAll(id, file: file)
    }
  }

  /// Deletes the files of these downloads that are kept for undo.
  func deleteRemoved(_ removed: RemovedDownloads) {
    for id in removed.downloads.map(\.id) where trash.removeValue(forKey: id) != nil {
      folder.delete(folder.removedPath(of: id))
    }
  }

  /// Deletes all files that are kept for undo.
  func emptyTrash() {
    for id in trash.keys { folder.delete(folder.removedPath(of: id)) }
    trash = [:]
  }

  /// Returns the host name of a download's server, in lower case. The queue limits the running transfers of each host.
  private static func host(of record: DownloadRecord) -> String {
    record.enclosure.url.host(percentEncoded: false)?.lowercased() ?? ""
  }
}
