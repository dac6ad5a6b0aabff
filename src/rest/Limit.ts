/** The types of rate limits: budgets that responses state, quotas that the client counts, and the gate. */
import type * as DateTime from "effect/DateTime"
import type * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { CallObserver } from "./Policies.ts"

/** What is left of a budget, as the headers of a response state it. */
export interface Budget {
  /** The rate-limit resource. */
  readonly resource: string
  /** Requests per window; null when not stated. */
  readonly limit: number | null
  /** Requests that are left in the window. */
  readonly remaining: number
  /** Requests that were made in the window; null when not stated. */
  readonly used: number | null
  /** End of the window in milliseconds, by this machine's clock. */
  readonly resetAt: number
}

/** The rate limit that a response signals. */
export interface LimitSignal {
  /** A primary limit is about one resource, a secondary one about all requests of the principal. */
  readonly kind: "primary" | "secondary"
  /** When the service allows the next request, in milliseconds by this machine's clock; undefined when not stated. */
  readonly retryAt: number | undefined
  /** Which of the service's limits it is, if the response names it. */
  readonly resource?: string | undefined
}

/** The budget that a request draws on. */
export interface Bucket {
  /** The service: the origin of its first host, or the name of its quota. */
  readonly origin: string
  /** Who makes the requests. */
  readonly principal: string
  /** Such as `core` or `search`. */
  readonly resource: string
}

/** A limit, and the time until which it applies. */
export interface Limited {
  readonly _tag: "Limited"
  /** A primary limit is about one resource, a secondary one about all requests of the principal. */
  readonly kind: "primary" | "secondary"
  /** The rate-limit resource. */
  readonly resource: string
  /** Requests per window; null when not known. */
  readonly limit: number | null
  /** Requests that are left in the window; null when not known. */
  readonly remaining: number | null
  /** When the next request may be sent. */
  readonly retryAt: DateTime.Utc
  /** Set when the request is held back not by a limit of the service, but because too many requests are under way. */
  readonly underWay?: number | undefined
}

/** What the gate learns from a response. */
export interface Notice {
  /** When its request was sent, in milliseconds. */
  readonly sentAt: number
  /** The budget that the response states; undefined when it states none. */
  readonly budget: Budget | undefined
  /** The limit that the response reports; undefined when it is not limited. */
  readonly limit: LimitSignal | undefined
  /** The notice for the head of the same response, when this one is for the whole response. */
  readonly replaces?: Notice | undefined
  /** What the request has spent of a quota beyond its weight, which only the response tells. */
  readonly surcharge?: number | undefined
  /** What has succeeded; undefined for a refusal, whose body may still report a limit. */
  readonly success?: "read" | "write" | undefined
}

/** A window of a quota. It restarts by the clock, at each multiple of its length since 1970. */
export interface Window {
  /** The `resource` that `RateLimited` reports. */
  readonly name: string
  /** In milliseconds. */
  readonly length: number
  /** How much may be spent in one window. */
  readonly limit: number
}

/** What a service allows per IP address, when its responses do not state what is left. */
export interface Quota {
  /** Name of the budget, which all hosts of the service share. */
  readonly name: string
  /** Maximum number of concurrent requests. */
  readonly concurrency: number
  /** How much may be spent in each window of time. */
  readonly windows: ReadonlyArray<Window>
  /** The largest weight of one request. The service refuses a heavier one. */
  readonly heaviest?: number | undefined
}

/** A quota with the code that counts it. Only programs that use such a service bundle that code. */
export interface CountedQuota extends Quota {
  /** Makes an empty ledger. */
  readonly ledger: () => Ledger
}

/** A window without room for a request. */
export interface ClosedWindow {
  /** Name of the window, such as `hourly`. */
  readonly name: string
  /** What may be spent in the window. */
  readonly limit: number
  /** What is left in the window. */
  readonly remaining: number
  /** End of the window, in milliseconds. */
  readonly until: number
}

/** A call that contends for a slot: it has one, or waits for it. */
export interface Contender {
  /** Whether it is under way. */
  hasSlot: boolean
}

/** Requests under way at once. */
export interface Slots {
  /** How many calls may run at a time. */
  readonly size: number
  /** How many run now. */
  taken: number
  /** Calls that wait for a slot, in order, with what tells them that they have one. */
  readonly queue: Map<Contender, Deferred.Deferred<void>>
}

/** Counts what is spent of a quota. */
export interface Ledger {
  /** The calls that run, and those that wait to run. */
  readonly slots: Slots
  /**
   * Returns the window that stays closed the longest for a request of that weight. A request heavier than a whole
   * window may be sent when that window is empty.
   */
  readonly closedBy: (weight: number, now: number) => ClosedWindow | undefined
  /** Counts a request of that weight. `now` is in milliseconds. */
  readonly spend: (weight: number, now: number) => void
  /** Whether anything is counted in a window that has not ended. */
  readonly hasSpent: (now: number) => boolean
}

/** What a call may still wait, in milliseconds. Each wait takes its part. */
export interface Patience {
  /** It may fall below 0. */
  left: number
  /** What it has waited so far, its turns among spaced writes included, which take nothing of what is left. Default: 0. */
  waited?: number
}

/** What the gate must know about a request. */
export interface PermitOptions {
  /** The name of the operation, for the observer. */
  readonly operation: string
  /** Whether the request writes: writes can be spaced. */
  readonly write: boolean
  /** The time between two writes; undefined for what the gate learns. */
  readonly writeInterval?: Duration.Duration | undefined
  /** The longest wait. */
  readonly maxWait: Duration.Duration
  /**
   * What is left of it, if earlier attempts of the same call have waited. The gate subtracts the time that this one
   * waits.
   */
  readonly patience?: Patience | undefined
  /** Is told of waits. */
  readonly observer?: CallObserver | undefined
  /** A quota that the gate counts, for services that do not state it in their responses. */
  readonly quota?: CountedQuota | undefined
  /** How much of the quota the request spends. Default: 1. */
  readonly weight?: number | undefined
}

/** Decides when a request may be sent. */
export interface Gate {
  /** Runs the request once its bucket is open. Fails with `Limited` if the wait would exceed what is left of `maxWait`. */
  readonly withPermit: <A, E, R>(
    bucket: Bucket,
    options: PermitOptions,
    request: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Limited, R>
  /**
   * Records a response while its request still holds its permit. A response that is a rate limit pauses the bucket; the
   * result says until when.
   */
  readonly note: (bucket: Bucket, notice: Notice) => Effect.Effect<Limited | undefined>
}
