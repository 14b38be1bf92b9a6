import Foundation
import ReducerStore
import Testing

@MainActor
@Suite struct IdentifiedArrayTests {
  struct Row: Identifiable, Equatable, Codable {
    var id: Int
    var isDone = false
  }

  @Test func `elements at offsets can be moved and removed`() {
    var rows = IdentifiedArray(uniqueElements: (0..<5).map { Row(id: $0) })
    rows.move(fromOffsets: [0, 3], toOffset: 2)
    #expect(rows.ids == [1, 0, 3, 2, 4])
    rows.move(fromOffsets: [1], toOffset: 5)
    #expect(rows.ids == [1, 3, 2, 4, 0])
    rows.remove(atOffsets: [4, 0])
    #expect(rows.ids == [3, 2, 4])
    #expect(rows.index(id: 4) == 2)
  }

  @Test func `filtering an identified array returns an identified array`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2, isDone: true)]
    rows = rows.filter { !$0.isDone }
    #expect(rows.ids == [1])
  }

  @Test func `elements with the same id are combined by the uniquing closure`() {
    let rows = IdentifiedArray([Row(id: 1), Row(id: 2), Row(id: 1, isDone: true)], uniquingIDsWith: { $1 })
    #expect(rows.elements == [Row(id: 1, isDone: true), Row(id: 2)])
  }

  @Test func `elements with new ids can be appended, and elements can be reversed and removed`() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    rows.append(contentsOf: [Row(id: 1), Row(id: 2), Row(id: 3)])
    rows.reverse()
    #expect(rows.ids == [3, 2, 1])
    rows.removeFirst()
    rows.removeLast()
    #expect(rows.remove(Row(id: 2)) == Row(id: 2))
    #expect(rows.isEmpty)
  }

  @Test func `an identified array can use a key path as the id of its elements`() {
    var words = IdentifiedArray(uniqueElements: ["soup", "tea", "bread", "soup"], id: \.self)
    #expect(words.ids == ["soup", "tea", "bread"])
    words.sort()
    #expect(words.index(id: "tea") == 2)
    words = words.filter { $0.count > 3 }
    // The array already contains “bread”, so this call has no effect.
    words.append("bread")
    words.append("rice")
    #expect(words.elements == ["bread", "soup", "rice"])
    words.removeAll()
    // `append` returns whether the element was added, and the index of the element.
    #expect(words.append("salt") == (true, 0))
  }

  @Test func `an element can be written only at the position of its own id`() {
    // Given an array of rows
    let reports = Reports()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]

    // When a row is changed at its position, then the change is accepted without a report
    reports.gather { rows[1].isDone = true }
    #expect(reports.messages == [])
    #expect(rows[id: 2]?.isDone == true)

    // And a row with another id cannot be written at a position, which is reported
    reports.gather { rows[0] = Row(id: 3) }
    #expect(rows.ids == [1, 2])
    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.contains("with the id 3 was written") == true)
  }

  @Test func `changing an element's id in place is reported, and the element is found by its new id`() {
    // Given an array of rows
    let reports = Reports()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1, isDone: true), Row(id: 2), Row(id: 3)]

    // When a row gets a new id
    reports.gather { rows[id: 1]?.id = 4 }
    #expect(rows.ids == [4, 2, 3])
    #expect(rows[id: 4]?.isDone == true)

    // And when a row gets the id of another row
    reports.gather { rows[id: 3]?.id = 4 }

    // Then this other row is replaced, and each change was reported
    #expect(rows.elements == [Row(id: 2), Row(id: 4)])
    #expect(reports.messages.map { $0.contains("was changed") } == [true, true])
  }

  @Test func `an element with another id that is written in place under a free id is reported, and replaces its equal`()
  {
    // Given an array without an element with the id 5
    func write(_ row: inout Row?) { row = Row(id: 1, isDone: true) }
    let reports = Reports()
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]

    // When a row with the id 1 is written there in place, as by a binding
    reports.gather { write(&rows[id: 5]) }

    // Then it replaces the row with the id 1, as with an assignment, and the different id is reported
    #expect(rows.elements == [Row(id: 1, isDone: true), Row(id: 2)])
    #expect(reports.messages.count == 1)
  }

  @Test func `shuffled and swapped elements are still found by their ids`() {
    // Given two equal arrays of rows, and a random number generator with the same results in each run
    struct RepeatableGenerator: RandomNumberGenerator {
      var value: UInt64 = .max
      mutating func next() -> UInt64 {
        value = value / 3 &+ 0x9E37_79B9_7F4A_7C15
        return value
      }
    }
    let ordered = IdentifiedArray(uniqueElements: (0..<20).map { Row(id: $0) })
    var (repeatableRows, randomRows) = (ordered, ordered)
    var generator = RepeatableGenerator()

    // When the rows are shuffled
    repeatableRows.shuffle(using: &generator)
    randomRows.shuffle()
    randomRows.swapAt(0, 19)

    // Then the arrays contain the same rows, and find each row by its id. Only the order of `repeatableRows` is sure to
    // differ from the original order
    #expect(repeatableRows.ids != ordered.ids)
    for shuffled in [repeatableRows, randomRows] {
      #expect(shuffled.ids.sorted() == ordered.ids)
      #expect(shuffled.ids == shuffled.elements.map(\.id))
      #expect(shuffled.ids.enumerated().allSatisfy { shuffled.index(id: $1) == $0 })
    }
  }

  @Test func `containers of feature state are encoded like the values that they contain`() throws {
    // Given a state with every kind of container
    struct State: Codable, Equatable {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 2), Row(id: 1, isDone: true)]
      var path = StackState([Row(id: 7)])
      @PresentationState var editor: Row? = Row(id: 5)
      @PresentationState var absent: Row?
    }
    // And a state with the same values in arrays and optional fields
    struct Plain: Decodable, Equatable {
      var rows: [Row]
      var path: [Row]
      var editor: Row?
      var absent: Row?
    }

    // When the state is encoded and decoded
    let data = try JSONEncoder().encode(State())

    // Then the decoded state is equal, and the encoded data does not depend on the containers
    #expect(try JSONDecoder().decode(State.self, from: data) == State())
    let plain = Plain(rows: [Row(id: 2), Row(id: 1, isDone: true)], path: [Row(id: 7)], editor: Row(id: 5))
    #expect(try JSONDecoder().decode(Plain.self, from: data) == plain)
  }
}
