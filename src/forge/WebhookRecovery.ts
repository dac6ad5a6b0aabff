/** Redelivers failed deliveries, which the service does not do on its own. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { NotFound, RequestError, ValidationFailed } from "../rest/RestError.ts"
import type { Forge } from "./Forge.ts"
import * as Hooks from "./Hooks.ts"
import type { ListedHookDelivery } from "./schema/HookDelivery.ts"

/** A hook of a repository or of an organization, or that of the App. */
export type HookTarget =
  | { readonly owner: string; readonly repo: string; readonly hook_id: number }
  | { readonly org: string; readonly hook_id: number }
  | "app"

/** What a recovery can fail with. */
export type RecoveryError = RequestError | NotFound | ValidationFailed

const list = (
  hook: HookTarget,
  status: "success" | "failure"
): Stream.Stream<ListedHookDelivery, RecoveryError, Forge> =>
  hook === "app"
    ? Hooks.listDeliveriesForApp({ status })
    : "org" in hook
      ? Hooks.listDeliveriesForOrg({ ...hook, status })
      : Hooks.listDeliveriesForRepo({ ...hook, status })

const redeliver = (hook: HookTarget, delivery_id: number): Effect.Effect<void, RecoveryError, Forge> =>
  hook === "app"
    ? Hooks.redeliverForApp({ delivery_id })
    : "org" in hook
      ? Hooks.redeliverForOrg({ ...hook, delivery_id })
      : Hooks.redeliverForRepo({ ...hook, delivery_id })

const minute = 60_000

/** How long after its last failure a delivery is sent again, in milliseconds: 0, 1, 2, 4 … minutes, at most an hour. */
const pauseAfter = (failures: number): number => (failures < 2 ? 0 : Math.min(2 ** (failures - 2), 60) * minute)

/**
 * Asks the service to deliver again what failed for a hook in the last 3 days and has not succeeded since. Returns
 * these deliveries.
 *
 * **Details**
 *
 * A delivery keeps its id, so an inbox drops those that it already has. A delivery that keeps failing is sent again at
 * once, then after 1, 2, 4 … minutes, at most an hour: repeat the recovery as often as you like. The hook of an App
 * needs `AppCredentials.layerApp`.
 *
 * **Example** (Every 5 minutes)
 *
 * ```ts
 * Webhooks.recover("app").pipe(Effect.repeat(Schedule.spaced("5 minutes")))
 * ```
 */
export const recover = Effect.fn("Webhooks.recover")(function* (
  hook: HookTarget
): Effect.fn.Return<ReadonlyArray<ListedHookDelivery>, RecoveryError, Forge> {
  const now = yield* DateTime.now
  const since = DateTime.subtract(now, { days: 3 })
  const failed = new Map<string, { readonly latest: ListedHookDelivery; failures: number }>()
  let oldest = now
  // The latest come first.
  yield* list(hook, "failure").pipe(
    Stream.takeWhile(({ delivered_at }) => DateTime.isGreaterThan(delivered_at, since)),
    Stream.runForEach((delivery) =>
      Effect.sync(() => {
        oldest = delivery.delivered_at
        const known = failed.get(delivery.guid)
        if (known === undefined) failed.set(delivery.guid, { latest: delivery, failures: 1 })
        else known.failures++
      })
    )
  )
  if (failed.size === 0) return []
  yield* list(hook, "success").pipe(
    Stream.takeWhile(({ delivered_at }) => DateTime.isGreaterThanOrEqualTo(delivered_at, oldest)),
    Stream.runForEach(({ guid }) => Effect.sync(() => failed.delete(guid)))
  )
  const due = Array.from(failed.values())
    .filter(({ failures, latest }) => {
      const since = DateTime.toEpochMillis(now) - DateTime.toEpochMillis(latest.delivered_at)
      return since >= pauseAfter(failures)
    })
    .map(({ latest }) => latest)
    // In the order in which they came.
    .toReversed()
  yield* Effect.forEach(
    due,
    ({ id }) =>
      // It has become too old meanwhile.
      Effect.catchTag(redeliver(hook, id), "NotFound", () => Effect.void),
    { concurrency: 4, discard: true }
  )
  return due
})

/**
 * Recovers a hook for as long as the Layer lives. A recovery that fails is logged, and tried again the next time.
 * Default: every 5 minutes.
 */
export const layerRecovery = (
  hook: HookTarget,
  schedule: Schedule.Schedule<unknown> = Schedule.spaced("5 minutes")
): Layer.Layer<never, never, Forge> =>
  Layer.effectDiscard(
    recover(hook).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Deliveries could not be recovered", cause)),
      Effect.repeat(schedule),
      Effect.forkScoped
    )
  )
