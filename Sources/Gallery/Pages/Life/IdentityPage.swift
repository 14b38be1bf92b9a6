import GtkViews

extension GalleryPage {
  static let identity = GalleryPage(
    "identity", "Identity", in: .life,
    "A view with another id is a new view with initial state. The body of an equatable view runs again only if the view is not equal to the "
      + "previous one.",
    names: ["id(_:)", "equatable()", "EquatableView"],
    code: """
      Counter().id(generation)
      EquatableView(content: Parity(number: number))
      """
  ) { IdentityPage() }
}

private struct IdentityPage: View {
  @State private var generation = 1
  @State private var number = 0

  var body: some View {
    Specimens {
      Specimen("A counter with an id") {
        HStack(spacing: 12) {
          Counter().id(generation)
          Button("Another Id") { generation += 1 }
        }
      }
      Specimen("Views that are equal if both numbers are even, or both are odd") {
        VStack(alignment: .leading, spacing: 8) {
          HStack(spacing: 12) {
            Button("Add Two") { number += 2 }
            Button("Add One") { number += 1 }
            Text(verbatim: "\(number)")
          }
          EquatableView(content: Parity(number: number))
          Parity(number: number).equatable()
        }
      }
    }
  }
}

private struct Counter: View {
  @State private var count = 0

  var body: some View {
    Button {
      count += 1
    } label: {
      Text(verbatim: "Counted \(count)")
    }
  }
}

/// A view that shows whether its number is even, and how often its body ran. Two such views are equal if both numbers
/// are even or both are odd.
private struct Parity: View, nonisolated Equatable {
  let number: Int
  @State private var runs = RunCounter()

  init(number: Int) {
    self.number = number
  }

  nonisolated static func == (first: Parity, second: Parity) -> Bool { first.number % 2 == second.number % 2 }

  var body: some View {
    // The counter is not observable, so this write does not evaluate the body again.
    runs.count += 1
    return Text(verbatim: "\(number % 2 == 0 ? "Even" : "Odd"); the body ran \(runs.count) times")
  }
}
