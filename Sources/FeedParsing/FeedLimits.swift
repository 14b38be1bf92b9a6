/// The limits on the cost of one feed.
///
/// The limits are far above the needs of real feeds. For a feed that is refused, the parser throws an error. The code
/// that downloads a feed limits the size of the feed.
package struct FeedLimits: Hashable, Sendable {
  /// The largest number of items. A feed with more items is refused. The longest known feeds have about 20,000 items.
  package var itemCount = 100_000
  /// How deep elements may nest. RSS needs 4 levels, and an HTML page in a description needs more. A text that contains
  /// deeper elements is left out.
  package var depth = 128
  /// The longest notes of a show or an episode, in bytes. The library has the same limit. Longer notes are left out.
  package var textLength = 1_048_576
  /// The longest title or name, in bytes. A longer title or name is shortened.
  package var titleLength = 4096
  /// The longest `guid` or address, in bytes. An item with a longer `guid` or audio address is left out. If another
  /// address is longer, only this address is left out.
  package var addressLength = 8192
  /// The longest short value, such as a date, a length or a `podcast:guid`, in bytes. A longer value is shortened.
  package var valueLength = 128
  /// The longest tag with its attributes, in bytes. The rest of a longer tag is left out.
  package var tagLength = 65_536
  /// The largest number of namespace declarations that apply at the same time. Further declarations are ignored.
  package var namespaceCount = 128
  /// The largest feed in JSON, in bytes. A larger one is refused, because a JSON text is held in memory as a whole.
  package var jsonLength = 50_000_000
  /// The number of bytes within which the feed's first element must begin. Error messages of the server's software may
  /// come before this element. Also the largest size of a document type declaration, in bytes. A feed that exceeds
  /// either limit is refused.
  package var prologueLength = 65_536
  /// The largest total size of the texts that replace uses of declared entities, in bytes. A feed that needs more is
  /// refused.
  package var entityExpansion = 1_000_000

  package init() {}
}
