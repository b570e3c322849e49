import StrictJSON

/// The JavaScript that runs in every page, and in every frame of it, before its own.
enum PageScripts {
  /// The name under which the bridge finds its way out; it is gone before the page's first script.
  static let binding = "__conformPost"

  /// Plays `webkit.messageHandlers`: what is posted to a handler leaves as text, with its type.
  static func bridge(handlers: [String]) -> String {
    let names = JSON.array(handlers.map { .string($0) }).serialized()
    return #"""
      (() => {
        const post = globalThis.\#(binding);
        delete globalThis.\#(binding);
        if (typeof post !== "function") return;
        const stringify = JSON.stringify;
        const isArray = Array.isArray;
        const isWhole = Function.prototype.call.bind(String.prototype.isWellFormed);
        const mend = Function.prototype.call.bind(String.prototype.toWellFormed);
        const json = (body) => {
          try { return mend(stringify(body) ?? "") } catch { return "" }
        };
        const typeOf = (body) => body === null ? "null" : isArray(body) ? "array" : typeof body;
        const handler = (name) => ({
          postMessage(body) {
            const message = { handler: name, type: typeOf(body) };
            if (typeof body === "string") {
              message.text = mend(body);
              message.mended = !isWhole(body);
            } else {
              message.json = json(body);
            }
            post(stringify(message));
          },
        });
        const handlers = {};
        for (const name of \#(names)) handlers[name] = handler(name);
        Object.defineProperty(globalThis, "webkit", {
          value: { messageHandlers: handlers }, configurable: true, writable: true, enumerable: true,
        });
      })();
      """#
  }

  /// What is asked of an element: whether a user could see, use and edit it, and where.
  static let state = #"""
    function () {
      const style = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };
      const box = this.getBoundingClientRect();
      const isField = this.matches("input, textarea, select");
      const isVisible = this.checkVisibility(style) && box.width > 0 && box.height > 0;
      const hit = this.getRootNode().elementFromPoint(
        box.left + box.width / 2, box.top + box.height / 2);
      const isOutside = box.bottom < 0 || box.right < 0
        || box.top > innerHeight || box.left > innerWidth;
      return {
        isVisible,
        isEnabled: !this.matches(":disabled") && !this.closest("[inert]")
          && this.getAttribute("aria-disabled") !== "true",
        isEditable: isField ? !this.readOnly : this.isContentEditable,
        isCovered: isVisible && !isOutside && hit !== null && hit !== this
          && !this.contains(hit) && !hit.contains(this) && hit.closest("label")?.control !== this,
        value: isField ? String(this.value) : this.textContent,
      };
    }
    """#

  /// Selects what an element holds, so that typing replaces it.
  static let select = #"""
    function () {
      if (typeof this.select === "function") this.select();
      else getSelection().selectAllChildren(this);
    }
    """#

  /// The first element for a selector that a user can see, else the first; null when there is none.
  static func first(_ selector: String) -> String {
    let text = JSON.string(selector).serialized()
    return #"""
      (() => {
        const found = [...document.querySelectorAll(\#(text))];
        const style = { opacityProperty: true, visibilityProperty: true };
        return found.find((one) => one.checkVisibility(style)) ?? found[0] ?? null;
      })()
      """#
  }
}
