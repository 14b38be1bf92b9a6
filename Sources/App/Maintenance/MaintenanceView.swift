package import AppFeatures
import Foundation
package import GtkViews
package import Podcasts
import Presentation
package import ReducerStore

extension View {
  /// Presents the sheets, the dialogs and the toasts of ``MaintenanceFeature``, and applies the color scheme that the
  /// user has selected in the settings.
  package func maintenance(_ store: StoreOf<MaintenanceFeature>) -> some View {
    MaintenancePresenter(store: store, content: self)
  }
}

private struct MaintenancePresenter<Content: View>: View {
  @Bindable var store: StoreOf<MaintenanceFeature>
  let content: Content

  var body: some View {
    content
      .refreshNotices(store.scope(state: \.refresh, action: \.refresh))
      .preferredColorScheme(ColorScheme(store.refresh.preferences?.appearance))
      .sheet(item: $store.scope(state: \.destination?.health, action: \.destination.health)) { HealthView(store: $0) }
      .sheet(item: $store.scope(state: \.destination?.importing, action: \.destination.importing)) {
        ImportView(store: $0)
      }
      .sheet(item: $store.scope(state: \.destination?.settings, action: \.destination.settings)) {
        SettingsView(store: $0)
      }
      .sheet(isPresented: $store.isAboutShown) { AboutView() }
      .fileExporter(
        isPresented: Binding {
          store.exportedOPML != nil
        } set: {
          if !$0 { store.send(.exportEnded(nil)) }
        },
        document: OPMLFileDocument(bytes: store.exportedOPML ?? []), contentType: OPMLFileDocument.opml,
        defaultFilename: "Podcasts"
      ) { result in
        if case .failure(let error) = result {
          store.send(.exportEnded(.notWritten(path: "Podcasts.opml", reason: String(describing: error))))
        }
      }
  }
}

/// The OPML file that the save dialog writes.
private struct OPMLFileDocument: FileDocument {
  static let opml = ContentType(filenameExtension: "opml") ?? .xml
  static let writableContentTypes = [opml]
  let bytes: [UInt8]

  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: bytes)
  }
}

private enum ProgramVersionKey: EnvironmentKey {
  static var defaultValue: String { "" }
}

extension EnvironmentValues {
  /// The version of the program, for the About dialog. Empty if the version is not known.
  package var programVersion: String {
    get { self[ProgramVersionKey.self] }
    set { self[ProgramVersionKey.self] = newValue }
  }
}

/// The About dialog.
private struct AboutView: View {
  @Environment(\.dismiss) private var dismiss
  @Environment(\.programVersion) private var version

  var body: some View {
    VStack(spacing: 12) {
      Image(systemName: "headphones").font(.system(size: 64)).foregroundStyle(.secondary).accessibilityHidden(true)
      Text("Podcaster").font(.title).bold()
      if !version.isEmpty { Text("Version \(version)").foregroundStyle(.secondary) }
      Text("Listen to podcasts, and never lose your place.").foregroundStyle(.secondary).multilineTextAlignment(.center)
      Text("© 2026 The Podcaster authors. Free software under the MIT license.")
        .font(.caption).foregroundStyle(.secondary).multilineTextAlignment(.center)
      Button("Close") { dismiss() }.accessibilityLabel("Close")
    }
    .padding(24)
    .frame(minWidth: 300, maxWidth: .infinity)
    .navigationTitle("About Podcaster")
  }
}

/// The commands for refreshes, the health of a feed, imports, exports, the settings and the About dialog, in the main
/// menu and on the keyboard.
package struct MaintenanceCommands: Commands {
  private let store: StoreOf<MaintenanceFeature>
  private let selectedShow: Show.ID?

  /// Creates the commands.
  ///
  /// - Parameter selectedShow: The show for “Feed Health”. `nil` if no show is selected.
  package init(store: StoreOf<MaintenanceFeature>, selectedShow: Show.ID?) {
    self.store = store
    self.selectedShow = selectedShow
  }

  package var body: some Commands {
    CommandGroup(after: .newItem) {
      Button("Refresh All") { store.send(.refresh(.refreshAllButtonClicked)) }.keyboardShortcut("r")
      if store.refresh.isProgressShown {
        Button("Cancel Refresh") { store.send(.refresh(.cancelButtonClicked)) }
      }
      Button("Feed Health") {
        if let selectedShow { store.send(.healthRequested(selectedShow)) }
      }
      .disabled(selectedShow == nil)
    }
    CommandGroup(after: .importExport) {
      Button("Import…") { store.send(.importRequested(nil)) }
      Button("Export…") { store.send(.exportButtonClicked) }
    }
    CommandGroup(after: .appSettings) {
      Button("Settings") { store.send(.settingsButtonClicked) }.keyboardShortcut(",")
    }
    CommandGroup(after: .appInfo) {
      Button("About Podcaster") { store.send(.aboutButtonClicked) }
    }
  }
}

extension ColorScheme {
  /// Creates the color scheme for an appearance in the settings. Returns `nil` if the appearance is automatic or not
  /// known yet. Then the program follows the desktop's color scheme.
  fileprivate init?(_ appearance: Preferences.Appearance?) {
    switch appearance {
    case .light: self = .light
    case .dark: self = .dark
    case .automatic, nil: return nil
    }
  }
}
