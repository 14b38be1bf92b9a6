// swift-tools-version: 6.2
// The costs of the reducers (`Scripts/dev/benchmark`), and of the views in comparison with the same programs in C
// (`Scripts/bench`). This package is separate so that its dependencies are not added to the library, and so that the
// library is built as for any program: optimised, from another package.
import PackageDescription

// Scripts/dev/benchmark builds the macros with the swift-syntax that the toolchain has inside: see ../Package.swift.
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
    // malloc.h, which Swift's Glibc leaves out.
    .systemLibrary(name: "CMalloc"),
    .executableTarget(
      name: "ReducerCost",
      dependencies: [
        "CMalloc",
        .product(name: "ReducerStore", package: "podcaster"),
        .product(name: "ReducerStoreTesting", package: "podcaster"),
      ],
      swiftSettings: features),
    // The common part of the program in GtkViews and the program in C, Sources/ViewCostC, which Scripts/bench builds
    // with the C compiler.
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
