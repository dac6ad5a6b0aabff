/** A SQLite file behind the cache. */
import * as Path from "node:path"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import { SqlClient } from "effect/sql/SqlClient"
import * as DurableNode from "../../../src/node/DurableNode.ts"
import { temporary } from "../../services/daemon.ts"
import { conditions } from "../support/validators.ts"
import { get, run, unchanged } from "./support.ts"

it.live("SQLite keeps responses over a restart of the process, until they are too old", () =>
  Effect.gen(function* () {
    const database = DurableNode.layerDatabase(Path.join(yield* temporary("forgecast-cache-"), "cache.db"))
    const store = Layer.orDie(Persistence.layerSql.pipe(Layer.provide(database)))
    const http = unchanged()
    yield* run(get, { http, store, options: { age: "1 hour" } })
    yield* run(get, { http, store })
    assert.deepStrictEqual(
      conditions(http.sent).map(([etag]) => etag),
      [undefined, '"v1"']
    )
    const rows = yield* Effect.flatMap(
      SqlClient,
      (sql) => sql<{ readonly expires: number }>`SELECT expires FROM effect_persistence`
    ).pipe(Effect.provide(database))
    assert.lengthOf(rows, 1)
    assert.isAbove(Number(rows[0]?.expires), Date.now())
  }).pipe(Effect.scoped)
)
