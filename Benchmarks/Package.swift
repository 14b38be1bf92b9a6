// swift-tools-version: 6.2
// Programs that measure the cost of the reducers (`Scripts/dev/benchmark`), and the cost of the views in comparison
// with the same programs in C (`Scripts/bench`). They are a separate package so that the library is built as for any
// program: optimized, and used from another package. Benchmarks/Engine and Benchmarks/Playback are targets of
// ../Package.swift.
import PackageDescription

// The path of a library that contains the macros, or nil: see ../Package.swift.
let builtMacros = Context.environment["PODCASTER_MACROS"]
let features: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ] + (builtMacros.map { [.unsafeFlags(["-load-plugin-library", $0])] } ?? [])

let package = Package(
  name: "benchmarks",
  dependencies: [.package(name: "podcaster", path: "..")],
  targets: [
    // malloc.h, which Swift's module Glibc does not include.
    .systemLibrary(name: "CMalloc"),
    .executableTarget(
      name: "ReducerCost",
      dependencies: [
        "CMalloc",
        .product(name: "ReducerStore", package: "podcaster"),
        .product(name: "ReducerStoreTesting", package: "podcaster"),
      ],
      swiftSettings: features),
    // CViewCost is the common part of the program in GtkViews, ViewCost, and the program in C. Scripts/bench builds the
    // program in C, Sources/ViewCostC, with the C compiler.
    .systemLibrary(name: "CGtkPlain", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(name: "CViewCost", dependencies: ["CGtkPlain"]),
    .executableTarget(
      name: "ViewCost",
      dependencies: [
        "CViewCost",
        .product(name: "GtkBridge", package: "podcaster"),
        .product(name: "GtkViews", package: "podcaster"),
      ],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6])
