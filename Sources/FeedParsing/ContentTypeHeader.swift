import Foundation

/// The `Content-Type` field of an HTTP response.
package enum ContentTypeHeader {
  /// Returns the value of the parameter `charset`, without quotes, or `nil` if there is none.
  package static func charset(of contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
      let charset = parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"'"))
      return charset.isEmpty ? nil : charset
    }
    return nil
  }
}
