/** A call on its way, with stubs for all that is outside of a step. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as Redacted from "effect/Redacted"
import { redactor, secretOf } from "../../../src/rest/internal/text/redact.ts"
import type { Call } from "../../../src/rest/Call.ts"
import type { Credential, Credentials } from "../../../src/rest/Credentials.ts"
import type { Dialect } from "../../../src/rest/Dialect.ts"
import type { Entry, HttpCache } from "../../../src/rest/HttpCache.ts"
import type { Bucket, Gate, Notice } from "../../../src/rest/Limit.ts"
import type { OngoingCall, Service } from "../../../src/rest/internal/pipeline/call.ts"
import { type Policies, policiesBy } from "../../../src/rest/internal/pipeline/policies.ts"
import { makeRetryBudget } from "../../../src/rest/internal/pipeline/retryBudget.ts"
import type { Outcome } from "../../../src/rest/internal/pipeline/outcome.ts"
import { ServiceUnavailable, TransportFailed } from "../../../src/rest/RestError.ts"
import type { WireResponse } from "../../../src/rest/Sender.ts"

export const origin = "https://api.test"

const info = { operation: "Things.get", method: "GET", url: `${origin}/things/1` }

/** A credential of a principal. */
export const principal = (name: string, token?: string): Credential => ({
  principal: name,
  fingerprint: token === undefined ? "" : `digest of ${token}`,
  token: token === undefined ? undefined : Redacted.make(token)
})

export const one = principal("one")
export const other = principal("other")

const dialect: Dialect = {
  resource: "core",
  pageSize: { usual: 30, most: 100 },
  requestId: ["x-request-id"],
  errorBody: (body) => ({ message: body, documentationUrl: undefined, issues: [] }),
  budget: () => undefined,
  limit: ({ headers, status }) =>
    status === 429 || headers["x-limited"] !== undefined ? { kind: "primary", retryAt: undefined } : undefined
}

/** A gate that lets everything pass, and what it has learned. */
export const openGate = () => {
  const noted: Array<Notice> = []
  const buckets: Array<Bucket> = []
  const gate: Gate = {
    withPermit: (bucket, _, request) => {
      buckets.push(bucket)
      return request
    },
    note: (_, notice) => Effect.sync(() => void noted.push(notice))
  }
  return { gate, noted, buckets }
}

/** A cache, and its entries. */
export const cacheOf = (entries: ReadonlyArray<readonly [string, Entry]> = []) => {
  const kept = new Map<string, Entry>(entries)
  const cache: HttpCache["Service"] = {
    inMemory: true,
    get: (key) => Effect.sync(() => kept.get(key)),
    set: (key, entry) => Effect.sync(() => void kept.set(key, entry))
  }
  return { cache, kept }
}

interface Given {
  readonly asked?: Partial<Call>
  readonly service?: Partial<Service>
  readonly policies?: Partial<Policies>
  readonly credential?: OngoingCall["credential"]
  readonly renew?: Credentials["Service"]["renew"]
}

/** A call of `principal`, by the clock of the test. */
export const ongoing = ({ asked, credential = Effect.succeed(one), policies, renew, service }: Given = {}) =>
  Effect.withFiber((fiber): Effect.Effect<OngoingCall> => {
    const described: Call = {
      operation: info.operation,
      method: info.method,
      url: "/things/1",
      host: "api",
      accept: undefined,
      body: HttpBody.empty,
      resource: "core",
      repeatable: true,
      statuses: [200],
      declared: [],
      ...asked
    }
    const call: OngoingCall = {
      service: {
        sender: () => Effect.die("nothing is sent"),
        credentials: { get: credential, ...(renew && { renew }) },
        cache: cacheOf().cache,
        limits: openGate().gate,
        dialect,
        accept: "application/json",
        reads: undefined,
        headers: {},
        simpleHeaders: {},
        origin,
        ownOrigins: new Set([origin]),
        exposedOrigins: new Set(),
        secretInUrl: undefined,
        secretInHeaders: undefined,
        quota: undefined,
        retries: makeRetryBudget(),
        flights: new Map(),
        ...service
      },
      asked: described,
      counted: described,
      info,
      target: info.url,
      isTimed: true,
      mayLeave: false,
      credential,
      policies: { ...policiesBy(Context.empty())(fiber), ...policies },
      own: undefined,
      hidden: [],
      clock: fiber.getRef(Clock.Clock),
      context: fiber.context,
      allowance: { tries: 0, spent: 0, left: 120_000 },
      recorder: { attempts: 0, cache: "off", status: undefined, waits: [], principal: undefined }
    }
    return Effect.succeed(call)
  })

/** A response of the service whose body has not been read. `more` replaces how it is read. */
export const wireResponse = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = "",
  more: Partial<Pick<WireResponse, "text">> = {}
): WireResponse =>
  // The cast is safe: the steps use no more of a response.
  ({
    status,
    headers: Headers.fromInput(headers),
    text: () => Effect.succeed(body),
    head: () => Effect.succeed(body),
    bytes: () => Effect.succeed(new TextEncoder().encode(body)),
    discard: Effect.void,
    drained: Effect.void,
    ...more
  }) satisfies Partial<WireResponse> as never

/** A success that has been received. */
export const receivedOf = <B>(
  body: B | undefined,
  more: Partial<Pick<Outcome<B>, "status" | "credential">> & {
    readonly headers?: Readonly<Record<string, string>>
  } = {}
): Outcome<B> => ({
  status: body === undefined ? 304 : 200,
  url: info.url,
  body,
  budget: undefined,
  credential: one,
  redact: redactor(secretOf(more.credential ?? one), undefined, []),
  ...more,
  headers: Headers.fromInput(more.headers ?? {})
})

/** A response that has been read. */
export const readOf = (value: string, headers: Readonly<Record<string, string>> = {}) =>
  receivedOf({ body: value, value }, { headers })

const base = { ...info, message: "no", status: 503, requestId: null, serviceMessage: null, documentationUrl: null }

export const unavailable = new ServiceUnavailable({ ...base, retryAfter: null })

export const lost = (mayHaveArrived: boolean) => new TransportFailed({ ...info, message: "lost", mayHaveArrived })

/** Returns or fails with one thing after the other, the last one again and again. Counts how often it is asked. */
export const inTurn = <A, E>(...answers: readonly [Effect.Effect<A, E>, ...Array<Effect.Effect<A, E>>]) => {
  const asked: Array<Credential> = []
  const asks = (credential: Credential): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      asked.push(credential)
      return answers[Math.min(asked.length, answers.length) - 1] ?? answers[0]
    })
  return { asks, asked }
}
