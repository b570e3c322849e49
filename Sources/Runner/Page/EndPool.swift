import Conformance
import SDKTesting

/// Gives a vector what it holds: an SDK, a page, or both.
struct EndPool: Sendable {
  let drivers: DriverPool
  /// The browser; nil when no vector needs one.
  let pages: BrowserPool?

  func lease(
    _ order: EndOrder, _ tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> Result<LeasedEnd, EndFailure> {
    guard order.kind == .driver else { return await page(tell) }
    let driver = await drivers.lease(order, tell)
    guard order.showsPages, case .success(let driver) = driver else { return driver }
    switch await page(tell) {
    case .success(let page): return .success(LeasedEnd(driver, with: page))
    case .failure(let failure):
      driver.giveBack()
      return .failure(failure)
    }
  }

  private func page(
    _ tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> Result<LeasedEnd, EndFailure> {
    guard let pages else { return .failure(EndFailure("there is no browser here")) }
    return await pages.lease(tell)
  }
}

extension LeasedEnd {
  /// An SDK and the page that it is to be put into.
  fileprivate init(_ driver: LeasedEnd, with page: LeasedEnd) {
    var about = driver.about
    about.showsPages = true
    self.init(
      about: about,
      submit: { request, reply in
        if case .page = request {
          page.submit(request, reply)
        } else {
          driver.submit(request, reply)
        }
      },
      giveBack: {
        page.giveBack()
        driver.giveBack()
      })
  }
}
