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
    resume(all: stored)
    observe()
    awaitFolder()
  }

  /// Becomes the engine that downloads, if the other one has released the folder.
  func takeOver() async {
    guard awaitsFolder else { return }
    let found = FolderAccess(to: folder)
    // The other engine writes no records after this lock. If the records cannot be read, the lock ends with this
    // function.
    guard found.isExclusive, let stored = try? await records.all(), !isClosed else { return }
    access = found
    entries = [:]
    resume(all: stored)
    changed()
    // A request that was recorded during the read is not in its result.
    if let stored = try? await records.all() { await compare(with: stored) }
  }

  /// Whether another engine has the folder.
  private var awaitsFolder: Bool { if case .other = access { !isClosed } else { false } }

  /// Tries to take over now and then while another engine has the folder.
  private func awaitFolder() {
    folderTimer = Task { [weak self, interval = limits.takeover] in
      while await self?.awaitsFolder == true {
        do { try await Task.sleep(for: interval) } catch { return }
        await self?.takeOver()
      }
    }
  }

  private func resume(all stored: [DownloadRecord]) {
    // An empty library may be a new one in place of a lost one, so the files stay then.
    if access.isExclusive, !stored.isEmpty { sweep(stored) }
    for record in stored.sorted(by: { $0.addedAt < $1.addedAt }) { resume(record) }
    if access.isExclusive { followNetwork() }
  }

  /// Removes the files that no record names.
  private func sweep(_ stored: [DownloadRecord]) {
    let names = stored.flatMap { record in
      [record.file, record.state == .complete ? nil : "\(record.id.rawValue).part"].compactMap(\.self)
    }
    let kept = Set(names + trash.keys.map { "\($0.rawValue).removed" })
    folder.sweep { kept.contains($0) }
  }

  /// Adds a record of an earlier run. Continues its download if it was waiting, or failed for a reason that can pass.
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
    if !access.isExclusive { await takeOver() }
    guard access.isExclusive else { return follow(stored) }
    let ids = Set(stored.map(\.id))
    let missing = entries.keys.filter { !ids.contains($0) }
    let added = stored.filter { $0.state == .waiting && entries[$0.id] == nil }
    for record in stored where entries[record.id]?.record.state == .waiting {
      entries[record.id]?.record.enclosure = record.enclosure
    }
    guard !missing.isEmpty || !added.isEmpty else { return }
    // The value may be older than a write of this engine. A new read is not.
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
