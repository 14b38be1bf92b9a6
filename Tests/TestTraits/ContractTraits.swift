public import Testing

/// Marks a test as a proof of lines of the presentation contract, the numbered table in docs/library/presentation.md.
/// `Scripts/checks/check-presentation-table` reads the numbers from the sources and writes the names of the tests into
/// the table.
public struct PresentationLineTrait: TestTrait {
  /// The numbers of the lines.
  public let lines: [Int]
}

/// Marks a test as a proof of cases of the reducer contract in docs/library/reducers.md.
public struct ReducerCaseTrait: TestTrait {
  /// The numbers of the cases.
  public let cases: [Int]
}

extension Trait where Self == PresentationLineTrait {
  /// The test proves these lines of the presentation contract.
  public static func presentationLine(_ lines: Int...) -> Self { Self(lines: lines) }
}

extension Trait where Self == ReducerCaseTrait {
  /// The test proves these cases of the reducer contract.
  public static func reducerCase(_ cases: Int...) -> Self { Self(cases: cases) }
}
