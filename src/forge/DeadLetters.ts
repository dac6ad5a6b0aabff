/** What handlers could not do: deliveries that are kept to be read, and to be handled again. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { awake } from "./internal/awake.ts"
import * as Wire from "../rest/Wire.ts"
import * as Letters from "./internal/webhooks/letters.ts"
import { Raw } from "./WebhookDelivery.ts"
import { InboxFailed } from "./WebhookError.ts"

/** A delivery that a handler has given up. */
export class DeadLetter extends Schema.Opaque<DeadLetter>()(
  Schema.Struct({
    /** The id of the delivery and the name of the handler. */
    id: Schema.String,
    /** The name of the handler. */
    handler: Schema.String,
    /** What it was to handle. */
    delivery: Raw,
    /** How often the handler has tried. */
    attempts: Schema.Int,
    /** How often it was replayed. */
    replays: Schema.Int,
    /** When it has given up. */
    failed_at: Wire.Timestamp,
    /** The last failure, as text. */
    failure: Schema.String
  })
) {}

/** How much is kept. */
export interface Limits {
  /** Default: 1,000. The oldest go first. */
  readonly capacity?: number | undefined
  /** Default: 30 days. */
  readonly timeToLive?: Duration.Input | undefined
}

/** Keeps what handlers have given up. */
export class DeadLetters extends Context.Service<
  DeadLetters,
  {
    /** Keeps one. One with the same id is replaced. */
    readonly add: (letter: DeadLetter) => Effect.Effect<void, InboxFailed>
    /** All of them, the oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<DeadLetter>, InboxFailed>
    /** Forgets one. */
    readonly remove: (id: string) => Effect.Effect<void, InboxFailed>
  }
>()("forgecast/forge/DeadLetters") {}

/** Keeps them in memory. */
export const layerMemory = (limits: Limits = {}): Layer.Layer<DeadLetters> =>
  Layer.sync(DeadLetters, () => {
    const letters = Letters.make<DeadLetter>(limits)
    return {
      add: (letter) => Effect.sync(() => letters.add(letter)),
      list: Effect.map(DateTime.now, letters.list),
      remove: (id) => Effect.sync(() => letters.remove(id))
    }
  })

/** How much is kept, and where. */
export interface ServerLimits extends Limits {
  /** The table, or the prefix of the keys. Default: `forgecast_letters`. */
  readonly name?: string | undefined
}

const Text = Schema.fromJsonString(Schema.toCodecJson(DeadLetter))
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownEffect(Text)

const orFailed = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, InboxFailed, R> =>
  Effect.mapError(effect, (cause) => new InboxFailed({ cause }))

/** When the oldest that count have failed, in milliseconds of the epoch. */
const oldestOf = (timeToLive: Duration.Input): Effect.Effect<number> =>
  Effect.map(DateTime.now, (now) => DateTime.toEpochMillis(DateTime.subtractDuration(now, timeToLive)))

/** Keeps them in a table of a database, which it creates. */
export const layerSql = ({
  capacity = Letters.defaults.capacity,
  name = "forgecast_letters",
  timeToLive = Letters.defaults.timeToLive
}: ServerLimits = {}): Layer.Layer<DeadLetters, SqlError, SqlClient.SqlClient> =>
  Layer.effect(
    DeadLetters,
    Effect.gen(function* () {
      yield* awake
      const sql = yield* SqlClient.SqlClient
      const table = sql(name)
      // Of processes that create a table at the same time, all but one may fail once.
      yield* Effect.retry(
        sql`CREATE TABLE IF NOT EXISTS ${table} (id VARCHAR(255) PRIMARY KEY, failed_at BIGINT NOT NULL, letter TEXT NOT NULL)`,
        { times: 3 }
      )
      const oldest = oldestOf(timeToLive)
      const remove = (id: string) => sql`DELETE FROM ${table} WHERE id = ${id}`
      return {
        add: (letter) =>
          Effect.gen(function* () {
            const row = { id: letter.id, failed_at: DateTime.toEpochMillis(letter.failed_at), letter: encode(letter) }
            yield* remove(letter.id)
            yield* sql`INSERT INTO ${table} ${sql.insert(row)}`
            yield* sql`DELETE FROM ${table} WHERE failed_at < ${yield* oldest} OR id IN (
              SELECT id FROM (
                SELECT id FROM ${table} ORDER BY failed_at DESC LIMIT 1000 OFFSET ${sql.literal(String(capacity))}
              ) AS surplus
            )`
          }).pipe(sql.withTransaction, orFailed),
        list: Effect.flatMap(
          oldest,
          (from) =>
            sql<{ readonly letter: string }>`
              SELECT letter FROM ${table} WHERE failed_at >= ${from} ORDER BY failed_at, id
            `
        ).pipe(Effect.flatMap(Effect.forEach(({ letter }) => decode(letter))), orFailed),
        remove: (id) => Effect.asVoid(orFailed(remove(id)))
      }
    })
  )

const addLetter = Redis.script(
  (
    ...args: [letters: string, times: string, id: string, letter: string, at: number, oldest: number, capacity: number]
  ) => args,
  {
    numberOfKeys: 2,
    lua: `
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("ZADD", KEYS[2], ARGV[3], ARGV[1])
local surplus = redis.call("ZRANGEBYSCORE", KEYS[2], "-inf", "(" .. ARGV[4])
for _, id in ipairs(redis.call("ZRANGE", KEYS[2], 0, -1 - tonumber(ARGV[5]))) do table.insert(surplus, id) end
for _, id in ipairs(surplus) do
  redis.call("HDEL", KEYS[1], id)
  redis.call("ZREM", KEYS[2], id)
end
`
  }
)

const listLetters = Redis.script((...args: [letters: string, times: string, oldest: number]) => args, {
  numberOfKeys: 2,
  lua: `
local found = {}
for i, id in ipairs(redis.call("ZRANGEBYSCORE", KEYS[2], ARGV[1], "+inf")) do found[i] = redis.call("HGET", KEYS[1], id) end
return found
`
}).withReturnType<ReadonlyArray<string>>()

const removeLetter = Redis.script((...args: [letters: string, times: string, id: string]) => args, {
  numberOfKeys: 2,
  lua: `
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("ZREM", KEYS[2], ARGV[1])
`
})

/** Keeps them in a Redis. */
export const layerRedis = ({
  capacity = Letters.defaults.capacity,
  name = "forgecast_letters",
  timeToLive = Letters.defaults.timeToLive
}: ServerLimits = {}): Layer.Layer<DeadLetters, never, Redis.Redis> =>
  Layer.effect(
    DeadLetters,
    Redis.Redis.useSync((redis) => {
      const keys = [name, `${name}:at`] as const
      const oldest = oldestOf(timeToLive)
      return {
        add: (letter) =>
          Effect.flatMap(oldest, (from) =>
            redis.eval(addLetter)(
              ...keys,
              letter.id,
              encode(letter),
              DateTime.toEpochMillis(letter.failed_at),
              from,
              capacity
            )
          ).pipe(orFailed),
        list: Effect.flatMap(oldest, (from) => redis.eval(listLetters)(...keys, from)).pipe(
          Effect.flatMap(Effect.forEach((text) => decode(text))),
          orFailed
        ),
        remove: (id) => orFailed(redis.eval(removeLetter)(...keys, id))
      }
    })
  )
