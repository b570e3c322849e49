import Foundation

/// A driver's program that is broken in one way: Python, written by the test.
///
/// It answers every call with `invalidLink`, which some vectors of Verso's SDK ask for.
struct BrokenDriver: Sendable, CustomStringConvertible {
  /// What it does, as a sentence's end.
  var description: String
  /// What is done with a message before it is answered as it should be; indented by four spaces.
  var deviation: String
  /// A part of what is said of it; nil when nothing is wrong with the run.
  var reason: String?

  init(_ description: String, _ deviation: String, says reason: String?) {
    self.description = description
    self.deviation = deviation
    self.reason = reason
  }

  /// The program.
  ///
  /// `first` tells the first process of several in one folder.
  var program: String {
    """
    import json, os, subprocess, sys, time
    try:
        os.close(os.open(os.path.join(os.path.dirname(__file__), "begun"), os.O_CREAT | os.O_EXCL))
        first = True
    except FileExistsError:
        first = False
    def send(id, **message):
        print(json.dumps({"jsonrpc": "2.0", "id": id, **message}), flush=True)
    invalid = {"outcome": "threw", "error": {"kind": "invalidLink"}}
    for line in sys.stdin:
        message = json.loads(line)
        id, method = message["id"], message.get("method")
    \(deviation.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
        if method == "initialize":
            send(id, result={"name": "Broken", "version": "0", "roles": ["sdk"], "clock": True})
        elif method == "call":
            send(id, result=invalid)
        elif method is not None:
            send(id, result={})
        if method == "shutdown":
            break
    """
  }

  /// The same driver, of which only the first process is broken.
  var once: BrokenDriver {
    let lines = deviation.split(separator: "\n").map { "    \($0)" }
    return BrokenDriver(description, "if first:\n" + lines.joined(separator: "\n"), says: reason)
  }

  /// Writes the program into a folder of its own; gives the folder.
  func write() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "conform-driver-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(program.utf8).write(to: folder.appending(path: "driver.py"))
    return folder
  }
}

extension BrokenDriver {
  /// Those that break at once, so that every vector which they serve is lost and nothing else.
  static let broken: [BrokenDriver] = [
    .init("ends before it says hello", "sys.exit(3)", says: "exited with 3"),
    .init(
      "crashes in the middle of a call", "if method == \"call\": os.abort()",
      says: "ended by signal 6"),
    .init(
      "says why it crashes in its log",
      "if method == \"call\": sys.exit(\"the simulator is gone\")", says: "the simulator is gone"),
    .init(
      "prints junk", "if method == \"call\": print(\"loading…\", flush=True)",
      says: "no JSON-RPC message: loading…"),
    .init(
      "answers an id that nobody asked under", "if method == \"call\": send(9999, result=invalid)",
      says: "the id 9999"),
    .init(
      "answers an id as text", "if method == \"call\": send(str(id), result=invalid)",
      says: "without an id of ours"),
    .init(
      "answers a control request twice", "if method == \"reset\": send(id, result={})",
      says: "reset twice"),
    .init(
      "refuses the reset",
      "if method == \"reset\":\n    send(id, error={\"code\": 1, \"message\": \"no device\"})\n    continue",
      says: "no device"),
    .init(
      "answers a call with no outcome",
      "if method == \"call\":\n    send(id, result={\"connectionId\": \"con_1\"})\n    continue",
      says: "neither returned nor threw"),
    .init(
      "asks for something that is not an event",
      "if method == \"call\": send(\"x\", method=\"confirm\", params={})", says: "no event"),
    .init(
      "does not play the SDK",
      "if method == \"initialize\":\n    send(id, result={\"name\": \"App\", \"version\": \"1\", \"roles\": [\"app\"]})\n    continue",
      says: "without the role sdk"),
    .init(
      "never ends its line",
      "if method == \"call\":\n    sys.stdout.write(\"x\" * (2 << 20))\n    sys.stdout.flush()",
      says: "cannot be read"),
    .init("does not answer the reset", "if method == \"reset\": continue", says: "reset within"),
  ]

  /// Those that are odd and serve all the same.
  static let odd: [BrokenDriver] = [
    .init(
      "floods its log",
      "if method == \"call\":\n    sys.stderr.write(\"x\" * (4 << 20))\n    sys.stderr.flush()",
      says: nil),
    .init("ignores shutdown", "if method == \"shutdown\": time.sleep(60)", says: nil),
    .init(
      "ignores SIGTERM as well",
      "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nif method == \"shutdown\": time.sleep(60)",
      says: nil),
    .init(
      "leaves a child behind",
      "if method == \"initialize\": subprocess.Popen([\"sleep\", \"300\"])", says: nil),
    .init("leaves empty lines", "print(flush=True)", says: nil),
    .init(
      "tells of events that no vector watches for",
      "if method == \"call\": send(\"e1\", method=\"event\", params={\"name\": \"page.scrolled\", \"data\": {}})",
      says: nil),
  ]
}
