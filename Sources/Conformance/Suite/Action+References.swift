extension Action {
  /// The names that the action refers to, in order.
  func references(in contract: Contract) -> [String] {
    switch self {
    case .send(let send): send.references(in: contract)
    case .sendRaw(let raw): raw.body.references
    case .hook(let hook):
      hook.arguments.flatMap(\.value.references) + (hook.otherwise?.references ?? [])
    case .passTime(let time): time.references
    case .check(let check): check.references
    case .derive(let derivations): derivations.flatMap(\.of.references)
    case .await(let watch), .absent(let watch):
      (watch.condition?.references ?? []) + (watch.upTo?.references ?? [])
    case .driver(let action): action.references
    case .page(let action): action.references(in: contract)
    case .together: []
    }
  }
}

extension SendAction {
  func references(in contract: Contract) -> [String] {
    let own = Set(arguments.map(\.name))
    let operation = contract.operations[operation]
    let path = operation?.path.references.filter { !own.contains($0) } ?? []
    var names = path + arguments.flatMap(\.value.references) + (body?.references ?? [])
    names += headers.flatMap { $0.value?.references ?? [] }
    if case .value(let template) = credential { names += template.references }
    return names
  }
}

extension BodyTemplate {
  var references: [String] {
    switch self {
    case .json(let body): body.template.references
    case .text(let template): template.references
    case .bytes: []
    }
  }
}

extension TimeAction {
  var references: [String] {
    let shift = plus?.references ?? []
    return switch end {
    case .after(let template): template.references + shift
    case .at(let template): template.references + shift
    }
  }
}

extension Check {
  var references: [String] {
    switch self {
    case .equal(let values), .distinct(let values): values.flatMap(\.references)
    case .instants(let left, _, let right): left.references + right.references
    case .count(let watch, _): watch.condition?.references ?? []
    case .maxInFlight, .again: []
    }
  }
}

extension Expectation {
  /// The names that the expectation refers to, in order.
  var references: [String] {
    var names = headers.flatMap { header -> [String] in
      if case .equals(let template) = header.rule { template.references } else { [] }
    }
    names += (body + value + error).flatMap(\.rule.references)
    names += (anyString + noString).flatMap(\.references)
    return names + (outcome?.references ?? [])
  }
}

extension ValueRule {
  var references: [String] {
    switch self {
    case .equals(let template): template.references
    case .contains(let template): template.references
    case .instant(let source, let plus, _):
      if case .template(let template) = source {
        template.references + (plus?.references ?? [])
      } else {
        plus?.references ?? []
      }
    case .schema, .absent, .present: []
    }
  }
}
