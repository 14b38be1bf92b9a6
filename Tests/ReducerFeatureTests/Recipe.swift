/// A recipe, the model that the features of these tests show and edit.
struct Recipe: Equatable, Identifiable, Codable {
  let id: Int
  var title = ""
  var servings = 4
  var steps: [String] = []
}
