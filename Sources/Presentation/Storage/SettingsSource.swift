/// A program's settings. Each setting has a key, which is its name, and a text as its value. The class `AppSettings` of
/// the module GtkViews stores settings in a file.
@MainActor
public protocol SettingsSource: AnyObject, Sendable {
  /// Returns the text of a setting, or `nil` if the setting does not exist.
  func text(forKey key: String) -> String?
  /// Writes a setting. `nil` removes it.
  func setText(_ text: String?, forKey key: String)
  /// Adds an observer, which is notified after each change of this setting. The settings hold the observer weakly, so
  /// the observer is notified until it is released.
  func add(_ observer: SettingObserver, forKey key: String)
}

/// An observer of one setting.
@MainActor
public final class SettingObserver {
  private let changed: @MainActor () -> Void

  /// Creates an observer.
  ///
  /// - Parameter changed: Called after each change of the setting.
  public init(_ changed: @escaping @MainActor () -> Void) {
    self.changed = changed
  }

  /// Notifies the observer that the setting has changed.
  public func notify() { changed() }
}

/// The observers of one setting. A released observer is no longer notified.
@MainActor
public struct SettingObservers {
  private var references: [Reference] = []

  /// A weak reference to an observer.
  private struct Reference {
    weak var observer: SettingObserver?
  }

  /// Creates a list without observers.
  public nonisolated init() {}

  /// Adds an observer.
  public mutating func add(_ observer: SettingObserver) {
    references.removeAll { $0.observer == nil }
    references.append(Reference(observer: observer))
  }

  /// Notifies all observers.
  public func notify() {
    for reference in references { reference.observer?.notify() }
  }
}

/// Settings that are lost when the object is released, for tests and for programs without a settings file.
@MainActor
public final class InMemorySettings: SettingsSource {
  private var texts: [String: String] = [:]
  private var observers: [String: SettingObservers] = [:]

  /// Creates empty settings.
  public nonisolated init() {}

  /// Returns the text of a setting, or `nil` if the setting does not exist.
  public func text(forKey key: String) -> String? { texts[key] }

  /// Writes a setting. `nil` removes it.
  public func setText(_ text: String?, forKey key: String) {
    texts[key] = text
    observers[key]?.notify()
  }

  /// Adds an observer, which is notified after each change of this setting until the observer is released.
  public func add(_ observer: SettingObserver, forKey key: String) {
    observers[key, default: SettingObservers()].add(observer)
  }
}
