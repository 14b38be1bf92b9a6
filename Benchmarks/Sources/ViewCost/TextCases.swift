import CViewCost
import Glibc
import GtkViews
import Observation

/// Many labels with an array of the enclosing view. A change of one number compares all labels.
struct RootLabels: View {
  static let numbers = Handle<[Int]>()

  @State private var numbers: [Int]

  init(count: Int) {
    _numbers = State(initialValue: Array(repeating: 0, count: count))
  }

  var body: some View {
    ScrollView {
      VStack {
        ForEach(numbers.indices) { text(of: $0, numbers[$0]) }
      }
    }
    .onAppear { Self.numbers.take($numbers) }
  }
}

/// A label in nested stacks that displays a number of the outermost view.
struct DeepLabel: View {
  static let number = Handle<Int>()

  let levels: Int
  @State private var number = 0

  var body: some View {
    Level(below: levels, number: number).onAppear { Self.number.take($number) }
  }

  private struct Level: View {
    let below: Int
    let number: Int

    var body: some View {
      if below > 0 {
        VStack { AnyView(Level(below: below - 1, number: number)) }
      } else {
        text(of: 0, number)
      }
    }
  }
}

/// Paragraphs that wrap.
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

/// One line of a long text.
struct LongLine: View {
  static let number = Handle<UInt32>()

  @State private var number: UInt32 = 0

  var body: some View {
    Text(verbatim: longText).lineLimit(1).onAppear { Self.number.take($number) }
  }

  private var longText: String {
    let bytes = view_cost_long_text(number)!
    defer { free(bytes) }
    return String(cString: bytes)
  }
}

/// The text of a field.
@Observable
@MainActor
final class FieldModel: Identifiable {
  nonisolated let id: Int
  var text: String

  init(id: Int) {
    self.id = id
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
