import GtkViews

/// A list of rows. Each static function makes the change that a case of the benchmark measures.
struct Rows: View {
  struct Row: Identifiable, Equatable {
    let id: Int
    var number = 0
  }

  private static let rowsState = StateReference<[Row]>()

  @State private var rows: [Row]

  init(count: Int) {
    _rows = State(initialValue: (0..<count).map { Row(id: $0) })
  }

  var body: some View {
    List(rows) { text(ofLabel: $0.id, number: $0.number) }.onAppear { Self.rowsState.connect(to: $rows) }
  }

  /// Inserts a row that shows `number` before the first row.
  static func insert(_ number: Int) {
    rowsState.value.insert(Row(id: rowsState.value.count, number: number), at: 0)
  }

  static func removeFirst() {
    rowsState.value.removeFirst()
  }

  /// Changes one of the first ten rows, in turn. `changeNumber` counts the changes of the case from 0.
  static func change(_ changeNumber: Int) {
    rowsState.value[changeNumber % 10].number = changeNumber + 1
  }

  /// Reorders the rows, in the same order as the benchmark's program in C. `changeNumber` counts the changes of the
  /// case from 1.
  static func shuffle(_ changeNumber: Int) {
    let rows = rowsState.value
    // 7,919 is a prime number. Each row therefore occurs once, unless the count is a multiple of 7,919.
    rowsState.value = rows.indices.map { rows[($0 * 7_919 + 13 * changeNumber) % rows.count] }
  }
}
