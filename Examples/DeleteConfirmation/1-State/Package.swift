// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "groceries",
  dependencies: [.package(name: "podcaster", path: "../../..")],
  targets: [
    .executableTarget(
      name: "groceries",
      dependencies: [
        .product(name: "GtkBridge", package: "podcaster"),
        .product(name: "GtkViews", package: "podcaster"),
      ])
  ])
