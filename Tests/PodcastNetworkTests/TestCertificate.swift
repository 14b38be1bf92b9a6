import CSoup
import Foundation
import Testing

/// A certificate that is created when a test first uses it, so that the repository contains no key.
enum TestCertificate {
  /// Returns the path of a file with a self-signed certificate for 127.0.0.1 and its key.
  static func selfSigned() throws -> String {
    let file = try #require(path, "openssl could not make a certificate")
    return file
  }

  private static let path: String? = {
    let file = NSTemporaryDirectory() + "certificate-\(ProcessInfo.processInfo.globallyUniqueString).pem"
    let command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 "
      + "-addext subjectAltName=IP:127.0.0.1 -keyout \(file) -out \(file).cert"
    var status: gint = -1
    guard g_spawn_command_line_sync(command, nil, nil, &status, nil) != 0, status == 0,
      let key = FileManager.default.contents(atPath: file),
      let certificate = FileManager.default.contents(atPath: file + ".cert"),
      FileManager.default.createFile(atPath: file, contents: key + certificate)
    else { return nil }
    unlink(file + ".cert")
    atexit { unlink(TestCertificate.path!) }
    return file
  }()
}
