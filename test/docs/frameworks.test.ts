/** The programs of the guides for Express, `node:http`, Hono and `node:test`: they answer, refuse, and end. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Hono } from "hono"
import * as WebhookInbox from "../../src/forge/WebhookInbox.ts"
import * as Webhooks from "../../src/forge/Webhooks.ts"
import * as WebhookSignature from "../../src/forge/WebhookSignature.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import * as Snippets from "../../.build/docs/snippets.ts"
import { freePorts } from "../services/ports.ts"
import { pingBody, pingWith } from "./ping.ts"

const secret = "It's a Secret to Everybody"

const ping = (secret: string) => Effect.map(WebhookSignature.sign(Redacted.make(secret), pingBody), pingWith)

/** Writes the program of a guide that has these words. */
const written = (
  page: string,
  words: string,
  change: (code: string) => string = (code) => code,
  name = page
): string => {
  const program = Snippets.readAll().find((one) => one.page === `docs/guides/${page}.md` && one.code.includes(words))
  assert.isDefined(program)
  const folder = Path.join(Snippets.root, ".snippets/frameworks")
  const file = Path.join(folder, `${name}.ts`)
  Fs.mkdirSync(folder, { recursive: true })
  Fs.writeFileSync(file, change(program.code))
  return file
}

/** Programs import the package by its name. */
const byName = ["--import", Path.join(Snippets.root, ".build/docs/byName.ts")]

/** Starts the program of a guide that has these words, on a free port. */
const started = (page: string, words: string, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePorts)
    const file = written(page, words, (code) => code.replace("listen(3000)", `listen(${port})`))
    const child = spawn(process.execPath, [...byName, file], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
    let printed = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (printed += part.toString()))
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    const url = `http://127.0.0.1:${port}`
    const isUp = Effect.promise(() =>
      fetch(url).then(
        () => true,
        () => false
      )
    )
    while (!(yield* isUp)) {
      assert.isNull(child.exitCode, printed)
      yield* Effect.sleep("50 millis")
    }
    return { child, url, ended, printed: () => printed }
  })

describe("Express", () => {
  it.live("answers by the error, is silent about clients that hang up, and ends after what is under way", () =>
    Effect.gen(function* () {
      const { baseUrl, faults, requests } = yield* ForgeSimulator.ForgeSimulator
      const { child, ended, printed, url } = yield* started("from-async-await", "express", { GITHUB_API_URL: baseUrl })
      const get = (number: string, signal?: AbortSignal) =>
        fetch(`${url}/issues/${number}`, { signal: signal ?? null }).then(
          async (response): Promise<[number, unknown]> => [response.status, await response.json()]
        )
      const arrived = (count: number) =>
        Effect.gen(function* () {
          while ((yield* requests).length < count) yield* Effect.sleep("20 millis")
        })

      assert.deepStrictEqual(yield* Effect.promise(() => get("1")), [200, { title: "It rains in" }])
      assert.deepStrictEqual(yield* Effect.promise(() => get("9")), [404, { message: "There is no such issue." }])
      const [status] = yield* Effect.promise(() => get("rain"))
      assert.strictEqual(status, 400)

      yield* faults.add(Faults.delayed({ by: "1 second", operation: "Issues.get", times: 2 }))
      const client = new AbortController()
      const gone = get("1", client.signal).catch((error: unknown) => error)
      yield* arrived(3)
      client.abort()
      assert.instanceOf(yield* Effect.promise(() => gone), Error)

      // Another issue: a read of the same one might join the one that ends.
      const last = get("2")
      yield* arrived(4)
      child.kill("SIGTERM")
      assert.deepStrictEqual(yield* Effect.promise(() => last), [200, { title: "Show the wind" }])
      assert.strictEqual(yield* Effect.promise(() => ended), 0)
      assert.strictEqual(printed(), "")
    }).pipe(
      Effect.provide(
        SimulatorServer.layerForge({
          repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }, { title: "Show the wind" }] }]
        })
      )
    )
  )
})

describe("webhooks", () => {
  it.live("of node:http are taken or refused", () =>
    Effect.gen(function* () {
      const { url } = yield* started("webhooks", "createServer((incoming", { GITHUB_WEBHOOK_SECRET: secret })
      const post = (request: RequestInit) => Effect.promise(() => fetch(url, request).then(({ status }) => status))
      assert.strictEqual(yield* post(yield* ping(secret)), 202)
      assert.strictEqual(yield* post(yield* ping("another")), 401)
    })
  )

  it.live("of Hono are taken or refused", () =>
    Effect.gen(function* () {
      const seen: Array<string | null> = []
      const handlers = Webhooks.handlers(
        Webhooks.on("ping", ({ payload }) => Effect.sync(() => seen.push(payload.zen)))
      )
      const inbox = WebhookInbox.layer(handlers).pipe(
        Layer.provide([Webhooks.layer({ secret: Redacted.make(secret) }), WebhookInbox.layerMemory])
      )
      const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(WebhookInbox.route("/webhooks"), inbox), {
        disableLogger: true
      })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const app = new Hono().post("/webhooks", (context) => handler(context.req.raw))
      const post = (request: RequestInit) =>
        Effect.promise(() => Promise.resolve(app.request("/webhooks", request)).then(({ status }) => status))
      assert.strictEqual(yield* post(yield* ping(secret)), 202)
      assert.strictEqual(yield* post(yield* ping("another")), 401)
      while (seen.length === 0) yield* Effect.sleep("10 millis")
      assert.deepStrictEqual(seen, ["Design for failure."])
    })
  )
})

it.live("a route handler of Next.js keeps its runtime when its module is loaded again", () =>
  Effect.gen(function* () {
    const file = written("webhooks", "globalThis", undefined, "next")
    const requests = [yield* ping(secret), yield* ping("another"), yield* ping(secret)]
    const program = `
      const statuses = []
      const runtimes = new Set()
      for (const [index, request] of ${JSON.stringify(requests)}.entries()) {
        const { POST } = await import(${JSON.stringify(file)} + "?" + index)
        statuses.push((await POST(new Request("http://localhost/api/webhooks", request))).status)
        runtimes.add(globalThis.webhooks)
      }
      process.stdout.write(JSON.stringify({ statuses, runtimes: runtimes.size }), () => process.exit(0))`
    const printed = execFileSync(process.execPath, [...byName, "--input-type=module", "--eval", program], {
      encoding: "utf8",
      env: { ...process.env, GITHUB_WEBHOOK_SECRET: secret }
    })
    assert.deepStrictEqual(JSON.parse(printed), { statuses: [202, 401, 202], runtimes: 1 })
  })
)

it("a test of node:test runs on its own clock", () => {
  const aDayOld = '{ title: "It rains in", created_at: { ago: "1 day" } }'
  const file = written("testing", 'from "node:test"', (code) =>
    code
      .replace('{ title: "It rains in" }', aDayOld)
      .replace('issue.title, "It rains in"', "issue.created_at.epochMilliseconds, -86_400_000")
  )
  const printed = execFileSync(process.execPath, [...byName, file], { encoding: "utf8" })
  assert.match(printed, /^# pass 1$|^ℹ pass 1$/m)
})
