internal import IssueReporting
internal import Synchronization

/// The storages of shared values, one for each test.
private enum TestStorages {
  private static let storages = Mutex<[TestContext.Testing.Test.ID?: SharedStorage]>([:])

  /// Returns the storage of the running test, or `nil` outside of tests. The running test of XCTest cannot be
  /// identified, so all of its tests share one storage.
  @Sendable static func storageOfRunningTest() -> SharedStorage? {
    guard let context = TestContext.current else { return nil }
    let test: TestContext.Testing.Test.ID? =
      if case .swiftTesting(let testing?) = context { testing.test.id } else { nil }
    return storages.withLock { storages in
      if let existing = storages[test] { return existing }
      let new = SharedStorage()
      storages[test] = new
      return new
    }
  }
}

/// Makes each test use its own shared values. The C module `CReducerStoreTesting` calls this function when the process
/// starts, before any test.
@_cdecl("reducer_store_testing_did_load")
func separateSharedValuesOfTests() {
  SharedStorage.storageOfRunningTest = TestStorages.storageOfRunningTest
}
