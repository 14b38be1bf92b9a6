import ReducerStore
import Testing

@MainActor
@Suite struct CasePathTests {
  enum Destination: CasePathable, Equatable {
    case edit(String)
    case count(Int)

    struct AllCasePaths {
      var edit: CasePath<Destination, String> {
        CasePath(embed: Destination.edit) { if case .edit(let text) = $0 { text } else { nil } }
      }
      var count: CasePath<Destination, Int> {
        CasePath(embed: Destination.count) { if case .count(let number) = $0 { number } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func `a case path reads and replaces the payload of the current case, also in an optional enum`() {
    var destination = Destination.edit("Soup")
    destination[case: \.edit] = "Tea"
    #expect(destination == .edit("Tea"))
    var optional: Destination? = .count(1)
    optional[case: \.count] = 2
    #expect(optional == .count(2))
    #expect(optional[case: \.count] == 2)
    #expect(optional[case: \.edit] == nil)
    optional.modify(\.count) { $0 += 1 }
    #expect(optional == .count(3))
  }

  @Test func `replacing the payload of another case or of nil changes nothing and is reported`() {
    let reports = Reports()
    var optional: Destination? = .count(1)
    var absent: Destination?
    reports.gather {
      optional[case: \.edit] = "Tea"
      absent[case: \.edit] = "Tea"
    }
    #expect(optional == .count(1))
    #expect(absent == nil)
    // The lines of the two replacements
    #expect(reports.lines == [#line - 6, #line - 5])
  }
}
