import GtkViews
import Observation

extension GalleryPage {
  static let badInput = GalleryPage(
    "bad-input", "Bad Input", in: .life,
    "Mistakes that a program should not make. Each button makes one: the program’s log gets one line with the view and the remedy, and the "
      + "program continues.",
    code: """
      let last = $birds[birds.count - 1]
      birds.removeLast()
      last.wrappedValue = "Late"
      """
  ) { BadInputPage() }
}

private struct BadInputPage: View {
  var body: some View {
    Specimens {
      Specimen("Two elements with the same id: only the first is shown") { DuplicateIDs() }
      Specimen("A write to a removed element: it is dropped") { LateWrites() }
      Specimen("An invalid picture: the view shows its error") { InvalidPicture() }
      Specimen("A view that changes its own state repeatedly: each change waits for the next frame") { OwnChanges() }
      Specimen("A body that writes the state of other views: the write is applied after the update") { BodyWrites() }
      Specimen("Invalid bytes in a text: a replacement character is shown for each") { InvalidText() }
    }
  }
}

/// A `ForEach` that gets two elements with the same id when the button is clicked.
private struct DuplicateIDs: View {
  @State private var numbers = [1, 2, 3]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      HStack { ForEach(numbers, id: \.self) { Text(verbatim: "Number \($0)") } }
      Button("Give Two One Id") { numbers = [1, 2, 2, 3, 4] }
    }
  }
}

/// A button that removes an element, and then writes to it through a binding.
private struct LateWrites: View {
  @State private var birds = ["Robin", "Starling", "Blackbird"]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(verbatim: birds.joined(separator: ", "))
      Button("Write Too Late") {
        let last = $birds[birds.count - 1]
        birds.removeLast()
        last.wrappedValue = "Late"
      }
      .disabled(birds.isEmpty)
    }
  }
}

/// An image that gets an address without a valid picture when the button is clicked.
private struct InvalidPicture: View {
  @State private var address: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      AsyncImage(url: address) { phase in
        Text(verbatim: phase.error == nil ? "No picture yet" : "That is no picture")
      }
      // This loader also reads `data:` addresses, such as the invalid one below.
      .environment(\.imageLoader, .files)
      Button("Show What Is No Picture") { address = "data:image/png,nothing" }
    }
  }
}

/// A button that causes 200 changes of a counter's own state.
private struct OwnChanges: View {
  @State private var goal = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      SelfChangingCounter(goal: goal)
      Button("Change Without Rest") { goal = 200 }
    }
  }
}

/// A counter that starts to count when `goal` changes. Each change of the count increments it again, up to `goal`.
private struct SelfChangingCounter: View {
  let goal: Int
  @State private var count = 0

  var body: some View {
    Text(verbatim: "Changed \(count) times")
      .onChange(of: goal) { count += 1 }
      .onChange(of: count) { if count < goal { count += 1 } }
  }
}

@Observable @MainActor private final class Sum {
  var total = 0
}

/// A view that shows a total, and a view whose body writes the total.
private struct BodyWrites: View {
  @State private var sum = Sum()
  /// The number of clicks on the button.
  @State private var parts = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Total(sum: sum)
      TotalWriter(sum: sum, parts: parts)
      Button("Write in a Body") { parts += 1 }
    }
  }
}

private struct Total: View {
  let sum: Sum

  var body: some View { Text(verbatim: "Total \(sum.total)") }
}

/// A view whose body sets the total to `parts` times ten. A body must not write the state of other views.
private struct TotalWriter: View {
  let sum: Sum
  let parts: Int

  var body: some View {
    if parts > 0 { sum.total = parts * 10 }
    return Text(verbatim: "Parts \(parts)")
  }
}

/// A text that gets a null character and a byte that is not UTF-8 when the button is clicked.
private struct InvalidText: View {
  @State private var bytes = Array("Rain".utf8)

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(verbatim: String(decoding: bytes, as: UTF8.self))
      Button("Show What Is No Text") { bytes = [0x52, 0xFF, 0x61, 0x00, 0x69, 0x6E] }
    }
  }
}
