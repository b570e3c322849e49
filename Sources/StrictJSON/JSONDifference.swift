/// One place where two values differ.
public struct JSONDifference: Sendable, Hashable {
  /// The smallest place that differs.
  public var pointer: JSONPointer
  /// What one value has there; nil when it has nothing.
  public var expected: JSON?
  /// What the other has there; nil when it has nothing.
  public var actual: JSON?
}

/// The places where two values differ: those of the expected value in its order, then extra ones.
///
/// Objects are compared member by member and arrays element by element. An object in which a name
/// occurs twice is one place.
///
/// - Parameters:
///   - expected: One value.
///   - actual: The other.
/// - Returns: No places when the values are equal.
public func differences(expected: JSON, actual: JSON) -> [JSONDifference] {
  var found: [JSONDifference] = []
  compare(expected, actual, at: JSONPointer(), into: &found)
  return found
}

private func compare(
  _ expected: JSON, _ actual: JSON, at pointer: JSONPointer, into found: inout [JSONDifference]
) {
  switch (expected, actual) {
  case (.array(let expected), .array(let actual)):
    for index in 0..<max(expected.count, actual.count) {
      compare(
        index < expected.count ? expected[index] : nil,
        index < actual.count ? actual[index] : nil, at: pointer.appending(index), into: &found)
    }
  case (.object(let expected), .object(let actual))
  where expected.hasDistinctKeys && actual.hasDistinctKeys:
    compare(expected, actual, at: pointer, into: &found)
  default:
    guard expected != actual else { return }
    found.append(JSONDifference(pointer: pointer, expected: expected, actual: actual))
  }
}

private func compare(
  _ expected: JSONObject, _ actual: JSONObject, at pointer: JSONPointer,
  into found: inout [JSONDifference]
) {
  let actualValues = actual.firstValues
  for (key, value) in expected {
    compare(
      value, actualValues[ExactText(key)], at: pointer.appending(key), into: &found)
  }
  let expectedValues = expected.firstValues
  for (key, value) in actual where expectedValues[ExactText(key)] == nil {
    found.append(JSONDifference(pointer: pointer.appending(key), expected: nil, actual: value))
  }
}

private func compare(
  _ expected: JSON?, _ actual: JSON?, at pointer: JSONPointer,
  into found: inout [JSONDifference]
) {
  guard let expected, let actual else {
    found.append(JSONDifference(pointer: pointer, expected: expected, actual: actual))
    return
  }
  compare(expected, actual, at: pointer, into: &found)
}

extension JSONObject {
  fileprivate var firstValues: [ExactText: JSON] {
    Dictionary(members.map { (ExactText($0.key), $0.value) }) { first, _ in first }
  }

  fileprivate var hasDistinctKeys: Bool { Set(members.map { ExactText($0.key) }).count == count }
}
