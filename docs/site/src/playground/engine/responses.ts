/** The responses of the simulators, as far as the timeline shows them. */
import type { Outcome, Response } from "forgecast/testing/Exchange"
import type { Received } from "forgecast/testing/Journal"
import { answerOf } from "../../../../../src/testing/internal/journal.ts"
import type { Answered } from "../../../../../src/testing/internal/observer.ts"
import type { RequestEntry } from "../protocol.ts"
import { bodyText } from "./bodies.ts"

type Shown = Pick<RequestEntry, "broken" | "original" | "response">
type ShownResponse = NonNullable<Shown["response"]>

/** The headers that say how to go on, in the order in which they are shown. */
const headers = ["content-type", "etag", "last-modified", "link", "retry-after", "deprecation", "sunset"]

const headersOf = (response: Response): ShownResponse["headers"] => {
  const limits = Object.keys(response.headers).filter((name) => name.startsWith("x-ratelimit-"))
  return [...headers, ...limits].flatMap((name) => {
    const value = response.headers[name]
    return typeof value === "string" ? [`${name}: ${value}`] : []
  })
}

const shownOf = (outcome: Outcome | null): ShownResponse | null =>
  outcome === null || outcome._tag === "Lost"
    ? null
    : { status: outcome.status, headers: headersOf(outcome), body: bodyText(answerOf(outcome)) }

const lengthOf = (body: Response["body"]): number =>
  typeof body === "string" ? new TextEncoder().encode(body).length : body.length

/** How the connection ended, if it did so too early. */
const brokenOf = (sent: Outcome): string | null => {
  if (sent._tag === "Lost") return sent.reason
  if (sent.interrupted === undefined) return null
  const { after, by } = sent.interrupted
  const part = `after ${after} of ${lengthOf(sent.body)} bytes of the body`
  return by === "loss" ? `lost ${part}` : `silent ${part}`
}

const nothing: Shown = { broken: null, original: null, response: null }

/** Keeps them, for as long as a journal has their requests. */
export class Responses {
  private readonly known = new WeakMap<Received, Shown>()

  readonly observe = ({ entry, sent, served }: Answered): void => {
    const original = served === sent ? null : shownOf(served)
    this.known.set(entry, { broken: brokenOf(sent), original, response: shownOf(sent) })
  }

  readonly of = (entry: Received): Shown => this.known.get(entry) ?? nothing
}
