/// One difference between what an expectation says and what was seen.
struct Difference: Hashable {
  /// Where: `/status`, `/headers/Content-Type`, or a pointer into the body such as `/body/id`.
  var at: String
  /// What was expected, as one line of text.
  var expected: String
  /// What was received, as one line of text.
  var received: String
  /// A sentence that says more than the two lines; nil when they say it all.
  var note: String?
  /// Whether it is that something is not there at all.
  var isAbsence = false

  /// The difference as a sentence.
  var sentence: String {
    note ?? "\(at): expected \(expected), received \(received)"
  }
}
