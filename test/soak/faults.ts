/** What goes wrong in a soak: each fault is drawn by the seed, for the requests of one worker. */
import type { Fault, Seen, When } from "../../src/testing/FaultTypes.ts"
import * as Faults from "../../src/testing/Faults.ts"
import type { Random } from "./random.ts"

/** Where faults may lead a client. */
export interface Roads {
  /** A URL of the service itself. */
  readonly own: string
  /** A URL of another origin, which records what arrives. */
  readonly foreign: string
}

type Draw = (random: Random, when: When, roads: Roads) => Fault

const transient = [408, 500, 502, 503, 504] as const
const redirects = [301, 302, 303, 307, 308] as const
const refusals = [400, 401, 403, 404, 409, 410, 418, 422] as const

/** Says when to retry: never, in seconds, or as a date. */
const retryAfter = (random: Random): Faults.RetryAfter =>
  random.pick<Faults.RetryAfter>([
    {},
    {},
    {},
    {},
    { retryAfter: "1 second" },
    { retryAfter: "2 seconds", retryAfterAs: "date" }
  ])

type Draws = readonly [Draw, ...ReadonlyArray<Draw>]

type SecondaryWords = Pick<NonNullable<Parameters<typeof Faults.secondaryLimit>[0]>, "message" | "documentation">

/** Takes away the links of a page that is not the first. */
const linkLost: Draw = (_, when) => ({
  name: "linkLost",
  when: { ...when, matching: (seen) => isLater(seen) && (when.matching?.(seen) ?? true) },
  alter: (answer) => ({ ...answer, headers: { ...answer.headers, link: null } })
})

const isLater = ({ url }: Seen) => Number(url.searchParams.get("page") ?? "1") > 1

/** Answers a request without validators with a 304, and with the new validators, as a mistaken proxy does. */
export const unasked304 = (when: When): Fault => ({
  name: "unasked304",
  when,
  alter: (answer, { request: { headers, method } }) =>
    method === "GET" && answer.status === 200 && !("if-none-match" in headers) && !("if-modified-since" in headers)
      ? { ...answer, status: 304, body: "", headers: { ...answer.headers, "content-type": null, link: null } }
      : answer
})

const named = (name: string, fault: Fault): Fault => ({ ...fault, name })

/** Faults of any service. */
const common: Draws = [
  (_, when) => Faults.requestLost(when),
  (_, when) => Faults.requestLost(when),
  (_, when) => Faults.answerLost(when),
  (_, when) => Faults.answerLost(when),
  (random, when) => {
    const acted = random.chance(0.5)
    return named(acted ? "garbage, acted" : "garbage", Faults.garbage({ ...when, acted }))
  },
  (random, when) => {
    const [status, acted] = [random.pick(transient), random.chance(0.4)]
    const wait = retryAfter(random)
    const suffix = `${acted ? ", acted" : ""}${wait.retryAfter === undefined ? "" : ", Retry-After"}`
    return named(`unavailable${suffix}`, Faults.unavailable({ ...when, status, acted, ...wait }))
  },
  (random, when) => {
    const [status, acted] = [random.pick(transient), random.chance(0.4)]
    return named(acted ? "html, acted" : "html", Faults.html({ ...when, status, acted }))
  },
  (_, when) => Faults.emptyBody(when),
  (random, when) => Faults.truncated({ ...when, keep: random.next() }),
  (random, when) => Faults.cutOff({ ...when, keep: random.next() }),
  (random, when) => Faults.rewritten({ ...when, rewrite: () => random.pick<unknown>([null, [[]], "text", 7]) }),
  (random, when) => Faults.delayed({ ...when, by: random.int(1, 60) }),
  (random, when) => Faults.skewedClock({ ...when, times: random.int(1, 5), by: random.int(-172_800, 172_800) * 1_000 }),
  (random, when) =>
    named("refused", Faults.answered({ ...when, status: random.pick(refusals), body: { message: "No." } })),
  (random, when, { foreign, own }) => {
    const isForeign = random.chance(0.5)
    const status = random.pick(redirects)
    return named(
      isForeign ? "redirected abroad" : "redirected",
      Faults.redirected({ ...when, status, to: isForeign ? foreign : own })
    )
  }
]

/** Faults that cost a client its whole patience. */
const silent: Draws = [
  (_, when) => Faults.silence(when),
  (random, when) => Faults.stalled({ ...when, keep: random.next() })
]

/** Faults of GitHub alone. */
const ofForge: Draws = [
  (random, when) => {
    const headers = random.chance(0.7)
    return named(
      headers ? "primaryLimit" : "primaryLimit, no headers",
      Faults.primaryLimit({
        ...when,
        headers,
        status: random.pick([403, 429] as const),
        resetIn: `${random.int(1, 2)} seconds`,
        ...retryAfter(random)
      })
    )
  },
  (random, when) => {
    const headers = random.chance(0.5)
    return named(
      headers ? "secondaryLimit" : "secondaryLimit, no headers",
      Faults.secondaryLimit({
        ...when,
        headers,
        status: random.pick([403, 429] as const),
        ...random.pick<SecondaryWords>([
          {},
          { message: "No." },
          { documentation: null },
          { message: "abuse detection mechanism" }
        ]),
        ...retryAfter(random)
      })
    )
  },
  // Without results, an answer of the weather's search is not a mistake.
  (random, when) => Faults.rewritten({ ...when, rewrite: () => random.pick<unknown>([{}, { id: "x" }]) }),
  (_, when, { foreign }) => Faults.foreignLink({ ...when, to: foreign }),
  linkLost,
  linkLost,
  (_, when) => unasked304(when)
]

/** Faults of the weather alone. */
const ofWeather: Draws = [
  (random, when) => Faults.streamFailed({ ...when, keep: random.next() }),
  (_, when) => Faults.bareNan(when),
  (_, when) => Faults.quotaSpent({ ...when, window: "concurrent" })
]

/** Draws a fault for the requests that match. */
const drawFrom =
  (own: Draws, share: number) =>
  (random: Random, matching: (seen: Seen) => boolean, roads: Roads): Fault =>
    random.pick(random.chance(share) ? own : common)(random, { matching, times: random.chance(0.15) ? 2 : 1 }, roads)

export const forgeFault = drawFrom(ofForge, 0.15)
export const weatherFault = drawFrom(ofWeather, 0.2)
export const silentFault = drawFrom(silent, 1)
