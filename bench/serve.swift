import Reference
import StrictJSON

/// Serves the reference that is replayed against, and prints its target file on one line.
///
/// - Returns: The exit status, when the input ends.
func serve() -> Int32 {
  do {
    let reference = try References.start(contract: Load.contract, role: "server")
    print(reference.target.serialized(.compact))
    flushOutput()
    while readLine() != nil {}
    reference.stop()
    return 0
  } catch {
    print(error)
    return 1
  }
}
