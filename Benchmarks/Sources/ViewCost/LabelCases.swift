import GtkViews
import Observation

/// What the change with a number gives to the view with another: the same text as in C.
@inline(__always)
func text(of view: Int, _ number: Int) -> Text { Text(verbatim: "View \(view): \(number)") }

/// One label.
struct OneLabel: View {
  static let number = Handle<Int>()

  @State private var number = 0

  var body: some View {
    NumberedLabel(index: 0, number: $number).onAppear { Self.number.take($number) }
  }
}

/// A label that shows a number of the view above. Nothing but the label is evaluated when that changes: who gives the binding away stands above.
struct NumberedLabel: View {
  let index: Int
  @Binding var number: Int

  var body: some View { text(of: index, number) }
}

/// Many labels, one below another: all of them show one state, or each has its own.
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

/// One of many labels, with a state of its own.
struct OneOfLabels: View {
  static var numbers: [Handle<Int>] = []

  let index: Int
  @State private var number = 0

  var body: some View {
    NumberedLabel(index: index, number: $number).onAppear { Self.numbers[index].take($number) }
  }
}

/// A row whose number is observed.
@Observable
@MainActor
final class ObservedRow: Identifiable {
  nonisolated let id: Int
  var number = 0

  init(id: Int) {
    self.id = id
  }
}

/// Many labels, each of a row that is observed.
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

/// The label of a row that is observed.
struct ObservedLabel: View {
  let row: ObservedRow

  var body: some View { text(of: row.id, row.number) }
}
