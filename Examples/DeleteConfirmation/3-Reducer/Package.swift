// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "groceries",
  dependencies: [
    .package(name: "podcaster", path: "../../.."),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
  ],
  targets: [
    .executableTarget(
      name: "groceries",
      dependencies: [
        .product(name: "GtkBridge", package: "podcaster"),
        .product(name: "GtkViews", package: "podcaster"),
        .product(name: "ReducerStore", package: "podcaster"),
      ]),
    .testTarget(
      name: "GroceriesTests",
      dependencies: [
        "groceries",
        .product(name: "ReducerStoreTesting", package: "podcaster"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ]),
  ])
