import GtkViews
import Observation

/// Returns the text of a label: the label's index and current number. The program in C that is compared with this
/// program displays the same texts.
@inline(__always)
func text(ofLabel index: Int, number: Int) -> Text { Text(verbatim: "View \(index): \(number)") }

/// A single label.
struct OneLabel: View {
  /// The state `number`, which the benchmark changes.
  static let numberState = StateReference<Int>()

  @State private var number = 0

  var body: some View {
    NumberedLabel(index: 0, number: $number).onAppear { Self.numberState.connect(to: $number) }
  }
}

/// A label that displays a number of the enclosing view. A change of the number evaluates only the label, because the
/// enclosing view passes a binding and does not read the number.
struct NumberedLabel: View {
  let index: Int
  @Binding var number: Int

  var body: some View { text(ofLabel: index, number: number) }
}

/// Many labels in a column. If `isStateShared` is true, all of them display one state. Otherwise each has its own
/// state.
struct Labels: View {
  /// The state `number`, which the benchmark changes.
  static let numberState = StateReference<Int>()

  let count: Int
  let isStateShared: Bool
  @State private var number = 0

  var body: some View {
    ScrollView {
      VStack {
        if isStateShared {
          ForEach(0..<count) { text(ofLabel: $0, number: number) }
        } else {
          ForEach(0..<count) { LabelWithOwnState(index: $0) }
        }
      }
    }
    .onAppear { Self.numberState.connect(to: $number) }
  }
}

/// One of many labels, with its own state.
struct LabelWithOwnState: View {
  /// The state `number` of each label, which the benchmark changes.
  static var numberStates: [StateReference<Int>] = []

  let index: Int
  @State private var number = 0

  var body: some View {
    NumberedLabel(index: index, number: $number).onAppear { Self.numberStates[index].connect(to: $number) }
  }
}

/// The model of a label in ``ObservedLabels``.
@Observable
@MainActor
final class LabelModel: Identifiable {
  nonisolated let id: Int
  var number = 0

  init(id: Int) {
    self.id = id
  }
}

/// A model that no view observes. Its changes show the cost of the standard library's observation alone.
///
/// An observation of `withObservationTracking` ends only when an observed object changes. To end an observation
/// earlier, the node of a view also observes a second object, and changes the second object when the view is removed.
/// `change(to:)` observes a second object too, so that the costs are comparable.
@MainActor
enum TrackedModel {
  private final class EndSignal: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private static let model = LabelModel(id: 0)
  private static let endSignal = EndSignal()

  /// Observes the number of the model, and then changes the number.
  static func change(to number: Int) {
    withObservationTracking {
      endSignal.registrar.access(endSignal, keyPath: \.self)
      _ = model.number
    } onChange: {
    }
    model.number = number
  }
}

/// Many labels, each of which displays the number of a model.
struct ObservedLabels: View {
  let models: [LabelModel]

  var body: some View {
    ScrollView {
      VStack {
        ForEach(models) { ObservedLabel(model: $0) }
      }
    }
  }
}

/// A label that observes its model.
struct ObservedLabel: View {
  let model: LabelModel

  var body: some View { text(ofLabel: model.id, number: model.number) }
}
