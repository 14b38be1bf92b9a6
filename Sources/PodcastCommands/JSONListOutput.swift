import Foundation

/// Writes a JSON object that contains one long list. Each call of ``append(_:)`` writes a part of the list, so that the
/// whole list need not be in memory. The output has the same line breaks and indentation as the output of
/// ``CommandContext/writeJSON(_:)``.
///
/// Nothing is written before the first call, so that a failure to read the first part leaves no output.
struct JSONListOutput {
  private let context: CommandContext
  /// The key of the list.
  private let listKey: String
  /// Whether the beginning of the object was written.
  private var hasBegun = false
  /// Whether no element was written yet.
  private var isListEmpty = true

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
      context.write((isListEmpty ? "\n    " : ",\n    ") + context.json(element, indent: "    "))
      isListEmpty = false
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

  /// Returns a value as JSON, in several lines. Each line except the first begins with `indent`. If the value cannot be
  /// encoded, writes an error and returns an empty text.
  fileprivate func json(_ value: some Encodable, indent: String = "") -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      // JSON escapes line breaks in strings, so the text contains line breaks only between its lines.
      return String(decoding: try encoder.encode(value), as: UTF8.self).replacing("\n", with: "\n" + indent)
    } catch {
      writeError("The result cannot be written as JSON: \(error)")
      return ""
    }
  }
}
