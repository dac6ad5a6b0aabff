import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { ForgeSimulator } from "../../src/testing/index.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { parse } from "../../docs/examples/demo/arguments.ts"
import { root } from "../../.build/docs/snippets.ts"
import { bundled, compileCache } from "../bundled.ts"
import { draw, shapesOf, textOf } from "../../.build/docs/terminal.ts"

const recording = Fs.readFileSync(Path.join(root, "docs/demo.svg"), "utf8")

interface Ended {
  readonly code: unknown
  readonly stdout: string
  readonly stderr: string
}

const program = await bundled("docs/examples/demo.ts")

/** Runs the demo as a separate program, with only the given environment. */
const demo = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.callback<Ended>((resume) => {
    const all = { ...compileCache, ...env }
    const child = execFile(process.execPath, [program, ...args], { cwd: root, env: all }, (error, stdout, stderr) => {
      resume(Effect.succeed({ code: error === null ? 0 : (error.code ?? error.signal), stdout, stderr }))
    })
    return Effect.sync(() => child.kill())
  })

/** The number beside a name in the summary. */
const count = (output: string, name: string): number => Number(new RegExp(`^ +${name} +(\\d+) `, "m").exec(output)?.[1])

/** Only text, in lines that fit (or a URL that can't be broken). */
const assertPlain = (output: string) => {
  // oxlint-disable-next-line no-control-regex -- the test is about control characters
  assert.notMatch(output, /[\u0000-\u0009\u000b-\u001f]/, "no control characters without a terminal")
  for (const line of output.split("\n")) assert.isTrue(line.length <= 80 || /^ +\S+$/.test(line), line)
}

describe("npm run demo", () => {
  it.live("triages, ships and forecasts, over real HTTP", () =>
    Effect.gen(function* () {
      const svg = Path.join(Fs.mkdtempSync(Path.join(Os.tmpdir(), "demo-")), "weather.svg")
      yield* Effect.addFinalizer(() => Effect.sync(() => Fs.rmSync(Path.dirname(svg), { recursive: true })))
      const { code, stderr, stdout } = yield* demo(["--svg", svg])
      assert.strictEqual(code, 0, stdout + stderr)
      assertPlain(stdout)
      assert.include(stdout, "360 issues on 4 pages")
      assert.include(stdout, "ValidationFailed: label")
      assert.match(stdout, /#\d+ Gone/)
      assert.match(stdout, /TransportFailed: an answer was lost, but the comment is there/)
      assert.match(stdout, /NotModified \(304\)/)
      assert.match(stdout, /every request pauses for 2\.0 s/)
      assert.match(stdout, /\d+ labelled, \d+ assigned, \d+ planned, 26 commented on, 26 closed, 28 locked/)
      assert.isAbove(count(stdout, "Requests sent"), 200)
      assert.isAtLeast(count(stdout, "Answered from cache"), 4)
      assert.isAtLeast(count(stdout, "Waited for a limit"), 1)
      assert.strictEqual(count(stdout, "Retried"), 2)
      assert.strictEqual(count(stdout, "Recovered"), 4)
      assert.isBelow(count(stdout, "Budget left"), 5_000)
      assert.include(stdout, "#2 Add sleet, and darker rain, by linus: legend.yaml +2 -1")
      assert.match(
        stdout,
        /#1 merged as [\da-f]{7}\n +\* Checks of [\da-f]{7}: test success\n +\* #2 Unmergeable: conflict/
      )
      assert.match(stdout, /#2 ChangesRequested by grace: White is/)
      assert.match(stdout, /[\da-f]{7} on sleet: Make sleet silver/)
      assert.match(stdout, /#2 TransportFailed: [a-z' ]+; Write\.once found it merged\n +#2 merged as [\da-f]{7}/)
      assert.match(stdout, /v1\.1\.0 is published[^]+- Add sleet, and darker rain by @linus\n/)
      const merged = "rain: teal\nsnow: white\nstorm: red\nsleet: silver\n"
      const digest = createHash("sha256").update(merged).digest("hex")
      assert.include(stdout, `legend.yaml downloaded: ${merged.length} bytes, sha256:${digest.slice(0, 16)}`)
      assert.include(stdout, "Bergen, Vestland, Norway (Europe/Oslo, 12 m)")
      assert.match(stdout, /Now, at \d\d:[0134][05]: [a-z ]+, -?\d+\.\d °C/)
      assert.match(
        stdout,
        /^ +\w{3} [ \d]\d +thunderstorm[a-z ]*-?\d+\.\d +-?\d+\.\d +\d+\.\d +118  \d\d:\d\d-\d\d:\d\d$/m
      )
      assert.lengthOf(stdout.match(/^ +(?:-?\d+)? +┤[\u2800-\u28ff]{60}$/gm) ?? [], 8, "the curve")
      // The forecast of each day is another one.
      const [shown = "", recorded = ""] = [stdout, textOf(recording).slice(1).join("\n")].map(
        (text) => text.split("forgecast demo: the weather forecast")[0]
      )
      assert.deepStrictEqual(
        shapesOf(recorded.split("\n")),
        shapesOf(shown.split("\n")),
        "docs/demo.svg shows another demo: node .build/docs/recording.ts"
      )
      assert.match(Fs.readFileSync(svg, "utf8"), /^<svg [^]*Bergen, Vestland, Norway[^]*<\/svg>\n$/)
    })
  )

  it.live("reports that no place has the name", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* demo(["--place", "Nowhere on Earth"])
      assert.strictEqual(code, 0)
      assert.include(stdout, 'No place is called "Nowhere on Earth".')
    })
  )

  const secret = "ghp_0123456789abcdefghij0123456789abcdef"

  it.live("reads from a service with --live, and shows no token", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ForgeSimulator.ForgeSimulator
      const { code, stderr, stdout } = yield* demo(["--live", "acme/web"], {
        GITHUB_API_URL: baseUrl,
        GITHUB_TOKEN: secret
      })
      assert.strictEqual(code, 0, stdout + stderr)
      assertPlain(stdout)
      assert.include(stdout, "Asking with GITHUB_TOKEN.")
      assert.include(stdout, "130 issues on 2 pages")
      assert.match(stdout, /NotModified \(304\)/)
      assert.strictEqual(count(stdout, "Answered from cache"), 2)
      assert.notInclude(stdout + stderr, secret)
    }).pipe(
      Effect.provide(
        SimulatorServer.layerForge({
          tokens: { [secret]: "acme" },
          repositories: [{ owner: "acme", name: "web", issues: ForgeSimulator.issues(130) }]
        })
      )
    )
  )

  it.live("reports a failure, and exits with 1", () =>
    Effect.gen(function* () {
      const { baseUrl, setToken } = yield* ForgeSimulator.ForgeSimulator
      const unknown = yield* demo(["--live", "acme/nowhere"], { GITHUB_API_URL: baseUrl })
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.stdout, "NotFound: Issues.list: 404 Not Found")
      assertPlain(unknown.stdout)
      yield* setToken(secret, null)
      const refused = yield* demo(["--live", "acme/web"], { GITHUB_API_URL: baseUrl, GITHUB_TOKEN: secret })
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stdout, "Unauthorized: Issues.list: 401")
      assert.notInclude(refused.stdout + refused.stderr, secret)
    }).pipe(Effect.provide(SimulatorServer.layerForge({ repositories: [{ owner: "acme", name: "web" }] })))
  )

  it.live("reports that there is no network", () =>
    Effect.gen(function* () {
      // Nothing listens on the port of a service that has stopped.
      const { baseUrl } = yield* Effect.provide(ForgeSimulator.ForgeSimulator, SimulatorServer.layerForge())
      const { code, stderr, stdout } = yield* demo(["--live", "acme/web"], { GITHUB_API_URL: baseUrl })
      assert.strictEqual(code, 1, stderr)
      assert.match(stdout, /TransportFailed: Issues\.list: not sent: connect ECONNREFUSED/)
      assertPlain(stdout)
    })
  )

  it.live("prints its usage, and exits with 1 when the arguments are wrong", () =>
    Effect.gen(function* () {
      const help = yield* demo(["--help"])
      assert.strictEqual(help.code, 0)
      assert.match(help.stdout, /^Usage: npm run demo/)
      assertPlain(help.stdout)
      const wrong = yield* demo(["--live", "acme"])
      assert.strictEqual(wrong.code, 1)
      assert.match(wrong.stderr, /^--live wants a repository as owner\/repo, not "acme"\n\nUsage: npm run demo/)
    })
  )

  it("parses its arguments", () => {
    const plain = { live: null, place: "Bergen", svg: null }
    assert.deepStrictEqual(parse([]), plain)
    assert.deepStrictEqual(parse(["--live", "acme/web.site"]), { ...plain, live: { owner: "acme", repo: "web.site" } })
    assert.deepStrictEqual(parse(["--place", "Oslo", "--svg", "a.svg"]), { ...plain, place: "Oslo", svg: "a.svg" })
    assert.property(parse(["--live", "acme/web", "--svg", "a.svg"]), "problem")
    assert.strictEqual(parse(["-h"]), "help")
    assert.deepStrictEqual(parse(["--lvie", "acme/web"]), { problem: "Unknown option '--lvie'" })
    assert.deepStrictEqual(parse(["acme/web"]), { problem: "Unexpected argument 'acme/web'" })
    assert.property(parse(["--live"]), "problem")
  })
})

describe("docs/demo.svg", () => {
  it("is small, and neither runs nor loads anything", () => {
    assert.isBelow(recording.length, 100_000)
    assert.notMatch(recording, /<script|<image|<foreignObject|@import|url\(|href=|\bon\w+=/)
  })

  it("stops for those who want no motion, at the last screen", () => {
    assert.include(recording, "@media(prefers-reduced-motion:reduce){#lines{animation:none}}")
    assert.include(recording, "@media(prefers-color-scheme:dark)")
  })

  it("has styles, and keeps the time between lines", () => {
    const svg = draw(
      [
        { text: "\u001b[1mOne\u001b[22m <1>", at: 0 },
        { text: "", at: 2_000 },
        { text: "   Two & three", at: 2_000 }
      ],
      "Test"
    )
    assert.include(svg, `y="14" textLength="58.8"><tspan class="b">One</tspan> &lt;1&gt;</text>`)
    assert.include(svg, `<text x="41.2" y="52" textLength="92.4">Two &amp; three</text>`)
    assert.deepStrictEqual(textOf(svg), ["One <1>", "Two & three"])
    // 2 and 2.09 of 8.09 seconds.
    assert.match(svg, /^24\.72%\{transform:translateY\(532px\)\}\n25\.83%\{transform:translateY\(513px\)\}\}$/m)
  })
})
