/** A page that reads things, reloads itself, reads them again, and reports what was served from where. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Persistence from "effect/persistence/Persistence"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import type * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as PersistedCache from "../../../src/rest/PersistedCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { getWritten, writtenAs } from "./written.ts"

const options: PersistedCache.Options = { timeout: "20 seconds" }

const localStore: Layer.Layer<HttpCache.HttpCache> = PersistedCache.layer(options).pipe(
  Layer.provide(Persistence.layerKvs),
  Layer.provide(KeyValueStore.layerStorage(() => localStorage))
)

/** A thing with a short text, and one whose text is compressed. */
const ids = [1, 2]

const read = (store: string, cache: Layer.Layer<HttpCache.HttpCache>) =>
  Effect.forEach(ids, (id) => getWritten.withReply({ id })).pipe(
    Effect.map((replies) =>
      replies.map(({ cached, value }, at) => ({
        cached,
        isRight: JSON.stringify(value) === JSON.stringify(writtenAs(ids[at] ?? 0, store))
      }))
    ),
    // The end of the Layer waits for what is still to be written.
    Effect.provide(
      Forge.layer({ baseUrl: `${location.origin}/${store}` }).pipe(
        Layer.provide([FetchHttpClient.layer, Credentials.layerAnonymous, cache, RateLimit.layerMemory()])
      )
    )
  )

const readAll = (indexedDb: Layer.Layer<HttpCache.HttpCache>) =>
  Effect.all({ IndexedDB: read("IndexedDB", indexedDb), localStorage: read("localStorage", localStore) })

export const main = async (indexedDb: Layer.Layer<HttpCache.HttpCache>): Promise<void> => {
  const found = await Effect.runPromise(readAll(indexedDb))
  const before = sessionStorage.getItem("before")
  if (before === null) {
    sessionStorage.setItem("before", JSON.stringify(found))
    return location.reload()
  }
  const kept = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)?.length])
  const report = { before: JSON.parse(before) as unknown, after: found, kept }
  await fetch("/report", { method: "POST", body: JSON.stringify(report) })
}
