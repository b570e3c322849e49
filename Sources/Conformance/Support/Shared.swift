/// A value that never changes, held by reference: handing it on costs the same however large it is.
///
/// What all vectors share is handed on from several threads at once, and each part of a copied value
/// would have its references counted by all of them.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
