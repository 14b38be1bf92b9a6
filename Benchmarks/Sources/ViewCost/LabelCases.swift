import GtkViews
import Observation

/// Returns the text that the view with an index has after the change with a number. The text is the same as in C.
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

/// A label that displays a number of the enclosing view. A change of the number evaluates only the label, because the
/// enclosing view passes a binding and does not read the number.
struct NumberedLabel: View {
  let index: Int
  @Binding var number: Int

  var body: some View { text(of: index, number) }
}

/// Many labels in a column. If `isAlike` is true, all of them display one state. Otherwise each has its own state.
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

/// A row that a closure observes, and no view. It measures the cost of the standard library's observation.
///
/// The closure observes a second object, as each view with a model does. An observation of `withObservationTracking`
/// ends only with a change, and a view may be removed before the model changes. A change of the second object then ends
/// the observation.
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
