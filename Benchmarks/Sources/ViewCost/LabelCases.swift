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
    text(of: 0, number).onAppear { Self.number.take($number) }
  }
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
  static var numbers: [Int: Handle<Int>] = [:]

  let index: Int
  @State private var number = 0

  var body: some View {
    text(of: index, number).onAppear {
      let handle = Handle<Int>()
      handle.take($number)
      Self.numbers[index] = handle
    }
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
