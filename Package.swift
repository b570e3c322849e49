// swift-tools-version: 6.2
// The manifest is the architecture diagram: targets stand in dependency order, and no target
// imports one that stands below it. There are no package dependencies; the one system library
// is libcurl.

import PackageDescription

let package = Package(
  name: "conformance",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "conform", targets: ["conform"]),
    .library(name: "Conformance", targets: ["Conformance"]),
    .library(
      name: "ConformanceTesting",
      targets: ["ConformanceTesting", "Conformance", "SDKDriving", "StrictJSON"]),
    .library(name: "SDKDriving", targets: ["SDKDriving", "StrictJSON"]),
    .library(name: "TraceRecorder", targets: ["TraceRecorder"]),
  ],
  targets: [
    // System: C that Swift cannot say.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "CSpawn"),

    // Leaves: know nothing of contracts.
    .target(name: "StrictJSON"),
    .target(name: "Wire"),
    .target(name: "Loopback", dependencies: ["Wire"]),
    .target(name: "Transport", dependencies: ["CCurl", "CSpawn", "StrictJSON", "Wire"]),

    // For SDKs: how they are driven, within a process or as a program on standard input and output.
    .target(name: "SDKDriving", dependencies: ["StrictJSON", "Wire"]),

    // For apps: writes the traces that the judge reads, and knows nothing else.
    .target(name: "TraceRecorder"),

    // The engine: pure, no sockets, no vendor names.
    .target(name: "Conformance", dependencies: ["SDKDriving", "StrictJSON", "Wire"]),

    // For vendors: the engine joined to an SDK within one process, without libcurl or child
    // processes, so that it can be part of a test bundle for a device.
    .target(
      name: "SDKTesting",
      dependencies: ["Conformance", "Loopback", "SDKDriving", "StrictJSON", "Wire"]),

    // Data: spec files and vectors, embedded as text when the package is built.
    .executableTarget(name: "embed-data", path: "Sources/EmbedData"),
    .plugin(
      name: "EmbedPlugin", capability: .buildTool(), dependencies: ["embed-data"],
      path: "Sources/EmbedPlugin"),
    .target(name: "Specs", plugins: ["EmbedPlugin"]),
    .target(name: "Vectors", path: "vectors", plugins: ["EmbedPlugin"]),

    // The judged: written from the vendors' documents, never from the spec files.
    .target(
      name: "Reference",
      dependencies: [
        "Loopback", "SDKDriving", "StrictJSON", "TraceRecorder", "Transport", "Wire",
      ]),

    // Shells: the engine joined to real ends.
    .target(
      name: "Runner",
      dependencies: [
        "Conformance", "Loopback", "SDKDriving", "SDKTesting", "Specs", "StrictJSON", "Transport",
        "Vectors", "Wire",
      ]),
    .target(
      name: "ConformanceTesting",
      dependencies: ["Conformance", "Runner", "SDKDriving", "StrictJSON", "Wire"]),

    // Proves the suite: with the mains, the only one that sees both the judge and the judged.
    .target(
      name: "Prove",
      dependencies: ["Conformance", "Reference", "Runner", "StrictJSON", "Wire"],
      plugins: ["EmbedPlugin"]),
    .executableTarget(
      name: "conform",
      dependencies: [
        "Conformance", "Prove", "Reference", "Runner", "SDKDriving", "Specs", "StrictJSON",
        "Vectors", "Wire",
      ]),

    // Measures: ways of sending compared with a bare libcurl loop.
    .executableTarget(
      name: "conform-bench",
      dependencies: [
        "CCurl", "Conformance", "Reference", "Runner", "Specs", "StrictJSON", "Transport",
        "Vectors", "Wire",
      ],
      path: "bench"),

    // Tests mirror the sources.
    .testTarget(name: "StrictJSONTests", dependencies: ["StrictJSON"]),
    .testTarget(name: "WireTests", dependencies: ["Wire"]),
    .testTarget(name: "TraceRecorderTests", dependencies: ["StrictJSON", "TraceRecorder"]),
    .testTarget(
      name: "TransportTests", dependencies: ["Loopback", "StrictJSON", "Transport", "Wire"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "Conformance", "SDKDriving", "Specs", "StrictJSON", "Transport", "Vectors", "Wire",
      ],
      exclude: ["Mistakes/suite", "Mistakes/contract", "Mistakes/vectors", "Mistakes/target"]),
    .testTarget(
      name: "ReferenceTests",
      dependencies: ["Loopback", "Reference", "StrictJSON", "Transport", "Wire"]),
    .testTarget(
      name: "ReplayTests", dependencies: ["Conformance", "ConformanceTesting", "Reference"]),
    .testTarget(
      name: "AcceptanceTests",
      dependencies: [
        "Conformance", "Reference", "Runner", "Specs", "StrictJSON", "Transport", "Vectors",
        "Wire",
      ]),
    .testTarget(
      name: "ProveTests",
      dependencies: [
        "Conformance", "Prove", "Reference", "Runner", "Specs", "StrictJSON", "Wire",
      ]),
    .testTarget(name: "LayoutTests"),

    // The example for vendors is a package of its own; here its files are held to the suite too.
    .target(name: "TinyVerso", path: "docs/examples/tiny-verso/Sources/TinyVerso"),
    .testTarget(
      name: "TinyVersoTests",
      dependencies: ["Conformance", "ConformanceTesting", "SDKDriving", "StrictJSON", "TinyVerso"],
      path: "docs/examples/tiny-verso/Tests/TinyVersoTests"),
  ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
  guard target.name != "CSpawn" else { continue }
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
