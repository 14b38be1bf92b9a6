package import Podcasts

extension CredentialsClient {
  /// Stores the names and passwords that an import found, and returns how many could not be stored. If a show was in
  /// the library before the import, its stored name and password are not replaced. The writes complete even if the
  /// calling task is cancelled, because the shows were already added.
  package func store(_ imports: [ImportedCredentials]) async -> Int {
    guard !imports.isEmpty else { return 0 }
    return await Task {
      var failures = 0
      for imported in imports where await !storeUnlessReplacing(imported) { failures += 1 }
      return failures
    }.value
  }

  /// Stores the name and the password of a show, unless the show was in the library before and already has stored ones.
  /// Returns `false` if they could not be read or stored.
  private func storeUnlessReplacing(_ imported: ImportedCredentials) async -> Bool {
    do throws(CredentialsError) {
      if imported.isOfKnownShow, try await find(imported.feed) != nil { return true }
      try await save(imported.credentials, imported.feed)
      return true
    } catch {
      return false
    }
  }
}
