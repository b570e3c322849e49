// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tiny-verso",
  platforms: [.macOS(.v15)],
  products: [.library(name: "TinyVerso", targets: ["TinyVerso"])],
  dependencies: [.package(name: "conformance", path: "../../..")],
  targets: [
    .target(name: "TinyVerso"),
    .testTarget(
      name: "TinyVersoTests",
      dependencies: [
        "TinyVerso",
        .product(name: "ConformanceTesting", package: "conformance"),
      ]),
  ]
)
