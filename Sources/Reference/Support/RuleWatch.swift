/// Tells from outside a page which of its rules it asks for, without the page knowing.
///
/// A page whose differences are the elements of a set does the same with a difference as without
/// until it asks the set for that element.
public struct RuleWatch: Sendable, Hashable {
  /// The JavaScript that runs before any other in every frame.
  ///
  /// It posts to the handler, as texts: an empty one when it begins, then each name before the page
  /// has the answer.
  public var script: String
  /// The name of the handler that it posts to; the page does not get to see it.
  public var handler: String

  /// Tells of every text that the page looks for in a set.
  static let ofSets = RuleWatch(
    script: #"""
      (() => {
        const handlers = webkit.messageHandlers;
        const handler = handlers.ConformRules;
        delete handlers.ConformRules;
        const has = Set.prototype.has;
        const told = new Set([""]);
        handler.postMessage("");
        Set.prototype.has = function (name) {
          if (typeof name === "string" && !has.call(told, name)) {
            told.add(name);
            handler.postMessage(name);
          }
          return has.call(this, name);
        };
      })();
      """#, handler: "ConformRules")
}
