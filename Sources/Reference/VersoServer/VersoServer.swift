/// A server for Verso Connect: signed links, starts, captures, connections and webhooks.
///
/// Written from the page "Mobile apps". Where that page is silent (names of members, statuses of
/// malformed requests, webhook envelopes), it does what the public SDKs expect or chooses one of
/// the ways that are open, and its variants choose the others.
public enum VersoServer {}
