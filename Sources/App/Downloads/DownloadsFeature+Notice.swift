import Foundation
package import Podcasts
package import Presentation
import ReducerStore

extension DownloadsFeature {
  /// The toast after a removal, and the downloads that its button “Undo” restores.
  package struct Notice: Hashable, Sendable, Identifiable {
    /// The number of the notice in this session.
    package var id: Int
    /// The text of the toast.
    package var text: TextState
    /// The downloads that the user can restore. `nil` if there is nothing to restore.
    package var restorable: RemovedDownloads?
  }

  /// Shows the toast after a removal, or reports the error.
  func finishRemoval(_ result: Result<RemovedDownloads, LibraryError>, _ state: inout State) -> Effect<Action> {
    switch result {
    case .success(let removed):
      state.noticeCount += 1
      let restorable = removed.downloads.isEmpty ? nil : removed
      return replaceNotice(
        with: Notice(id: state.noticeCount, text: removed.text(locale), restorable: restorable), in: &state)
    case .failure(let error): return .send(.delegate(.problem(Problem(error))))
    }
  }

  /// Replaces the toast, or removes it if `notice` is `nil`. Deletes the files of the downloads that only the former
  /// toast could restore.
  func replaceNotice(with notice: Notice?, in state: inout State) -> Effect<Action> {
    let restorableIDs = Set(notice?.restorable?.downloads.map(\.id) ?? [])
    let formerDownloads = state.notice?.restorable?.downloads ?? []
    let discarded = RemovedDownloads(downloads: formerDownloads.filter { !restorableIDs.contains($0.id) })
    state.notice = notice
    guard !discarded.downloads.isEmpty else { return .none }
    return .run { [downloads] _ in await downloads.deleteRemoved(discarded) }
  }
}

extension RemovedDownloads {
  /// The text of the toast.
  fileprivate func text(_ locale: Locale) -> TextState {
    switch downloads.count {
    case 0: TextState("No Played Downloads to Remove")
    case 1: TextState("Download Removed")
    default:
      TextState(
        "\(downloads.count) downloads removed, \(DownloadTexts.size(downloads.reduce(0) { $0 + $1.bytesOnDisk }, locale))"
      )
    }
  }
}
