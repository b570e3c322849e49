public import Conformance
import StrictJSON

/// The folder that the reports of a run are written to.
public enum ReportFolder {
  /// A form in which a report can be written.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    case json, junit, html, markdown, github, gitlab

    /// The forms that are written when none is named.
    public static let standard: [Form] = [.json, .junit, .html, .markdown]

    /// The name of its file in the folder.
    public var fileName: String {
      switch self {
      case .html: "report.html"
      case .github: "github.txt"
      case .gitlab: "gl-code-quality-report.json"
      case .json: "report.json"
      case .junit: "junit.xml"
      case .markdown: "report.md"
      }
    }

    /// Writes the report of a run.
    ///
    /// - Parameters:
    ///   - result: What was found out, already masked.
    ///   - exit: The exit status of the run.
    /// - Returns: What its file holds.
    public func text(of result: RunResult, exit: Int32) -> String {
      switch self {
      case .json:
        JSONReport.report(result, exit: exit, version: Version.current).serialized(.pretty) + "\n"
      case .junit: JUnitReport.report(result)
      case .html: HTMLReport.report(result, exit: exit, version: Version.current)
      case .github: GitHubReport.report(result)
      case .gitlab: GitLabReport.report(result).serialized(.pretty) + "\n"
      case .markdown: MarkdownReport.report(result, exit: exit)
      }
    }
  }

  /// Writes `report.json`, the other forms that were asked for, and the pictures of pages.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - exit: The exit status of the run.
  ///   - forms: The other forms; the standard ones unless said otherwise.
  ///   - folder: The folder's path; it is made when there is none.
  /// - Throws: `FileError` for a file that cannot be written.
  public static func write(
    _ result: RunResult, exit: Int32, forms: [Form] = Form.standard, to folder: String
  ) throws(FileError) {
    for form in Form.allCases where form == .json || forms.contains(form) {
      let text = form.text(of: result, exit: exit)
      try Files.write(Array(text.utf8), to: "\(folder)/\(form.fileName)")
    }
    for vector in result.vectors {
      guard let name = vector.pictureFile, let page = vector.page else { continue }
      try Files.write(page.picture, to: "\(folder)/\(name)")
    }
  }
}

/// What this build of the suite is called in reports.
public enum Version {
  /// The version, as numbers with dots between them.
  public static let current = "0.1.0"
}
