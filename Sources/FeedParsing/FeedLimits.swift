/// How much a feed may ask of the machine before it is taken for hostile.
///
/// The limits are an order of magnitude above what real feeds need. The size of the whole is not among them: whoever fetches the feed
/// holds that.
package struct FeedLimits: Hashable, Sendable {
  /// How many items a feed may have. The longest known feeds have some 20,000.
  package var itemCount = 100_000
  /// How deep elements may nest. RSS needs 4; a page pasted into a description needs some more.
  package var depth = 128
  /// How many bytes of text one element may hold, all its descendants' included.
  package var textLength = 8_000_000
  /// How many bytes one tag may have, attributes included.
  package var tagLength = 65_536
  /// How many attributes one tag may have.
  package var attributeCount = 256
  /// How many namespace declarations may be open at one time.
  package var namespaceCount = 512
  /// How many bytes may stand before the feed's first element, such as warnings of the server's own program.
  package var prologueLength = 65_536
  /// How many bytes the entities that the document declares may grow to, all uses together.
  package var entityExpansion = 1_000_000

  package init() {}
}
