// swift-tools-version: 6.2
// A program of its own that takes GtkViews as a stranger would: a dependency by path, one product, no Foundation.
import PackageDescription

let package = Package(
  name: "hello-window",
  dependencies: [.package(name: "podcaster", path: "../..")],
  targets: [
    .executableTarget(
      name: "hello-window",
      dependencies: [.product(name: "GtkViews", package: "podcaster")])
  ],
  swiftLanguageModes: [.v6])
