/** What is known of rate limits: budgets that responses state, quotas that the client counts, and who holds back whom. */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Semaphore from "effect/Semaphore"

/** What is left of a budget, as the headers of a response state. */
export interface Budget {
  readonly resource: string
  readonly limit: number | null
  readonly remaining: number
  readonly used: number | null
  /** End of the window in milliseconds, by this machine's clock. */
  readonly resetAt: number
}

/** What a response that is a rate limit says. */
export interface LimitSignal {
  readonly kind: "primary" | "secondary"
  /** When the service allows the next request, in milliseconds by this machine's clock; undefined when it does not say. */
  readonly retryAt: number | undefined
  /** Which of the service's limits it is, where the response names one. */
  readonly resource?: string | undefined
}

/** Whose budget a request draws on. */
export interface Bucket {
  /** The service: the origin of its first host, or the name of its quota. */
  readonly origin: string
  readonly principal: string
  /** Such as `core` or `search`. */
  readonly resource: string
}

/** A limit, with the time until which it holds. */
export interface Limited {
  readonly _tag: "Limited"
  readonly kind: "primary" | "secondary"
  readonly resource: string
  readonly limit: number | null
  readonly remaining: number | null
  readonly retryAt: DateTime.Utc
  /** Set when no limit of the service holds the request back, but so many requests that are under way. */
  readonly underWay?: number | undefined
}

/** What one response tells the gate. */
export interface Notice {
  /** When its request was sent, in milliseconds. */
  readonly sentAt: number
  readonly budget: Budget | undefined
  readonly limit: LimitSignal | undefined
  /** The notice for the head of the same response, when this one is for the whole response. */
  readonly replaces?: Notice | undefined
}

/** A window of a quota. It begins anew on the clock, at each multiple of its length since 1970. */
export interface Window {
  /** What `RateLimited` calls it. */
  readonly name: string
  /** In milliseconds. */
  readonly length: number
  /** How much may be spent in it. */
  readonly limit: number
}

/** What a service allows an address without stating in its responses what is left. */
export interface Quota {
  /** Names the budget. All hosts of the service draw on it. */
  readonly name: string
  /** Requests under way at once. */
  readonly concurrency: number
  readonly windows: ReadonlyArray<Window>
  /** The service refuses a request that spends more. */
  readonly heaviest?: number | undefined
}

/** A quota with the code that counts it: only programs that use such a service carry that code. */
export interface CountedQuota extends Quota {
  /** Makes a ledger in which nothing is spent yet. */
  readonly ledger: () => Ledger
}

/** A window without room for a request. */
export interface ClosedWindow {
  readonly name: string
  readonly limit: number
  readonly remaining: number
  /** Its end, in milliseconds. */
  readonly until: number
}

/** Requests under way at once. */
export interface Slots {
  readonly size: number
  readonly semaphore: Semaphore.Semaphore
  /** Calls that wait for a slot. */
  queued: number
}

/** Counts what is spent of a quota. */
export interface Ledger {
  readonly slots: Slots
  /**
   * The window that stays closed the longest to a request of that weight. A request that outweighs a window fits when
   * that window is empty.
   */
  readonly closedBy: (weight: number, now: number) => ClosedWindow | undefined
  readonly spend: (weight: number, now: number) => void
  readonly hasSpent: (now: number) => boolean
}

export interface PermitOptions {
  readonly write: boolean
  readonly maxWait: Duration.Duration
  /** A quota that the gate counts by itself, for services that do not state it in their responses. */
  readonly quota?: CountedQuota | undefined
  /** How much of the quota the request spends. Default: 1. */
  readonly weight?: number | undefined
}

/** Decides which request may be sent now. */
export interface Gate {
  /** Runs the request when its bucket lets it through. Fails with `Limited` when that is later than `maxWait`. */
  readonly withPermit: <A, E, R>(
    bucket: Bucket,
    options: PermitOptions,
    request: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | Limited, R>
  /**
   * Learns from a response while its request still holds its permit. A response that is a limit pauses the bucket;
   * the result says until when.
   */
  readonly note: (bucket: Bucket, notice: Notice) => Effect.Effect<Limited | undefined>
}
