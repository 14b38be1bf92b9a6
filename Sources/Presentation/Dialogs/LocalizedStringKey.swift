#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A text that is looked up in a catalogue of translations before it is shown.
///
/// A key is usually written as a string literal. Each interpolated value becomes an argument, and a placeholder in the
/// key represents the argument, so the key does not depend on the value: `"Remove “\(title)”?"` has the key
/// `Remove “%@”?`. The placeholder is `%lld` for integers, `%llu` for unsigned integers, `%lf` for floating-point
/// numbers, and `%@` for text and all other values. A specifier replaces the placeholder of a number, such as `"%.1f"`
/// in `\(speed, specifier: "%.1f")`. A per cent sign in a literal with arguments is `%%` in its key. A literal without
/// arguments is its own key, unchanged.
///
/// Text from the catalogue may contain Markdown within a line: `*emphasis*`, `**strong**`, code between backticks,
/// `~~struck out~~`, `[a link](https://example.org)`, and a backslash before a marker that is shown literally. The
/// Markdown of an interpolated value is shown literally, unless the value is itself a `LocalizedStringKey`.
///
/// The code that shows the text provides the catalogue: ``resolved(using:)`` takes a closure that looks up a key.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The key of the translation in the catalogue: the literal, with a placeholder for each argument.
  public let key: String

  /// The values of the placeholders, in order. `nil` for a key without interpolations, in which `%` has no meaning.
  private let arguments: [Argument]?

  /// One interpolated value.
  fileprivate enum Argument: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case key(LocalizedStringKey)
  }

  /// Creates a key without arguments from a string that is known only when the program runs.
  public init(_ key: String) {
    self.key = key
    self.arguments = nil
  }

  /// Creates a key without arguments from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Creates a key with arguments from a literal with interpolations.
  public init(stringInterpolation: StringInterpolation) {
    self.key = stringInterpolation.key
    self.arguments = stringInterpolation.arguments
  }

  /// Returns the text to show, without the markers of Markdown.
  ///
  /// - Parameter translate: Returns the translation of a key, or the key itself if there is none. A translation may use
  ///   the arguments in another order, as `%2$@`. A placeholder without an argument, or with an argument of another
  ///   kind, is shown unchanged, so that a wrong translation is visible.
  public func resolved(using translate: (_ key: String) -> String = { $0 }) -> String {
    richText(using: translate).text
  }

  /// Returns the text to show. The Markdown of the translation is parsed. Interpolated texts are shown unchanged.
  package func richText(using translate: (_ key: String) -> String = { $0 }) -> RichText {
    let format = translate(key)
    let mayContainMarkdown = InlineMarkdown.mayContainMarkdown(format)
    guard mayContainMarkdown || arguments != nil else { return RichText(format) }
    var result = RichText()
    var nextArgument = 0
    guard mayContainMarkdown else {
      fill(format, from: &nextArgument, into: &result, translate: translate)
      return result
    }
    var linkStart = 0
    for piece in InlineMarkdown.pieces(of: format, hasPlaceholders: arguments != nil) {
      switch piece {
      case .text(let words, let style):
        let start = result.text.utf8.count
        fill(words, from: &nextArgument, into: &result, translate: translate)
        result.add(style, from: start)
      case .linkBegins: linkStart = result.text.utf8.count
      case .linkEnds(let address):
        var filled = RichText()
        fill(address, from: &nextArgument, into: &filled, translate: translate)
        result.link(to: filled.text, from: linkStart)
      }
    }
    return result
  }

  /// Appends a part of a format to the result. A format is a translation with placeholders. The arguments replace the
  /// placeholders. `nextArgument` is the index of the argument for the next placeholder that does not give an index
  /// itself.
  private func fill(
    _ format: String, from nextArgument: inout Int, into result: inout RichText, translate: (String) -> String
  ) {
    guard let arguments else { return result.append(format) }
    var rest = Substring(format)
    while let percent = rest.firstIndex(of: "%") {
      result.append(rest[..<percent])
      rest = rest[percent...]
      guard let placeholder = Placeholder(at: rest) else {
        result.append("%")
        rest = rest.dropFirst()
        continue
      }
      Self.append(placeholder, arguments: arguments, nextArgument: &nextArgument, to: &result, translate: translate)
      rest = rest[placeholder.end...]
    }
    result.append(rest)
  }

  /// Appends the argument of a placeholder.
  private static func append(
    _ placeholder: Placeholder, arguments: [Argument], nextArgument: inout Int, to result: inout RichText,
    translate: (String) -> String
  ) {
    if placeholder.conversion == "%" { return result.append("%") }
    let index = placeholder.argumentIndex ?? nextArgument
    if placeholder.argumentIndex == nil { nextArgument += 1 }
    guard arguments.indices.contains(index) else { return result.append(placeholder.source) }
    if case .key(let key) = arguments[index], placeholder.conversion == "@" {
      return result.append(key.richText(using: translate))
    }
    result.append(text(of: arguments[index], as: placeholder))
  }

  private static func text(of argument: Argument, as placeholder: Placeholder) -> String {
    switch (argument, placeholder.conversion) {
    case (.text(let text), "@"): return text
    case (.integer(let value), "@"): return String(value)
    case (.unsigned(let value), "@"): return String(value)
    case (.real(let value), "@"): return String(value)
    case (.integer(let value), "d"), (.integer(let value), "i"), (.integer(let value), "x"), (.integer(let value), "X"):
      return formatted("%\(placeholder.options)ll\(placeholder.conversion)", value)
    case (.unsigned(let value), "u"), (.unsigned(let value), "x"), (.unsigned(let value), "X"):
      return formatted("%\(placeholder.options)ll\(placeholder.conversion)", value)
    // The translation has the conversion of signed integers, which would show large unsigned values as negative.
    case (.unsigned(let value), "d"), (.unsigned(let value), "i"):
      return formatted("%\(placeholder.options)llu", value)
    case (.real(let value), "f"), (.real(let value), "e"), (.real(let value), "g"):
      return formatted("%\(placeholder.options)\(placeholder.conversion)", value)
    default: return String(placeholder.source)
    }
  }

  /// Formats one number as C does, in the process's locale.
  private static func formatted(_ format: String, _ value: any CVarArg) -> String {
    let count = withVaList([value]) { vsnprintf(nil, 0, format, $0) }
    guard count > 0 else { return "" }
    let capacity = Int(count) + 1
    return String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        Int(withVaList([value]) { vsnprintf(characters.baseAddress, capacity, format, $0) })
      }
    }
  }
}

extension LocalizedStringKey {
  /// Collects the parts of a literal: the key with its placeholders, and the arguments.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {
      // The shortest placeholder, `%@`, has two bytes.
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Appends a literal part. Its per cent signs are doubled in the key.
    public mutating func appendLiteral(_ literal: String) {
      for character in literal {
        key += character == "%" ? "%%" : String(character)
      }
    }

    /// Appends a text, which is shown unchanged: `%@`.
    public mutating func appendInterpolation(_ text: String) {
      append(.text(text), as: "%@")
    }

    /// Appends a part of a text, which is shown unchanged: `%@`.
    public mutating func appendInterpolation(_ text: Substring) {
      append(.text(String(text)), as: "%@")
    }

    /// Appends a text that is itself looked up in the catalogue: `%@`.
    public mutating func appendInterpolation(_ key: LocalizedStringKey) {
      append(.key(key), as: "%@")
    }

    /// Appends an integer: `%lld`, or `%llu` if its type is unsigned, or the specifier. Values that do not fit in 64
    /// bits are clamped.
    public mutating func appendInterpolation<Number: BinaryInteger>(_ number: Number, specifier: String? = nil) {
      if Number.isSigned {
        append(.integer(Int64(clamping: number)), as: specifier ?? "%lld")
      } else {
        append(.unsigned(UInt64(clamping: number)), as: specifier ?? "%llu")
      }
    }

    /// Appends a floating-point number: `%lf`, or the specifier, such as `%.1f`.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(_ number: Number, specifier: String = "%lf") {
      append(.real(Double(number)), as: specifier)
    }

    /// Appends any other value by its description: `%@`.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(_ value: Value) {
      append(.text(String(describing: value)), as: "%@")
    }

    private mutating func append(_ argument: Argument, as placeholder: String) {
      key += placeholder
      arguments.append(argument)
    }
  }
}

/// One placeholder of a format: `%@`, `%lld`, `%2$@`, `%.1f`, `%%`.
private struct Placeholder {
  /// The whole placeholder, as written.
  let source: Substring
  /// The index of the placeholder's argument, counted from zero, or `nil` for the next argument.
  let argumentIndex: Int?
  /// The flags, the width and the precision, such as `.1` in `%.1f`. They are passed to C unchanged.
  let options: Substring
  /// The last character of the placeholder, which determines the kind of the argument.
  let conversion: Character

  /// The position after the placeholder.
  var end: Substring.Index { source.endIndex }

  /// Parses the placeholder at the beginning of a text that begins with `%`. Returns `nil` if this `%` does not begin a
  /// placeholder.
  init?(at text: Substring) {
    var rest = text.dropFirst()
    var argumentIndex: Int?
    let digits = rest.prefix(while: \.isASCIIDigit)
    if rest.dropFirst(digits.count).first == "$" {
      guard let number = Int(digits), number > 0 else { return nil }
      argumentIndex = number - 1
      rest = rest.dropFirst(digits.count + 1)
    }
    let options = rest.prefix { $0.isASCIIDigit || "+-# .'".contains($0) }
    rest = rest.dropFirst(options.count)
    // No text needs more than four characters of options. A width with many digits would only make the process allocate
    // memory.
    guard options.count <= 4 else { return nil }
    // C's length modifiers are ignored, because the type of the argument determines the length.
    rest = rest.drop { "hlLqjzt".contains($0) }
    guard let conversion = rest.first, "@dixXufeg%".contains(conversion) else { return nil }
    self.source = text[..<rest.index(after: rest.startIndex)]
    self.argumentIndex = argumentIndex
    self.options = options
    self.conversion = conversion
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { "0"..."9" ~= self }
}

extension LocalizedStringKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text without a translation.
  public var description: String { resolved() }
  /// The text without a translation, in quotation marks.
  public var debugDescription: String { String(reflecting: resolved()) }
}
