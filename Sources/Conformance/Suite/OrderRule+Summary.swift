import StrictJSON

extension OrderRule {
  /// The rule in plain words.
  var summary: String {
    var parts: [String] = []
    if !key.isEmpty {
      parts.append("for each \(key.map(\.description).joined(separator: " or "))")
    }
    if let when { parts.append("where \(when) occurs") }
    if let ifBefore { parts.append("if \(ifBefore) came before it") }
    if let unlessBefore { parts.append("unless \(unlessBefore) came before it") }
    let scope = parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
    return scope + kind.words + (isAdvisory ? " (advisory)" : "")
  }
}

extension OrderRule.Kind {
  fileprivate var words: String {
    switch self {
    case .sequence(let steps): steps.map(\.description).joined(separator: ", then ")
    case .before(let first, let second): "\(first) before the first \(second)"
    case .exactlyOnce(let event): "\(event) exactly once"
    case .atMostOnce(let event): "\(event) at most once"
    case .never(let event): "never \(event)"
    case .neverAfter(let event, let after, let until):
      "no \(event) after \(after)\(until.map { ", until \($0)" } ?? "")"
    case .neverWhile(let event, let from, let until):
      "no \(event) between \(from) and the next \(until)"
    case .eventually(let response): response.words
    case .onlyOnThread(let event, let thread): "\(event) on the thread “\(thread)” only"
    case .sameValue(let members): "\(members.last(\.words)) is what \(members.others) last was"
    case .differentValue(let members):
      "\(members.last(\.words)) is nothing that \(members.others) has been"
    case .earlierValue(let members):
      "\(members.last(\.words)) is something that \(members.others) has been"
    case .noSecretIn(let member, let pattern, let valueOf):
      "nothing in \(member.words) that is "
        + [pattern.map { "found by \($0)" }, valueOf.map { "the value of \($0.words)" }]
        .compactMap { $0 }.joined(separator: " or ")
    case .schema(let member, _, let schema): "\(member.words) fits \(schema.shortText)"
    }
  }
}

extension OrderRule.Response {
  fileprivate var words: String {
    let others = [
      after.map { " after each \($0)" }, within.map { " within \($0)" },
      until.map { ", before the next \($0)" }, orAnywhere.map { ", or \($0) in any attempt" },
    ]
    return "\(event)" + others.compactMap { $0 }.joined() + (after == nil ? " somewhere" : "")
  }
}

extension OrderRule.Member {
  /// The member as a phrase: `/data/userID of launch.called`.
  fileprivate var words: String {
    let places = pointers.filter { !$0.tokens.isEmpty }.map(\.description)
    return places.isEmpty ? "\(event)" : "\(places.joined(separator: " or ")) of \(event)"
  }
}

extension [OrderRule.Member] {
  fileprivate func last(_ words: (Element) -> String) -> String { last.map(words) ?? "" }

  /// All but the last; the last where it stands alone.
  fileprivate var others: String {
    (count > 1 ? dropLast() : self[...]).map(\.words).joined(separator: " or ")
  }
}
