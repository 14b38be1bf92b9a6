/// The limits on the cost of one feed.
///
/// The limits are an order of magnitude above what real feeds need. The size of the whole is not among them:
/// the transfer limits that.
package struct FeedLimits: Hashable, Sendable {
  /// How many items a feed may have. The longest known feeds have some 20,000.
  package var itemCount = 100_000
  /// How deep elements may nest. RSS needs 4; a page pasted into a description needs some more. A text with deeper ones is left out.
  package var depth = 128
  /// How many bytes the notes of a show or an episode may have. Longer ones are left out.
  package var textLength = 8_000_000
  /// How many bytes a title or a name may have. The rest is left out.
  package var titleLength = 4096
  /// How many bytes a `guid` or an address may have. An item with a longer `guid` or audio address is left out, and so are other addresses.
  package var addressLength = 8192
  /// How many bytes a date, a length and the like may have. The rest is left out.
  package var valueLength = 128
  /// How many bytes one tag may have, attributes included. The rest is left out.
  package var tagLength = 65_536
  /// How many namespace declarations may be open at one time. The others count for nothing.
  package var namespaceCount = 128
  /// How many bytes a feed in JSON may have, which is read as a whole.
  package var jsonLength = 50_000_000
  /// How many bytes may stand before the feed's first element, such as warnings of the server's own program.
  package var prologueLength = 65_536
  /// How many bytes the entities that the document declares may grow to, all uses together.
  package var entityExpansion = 1_000_000

  package init() {}
}
