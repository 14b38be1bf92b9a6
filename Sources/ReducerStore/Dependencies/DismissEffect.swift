/// Dismisses the feature whose effect calls this value. The feature declares `@Dependency(\.dismiss) var dismiss`, and
/// its effect calls `await dismiss()`.
///
/// The parent receives ``PresentationAction/dismiss``, or ``StackAction/popFrom(id:)`` for a page of a stack. If the
/// feature has already been removed, nothing happens. Outside of an effect of a presented feature, the call does
/// nothing and is reported as a `Misuse`.
public struct DismissEffect: Sendable {
  /// The closure that a test sets. It is called instead of the dismissal. `nil` outside of tests.
  private let replacement: (@MainActor @Sendable () async -> Void)?

  /// The handler of the presented feature whose effect is running. `nil` outside of such effects.
  @TaskLocal static var handler: Handler?

  /// Dismisses one presented feature.
  struct Handler: Sendable {
    let dismiss: @MainActor @Sendable () -> Void
  }

  /// Creates the value that dismisses the feature.
  init() {
    replacement = nil
  }

  /// Creates a value that calls a closure instead of dismissing the feature, for tests.
  public init(_ dismiss: @escaping @MainActor @Sendable () async -> Void) {
    replacement = dismiss
  }

  /// Dismisses the feature whose effect calls this function.
  ///
  /// - Parameters:
  ///   - animation: The animation of the changes that the dismissal causes.
  ///   - fileID: The caller's file, for reports.
  ///   - line: The caller's line.
  @MainActor
  public func callAsFunction(
    animation: Animation? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) async {
    if let replacement { return await replacement() }
    guard let handler = Self.handler else {
      return Misuse(
        """
        “dismiss()” was called, but not from an effect of a feature that is presented. Nothing was dismissed. Call it in “Effect.run” of a \
        feature that is integrated with “ifLet” or with “forEach” on a stack.
        """, fileID: fileID, line: line
      ).report()
    }
    if let animation {
      withAnimation(animation) { handler.dismiss() }
    } else {
      handler.dismiss()
    }
  }
}

private enum DismissKey: DependencyKey {
  static var liveValue: DismissEffect { DismissEffect() }
}

extension DependencyValues {
  /// Dismisses the feature whose effect calls this value.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}
