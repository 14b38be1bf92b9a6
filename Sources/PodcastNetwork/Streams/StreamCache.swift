import Foundation
import Podcasts

/// Stores the audio of the last few streams in files, and serves them to the player.
actor StreamCache {
  /// How many streams are kept: the playing one, the next one, and a third one, because the queue may change after its
  /// next episode was loaded.
  private static let limit = 3
  /// The longest wait for a complete Ogg file. The cache only waits if the file is likely to be complete in this time.
  private static let timeLimit = Duration.seconds(6)
  /// How many bytes a stream must leave free on the disk.
  private static let reserve: Int64 = 200_000_000

  private let folder: URL
  private let session: HTTPSession
  private let limits: TransferLimits
  private let server = PartialFileServer()
  /// The streams, the least recently used first.
  private var files: [(address: URL, file: StreamedFile)] = []
  /// The streams whose first answer is awaited, by address. The task returns `nil` if the stream cannot be kept.
  private var openings: [URL: Task<StreamedFile?, Never>] = [:]
  /// The addresses of complete streams whose file ``source(_:)`` has returned.
  private var played: Set<URL> = []
  /// Addresses that play from their own servers, because a later answer had other audio or the disk is full.
  private var refused: Set<URL> = []

  init(folder: URL, session: HTTPSession, limits: TransferLimits) {
    self.folder = folder
    self.session = session
    self.limits = limits
  }

  /// See `StreamsClient.source`.
  func source(_ address: URL) async -> URL? {
    guard ["http", "https"].contains(address.scheme?.lowercased()), !refused.contains(address) else { return nil }
    guard let file = await file(address) else { return nil }
    if file.isOgg { await waitUntilComplete(file) }
    guard !Task.isCancelled else { return nil }
    guard let complete = file.completeFile else { return await server.url(of: file) }
    played.insert(address)
    return complete
  }

  /// Waits until a file is complete, if it is likely to be complete within ``timeLimit``. To find the length of an Ogg
  /// stream, GStreamer seeks to its end, and often does not continue from there (seen with GStreamer 1.22). In a
  /// complete file, it continues.
  private func waitUntilComplete(_ file: StreamedFile) async {
    let start = ContinuousClock.now
    while !file.isRefused, file.completeFile == nil {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      let elapsed = ContinuousClock.now - start
      // The speed cannot be estimated earlier.
      guard elapsed > .milliseconds(500) else { continue }
      let (received, total) = file.progress
      // Give up if the file will not be complete in time at the present speed.
      guard received > 0, elapsed * (Double(total) / Double(received)) < Self.timeLimit else { return }
    }
  }

  /// See `StreamsClient.isReceived`.
  func isReceived(_ address: URL) -> Bool {
    !played.contains(address) && files.first { $0.address == address }?.file.completeFile != nil
  }

  /// See `StreamsClient.kept`.
  func kept(_ address: URL) -> KeptStream? {
    guard let file = files.first(where: { $0.address == address })?.file, !file.isRefused, let source = file.source
    else { return nil }
    // The address after redirects has no user name and password, so an address that has them is used itself.
    return KeptStream(address: address.user == nil ? source : address) { file.bytes(from: $0, count: $1) }
  }

  /// Returns the file of a stream, and starts to receive the stream if needed. Returns `nil` if the stream cannot be
  /// kept. If the transfer of a known stream has broken, a new transfer is allowed.
  private func file(_ address: URL) async -> StreamedFile? {
    if let index = files.firstIndex(where: { $0.address == address }) {
      let entry = files.remove(at: index)
      guard !entry.file.isRefused else {
        entry.file.end()
        refused.insert(address)
        return nil
      }
      files.append(entry)
      entry.file.allowNewTransfer()
      return entry.file
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
