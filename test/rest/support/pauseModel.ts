/**
 * A model of the gate's pauses. It keeps all of them, and looks through all whenever it is asked: a withdrawal takes back
 * only what it has set itself, and a resource is open when none holds that was not withdrawn. And random scripts for it.
 */
import * as fc from "fast-check"

export type Resource = "core" | "search"

export const resources: ReadonlyArray<Resource> = ["core", "search"]

/** What a head or a body says of limits: null for nothing. Undefined times are not stated. */
export interface Signal {
  readonly kind: "primary" | "secondary"
  readonly retryIn: number | undefined
}

/** Something that happens. A request is named by the order in which it was sent. */
export type Event =
  | { readonly _tag: "Passes"; readonly millis: number }
  | { readonly _tag: "Sends"; readonly resource: Resource }
  | { readonly _tag: "Waits"; readonly resource: Resource }
  | { readonly _tag: "Succeeds"; readonly request: number }
  | { readonly _tag: "Head"; readonly request: number; readonly signal: Signal | null }
  | { readonly _tag: "Body"; readonly request: number; readonly signal: Signal | null }

const resource = fc.constantFrom(...resources)
const request = fc.nat(7)

const signal: fc.Arbitrary<Signal | null> = fc.option(
  fc.record({
    kind: fc.constantFrom("primary" as const, "secondary" as const),
    retryIn: fc.option(fc.nat(20_000), { nil: undefined })
  })
)

export const script: fc.Arbitrary<ReadonlyArray<Event>> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Passes" as const), millis: fc.nat(15_000) }) },
      { weight: 2, arbitrary: fc.record({ _tag: fc.constant("Sends" as const), resource }) },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Waits" as const), resource }) },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Succeeds" as const), request }) },
      { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Head" as const), request, signal }) },
      { weight: 4, arbitrary: fc.record({ _tag: fc.constant("Body" as const), request, signal }) }
    ),
    { maxLength: 30 }
  )
  // Some are under way from the start.
  .map((events) => [...["core", "search", "core"].map(sends), ...events])

const sends = (resource: string): Event => ({ _tag: "Sends", resource: resource === "core" ? "core" : "search" })

/** A request under way. */
export interface Sent {
  readonly resource: Resource
  readonly sentAt: number
  /** What was noted of its head. */
  head: object | undefined
  isOver: boolean
}

/** The request that an event is about, if it can still happen: heads come before bodies, and each once. */
export const subject = (sent: ReadonlyArray<Sent>, event: Event): Sent | undefined => {
  if (!("request" in event)) return undefined
  const one = sent[event.request % Math.max(1, sent.length)]
  if (one === undefined || one.isOver) return undefined
  return (event._tag === "Body") === (one.head !== undefined) ? one : undefined
}

interface Kept {
  readonly by: object
  readonly scope: Resource | "all"
  readonly until: number
  /** Whether it is a limit in a row with the last one: it named no time, and its request was sent after that had ended. */
  readonly isStrike: boolean
  isWithdrawn: boolean
  /** Whether another one began when it had ended: it can no longer be withdrawn. */
  isPast: boolean
  /** Whether a request that was sent after it has succeeded. */
  isSettled: boolean
}

/** Milliseconds of the first pause without a time, which doubles with each in a row. */
export const firstPause = 1_000

export const makeModel = () => {
  const all: Array<Kept> = []
  const of = (scope: Kept["scope"]) => all.filter((one) => one.scope === scope && !one.isWithdrawn)
  const latest = (kept: ReadonlyArray<Kept>) => Math.max(0, ...kept.map(({ until }) => until))

  return {
    /** Notes what a head or a body says. A body is the same limit as its head was, not the next one. */
    note: (by: object, { kind, retryIn }: Signal, { head, resource, sentAt }: Sent, now: number) => {
      const scope = kind === "secondary" ? "all" : resource
      const kept = of(scope)
      const wasStrike = all.some((one) => one.by === head && one.scope === scope && one.isStrike && one.isWithdrawn)
      const isStrike = retryIn === undefined && (wasStrike || sentAt >= latest(kept))
      const inARow = kept.filter((one) => one.isStrike && !one.isSettled).length + (isStrike ? 1 : 0)
      if (latest(kept) <= now) for (const one of kept) one.isPast = true
      const until = now + (retryIn ?? Math.min(firstPause * 2 ** Math.max(0, inARow - 1), 3_600_000))
      all.push({ by, scope, until, isStrike, isWithdrawn: false, isPast: false, isSettled: false })
    },
    withdraw: (head: object) => {
      for (const one of all) if (one.by === head && !one.isPast && !one.isSettled) one.isWithdrawn = true
    },
    succeed: ({ resource, sentAt }: Sent) => {
      for (const scope of [resource, "all"] as const) {
        const kept = of(scope)
        if (sentAt >= latest(kept)) for (const one of kept) one.isSettled = true
      }
    },
    /** When a resource opens: in the past if it is open. */
    opensAt: (resource: Resource): number => latest([...of(resource), ...of("all")])
  }
}
