// swift-tools-version: 6.2
// The tests of the macros' expansions. In a package with such tests, SwiftPM builds each target twice: once for the
// tests, and once for the compiler, which runs the macros. Therefore these tests have a small package of their own.
// `Scripts/test` builds the package and runs its tests.
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "reducer-macros-tests",
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
  ],
  targets: [
    // `ReducerMacros` is a symbolic link to Sources/ReducerMacros, because a target must be inside of its package.
    .macro(
      name: "ReducerMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      path: "ReducerMacros"),
    .testTarget(
      name: "ReducerMacrosTests",
      dependencies: [
        "ReducerMacros",
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      path: "Tests"),
  ],
  swiftLanguageModes: [.v6])

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  if Context.environment["PODCASTER_WARNINGS_AS_ERRORS"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
