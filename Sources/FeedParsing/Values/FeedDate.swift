import Foundation

/// Reads the date of an episode, in the forms that feeds have it in.
///
/// Those are RFC 822 and ISO 8601, and what looks like them: without seconds, with milliseconds, with a wrong weekday or none, with names
/// of months in full or in another language, with two digits for the year, without commas, with the year at the end, with zones by name
/// or as `GMT-0400 (EDT)`, with hours above 23, which run into the next day, and with text behind a parenthesis. No formatter and no
/// locale takes part, so the same text is the same date on every machine. A text without a day, a month and a year is no date.
enum FeedDate {
  /// The date, or `nil` if the text is none, or one outside of the years 1900 to 2100.
  static func date(_ text: String) -> Date? {
    var text = text.lowercased()
    if let parenthesis = text.firstIndex(of: "(") { text = String(text[..<parenthesis]) }
    text = withoutKorean(text.trimmed)
    if let date = timestamp(text) { return date }
    var parts = DateParts()
    for token in text.split(whereSeparator: { $0.isWhitespace || $0 == "," }) { parts.read(token) }
    return parts.date
  }

  /// A number alone is seconds or milliseconds since 1970.
  private static func timestamp(_ text: String) -> Date? {
    guard text.utf8.count == 10 || text.utf8.count == 13, text.utf8.allSatisfy(\.isASCIIDigit), let number = Double(text) else { return nil }
    return Date(timeIntervalSince1970: text.utf8.count == 10 ? number : number / 1000)
  }

  /// `2004년 05월 28일 오후 11:01:20` as `2004-05-28 pm 11:01:20`.
  private static func withoutKorean(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var text = text
    if text.contains("년" as Character) {
      text = text.replacing("년 ", with: "-").replacing("년", with: "-").replacing("월 ", with: "-").replacing("월", with: "-")
      text = text.replacing("일", with: " ")
    }
    return text.replacing("오전", with: " am ").replacing("오후", with: " pm ")
  }
}

/// The parts of a date, in whatever order they come.
private struct DateParts {
  private var year: Int?
  private var month: Int?
  private var day: Int?
  private var secondOfDay = 0.0
  private var isAfternoon: Bool?
  private var zone = 0

  var date: Date? {
    guard let year, let month, let day, 1900...2100 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    var seconds = secondOfDay
    if isAfternoon == true && seconds < 43_200 { seconds += 43_200 }
    if isAfternoon == false && 43_200..<46_800 ~= seconds { seconds -= 43_200 }
    let days = Self.daysSince1970(year: year, month: month, day: day)
    return Date(timeIntervalSince1970: Double(days * 86_400 - zone) + seconds)
  }

  /// Days of the Gregorian calendar, by counting from a year that begins in March. A day past its month's end is one of the next month.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  mutating func read(_ token: Substring) {
    if let first = token.first, first == "+" || first == "-" {
      readZone(token)
    } else if token.utf8.contains(UInt8(ascii: ":")) {
      readTime(token)
    } else if let number = Int(token.prefix(while: \.isNumber)), token.first?.isNumber == true {
      if let separator = token.first(where: { "-/.".contains($0) }) {
        readDate(token, separator: separator)
      } else {
        readNumber(number, digits: token.prefix(while: \.isNumber).count)
      }
    } else {
      readWord(token)
    }
  }

  private mutating func readNumber(_ number: Int, digits: Int) {
    if digits == 8 {
      (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    } else if digits >= 3 {
      if year == nil { year = number }
    } else if day == nil {
      day = number
    } else if year == nil {
      year = Self.year(number)
    }
  }

  /// Two digits mean the century that is nearest.
  private static func year(_ twoDigits: Int) -> Int { twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits }

  /// `2024-05-01`, `2024/05/01`, `2004-július-13` or `13-jul-2004`. A date in numbers that does not begin with the year is not read: nobody
  /// knows whether its day or its month comes first.
  private mutating func readDate(_ token: Substring, separator: Character) {
    let parts = token.split(separator: separator)
    guard parts.count >= 3 else { return }
    let middle = Int(parts[1]) ?? Months.month(parts[1])
    let last = parts[2].prefix(while: \.isNumber)
    if parts[0].count == 4 {
      (year, month, day) = (Int(parts[0]), middle, Int(last))
      let rest = parts[2].dropFirst(last.count)
      if rest.first == "t", rest.count > 1 { readTime(rest.dropFirst()) }
    } else if Int(parts[1]) == nil {
      (day, month) = (Int(parts[0]), middle)
      year = Int(last).map { $0 < 100 ? Self.year($0) : $0 }
    }
  }

  private mutating func readTime(_ token: Substring) {
    // An ISO date may stand in front, and a zone behind.
    if let separator = token.firstIndex(of: "t"), token.first?.isNumber == true, token[..<separator].utf8.contains(UInt8(ascii: "-")) {
      read(token[..<separator])
      return readTime(token[token.index(after: separator)...])
    }
    let time = token.prefix { $0.isNumber || $0 == ":" || $0 == "." }
    let parts = time.split(separator: ":").map { Double($0) }
    guard parts.count >= 2, let hour = parts[0], let minute = parts[1], hour < 100, minute < 100 else { return }
    let second = parts.count > 2 ? parts[2] ?? 0 : 0
    secondOfDay = hour * 3600 + minute * 60 + min(second, 60)
    let rest = token.dropFirst(time.count)
    if let first = rest.first { first == "+" || first == "-" ? readZone(rest) : readWord(rest) }
  }

  /// `+0900`, `-05:00`, `+9`.
  private mutating func readZone(_ token: Substring) {
    let digits = token.dropFirst().filter { $0 != ":" }
    guard let number = Int(digits), digits.count <= 4 else { return }
    let minutes = digits.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
    guard minutes <= 14 * 60 + 59 else { return }
    zone = (token.first == "-" ? -minutes : minutes) * 60
  }

  private mutating func readWord(_ token: Substring) {
    if let month = Months.month(token) {
      self.month = month
    } else if token == "am" || token == "a.m." {
      isAfternoon = false
    } else if token == "pm" || token == "p.m." {
      isAfternoon = true
    } else if let sign = token.firstIndex(where: { $0 == "+" || $0 == "-" }), ["gmt", "utc", "ut", "z"].contains(token[..<sign]) {
      readZone(token[sign...])
    } else if let hours = Self.zones[token] {
      zone = Int(hours * 3600)
    }
  }

  /// Hours east of Greenwich. An abbreviation that several countries use means the one with the most podcasts.
  private static let zones: [Substring: Double] = [
    "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "west": 1, "bst": 1, "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3,
    "msk": 3, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "akst": -9, "akdt": -8, "hst": -10,
    "brt": -3, "ist": 5.5, "kst": 9, "jst": 9, "awst": 8, "acst": 9.5, "acdt": 10.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
  ]
}

/// The names of months in the languages of feeds.
private enum Months {
  /// The month whose name or abbreviation a word is, in lower case.
  static func month(_ word: Substring) -> Int? {
    guard word.first?.isLetter == true else { return nil }
    for (beginning, month) in beginnings where word.hasPrefix(beginning) { return month }
    return nil
  }

  /// How names of months begin: English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Hungarian, Greek, Russian. Longer
  /// ones stand before those that they begin with.
  private static let beginnings: [(String, Int)] = [
    ("jan", 1), ("ene", 1), ("gen", 1), ("jän", 1), ("ιαν", 1), ("янв", 1),
    ("feb", 2), ("fev", 2), ("fév", 2), ("φεβ", 2), ("фев", 2),
    ("mar", 3), ("mär", 3), ("mrz", 3), ("mrt", 3), ("maa", 3), ("már", 3), ("μαρ", 3), ("μάρ", 3), ("мар", 3),
    ("apr", 4), ("avr", 4), ("abr", 4), ("ápr", 4), ("απρ", 4), ("апр", 4),
    ("may", 5), ("mai", 5), ("mag", 5), ("mei", 5), ("maj", 5), ("máj", 5), ("μαι", 5), ("μάι", 5), ("μαΐ", 5), ("μαϊ", 5), ("мая", 5), ("май", 5),
    ("juin", 6), ("jun", 6), ("giu", 6), ("jún", 6), ("ιουν", 6), ("ιούν", 6), ("июн", 6),
    ("juil", 7), ("jul", 7), ("lug", 7), ("júl", 7), ("ιουλ", 7), ("ιούλ", 7), ("июл", 7),
    ("aug", 8), ("aoû", 8), ("aou", 8), ("ago", 8), ("αυγ", 8), ("αύγ", 8), ("авг", 8),
    ("sep", 9), ("set", 9), ("sze", 9), ("σεπ", 9), ("сен", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("οκτ", 10), ("окт", 10),
    ("nov", 11), ("νοε", 11), ("νοέ", 11), ("ноя", 11),
    ("dec", 12), ("dez", 12), ("dic", 12), ("déc", 12), ("δεκ", 12), ("дек", 12),
  ]
}
