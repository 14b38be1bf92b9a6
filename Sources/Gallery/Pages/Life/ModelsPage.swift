import GtkViews
import Observation

extension GalleryPage {
  static let models = GalleryPage(
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
  ) { ModelsPage() }
}

@Observable @MainActor private final class Counts {
  var first = 0
  var second = 0
}

private struct ModelsPage: View {
  @State private var counts = Counts()

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      CountRow(name: "First", counts: counts, count: \.first)
      CountRow(name: "Second", counts: counts, count: \.second)
    }
  }
}

/// A row of three views: a button that increments one property of the model, a text with the value of this property,
/// and a text with the number of runs of the row's body.
private struct CountRow: View {
  let name: String
  let counts: Counts
  /// The property that the row shows and increments.
  let count: ReferenceWritableKeyPath<Counts, Int>
  @State private var runs = RunCounter()

  var body: some View {
    // The body may change the counter, because a change of the counter does not run the body again.
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

/// Counts the runs of a body. The counter is not observable, so a change of the count does not cause another run.
@MainActor final class RunCounter {
  var count = 0
}
