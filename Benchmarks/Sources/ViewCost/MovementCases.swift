import CViewCost
import GtkViews

/// Labels in a column that fade or shrink. The animation takes `view_cost_movement_seconds()`.
struct Moving: View {
  static let hasMoved = Handle<Bool>()

  let count: Int
  let fades: Bool
  @State private var hasMoved = false

  var body: some View {
    ScrollView {
      VStack {
        if fades {
          ForEach(0..<count) { text(of: $0, 0).opacity(hasMoved ? 0.2 : 1) }
        } else {
          ForEach(0..<count) { text(of: $0, 0).scaleEffect(hasMoved ? 0.5 : 1) }
        }
      }
    }
    .onAppear { Self.hasMoved.take($hasMoved) }
  }

  static func begin() {
    withAnimation(.linear(duration: Double(view_cost_movement_seconds()))) { hasMoved.value = true }
  }
}
