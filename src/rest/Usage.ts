/**
 * What a program uses: the requests that it sends, and the quota that they cost.
 *
 * ```ts
 * const [labels, used] = yield* Usage.measured(Sync.labels({ owner, repo, labels }))
 * // used: { requests: 4, quota: 3 }
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Metrics from "./Metrics.ts"

/** What was used so far. */
export interface Usage {
  /** Requests sent, including redirects and retries. */
  readonly requests: number
  /**
   * What they have used of rate limits, as far as the client knows: 1 for a request, nothing for a 304 or for a request
   * that a limit refused, and the weight of a request to a service that counts by weight.
   */
  readonly quota: number
}

/** A count, within that of a program around it. */
interface Counter {
  requests: number
  quota: number
  readonly around: Counter | undefined
}

const Current = Context.Reference<Counter | undefined>("forgecast/rest/Usage/Current", {
  defaultValue: () => undefined
})

/**
 * The name of the workflow that requests count for, in `Metrics.workflowRequests` and `Metrics.workflowQuota`. Default: none,
 * so that the functions of `forgecast/workflow` set their own, such as `Merge.whenGreen`, and those within count for them.
 * Functions that run your own program, such as `Bulk.forEach`, leave it to the functions in that program.
 *
 * **Example** (Naming a workflow of your own)
 *
 * ```ts
 * const nightly = tidyUp.pipe(Effect.provideService(Usage.Workflow, "nightly"))
 * ```
 *
 * **Gotchas**
 *
 * Each name is a series of these metrics: use few of them, and no names of repositories.
 */
export const Workflow = Context.Reference<string | undefined>("forgecast/rest/Usage/Workflow", {
  defaultValue: () => undefined
})

/**
 * Runs a program that is told what it uses. The numbers grow while it runs.
 *
 * Shared requests count for the program that sent them, and responses from the cache count for nobody.
 */
export const counting = <A, E, R>(f: (usage: Usage) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const counter: Counter = { requests: 0, quota: 0, around: fiber.getRef(Current) }
    return Effect.provideService(f(counter), Current, counter)
  })

/** Does the same for a Stream. */
export const countingStream = <A, E, R>(f: (usage: Usage) => Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.unwrap(
    Effect.withFiber((fiber) => {
      const counter: Counter = { requests: 0, quota: 0, around: fiber.getRef(Current) }
      return Effect.succeed(Stream.provideService(f(counter), Current, counter))
    })
  )

/** Runs a program, and returns its value together with what it has used. */
export const measured = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, Usage], E, R> =>
  counting((usage) => Effect.map(effect, (value) => [value, { requests: usage.requests, quota: usage.quota }] as const))

/** Counts for all programs of a context. The pipeline calls it. */
export const spend = (context: Context.Context<never>, requests: number, quota: number): void => {
  let counter = Context.getOrUndefined(context, Current)
  for (; counter !== undefined; counter = counter.around) {
    counter.requests += requests
    counter.quota += quota
  }
  const workflow = Context.getOrUndefined(context, Workflow)
  if (workflow === undefined) return
  Metrics.workflowRequests.of({ workflow }).updateUnsafe(requests, context)
  Metrics.workflowQuota.of({ workflow }).updateUnsafe(quota, context)
}
