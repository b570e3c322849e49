import StrictJSON

extension AccruePage {
  /// The page as HTML; its script is loaded from beside it.
  static func document(_ rules: Rules) -> String {
    let labels = rules.labels
    let build = rules.build.serialized().replacing("<", with: "\\u003C")
    return #"""
      <!doctype html>
      <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Wallet</title>
        <link rel="stylesheet" href="/wallet.css">
        <script type="application/json" id="build">\#(build)</script>
      </head>
      <body>
        <main id="wallet">
          <section id="visitor" hidden>
            <h1 id="screen">\#(labels.home)</h1>
            <p>Save towards the things you love, and pay with what you saved.</p>
            <p class="actions">
              <button type="button" id="sign-in">\#(labels.signIn)</button>
              <button type="button" id="register">\#(labels.register)</button>
            </p>
            <form id="number-form" hidden>
              <label for="number">\#(rules.quirks.contains(.offersNumber) ? labels.phone : "Phone number")</label>
              <input id="number" type="tel" autocomplete="tel">
              <button>Send code</button>
            </form>
            <form id="code-form" hidden>
              <p id="sent"></p>
              <label for="code">\#(labels.otp)</label>
              <input id="code" inputmode="numeric" autocomplete="one-time-code">
              <button id="confirm">\#(labels.confirm)</button>
            </form>
            <p role="alert" id="problem"></p>
          </section>
          <section id="member" hidden>
            <h1>\#(labels.wallet)</h1>
            <p class="balance">$42.00</p>
            <label for="phone">\#(labels.phone)</label>
            <input id="phone" type="tel">
            <label for="email">\#(labels.email)</label>
            <input id="email" type="email">
            <p class="actions"><button type="button" id="log-out">\#(labels.logout)</button></p>
          </section>
        </main>
        <script src="/wallet.js"></script>
      </body>
      </html>
      """#
  }

  /// The style sheet.
  static let style = #"""
    :root { font: 16px/1.5 system-ui, sans-serif; color: #1b1b2f; background: #f6f5fb; }
    body { margin: 0; }
    main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; }
    section { background: #fff; border-radius: 1rem; padding: 1.5rem; }
    [hidden] { display: none; }
    h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
    label { display: block; margin-top: 1rem; font-weight: 600; }
    input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 1px solid #8a8aa3; border-radius: .5rem; }
    input[readonly], input:disabled { background: #eee; color: #555; }
    button { padding: .6rem 1.2rem; font: inherit; border: 0; border-radius: .5rem; background: #4b2bbd; color: #fff; }
    button:disabled { background: #777; }
    form button { margin-top: 1rem; }
    .actions { display: flex; gap: .75rem; }
    .balance { font-size: 2rem; margin: 0; }
    #problem { color: #a8002a; min-height: 1.5rem; }
    """#
}
