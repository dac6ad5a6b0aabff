/** Keeps things as they are wanted: reads what there is, tells what differs, and changes that. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type { Forge } from "../../../forge/Forge.ts"
import * as CallSite from "../../../rest/CallSite.ts"
import { InvalidInput, NotFound } from "../../../rest/RestError.ts"
import type { Change, Difference, Kind, Looking, OrganizationPlan, Plan, Sync, Synced } from "../../SyncPlan.ts"
import type { Place } from "../place.ts"
import { observed, observedStream } from "../observed.ts"
import { isPassing, retryAt } from "../watch.ts"
import { differences } from "./differences.ts"

/** Changes that are made together. */
export interface Step<out E> {
  readonly changes: ReadonlyArray<Change>
  readonly apply: Effect.Effect<unknown, E, Forge>
}

/** What there is to do. */
export interface Steps<out E> {
  /** In the order in which they are carried out. */
  readonly steps: ReadonlyArray<Step<E>>
  /** Names of what is as it is wanted. */
  readonly unchanged: ReadonlyArray<string>
}

/** Finds out what there is to do, and writes nothing. */
type StepsOf<Input, Options, E> = (input: Input, options: Options | undefined) => Effect.Effect<Steps<E>, E, Forge>

const changesOf = <E>({ steps }: Steps<E>): ReadonlyArray<Change> => steps.flatMap(({ changes }) => changes)

const named = (changes: ReadonlyArray<Change>, action: Change["action"]) =>
  changes.flatMap((change) => (change.action === action ? [change.name] : []))

/** What was changed, by name. */
const syncedOf = (changes: ReadonlyArray<Change>, unchanged: ReadonlyArray<string>): Synced => ({
  created: named(changes, "create"),
  updated: named(changes, "update"),
  removed: named(changes, "remove"),
  unchanged
})

/** Makes a sync of the steps that it takes. */
export const make = <Input extends Place, Options, E>(
  name: string,
  stepsOf: StepsOf<Input, Options, E>
): Sync<Input, Options, Synced, Plan, E> => ofSteps(name, stepsOf, planOf)

/** Does the same for what an organization has itself. */
export const makeForOrg = <Input extends { readonly org: string }, Options, E>(
  name: string,
  stepsOf: StepsOf<Input, Options, E>
): Sync<Input, Options, Synced, OrganizationPlan, E> =>
  ofSteps(name, stepsOf, ({ org }, steps) => ({ org, changes: changesOf(steps), unchanged: steps.unchanged }))

const ofSteps = <Input, Options, P, E>(
  name: string,
  stepsOf: StepsOf<Input, Options, E>,
  plan: (input: Input, steps: Steps<E>) => P
): Sync<Input, Options, Synced, P, E> =>
  makeOf(name, {
    run: (input, options) =>
      Effect.gen(function* () {
        const found = yield* stepsOf(input, options)
        for (const { apply } of found.steps) yield* apply
        return syncedOf(changesOf(found), found.unchanged)
      }),
    plan: (input, options) => Effect.map(stepsOf(input, options), (found) => plan(input, found))
  })

export const planOf = <E>({ owner, repo }: Place, steps: Steps<E>): Plan => ({
  owner,
  repo,
  changes: changesOf(steps),
  unchanged: steps.unchanged
})

interface Ways<in Input, in Options, out A, out P, out E> {
  readonly run: (input: Input, options: Options | undefined) => Effect.Effect<A, E, Forge>
  readonly plan: (input: Input, options: Options | undefined) => Effect.Effect<P, E, Forge>
}

/** Makes a sync of how it is carried out, and how it is planned. */
export const makeOf = <Input, Options, A, P, E>(
  name: string,
  ways: Ways<Input, Options, A, P, E>
): Sync<Input, Options, A, P, E> => {
  const run = Effect.fn(name)(function* (input: Input, options?: Options) {
    return yield* ways.run(input, options)
  }, observed)
  const plan = Effect.fn(`${name}.plan`)(function* (input: Input, options?: Options) {
    return yield* ways.plan(input, options)
  }, observed)
  const drift = CallSite.stream(<R = never>(input: Input, options?: Options & Looking<R>) =>
    observedStream(`${name}.drift`, watched(ways.plan(input, options), options?.schedule), input)
  )
  return Object.assign(run, { plan, drift })
}

/** Streams a value, and each that differs from the one before. An outage after the first one does not end it. */
const watched = <A, E, R, R2 = never>(
  look: Effect.Effect<A, E, R>,
  schedule: Schedule.Schedule<unknown, unknown, never, R2> = Schedule.spaced("1 hour")
): Stream.Stream<A, E, R | R2> =>
  Stream.unwrap(
    Effect.map(Schedule.toStep(schedule), (step) => {
      const next = Effect.fnUntraced(function* (last: A) {
        let failed: { readonly error: E } | undefined
        while (true) {
          const now = yield* Clock.currentTimeMillis
          const delay = yield* step(now, last).pipe(
            Effect.map(([, delay]) => Math.max(Duration.toMillis(delay), retryAt(failed?.error) - now)),
            Pull.catchDone(() => Effect.undefined)
          )
          if (delay === undefined) return failed === undefined ? undefined : yield* Effect.fail(failed.error)
          yield* Effect.sleep(delay)
          const result = yield* Effect.result(look)
          if (Result.isFailure(result)) {
            if (!isPassing(result.failure)) return yield* Effect.fail(result.failure)
            failed = { error: result.failure }
            continue
          }
          failed = undefined
          if (!Equal.equals(result.success, last)) return [result.success, { last: result.success }] as const
        }
      })
      return Stream.unfold<{ readonly last: A } | undefined, A, E, R | R2>(undefined, (seen) =>
        seen === undefined ? Effect.map(look, (first) => [first, { last: first }] as const) : next(seen.last)
      )
    })
  )

interface Reconciling<Wanted, Found, E> {
  readonly kind: Kind
  readonly wanted: ReadonlyArray<Wanted>
  readonly found: ReadonlyArray<Found>
  readonly nameOf: (wanted: Wanted) => string
  /** The field that names it, for refusals. */
  readonly field: string
  readonly foundName: (found: Found) => string
  /** Fields that are not as they are wanted. */
  readonly differs: (found: Found, wanted: Wanted) => ReadonlyArray<Difference>
  /** The fields of a new one, which a plan shows. */
  readonly fields: (wanted: Wanted) => unknown
  readonly create: (wanted: Wanted) => Effect.Effect<unknown, E, Forge>
  readonly update: (
    wanted: Wanted,
    found: Found,
    differs: ReadonlyArray<Difference>
  ) => Effect.Effect<unknown, E, Forge>
  readonly remove: (found: Found) => Effect.Effect<unknown, E, Forge>
  readonly prune: boolean
}

/** Compares records by their names, in which case does not matter. Others are removed last, if they are. */
export const reconcile = <Wanted, Found, E>({
  create,
  differs,
  field,
  fields,
  found,
  foundName,
  kind,
  nameOf,
  prune,
  remove,
  update,
  wanted
}: Reconciling<Wanted, Found, E>): Effect.Effect<Steps<E>, InvalidInput> =>
  Effect.gen(function* () {
    const there = new Map(found.map((each) => [foundName(each).toLowerCase(), each]))
    const names = new Set<string>()
    const steps: Array<Step<E>> = []
    const unchanged: Array<string> = []
    for (const [index, each] of wanted.entries()) {
      const name = nameOf(each)
      const id = name.toLowerCase()
      if (names.has(id)) {
        return yield* refused(kind, `${kind}[${index}].${field}`, `is the ${field} of another one, too: ${name}`)
      }
      names.add(id)
      const current = there.get(id)
      if (current === undefined) {
        const change: Change = { kind, action: "create", name, differences: differences({}, fields(each)) }
        steps.push({ changes: [change], apply: create(each) })
        continue
      }
      const found = differs(current, each)
      if (found.length === 0) {
        unchanged.push(name)
        continue
      }
      const change: Change = { kind, action: "update", name, differences: found }
      steps.push({ changes: [change], apply: update(each, current, found) })
    }
    if (!prune) return { steps, unchanged }
    for (const [id, each] of there) {
      if (names.has(id)) continue
      // Somebody else may have removed it.
      const apply = Effect.catchIf(
        remove(each),
        (error) => error instanceof NotFound,
        () => Effect.void
      )
      steps.push({ changes: [{ kind, action: "remove", name: foundName(each), differences: [] }], apply })
    }
    return { steps, unchanged }
  })

const refused = (kind: Kind, path: string, reason: string): InvalidInput =>
  new InvalidInput({ operation: `Sync.${kind}`, message: `${path} ${reason}`, path, reason })
