import StrictJSON

/// One change of a JSON value at one place: how a hand might go wrong.
struct Mutation: Sendable, CustomStringConvertible {
  enum Change: Sendable {
    case remove
    case add(key: String)
    case replace(JSON)
  }

  /// The changed value, or the object that a member is added to.
  var place: JSONPointer
  var change: Change

  var description: String {
    switch change {
    case .remove: "without \(place)"
    case .add(let key): "with “\(key)” in \(place.tokens.isEmpty ? "the root" : "\(place)")"
    case .replace(let value): "with \(value.serialized()) at \(place)"
    }
  }

  /// Values that mean nothing here: one of every other kind, and odd ones of the same.
  private static func wrong(instead value: JSON) -> [JSON] {
    let others: [JSON] = [.null, true, 17, "zzz", .array([]), ["zzz": 1]].filter {
      $0.kind != value.kind
    }
    switch value {
    case .bool(let flag): return others + [.bool(!flag)]
    case .number: return others + [-1, 1.5]
    case .string: return others + ["zzz", ""]
    case .array: return others + [.array([]), .array([.null])]
    case .object: return others + [.object([:]), ["zzz": 1]]
    case .null: return others
    }
  }

  /// Every change of a value and of the values inside it.
  static func all(of value: JSON, at place: JSONPointer) -> [Mutation] {
    var found: [Mutation] = []
    if !place.tokens.isEmpty {
      found.append(Mutation(place: place, change: .remove))
      found += wrong(instead: value).map { Mutation(place: place, change: .replace($0)) }
    }
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        found += all(of: element, at: place.appending(index))
      }
    case .object(let object):
      found.append(Mutation(place: place, change: .add(key: "zzz")))
      for (key, value) in object { found += all(of: value, at: place.appending(key)) }
    default: break
    }
    return found
  }

  /// The value after the change.
  func applied(to value: JSON) -> JSON { applied(to: value, at: place.tokens[...]) }

  private func applied(to value: JSON, at path: ArraySlice<String>) -> JSON {
    guard let token = path.first else { return changed(value) }
    let isLast = path.count == 1
    switch value {
    case .array(var elements):
      guard let index = Int(token) else { return value }
      if isLast, case .remove = change {
        elements.remove(at: index)
      } else {
        elements[index] = applied(to: elements[index], at: path.dropFirst())
      }
      return .array(elements)
    case .object(var object):
      if isLast, case .remove = change {
        object[token] = nil
      } else if let member = object[token] {
        object[token] = applied(to: member, at: path.dropFirst())
      }
      return .object(object)
    default: return value
    }
  }

  private func changed(_ value: JSON) -> JSON {
    switch change {
    case .replace(let other): return other
    case .add(let key):
      guard case .object(var object) = value else { return value }
      object.append(key, 1)
      return .object(object)
    case .remove: return value
    }
  }
}
