import Foundation
import Podcasts
import Presentation
package import ReducerStore

/// The home page: started episodes and new episodes.
@Reducer
package struct HomeFeature {
  @ObservableState
  package struct State: Equatable {
    /// The started episodes, the last played first.
    package var continueListening = EpisodeListFeature.State(query: EpisodeQuery(.continueListening))
    /// The new episodes, grouped by day.
    package var newEpisodes = EpisodeListFeature.State(query: EpisodeQuery(.new))

    package init() {}

    /// Whether both lists are loaded and have no episodes.
    package var isEmpty: Bool {
      !continueListening.isLoading && !newEpisodes.isLoading && continueListening.ids.isEmpty && newEpisodes.ids.isEmpty
    }
  }

  package enum Action: Equatable {
    case continueListening(EpisodeListFeature.Action)
    /// A request of one of the lists, for the parent.
    case delegate(EpisodeListFeature.Action.Delegate)
    case newEpisodes(EpisodeListFeature.Action)
    /// The page appeared. From now on, both lists receive the changes of the library.
    case opened
  }

  @Dependency(\.locale) private var locale
  @Dependency(\.now) private var now

  package init() {}

  package var body: some ReducerOf<Self> {
    Scope(state: \.continueListening, action: \.continueListening) { EpisodeListFeature() }
    Scope(state: \.newEpisodes, action: \.newEpisodes) { EpisodeListFeature() }
    Reduce { state, action in
      switch action {
      case .continueListening(.delegate(let request)), .newEpisodes(.delegate(let request)):
        return .send(.delegate(request))
      case .newEpisodes(.idsReceived), .newEpisodes(.loaded):
        groupByDay(&state)
        return .none
      case .opened: return .merge(.send(.continueListening(.opened)), .send(.newEpisodes(.opened)))
      case .continueListening, .delegate, .newEpisodes: return .none
      }
    }
  }

  /// Sets the heading of the first row of each day. A row after a row that is not loaded, or whose episode has no date,
  /// gets no heading, because the day of the previous row is not known.
  private func groupByDay(_ state: inout State) {
    let names = DayNames(now: now(), locale: locale)
    var previousDay: Date?
    for (index, id) in state.newEpisodes.ids.enumerated() {
      guard let row = state.newEpisodes.rows[id: id] else {
        previousDay = nil
        continue
      }
      let day = row.episode.publishedAt.map(names.calendar.startOfDay)
      let isFirstOfDay = index == 0 || (previousDay != nil && day != previousDay)
      let heading = isFirstOfDay ? day.map(names.name) : nil
      if row.dayHeading != heading { state.newEpisodes.rows[id: id]?.dayHeading = heading }
      previousDay = day
    }
  }
}

/// The names of days: “Today”, “Yesterday”, the weekday for the five days before, or the date for all other days.
private struct DayNames {
  let calendar: Calendar
  let today: Date
  let locale: Locale

  init(now: Date, locale: Locale) {
    var calendar = Calendar.current
    calendar.locale = locale
    self.calendar = calendar
    self.locale = locale
    today = calendar.startOfDay(for: now)
  }

  /// Returns the name of a day.
  ///
  /// - Parameter day: The start of the day.
  func name(of day: Date) -> TextState {
    switch calendar.dateComponents([.day], from: day, to: today).day ?? 0 {
    case 0: TextState("Today")
    case 1: TextState("Yesterday")
    case 2...6: TextState(verbatim: day.formatted(Date.FormatStyle(locale: locale, calendar: calendar).weekday(.wide)))
    default:
      TextState(
        verbatim: day.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale, calendar: calendar)))
    }
  }
}
