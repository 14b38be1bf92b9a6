package import Podcasts

extension CredentialsClient {
  /// Stores the names and passwords that an import found, and returns how many could not be stored. For a show that was
  /// in the library before, stored ones stay. The writes complete even if the calling task is cancelled, because the
  /// shows were added.
  package func store(_ found: [ImportedCredentials]) async -> Int {
    guard !found.isEmpty else { return 0 }
    return await Task {
      var failures = 0
      for imported in found where await !store(imported) { failures += 1 }
      return failures
    }.value
  }

  /// Stores credentials, and returns whether they are stored.
  private func store(_ imported: ImportedCredentials) async -> Bool {
    do throws(CredentialsError) {
      if imported.isOfKnownShow, try await find(imported.feed) != nil { return true }
      try await save(imported.credentials, imported.feed)
      return true
    } catch {
      return false
    }
  }
}
