import StrictJSON

/// Reads a trace file: JSON lines, the first of which says what the trace is.
struct TraceReader {
  /// A trace as it was read.
  struct Trace {
    var source: String
    var events: [TraceEvent]
    /// Whether the last line was cut, as by a crash.
    var isTruncated: Bool
  }

  let path: String
  let contract: String
  let role: Role

  /// Reads a trace; throws what is wrong with it, with its line.
  func read(_ bytes: [UInt8]) throws(Diagnostics) -> Trace {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let endsWhole = lines.last?.isEmpty ?? true
    if endsWhole { lines = lines.dropLast() }
    guard let first = lines.first else {
      throw Diagnostics([
        diagnostic(
          "expected a first line that says format, contract and role; the trace is empty", 1)
      ])
    }
    let source = try header(Array(first))
    var events: [TraceEvent] = []
    var isTruncated = false
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(Self.isSpace) {
      let number = index + 1
      do {
        events.append(try event(Array(line), number))
      } catch {
        guard number == lines.count, !endsWhole else { throw Diagnostics([error]) }
        isTruncated = true
      }
    }
    return Trace(source: source, events: events, isTruncated: isTruncated)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }

  private func diagnostic(_ message: String, _ line: Int, _ column: Int = 1) -> Diagnostic {
    Diagnostic(message, at: FileLocation(path: path, line: line, column: column))
  }

  private func header(_ bytes: [UInt8]) throws(Diagnostics) -> String {
    do {
      let root = try JSONDocument(parsing: bytes).root
      guard root["format"]?.number?.int == 1 else {
        throw Diagnostics([diagnostic("expected “format” 1 in the first line of a trace", 1)])
      }
      guard root["contract"]?.string == contract, root["role"]?.string == role.rawValue else {
        throw Diagnostics([
          diagnostic(
            "expected a trace of \(contract), role \(role.rawValue); received \(shown(root.value))",
            1)
        ])
      }
      return root["source"]?.string ?? path
    } catch let error as JSONSyntaxError {
      throw Diagnostics([diagnostic(error.message, 1, error.position.column)])
    } catch let error as Diagnostics {
      throw error
    } catch {
      throw Diagnostics([diagnostic("\(error)", 1)])
    }
  }

  private func event(_ bytes: [UInt8], _ line: Int) throws(Diagnostic) -> TraceEvent {
    let root: JSONNode
    do {
      root = try JSONDocument(parsing: bytes).root
    } catch {
      throw diagnostic(error.message, line, error.position.column)
    }
    guard let name = root["event"]?.string else {
      throw diagnostic("expected an object with “event”, received \(shown(root.value))", line)
    }
    return TraceEvent(
      line: line, name: name, at: root["at"]?.string.flatMap { Instant(rfc3339: $0) },
      thread: root["thread"]?.string, value: root.value)
  }
}
