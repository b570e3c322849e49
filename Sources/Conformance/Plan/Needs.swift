/// What a vector needs of its target, derived from its steps.
struct Needs {
  private(set) var hooks: Set<String> = []
  private(set) var parameters: Set<String> = []
  /// Parameters that take the place of a hook, by the hook.
  private(set) var alternatives: [String: [String]] = [:]
  private(set) var usesHTTP = false
  private(set) var usesWebhooks = false
  private(set) var passesTime = false
  private(set) var usesDriver = false
  private(set) var usesTargetPage = false
  private(set) var elements: Set<String> = []
  private(set) var states: Set<String> = []
  private(set) var requests: Set<String> = []

  init(of vector: Vector, in contract: Contract) {
    vector.steps.forEach { add($0, contract) }
  }

  private mutating func add(_ step: Step, _ contract: Contract) {
    switch step.action {
    case .send(let send):
      usesHTTP = true
      refer(contract.operations[send.operation]?.path.references ?? [], contract)
      if send.credential == .standard, let name = contract.operations[send.operation]?.credential {
        parameters.insert(name)
      }
      if case .json(let body) = send.body { refer(body.template.references, contract) }
      send.arguments.forEach { refer($0.value.references, contract) }
    case .sendRaw:
      usesHTTP = true
    case .hook(let hook):
      if let otherwise = hook.otherwise {
        alternatives[hook.name] = otherwise.references
      } else {
        hooks.insert(hook.name)
      }
      hook.arguments.forEach { refer($0.value.references, contract) }
    case .passTime(let time):
      passesTime = true
      if case .after(let template) = time.end { refer(template.references, contract) }
    case .await(let watch), .absent(let watch), .check(.count(let watch, _)):
      add(watch, contract)
    case .together(let together):
      together.branches.forEach { $0.forEach { add($0, contract) } }
    case .driver(let action):
      usesDriver = true
      refer(action.references, contract)
    case .page(let action):
      add(action, contract)
    case .check, .derive:
      break
    }
  }

  private mutating func add(_ watch: WatchAction, _ contract: Contract) {
    switch watch.subject {
    case .webhook: usesWebhooks = true
    case .request(let name) where contract.page?.requests.contains(name) == true:
      requests.insert(name)
    default: break
    }
  }

  private mutating func add(_ action: PageAction, _ contract: Contract) {
    refer(action.references(in: contract), contract)
    switch action {
    case .open(let open): usesTargetPage = usesTargetPage || open.url == nil
    case .click(let element, let options):
      elements.formUnion([element] + [options.unless].compactMap { $0 })
    case .type(let element, _, _): elements.insert(element)
    case .look(let look):
      switch look.subject {
      case .element(let name): elements.insert(name)
      case .state(let name): states.insert(name)
      }
    case .context, .evaluate, .evaluateScripts: break
    }
  }

  private mutating func refer(_ names: [String], _ contract: Contract) {
    parameters.formUnion(names.filter { contract.parameters[$0] != nil })
  }
}
