import GtkViews
import Observation

/// Returns the text of a view after the change with a number. The text is the same as in C.
@inline(__always)
func text(of view: Int, _ number: Int) -> Text { Text(verbatim: "View \(view): \(number)") }

/// A single label.
struct OneLabel: View {
  static let number = Handle<Int>()

  @State private var number = 0

  var body: some View {
    NumberedLabel(index: 0, number: $number).onAppear { Self.number.take($number) }
  }
}

/// A label with a number of the enclosing view. A change evaluates only the label, because the enclosing view passes a
/// binding.
struct NumberedLabel: View {
  let index: Int
  @Binding var number: Int

  var body: some View { text(of: index, number) }
}

/// Many labels in a column. All of them display one state, or each has its own.
struct Labels: View {
  static let number = Handle<Int>()

  let count: Int
  let isAlike: Bool
  @State private var number = 0

  var body: some View {
    ScrollView {
      VStack {
        if isAlike {
          ForEach(0..<count) { text(of: $0, number) }
        } else {
          ForEach(0..<count) { OneOfLabels(index: $0) }
        }
      }
    }
    .onAppear { Self.number.take($number) }
  }
}

/// One of many labels, with its own state.
struct OneOfLabels: View {
  static var numbers: [Handle<Int>] = []

  let index: Int
  @State private var number = 0

  var body: some View {
    NumberedLabel(index: index, number: $number).onAppear { Self.numbers[index].take($number) }
  }
}

/// A row with an observed number.
@Observable
@MainActor
final class ObservedRow: Identifiable {
  nonisolated let id: Int
  var number = 0

  init(id: Int) {
    self.id = id
  }
}

/// A row that a closure observes and no view does: the cost of the standard library's observation.
///
/// A second object is observed, as by each view of a model: `withObservationTracking` cannot end an observation before
/// a change, and a view may go before that. A change of the second object ends it.
@MainActor
enum TrackedRow {
  private final class Mark: Observable, Sendable {
    let registrar = ObservationRegistrar()
  }

  private static let row = ObservedRow(id: 0)
  private static let mark = Mark()

  static func change(_ number: Int) {
    withObservationTracking {
      mark.registrar.access(mark, keyPath: \.self)
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

  var body: some View { text(of: row.id, row.number) }
}
