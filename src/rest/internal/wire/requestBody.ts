/** Request bodies: how long sending one may take, and why one is refused. */

/** Why a body was not sent completely. The caller's body is at fault, not the connection. */
export class BodyRefused extends Error {
  override readonly name = "BodyRefused"
}

/** The slowest upload rate to expect, in bytes per second. A body in one piece reports no progress. */
const slowest = 65_536

/** Milliseconds that sending a body in one piece may take, in addition to the timeout for the head. */
export const patience = (bytes: number): number => (bytes <= slowest ? 0 : (bytes / slowest) * 1_000)
