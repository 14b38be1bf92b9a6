import CSecret
import Podcasts

/// Reads and writes secrets with libsecret. Each call blocks the calling thread.
struct SecretStore {
  /// The name of the schema, which separates this program's secrets from those of other programs in the keyring.
  private static let schemaName = "io.github.podcaster.Podcaster.Feed"

  /// Borrowed from ``SecretThread``.
  private let cancellable: UnsafeMutablePointer<GCancellable>

  init(_ cancellable: UnsafeMutablePointer<GCancellable>) { self.cancellable = cancellable }

  /// Returns the credentials of a feed. If there are none, returns the credentials of another feed of the same server.
  func find(_ secret: FeedSecret) throws(CredentialsError) -> Credentials? {
    if let found = try lookUp(["feed": secret.feed]) { return found }
    return try lookUp(["server": secret.server])
  }

  /// Saves the credentials of a feed, and replaces earlier ones.
  func save(_ credentials: Credentials, as secret: FeedSecret) throws(CredentialsError) {
    try withSchema(["feed": secret.feed, "server": secret.server]) { schema, attributes, error in
      secret_password_storev_sync(
        schema, attributes, SECRET_COLLECTION_DEFAULT, "Podcaster: \(secret.server)", FeedSecret.text(of: credentials),
        cancellable, error)
    }
  }

  /// Removes the credentials of a feed.
  func remove(_ secret: FeedSecret) throws(CredentialsError) {
    try withSchema(["feed": secret.feed]) { schema, attributes, error in
      secret_password_clearv_sync(schema, attributes, cancellable, error)
    }
  }

  /// Returns the credentials with these attributes, or `nil`.
  private func lookUp(_ attributes: [String: String]) throws(CredentialsError) -> Credentials? {
    try withSchema(attributes) { schema, attributes, error in
      guard let text = secret_password_lookupv_nonpageable_sync(schema, attributes, cancellable, error) else {
        return nil
      }
      defer { secret_password_free(text) }
      return FeedSecret.credentials(in: String(cString: text))
    }
  }

  /// Calls a function of libsecret with the schema and the attributes as C values, which are valid during the call.
  /// Throws the error of the function.
  @discardableResult
  private func withSchema<Value>(
    _ attributeValues: [String: String],
    _ body: (UnsafeMutablePointer<SecretSchema>, OpaquePointer, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) ->
      Value
  ) throws(CredentialsError) -> Value {
    let types = g_hash_table_new(g_str_hash, g_str_equal)!
    let attributes = g_hash_table_new_full(g_str_hash, g_str_equal, nil, g_free)!
    defer {
      g_hash_table_unref(types)
      g_hash_table_unref(attributes)
    }
    for name in ["feed", "server"] {
      // A null pointer stands for the type of texts, `SECRET_SCHEMA_ATTRIBUTE_STRING`, which is 0.
      g_hash_table_insert(types, UnsafeMutableRawPointer(mutating: g_intern_string(name)), nil)
      if let value = attributeValues[name] {
        g_hash_table_insert(attributes, UnsafeMutableRawPointer(mutating: g_intern_string(name)), g_strdup(value))
      }
    }
    let schema = secret_schema_newv(Self.schemaName, SECRET_SCHEMA_NONE, types)!
    defer { secret_schema_unref(schema) }
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    let value = body(schema, attributes, &error)
    if let error { throw CredentialsError(error.pointee) }
    return value
  }
}

extension CredentialsError {
  /// Creates the error for a GLib error.
  init(_ error: GError) {
    let reason = String(cString: error.message)
    switch error.domain {
    case g_io_error_quark() where error.code == Int32(bitPattern: G_IO_ERROR_CANCELLED.rawValue): self = .cancelled
    case secret_error_get_quark() where error.code == Int32(bitPattern: SECRET_ERROR_IS_LOCKED.rawValue): self = .locked
    case secret_error_get_quark(): self = .failed(reason: reason)
    // There is no bus, or no Secret Service on it.
    case g_dbus_error_quark(), g_io_error_quark(): self = .unavailable(reason: reason)
    default: self = .failed(reason: reason)
    }
  }
}
