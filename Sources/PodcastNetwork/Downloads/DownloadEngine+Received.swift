import Foundation
import Podcasts

extension DownloadEngine {
  /// Returns the audio that a running download of an address has received. For a download that is complete by now, all
  /// bytes are available. Returns `nil` if there is no such download, if ``DownloadWriter`` has not accepted the
  /// server's answer yet, or if the answer contained no size.
  func receivedAudio(of address: URL) -> KeptStream? {
    for (id, entry) in entries
    where entry.record.enclosure.url == address && (entry.isRunning || entry.record.state == .complete) {
      guard let file = downloadedFile(of: id) else { continue }
      // No address is given, because another request may return different audio. Only these bytes may be read.
      return KeptStream(address: nil) { await file.bytes(from: $0, count: $1) }
    }
    return nil
  }

  /// Returns the file of an episode's download. Returns `nil` if there is no download, if this engine has not accepted
  /// an answer of the server yet, or if the answer contained no size.
  func downloadedFile(of id: Episode.ID) -> PartialFileServer.DownloadedFile? {
    guard let entry = entries[id], let contentID = entry.counter.contentID, let name = entry.record.file else {
      return nil
    }
    return PartialFileServer.DownloadedFile(
      partialPath: folder.partialPath(of: id), completePath: folder.path(name), contentID: contentID,
      counter: entry.counter)
  }
}

extension PartialFileServer.DownloadedFile {
  /// How long a read waits for its bytes before it fails.
  private static let waitLimit = Duration.seconds(30)

  /// Returns `count` bytes of the audio, or fewer at the end of the audio. Waits up to ``waitLimit`` for bytes that are
  /// at most ``PartialFileServer/lookahead`` bytes after the received ones.
  ///
  /// Returns `nil` for invalid arguments, if one of the bytes does not arrive, if the file cannot be read, or if the
  /// download has started over with other content.
  func bytes(from offset: Int, count: Int) async -> [UInt8]? {
    let start = Int64(offset)
    guard start >= 0, count > 0 else { return nil }
    guard start < total else { return [] }
    let length = min(Int64(count), total - start)
    guard await waitForBytes(before: start + length) else { return nil }
    let descriptor = open()
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, filled in
      filled = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(start)))
    }
    // During the read, the download may have started over with other content.
    return bytes.count == Int(length) && counter.hasContent(contentID) ? bytes : nil
  }

  /// Waits until all bytes before `end` are received. Returns `false` if these bytes will not arrive in time.
  private func waitForBytes(before end: Int64) async -> Bool {
    let deadline = ContinuousClock.now + Self.waitLimit
    while counter.hasContent(contentID) {
      let received = counter.progress.received
      if received >= end { return true }
      // Bytes beyond `lookahead` would take too long to arrive.
      guard counter.isRunning, end <= received + PartialFileServer.lookahead, .now < deadline else { return false }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return false }
    }
    return false
  }
}
