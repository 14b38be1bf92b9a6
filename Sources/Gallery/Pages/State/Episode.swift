/// An episode for the demonstrations.
struct Episode: Identifiable, Equatable {
  let id: Int
  let title: String
  /// The title of the episode's show.
  let show: String
  var isFavorite = false

  static let robin = Episode(id: 1, title: "The robin’s second song", show: "Birds at Breakfast")
  static let starlings = Episode(id: 2, title: "Why starlings fly together", show: "Birds at Breakfast")
  static let rain = Episode(id: 3, title: "Rain", show: "Field Notes")
}
