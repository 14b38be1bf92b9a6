import Foundation

/// Collects the parts of a date, such as a month or a time, in any order.
struct DateParts {
  /// The UTF-8 bytes between two spaces, in lower case.
  typealias Token = UnsafeBufferPointer<UInt8>

  private var year: Int?
  private var month: Int?
  private var day: Int?
  /// The time of day in seconds since midnight, as written: `am` or `pm` is not applied yet.
  private var secondOfDay = 0.0
  /// `true` after `pm`, `false` after `am`, and `nil` without either.
  private var isAfternoon: Bool?
  /// The offset from UTC, in seconds. East is positive.
  private var zoneOffset = 0

  /// The date, or `nil` if the year, the month or the day is missing or out of range.
  var date: Date? {
    guard let year, let month, let day, 1900...2100 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    var seconds = secondOfDay
    // 43,200 seconds are 12 hours, and 46,800 seconds are 13 hours. `12:30 am` is half an hour after midnight.
    if isAfternoon == true && seconds < 43_200 { seconds += 43_200 }
    if isAfternoon == false && 43_200..<46_800 ~= seconds { seconds -= 43_200 }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 - zoneOffset) + seconds)
  }

  /// Returns the days since 1970 in the Gregorian calendar. In the formula, years begin on March 1, so that a leap day
  /// is the last day of its year. The formula counts from March 1 of the year 0, which is 719,468 days before 1970. The
  /// day may be after the end of its month: April 31 is May 1.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// Reads the next part or parts of the date. The token must not be empty.
  mutating func read(_ token: Token) {
    let first = token[0]
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      readZone(token)
    } else if token.contains(UInt8(ascii: ":")) {
      readTime(token)
    } else if first.isASCIIDigit {
      if let separator = token.first(where: { $0 == UInt8(ascii: "-") || $0 == .slash || $0 == UInt8(ascii: ".") }) {
        readDate(token, separator: separator)
      } else {
        readNumber(token.slice(0..<token.digitCount))
      }
    } else {
      readWord(token)
    }
  }

  /// Reads a number without separators: a complete date in eight digits, a year in three or more digits, or a day. Of
  /// two numbers with one or two digits, the first is the day, and the second is the year.
  private mutating func readNumber(_ digits: Token) {
    guard let number = digits.number else { return }
    if digits.count == 8 {
      (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    } else if digits.count >= 3 {
      if year == nil { year = number }
    } else if day == nil {
      day = number
    } else if year == nil {
      year = Self.year(number)
    }
  }

  /// Returns the year for two digits: 1970 to 2069.
  private static func year(_ twoDigits: Int) -> Int { twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits }

  /// Reads `2024-05-01`, `2024/05/01`, `2004-július-13` or `13-jul-2004`. A numeric date that does not begin with a
  /// year of four digits is not read, because the order of its day and month is unknown.
  private mutating func readDate(_ token: Token, separator: UInt8) {
    guard let firstEnd = token.firstIndex(of: separator),
      let secondEnd = token.dropFirst(firstEnd + 1).firstIndex(of: separator)
    else {
      return readNumber(token.slice(0..<token.digitCount))  // `1.` is a day.
    }
    let first = token.slice(0..<firstEnd)
    let middle = token.slice((firstEnd + 1)..<secondEnd)
    let rest = token.dropping(secondEnd + 1)
    let last = rest.slice(0..<rest.digitCount)
    if first.count == 4 {
      (year, month, day) = (first.number, middle.number ?? Months.month(middle), last.number)
      let time = rest.dropping(last.count)
      if time.first == UInt8(ascii: "t"), time.count > 1 { readTime(time.dropping(1)) }
    } else if middle.number == nil {
      (day, month) = (first.number, Months.month(middle))
      year = last.number.map { $0 < 100 ? Self.year($0) : $0 }
    }
  }

  /// Reads a time of day. The token may also contain the date before the time, and the zone or `pm` after it.
  private mutating func readTime(_ token: Token) {
    // In ISO 8601, a date may come before the time, separated by `t`. The date has eight digits, or contains hyphens.
    if token[0].isASCIIDigit, let separator = token.firstIndex(of: UInt8(ascii: "t")), separator + 1 < token.count,
      separator == 8 || token.prefix(separator).contains(UInt8(ascii: "-"))
    {
      read(token.slice(0..<separator))
      return readTime(token.dropping(separator + 1))
    }
    // Hours above 23 and minutes above 59 are added to the date: `24:00` is the start of the next day. Seconds are
    // limited to 60, the number of a leap second.
    guard var clock = Clock(token), clock.hour < 100, clock.minute < 100 else { return }
    clock.second = min(clock.second, 60)
    secondOfDay = Double(clock.hour * 3600 + clock.minute * 60) + clock.second
    let rest = token.dropping(clock.length)
    guard let first = rest.first else { return }
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { readZone(rest) } else { readWord(rest) }
  }

  /// Reads an offset from UTC: `+0900`, `-05:00` or `+9`. One or two digits are hours.
  private mutating func readZone(_ token: Token) {
    var number = 0
    var digitCount = 0
    for byte in token.dropFirst() where byte != UInt8(ascii: ":") {
      guard byte.isASCIIDigit, digitCount < 4 else { return }
      number = number * 10 + Int(byte &- 0x30)
      digitCount += 1
    }
    guard digitCount > 0 else { return }
    let minutes = digitCount <= 2 ? number * 60 : number / 100 * 60 + number % 100
    // No zone is 15 or more hours from UTC.
    guard minutes <= 14 * 60 + 59 else { return }
    zoneOffset = (token[0] == UInt8(ascii: "-") ? -minutes : minutes) * 60
  }

  /// Reads the name of a month, `am`, `pm`, or a time zone, such as `est` or `gmt-0400`. Other words are ignored.
  private mutating func readWord(_ token: Token) {
    if let month = Months.month(token) {
      self.month = month
    } else if token.isEqual(to: "am") || token.isEqual(to: "a.m.") {
      isAfternoon = false
    } else if token.isEqual(to: "pm") || token.isEqual(to: "p.m.") {
      isAfternoon = true
    } else if let sign = token.firstIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) {
      if TimeZones.isUTC(token.slice(0..<sign)) { readZone(token.dropping(sign)) }
    } else if let minutes = TimeZones.offset(token) {
      zoneOffset = minutes * 60
    }
  }
}

/// Hours, minutes and seconds at the beginning of a token.
private struct Clock {
  var hour = 0
  var minute = 0
  var second = 0.0
  /// The number of bytes of the token that were parsed.
  var length = 0

  /// Parses the time at the beginning of a token. Returns `nil` if the token does not begin with a time.
  init?(_ token: DateParts.Token) {
    guard let hour = Self.number(in: token, at: &length), length < token.count, token[length] == UInt8(ascii: ":")
    else { return nil }
    length += 1
    guard let minute = Self.number(in: token, at: &length) else { return nil }
    (self.hour, self.minute) = (hour, minute)
    if length < token.count, token[length] == UInt8(ascii: ":") {
      length += 1
      second = Double(Self.number(in: token, at: &length) ?? 0)
    }
    guard length < token.count, token[length] == UInt8(ascii: ".") else { return }
    length += 1
    var placeValue = 0.1
    while length < token.count, token[length].isASCIIDigit {
      second += Double(token[length] &- 0x30) * placeValue
      placeValue /= 10
      length += 1
    }
  }

  /// Reads a number, and moves the index behind its last digit. Returns `nil` if there is no digit, or if there are
  /// more than six.
  private static func number(in token: DateParts.Token, at index: inout Int) -> Int? {
    let start = index
    var value = 0
    while index < token.count, token[index].isASCIIDigit {
      guard index - start < 6 else { return nil }
      value = value * 10 + Int(token[index] &- 0x30)
      index += 1
    }
    return index > start ? value : nil
  }
}

/// The names of time zones.
private enum TimeZones {
  static func isUTC(_ name: DateParts.Token) -> Bool {
    name.isEqual(to: "gmt") || name.isEqual(to: "utc") || name.isEqual(to: "ut") || name.isEqual(to: "z")
  }

  /// Returns the offset of a zone from UTC, in minutes, or `nil` for an unknown name. East is positive. If several
  /// zones have the same abbreviation, the zone with the most podcasts is used.
  static func offset(_ name: DateParts.Token) -> Int? {
    guard name.count <= 4 else { return nil }
    for (known, minutes) in zones where name.isEqual(to: known) { return minutes }
    return nil
  }

  /// The names in lower case, and the offsets from UTC in minutes.
  private static let zones: [(StaticString, Int)] = [
    ("gmt", 0), ("z", 0), ("utc", 0), ("ut", 0), ("wet", 0), ("west", 60), ("bst", 60), ("cet", 60), ("cest", 120),
    ("mez", 60),
    ("mesz", 120), ("eet", 120), ("eest", 180), ("msk", 180), ("est", -300), ("edt", -240), ("cst", -360),
    ("cdt", -300), ("mst", -420),
    ("mdt", -360), ("pst", -480), ("pdt", -420), ("akst", -540), ("akdt", -480), ("hst", -600), ("brt", -180),
    ("ist", 330), ("kst", 540),
    ("jst", 540), ("awst", 480), ("acst", 570), ("acdt", 630), ("aest", 600), ("aedt", 660), ("nzst", 720),
    ("nzdt", 780),
  ]
}

/// The names of months in several languages.
private enum Months {
  /// Returns the number of a month for a lower-case word that begins like the name of the month. `nil` for other words.
  static func month(_ word: DateParts.Token) -> Int? {
    guard let first = word.first, first.isASCIILetter || first >= 0x80 else { return nil }
    for (prefix, month) in prefixes where word.begins(with: prefix) { return month }
    return nil
  }

  /// The first letters of the names of the months, with the numbers of the months, in English, German, French, Spanish,
  /// Italian, Portuguese, Dutch, Swedish, Hungarian, Greek and Russian.
  private static let prefixes: [(StaticString, Int)] = [
    ("jan", 1), ("ene", 1), ("gen", 1), ("jän", 1), ("ιαν", 1), ("янв", 1),
    ("feb", 2), ("fev", 2), ("fév", 2), ("φεβ", 2), ("фев", 2),
    ("mar", 3), ("mär", 3), ("mrz", 3), ("mrt", 3), ("maa", 3), ("már", 3), ("μαρ", 3), ("μάρ", 3), ("мар", 3),
    ("apr", 4), ("avr", 4), ("abr", 4), ("ápr", 4), ("απρ", 4), ("апр", 4),
    ("may", 5), ("mai", 5), ("mag", 5), ("mei", 5), ("maj", 5), ("máj", 5), ("μαι", 5), ("μάι", 5), ("μαΐ", 5),
    ("μαϊ", 5), ("мая", 5), ("май", 5),
    ("juin", 6), ("jun", 6), ("giu", 6), ("jún", 6), ("ιουν", 6), ("ιούν", 6), ("июн", 6),
    ("juil", 7), ("jul", 7), ("lug", 7), ("júl", 7), ("ιουλ", 7), ("ιούλ", 7), ("июл", 7),
    ("aug", 8), ("aoû", 8), ("aou", 8), ("ago", 8), ("αυγ", 8), ("αύγ", 8), ("авг", 8),
    ("sep", 9), ("set", 9), ("sze", 9), ("σεπ", 9), ("сен", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("οκτ", 10), ("окт", 10),
    ("nov", 11), ("νοε", 11), ("νοέ", 11), ("ноя", 11),
    ("dec", 12), ("dez", 12), ("dic", 12), ("déc", 12), ("δεκ", 12), ("дек", 12),
  ]
}
