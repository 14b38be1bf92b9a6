import AppFeatures
import AppTestSupport
import CGtk
import Foundation
import GtkBridge
import GtkTestSupport
import GtkViews
import Podcasts
import ReducerStore
import Testing

/// Opens one screen after another in one window. Each screen is checked for layout faults, and its picture is written
/// if the environment variable `PODCASTER_SCREENSHOTS` is set.
@MainActor
struct ScreenWalk {
  let window: AppWindow
  let variant: ScreenVariant
  private static let writesPictures = getenv("PODCASTER_SCREENSHOTS") != nil

  /// Opens the window of a library with content for all screens, and with a download in each state.
  init(_ variant: ScreenVariant) async throws {
    self.variant = variant
    window = await AppWindow(try await .forScreens(), size: variant.size, language: variant.language, page: .home)
    window.downloads.set(Download.screenSamples)
    await until { [window] in window.store.downloads.items.count == Download.screenSamples.count }
    Self.addSampleData(to: window)
  }

  /// Opens the window of an empty library.
  init(emptyLibraryIn variant: ScreenVariant) async {
    self.variant = variant
    window = await AppWindow(FakeLibrary(), size: variant.size, language: variant.language)
    Self.addSampleData(to: window)
  }

  /// Adds a subscription for each show, the record that an episode was recognized although its `guid` had changed, a
  /// backup, and the library of another player. The last refresh of the first show has failed.
  private static func addSampleData(to window: AppWindow) {
    let names = window.libraryFile.shows.map(\.title)
    window.subscriptions.change { all in
      all = names.indices.map { Subscription.sample(Int64($0 + 1)) }
      for index in all.indices { all[index].title = names[index] }
      guard !all.isEmpty else { return }
      all[0].status = .failed(.timedOut(host: "example.org"))
      all[0].failureCount = 3
      all[0].httpStatus = 503
      all[0].repairs = [FeedRepair(.encoding), FeedRepair(.guid, itemTitles: names, itemCount: 120)]
      all[0].lastRefreshedAt = Date(timeIntervalSince1970: 1_790_000_000)
      all[0].nextDueAt = Date(timeIntervalSince1970: 1_790_090_000)
      all[0].formerURLs = [URL(string: "http://old.example/birds/feed")!]
    }
    let merge = EpisodeMerge(
      id: EpisodeMerge.ID(rawValue: 1), episode: Episode.ID(rawValue: 11), title: "Blackbirds at dusk",
      evidence: .sameAudio,
      mergedAt: Date(timeIntervalSince1970: 0))
    window.subscriptions.setMerges([merge])
    let backup = LibraryBackup(
      file: URL(filePath: "/backup.sqlite"), madeAt: Date(timeIntervalSince1970: 1_790_000_000), showCount: 3,
      episodeCount: 45)
    window.backups.set([backup])
    window.otherPlayers.set([
      ImportSource(player: .gPodder, file: URL(filePath: "/gpodder.sqlite"), showCount: 12, episodeCount: 3456)
    ])
  }

  /// Closes the window.
  func close() async { await window.close() }

  /// Checks a window for layout faults, and writes its picture if pictures are requested. Without a window, checks the
  /// main window, which must also not be wider than the variant's size. Failures and the picture's file have the name
  /// of the screen.
  func check(
    _ screen: String, of checkedWindow: UnsafeMutablePointer<GtkWindow>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let checkedWindow = checkedWindow ?? window.window
    await mainLoopSettles()
    await drawFrame(of: checkedWindow)
    if Self.writesPictures { await window.takePicture("screens/\(screen)-\(variant.name)", of: checkedWindow) }
    // The variant's size is the size of the main window only.
    let width = gtk_widget_get_width(checkedWindow.widget)
    #expect(
      checkedWindow != window.window || width <= variant.size.width, "“\(screen)” needs \(width) pixels",
      sourceLocation: sourceLocation)
    for fault in LayoutFaults(in: checkedWindow, shortenableTexts: variant.shortenableTexts).all {
      Issue.record("\(screen), \(variant.name): \(fault)", sourceLocation: sourceLocation)
    }
  }

  /// Sends an action, and waits until the main loop has settled.
  func send(_ action: AppFeature.Action) async {
    window.store.send(action)
    await mainLoopSettles()
  }

  /// Waits for the window of a sheet, and returns it. If no sheet opens, records a failure and returns the main window.
  func sheet() async -> UnsafeMutablePointer<GtkWindow> {
    let main = window.window
    func find() -> UnsafeMutablePointer<GtkWindow>? {
      openWindows().last { $0 != main && gtk_widget_get_mapped($0.widget) != 0 }
    }
    await waitUntil("a second window") { find() != nil }
    await mainLoopSettles()
    return find() ?? main
  }

  /// Closes the window of a sheet with Escape.
  func dismiss(_ sheet: UnsafeMutablePointer<GtkWindow>) async {
    await pressEscape(in: sheet)
    await window.waitUntilModalsClose()
  }

  /// Scrolls the scrollable part with the longest content by 90 % of the part's visible height. Returns `false` if the
  /// window has no scrollable part, or if the part was at its end.
  func scrollFurther(_ checkedWindow: UnsafeMutablePointer<GtkWindow>) -> Bool {
    let adjustments = widgets(ofType: gtk_scrolled_window_get_type(), in: checkedWindow).filter {
      gtk_widget_get_mapped($0) != 0
    }
    .map { gtk_scrolled_window_get_vadjustment($0.opaque)! }
    guard let longest = adjustments.max(by: { gtk_adjustment_get_upper($0) < gtk_adjustment_get_upper($1) }) else {
      return false
    }
    let (offset, visibleHeight) = (gtk_adjustment_get_value(longest), gtk_adjustment_get_page_size(longest))
    guard offset + visibleHeight < gtk_adjustment_get_upper(longest) - 1 else { return false }
    gtk_adjustment_set_value(longest, offset + visibleHeight * 0.9)
    return true
  }

  /// Checks a window at each scroll position, from its top to its end, but at no more than `positionLimit` positions.
  /// The window must be at its top.
  func checkWhileScrolling(
    _ screen: String, of checkedWindow: UnsafeMutablePointer<GtkWindow>? = nil, positionLimit: Int = 4
  ) async {
    for position in 1...positionLimit {
      await check(position == 1 ? screen : "\(screen)-\(position)", of: checkedWindow)
      guard scrollFurther(checkedWindow ?? window.window) else { return }
    }
  }
}
