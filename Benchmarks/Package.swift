// swift-tools-version: 6.2
// What the reducers cost: `Scripts/benchmark` builds and runs this. It is a package of its own so that what it needs is nobody else's
// dependency, and so that the library is built for it as it is for any program: optimised, from the outside.
import PackageDescription

let package = Package(
  name: "benchmarks",
  // What the macros write is written by hand here: so they need not be built.
  dependencies: [.package(name: "podcaster", path: "..", traits: [])],
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
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ])
  ],
  swiftLanguageModes: [.v6])
