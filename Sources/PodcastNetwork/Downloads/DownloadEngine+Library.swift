import Foundation
import Podcasts

extension DownloadEngine {
  /// Reads the records and continues the downloads. Further calls wait for the first one.
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
    // An empty library may have replaced a lost one, so the files are kept.
    if access.isExclusive, !stored.isEmpty { sweep(stored) }
    for record in stored.sorted(by: { $0.addedAt < $1.addedAt }) { resume(record) }
    observe()
    if access.isExclusive { followNetwork() }
  }

  /// Removes the files that no record names.
  private func sweep(_ stored: [DownloadRecord]) {
    let names = stored.flatMap { record in [record.file, record.state == .complete ? nil : "\(record.id.rawValue).part"].compactMap(\.self) }
    let kept = Set(names)
    folder.sweep { kept.contains($0) }
  }

  /// Adds a record of an earlier run. Continues its download if it was waiting, or failed for a reason that can pass.
  private func resume(_ stored: DownloadRecord) {
    var record = stored
    switch record.state {
    case .complete where access.isExclusive && record.file.map({ folder.size(of: folder.path($0)) }) != record.byteCount:
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

  /// Observes the library: another program can request downloads, and the removal of a show removes its records.
  private func observe() {
    observation = Task { [weak self, records] in
      for await result in records.records() {
        guard case .success(let stored) = result else { return }
        await self?.compare(with: stored)
      }
    }
  }

  /// Adopts all records that another engine has written.
  private func follow(_ stored: [DownloadRecord]) {
    guard !isClosed else { return }
    entries = Dictionary(stored.map { ($0.id, DownloadEntry(record: $0)) }) { $1 }
    changed()
  }

  /// Discards the downloads whose records were removed, and starts those that another program has requested.
  private func compare(with stored: [DownloadRecord]) async {
    guard access.isExclusive else { return follow(stored) }
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
}
