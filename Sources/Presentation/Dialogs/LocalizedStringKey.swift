#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A text that is looked up in a catalogue of translations before it is shown.
///
/// It is written as a string literal. What is interpolated becomes an argument, so that the catalogue's key is the same whatever is
/// interpolated: `"Remove “\(title)”?"` has the key `Remove “%@”?`. Text is `%@`, integers are `%lld` and floating-point numbers `%lf`,
/// unless a specifier says otherwise: `"\(speed, specifier: "%.1f")×"`. A per cent sign that is written in such a literal is `%%` in its
/// key; a literal without arguments is its own key, unchanged.
///
/// What the catalogue has is read as Markdown, as far as that goes within a line: `*emphasis*`, `**strong**`, code between backticks, `~~struck out~~`,
/// `[a link](https://example.org)`, and a backslash before a marker that is to be shown. What is interpolated is not read.
///
/// Whoever shows it knows the catalogue: ``resolved(using:)`` takes the look-up as a closure.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// What the catalogue has a translation for: the literal, with a placeholder for each argument.
  public let key: String

  /// What the placeholders stand for, in their order. `nil` for a plain literal, in which nothing is a placeholder.
  private let arguments: [Argument]?

  /// One interpolated value.
  fileprivate enum Argument: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case key(LocalizedStringKey)
  }

  /// A key that is known only when the program runs, and has no arguments.
  public init(_ key: String) {
    self.key = key
    self.arguments = nil
  }

  /// A key without arguments, as a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// A key with arguments, as a literal with interpolations.
  public init(stringInterpolation: StringInterpolation) {
    self.key = stringInterpolation.key
    self.arguments = stringInterpolation.arguments
  }

  /// The text to show, without the markers of Markdown, for what shows plain text.
  ///
  /// - Parameter translate: Gives the translation of a key, or the key itself where there is none. A translation may use the arguments in
  ///   another order, as `%2$@`. A placeholder without an argument, or with one of another kind, is left as it stands: a wrong
  ///   translation looks wrong, and does no other harm.
  public func resolved(using translate: (_ key: String) -> String = { $0 }) -> String { rich(using: translate).text }

  /// The text to show, with the Markdown of the translation read. What is interpolated is shown as it is.
  package func rich(using translate: (_ key: String) -> String = { $0 }) -> RichText {
    let format = translate(key)
    let hasMarkers = InlineMarkdown.hasMarkers(format)
    guard hasMarkers || arguments != nil else { return RichText(format) }
    var result = RichText()
    var next = 0
    guard hasMarkers else {
      fill(format, from: &next, into: &result, translate: translate)
      return result
    }
    var linkStart = 0
    for piece in InlineMarkdown.pieces(of: format, hasPlaceholders: arguments != nil) {
      switch piece {
      case .text(let words, let style):
        let start = result.text.utf8.count
        fill(words, from: &next, into: &result, translate: translate)
        result.add(style, from: start)
      case .linkBegins: linkStart = result.text.utf8.count
      case .linkEnds(let address):
        var filled = RichText()
        fill(address, from: &next, into: &filled, translate: translate)
        result.link(to: filled.text, from: linkStart)
      }
    }
    return result
  }

  /// Adds a part of the format, with the arguments in place of what stands for them.
  private func fill(_ format: String, from next: inout Int, into result: inout RichText, translate: (String) -> String) {
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
      Self.append(placeholder, arguments: arguments, next: &next, to: &result, translate: translate)
      rest = rest[placeholder.end...]
    }
    result.append(rest)
  }

  private static func append(
    _ placeholder: Placeholder, arguments: [Argument], next: inout Int, to result: inout RichText, translate: (String) -> String
  ) {
    if placeholder.conversion == "%" { return result.append("%") }
    let position = placeholder.position ?? next
    if placeholder.position == nil { next += 1 }
    guard arguments.indices.contains(position) else { return result.append(placeholder.source) }
    if case .key(let key) = arguments[position], placeholder.conversion == "@" { return result.append(key.rich(using: translate)) }
    result.append(text(of: arguments[position], as: placeholder))
  }

  private static func text(of argument: Argument, as placeholder: Placeholder) -> String {
    switch (argument, placeholder.conversion) {
    case (.text(let text), "@"): return text
    case (.integer(let value), "@"): return String(value)
    case (.unsigned(let value), "@"): return String(value)
    case (.real(let value), "@"): return String(value)
    case (.integer(let value), "d"), (.integer(let value), "i"), (.integer(let value), "x"), (.integer(let value), "X"):
      return printed("%\(placeholder.flags)ll\(placeholder.conversion)", value)
    case (.unsigned(let value), "u"), (.unsigned(let value), "x"), (.unsigned(let value), "X"):
      return printed("%\(placeholder.flags)ll\(placeholder.conversion)", value)
    case (.unsigned(let value), "d"), (.unsigned(let value), "i"):
      return printed("%\(placeholder.flags)llu", value)
    case (.real(let value), "f"), (.real(let value), "e"), (.real(let value), "g"):
      return printed("%\(placeholder.flags)\(placeholder.conversion)", value)
    default: return String(placeholder.source)
    }
  }

  /// Formats one number as C does, in the process's locale.
  private static func printed(_ format: String, _ value: any CVarArg) -> String {
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

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      arguments.reserveCapacity(interpolationCount)
    }

    /// Adds a part that is written in the literal.
    public mutating func appendLiteral(_ literal: String) {
      for character in literal {
        key += character == "%" ? "%%" : String(character)
      }
    }

    /// Adds a text, which is shown as it is: `%@`.
    public mutating func appendInterpolation(_ text: String) {
      append(.text(text), as: "%@")
    }

    /// Adds a part of a text, which is shown as it is: `%@`.
    public mutating func appendInterpolation(_ text: Substring) {
      append(.text(String(text)), as: "%@")
    }

    /// Adds a text that is itself looked up in the catalogue: `%@`.
    public mutating func appendInterpolation(_ key: LocalizedStringKey) {
      append(.key(key), as: "%@")
    }

    /// Adds an integer: `%lld`, or `%llu` where its type has no sign, or the specifier. What does not fit in 64 bits is cut off there.
    public mutating func appendInterpolation<Number: BinaryInteger>(_ number: Number, specifier: String? = nil) {
      if Number.isSigned {
        append(.integer(Int64(clamping: number)), as: specifier ?? "%lld")
      } else {
        append(.unsigned(UInt64(clamping: number)), as: specifier ?? "%llu")
      }
    }

    /// Adds a floating-point number: `%lf`, or the specifier, such as `%.1f`.
    public mutating func appendInterpolation<Number: BinaryFloatingPoint>(_ number: Number, specifier: String = "%lf") {
      append(.real(Double(number)), as: specifier)
    }

    /// Adds any other value by its description: `%@`.
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
  /// The whole of it, as it is written.
  let source: Substring
  /// Which argument it names, counted from zero; `nil` for the next one.
  let position: Int?
  /// The flags, the width and the precision, which C understands as they are.
  let flags: Substring
  /// What kind of argument it wants.
  let conversion: Character

  /// Where the text goes on.
  var end: Substring.Index { source.endIndex }

  /// Reads the placeholder that a text begins with, if it does.
  init?(at text: Substring) {
    var rest = text.dropFirst()
    var position: Int?
    let digits = rest.prefix(while: \.isASCIIDigit)
    if rest.dropFirst(digits.count).first == "$" {
      guard let number = Int(digits), number > 0 else { return nil }
      position = number - 1
      rest = rest.dropFirst(digits.count + 1)
    }
    let flags = rest.prefix { $0.isASCIIDigit || "+-# .'".contains($0) }
    rest = rest.dropFirst(flags.count)
    // Four digits are more than any width that a text has; more would only make the process ask for memory.
    guard flags.count <= 4 else { return nil }
    rest = rest.drop { "hlLqjzt".contains($0) }
    guard let conversion = rest.first, "@dixXufeg%".contains(conversion) else { return nil }
    self.source = text[..<rest.index(after: rest.startIndex)]
    self.position = position
    self.flags = flags
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
