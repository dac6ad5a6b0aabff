/** Which headers of a response are read: with fetch, all of them take a tenth of a small request. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Forge from "../../src/forge/dialect.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import type { Dialect } from "../../src/rest/Dialect.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Download from "../../src/rest/Download.ts"
import * as Operation from "../../src/rest/Operation.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { readOf } from "../../src/rest/internal/response/replyHeaders.ts"
import * as Weather from "../../src/weather/dialect.ts"

class Things extends Context.Service<Things, Transport.Transport>()("test/Things") {}

const response = () => new Response('{"id":1}', { headers: { "x-team": "web", "x-room": "7", "request-id": "a" } })

/** Reads by a dialect, which notes the headers that it gets. */
const reading = (headers: Dialect["headers"]) => {
  const seen: Array<object> = []
  const dialect: Dialect = {
    ...Weather.dialect,
    requestId: ["request-id"],
    headers,
    budget: (given) => void seen.push({ ...given })
  }
  const service = Layer.effect(
    Things,
    Transport.makeFetch({ hosts: { api: "https://api.test" }, accept: "application/json", headers: {}, dialect })
  )
  const layer = service.pipe(
    Layer.provide([Credentials.layerAnonymous, HttpCache.layerMemory(), RateLimit.layerMemory()]),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, () => Promise.resolve(response())))
  )
  const get = Operation.operation(Things, dialect)("Things.get", "GET /thing", {
    success: Schema.Struct({ id: Schema.Int })
  })
  const download = Download.download(Things, dialect)("Things.download", "GET /file", { accept: "text/plain" })
  return { seen, layer, get, download }
}

describe("the headers of a response on fetch", () => {
  it.effect("are those that the dialect reads, and the pipeline", () =>
    Effect.gen(function* () {
      const { get, layer, seen } = reading(["x-team"])
      const { requestId } = yield* Effect.provide(get.withReply({}), layer)
      assert.strictEqual(requestId, "a")
      assert.deepStrictEqual(seen, [{ "content-type": "text/plain;charset=UTF-8", "request-id": "a", "x-team": "web" }])
    })
  )

  it.effect("are all, if the dialect does not say", () =>
    Effect.gen(function* () {
      const { get, layer, seen } = reading(undefined)
      yield* Effect.provide(get({}), layer)
      assert.includeMembers(Object.keys(seen[0] ?? {}), ["x-team", "x-room", "request-id"])
    })
  )

  it.effect("are all for a download, which shows them", () =>
    Effect.gen(function* () {
      const { download, layer } = reading([])
      const { headers } = yield* Effect.scoped(Effect.provide(download.open({}), layer))
      assert.strictEqual(headers["x-room"], "7")
    })
  )

  it("are named wherever the sources read one", () => {
    const src = Path.resolve(import.meta.dirname, "../../src")
    const files = ["rest", "forge", "weather"].flatMap((folder) =>
      // Deliveries of webhooks are requests.
      Fs.globSync("**/*.ts", { cwd: Path.join(src, folder), exclude: ["**/webhooks/**"] }).map((name) =>
        Path.join(src, folder, name)
      )
    )
    const read = files.flatMap((file) =>
      Array.from(
        // Those that state a budget are data.
        Fs.readFileSync(file, "utf8").matchAll(
          /\bheaders\["([^"]+)"\]|^ +(?:limit|remaining|reset|resource): "(x-[^"]+)"/gim
        ),
        ([, name, stated]) => name ?? stated
      )
    )
    assert.isAtLeast(new Set(read).size, 15)
    assert.includeMembers([...(readOf(Forge.dialect) ?? [])], read)
  })
})
