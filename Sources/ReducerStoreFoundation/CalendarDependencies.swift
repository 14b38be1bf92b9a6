public import Foundation
public import ReducerStore

private enum CalendarKey: DependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }
  static var testValue: Calendar {
    UnimplementedDependency("calendar").report()
    return .autoupdatingCurrent
  }
}

private enum LocaleKey: DependencyKey {
  static var liveValue: Locale { .autoupdatingCurrent }
  static var testValue: Locale {
    UnimplementedDependency("locale").report()
    return .autoupdatingCurrent
  }
}

private enum TimeZoneKey: DependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }
  static var testValue: TimeZone {
    UnimplementedDependency("timeZone").report()
    return .autoupdatingCurrent
  }
}

extension DependencyValues {
  /// The calendar of the user. In a test that does not replace it, each use is reported as a `Misuse`.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The language and region of the user. In a test that does not replace it, each use is reported as a `Misuse`.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The time zone of the user. In a test that does not replace it, each use is reported as a `Misuse`.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
