// Conformance
