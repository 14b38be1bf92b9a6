import FeedParsing
import Foundation
import Podcasts
import Testing

@Suite struct FeedDateTests {
  /// 2024-05-01 09:30:00 UTC, in seconds since 1970.
  private static let moment = 1_714_555_800.0

  // All texts stand for `moment`. A wrong weekday is ignored, and an hour above 23 is on the next day.
  @Test(arguments: [
    "Wed, 01 May 2024 09:30:00 GMT", "Wed, 1 May 2024 09:30 GMT", "1 May 24 09:30:00 +0000",
    "Mon, 01 May 2024 09:30:00 GMT",
    "Wed, 01 May 2024 05:30:00 GMT-0400 (EDT)", "Wed, 01 May 2024 11:30:00 CEST", "Wed, 01 May 2024 18:30:00 KST",
    "Wed, 01 May 2024 11:30:00.000 +02:00", "Wed May  1 09:30:00 2024 GMT", "Wed, 01 May 2024 09:30:00 +0000 (1 m…",
    "Tue, 30 Apr 2024 33:30:00 GMT", "Wednesday, May 1st, 2024 9:30:00 AM", "1 mai 2024 09:30:00",
    "Mié, 01 mayo 2024 09:30:00 GMT",
    "2024-05-01T09:30:00Z", "2024-05-01T18:30:00+09:00", "2024-05-01 09:30:00", "2024-05-01T09:30:00.000Z",
    "2024-május-01T9:30+00:00",
    "2024/05/01 09:30", "1714555800", "1714555800000", "01-May-2024 09:30:00", "Τετ, 01 Μάι 2024 09:30:00 GMT",
    "2024년 05월 01일 09:30:00", "2024-05-01 오전 09:30:00", "Wed,01 May 2024 04:30:00 EST",
    "Mittwoch, 1. Mai 2024 11:30:00 MESZ", "ΤΕΤ, 01 ΜΆΙ 2024 09:30:00 GMT", "Ср, 01 МАЙ 2024 12:30:00 MSK",
    "Wed,\u{A0}01\u{A0}May 2024 09:30 GMT",
    "2024년5월1일 오전 9:30", "20240501T09:30:00Z", "20240501 09:30", "Wed, 01 May 2024 09:30:00.0000000Z",
    "  Wed, 01 May 2024 09:30:00  Z ",
  ])
  func `dates are read in the formats of real feeds`(text: String) throws {
    #expect(try Feeds.item("<pubDate>\(text)</pubDate>").publishedAt == Date(timeIntervalSince1970: Self.moment))
  }

  @Test func `AM and PM are applied to the time`() throws {
    let twelveHoursLater = Date(timeIntervalSince1970: Self.moment + 43_200)
    #expect(try Feeds.item("<pubDate>2024년 5월 1일 오후 09:30:00</pubDate>").publishedAt == twelveHoursLater)
    #expect(try Feeds.item("<pubDate>May 1, 2024 9:30 PM</pubDate>").publishedAt == twelveHoursLater)
    let nineHoursEarlier = Date(timeIntervalSince1970: Self.moment - 32_400)
    #expect(try Feeds.item("<pubDate>May 1, 2024 12:30 AM</pubDate>").publishedAt == nineHoursEarlier)
  }

  // Each date with its midnight (UTC), in seconds since 1970.
  @Test(arguments: [
    ("Sept 5 2016", 1_473_033_600.0), ("29 Feb 2000", 951_782_400), ("1 Jan 1960", -315_619_200),
    ("31 December 99", 946_598_400),
  ])
  func `other names of months, leap days, years in two digits and dates before 1970 are read`(
    text: String, seconds: Double
  ) throws {
    #expect(try Feeds.item("<pubDate>\(text)</pubDate>").publishedAt == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "yesterday", "31/12/2024", "1 May 9999", "0000-00-00 00:00:00", "32 May 2024", "May 2024", "-1",
    "99999999999999999999", "(1 May 2024)",
    "+", ":", "1:", "-:1", "t:1", "1-1-", "2024-", "2024-05-", "년월일", "\u{C5}", "May May May 2024",
  ])
  func `text that is not a date gives no date`(text: String) throws {
    #expect(try Feeds.item("<pubDate>\(text)</pubDate>").publishedAt == nil)
  }

  @Test func `a text longer than 128 bytes is read from its beginning`() throws {
    let date = "Wed, 01 May 2024 09:30:00 GMT"
    #expect(
      try Feeds.item("<pubDate>\(date) \(String(repeating: "x", count: 200_000))</pubDate>").publishedAt
        == Date(timeIntervalSince1970: Self.moment))
  }
}

@Suite struct FeedDurationTests {
  @Test(arguments: [
    ("3723", 3723.0), ("1:02:03", 3723), ("62:03", 3723), ("01:02:03.5", 3723.5), ("1h 2m 3s", 3723),
    ("62 min 3 sec", 3723), ("PT1H2M3S", 3723),
    ("3723.0", 3723), ("3723,5", 3723.5), (" 1:02:03 ", 3723), ("1시간 2분 3초", 3723), (":45", 45), ("00:90", 90),
  ])
  func `durations are read in the formats of real feeds`(text: String, seconds: Double) throws {
    #expect(try Feeds.item("<itunes:duration>\(text)</itunes:duration>").duration == .seconds(seconds))
  }

  // A duration of zero is not used, because feeds write it for an unknown duration.
  @Test(arguments: ["", "0", "00:00:00", "-5", "1:2:3:4", "long", "nan", "inf", "1e99", "5 apples", "1:-2:3"])
  func `text that is not a positive duration gives no duration`(text: String) throws {
    #expect(try Feeds.item("<itunes:duration>\(text)</itunes:duration>").duration == nil)
  }
}

@Suite struct FeedTitleTests {
  @Test(arguments: [
    ("", "one"), (" \t ", "one"), ("\u{0}", "one"), ("\u{200F}\u{2066}", "one"), ("\u{7F}\u{9B}", "one"), ("..", ".."),
    ("/", "/"),
    ("before\u{0}after", "before after"), ("before&#127;after", "before after"),
    ("\u{1B}[31mred\u{9B}0m", "[31mred 0m"), ("שלום \u{200F}", "שלום \u{200F}"),
  ])
  func `control characters in a title become spaces, and an invisible title is replaced`(
    title: String, shown: String
  ) throws {
    // Given a show and an episode with the same title in JSON, which allows each character. The files of the feed and
    // of the audio have the name “one”
    let feed: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "title": title,
      "items": [
        ["id": "1", "title": title, "attachments": [["url": "https://a.example/one.mp3", "mime_type": "audio/mpeg"]]]
      ],
    ]

    // Then both have the same visible title, which is the file's name if the title is invisible
    let podcast = try Feeds.parse(
      JSONSerialization.data(withJSONObject: feed), source: URL(filePath: "/feeds/one.json")
    ).podcast
    #expect(podcast.title == shown)
    #expect(podcast.items.map(\.title) == [shown])
  }
}
