import Foundation
import Podcasts

/// The access to the folder of the downloads, and the exchange of download records with the library.
///
/// Several engines, in several programs, can use the same library. Only the engine that has locked the folder
/// downloads.
extension DownloadEngine {
  /// In the first call, reads the records and continues the downloads. Further calls only wait for the first one.
  func open() async {
    if let opening { return await opening.value }
    let task = Task { await self.readRecords() }
    opening = task
    await task.value
  }

  private func readRecords() async {
    folderAccess = FolderAccess(to: folder)
    let stored: [DownloadRecord]
    do throws(LibraryError) {
      stored = try await records.all()
    } catch {
      return
    }
    resume(all: stored)
    observeLibrary()
    startTakeoverTimer()
  }

  /// Locks the folder and continues the downloads, if another engine had the folder and has released it. Otherwise
  /// nothing changes.
  func takeOver() async {
    guard awaitsFolder else { return }
    let newAccess = FolderAccess(to: folder)
    // The other engine has released the folder, so it writes no more records. If the records cannot be read, the new
    // lock is released at the end of this function.
    guard newAccess.isExclusive, let stored = try? await records.all(), !isClosed else { return }
    folderAccess = newAccess
    entries = [:]
    resume(all: stored)
    emitDownloads()
    // Another program may have recorded a request during the first read, so the records are read again.
    if let stored = try? await records.all() { await synchronizeEntries(with: stored) }
  }

  /// Whether another engine has the folder, and this engine is not closed.
  private var awaitsFolder: Bool { if case .lockedElsewhere = folderAccess { !isClosed } else { false } }

  /// Tries to take over regularly while another engine has the folder.
  private func startTakeoverTimer() {
    takeoverTimer = Task { [weak self, interval = limits.takeoverInterval] in
      while await self?.awaitsFolder == true {
        do { try await Task.sleep(for: interval) } catch { return }
        await self?.takeOver()
      }
    }
  }

  /// Adds the records of an earlier run or of another engine, and continues their downloads.
  private func resume(all stored: [DownloadRecord]) {
    // Without records, no file is removed: the library may be new and empty, while the files belong to a lost library.
    if folderAccess.isExclusive, !stored.isEmpty { removeUnknownFiles(stored) }
    for record in stored.sorted(by: { $0.addedAt < $1.addedAt }) { resume(record) }
    if folderAccess.isExclusive { observeNetwork() }
  }

  /// Removes the files in the folder that belong to no record, except removed files that an undo can restore.
  private func removeUnknownFiles(_ stored: [DownloadRecord]) {
    let names = stored.flatMap { record in
      [record.file, record.state == .complete ? nil : "\(record.id.rawValue).part"].compactMap(\.self)
    }
    let keptNames = Set(names + trash.keys.map { "\($0.rawValue).removed" })
    folder.removeFiles { keptNames.contains($0) }
  }

  /// Adds a record of an earlier run or of another engine. Continues the download if it was waiting. If this engine has
  /// the folder, also continues a download whose error may pass, and fails a complete download whose file is missing or
  /// has another size.
  private func resume(_ stored: DownloadRecord) {
    var record = stored
    switch record.state {
    case .complete
    where folderAccess.isExclusive && record.file.map({ folder.size(of: folder.path($0)) }) != record.byteCount:
      entries[record.id] = DownloadEntry(record: record)
      fail(record.id, .fileMissing)
    case .failed where record.error?.maySucceedLater == true && folderAccess.isExclusive:
      record.state = .waiting
      enqueue(record)
    case .waiting: enqueue(record)
    case .complete, .failed, .paused: entries[record.id] = DownloadEntry(record: record)
    case .removed: break
    }
  }

  /// Observes the records in the library. Another program can add records to request downloads, and the removal of a
  /// show removes the records of its episodes.
  private func observeLibrary() {
    observation = Task { [weak self, records] in
      for await result in records.records() {
        guard case .success(let stored) = result else { return }
        await self?.synchronizeEntries(with: stored)
      }
    }
  }

  /// Replaces the entries by the records that another engine has written, and emits them.
  private func mirror(_ stored: [DownloadRecord]) {
    guard !isClosed else { return }
    entries = Dictionary(stored.map { ($0.id, DownloadEntry(record: $0)) }) { $1 }
    emitDownloads()
  }

  /// Discards the downloads whose records were removed, and starts the downloads that another program has requested. If
  /// this engine does not have the folder, only mirrors the records.
  private func synchronizeEntries(with stored: [DownloadRecord]) async {
    if !folderAccess.isExclusive { await takeOver() }
    guard folderAccess.isExclusive else { return mirror(stored) }
    let ids = Set(stored.map(\.id))
    let missing = entries.keys.filter { !ids.contains($0) }
    let added = stored.filter { $0.state == .waiting && entries[$0.id] == nil }
    // A feed may have changed the enclosure of a waiting download.
    for record in stored where entries[record.id]?.record.state == .waiting {
      entries[record.id]?.record.enclosure = record.enclosure
    }
    guard !missing.isEmpty || !added.isEmpty else { return }
    // The observed records may be older than a write of this engine, so they are read again.
    let fresh: [DownloadRecord]
    do throws(LibraryError) { fresh = try await records.all() } catch { return }
    let freshIDs = Set(fresh.map(\.id))
    for id in missing where !freshIDs.contains(id) { await discard(id, keepsForUndo: false) }
    for record in fresh where record.state == .waiting && entries[record.id] == nil && trash[record.id] == nil {
      enqueue(record)
    }
    emitDownloads()
  }
}
