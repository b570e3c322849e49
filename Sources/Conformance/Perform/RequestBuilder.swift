import StrictJSON
import Wire

/// Turns an action into the exact request that goes out; pure.
struct RequestBuilder {
  let context: RunContext
  let bindings: Bindings

  /// The call of an operation; throws the first name that has no value.
  func call(_ action: SendAction) throws(MissingValue) -> HTTPCall {
    guard let operation = context.contract.operations[action.operation] else {
      throw MissingValue(name: action.operation)
    }
    var fields = HTTPFields()
    let body = try add(action.body, to: &fields)
    try addHeaders(of: operation, action, to: &fields)
    let method = try action.method.map { method throws(MissingValue) in
      try bindings.text(of: method)
    }
    let request = HTTPRequest(
      method: method ?? operation.method,
      target: try path(operation.path, with: action.arguments), fields: fields, body: body)
    return call(request, isFresh: action.isFresh)
  }

  /// The call that sends bytes as they are.
  func call(_ action: RawAction) throws(MissingValue) -> HTTPCall {
    var fields = HTTPFields()
    let bytes = try add(action.body, to: &fields)
    var call = call(HTTPRequest(method: "POST", target: "/"), isFresh: true)
    call.rawBytes = bytes
    return call
  }

  /// The call that asks a hook which is reached by HTTP.
  func call(
    hook method: String, path: Template, headers: [Target.Header], json: ValueTemplate?,
    arguments: JSONObject
  ) throws(MissingValue) -> HTTPCall {
    var inner = bindings
    for (name, value) in arguments { inner[name] = value }
    let body = try json.map { template throws(MissingValue) in try inner.value(of: template) }
    var fields = HTTPFields([HTTPField(name: "Content-Type", value: "application/json")])
    for header in headers { fields.set(header.name, try inner.text(of: header.value)) }
    let request = HTTPRequest(
      method: method, target: try inner.text(of: path), fields: fields,
      body: (body ?? .object(arguments)).serializedBytes())
    return call(request, isFresh: false)
  }

  private func call(_ request: HTTPRequest, isFresh: Bool) -> HTTPCall {
    let access = context.target.http
    return HTTPCall(
      base: access?.baseURL ?? "", request: request, freshConnection: isFresh,
      timeout: (access?.timeout ?? .seconds(10)).duration)
  }

  func add(
    _ body: BodyTemplate?, to fields: inout HTTPFields
  ) throws(MissingValue) -> [UInt8] {
    switch body {
    case nil: return []
    case .json(let body):
      fields.append("Content-Type", "application/json")
      if let constant = body.constant { return constant }
      return try bindings.value(of: body.template).serializedBytes()
    case .text(let template): return Array(try bindings.text(of: template).utf8)
    case .bytes(let bytes): return bytes
    }
  }

  private func addHeaders(
    of operation: Operation, _ action: SendAction, to fields: inout HTTPFields
  ) throws(MissingValue) {
    for (name, value) in operation.headers { fields.set(name, try bindings.text(of: value)) }
    for header in context.target.http?.headers ?? [] {
      fields.set(header.name, try bindings.text(of: header.value))
    }
    if let header = try credential(of: operation, action.credential) {
      fields.set(header.name, header.value)
    }
    for (name, value) in action.headers {
      if let value {
        fields.set(name, try bindings.text(of: value))
      } else {
        fields.remove(name)
      }
    }
  }

  private func credential(
    of operation: Operation, _ choice: CredentialChoice
  ) throws(MissingValue) -> HTTPField? {
    guard let standard = operation.credential else { return nil }
    var inner = bindings
    var name = standard
    switch choice {
    case .none: return nil
    case .standard: break
    case .parameter(let other): name = other
    case .value(let template): inner[standard] = .string(try bindings.text(of: template))
    }
    guard let form = context.credentialForm(of: name) else { throw MissingValue(name: name) }
    return HTTPField(name: form.header, value: try inner.text(of: form.value))
  }

  /// The path, with values percent-encoded unless one is the whole path.
  private func path(
    _ template: Template, with arguments: [(name: String, value: ValueTemplate)]
  ) throws(MissingValue) -> String {
    var inner = bindings
    for (name, value) in arguments { inner[name] = try bindings.value(of: value) }
    if template.soleReference != nil { return try inner.text(of: template) }
    for name in template.references {
      guard let value = inner[name] else { throw MissingValue(name: name) }
      inner[name] = .string(Encodings.percent(Array(Bindings.text(of: value).utf8)))
    }
    return try inner.text(of: template)
  }
}
