import CSoup
import Foundation
import Podcasts

/// Serves partial files to the player of this program: those of running downloads, and those of streamed audio.
///
/// GStreamer reads a growing file only to its present end. Over HTTP, it receives the size of the whole file, waits for
/// bytes that have not arrived, and reports that it waits. So this server listens on the loopback device, and sends the
/// bytes of partial files as they arrive. Its addresses contain a secret, so other programs cannot guess them. Each
/// answer has a thread of its own, because the player can read slowly.
@NetworkActor
final class PartialFileServer {
  /// The file of a download.
  struct DownloadedFile: Sendable {
    /// The path of the partial file.
    var partialPath: String
    /// The path of the file after the download is complete.
    var completePath: String
    /// Identifies the version of the file that the download received when the address was created.
    var contentID: DownloadCounter.ContentID
    /// The progress of the download.
    var counter: DownloadCounter
  }

  /// The user data of libsoup's callback.
  private final class ServerBox {
    weak var server: PartialFileServer?
    init(_ server: PartialFileServer) { self.server = server }
  }

  /// How many of the newest addresses are served. Requests to older addresses fail.
  private static let addressLimit = 8

  /// Owned: libsoup's server. `nil` until the first address is needed.
  private var server: UnsafeMutablePointer<SoupServer>?
  /// The served files, by the number in their address.
  private var files: [Int: any ServedFile] = [:]
  private var lastNumber = 0
  /// 128 random bits, which begin the path of each address.
  private let secret = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()

  nonisolated init() {}

  isolated deinit {
    guard let server else { return }
    soup_server_disconnect(server)
    g_object_unref(server)
  }

  /// Whether the player can play the file with this name from its start before the file is complete. In other formats,
  /// the player reads the end of the file first.
  nonisolated static func canServe(_ name: String) -> Bool {
    [".mp3", ".aac", ".flac", ".wav"].contains { name.hasSuffix($0) }
  }

  /// Returns how many bytes must have arrived before a file of `total` bytes is played from `start`, a fraction of the
  /// file's length from 0 to 1. Near the end, the result is more than `total`: playback from there needs the complete
  /// file.
  nonisolated static func neededBytes(from start: Double, of total: Int64) -> Int64 {
    start > 0 ? Int64(min(start, 1) * Double(total)) + lookahead : 0
  }

  /// The number of bytes that a request may wait for: a requested offset may be this far beyond the received bytes. A
  /// download receives this many bytes within seconds. Playback from the middle begins when this many bytes after
  /// its start position have arrived.
  nonisolated static let lookahead: Int64 = 1_000_000

  /// Returns a new address for a file, or `nil` if the system does not let this program listen. Requests to the address
  /// fail after the transfer of the file has broken, after a download of the file has started over, or after eight
  /// newer addresses were returned.
  func url(of file: any ServedFile) -> URL? {
    guard let port = port() else { return nil }
    lastNumber += 1
    files[lastNumber] = file
    files[lastNumber - Self.addressLimit] = nil
    return URL(string: "http://127.0.0.1:\(port)/\(secret)/\(lastNumber)")
  }

  /// Returns the port of the server, and starts the server if needed. Returns `nil` if the system does not let this
  /// program listen.
  private func port() -> Int? {
    let server = server ?? start()
    guard let server else { return nil }
    self.server = server
    let uris = soup_server_get_uris(server)
    defer { g_slist_free_full(uris) { g_uri_unref(OpaquePointer($0)) } }
    return uris.map { Int(g_uri_get_port(OpaquePointer($0.pointee.data))) }
  }

  private func start() -> UnsafeMutablePointer<SoupServer>? {
    let object = g_object_new_with_properties(soup_server_get_type(), 0, nil, nil)
    // Safe because GLib creates an object of each type, or ends the program.
    let server = UnsafeMutableRawPointer(object!).assumingMemoryBound(to: SoupServer.self)
    guard soup_server_listen_local(server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, nil) != 0 else {
      g_object_unref(server)
      return nil
    }
    soup_server_add_handler(
      server, nil,
      { _, message, path, _, box in
        // Pointers are not `Sendable`, so the isolated closure captures integers.
        let message = UInt(bitPattern: message)
        // Safe because libsoup always passes a path.
        let path = String(cString: path!)
        let box = UInt(bitPattern: box)
        // Safe because the server was started on the actor's thread, and libsoup calls its handlers on that thread.
        NetworkActor.assumeIsolated {
          // Safe because libsoup keeps the box until its destroy notify.
          let box = Unmanaged<ServerBox>.fromOpaque(UnsafeMutableRawPointer(bitPattern: box)!).takeUnretainedValue()
          box.server?.answer(OpaquePointer(bitPattern: message)!, path)
        }
      },
      // Safe because the destroy notify releases the box, once.
      Unmanaged.passRetained(ServerBox(self)).toOpaque(), { Unmanaged<ServerBox>.fromOpaque($0!).release() })
    return server
  }

  /// Answers a request for a file on a new thread, because the player can read slowly.
  private func answer(_ message: OpaquePointer, _ path: String) {
    let prefix = "/\(secret)/"
    guard path.hasPrefix(prefix), let file = Int(path.dropFirst(prefix.count)).flatMap({ files[$0] }) else {
      return soup_server_message_set_status(message, 404, nil)
    }
    let range = requestedRange(of: message, file.total)
    // After status 503, the player requests a new address.
    guard file.prepare(range?.lowerBound ?? 0), let answer = PartialFileAnswer(file, range) else {
      return soup_server_message_set_status(message, 503, nil)
    }
    let isHead = String(cString: soup_server_message_get_method(message)) == "HEAD"
    let socket = UInt(bitPattern: g_object_ref(soup_server_message_get_socket(message)))
    let connection = UInt(bitPattern: soup_server_message_steal_connection(message))
    Thread.detachNewThread {
      // Safe because this thread owns the stolen connection and a reference to the socket, and no other thread uses
      // them.
      let connection = UnsafeMutablePointer<GIOStream>(bitPattern: connection)!
      let socket = UnsafeMutablePointer<GSocket>(bitPattern: socket)!
      answer.write(to: connection, socket, withBody: !isHead)
      g_io_stream_close(connection, nil, nil)
      g_object_unref(connection)
      g_object_unref(socket)
    }
  }

  /// Returns the requested range of a file. Returns `nil` unless the request has exactly one range within the
  /// file. The whole file is then sent.
  private func requestedRange(of message: OpaquePointer, _ total: Int64) -> Range<Int64>? {
    var ranges: UnsafeMutablePointer<SoupRange>?
    var count: gint = 0
    let headers = soup_server_message_get_request_headers(message)
    guard soup_message_headers_get_ranges(headers, goffset(total), &ranges, &count) != 0, let ranges else { return nil }
    defer { soup_message_headers_free_ranges(headers, ranges) }
    let (start, end) = (Int64(ranges[0].start), Int64(ranges[0].end))
    guard count == 1, start >= 0, start <= end, end < total else { return nil }
    return start..<end + 1
  }
}

/// A file that this program receives and the player reads at the same time.
protocol ServedFile: Sendable {
  /// The size of the complete file, in bytes.
  var total: Int64 { get }
  /// Opens the file for reading. The caller closes the descriptor. Returns -1 if the file cannot be opened.
  func open() -> Int32
  /// Prepares reading from an offset on. A stream starts a new transfer there if needed. Returns whether the bytes have
  /// arrived, or can arrive within seconds.
  func prepare(_ offset: Int64) -> Bool
  /// Returns how many bytes can be read from an offset on. Does not wait.
  func availability(from offset: Int64) -> ByteAvailability
}

/// Whether the bytes of a ``ServedFile`` from an offset on can be read.
enum ByteAvailability: Equatable {
  /// This number of bytes has arrived.
  case now(count: Int64)
  /// The bytes have not arrived yet.
  case later
  /// The bytes will not arrive, or belong to other content.
  case never
}

extension PartialFileServer.DownloadedFile: ServedFile {
  var total: Int64 { contentID.total }

  func open() -> Int32 {
    let partial = Glibc.open(partialPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    return partial >= 0 ? partial : Glibc.open(completePath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  }

  func prepare(_ offset: Int64) -> Bool {
    guard counter.hasContent(contentID), counter.isRunning || counter.progress.received == total else { return false }
    return offset <= counter.progress.received + PartialFileServer.lookahead
  }

  func availability(from offset: Int64) -> ByteAvailability {
    // Read before the progress: if the download has ended, the progress is final.
    let isRunning = counter.isRunning
    guard counter.hasContent(contentID) else { return .never }
    let count = counter.progress.received - offset
    if count > 0 { return .now(count: count) }
    return isRunning ? .later : .never
  }
}

/// One answer of the server. The bytes of its body are read from the file as they arrive.
private final class PartialFileAnswer: Sendable {
  /// The largest piece that is read at once, in bytes.
  private static let pieceSize = 65_536
  /// The interval at which the file is checked for new bytes, in microseconds.
  private static let checkInterval: gint64 = 20_000

  private let file: any ServedFile
  /// The bytes of the file to send.
  private let range: Range<Int64>
  /// Whether the request was for a range, and not for the whole file.
  private let isRangeRequest: Bool
  /// Owned: the open file. It can also be read after the file was renamed.
  private let descriptor: Int32

  /// Opens the file. Returns `nil` if the file cannot be opened.
  init?(_ file: any ServedFile, _ requestedRange: Range<Int64>?) {
    self.file = file
    range = requestedRange ?? 0..<file.total
    isRangeRequest = requestedRange != nil
    descriptor = file.open()
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Writes the answer. Returns after all bytes were sent, the client has disconnected, or the transfer has ended
  /// early.
  func write(to stream: UnsafeMutablePointer<GIOStream>, _ socket: UnsafeMutablePointer<GSocket>, withBody: Bool) {
    guard send(Data(head.utf8), to: stream), withBody else { return }
    var offset = range.lowerBound
    while offset < range.upperBound {
      switch file.availability(from: offset) {
      case .never: return
      // `prepare` can restart the transfer of a stream at this offset, which must not happen for a client that has
      // disconnected.
      case .later: guard pauseWhileConnected(socket), file.prepare(offset) else { return }
      case .now(let count):
        guard let piece = read(min(count, range.upperBound - offset), at: offset), send(piece, to: stream) else {
          return
        }
        offset += Int64(piece.count)
      }
    }
  }

  /// Reads at most `count` bytes. Returns `nil` if the read fails, or if the transfer started over during the read.
  private func read(_ count: Int64, at offset: Int64) -> Data? {
    var piece = Data(count: Int(min(count, Int64(Self.pieceSize))))
    let readCount = piece.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    guard readCount > 0, case .now = file.availability(from: offset) else { return nil }
    return piece.prefix(readCount)
  }

  /// The head of the answer.
  private var head: String {
    var lines = [isRangeRequest ? "HTTP/1.1 206 Partial Content" : "HTTP/1.1 200 OK"]
    lines += [
      "Content-Type: application/octet-stream", "Content-Length: \(range.count)", "Accept-Ranges: bytes",
      "Connection: close",
    ]
    if isRangeRequest { lines.append("Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.total)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// Waits for ``checkInterval``. Returns `false` as soon as the client closes the connection, which makes the socket
  /// readable. A connected client sends nothing more, so its socket does not become readable.
  private func pauseWhileConnected(_ socket: UnsafeMutablePointer<GSocket>) -> Bool {
    g_socket_condition_timed_wait(socket, G_IO_IN, Self.checkInterval, nil, nil) == 0
  }

  private func send(_ data: Data, to stream: UnsafeMutablePointer<GIOStream>) -> Bool {
    data.withUnsafeBytes {
      g_output_stream_write_all(g_io_stream_get_output_stream(stream), $0.baseAddress, gsize($0.count), nil, nil, nil)
        != 0
    }
  }
}
