/// A defect of a feed that the parser has corrected or ignored. The page about the feed's health lists the repairs.
package struct FeedRepair: Hashable, Sendable {
  /// The kind of a defect.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Text before the document was ignored. The raw value is a former name of this case, which stored repairs contain.
    case textBeforeDocument = "surroundingBytes"
    /// The encoding of the document differs from the declared encoding.
    case encoding
    /// The document had bare ampersands, control characters, unknown references or unclosed tags.
    case markup
    /// A namespace prefix was not declared.
    case namespace
    /// A date could not be read.
    case date
    /// An item had no `guid`, or the same `guid` as another item.
    case guid
    /// A value was longer than the limit or nested too deeply, and was shortened or omitted.
    case longValue
    /// An item was omitted, because its `guid` or its audio address is longer than the limit.
    case skippedItem
    /// The document was cut off before its end.
    case truncated
  }

  package var kind: Kind
  /// The titles of the first items that have the defect. Empty if the defect is not in an item, or if the items have no
  /// titles.
  package var itemTitles: [String]
  /// How many items have the defect. 0 if the defect is not in an item.
  package var itemCount: Int

  package init(_ kind: Kind, itemTitles: [String] = [], itemCount: Int = 0) {
    self.kind = kind
    self.itemTitles = itemTitles
    self.itemCount = itemCount
  }
}

/// The library stores repairs as JSON. Early versions of the program stored only the kind, as a string.
extension FeedRepair: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind
    case itemTitles = "items"
    case itemCount
  }

  package init(from decoder: any Decoder) throws {
    if let kind = try? decoder.singleValueContainer().decode(Kind.self) {
      self.init(kind)
    } else {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        try values.decode(Kind.self, forKey: .kind),
        itemTitles: try values.decode([String].self, forKey: .itemTitles),
        itemCount: try values.decode(Int.self, forKey: .itemCount))
    }
  }
}
