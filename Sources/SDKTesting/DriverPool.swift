package import Conformance
import SDKDriving
import StrictJSON

/// Drivers that are side by side, each serving one vector at a time.
package actor DriverPool {
  /// Starts a driver, or says why it cannot be started.
  package typealias Maker = @Sendable () async -> Result<any DriverPort, EndFailure>

  private let limit: Int
  private let backend: String?
  private let make: Maker
  private var idle: [any DriverPort] = []
  private var count = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - limit: How many drivers there may be at once.
  ///   - backend: The base URL of the server that the SDK talks to where a vector does not answer it
  ///     itself; nil when the suite always does.
  ///   - make: Starts a driver.
  package init(limit: Int, backend: String?, make: @escaping Maker) {
    self.limit = max(1, limit)
    self.backend = backend
    self.make = make
  }

  /// Gives a vector a driver that was made ready for it.
  package func lease(
    _ order: EndOrder, _ tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> Result<LeasedEnd, EndFailure> {
    let port: any DriverPort
    switch await take() {
    case .success(let taken): port = taken
    case .failure(let failure): return .failure(failure)
    }
    var server: BackendServer?
    if order.serves || backend == nil {
      do {
        server = try BackendServer(tell: tell)
      } catch {
        giveBack(port)
        return .failure(EndFailure("our own server cannot listen: \(error)"))
      }
    }
    let url = server?.baseURL ?? backend ?? ""
    if let failure = await port.reset(backend: url, parameters: order.parameters, tell: tell) {
      server?.close()
      await port.end()
      forget()
      return .failure(failure)
    }
    return .success(lease(of: port, server, url))
  }

  private func lease(
    of port: any DriverPort, _ server: BackendServer?, _ url: String
  ) -> LeasedEnd {
    LeasedEnd(
      about: EndDescription(backend: url, hasClock: port.hasClock),
      submit: { request, reply in
        switch request {
        case .driver(.call(let number, let operation, let arguments)):
          port.begin(number, operation, arguments, reply)
        case .driver(.cancel(let number)):
          port.cancel(number, reply)
        case .driver(.advance(let span)):
          port.advance(span, reply)
        case .driver(.serve(let routes)):
          server?.serve(routes)
          reply(.driver(.done))
        case .driver(.refuse):
          server?.close()
          reply(.driver(.done))
        case .page:
          reply(.broke("an SDK was asked for what only a page can do"))
        }
      },
      giveBack: {
        Task {
          server?.close()
          await port.settle()
          if port.breakage == nil {
            await self.giveBack(port)
          } else {
            await port.end()
            await self.forget()
          }
        }
      })
  }

  /// Ends every driver, those included that still settle after their last vector.
  package func close() async {
    while count > idle.count { await withCheckedContinuation { waiters.append($0) } }
    let ports = idle
    count = 0
    idle = []
    await withDiscardingTaskGroup { group in
      for port in ports { group.addTask { await port.end() } }
    }
  }

  private func take() async -> Result<any DriverPort, EndFailure> {
    while true {
      if let port = idle.popLast() {
        guard port.breakage != nil else { return .success(port) }
        await port.end()
        forget()
      } else if count < limit {
        count += 1
        let made = await make()
        if case .failure = made { forget() }
        return made
      } else {
        await withCheckedContinuation { waiters.append($0) }
      }
    }
  }

  private func giveBack(_ port: any DriverPort) {
    idle.append(port)
    wake()
  }

  /// A driver is gone; another may take its place.
  private func forget() {
    count -= 1
    wake()
  }

  private func wake() {
    guard !waiters.isEmpty else { return }
    waiters.removeFirst().resume()
  }
}
