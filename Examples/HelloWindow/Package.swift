// swift-tools-version: 6.2
// A separate program that uses GtkViews like any external program: a dependency by path, one product, no Foundation.
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
