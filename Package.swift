// swift-tools-version: 6.2
// The architecture, as arrows. Read it from the library up to the program; ARCHITECTURE.md says why.
import PackageDescription

let package = Package(
  name: "podcaster",
  defaultLocalization: "en",
  targets: [
    .target(name: "Podcasts"),
  ],
  swiftLanguageModes: [.v6])

// The same settings for every target of ours. Warnings are errors in `make check` and in CI only: never for someone who builds with a
// newer compiler.
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
    ]
  if Context.environment["PODCASTER_WARNINGS_AS_ERRORS"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
