internal import CGtk
internal import CGtkBridge

/// Translates the texts of a program with gettext's catalogues, in the language of the user's session.
///
/// ```swift
/// Localization.use(domain: "podcaster", directory: "/usr/share/locale")
/// Localization.translate("Play")  // "재생" in Korean
/// ```
///
/// The text in the program's source is the key. If there is no translation, the key is shown.
public enum Localization {
  /// Sets the catalogues from which texts are translated. Call this function once, before the first text is shown.
  ///
  /// - Parameters:
  ///   - domain: The name of the catalogues, usually the name of the program.
  ///   - directory: The folder that contains the catalogues as `LANGUAGE/LC_MESSAGES/DOMAIN.mo`.
  @MainActor public static func use(domain: String, directory: String) {
    cgtk_texts_use(domain, directory)
    self.domain = domain
  }

  /// The name of the catalogues in use, or `nil` before ``use(domain:directory:)``.
  @MainActor public private(set) static var domain: String?

  /// Returns the translation of a text, or the text itself. U+FFFD replaces bytes that are not UTF-8.
  @MainActor public static func translate(_ key: String) -> String { translate(key) { _ in } }

  /// Returns the translation of a text, or the text itself.
  ///
  /// - Parameters:
  ///   - key: The text in the program's source.
  ///   - onInvalidUTF8: Called with the key if a part of the translation is not UTF-8. U+FFFD replaces that part.
  @MainActor package static func translate(_ key: String, onInvalidUTF8: (_ key: String) -> Void) -> String {
    // For an empty key, gettext would return the header of the catalogue. For a key with a null character, gettext
    // would look up only the part before that character.
    guard let domain, !key.isEmpty, !key.containsNull else { return key }
    // Without a translation, gettext returns the pointer that it received, so the text is copied while that pointer is
    // valid.
    return key.withCString { bytes in
      let translation = g_dgettext(domain, bytes)!
      guard let text = String(validatingCString: translation) else {
        onInvalidUTF8(key)
        return String(cString: translation)
      }
      return text
    }
  }

  /// Returns the translation of a text in a context, or the text itself. A word with several meanings can have a
  /// different translation in each context. U+FFFD replaces bytes that are not UTF-8.
  ///
  /// - Parameter context: The context in the catalogue, which distinguishes one meaning from another.
  @MainActor public static func translate(_ key: String, context: String) -> String {
    guard let domain, !key.isEmpty, !key.containsNull else { return key }
    return key.withCString { String(cString: g_dpgettext2(domain, context, $0)) }
  }
}
