/** The storage of a real browser behind the cache: with the program of the guide, and over a reload of the page. */
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { build } from "esbuild"
import * as Path from "node:path"
import * as Snippets from "../../../.build/docs/snippets.ts"
import { lacksChromium } from "../../chromium.ts"
import { runBrowser } from "../../package/runtimes/run.ts"
import { type Received, serve } from "../loopback/support/server.ts"
import { idOf, writtenAs } from "./written.ts"

const guide = Snippets.readAll().find(({ code, page }) => page.endsWith("caching.md") && code.includes("indexedDB"))

/** The machine may have much to do. */
const patient = guide?.code.replace("PersistedCache.layer()", 'PersistedCache.layer({ timeout: "20 seconds" })') ?? ""

/** The page with the cache of the guide. */
const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `${patient}\nimport { main } from "./page.ts"\nvoid main(CacheLive)`,
      resolveDir: import.meta.dirname,
      loader: "ts"
    },
    tsconfig: Path.join(Snippets.root, "tsconfig.json"),
    alias: { forgecast: Path.join(Snippets.root, "src") },
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "error"
  })
  return outputFiles[0]?.text ?? ""
}

interface Report {
  readonly before: unknown
  readonly after: unknown
  readonly kept: ReadonlyArray<readonly [key: string, length: number]>
}

const things = /^\/(\w+)\/things\/\d+$/

describe.skipIf(lacksChromium)("Chromium, where it is installed", () => {
  it.live("keeps responses over a reload of the page, in IndexedDB and in localStorage", () =>
    Effect.gen(function* () {
      const page = yield* Effect.promise(bundle)
      const reported = yield* Deferred.make<Report>()
      const server = yield* serve((request) => (response) => {
        if (request.path === "/") {
          return void response
            .writeHead(200, { "content-type": "text/html" })
            .end('<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>')
        }
        if (request.path === "/page.js") {
          return void response.writeHead(200, { "content-type": "text/javascript" }).end(page)
        }
        if (request.path === "/report") {
          response.end()
          // The cast is safe: the page is ours.
          return void Effect.runSync(Deferred.succeed(reported, JSON.parse(request.body) as Report))
        }
        answer(request, response)
      })
      const report = yield* runBrowser({
        origin: server.origin,
        report: Effect.map(Deferred.await(reported), (report) => ({ ...report }))
      })
      const both = (cached: boolean) => Array(2).fill({ cached, isRight: true }) as ReadonlyArray<unknown>
      assert.deepStrictEqual(report["before"], { IndexedDB: both(false), localStorage: both(false) })
      assert.deepStrictEqual(report["after"], { IndexedDB: both(true), localStorage: both(true) })
      const kept = report["kept"] as Report["kept"]
      assert.lengthOf(kept, 2)
      assert.isTrue(kept.every(([key]) => /^forgecast_http:1-[0-9a-f]{32}$/.test(key)))
      const longest = JSON.stringify(writtenAs(2, "localStorage")).length
      assert.isTrue(kept.every(([, length]) => length < longest / 2))
    })
  )
})

/** Serves things, each with an ETag. */
const answer = (
  { headers, path }: Received,
  response: Parameters<ReturnType<Parameters<typeof serve>[0]>>[0]
): void => {
  const [, store] = things.exec(path) ?? []
  if (store === undefined) return void response.writeHead(404).end()
  const etag = `"${store}"`
  if (headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end()
  response
    .writeHead(200, { etag, "content-type": "application/json" })
    .end(JSON.stringify(writtenAs(idOf(path), store)))
}
