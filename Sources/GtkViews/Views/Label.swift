/// A symbol with a text.
public nonisolated struct Label: View {
  let title: Text
  let symbol: String

  /// A text that is looked up in the catalogue, with a symbol.
  public init(_ key: LocalizedStringKey, systemImage symbol: String) {
    title = Text(key)
    self.symbol = symbol
  }

  /// A text that is shown as it is, with a symbol.
  @_disfavoredOverload
  public init(_ text: some StringProtocol, systemImage symbol: String) {
    title = Text(text)
    self.symbol = symbol
  }

  /// The symbol and the text, side by side.
  @MainActor public var body: some View {
    HStack(spacing: 6) {
      Image(systemName: symbol).accessibilityHidden(true)
      title
    }
  }
}
