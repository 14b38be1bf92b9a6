internal import IssueReporting
internal import Synchronization

/// The shared values of each running test.
private enum TestStorage {
  private static let storages = Mutex<[TestContext.Testing.Test.ID?: SharedStorage]>([:])

  /// Returns the storage of the running test, or `nil` outside of tests. All tests of XCTest share one storage.
  @Sendable static func ofRunningTest() -> SharedStorage? {
    guard let context = TestContext.current else { return nil }
    let test: TestContext.Testing.Test.ID? =
      if case .swiftTesting(let testing?) = context { testing.test.id } else { nil }
    return storages.withLock { storages in
      if let known = storages[test] { return known }
      let new = SharedStorage()
      storages[test] = new
      return new
    }
  }
}

/// Gives each test its own shared values. The C module calls it when the process starts, so before the first
/// `TestStore`.
@_cdecl("reducer_store_testing_did_load")
func separateSharedValuesOfTests() {
  SharedStorage.ofRunningTest = TestStorage.ofRunningTest
}
