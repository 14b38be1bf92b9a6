import Presentation
import Synchronization
import TestTraits
import Testing

/// Mapped Booleans: Boolean bindings that are `true` while an optional has a value.
@MainActor
@Suite struct MappedBooleanTests {
  /// The ways to create a mapped Boolean.
  enum Spelling: CaseIterable {
    case ifNotNil, mappedTo, mappedToBool

    @MainActor
    func mappedBoolean(_ alert: Binding<String?>) -> (binding: Binding<Bool>, line: UInt) {
      switch self {
      case .ifNotNil: (Binding(ifNotNil: alert), #line)
      case .mappedTo: (Binding(mappedTo: alert), #line)
      case .mappedToBool: (alert.mappedToBool(), #line)
      }
    }
  }

  @Test(arguments: Spelling.allCases)
  func `a mapped Boolean is true while there is a value, and false writes nil`(_ spelling: Spelling) {
    // Given an optional without a value
    var alert: String?
    let isPresented = spelling.mappedBoolean(Binding(get: { alert }, set: { alert = $0 })).binding
    #expect(!isPresented.wrappedValue)

    // When the optional has a value
    alert = "No connection"
    #expect(isPresented.wrappedValue)

    // Then a write of false sets the optional to nil
    isPresented.wrappedValue = false
    #expect(alert == nil)
  }

  /// `.presentationLine(18)` means that the test covers line 18 of the table in `docs/library/presentation.md`.
  @Test(.presentationLine(18), arguments: Spelling.allCases, [nil, "No\nconnection"])
  func `writing true to a mapped Boolean has no effect and is reported with the value and the source line`(
    _ spelling: Spelling, value: String?
  ) {
    // Given a mapped Boolean, and a reporter
    var alert = value
    let mapped = spelling.mappedBoolean(Binding(get: { alert }, set: { alert = $0 }))
    let reports = Reports()

    // When true is written
    MisuseReporter.$current.withValue(reports.reporter) { mapped.binding.wrappedValue = true }

    // Then the value is unchanged, and one report has the source line of the mapped Boolean, and the value. The report
    // has no line breaks
    #expect(alert == value)
    #expect(reports.all.count == 1)
    let report = reports.all.first?.description ?? ""
    #expect(report.hasPrefix("PresentationTests/MappedBooleanTests.swift:\(mapped.line): error: “true” was written"))
    #expect(report.contains(value == nil ? "now nil." : #"now Optional("No\nconnection")."#))
    #expect(!report.contains("\n"))
  }

  @Test func `writing false to a mapped Boolean of nil is not reported`() {
    let reports = Reports()
    MisuseReporter.$current.withValue(reports.reporter) {
      Binding(ifNotNil: Binding<Int?>.constant(nil)).wrappedValue = false
    }
    #expect(reports.all.isEmpty)
  }

  @Test func `a misuse outside of a task with a reporter is reported to the process-wide reporter`() {
    // Given a process-wide reporter
    let reports = Reports()
    let formerReporter = MisuseReporter.processWide
    MisuseReporter.processWide = reports.reporter
    defer { MisuseReporter.processWide = formerReporter }

    // When a misuse is reported outside a task with its own reporter
    let misuse = Misuse("one\ntwo", fileID: "Module/File.swift", line: 7)
    misuse.report()

    // Then the process-wide reporter receives the misuse
    #expect(reports.all == [misuse])
    #expect(misuse.description == "Module/File.swift:7: error: one two")
  }
}

/// Collects the reported misuses.
private final class Reports: Sendable {
  private let misuses = Mutex<[Misuse]>([])

  var all: [Misuse] { misuses.withLock { $0 } }
  var reporter: MisuseReporter { MisuseReporter { misuse in self.misuses.withLock { $0.append(misuse) } } }
}
