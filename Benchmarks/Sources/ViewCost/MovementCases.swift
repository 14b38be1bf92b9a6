import CViewCost
import GtkViews

/// Labels in a column, which fade or shrink in one animation. `view_cost_movement_seconds()` returns its duration.
struct AnimatedLabels: View {
  /// The state `hasBegun`, which the benchmark changes.
  static let hasBegunState = StateReference<Bool>()

  let count: Int
  let fades: Bool
  @State private var hasBegun = false

  var body: some View {
    ScrollView {
      VStack {
        if fades {
          ForEach(0..<count) { text(ofView: $0, number: 0).opacity(hasBegun ? 0.2 : 1) }
        } else {
          ForEach(0..<count) { text(ofView: $0, number: 0).scaleEffect(hasBegun ? 0.5 : 1) }
        }
      }
    }
    .onAppear { Self.hasBegunState.connect(to: $hasBegun) }
  }

  /// Starts the animation.
  static func begin() {
    withAnimation(.linear(duration: Double(view_cost_movement_seconds()))) { hasBegunState.value = true }
  }
}
