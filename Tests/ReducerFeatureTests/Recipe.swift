/// What the features below are about.
struct Recipe: Equatable, Identifiable, Codable {
  let id: Int
  var title = ""
  var servings = 4
  var steps: [String] = []
}
