import Foundation
import Podcasts

/// Stores the audio of the last few streams in files, and serves them to the player.
actor StreamCache {
  /// How many streams are kept: the playing one, the next one, and one more, because the queue may change after its
  /// next episode was loaded.
  private static let limit = 3
  /// The longest wait for an Ogg file, which is only made if the file is likely to be complete by then.
  private static let timeLimit = Duration.seconds(6)
  /// How many bytes stay free on the disk.
  private static let reserve: Int64 = 200_000_000

  private let folder: URL
  private let session: HTTPSession
  private let limits: TransferLimits
  private let server = PartialFileServer()
  /// The streams, the least recently used first.
  private var files: [(address: URL, file: StreamedFile)] = []
  private var openings: [URL: Task<StreamedFile?, Never>] = [:]
  /// Complete streams whose file was returned.
  private var played: Set<URL> = []
  /// Addresses that play from their own servers, because a later answer had other audio or the disk is full.
  private var refused: Set<URL> = []

  init(folder: URL, session: HTTPSession, limits: TransferLimits) {
    self.folder = folder
    self.session = session
    self.limits = limits
  }

  func source(_ address: URL) async -> URL? {
    guard ["http", "https"].contains(address.scheme?.lowercased()), !refused.contains(address) else { return nil }
    guard let file = await file(address) else { return nil }
    if file.isOgg { await waitUntilComplete(file) }
    guard !Task.isCancelled else { return nil }
    guard let complete = file.completeFile else { return await server.url(of: file) }
    played.insert(address)
    return complete
  }

  /// Waits until a file is complete, if that takes at most ``timeLimit``. GStreamer seeks to the end of an Ogg stream
  /// for its length, and often does not continue from there (seen with GStreamer 1.22). In a file it continues.
  private func waitUntilComplete(_ file: StreamedFile) async {
    let start = ContinuousClock.now
    while !file.isRefused, file.completeFile == nil {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      let elapsed = ContinuousClock.now - start
      guard elapsed > .milliseconds(500) else { continue }
      let (received, total) = file.progress
      // Give up if the file will not be complete in time at the present speed.
      guard received > 0, elapsed * (Double(total) / Double(received)) < Self.timeLimit else { return }
    }
  }

  func isReceived(_ address: URL) -> Bool {
    !played.contains(address) && files.first { $0.address == address }?.file.completeFile != nil
  }

  func kept(_ address: URL) -> KeptStream? {
    guard let file = files.first(where: { $0.address == address })?.file, !file.isRefused, let source = file.source
    else { return nil }
    // The address after redirects has no user and password, so an address that has them is kept.
    return KeptStream(address: address.user == nil ? source : address) { file.bytes(from: $0, count: $1) }
  }

  /// Returns the file of a stream, and starts to receive it if needed. A stream whose transfer broke is tried again.
  private func file(_ address: URL) async -> StreamedFile? {
    if let index = files.firstIndex(where: { $0.address == address }) {
      let known = files.remove(at: index)
      guard !known.file.isRefused else {
        known.file.end()
        refused.insert(address)
        return nil
      }
      files.append(known)
      known.file.tryAgain()
      return known.file
    }
    if let opening = openings[address] { return await opening.value }
    while files.count >= Self.limit { files.removeFirst().file.end() }
    let transfer = StreamTransfer(address: address, session: session, limits: limits)
    let opening = Task { [folder] in await StreamedFile.open(transfer, in: folder, reserve: Self.reserve) }
    openings[address] = opening
    let file = await opening.value
    openings[address] = nil
    guard let file else { return nil }
    played.remove(address)
    files.append((address, file))
    return file
  }
}
