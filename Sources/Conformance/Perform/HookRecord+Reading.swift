import StrictJSON
import Wire

/// How a command ended.
public enum CommandResult: Sendable, Hashable {
  /// It ended by itself: its exit status and what it wrote to standard output.
  case exited(Int32, output: [UInt8])
  /// It did not run or did not end; why.
  case failed(String)
}

/// A hook made ready to be asked.
enum HookCall {
  case http(HTTPCall)
  case command([String])
  /// A name that the target file refers to and that has no value.
  case missing(String)
}

extension RequestBuilder {
  /// Makes a hook ready, with its arguments.
  func hookCall(_ binding: Target.HookBinding, _ arguments: JSONObject) -> HookCall {
    do throws(MissingValue) {
      switch binding {
      case .http(let method, let path, let headers, let json):
        return .http(
          try call(hook: method, path: path, headers: headers, json: json, arguments: arguments))
      case .command(let words):
        var inner = bindings
        for (name, value) in arguments { inner[name] = value }
        var command: [String] = []
        for word in words { command.append(try inner.text(of: word)) }
        return .command(command)
      }
    } catch {
      return .missing(error.name)
    }
  }
}

extension HookRecord {
  /// Reads how a hook that was asked by HTTP ended: 2xx done, 409 refused, 404 and 501 not offered.
  init(_ name: String, _ arguments: JSON, _ exchange: HTTPExchange) {
    self.name = name
    self.arguments = arguments
    guard let response = exchange.response else {
      outcome = .failed
      message = exchange.failure?.message
      neverArrived = exchange.failure?.kind.neverArrived ?? false
      return
    }
    value = response.body.isEmpty ? nil : try? JSON(parsing: response.body)
    switch response.status {
    case 200..<300: outcome = .done
    case 409: outcome = .refused
    case 404, 501: outcome = .notOffered
    default:
      outcome = .failed
      let body = String(decoding: response.body.prefix(200), as: UTF8.self)
      message = "expected 2xx, 409, 404 or 501, received \(response.status) \(body)"
    }
  }

  /// Reads how a command ended: 0 done, 10 refused.
  init(_ name: String, _ arguments: JSON, _ result: CommandResult) {
    self.name = name
    self.arguments = arguments
    switch result {
    case .exited(let status, let output):
      value = try? JSON(parsing: output)
      outcome = status == 0 ? .done : status == 10 ? .refused : .failed
      if outcome == .failed { message = "expected exit status 0 or 10, received \(status)" }
    case .failed(let reason):
      outcome = .failed
      message = reason
    }
  }
}
