/** The timeline: the requests of a journal, and the pauses of the calls that made them. */
import type { Received } from "forgecast/testing/Journal"
import type { Entry, RequestEntry, WaitEntry } from "../protocol.ts"
import { bodyText } from "./bodies.ts"
import type { Call } from "./calls.ts"
import { Responses } from "./responses.ts"

/** A journal, and what tells its entries from those of other journals. */
export interface Journaled {
  readonly id: string
  readonly service: RequestEntry["service"]
  readonly received: ReadonlyArray<Received>
}

/** The span of the call that sent a request: the client states it if it is told to. */
const spanOf = ({ headers }: Received): string | undefined =>
  /^00-[\da-f]{32}-([\da-f]{16})-/.exec(headers["traceparent"] ?? "")?.[1]

/** A redirect or an answer ends no attempt as a failure. */
const isFailed = ({ answeredAt, status }: Received): boolean =>
  answeredAt !== null && (status === null || status >= 400)

const isLimit = ({ message, status }: Received): boolean =>
  (status === 403 || status === 429) && /limit/i.test(message ?? "")

const pathOf = ({ event, path, url }: Received): string => {
  if (event !== null) return `→ ${url}`
  const { search, searchParams } = new URL(url)
  return searchParams.has("X-Amz-Signature") ? path : path + search
}

interface Sent {
  readonly id: string
  readonly service: RequestEntry["service"]
  readonly request: Received
}

const requestEntry = ({ id, request, service }: Sent, attempt: number, responses: Responses): RequestEntry => ({
  _tag: "request",
  id,
  service,
  operation: request.operation ?? request.event,
  method: request.method,
  path: pathOf(request),
  sentAt: request.receivedAt,
  answeredAt: request.answeredAt,
  status: request.status,
  cached: request.status === 304,
  attempt,
  acted: request.acted,
  faults: request.faults,
  body: bodyText(request.body),
  message: request.message,
  ...responses.of(request)
})

/** What the clock says, in epoch milliseconds of the program. */
export interface Moment {
  readonly now: number
  /** When something that sleeps in a span wakes. */
  readonly wakesAt: (spanId: string) => number | undefined
}

/** The pauses of a call: before its first request, and after each that failed. */
const waitsOf = (call: Call, sent: ReadonlyArray<Received>, { now, wakesAt }: Moment): ReadonlyArray<WaitEntry> => {
  // It got the response of another call that read the same.
  if (sent.length === 0 && call.endedAt !== null) return []
  const pauses = [undefined, ...sent].map((before, index) => {
    const next = sent[index]
    const startedAt = before === undefined ? call.startedAt : (before.answeredAt ?? now)
    const endedAt = next === undefined ? call.endedAt : next.receivedAt
    const isPause = before === undefined || isFailed(before)
    const reason = before === undefined || isLimit(before) ? "limit" : "retry"
    return { isPause, startedAt, endedAt, reason, index } as const
  })
  return pauses.flatMap(({ endedAt, index, isPause, reason, startedAt }): ReadonlyArray<WaitEntry> => {
    const until = endedAt === null ? (wakesAt(call.spanId) ?? null) : null
    // A call that shares another one's request has nothing to wake it.
    if (endedAt === null && index === 0 && until === null) return []
    if (!isPause || (until ?? endedAt ?? now) <= startedAt) return []
    return [
      { _tag: "wait", id: `${call.spanId}-${index}`, operation: call.operation, startedAt, endedAt, until, reason }
    ]
  })
}

const startOf = (entry: Entry): number => (entry._tag === "wait" ? entry.startedAt : entry.sentAt)

/** All entries so far, in order. */
export const entriesOf = (
  journals: ReadonlyArray<Journaled>,
  calls: ReadonlyArray<Call>,
  moment: Moment,
  responses = new Responses()
): ReadonlyArray<Entry> => {
  const order = new Map(calls.map(({ spanId }, index) => [spanId, index]))
  // What is delivered is the consequence of a request.
  const orderOf = ({ request }: Sent): number =>
    request.event === null ? (order.get(spanOf(request) ?? "") ?? -1) : calls.length
  const sent = journals
    .flatMap(({ id, received, service }) =>
      received.map((request, index): Sent => ({ id: `${id}-${index}`, service, request }))
    )
    // Services keep journals of their own. Within a millisecond, calls have the order in which they began.
    .sort((a, b) => a.request.receivedAt - b.request.receivedAt || orderOf(a) - orderOf(b))
  const bySpan = new Map<string, Array<Received>>()
  const requests = sent.map((each) => {
    const span = spanOf(each.request)
    const earlier = bySpan.get(span ?? "") ?? []
    if (span === undefined) return requestEntry(each, 1, responses)
    bySpan.set(span, [...earlier, each.request])
    return requestEntry(each, 1 + earlier.filter(isFailed).length, responses)
  })
  const waits = calls.flatMap((call) => waitsOf(call, bySpan.get(call.spanId) ?? [], moment))
  return [...requests, ...waits].sort((a, b) => startOf(a) - startOf(b))
}
