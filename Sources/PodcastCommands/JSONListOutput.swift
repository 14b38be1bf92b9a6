import Foundation

/// Writes a JSON object that contains one long list, page by page. The output has the same line breaks and indentation
/// as the output of ``CommandContext/writeJSON(_:)``.
///
/// Nothing is written before the first page, so that a failure before the first page leaves no output.
struct JSONListOutput {
  private let context: CommandContext
  /// The key of the list.
  private let listKey: String
  private var hasBegun = false
  private var isNextElementFirst = true

  /// Creates the output.
  ///
  /// - Parameter listKey: The key of the list, which is the first key of the object.
  init(listKey: String, in context: CommandContext) {
    self.context = context
    self.listKey = listKey
  }

  /// Writes the next elements of the list.
  mutating func append(_ elements: [some Encodable]) {
    begin()
    for element in elements {
      context.write((isNextElementFirst ? "\n    " : ",\n    ") + context.json(element, indent: "    "))
      isNextElementFirst = false
    }
  }

  /// Ends the list, writes one more key with its value, and ends the object.
  mutating func end(adding key: String, _ value: some Encodable) {
    begin()
    context.write("\n  ],\n  \"\(key)\" : \(context.json(value, indent: "  "))\n}\n")
  }

  /// Writes the beginning of the object. Only the first call has an effect.
  private mutating func begin() {
    if !hasBegun { context.write("{\n  \"\(listKey)\" : [") }
    hasBegun = true
  }
}

extension CommandContext {
  /// Writes a value as JSON.
  func writeJSON(_ value: some Encodable) {
    let text = json(value)
    if !text.isEmpty { write(text + "\n") }
  }

  /// Returns a value as JSON, in several lines. Each line except the first begins with `indent`. Returns an empty text
  /// if the value cannot be encoded.
  fileprivate func json(_ value: some Encodable, indent: String = "") -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      // JSON escapes line breaks in strings, so each line break in the text separates two lines.
      return String(decoding: try encoder.encode(value), as: UTF8.self).replacing("\n", with: "\n" + indent)
    } catch {
      writeError("The result cannot be written as JSON: \(error)")
      return ""
    }
  }
}
