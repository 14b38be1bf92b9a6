import ReducerStore
import Testing

@Suite struct IdentifiedArrayTests {
  struct Row: Identifiable, Equatable, Codable {
    var id: Int
    var isDone = false
  }

  @Test func `offsets of a list are removed and moved`() {
    var rows = IdentifiedArray(uniqueElements: (0..<5).map { Row(id: $0) })
    rows.move(fromOffsets: [0, 3], toOffset: 2)
    #expect(rows.ids == [1, 0, 3, 2, 4])
    rows.move(fromOffsets: [1], toOffset: 5)
    #expect(rows.ids == [1, 3, 2, 4, 0])
    rows.remove(atOffsets: [4, 0])
    #expect(rows.ids == [3, 2, 4])
    #expect(rows.index(id: 4) == 2)
  }

  @Test func `what is filtered is an identified array`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2, isDone: true)]
    rows = rows.filter { !$0.isDone }
    #expect(rows.ids == [1])
  }

  @Test func `elements with the same id are made one`() {
    let rows = IdentifiedArray([Row(id: 1), Row(id: 2), Row(id: 1, isDone: true)], uniquingIDsWith: { $1 })
    #expect(rows.elements == [Row(id: 1, isDone: true), Row(id: 2)])
  }

  @Test func `elements come and go at both ends`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    rows.append(contentsOf: [Row(id: 1), Row(id: 2), Row(id: 3)])
    rows.reverse()
    #expect(rows.ids == [3, 2, 1])
    rows.removeFirst()
    rows.removeLast()
    #expect(rows.remove(Row(id: 2)) == Row(id: 2))
    #expect(rows.isEmpty)
  }
}
