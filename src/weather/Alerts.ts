/**
 * Alerts: the beginning and the end of a condition, across updated forecasts.
 *
 * ```ts
 * const gusts = Effect.map(Forecast.get({ ...bergen, hourly: ["wind_gusts_10m"] }), ({ hourly }) => hourly)
 * const storms = Alerts.watch(gusts, { column: "wind_gusts_10m", above: 90, until: 75 })
 * ```
 *
 * **What**
 *
 * A rule is a threshold of a column, and a second one until which the condition lasts (hysteresis). The rows of a
 * forecast that fulfil the condition are a spell. A spell that reaches the threshold begins an alert. The alert lasts
 * while the forecasts have a spell at about that time that does not fall below the second threshold, even if it no
 * longer reaches the first.
 *
 * **Gotchas**
 *
 * What begins and ends is the alert, not the weather: `Begun` comes as soon as a forecast has the spell, which may be
 * days ahead. Its `from` and `to` say when.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { RateLimited, ServiceUnavailable, TransportFailed } from "../rest/RestError.ts"
import { endsOf } from "./internal/series/calendar.ts"
import * as Held from "./internal/series/held.ts"
import type { AnySeries } from "./series/Model.ts"

/** A condition of a column, in its unit. Give either `above` or `below`. */
export type Rule<C extends string> = {
  /** The name of the column. */
  readonly column: C
  /** The value until which it lasts: at most `above`, or at least `below`. Default: the same. */
  readonly until?: number | undefined
  /** How far a spell may move between two forecasts and still be the same. Default: 3 hours. */
  readonly shift?: Duration.Input | undefined
  /** The number of forecasts in a row without the spell that end the alert. Default: 1. */
  readonly forecasts?: number | undefined
} & (
  | {
      /** The condition begins at this value or more. */
      readonly above: number
      readonly below?: undefined
    }
  | {
      /** The condition begins at this value or less. */
      readonly below: number
      readonly above?: undefined
    }
)

/** The rule cannot be watched: its second threshold is beyond the first, or a number is NaN. */
export class InvalidRule extends Data.TaggedError("InvalidRule")<{
  /** The field at fault. */
  readonly field: "above" | "below" | "until" | "forecasts"
  /** One sentence for people. */
  readonly message: string
}> {}

/** An alert, as the last forecast has it. */
export const Alert = Schema.Struct({
  /** Identifies the alert from its beginning to its end: when the spell began, as the first forecast had it. */
  id: Schema.String,
  /** When the spell begins, in milliseconds since 1970. */
  from: Schema.Finite,
  /** When its last row ends, in milliseconds since 1970. */
  to: Schema.Finite,
  /** The value that is the farthest beyond the threshold. */
  peak: Schema.Finite,
  /** The row of that value, in milliseconds since 1970. */
  peakAt: Schema.Finite,
  /** The number of forecasts since then that did not have the spell. */
  missed: Schema.Int
})

export type Alert = typeof Alert.Type

/** The alerts that are known after a forecast, as plain data. */
export const State = Schema.Array(Alert)

export type State = typeof State.Type

/** No alerts. */
export const none: State = []

/** What a forecast has changed. */
export type Event = Data.TaggedEnum<{
  /** A forecast has the spell for the first time. */
  Begun: {
    /** When the forecast was read. */
    readonly at: DateTime.Utc
    readonly alert: Alert
  }
  /** The spell is over, or the forecasts no longer have it. */
  Ended: {
    /** When the forecast was read. */
    readonly at: DateTime.Utc
    /** As the last forecast with the spell had it. */
    readonly alert: Alert
    /** `over`: its time has passed. `withdrawn`: it is no longer forecast. `merged`: it is a part of another alert. */
    readonly reason: "over" | "withdrawn" | "merged"
  }
}>

/** Makes and matches events. */
export const Event = Data.taggedEnum<Event>()

interface Spell extends Pick<Alert, "from" | "to" | "peak" | "peakAt"> {
  /** Whether it reaches the threshold that begins an alert. */
  readonly isReached: boolean
}

/** The spells of a forecast. A missing value neither begins nor ends one. */
const spellsOf = <C extends string>(series: AnySeries<C>, rule: Rule<C>): ReadonlyArray<Spell> => {
  // With its sign turned, what is below is above.
  const sign = rule.above === undefined ? -1 : 1
  const threshold = sign * (rule.above === undefined ? rule.below : rule.above)
  const until = rule.until === undefined ? threshold : sign * rule.until
  const values = Held.valuesOf(series, rule.column)
  const endOf = endsOf(series)
  const spells: Array<Spell> = []
  let open: Spell | undefined
  values.forEach((raw, row) => {
    const [value, instant] = [sign * raw, series.time[row] ?? 0]
    if (Number.isNaN(value)) return
    if (value < until && !(value >= threshold)) {
      if (open !== undefined) spells.push(open)
      open = undefined
      return
    }
    const isReached = value >= threshold
    const here = { from: instant, to: endOf(row), peak: raw, peakAt: instant, isReached }
    if (open === undefined) {
      open = here
      return
    }
    const { from, peak, peakAt } = value > sign * open.peak ? { ...here, from: open.from } : open
    // It begins where it first reaches the threshold.
    const begin = isReached && !open.isReached ? instant : from
    open = { from: begin, to: here.to, peak, peakAt, isReached: isReached || open.isReached }
  })
  return open === undefined ? spells : [...spells, open]
}

const hour = 3_600_000

/** How far two spans are apart; negative if they overlap. */
const apart = (a: Pick<Alert, "from" | "to">, b: Pick<Alert, "from" | "to">): number =>
  Math.max(a.from - b.to, b.from - a.to)

/**
 * Returns the alerts after a forecast, and what it has changed, at an instant in milliseconds since 1970: a pure function,
 * for programs that keep the state themselves. Spells that are over are ignored.
 */
export const next = <C extends string>(
  state: State,
  series: AnySeries<C>,
  rule: Rule<C>,
  now: number
): readonly [state: State, events: ReadonlyArray<Event>] => {
  const at = DateTime.makeUnsafe(now)
  const shift = Duration.toMillis(rule.shift ?? 3 * hour)
  const spells = spellsOf(series, rule).filter(({ to }) => to > now)
  const taken = new Set<Spell>()
  const kept: Array<Alert> = []
  const events: Array<Event> = []
  for (const alert of state) {
    const [spell] = spells
      .filter((spell) => apart(alert, spell) <= shift)
      .toSorted((a, b) => apart(alert, a) - apart(alert, b))
    if (spell === undefined) {
      const missed = alert.missed + 1
      if (now >= alert.to) events.push(Event.Ended({ at, alert, reason: "over" }))
      else if (missed >= (rule.forecasts ?? 1)) events.push(Event.Ended({ at, alert, reason: "withdrawn" }))
      else kept.push({ ...alert, missed })
    } else if (taken.has(spell)) {
      events.push(Event.Ended({ at, alert, reason: "merged" }))
    } else {
      taken.add(spell)
      // What has begun does not begin again, even if the forecast has no rows of the past.
      const from = alert.from <= now ? Math.min(alert.from, spell.from) : spell.from
      kept.push({ id: alert.id, from, to: spell.to, peak: spell.peak, peakAt: spell.peakAt, missed: 0 })
    }
  }
  for (const spell of spells) {
    if (taken.has(spell) || !spell.isReached) continue
    const { from, peak, peakAt, to } = spell
    const alert = { id: new Date(from).toISOString(), from, to, peak, peakAt, missed: 0 }
    kept.push(alert)
    events.push(Event.Begun({ at, alert }))
  }
  return [kept.toSorted((a, b) => a.from - b.from), events]
}

const invalid = (field: InvalidRule["field"], message: string) => Effect.fail(new InvalidRule({ field, message }))

const check = ({
  above,
  below,
  forecasts = 1,
  until
}: Omit<Rule<never>, "column">): Effect.Effect<void, InvalidRule> => {
  if (above !== undefined && !Number.isFinite(above)) return invalid("above", "The threshold is not a number.")
  if (below !== undefined && !Number.isFinite(below)) return invalid("below", "The threshold is not a number.")
  if (until !== undefined && !(above === undefined ? until >= (below ?? Infinity) : until <= above)) {
    return invalid("until", `The condition would end before it begins: until is ${until}.`)
  }
  if (!(Number.isInteger(forecasts) && forecasts >= 1)) {
    return invalid("forecasts", "The number of forecasts is not a whole number from 1 on.")
  }
  return Effect.void
}

/** The last update of a model: what `ModelUpdates.get` returns has these fields. */
export interface Update {
  /** When the last run was available on the server. */
  readonly last_run_availability_time: DateTime.Utc
  /** Seconds between two updates, as a rule. */
  readonly update_interval_seconds: number
}

/** Options of `watch`. */
export interface Options<C extends string, E, R> {
  /** When to read the forecast again. It gets the last one as its input. Default: an hour after the last read. */
  readonly schedule?: Schedule.Schedule<unknown, AnySeries<C>, never, R> | undefined
  /**
   * Reads when the model was last updated: `ModelUpdates.get({ model: "dwd_icon_d2" })`. With it, there is no schedule: the
   * forecast is read again once there is a newer one, ten minutes after it is available, as the service recommends. An
   * update that is late is looked for every ten minutes.
   */
  readonly updates?: Effect.Effect<Update, E, R> | undefined
}

/** An outage or a limit says nothing about the next read. */
const isPassing = (failure: unknown): boolean =>
  failure instanceof ServiceUnavailable || failure instanceof TransportFailed || failure instanceof RateLimited

/** Where the state is kept. */
interface Store<E, R> {
  readonly load: Effect.Effect<State, E, R>
  readonly save: (state: State) => Effect.Effect<void, E, R>
}

/** The state before the next read. */
interface Seen<C extends string> {
  readonly state: State
  readonly series: AnySeries<C> | undefined
}

const minute = 60_000

/** The servers of the service are not updated at the same moment, and late updates are looked for as often. */
const settling = 10 * minute

/** Makes a function that waits for the next read. It returns whether there is one. */
type Wait<C extends string, E, R> = (series: AnySeries<C>) => Effect.Effect<boolean, E, R>

const scheduled = <C extends string, R>(
  schedule: Schedule.Schedule<unknown, AnySeries<C>, never, R>
): Effect.Effect<Wait<C, never, R>, never, R> =>
  Effect.map(
    Schedule.toStep(schedule),
    (step) => (series) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        step(now, series).pipe(
          Effect.flatMap(([, delay]) => Effect.as(Effect.sleep(delay), true)),
          Pull.catchDone(() => Effect.succeed(false))
        )
      )
  )

const updated = <C extends string, E, R>(updates: Effect.Effect<Update, E, R>): Effect.Effect<Wait<C, E, R>, E, R> =>
  Effect.map(updates, (first) => {
    let known = first
    const availableAt = ({ last_run_availability_time }: Update): number =>
      DateTime.toEpochMillis(last_run_availability_time)
    return Effect.fnUntraced(function* () {
      while (true) {
        const due = availableAt(known) + known.update_interval_seconds * 1_000 + settling
        yield* Effect.sleep(Math.max(settling, due - (yield* Clock.currentTimeMillis)))
        const result = yield* Effect.result(updates)
        if (Result.isFailure(result)) {
          if (!isPassing(result.failure)) return yield* Effect.fail(result.failure)
        } else if (availableAt(result.success) > availableAt(known)) {
          known = result.success
          yield* Effect.sleep(Math.max(0, availableAt(known) + settling - (yield* Clock.currentTimeMillis)))
          return true
        }
      }
    })
  })

const watching = <C extends string, E, R, E2, R2, E3, R3>(
  read: Effect.Effect<AnySeries<C>, E, R>,
  rule: Rule<C>,
  { schedule = Schedule.spaced("1 hour"), updates }: Options<C, E2, R2>,
  { load, save }: Store<E3, R3>
): Stream.Stream<Event, E | E2 | E3 | InvalidRule, R | R2 | R3> =>
  Stream.unwrap(
    Effect.gen(function* () {
      yield* check(rule)
      const wait: Wait<C, E2, R2> = yield* updates === undefined ? scheduled(schedule) : updated<C, E2, R2>(updates)
      const initial = yield* load

      /** The next forecast; undefined at the end of the schedule. */
      const forecast = Effect.fnUntraced(function* ({ series }: Seen<C>) {
        if (series === undefined) return yield* read
        let failed: { readonly error: E } | undefined
        while (yield* wait(series)) {
          const result = yield* Effect.result(read)
          if (Result.isSuccess(result)) return result.success
          if (!isPassing(result.failure)) return yield* Effect.fail(result.failure)
          failed = { error: result.failure }
        }
        return failed === undefined ? undefined : yield* Effect.fail(failed.error)
      })

      const page = Effect.fnUntraced(function* (seen: Seen<C>) {
        // The program has taken the events of the last forecast, as it asks for more.
        if (seen.series !== undefined) yield* save(seen.state)
        const series = yield* forecast(seen)
        if (series === undefined) return [[], Option.none<Seen<C>>()] as const
        const [state, events] = next(seen.state, series, rule, yield* Clock.currentTimeMillis)
        return [events, Option.some<Seen<C>>({ state, series })] as const
      })

      return Stream.paginate<Seen<C>, Event, E | E2 | E3, R | R2 | R3>({ state: initial, series: undefined }, page)
    })
  )

/**
 * Streams the beginning and the end of a condition across updated forecasts. Reads the forecast at once, and then as the
 * schedule says, or whenever the model is updated.
 *
 * Fails with `InvalidRule` if the condition would end before it begins, and with the failures of the read, after its
 * retries. An outage or a limit after the first read does not end the stream, unless the schedule ends. The stream ends
 * with the schedule.
 */
export const watch = <C extends string, E, R, E2 = never, R2 = never>(
  read: Effect.Effect<AnySeries<C>, E, R>,
  rule: Rule<C>,
  options: Options<C, E2, R2> = {}
): Stream.Stream<Event, E | E2 | InvalidRule, R | R2> =>
  watching(read, rule, options, { load: Effect.succeed(none), save: () => Effect.void })

/**
 * Like `watch`, and keeps the state in a `KeyValueStore` under a key, so that a program that starts again continues: it
 * reports what has changed since, and does not begin an alert twice.
 *
 * The state is written when the program asks for more events, that is, after it has worked on the last ones. If it is
 * killed before that, the same events come again, and none is lost: process them in a way that may be repeated, by the
 * `id` of the alert.
 */
export const watchDurable = <C extends string, E, R, E2 = never, R2 = never>(
  key: string,
  read: Effect.Effect<AnySeries<C>, E, R>,
  rule: Rule<C>,
  options: Options<C, E2, R2> = {}
): Stream.Stream<
  Event,
  E | E2 | InvalidRule | KeyValueStore.KeyValueStoreError | Schema.SchemaError,
  R | R2 | KeyValueStore.KeyValueStore
> =>
  Stream.unwrap(
    Effect.map(Effect.service(KeyValueStore.KeyValueStore), (values) => {
      const store = KeyValueStore.toSchemaStore(values, State)
      return watching(read, rule, options, {
        load: Effect.map(
          store.get(key),
          Option.getOrElse(() => none)
        ),
        save: (state) => store.set(key, state)
      })
    })
  )
