// swift-tools-version: 6.2
// The architecture as a graph of dependencies. Read it from the libraries up to the program. ARCHITECTURE.md has the
// reasons.
import CompilerPluginSupport
import PackageDescription

// The features. Each has a folder in Sources/App, which two targets share: `…View.swift` is in AppViews, above the
// wall, and `…Feature.swift` is in AppFeatures, below the wall. The two arrays after this one list the other files.
// AppFeatures has no dependency on GTK, so a feature that imports GTK does not compile.
let features = [
  "App", "Library", "Home", "Show", "Episode", "EpisodeList", "Queue", "Search", "Subscribe", "Player",
  "EpisodeContents",
  "Refresh", "Health", "Import",
  "Settings", "Maintenance",
  "ShowSettings", "FeedQuestion", "Downloads",
]
let belowTheWall =
  features.map { "\($0)/\($0)Feature.swift" } + [
    "App/AddressOpener.swift", "App/CommandLineAddresses.swift", "App/Dependencies.swift",
    "EpisodeContents/ChaptersDependencies.swift", "EpisodeContents/NotesText.swift",
    "EpisodeContents/TranscriptFeature.swift",
    "Desktop/ClosedWindow.swift", "Desktop/DesktopAction.swift", "Desktop/EpisodeNotices.swift",
    "Desktop/FailureNotices.swift",
    "Desktop/MediaControls.swift", "Desktop/MediaState+Program.swift",
    "Downloads/DownloadFeature.swift", "Downloads/DownloadTexts.swift",
    "Downloads/DownloadsDependency.swift", "Downloads/DownloadsFeature+Notice.swift",
    "Downloads/TranscriptSaving.swift",
    "Episode/EpisodeTexts.swift", "EpisodeList/EpisodeDependencies.swift",
    "EpisodeList/EpisodeLoads.swift",
    "Health/HealthReport.swift", "Import/ImportErrors.swift", "Import/ImportStopRequest.swift",
    "Import/ImportedPasswords.swift", "Import/OPMLExport.swift",
    "Import/OPMLImport.swift",
    "Library/LibraryErrors.swift", "Library/LibraryPage.swift",
    "Library/LibraryRequests.swift", "Library/LibraryWrites.swift", "Player/PendingSave.swift",
    "Player/PlaceJournal.swift",
    "Player/PlaceWrites.swift",
    "Player/PlaybackProblems.swift", "Player/PlayerEvents.swift", "Player/PlayerPlaces.swift",
    "Player/PlayerPlayback.swift",
    "Player/PlayerSleep.swift", "Player/PlayerSound.swift", "Player/PlayerState.swift", "Player/PlayerVideo.swift",
    "Queue/NextPreparation.swift",
    "Queue/QueueDependency.swift", "Queue/QueueRequest.swift",
    "Refresh/FeedMove.swift", "Refresh/FeedRefresh.swift", "Refresh/RefreshClients.swift",
    "Refresh/RefreshSchedule.swift", "Refresh/Refresher.swift",
    "Show/Artwork.swift", "Show/FeedPicture.swift",
    "Show/ShowFrequency.swift", "Show/ShowSettingsDependency.swift", "Subscribe/FeedErrors.swift",
    "Subscribe/Subscriber.swift",
    "ShowSettings/ShowSettingsOptions.swift", "Subscribe/FeedAnswers.swift", "Library/LibraryScrollPosition.swift",
    "App/WindowFrame.swift",
  ]

let aboveTheWall =
  features.map { "\($0)/\($0)View.swift" } + [
    "App/StartView.swift", "EpisodeContents/ChapterListView.swift", "EpisodeContents/ShowNotesView.swift",
    "EpisodeContents/TranscriptView.swift",
    "EpisodeList/EpisodeRow.swift", "EpisodeList/RowCard.swift", "Library/SidebarView.swift",
    "Player/NowPlayingView.swift",
    "Episode/EpisodeCommands.swift", "Player/PlayerCommands.swift", "Player/PlayerControls.swift",
    "Player/VideoView.swift", "Show/ArtworkView.swift",
  ]

// The path of a library that contains the macros, or nil. Scripts/build-macros builds this library with the toolchain's
// own swift-syntax. If `PODCASTER_MACROS` is not set, SwiftPM builds the macros, and swift-syntax for them:
// docs/contributing/dependency-swift-syntax.md.
let builtMacros = Context.environment["PODCASTER_MACROS"]
let macros: [Target.Dependency] =
  builtMacros == nil ? [.target(name: "ReducerMacros", condition: .when(traits: ["Macros"]))] : []
let macroTargets: [Target] =
  builtMacros == nil
  ? [
    .macro(
      name: "ReducerMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ])
  ] : []
let macroPackages: [Package.Dependency] =
  builtMacros == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")] : []

// DocC's plugin, for `Scripts/checks/build-documentation` alone, which sets this variable. A build of the program or of
// a library does not fetch the plugin.
let documentationPackages: [Package.Dependency] =
  Context.environment["PODCASTER_DOCUMENTATION"] != nil
  ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")] : []

// The programs of Scripts/dev/bench-engine and Scripts/dev/bench-playback. They are in this package and not in
// Benchmarks/Package.swift, because they use modules that are not products.
let benchmarkTargets: [Target] =
  Context.environment["PODCASTER_ENGINE_COST"] != nil
  ? [
    .executableTarget(
      name: "EngineCost", dependencies: ["AppFeatures", "FeedParsing", "PodcastNetwork", "PodcastStore", "Podcasts"],
      path: "Benchmarks/Engine"),
    .executableTarget(
      name: "PlaybackCost", dependencies: ["CGStreamer", "GtkBridge", "PodcastNetwork", "PodcastPlayback", "Podcasts"],
      path: "Benchmarks/Playback"),
  ] : []

let gtkTests: [Target.Dependency] = ["GtkTestSupport", "TestTraits", "CMainLoopTesting"]

let package = Package(
  name: "podcaster",
  defaultLocalization: "en",
  products: [
    .library(name: "Presentation", targets: ["Presentation"]),
    .library(name: "ReducerStore", targets: ["ReducerStore"]),
    .library(name: "ReducerStoreFoundation", targets: ["ReducerStoreFoundation"]),
    .library(name: "ReducerStoreTesting", targets: ["ReducerStoreTesting"]),
    .library(name: "GtkBridge", targets: ["GtkBridge"]),
    .library(name: "GtkViews", targets: ["GtkViews"]),
    .executable(name: "podcaster", targets: ["podcaster"]),
    .executable(name: "podcaster-gallery", targets: ["podcaster-gallery"]),
  ],
  traits: [
    // Without this trait, `ReducerStore` has no macros but is otherwise complete, and swift-syntax is not built:
    // docs/contributing/dependency-swift-syntax.md.
    .trait(
      name: "Macros",
      description:
        "Macros that write what a feature is made of: @Reducer, @ObservableState, @CasePathable, @Presents, @ViewAction, @DependencyClient."
    ),
    .default(enabledTraits: ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ] + macroPackages + documentationPackages,
  targets: [
    // Below the wall: values. Nothing here can see GTK, GStreamer, libsoup or SQLite.
    .target(name: "Presentation"),
    .target(name: "ReducerStore", dependencies: ["Presentation"] + macros),
    // Dependencies and shared state with Foundation's types. `ReducerStore` itself does not use Foundation.
    .target(name: "ReducerStoreFoundation", dependencies: ["Presentation", "ReducerStore"]),
    .target(name: "CReducerStoreTesting"),
    .target(
      name: "ReducerStoreTesting",
      dependencies: [
        "CReducerStoreTesting", "ReducerStore",
        .product(name: "CustomDump", package: "swift-custom-dump"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ]),
    .target(name: "Podcasts"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "CFeedXML", dependencies: ["CLibXML2"]),
    .target(name: "FeedParsing", dependencies: ["CFeedXML", "Podcasts"]),
    .target(
      name: "AppFeatures", dependencies: ["Podcasts", "Presentation", "ReducerStore"], path: "Sources/App",
      exclude: aboveTheWall,
      sources: belowTheWall),
    // The commands that need no window. Each command is a value that uses clients.
    .target(
      name: "PodcastCommands",
      dependencies: [
        "AppFeatures", "Podcasts", "Presentation", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Above the wall: widgets, files, sounds. A system library only includes the headers of the library. Our own C
    // functions are in a C target next to it, because SwiftPM does not notice an edit of a system library's header.
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CGtkBridge", dependencies: ["CGtk"]),
    .target(name: "CGtkDialogs", dependencies: ["CGtk", "CGtkBridge"]),
    .target(name: "GtkBridge", dependencies: ["Presentation", "CGtk", "CGtkBridge", "CGtkDialogs"]),
    .target(
      name: "GtkViews", dependencies: ["GtkBridge", "Presentation", "CGtk", "CGtkBridge"], exclude: ["Icons/Originals"],
      resources: [.embedInCode("Icons/gtkviews.gresource")]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .target(name: "GLibSupport", dependencies: ["CGLib"]),
    .target(name: "PodcastStore", dependencies: ["Podcasts", .product(name: "GRDB", package: "GRDB.swift")]),
    .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
    .target(name: "PodcastNetwork", dependencies: ["Podcasts", "FeedParsing", "GLibSupport", "CSoup", "CGdkPixbuf"]),
    .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
    .target(name: "DesktopServices", dependencies: ["GLibSupport", "Podcasts", "CSecret"]),
    .systemLibrary(
      name: "CGStreamer", pkgConfig: "gstreamer-pbutils-1.0", providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
    .target(name: "CGStreamerShims", dependencies: ["CGStreamer"]),
    .target(name: "PodcastPlayback", dependencies: ["GLibSupport", "Podcasts", "CGStreamer", "CGStreamerShims"]),
    .target(name: "PixelViews", dependencies: ["GtkViews", "CGtk"]),
    .target(
      name: "AppViews",
      dependencies: ["AppFeatures", "GtkViews", "PixelViews", "Podcasts", "Presentation", "ReducerStore"],
      path: "Sources/App",
      exclude: belowTheWall,
      sources: aboveTheWall),
    .executableTarget(
      name: "podcaster",
      dependencies: [
        "AppFeatures", "AppViews", "DesktopServices", "GtkBridge", "GtkViews", "PodcastCommands", "PodcastNetwork",
        "PodcastPlayback", "PodcastStore",
        "Podcasts",
        "Presentation", "ReducerStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    // A page for each view and modifier: `swift run podcaster-gallery`. It is not packaged.
    .target(name: "GalleryViews", dependencies: ["GtkViews"], path: "Sources/Gallery"),
    .executableTarget(name: "podcaster-gallery", dependencies: ["GalleryViews", "GtkBridge", "GtkViews"]),

    // The tests, after the targets that they share. The tests of the macros' expansions are in another package,
    // Tests/ReducerMacrosTests.
    .target(name: "CMainLoopTesting", dependencies: ["CGtk", "CGtkBridge"], path: "Tests/CMainLoopTesting"),
    .target(
      name: "GtkTestSupport", dependencies: ["GtkBridge", "CGtk", "CGtkBridge", "CMainLoopTesting"],
      path: "Tests/GtkTestSupport"),
    .target(name: "CPlaybackTesting", dependencies: ["CGStreamer"], path: "Tests/CPlaybackTesting"),
    .target(name: "LoopbackTesting", dependencies: ["CSoup"], path: "Tests/LoopbackTesting"),
    .target(name: "AppTestSupport", dependencies: ["Podcasts"], path: "Tests/AppTestSupport"),
    .target(name: "TestTraits", path: "Tests/TestTraits"),
    .testTarget(name: "PresentationTests", dependencies: ["Presentation", "TestTraits"]),
    .testTarget(name: "ReducerStoreTests", dependencies: ["Presentation", "ReducerStore", "TestTraits"]),
    .testTarget(
      name: "ReducerStoreTestingTests",
      dependencies: [
        "ReducerStoreTesting", "ReducerStore", "TestTraits",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(
      name: "ReducerStoreFoundationTests",
      dependencies: [
        "ReducerStoreFoundation", "ReducerStoreTesting", "ReducerStore", "Presentation",
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(
      name: "ReducerFeatureTests",
      dependencies: [
        "ReducerStore", "ReducerStoreTesting", "Presentation", "TestTraits",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(name: "FeedParsingTests", dependencies: ["FeedParsing", "Podcasts"]),
    .testTarget(
      name: "AppFeaturesTests",
      dependencies: [
        "AppFeatures", "AppTestSupport", "Podcasts", "Presentation", "ReducerStore", "ReducerStoreTesting",
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
    .testTarget(
      name: "PodcastCommandsTests",
      dependencies: [
        "AppFeatures", "AppTestSupport", "FeedParsing", "PodcastCommands", "Podcasts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "PodcastStoreTests",
      dependencies: ["PodcastStore", "Podcasts", "LoopbackTesting", .product(name: "GRDB", package: "GRDB.swift")]),
    .testTarget(
      name: "PodcastNetworkTests",
      dependencies: [
        "GLibSupport", "PodcastNetwork", "PodcastStore", "Podcasts", "CGdkPixbuf", "CSoup", "LoopbackTesting",
        "CMainLoopTesting",
      ]),
    .testTarget(name: "DesktopServicesTests", dependencies: ["DesktopServices", "Podcasts"]),
    .testTarget(
      name: "PodcastPlaybackTests",
      dependencies: [
        "PodcastPlayback", "Podcasts", "CGStreamer", "CPlaybackTesting", "LoopbackTesting", "CMainLoopTesting",
      ]),
    .testTarget(
      name: "GtkBridgeTests",
      dependencies: ["GtkBridge", "Presentation", "CGtk", "CGtkBridge", "CGtkDialogs"] + gtkTests),
    .testTarget(
      name: "GtkViewsTests",
      dependencies: ["GtkViews", "GtkBridge", "PixelViews", "Presentation", "CGtk", "CGtkBridge"] + gtkTests),
    .testTarget(
      name: "ReducerViewsTests",
      dependencies: ["ReducerStore", "GtkViews", "GtkBridge", "Presentation", "CGtk", "CGtkBridge"] + gtkTests),
    // Tests in the Swift 5 language mode, without this package's settings, as a program that uses GtkViews may have it.
    .testTarget(
      name: "GtkViewsSwift5Tests", dependencies: ["GtkViews", "CGtk"] + gtkTests,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "AppViewsTests",
      dependencies: [
        "AppFeatures", "AppTestSupport", "AppViews", "GtkBridge", "GtkViews", "LoopbackTesting", "PodcastNetwork",
        "Podcasts", "Presentation",
        "ReducerStore", "CGtk",
      ] + gtkTests),
    .testTarget(name: "GalleryTests", dependencies: ["GalleryViews", "GtkBridge", "GtkViews", "CGtk"] + gtkTests),
  ] + macroTargets + benchmarkTargets,
  swiftLanguageModes: [.v6])

// The same settings for each of our targets. Warnings are errors in `make check` and in CI only, so that a newer
// compiler's warnings do not stop other builds.
for target in package.targets where target.type != .system && target.name != "GtkViewsSwift5Tests" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ]
  if let builtMacros, target.type != .macro {
    target.swiftSettings?.append(.unsafeFlags(["-load-plugin-library", builtMacros]))
  }
  if Context.environment["PODCASTER_WARNINGS_AS_ERRORS"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
