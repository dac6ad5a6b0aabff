/** The command `forgecast-fleet`: by real requests, and in a headless Chromium. */
import { spawn } from "node:child_process"
import * as Http from "node:http"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import puppeteer from "puppeteer-core"
import { DurableNode } from "../../src/node.ts"
import * as Fleet from "../../src/workflow/Fleet.ts"
import { bundled } from "../bundled.ts"
import { chromium, lacksChromium } from "../chromium.ts"
import { temporary } from "../services/daemon.ts"

const token = "correct-horse-battery"

let isBroken = true

class Broken extends Schema.TaggedError<Broken>("Broken")("Broken", { message: Schema.String }) {}

const Greet = Workflow.make("Greet", {
  payload: { name: Schema.String },
  idempotencyKey: ({ name }) => name,
  success: Schema.String,
  error: Broken
})

const GreetLive = Greet.toLayer(({ name }) =>
  isBroken ? Effect.fail(new Broken({ message: "<b>broken</b>" })) : Effect.succeed(`Hello ${name}`)
)

const hostile = `"><script>document.title = "taken"</script>`

const command = Effect.promise(() => bundled("src/fleet/main.ts"))

/** Runs the command to its end. */
const run = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) =>
  Effect.flatMap(command, (file) =>
    Effect.callback<{ readonly code: number | null; readonly output: string }>((resume) => {
      const child = spawn(process.execPath, [file, ...args], { env })
      let output = ""
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
      child.on("close", (code) => resume(Effect.succeed({ code, output })))
    })
  )

/** Starts the command. `output` is what it has printed so far. */
const served = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) =>
  Effect.gen(function* () {
    const file = yield* command
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(process.execPath, [file, ...args], { env })),
      (child) => Effect.sync(() => child.kill("SIGKILL"))
    )
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()))
    while (!output.includes("\n")) yield* Effect.sleep("10 millis")
    const [, origin = ""] = /^page (\S+)\n/.exec(output) ?? []
    return { origin, output: () => output }
  })

/** A file with an execution that has failed, whose runner lives. */
const scene = Effect.gen(function* () {
  isBroken = true
  const file = Path.join(yield* temporary("forgecast-page-"), "workflows.db")
  const context = yield* Layer.build(GreetLive.pipe(Layer.provideMerge(DurableNode.layerFile(file))))
  const id = yield* Greet.executionId({ name: hostile })
  yield* Effect.exit(Greet.execute({ name: hostile })).pipe(Effect.provideContext(context))
  const state = Effect.map(Fleet.inspect(id), (execution) => execution.state).pipe(Effect.provideContext(context))
  return { file, id, state }
})

const quiet = Effect.provide(Logger.layer([]))

const send = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { redirect: "manual", ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

/** Posts a form, as a page of this origin does. */
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(url, { method: "POST", body: new URLSearchParams(fields), headers: { origin: new URL(url).origin, ...headers } })

describe("forgecast-fleet", () => {
  it.live("is read-only without a token, and escapes what it shows", () =>
    Effect.gen(function* () {
      const { file, id, state } = yield* scene
      const { origin } = yield* served(["--database", file])
      const list = yield* send(origin)
      assert.strictEqual(list.status, 200)
      assert.include(list.text, `<a href="/executions/${id}">${id}</a>`)
      assert.include(list.text, "Broken: &lt;b&gt;broken&lt;/b&gt;")
      assert.notInclude(list.text, "<script>")
      assert.include(list.text, "Read-only")
      assert.notInclude(list.text, `method="post"`)
      for (const [name, value] of [
        ["cache-control", "no-store"],
        ["x-frame-options", "DENY"],
        ["x-content-type-options", "nosniff"]
      ] as const) {
        assert.strictEqual(list.headers.get(name), value)
      }
      assert.match(list.headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/)
      assert.notInclude((yield* send(`${origin}/?state=succeeded`)).text, id)
      assert.notInclude((yield* send(`${origin}/?workflow=Another`)).text, id)
      const one = yield* send(`${origin}/executions/${id}`)
      assert.include(one.text, "&lt;script&gt;")
      assert.notInclude(one.text, "<script>")

      assert.strictEqual((yield* send(`${origin}/executions/none`)).status, 404)
      assert.strictEqual((yield* send(`${origin}/executions/%`)).status, 404)
      assert.strictEqual((yield* send(`${origin}/else`)).status, 404)
      assert.strictEqual((yield* send(origin, { method: "DELETE" })).status, 405)
      for (const [path, fields] of [
        ["/login", { token: "" }],
        [`/executions/${id}/retry`, {}],
        ["/prune", { days: "1" }]
      ] as const) {
        assert.strictEqual((yield* post(origin + path, fields)).status, 403, path)
      }
      assert.strictEqual(yield* state, "failed")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("lets those act who have the token, from its own page", () =>
    Effect.gen(function* () {
      const { file, id, state } = yield* scene
      const { origin, output } = yield* served(["--database", file], { FORGECAST_FLEET_TOKEN: token })
      assert.strictEqual((yield* post(`${origin}/login`, { token: "wrong" })).status, 403)
      assert.strictEqual((yield* post(`${origin}/login`, { token }, { origin: "http://evil.example" })).status, 403)
      const login = yield* post(`${origin}/login`, { token })
      assert.deepStrictEqual([login.status, login.headers.get("location")], [303, "/"])
      const set = login.headers.get("set-cookie") ?? ""
      assert.match(set, /HttpOnly/)
      assert.match(set, /SameSite=Strict/)
      const cookie = set.split(";")[0] ?? ""
      const { text } = yield* send(origin, { headers: { cookie } })
      const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ""
      assert.notInclude(text, token)

      const retry = `${origin}/executions/${id}/retry`
      // Without the cookie, without the secret of the forms, and from another page.
      assert.strictEqual((yield* post(retry, { csrf })).status, 403)
      assert.strictEqual((yield* post(retry, {}, { cookie })).status, 403)
      assert.strictEqual((yield* post(retry, { csrf }, { cookie, origin: "http://evil.example" })).status, 403)
      assert.strictEqual(
        (yield* send(retry, { method: "POST", headers: { cookie }, body: `csrf=${csrf}` })).status,
        403
      )
      assert.strictEqual(yield* state, "failed")

      const act = (action: string, fields: Record<string, string> = {}) =>
        Effect.map(post(origin + action, { csrf, ...fields }, { cookie }), ({ status }) => status)
      assert.strictEqual(yield* act(`/executions/${id}/cancel`), 409)
      assert.strictEqual(yield* act(`/executions/${id}/resume`), 409)
      assert.strictEqual(yield* act(`/executions/${id}/retry`, { from: "none" }), 404)
      assert.strictEqual(yield* act(`/executions/${id}/else`), 404)
      for (const days of ["0", "36501", "1e300", "many"]) {
        assert.strictEqual(yield* act("/prune", { days }), 400, days)
      }
      assert.strictEqual(yield* act("/prune", { days: "36500" }), 200)
      assert.strictEqual(yield* act("/prune", { days: "1" }), 200)
      assert.strictEqual(yield* act("/logout"), 303)
      assert.strictEqual(yield* act(`/executions/${id}/cancel`), 403)
      assert.notInclude(output(), token)
      assert.notInclude(output(), "csrf")
    }).pipe(Effect.scoped, quiet)
  )

  it.live("answers to no name that is not its own, so that pages of others cannot read it", () =>
    Effect.gen(function* () {
      const { file } = yield* scene
      const { origin } = yield* served(["--database", file, "--allow-host", "fleet.example"])
      const asked = (host: string) =>
        Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              Http.get(origin, { headers: { host } }, (response) => {
                response.resume()
                resolve(response.statusCode)
              }).on("error", reject)
            })
        )
      for (const [host, status] of [
        ["localhost:1", 200],
        ["127.0.0.1", 200],
        ["[::1]:1", 200],
        ["fleet.example", 200],
        ["evil.example", 403]
      ] as const) {
        assert.strictEqual(yield* asked(host), status, host)
      }
    }).pipe(Effect.scoped, quiet)
  )

  it.live("says what is wrong with its options", () =>
    Effect.gen(function* () {
      for (const [args, message] of [
        [[], "Give a database: --database, or the variable DATABASE_URL"],
        [["--database", "/none"], "There is no file /none"],
        [["--database", "/none", "--port", "many"], "--port must be a number up to 65535, not many"],
        [["--colour"], "Unknown option '--colour'"],
        [["--database", "postgres://127.0.0.1:1/none"], "The database cannot be opened"]
      ] as const) {
        const { code, output } = yield* run(args)
        assert.strictEqual(code, 1, output)
        assert.include(output, `forgecast-fleet: ${message}`)
      }
      const short = yield* run(["--database", process.execPath], { FORGECAST_FLEET_TOKEN: "short" })
      assert.include(short.output, "must have 16 characters or more")
      const help = yield* run(["--help"])
      assert.strictEqual(help.code, 0)
      assert.include(help.output, "Usage: forgecast-fleet")
    })
  )

  it.live.skipIf(lacksChromium)("works in a browser: log in, look into a failure, and retry it", () =>
    Effect.gen(function* () {
      const { file, id, state } = yield* scene
      const { origin } = yield* served(["--database", file], { FORGECAST_FLEET_TOKEN: token })
      const browser = yield* Effect.acquireRelease(
        Effect.promise(() => puppeteer.launch(chromium)),
        (browser) => Effect.promise(() => browser.close())
      )
      const page = yield* Effect.promise(() => browser.newPage())
      const complaints: Array<string> = []
      page.on("console", (message) => complaints.push(message.text()))
      const urls: Array<string> = []
      page.on("request", (request) => urls.push(request.url()))
      isBroken = false
      yield* Effect.promise(async () => {
        const click = (selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)])
        await page.goto(origin)
        await page.type("input[name=token]", token)
        await click("form[action='/login'] button")
        await click(`a[href="/executions/${id}"]`)
        assert.strictEqual(await page.title(), `Greet ${id}`)
        assert.include(await page.$eval("main", ({ textContent }) => textContent ?? ""), JSON.stringify(hostile))
        await click(`form[action="/executions/${id}/retry"] button`)
        while (!(await page.$eval("main", ({ textContent }) => textContent ?? "")).includes("succeeded"))
          await page.reload()
        assert.include(await page.$eval("main", ({ textContent }) => textContent ?? ""), "Hello ")
        await click("form[action='/logout'] button")
        assert.isNotNull(await page.$("input[name=token]"))
      })
      assert.strictEqual(yield* state, "succeeded")
      assert.deepStrictEqual(complaints, [])
      assert.isFalse(urls.some((url) => url.includes(token) || !url.startsWith(origin)))
    }).pipe(Effect.scoped, quiet)
  )
})
