// swift-tools-version: 6.2
// One screen in two versions: with an `@Observable` model, and as a reducer. Each version has its logic in a target
// that cannot import GTK, and its own tests.
import PackageDescription

func library(_ name: String) -> Target.Dependency { .product(name: name, package: "podcaster") }

let package = Package(
  name: "case-studies",
  dependencies: [
    .package(name: "podcaster", path: "../.."),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .target(name: "Books"),
    .target(name: "BooksModel", dependencies: ["Books", library("Presentation")]),
    .target(name: "BooksFeature", dependencies: ["Books", library("ReducerStore")]),
    .executableTarget(
      name: "case-studies",
      dependencies: [
        "Books", "BooksModel", "BooksFeature", library("GtkBridge"), library("GtkViews"), library("ReducerStore"),
      ]),
    .testTarget(name: "BooksModelTests", dependencies: ["Books", "BooksModel", library("Presentation")]),
    .testTarget(
      name: "BooksFeatureTests",
      dependencies: [
        "Books", "BooksFeature", library("ReducerStoreTesting"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
  ],
  swiftLanguageModes: [.v6])

// The same settings as the libraries.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
