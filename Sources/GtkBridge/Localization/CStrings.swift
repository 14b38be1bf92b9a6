internal import CGtk

/// C strings, and lists of them, that live as long as this object.
final class CStrings {
  private var strings: [UnsafeMutablePointer<CChar>] = []
  private var lists: [UnsafeMutablePointer<UnsafePointer<CChar>?>] = []

  deinit {
    strings.forEach { g_free($0) }
    lists.forEach { $0.deallocate() }
  }

  /// Returns a text as a C string. U+FFFD replaces each null character, which would end a C string.
  func string(_ text: String) -> UnsafePointer<CChar>? {
    guard let copy = g_strdup(text.replacingNulls) else { return nil }
    strings.append(copy)
    return UnsafePointer(copy)
  }

  /// Returns a list of C strings that ends with a null pointer.
  func list(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?>? {
    let list = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
    for (position, text) in texts.enumerated() { (list + position).initialize(to: string(text)) }
    (list + texts.count).initialize(to: nil)
    lists.append(list)
    return UnsafePointer(list)
  }
}
