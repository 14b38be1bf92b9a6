package import Podcasts

extension CredentialsClient {
  /// Stores the user names and passwords that an import found, and returns how many could not be stored. If a show was
  /// in the library before the import, its stored user name and password are not replaced. The writes complete even if
  /// the calling task is cancelled, because the shows were already added.
  package func store(_ foundCredentials: [ImportedCredentials]) async -> Int {
    guard !foundCredentials.isEmpty else { return 0 }
    return await Task {
      var failures = 0
      for found in foundCredentials where await !storeUnlessReplacing(found) { failures += 1 }
      return failures
    }.value
  }

  /// Stores the user name and the password for a show, unless the show was in the library before the import and has
  /// stored ones. Returns `false` if the stored ones could not be read, or the new ones could not be stored.
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
