package import Foundation
package import Podcasts
package import Presentation

/// The texts of the health page about the state of a show's feed.
package struct HealthReport: Equatable, Sendable {
  /// A fact with its label.
  package struct Fact: Hashable, Sendable, Identifiable {
    package var label: TextState
    package var value: TextState

    package var id: TextState { label }
  }

  /// The result of the last refresh.
  package let status: TextState
  /// The advice for the user, or `nil` if nothing is wrong.
  package let advice: TextState?
  /// The facts, in the order of the page.
  package let facts: [Fact]
  /// The defects of the feed that were repaired.
  package let repairs: [FeedRepair]
  /// The addresses that the feed had before, the newest first.
  package let formerAddresses: [String]

  /// Creates the report about the feed of a subscription.
  ///
  /// - Parameter locale: The locale of dates.
  package init(_ subscription: Subscription, locale: Locale) {
    (status, advice) = Self.statusAndAdvice(for: subscription)
    facts = Self.facts(of: subscription, locale: locale)
    // A feed that was cut off is listed as a repair, even if the parser has not reported this defect.
    let isTruncationUnlisted = subscription.isPartial && !subscription.repairs.contains { $0.kind == .truncated }
    repairs = subscription.repairs + (isTruncationUnlisted ? [FeedRepair(.truncated)] : [])
    formerAddresses = subscription.formerURLs.map(\.shownAddress)
  }

  /// Returns the report as plain text in English, for support.
  ///
  /// - Parameter title: The name of the show.
  package func text(title: String) -> String {
    var parts = [title, status.description]
    parts += facts.map { "\($0.label.description): \($0.value.description)" }
    parts += repairs.map { "Repaired: \($0.reportText)" }
    parts += formerAddresses.map { "Former address: \($0)" }
    return parts.joined(separator: "\n") + "\n"
  }

  private static func statusAndAdvice(for subscription: Subscription) -> (status: TextState, advice: TextState?) {
    switch subscription.status {
    case .neverFetched: (TextState("This feed was not refreshed yet."), nil)
    case .current: (TextState("This feed is up to date."), nil)
    case .failed(let error): (error.title, error.message)
    case .gone: (FeedError.gone(subscription.feedURL).title, FeedError.gone(subscription.feedURL).message)
    }
  }

  private static func facts(of subscription: Subscription, locale: Locale) -> [Fact] {
    func dateText(_ date: Date?) -> TextState {
      date.map {
        TextState(verbatim: $0.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale)))
      } ?? TextState("Never")
    }
    var facts = [
      Fact(label: TextState("Address"), value: TextState(verbatim: subscription.feedURL.shownAddress)),
      Fact(label: TextState("Last Refresh"), value: dateText(subscription.lastRefreshedAt)),
      Fact(label: TextState("Last Success"), value: dateText(subscription.lastSucceededAt)),
    ]
    if let status = subscription.httpStatus, status > 0 {
      facts.append(Fact(label: TextState("Answer of the Server"), value: TextState(verbatim: "HTTP \(status)")))
    }
    if subscription.failureCount > 0 {
      facts.append(
        Fact(label: TextState("Failures in a Row"), value: TextState(verbatim: String(subscription.failureCount))))
    }
    let nextRefresh =
      subscription.status == .gone
      ? TextState("Only when you ask for it") : subscription.nextDueAt.map { dateText($0) } ?? TextState("Soon")
    facts.append(Fact(label: TextState("Next Refresh"), value: nextRefresh))
    return facts
  }
}

extension FeedRepair {
  /// The defect, in a sentence.
  package var text: TextState {
    switch kind {
    case .textBeforeDocument: TextState("Text before the feed was left out.")
    case .encoding: TextState("The feed declares the wrong encoding.")
    case .markup: TextState("The feed has damaged markup, such as bare ampersands or unclosed tags.")
    case .namespace: TextState("The feed uses a prefix that it does not declare.")
    case .date: TextState("A date cannot be read.")
    case .guid: TextState("Episodes have no identifiers, or the same ones.")
    case .longValue: TextState("A text was too long and was cut.")
    case .skippedItem: TextState("An episode was too large and was left out.")
    case .truncated: TextState("The feed was cut off before its end.")
    }
  }

  /// The titles of the first episodes with the defect, and the number of the other episodes with the defect. Without
  /// titles, only the number of episodes. `nil` if the defect is not in an episode.
  package var episodesText: TextState? {
    guard itemCount > 0 else { return nil }
    guard !itemTitles.isEmpty else {
      return itemCount == 1 ? TextState("1 episode") : TextState("\(itemCount) episodes")
    }
    let titles = itemTitles.joined(separator: ", ")
    return itemCount > itemTitles.count
      ? TextState("\(titles) and \(itemCount - itemTitles.count) more") : TextState(verbatim: titles)
  }

  /// The defect and its episodes in English, for reports and the command line.
  package var reportText: String { text.description + (episodesText.map { " \($0.description)" } ?? "") }
}

extension EpisodeMerge.Evidence {
  /// The reason why a new item was recognized as a known episode.
  package var text: TextState {
    switch self {
    case .sameAudio: TextState("Its audio is at the same place.")
    case .sameTitleDateAndLength: TextState("Its title, date and length are the same.")
    }
  }
}

extension URL {
  /// The address for display: the path of a file, or a web address without a name and a password.
  package var shownAddress: String {
    isFileURL ? path : withoutCredentials.absoluteString
  }

  /// The address without the name and the password that it may contain.
  var withoutCredentials: URL { splittingCredentials().bare }
}

extension String {
  /// An address that the user typed, without the name and the password that it may contain. For messages and logs.
  package var withoutCredentials: String {
    replacing(/:\/\/[^\/\s]*@/, with: "://").replacing(/^[^\/\s:@]*:[^\/\s]*@/, with: "")
  }
}
