import CSecret
import Podcasts

/// Reads and writes the credentials of feeds in the desktop's password store, with libsecret. Each call blocks the
/// calling thread.
struct SecretStore {
  /// The name of the schema, which separates this program's secrets from those of other programs in the password store.
  private static let schemaName = "io.github.podcaster.Podcaster.Feed"

  /// Cancels a call from another thread. ``SecretThread`` owns the reference.
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

  /// Returns the credentials of a secret with these attributes, or `nil` if there is none.
  private func lookUp(_ attributes: [String: String]) throws(CredentialsError) -> Credentials? {
    try withSchema(attributes) { schema, attributes, error in
      guard let text = secret_password_lookupv_nonpageable_sync(schema, attributes, cancellable, error) else {
        return nil
      }
      defer { secret_password_free(text) }
      return FeedSecret.credentials(in: String(cString: text))
    }
  }

  /// Calls a closure with the schema, the attributes and the address of an error pointer, for a function of libsecret.
  /// These C values are valid only during the call. Throws the error that the function of libsecret has stored.
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
      // Both attributes are texts. Their type, `SECRET_SCHEMA_ATTRIBUTE_STRING`, is 0, which a null pointer stands for.
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
  /// Creates the error for a GLib error of libsecret.
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
