import GtkViews
import Observation

/// Returns the text of a label: the label's index and its current number. The program in C has the same texts.
@inline(__always)
func text(ofView index: Int, number: Int) -> Text { Text(verbatim: "View \(index): \(number)") }

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

  var body: some View { text(ofView: index, number: number) }
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
          ForEach(0..<count) { text(ofView: $0, number: number) }
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

/// The model of a row, with an observed number.
@Observable
@MainActor
final class ObservedRow: Identifiable {
  nonisolated let id: Int
  var number = 0

  init(id: Int) {
    self.id = id
  }
}

/// A row that no view observes. It shows the cost of the standard library's observation alone.
///
/// An observation of `withObservationTracking` ends only when an observed object changes. To end it earlier, a node of
/// a view also observes a second object, and changes this object when the view is removed. `change(_:)` observes such
/// an object too, so that the costs are comparable.
@MainActor
enum TrackedRow {
  private final class EndSignal: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private static let row = ObservedRow(id: 0)
  private static let endSignal = EndSignal()

  /// Observes the row and changes its number.
  static func change(_ number: Int) {
    withObservationTracking {
      endSignal.registrar.access(endSignal, keyPath: \.self)
      _ = row.number
    } onChange: {
    }
    row.number = number
  }
}

/// Many labels, each for an observed row.
struct ObservedLabels: View {
  let rows: [ObservedRow]

  var body: some View {
    ScrollView {
      VStack {
        ForEach(rows) { ObservedLabel(row: $0) }
      }
    }
  }
}

/// The label of an observed row.
struct ObservedLabel: View {
  let row: ObservedRow

  var body: some View { text(ofView: row.id, number: row.number) }
}
