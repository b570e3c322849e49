/// A server for Odynn Connect: sessions, their timers, results and webhooks.
///
/// Written from the page "Native SDK, iOS". Where that page is silent (error bodies, the way of the
/// credential, webhook envelopes), it chooses one of the ways that are open, and its variants
/// choose the others.
public enum OdynnServer {}
