import CViewCost
import GtkViews

/// A column of labels. All labels fade or shrink in one animation. `view_cost_movement_seconds()` returns the duration
/// of the animation.
struct AnimatedLabels: View {
  /// The state `hasBegun`, which the benchmark changes.
  static let hasBegunState = StateReference<Bool>()

  /// The number of labels.
  let count: Int
  /// Whether the labels fade. If `false`, they shrink.
  let fades: Bool
  /// Whether the animation has begun.
  @State private var hasBegun = false

  var body: some View {
    ScrollView {
      VStack {
        if fades {
          ForEach(0..<count) { text(ofLabel: $0, number: 0).opacity(hasBegun ? 0.2 : 1) }
        } else {
          ForEach(0..<count) { text(ofLabel: $0, number: 0).scaleEffect(hasBegun ? 0.5 : 1) }
        }
      }
    }
    .onAppear { Self.hasBegunState.connect(to: $hasBegun) }
  }

  /// Starts the animation of the view that has appeared.
  static func begin() {
    withAnimation(.linear(duration: Double(view_cost_movement_seconds()))) { hasBegunState.value = true }
  }
}
