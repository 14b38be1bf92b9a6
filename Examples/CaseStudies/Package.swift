// swift-tools-version: 6.2
// One screen, written twice: with an `@Observable` model, and as a reducer. Each half has its logic in a target that cannot see GTK, and its tests.
import PackageDescription

let package = Package(
  name: "case-studies",
  dependencies: [.package(name: "podcaster", path: "../..")],
  targets: [
    .target(name: "Books"),
    .target(name: "BooksModel", dependencies: ["Books", .product(name: "Presentation", package: "podcaster")]),
    .executableTarget(
      name: "case-studies",
      dependencies: [
        "Books", "BooksModel",
        .product(name: "GtkBridge", package: "podcaster"), .product(name: "GtkViews", package: "podcaster"),
      ]),
    .testTarget(name: "BooksModelTests", dependencies: ["Books", "BooksModel", .product(name: "Presentation", package: "podcaster")]),
  ],
  swiftLanguageModes: [.v6])

// The settings of the libraries themselves.
for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
