import Foundation
import Podcasts

extension DownloadEngine {
  /// Reads the records and continues the downloads, in the first call. Further calls only wait until that is done.
  func open() async {
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
    resume(all: stored)
    observeLibrary()
    startTakeoverTimer()
  }

  /// Becomes the engine that downloads, if the other engine has released the folder. Otherwise nothing changes.
  func takeOver() async {
    guard awaitsFolder else { return }
    let newAccess = FolderAccess(to: folder)
    // The other engine writes no records after this lock was taken. If the records cannot be read, the lock is released
    // at the end of this function.
    guard newAccess.isExclusive, let stored = try? await records.all(), !isClosed else { return }
    access = newAccess
    entries = [:]
    resume(all: stored)
    changed()
    // Another program may have recorded a request during the first read, so the records are read again.
    if let stored = try? await records.all() { await compare(with: stored) }
  }

  /// Whether another engine has the folder.
  private var awaitsFolder: Bool { if case .other = access { !isClosed } else { false } }

  /// Tries to take over regularly while another engine has the folder.
  private func startTakeoverTimer() {
    folderTimer = Task { [weak self, interval = limits.takeover] in
      while await self?.awaitsFolder == true {
        do { try await Task.sleep(for: interval) } catch { return }
        await self?.takeOver()
      }
    }
  }

  /// Adds the records of an earlier run, and continues their downloads.
  private func resume(all stored: [DownloadRecord]) {
    // An empty library may have replaced a lost one, so its files are not removed.
    if access.isExclusive, !stored.isEmpty { removeUnknownFiles(stored) }
    for record in stored.sorted(by: { $0.addedAt < $1.addedAt }) { resume(record) }
    if access.isExclusive { observeNetwork() }
  }

  /// Removes the files of downloads that no record names.
  private func removeUnknownFiles(_ stored: [DownloadRecord]) {
    let names = stored.flatMap { record in
      [record.file, record.state == .complete ? nil : "\(record.id.rawValue).part"].compactMap(\.self)
    }
    let keptNames = Set(names + trash.keys.map { "\($0.rawValue).removed" })
    folder.removeFiles { keptNames.contains($0) }
  }

  /// Adds a record of an earlier run. Continues its download if it was waiting, or if it failed with an error that may
  /// pass.
  private func resume(_ stored: DownloadRecord) {
    var record = stored
    switch record.state {
    case .complete
    where access.isExclusive && record.file.map({ folder.size(of: folder.path($0)) }) != record.byteCount:
      entries[record.id] = DownloadEntry(record: record)
      fail(record.id, .fileMissing)
    case .failed where record.error?.canPass == true && access.isExclusive:
      record.state = .waiting
      adopt(record)
    case .waiting: adopt(record)
    case .complete, .failed, .paused: entries[record.id] = DownloadEntry(record: record)
    case .removed: break
    }
  }

  /// Observes the records in the library. Another program can request downloads, and the removal of a show removes its
  /// records.
  private func observeLibrary() {
    observation = Task { [weak self, records] in
      for await result in records.records() {
        guard case .success(let stored) = result else { return }
        await self?.compare(with: stored)
      }
    }
  }

  /// Replaces the entries by the records that another engine has written. This engine then only reports them.
  private func mirror(_ stored: [DownloadRecord]) {
    guard !isClosed else { return }
    entries = Dictionary(stored.map { ($0.id, DownloadEntry(record: $0)) }) { $1 }
    changed()
  }

  /// Discards the downloads whose records were removed, and starts the downloads that another program has requested.
  private func compare(with stored: [DownloadRecord]) async {
    if !access.isExclusive { await takeOver() }
    guard access.isExclusive else { return mirror(stored) }
    let ids = Set(stored.map(\.id))
    let missing = entries.keys.filter { !ids.contains($0) }
    let added = stored.filter { $0.state == .waiting && entries[$0.id] == nil }
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
      adopt(record)
    }
    changed()
  }
}
