import StrictJSON

extension RunResult {
  /// The same result with every secret masked, in any encoding: what may leave the process.
  public func masked(by secrets: Secrets) -> RunResult {
    guard !secrets.isEmpty else { return self }
    var copy = self
    for index in copy.subjects.indices {
      copy.subjects[index].name = secrets.masked(subjects[index].name)
      copy.subjects[index].baseURL = subjects[index].baseURL.map(secrets.masked)
      copy.subjects[index].warnings = subjects[index].warnings.map(secrets.masked)
    }
    for index in copy.vectors.indices {
      copy.vectors[index].judgement.mask(by: secrets)
      copy.vectors[index].reproduce = vectors[index].reproduce.map(secrets.masked)
      copy.vectors[index].transcripts = vectors[index].transcripts.compactMap {
        $0.masked(by: secrets)
      }
      copy.vectors[index].page = vectors[index].page?.masked(by: secrets)
    }
    return copy
  }
}

extension Judgement {
  fileprivate mutating func mask(by secrets: Secrets) {
    for index in findings.indices {
      findings[index].message = secrets.masked(findings[index].message)
      findings[index].expected = secrets.masked(findings[index].expected)
      findings[index].actual = secrets.masked(findings[index].actual)
      findings[index].at = secrets.masked(findings[index].at)
    }
    couldNotRun = couldNotRun.map(secrets.masked)
    harnessErrors = harnessErrors.map(secrets.masked)
    notApplicable = notApplicable.map(secrets.masked)
    choices = choices.mapValues(secrets.masked)
  }
}

extension Transcript {
  /// The same transcript with every secret masked; what cannot be read again then is left out.
  func masked(by secrets: Secrets) -> Transcript? {
    let bytes = secrets.masked(json.serializedBytes())
    return (try? JSON(parsing: bytes)).flatMap { try? Transcript(json: $0) }
  }
}
