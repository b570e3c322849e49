import Wire
import StrictJSON

extension Transcript.Event: RecordedJSON {
  var json: JSON {
    switch self {
    case .exchange(let exchange): return ["exchange": exchange.json]
    case .hook(let record): return ["hook": record.json]
    case .passed(let until): return ["passedUntil": .whole(until.nanoseconds)]
    case .webhook(let delivery): return ["webhook": delivery.json]
    case .watched(let arrival): return ["watched": arrival?.json ?? .null]
    case .driver(let record): return ["driver": record.json]
    case .page(let record): return ["page": record.json]
    case .broken(let reason): return ["broken": .string(reason)]
    case .missing(let name): return ["missing": .string(name)]
    }
  }

  init(json: JSON) throws(RecordError) {
    guard let (kind, value) = json.object?.first(where: { _ in true }) else {
      throw RecordError("expected an event, received \(shown(json))")
    }
    switch kind {
    case "exchange": self = .exchange(try HTTPExchange(json: value))
    case "hook": self = .hook(try HookRecord(json: value))
    case "passedUntil": self = .passed(until: try json.instant("passedUntil"))
    case "webhook": self = .webhook(try Delivery(json: value))
    case "watched": self = .watched(value.isNull ? nil : try Arrival(json: value))
    case "driver": self = .driver(try DriverRecord(json: value))
    case "page": self = .page(try PageRecord(json: value))
    case "broken": self = .broken(try json.text("broken"))
    case "missing": self = .missing(try json.text("missing"))
    default: throw RecordError("“\(kind)” is no kind of event")
    }
  }
}
