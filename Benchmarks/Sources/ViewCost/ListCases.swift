import GtkViews

/// A list of rows.
struct Rows: View {
  struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
  }

  private static let rows = Handle<[Row]>()

  @State private var rows: [Row]

  init(count: Int) {
    _rows = State(initialValue: (0..<count).map { Row(id: $0) })
  }

  var body: some View {
    List(rows) { text(of: $0.id, $0.number) }.onAppear { Self.rows.take($rows) }
  }

  static func insert(_ number: Int) {
    rows.value.insert(Row(id: rows.value.count, number: number), at: 0)
  }

  static func removeFirst() {
    rows.value.removeFirst()
  }

  static func change(_ number: Int) {
    rows.value[number % 10].number = number + 1
  }

  /// Reorders the rows, in the same order as in C.
  static func shuffle(_ number: Int) {
    let old = rows.value
    rows.value = old.indices.map { old[($0 * 7_919 + 13 * number) % old.count] }
  }
}
