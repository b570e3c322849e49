import Foundation
import PackagePlugin

/// Embeds every JSON file of a target's folder as text, so that a built product needs no files
/// beside it.
@main
struct EmbedPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? any SourceModuleTarget else { return [] }
    let folder = module.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the JSON files of \(target.name)",
        executable: try context.tool(named: "embed-data").url,
        arguments: [folder.path(), output.path()],
        inputFiles: folders(below: folder) + files(below: folder),
        outputFiles: [output])
    ]
  }

  private func files(below folder: URL) -> [URL] {
    entries(below: folder).filter { $0.pathExtension == "json" }
  }

  private func folders(below folder: URL) -> [URL] {
    [folder] + entries(below: folder).filter { $0.hasDirectoryPath }
  }

  private func entries(below folder: URL) -> [URL] {
    let keys: [URLResourceKey] = [.isDirectoryKey]
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
    return (found?.allObjects as? [URL] ?? []).sorted { $0.path() < $1.path() }
  }
}
