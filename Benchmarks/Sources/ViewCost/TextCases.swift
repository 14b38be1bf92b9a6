import CViewCost
import Glibc
import GtkViews
import Observation

/// An element of the array in `RootLabels`.
struct RootRow: Identifiable, Equatable {
  let id: Int
  var number = 0
}

/// Many labels, one for each element of an array. The array is the state of this view, the outermost view of the
/// window. If one element changes, all elements are compared.
struct RootLabels: View {
  /// The state `rows`, which the benchmark changes.
  static let rowsState = StateReference<[RootRow]>()

  @State private var rows: [RootRow]

  init(count: Int) {
    _rows = State(initialValue: (0..<count).map { RootRow(id: $0) })
  }

  var body: some View {
    ScrollView {
      VStack {
        ForEach(rows) { text(ofLabel: $0.id, number: $0.number) }
      }
    }
    .onAppear { Self.rowsState.connect(to: $rows) }
  }
}

/// A label in `levels` nested stacks. The label displays the number that is the state of this outermost view.
struct DeepLabel: View {
  /// The state `number`, which the benchmark changes.
  static let numberState = StateReference<Int>()

  let levels: Int
  @State private var number = 0

  var body: some View {
    Level(levelsBelow: levels, number: number).onAppear { Self.numberState.connect(to: $number) }
  }

  private struct Level: View {
    let levelsBelow: Int
    let number: Int

    var body: some View {
      if levelsBelow > 0 {
        // `AnyView`, because the type of a view cannot contain itself.
        VStack { AnyView(Level(levelsBelow: levelsBelow - 1, number: number)) }
      } else {
        text(ofLabel: 0, number: number)
      }
    }
  }
}

/// Paragraphs in a column. Each paragraph wraps.
struct Paragraphs: View {
  let count: Int

  var body: some View {
    ScrollView {
      VStack(alignment: .leading) {
        ForEach(0..<count) { _ in Text(verbatim: String(cString: view_cost_paragraph())) }
      }
    }
  }
}

/// A long text in one line. The text depends on a number.
struct LongLine: View {
  /// The state `number`, which the benchmark changes.
  static let numberState = StateReference<UInt32>()

  @State private var number: UInt32 = 0

  var body: some View {
    Text(verbatim: longText).lineLimit(1).onAppear { Self.numberState.connect(to: $number) }
  }

  private var longText: String {
    let bytes = view_cost_long_text(number)!
    defer { free(bytes) }
    return String(cString: bytes)
  }
}

/// The model of a text field.
@Observable
@MainActor
final class FieldModel: Identifiable {
  nonisolated let id: Int
  var text: String

  init(id: Int) {
    self.id = id
    // The same text as in a label.
    text = "View \(id): 0"
  }
}

/// Text fields in a column.
struct Fields: View {
  let models: [FieldModel]

  var body: some View {
    ScrollView {
      VStack {
        ForEach(models) { Field(model: $0) }
      }
    }
  }

  private struct Field: View {
    @Bindable var model: FieldModel

    var body: some View { TextField("", text: $model.text) }
  }
}
