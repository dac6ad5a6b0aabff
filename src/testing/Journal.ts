/**
 * What a simulator logs of each request and of each delivery, and how the log prints. Secrets are redacted.
 *
 * **Example**
 *
 * ```ts
 * const simulator = yield* ForgeSimulator.ForgeSimulator
 * yield* Effect.log(`\n${yield* simulator.journal}`)
 * expect(Journal.table((yield* simulator.requests).slice(-2))).toMatchInlineSnapshot()
 * ```
 */

/** A request as it arrived, or a delivery as it was sent to a hook, and its outcome. */
export interface Received {
  /** Of a delivery, what it tells: `issues.opened`, or `push`. Null for requests. */
  readonly event: string | null
  /** The HTTP method, such as `GET`. */
  readonly method: string
  /** The URL, with its query. */
  readonly url: string
  /** Path below the service's root. */
  readonly path: string
  /** Whether an action of the handle, such as `approve`, has made it. Only the journal has these. */
  readonly isAction?: boolean
  /** Name of the operation; null if the simulator does not serve the request. */
  readonly operation: string | null
  /** The sender: a login, or `customer` for a valid weather key. Null without a valid credential. */
  readonly login: string | null
  /** Names in lower case; credentials are redacted. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, any other text, or bytes that are not text; undefined if it is empty. */
  readonly body: unknown
  /** Epoch milliseconds. */
  readonly receivedAt: number
  /** Epoch milliseconds of the response, or of when the connection was lost or the client gave up; null until then. */
  readonly answeredAt: number | null
  /** Null while the request is pending, and if the connection was lost or the client gave up. */
  readonly status: number | null
  /** What an error response says: why the request was refused. Null for all other responses, and of deliveries. */
  readonly message: string | null
  /** Whether the service has acted, even if its response is late or lost; false if a fault took its place. */
  readonly acted: boolean
  /** Names of the faults that hit the request. */
  readonly faults: ReadonlyArray<string>
}

const longest = 64

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** `250 ms`, `1.5 s`. A clock may have parts of milliseconds. */
const duration = (millis: number): string => {
  const whole = Math.round(millis)
  return whole < 1_000 ? `${whole} ms` : `${whole / 1_000} s`
}

/** The parameters of a request. Those of a signed URL say nothing to a reader. */
const queryOf = (url: string): string => {
  const { search, searchParams } = new URL(url)
  return searchParams.has("X-Amz-Signature") ? "" : search
}

const statusOf = ({ answeredAt, status }: Received): string =>
  status !== null ? String(status) : answeredAt === null ? "pending" : "lost"

const headings = ["#", "operation", "request", "login", "status", "acted", "faults", "at", "took"]

const cellsOf = (self: Received, index: number, start: number): ReadonlyArray<string> => [
  String(index + 1),
  self.operation ?? self.event ?? "-",
  cut(
    self.event === null
      ? `${self.isAction ? "by hand: " : ""}${self.method} ${self.path}${queryOf(self.url)}`
      : `→ ${self.url}`
  ),
  self.login ?? "-",
  statusOf(self),
  self.acted ? "yes" : "no",
  self.faults.length === 0 ? "-" : self.faults.join(", "),
  duration(self.receivedAt - start),
  self.answeredAt === null ? "-" : duration(self.answeredAt - self.receivedAt),
  cut((self.message ?? "").replace(/\s+/g, " "))
]

const least = [4, 30, 48, 12, 6, 5, 6, 8, 6]

/**
 * Prints one request as a row of a table, for a log that is written while requests arrive. `number` counts them, and
 * `start` is the time of the first one, in epoch milliseconds.
 */
export const row = (self: Received, number: number, start: number): string =>
  cellsOf(self, number - 1, start)
    .map((cell, column) => cell.padEnd(least[column] ?? 0))
    .join("  ")
    .trimEnd()

/**
 * Prints requests and deliveries as a table: operation, request, sender, status, whether the service acted, faults, and when the
 * request arrived after the first one. What the handle's actions do is marked `by hand`. If requests were refused, the last column says why. Two tables compare row by row
 * in the diff of a test.
 *
 * ```text
 * #  operation   request                       login  status  acted  faults       at    took  message
 * 1  Issues.get  GET /repos/acme/web/issues/1  octo   503     no     unavailable  0 ms  0 ms  Service Unavailable
 * 2  Issues.get  GET /repos/acme/web/issues/1  octo   200     yes    -            1 s   0 ms
 * ```
 */
export const table = (requests: ReadonlyArray<Received>): string => {
  const start = requests[0]?.receivedAt ?? 0
  const isRefused = requests.some(({ message }) => message !== null)
  const rows = [
    isRefused ? [...headings, "message"] : headings,
    ...requests.map((request, index) => cellsOf(request, index, start))
  ]
  const widths = [...headings, "message"].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}
