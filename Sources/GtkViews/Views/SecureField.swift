/// A field for entering a password. It displays a dot for each character.
///
/// ```swift
/// SecureField("Password", text: $password)
/// ```
public nonisolated struct SecureField: View {
  private var field: TextField

  /// Creates a field whose title is looked up in the catalogue of translations. The title is the field's accessible
  /// name. It is also the prompt if `prompt` is `nil`.
  public init(_ key: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
    self.init(TextField(key, text: text, prompt: prompt))
  }

  /// Creates a field whose title is displayed verbatim.
  @_disfavoredOverload
  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    self.init(TextField(title, text: text, prompt: prompt))
  }

  private init(_ field: TextField) {
    self.field = field
    self.field.isSecure = true
  }

  /// The field.
  @MainActor public var body: some View { field }
}
