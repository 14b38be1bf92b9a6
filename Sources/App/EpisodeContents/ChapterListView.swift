import AppFeatures
package import Foundation
package import GtkViews
package import Podcasts
import Presentation

/// The chapters of an episode, each with its picture, start, title and link. A click on a chapter plays the episode
/// from the start of the chapter.
package struct ChapterList: View {
  private let chapters: [Chapter]
  private let feed: URL?
  private let currentIndex: Int?
  private let chapterClicked: @MainActor @Sendable (Duration) -> Void

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - chapters: The chapters, in order.
  ///   - feed: The address of the feed that contains the addresses of the pictures.
  ///   - currentIndex: The index of the chapter that is playing. The chapter is highlighted. `nil` if there is none.
  ///   - chapterClicked: Called with the start of the clicked chapter.
  package init(
    chapters: [Chapter], feed: URL?, currentIndex: Int?,
    chapterClicked: @escaping @MainActor @Sendable (_ start: Duration) -> Void
  ) {
    self.chapters = chapters
    self.feed = feed
    self.currentIndex = currentIndex
    self.chapterClicked = chapterClicked
  }

  package var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      ForEach(Array(chapters.enumerated()), id: \.offset) { index, chapter in
        VStack(spacing: 0) {
          if index > 0 { Divider() }
          HStack(spacing: 4) {
            ChapterButton(
              chapter: chapter, feed: feed, number: index + 1, isCurrent: index == currentIndex,
              chapterClicked: chapterClicked)
            if let page = chapter.websiteURL {
              Link(destination: page.absoluteString) { Image(systemName: "link") }
                .accessibilityLabel("Page of \(chapter.titleOrNumber(index + 1))").help("Open Page")
            }
          }
          .padding(.vertical, 4)
          .padding(.horizontal, 8)
        }
        .background { RowCard(isFirst: index == 0, isLast: index == chapters.count - 1) }
      }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

/// The button of a chapter.
private struct ChapterButton: View {
  let chapter: Chapter
  let feed: URL?
  /// The position of the chapter in the episode, from 1.
  let number: Int
  /// Whether the chapter is playing.
  let isCurrent: Bool
  let chapterClicked: @MainActor @Sendable (Duration) -> Void
  @Environment(\.textScale) private var textScale

  var body: some View {
    Button {
      chapterClicked(chapter.start)
    } label: {
      HStack(spacing: 12) {
        if let picture = chapter.pictureURL {
          AsyncImage(url: FeedPicture(picture, in: feed)) { image in
            image.resizable().scaledToFill()
          } placeholder: {
            Color.gray
          }
          .frame(width: 40, height: 40).cornerRadius(6).accessibilityHidden(true)
        }
        // The minimum width aligns the titles of the chapters.
        Text(verbatim: chapter.start.clockText).font(.body.monospacedDigit()).foregroundStyle(
          isCurrent ? .accentColor : .secondary
        )
        .frame(minWidth: 52 * textScale, alignment: .leading)
        Text(verbatim: chapter.titleOrNumber(number)).fontWeight(isCurrent ? .bold : nil).foregroundStyle(
          isCurrent ? .accentColor : .primary
        )
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
    .buttonStyle(.borderless)
    .accessibilityLabel(accessibleName)
  }
}

extension ChapterButton {
  /// The title of the chapter or its number, its start, and the word “playing” if the chapter is playing.
  private var accessibleName: Text {
    let (title, time) = (chapter.titleOrNumber(number), chapter.start.clockText)
    return isCurrent ? Text("\(title), \(time), playing") : Text(verbatim: title + ", " + time)
  }
}

extension Chapter {
  /// Returns the title, or the chapter's number as text if the chapter has no title.
  @MainActor fileprivate func titleOrNumber(_ number: Int) -> String {
    title.isEmpty ? String(number) : title
  }
}

/// The menu with the commands that skip to the next or the previous chapter of the player's episode.
struct ChapterCommands: Commands {
  private let skip: @MainActor (AppFeature.ChapterDirection) -> Void
  private let isEnabled: Bool

  init(isEnabled: Bool, skip: @escaping @MainActor (AppFeature.ChapterDirection) -> Void) {
    self.isEnabled = isEnabled
    self.skip = skip
  }

  var body: some Commands {
    CommandMenu("Chapters") {
      Button("Next Chapter") { skip(.next) }.keyboardShortcut(.pageDown).disabled(!isEnabled)
      Button("Previous Chapter") { skip(.previous) }.keyboardShortcut(.pageUp).disabled(!isEnabled)
    }
  }
}

private struct ChapterMarksKey: EnvironmentKey {
  static let defaultValue: [Duration] = []
}

extension EnvironmentValues {
  /// The starts of the chapters of the player's episode, for the marks on the player's slider.
  var chapterMarks: [Duration] {
    get { self[ChapterMarksKey.self] }
    set { self[ChapterMarksKey.self] = newValue }
  }
}
