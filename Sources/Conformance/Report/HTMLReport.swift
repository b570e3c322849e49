import StrictJSON

/// The report for people: one HTML file that opens from disk without a request.
///
/// What was seen stands in it as data, which the page's own script shows as text: none of a target's
/// markup, script or style can run. A Content-Security-Policy allows nothing but that script and
/// that style, by their hashes, and pictures that are part of the file.
public enum HTMLReport {
  /// The whole file.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - exit: The exit status of the command.
  ///   - version: The version of the tool.
  /// - Returns: The file's text.
  public static func report(_ result: RunResult, exit: Int32, version: String) -> String {
    let data = HTMLData(result, exit: exit, version: version).json.serialized()
    let title = "Conformance: \(result.outcome.rawValue)"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>\(HTMLPage.style)</style>
      </head>
      <body>
      \(HTMLPage.body)
      <noscript><p class="card">\(title), exit status \(exit). The report's details are shown by a \
      script of its own; allow it, or read report.md or report.json beside this file.</p></noscript>
      <script type="application/json" id="data">\(embedded(data))</script>
      <script>\(HTMLPage.script)</script>
      </body>
      </html>

      """
  }

  private static var policy: String {
    func hash(_ text: String) -> String {
      "'sha256-\(Encodings.base64(SHA256.digest(Array(text.utf8))))'"
    }
    return """
      default-src 'none'; script-src \(hash(HTMLPage.script)); style-src \(hash(HTMLPage.style)); \
      img-src data:; base-uri 'none'; form-action 'none'
      """
  }

  /// JSON that can stand inside a `script` element: nothing in it can end the element.
  private static func embedded(_ json: String) -> String {
    json.replacing("<", with: "\\u003c").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}
