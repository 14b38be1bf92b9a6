import Foundation
import Podcasts

/// Stores the audio of the last few streams in files, and serves them to the player.
actor StreamCache {
  /// How many streams are kept: the playing one, the next one, and a third one, because the queue may change after its
  /// next episode was loaded.
  private static let streamLimit = 3
  /// The longest wait for a complete Ogg file. The cache gives up earlier if the file will not be complete in this
  /// time.
  private static let oggWaitLimit = Duration.seconds(6)
  /// How many bytes a stream must leave free on the disk.
  private static let reserve: Int64 = 200_000_000

  private let folder: URL
  private let session: HTTPSession
  private let limits: TransferLimits
  private let server = PartialFileServer()
  /// The streams, the least recently used first.
  private var files: [(address: URL, file: StreamedFile)] = []
  /// The tasks that await the first answer of a stream's server, by address. A task returns `nil` if the stream cannot
  /// be kept.
  private var openings: [URL: Task<StreamedFile?, Never>] = [:]
  /// The addresses of the streams for which ``source(_:)`` has returned a complete file.
  private var returnedComplete: Set<URL> = []
  /// The addresses that are not cached any more, because a later answer of the server had other audio or the disk is
  /// full. The player reads them from their own servers.
  private var refused: Set<URL> = []

  init(folder: URL, session: HTTPSession, limits: TransferLimits) {
    self.folder = folder
    self.session = session
    self.limits = limits
  }

  /// Returns the address at which the player reads a stream: of its complete file, or of the server on this machine.
  /// Returns `nil` if the player has to read the stream from its own server.
  func source(_ address: URL) async -> URL? {
    guard ["http", "https"].contains(address.scheme?.lowercased()), !refused.contains(address) else { return nil }
    guard let file = await file(address) else { return nil }
    if file.isOgg { await waitUntilComplete(file) }
    guard !Task.isCancelled else { return nil }
    guard let complete = file.completeFile else { return await server.url(of: file) }
    returnedComplete.insert(address)
    return complete
  }

  /// Waits until a file is complete. Gives up when the file is unlikely to be complete within ``oggWaitLimit``. To find
  /// the length of an Ogg stream, GStreamer seeks to the end of the stream, and often does not play afterwards (seen
  /// with GStreamer 1.22). From a complete file, GStreamer does play after this seek.
  private func waitUntilComplete(_ file: StreamedFile) async {
    let start = ContinuousClock.now
    while !file.isRefused, file.completeFile == nil {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return }
      let elapsed = ContinuousClock.now - start
      // In the first 500 milliseconds, too few bytes arrive to estimate the speed.
      guard elapsed > .milliseconds(500) else { continue }
      let (received, total) = file.progress
      // Give up if the file will not be complete in time at the present speed.
      guard received > 0, elapsed * (Double(total) / Double(received)) < Self.oggWaitLimit else { return }
    }
  }

  /// Returns whether a stream has become complete after the last call of ``source(_:)``.
  func isNewlyReceived(_ address: URL) -> Bool {
    !returnedComplete.contains(address) && files.first { $0.address == address }?.file.completeFile != nil
  }

  /// Returns the received audio of a stream, or `nil` if the stream is not kept.
  func kept(_ address: URL) -> KeptStream? {
    guard let file = files.first(where: { $0.address == address })?.file, !file.isRefused,
      let finalAddress = file.finalAddress
    else { return nil }
    // The address after redirects lacks the user name and the password, so do not use it if `address` contains them.
    return KeptStream(address: address.user == nil ? finalAddress : address) { file.bytes(from: $0, count: $1) }
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
    endOldFiles()
    let transfer = StreamTransfer(address: address, session: session, limits: limits)
    let opening = Task { [folder] in await StreamedFile.open(transfer, in: folder, reserve: Self.reserve) }
    openings[address] = opening
    let file = await opening.value
    openings[address] = nil
    guard let file else { return nil }
    returnedComplete.remove(address)
    // Other streams may have been opened meanwhile.
    endOldFiles()
    files.append((address, file))
    return file
  }

  /// Ends the least recently used streams, so that there is room for one more.
  private func endOldFiles() {
    while files.count >= Self.streamLimit { files.removeFirst().file.end() }
  }
}
