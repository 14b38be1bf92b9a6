import GtkViews
import Observation

extension GalleryPage {
  static let ownState = GalleryPage(
    "models", "Models", in: .life,
    "When a property of an observable model changes, only the bodies that have read this property run again.",
    code: """
      @Observable @MainActor private final class Counts {
        var first = 0
        var second = 0
      }
      @State private var counts = Counts()
      CountRow(name: "First", counts: counts, count: \\.first)
      """
  ) { OwnStatePage() }
}

@Observable @MainActor private final class Counts {
  var first = 0
  var second = 0
}

private struct OwnStatePage: View {
  @State private var counts = Counts()

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      CountRow(name: "First", counts: counts, count: \.first)
      CountRow(name: "Second", counts: counts, count: \.second)
    }
  }
}

private struct CountRow: View {
  let name: String
  let counts: Counts
  let count: ReferenceWritableKeyPath<Counts, Int>
  @State private var runs = Runs()

  var body: some View {
    runs.count += 1
    return HStack(spacing: 12) {
      Button {
        counts[keyPath: count] += 1
      } label: {
        Text(verbatim: name)
      }
      Text(verbatim: "\(counts[keyPath: count])").frame(width: 32)
      Text(verbatim: "its body ran \(runs.count) times").font(.caption).foregroundStyle(.secondary)
    }
  }
}

/// The number of times that a body ran. Nothing observes it, so counting does not cause another run.
@MainActor final class Runs {
  var count = 0
}
