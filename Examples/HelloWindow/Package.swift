// swift-tools-version: 6.2
// A program in a package of its own, as a user of GtkViews writes it. It depends on one product, and does not import
// Foundation.
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
