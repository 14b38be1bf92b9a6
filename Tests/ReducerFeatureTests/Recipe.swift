/// The model of the features in this folder.
struct Recipe: Equatable, Identifiable, Codable {
  let id: Int
  var title = ""
  var servings = 4
  var steps: [String] = []
}
