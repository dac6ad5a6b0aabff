/** A process that writes ever new versions of entries to a directory: `node writer.ts <directory>`. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import { scripted } from "../support/http.ts"
import * as Things from "../support/things.ts"
import { getWritten, idOf, ids, writtenAs } from "./written.ts"

const [, , directory = ""] = process.argv

let version = 0

const http = scripted(({ path }) => {
  version++
  return { json: writtenAs(idOf(path), `${process.pid} ${version}`), headers: { etag: `"${process.pid} ${version}"` } }
})

const cache = PersistedCache.layer({ timeout: "10 seconds" }).pipe(
  Layer.provide(PersistedCache.layerFiles(directory)),
  Layer.provide(NodeServices.layer)
)

await Effect.forEach(ids, (id) => getWritten({ id }), { concurrency: 8 }).pipe(
  Effect.andThen(Effect.sync(() => void process.stdout.write("."))),
  Effect.forever,
  Effect.provideService(HttpCache.CacheMode, "reload"),
  Effect.provide(Things.service(http, { cache })),
  Effect.runPromise
)
