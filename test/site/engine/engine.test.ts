import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { files } from "../../../docs/site/build/runtime.ts"
import type * as Client from "../../../docs/site/src/playground/engine/client.ts"
import type { Entry, Sketch } from "../../../docs/site/src/playground/protocol.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open, type Options } from "./browser.ts"

const head = `import { Forge, Issues } from "forgecast/forge"
import { RateLimit } from "forgecast"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { Forecast, Weather } from "forgecast/weather"
import * as Effect from "effect/Effect"

const issue = { owner: "acme", repo: "web", issue_number: 1 }
const repository = { owner: "acme", name: "web", issues: [{ title: "One", labels: ["bug"] }], files: { "a.md": "# A" } }
const layer = ForgeSimulator.layer({ latency: 0, repositories: [repository] })
`

const forge = JSON.stringify({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "From the seed" }] }] })

/** A program that runs on a simulator of its own. */
const onSimulator = (body: string): string =>
  `${head}await Effect.gen(function* () {\n${body}\n}).pipe(
  Effect.provideService(RateLimit.MaxWait, "2 hours"), Effect.provide(layer), Effect.runPromise)`

const short = (entry: Entry): string =>
  entry._tag === "wait"
    ? `${entry.reason} for ${((entry.endedAt ?? Number.NaN) - entry.startedAt) / 1_000} s`
    : `${entry.operation} ${entry.status} #${entry.attempt} ${entry.faults.join()}`.trimEnd()

describe.skipIf(lacksBrowser)("the playground's engine", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  const run = (sketch: Sketch | string, options?: Options) => host.run(sketch, options)
  const failure = async (sketch: Sketch | string) => {
    const { outcome, text } = await run(sketch)
    assert.strictEqual(outcome, "failure")
    return text
  }

  it("loads about a megabyte before the first run, and two at most", async () => {
    const { first, outcome } = await run(onSimulator("console.log((yield* Issues.get(issue)).title)"))
    assert.strictEqual(outcome, "success")
    assert.includeMembers([...first], ["worker.js", "boot.js"])
    assert.isBelow(
      first.reduce((sum, file) => sum + (host.loaded.get(file) ?? 0), 0),
      1_100_000
    )
    assert.isBelow(
      [...host.loaded.values()].reduce((sum, size) => sum + size, 0),
      2_100_000
    )
  })

  const retries = [
    "Issues.get 503 #1 unavailable",
    "retry for 5 s",
    "Issues.get 503 #2 unavailable",
    "retry for 5 s",
    "Issues.get 503 #3 unavailable",
    "retry for 5 s"
  ]

  it("shows a fault that is clicked, and its retries", async () => {
    const program = onSimulator(`yield* Issues.get(issue)
      console.log("ready")
      yield* Effect.sleep("10 minutes")
      yield* Issues.get(issue)`)
    const { entries } = await run(program, {
      acts: [{ printed: "ready", command: { _tag: "fault", fault: "outage" } }]
    })
    assert.deepStrictEqual(entries.map(short), ["Issues.get 200 #1", ...retries, "Issues.get 304 #4"])
  })

  it("counts the attempts of a program that calls the real service", async () => {
    const program = `${head}await Effect.runPromise(Effect.provide(Issues.get(issue), Forge.layerGitHub))`
    const { entries } = await run({ program, forge }, { faults: ["outage"] })
    assert.deepStrictEqual(entries.map(short), [...retries, "Issues.get 200 #4"])
  })

  it("begins with faults, and loses the response to a write", async () => {
    const write = 'yield* Effect.flip(Issues.createComment({ ...issue, body: "hi" }))\nyield* Issues.get(issue)'
    const { entries } = await run(onSimulator(write), { faults: ["lost-answer"] })
    assert.deepStrictEqual(entries.map(short), ["Issues.createComment null #1 answerLost", "Issues.get 200 #1"])
    const [comment, read] = entries.flatMap((entry) => (entry._tag === "request" ? [entry] : []))
    assert.deepInclude(comment, { acted: true, response: null, broken: "connection reset before the answer was sent" })
    assert.match(comment?.original?.body ?? "", /"body": "hi"/)
    assert.deepInclude(read, { original: null, broken: null })
    assert.match(read?.response?.body ?? "", /"title": "One"/)
  })

  it("waits for a limit that is clicked, and goes on", async () => {
    const program = `${head}console.log((await Effect.runPromise(Effect.provide(Issues.get(issue), layer))).title)`
    const { entries, printed } = await run(program, { faults: ["rate-limit"] })
    assert.deepStrictEqual(printed, ["One"])
    assert.deepStrictEqual(entries.map(short), [
      "Issues.get 403 #1 primaryLimit",
      "limit for 90 s",
      "Issues.get 200 #2"
    ])
  })

  it("shows a pause while it lasts, and until when, also while the time stands still", async () => {
    const program = `${head}await Effect.runPromise(Effect.provide(Issues.get(issue), layer))`
    const { entries, outcome } = await run(program, { faults: ["rate-limit"], speed: 0, untilPause: true })
    assert.strictEqual(outcome, "none")
    const wait = entries.at(-1)
    assert.deepInclude(wait, { _tag: "wait", endedAt: null, reason: "limit" })
    assert.strictEqual(wait?._tag === "wait" && (wait.until ?? 0) - wait.startedAt, 90_000)
  })

  it("waits an hour for a limit in a second", async () => {
    const program = onSimulator(`const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.primaryLimit({ resetIn: "1 hour" }))
      yield* Issues.get(issue)
      console.log(new Date().toISOString())`)
    const { entries, printed, took } = await run(program, { speed: 3_600 })
    assert.deepStrictEqual(printed, ["2026-12-07T10:00:00.000Z"])
    assert.deepStrictEqual(entries.map(short), [
      "Issues.get 403 #1 primaryLimit",
      "limit for 3600 s",
      "Issues.get 200 #2"
    ])
    assert.isAbove(took, 900)
    assert.isBelow(took, 3_600_000)
  })

  it("has the timers of JavaScript on its time", async () => {
    const program = `const start = Date.now()
      const after = (millis) => new Promise((resolve) => setTimeout(resolve, millis))
      const cancelled = setTimeout(() => console.log("never"), 1_000)
      clearTimeout(cancelled)
      await after(3_600_000)
      console.log(Date.now() - start)
      await after(0)
      await new Promise((resolve) => {
        let count = 0
        const interval = setInterval((by) => {
          count += by
          if (count === 4) resolve(clearInterval(interval))
        }, 60_000, 2)
      })
      console.log(Date.now() - start)`
    const { printed, took } = await run(program, { speed: 36_000 })
    assert.deepStrictEqual(printed, ["3600000", "3720000"])
    assert.isBelow(took, 60_000)
  })

  it("changes its speed", async () => {
    const program = onSimulator('console.log("ready")\nyield* Effect.sleep("1 day")')
    const { outcome } = await run(program, {
      speed: 0,
      acts: [{ printed: "ready", command: { _tag: "speed", speed: 86_400 } }]
    })
    // At a standstill, it would not end.
    assert.strictEqual(outcome, "success")
  })

  it("has the packages that a program needs, though it loads nothing while it runs", async () => {
    const web = '{ owner: "acme", repo: "web" }'
    const body = `const { secret } = yield* ForgeSimulator.ForgeSimulator
      yield* Secrets.put({ ...${web}, secret_name: "KEY", value: "rain" })
      console.log(Redacted.value(yield* secret("KEY", { repository: "acme/web" })))
      const files = yield* Stream.runCollect(Contents.listFiles(${web}))
      console.log(files.map(({ path }) => path).join())`
    const program = `import { Contents, Secrets } from "forgecast/forge"
      import * as Redacted from "effect/Redacted"
      import * as Stream from "effect/Stream"
      ${onSimulator(body)}`
    const { printed, text } = await run(program)
    assert.deepStrictEqual([printed, text], [["rain", "a.md"], ""])
  })

  it("prints the same in each run", async () => {
    const program =
      onSimulator(`yield* (yield* ForgeSimulator.ForgeSimulator).faults.add(Faults.unavailable({ times: 2 }))
      yield* Issues.get(issue)
      yield* Effect.logWarning("done")
      console.log(yield* (yield* ForgeSimulator.ForgeSimulator).journal)`)
    const first = await run(program)
    const second = await run(program, { speed: 60 })
    assert.strictEqual(first.printed.length, 2)
    assert.deepStrictEqual(second.printed, first.printed)
  })

  it("shows the state of the service", async () => {
    const { reports } = await run(onSimulator('yield* Issues.createComment({ ...issue, body: "Hello" })'))
    const state = reports.findLast((report) => report._tag === "state")
    const [shown] = state?.repositories ?? []
    assert.deepInclude(shown?.issues[0], { title: "One", comments: [{ author: "acme", body: "Hello" }] })
    assert.strictEqual(shown?.issues[0]?.labels[0]?.name, "bug")
    assert.deepStrictEqual(shown?.files, [{ path: "a.md", text: "# A" }])
  })

  it("keeps requests in the timeline that the program clears from the journal", async () => {
    const { entries } = await run(
      onSimulator(`yield* Issues.get(issue)
      yield* (yield* ForgeSimulator.ForgeSimulator).clearRequests
      yield* Issues.get(issue)`)
    )
    assert.deepStrictEqual(entries.map(short), ["Issues.get 200 #1", "Issues.get 304 #1"])
  })

  it("answers the real services from the seeds", async () => {
    const program = `${head}const program = Effect.gen(function* () {
      const { body } = yield* Issues.createComment({ ...issue, body: "Hello" })
      const { hourly } = yield* Forecast.get({ latitude: 52.5, longitude: 13.4, hourly: ["rain"], forecast_days: 1 })
      return [(yield* Issues.get(issue)).title, body, hourly.rain.length]
    })
    console.log(await program.pipe(Effect.provide([Forge.layerGitHub, Weather.layerOpenMeteo]), Effect.runPromise))`
    const { entries, outcome, printed, reports, text } = await run({ program, forge })
    assert.strictEqual(outcome, "success", text)
    assert.deepStrictEqual(printed, ["[ 'From the seed', 'Hello', 24 ]"])
    assert.deepStrictEqual(entries.map(short), [
      "Issues.createComment 201 #1",
      "Forecast.get 200 #1",
      "Issues.get 200 #1"
    ])
    const charts = reports.findLast((report) => report._tag === "charts")?.charts
    assert.deepInclude(charts?.[0], { title: "forecast hourly at 52.50, 13.40" })
    assert.deepInclude(charts?.[0]?.columns[0], { name: "rain", unit: "mm" })
    assert.strictEqual(charts?.[0]?.times.length, 24)
  })

  it("runs a program of several files", async () => {
    const files = {
      "seed.ts": 'import { name } from "./name.ts"\nexport const seed = { repositories: [{ owner: "acme", name }] }',
      "name.ts": 'export const name = "web"'
    }
    const program = `import { Repositories } from "forgecast/forge"
      import { ForgeSimulator } from "forgecast/testing"
      import * as Effect from "effect/Effect"
      import { seed } from "./seed.ts"
      const get = Repositories.get({ owner: "acme", repo: "web" })
      console.log((await Effect.runPromise(Effect.provide(get, ForgeSimulator.layer(seed)))).full_name)`
    const { outcome, printed, text } = await run({ program, files })
    assert.deepStrictEqual([outcome, printed], ["success", ["acme/web"]], text)
  })

  it("runs the effect that a program exports", async () => {
    const program = `${head}export default Effect.map(Issues.get(issue), ({ title }) => ({ title }))`
    const { outcome, text } = await run({ program, forge })
    assert.deepStrictEqual([outcome, text], ["success", "{ title: 'From the seed' }"])
    assert.strictEqual((await run('export default "plain text"')).text, "plain text")
  })

  it("says that a program runs nothing", async () => {
    const idle = await run('import * as Effect from "effect/Effect"\nconst program = Effect.log("never")')
    assert.strictEqual(idle.outcome, "nothing")
    for (const program of [
      'console.log("hi")',
      `${head}Effect.runSync(Effect.void)`,
      `${head}export default Effect.void`
    ])
      assert.strictEqual((await run(program)).outcome, "success", program)
  })

  it("answers after a moment, unless the seed or the program's clock says otherwise", async () => {
    const took = async (simulator: string) => {
      const program = `${head}import * as Layer from "effect/Layer"
        import * as TestClock from "effect/testing/TestClock"
        await Effect.runPromise(Effect.provide(Issues.get(issue), ${simulator}))`
      const { entries, outcome, text } = await run(program)
      assert.strictEqual(outcome, "success", text)
      return entries.flatMap((entry) => (entry._tag === "request" ? [(entry.answeredAt ?? 0) - entry.sentAt] : []))
    }
    assert.deepStrictEqual(await took("ForgeSimulator.layer({ repositories: [repository] })"), [120])
    assert.deepStrictEqual(
      await took('ForgeSimulator.layer({ latency: "1 second", repositories: [repository] })'),
      [1_000]
    )
    const testing = "[ForgeSimulator.layer({ repositories: [repository] }).pipe(Layer.provideMerge(TestClock.layer()))]"
    assert.deepStrictEqual(await took(testing), [0])
  })

  it("waits for all that the program starts", async () => {
    const { printed } = await run(`import { Effect, Layer, ManagedRuntime } from "effect"
      import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
      const later = (text: string) => Effect.delay(Effect.sync(() => console.log(text)), "1 hour")
      Effect.runFork(later("forked"))
      NodeRuntime.runMain(later("main"))
      void ManagedRuntime.make(Layer.empty).runPromise(later("managed"))
      console.log("first")`)
    assert.deepStrictEqual(printed, ["first", "forked", "main", "managed"])
  })

  it("says why a program failed, and where", async () => {
    assert.strictEqual(await failure('const a = 1\n\nthrow new Error("no")'), "Error: no (main.ts:3)")
    assert.strictEqual(await failure("const a = 1\nconst = 2"), "SyntaxError: Unexpected token (main.ts:2:7)")
    const inGenerator = onSimulator('\nyield* Effect.fail(new Error("no"))')
    assert.match(await failure(inGenerator), /^Error: no \(main.ts:12\)$/)
    const missing = onSimulator("yield* Issues.get({ ...issue, issue_number: 9 })")
    assert.match(await failure(missing), /^NotFound: Issues.get: 404 Not Found/)
    const main = 'import * as Effect from "effect/Effect"\nimport * as N from "@effect/platform-node/NodeRuntime"\n'
    assert.strictEqual(await failure(`${main}N.runMain(Effect.die(new Error("no")))`), "Error: no (main.ts:3)")
    assert.strictEqual(await failure('void Promise.reject(new Error("no"))'), "Error: no (main.ts:1)")
    assert.match(await failure({ program: "", forge: '{ "repositories": [{ "owner": 1 }] }' }), /^Error: forge.json: /)
    assert.match(await failure('import * as E from "effect/Effect"\nE.foo()'), /no export "foo" \(main.ts:2\)/)
    assert.match(await failure('import * as E from "./a.ts"\nE.foo()'), /no file "\.\/a\.ts" \(main.ts:1\)/)
    const files = { "a.ts": '\nexport const fail = () => {\n  throw new Error("no")\n}' }
    const program = 'import { fail } from "./a.ts"\nfail()'
    assert.strictEqual(await failure({ program, files }), "Error: no (a.ts:3)")
    assert.match(await failure({ program: 'import { b } from "./a.ts"\nb()', files }), /"\.\/a\.ts" has no export "b"/)
  })

  it("reaches no other host", async () => {
    assert.match(await failure('await fetch("https://example.com/")'), /simulated services, not https:\/\/example.com/)
    assert.deepStrictEqual(host.foreign, [])
  })

  it("interrupts a program that is stopped", async () => {
    const program = onSimulator(`console.log("ready")
      yield* Effect.onInterrupt(Effect.never, () => Effect.sync(() => console.log("interrupted")))`)
    const { outcome, printed } = await run(program, { acts: [{ printed: "ready", command: { _tag: "stop" } }] })
    assert.deepStrictEqual([outcome, printed], ["stopped", ["ready", "interrupted"]])
  })

  it("ends a loop without an end", async () => {
    const stop = [{ printed: "ready", command: { _tag: "stop" } }] as const
    const { outcome } = await run('console.log("ready")\nwhile (true) {}', { acts: stop })
    assert.strictEqual(outcome, "stopped")
  })

  it("says that it could not be loaded, and when asked again", async () => {
    const ends = await host.page.evaluate(async () => {
      // The cast is safe: the page has loaded it.
      const { Engine } = (globalThis as unknown as { readonly playground: typeof Client }).playground
      const engine = new Engine("/missing/")
      await new Promise((resolve) => setTimeout(resolve, 500))
      const run = () =>
        new Promise<string>((resolve) => {
          const end = engine.subscribe((report) => {
            end()
            resolve(report._tag === "ended" ? `${report.outcome}: ${report.text}` : report._tag)
          })
          engine.send({ _tag: "run", sketch: { program: "" }, speed: 1, faults: [] })
        })
      const ends = [await run(), await run()]
      engine.dispose()
      return ends
    })
    const failed = "failure: The engine could not be loaded"
    assert.deepStrictEqual(ends, [failed, failed])
  })

  it("loads all modules", async () => {
    const names = [...files().keys()]
    const imports = names.map((name, index) => `import * as m${index} from "${name}"`).join("\n")
    const { outcome, printed, text } = await run(`${imports}
      console.log([${names.map((_, index) => `m${index}`).join()}].filter((each) => Object.keys(each).length >= 0).length)`)
    assert.deepStrictEqual([outcome, printed], ["success", [String(names.length)]], text)
  })
})
