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
      Specimen("Two elements with the same id: only the first is shown") { DoubledIDs() }
      Specimen("A write to a removed element: it is dropped") { LateWrites() }
      Specimen("An invalid picture: the view shows its error") { BrokenPicture() }
      Specimen("A view that changes its own state repeatedly: each change waits for the next frame") { Restless() }
      Specimen("A body that writes the state of other views: the write is applied after the update") { WritingBodies() }
      Specimen("Invalid bytes in a text: a replacement character is shown for each") { BrokenText() }
    }
  }
}

/// A loop that gets two elements with the same id.
private struct DoubledIDs: View {
  @State private var numbers = [1, 2, 3]

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      HStack { ForEach(numbers, id: \.self) { Text(verbatim: "Number \($0)") } }
      Button("Give Two One Id") { numbers = [1, 2, 2, 3, 4] }
    }
  }
}

/// A button that writes to an element after its removal.
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

/// A view that gets an address without a valid picture.
private struct BrokenPicture: View {
  @State private var address: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      AsyncImage(url: address) { phase in
        Text(verbatim: phase.error == nil ? "No picture yet" : "That is no picture")
      }
      .environment(\.imageLoader, .files)
      Button("Show What Is No Picture") { address = "data:image/png,nothing" }
    }
  }
}

/// A button that starts 200 changes of another view's own state.
private struct Restless: View {
  @State private var goal = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Counting(goal: goal)
      Button("Change Without Rest") { goal = 200 }
    }
  }
}

/// A view that increments its count each time its count changes.
private struct Counting: View {
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

/// A view whose part writes shared state in its body.
private struct WritingBodies: View {
  @State private var sum = Sum()
  @State private var parts = 0

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Total(sum: sum)
      Adding(sum: sum, parts: parts)
      Button("Write in a Body") { parts += 1 }
    }
  }
}

private struct Total: View {
  let sum: Sum

  var body: some View { Text(verbatim: "Total \(sum.total)") }
}

/// A view whose body writes the total, which a body must not do.
private struct Adding: View {
  let sum: Sum
  let parts: Int

  var body: some View {
    if parts > 0 { sum.total = parts * 10 }
    return Text(verbatim: "Parts \(parts)")
  }
}

/// A text that gets a null character and a byte that is not UTF-8.
private struct BrokenText: View {
  @State private var bytes = Array("Rain".utf8)

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(verbatim: String(decoding: bytes, as: UTF8.self))
      Button("Show What Is No Text") { bytes = [0x52, 0xFF, 0x61, 0x00, 0x69, 0x6E] }
    }
  }
}
