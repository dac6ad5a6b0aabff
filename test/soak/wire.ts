/**
 * What the checker must know of the wire beyond the simulator's journal: when each request of a worker arrived, and the
 * times before which the service asked for none.
 */
import type { Fault, Seen } from "../../src/testing/FaultTypes.ts"

/** A request, or a time that an answer stated. In the order of the wire. */
export type Event =
  | { readonly _tag: "Arrived"; readonly call: number; readonly at: number; readonly request: string }
  | {
      readonly _tag: "Stated"
      readonly call: number
      readonly at: number
      readonly request: string
      readonly until: number
      /** For people: the answer that stated it. */
      readonly by: string
      /** How much sooner a client may come: dates have whole seconds. */
      readonly tolerance: number
      /** A limit holds for all requests of the worker, an outage for this one. */
      readonly holds: "all" | "this"
    }

export interface Wire {
  readonly events: Array<Event>
  /** The call that the worker makes now, counted from 0. */
  call: number
}

export const makeWire = (): Wire => ({ events: [], call: 0 })

interface Times {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
}

const untilOf = ({ headers, status }: Times, now: number): { until: number; tolerance: number } | undefined => {
  const after = headers["retry-after"]
  if (typeof after === "string") {
    return /^\d+$/.test(after)
      ? { until: now + Number(after) * 1_000, tolerance: 5 }
      : { until: Date.parse(after), tolerance: 1_100 }
  }
  const isLimit = (status === 403 || status === 429) && headers["x-ratelimit-remaining"] === "0"
  const reset = headers["x-ratelimit-reset"]
  return isLimit && typeof reset === "string" ? { until: Number(reset) * 1_000, tolerance: 1_100 } : undefined
}

/**
 * Watches the requests that match. It must be the first fault of the simulator: it sees the service's own times, before
 * a skewed clock moves them.
 */
export const watching = (wire: Wire, matching: (seen: Seen) => boolean): Fault => ({
  name: watchman,
  when: {
    times: Infinity,
    matching: (seen) => {
      if (!matching(seen)) return false
      const request = `${seen.method} ${seen.url.href}`
      wire.events.push({ _tag: "Arrived", call: wire.call, at: Date.now(), request })
      return true
    }
  },
  alter: (answer, { now, request: { method, url } }) => {
    const stated = untilOf(answer, now)
    if (stated !== undefined) {
      const holds = answer.status === 403 || answer.status === 429 ? "all" : "this"
      const request = `${method} ${url.href}`
      const by = `${answer.status}, Retry-After ${answer.headers["retry-after"]}, reset ${answer.headers["x-ratelimit-reset"]}`
      const { call = wire.call } =
        wire.events.findLast((event) => event._tag === "Arrived" && event.request === request) ?? {}
      wire.events.push({ _tag: "Stated", call, at: now, request, holds, by, ...stated })
    }
    return answer
  }
})

export const watchman = "watchman"

/** A page that is read ahead may be on its way when another one is refused. */
const onItsWay = 150

const isPage = (request: string) => request.includes("page=")

/** The requests that came before a time that was told. Calls that were given up may not have read it. */
export const tooEarly = ({ events }: Wire, givenUp: ReadonlySet<number>): ReadonlyArray<string> =>
  events.flatMap((stated, index) =>
    stated._tag === "Arrived" || givenUp.has(stated.call)
      ? []
      : events
          .slice(index + 1)
          .filter(
            (event) =>
              event._tag === "Arrived" &&
              (stated.holds === "all" || (event.call === stated.call && event.request === stated.request)) &&
              !(isPage(event.request) && event.at <= stated.at + onItsWay) &&
              event.at < stated.until - stated.tolerance
          )
          .map(
            ({ at, call, request }) =>
              `call ${call}, ${request}, came ${stated.until - at} ms before the time that call ${stated.call} was stated ` +
              `${at - stated.at} ms earlier (${stated.by})`
          )
  )
