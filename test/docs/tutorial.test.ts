/** The tutorial: its patches fit, each step passes its tests, and its servers do what it says. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { execFile, spawn, spawnSync } from "node:child_process"
import { generateKeyPairSync } from "node:crypto"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { promisify } from "node:util"
import * as Effect from "effect/Effect"
import { ForgeSimulator as Simulator, type Seed } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import * as Tutorial from "../../.build/docs/tutorial.ts"
import { root } from "../../.build/docs/snippets.ts"
import { bundledTogether } from "../bundled.ts"
import { checkConfig, lacksPrometheus } from "./observability/prometheus.ts"
import { freePorts } from "../services/ports.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { temporary } from "../services/daemon.ts"

const steps = Tutorial.read()
const folder = ".snippets/tutorial"

interface Report {
  readonly numTotalTests: number
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly status: string; readonly message: string }>
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

/** The steps whose servers are started. */
const withServer = [3, steps.length]

const mainOf = (step: number): string => `${folder}/${step}/main.ts`

let programs: ReadonlyMap<string, string> = new Map()

/** Starts the server of a step. The scope kills it. */
const started = (step: number, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const child = spawn(process.execPath, [programs.get(mainOf(step)) ?? ""], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], GITHUB_WEBHOOK_SECRET: "rain", ...env }
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
    let printed = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (printed += part.toString()))
    while (!/Listening on/i.test(printed)) {
      assert.isNull(child.exitCode, printed)
      yield* Effect.sleep("20 millis")
    }
    return child
  })

/** Opens an issue, and waits until the bot has labelled and welcomed it. */
const answered = Effect.gen(function* () {
  const { as, repository } = yield* Simulator
  yield* as("acme", "POST /repos/acme/web/issues", { title: "The map crashes" })
  while (true) {
    const [issue] = (yield* repository("acme/web")).issues
    if (issue?.labels[0] === "bug" && issue.comments.length > 0) return issue.comments.map(({ user }) => user)
    yield* Effect.sleep("20 millis")
  }
})

const hook = (port: number) => ({ url: `http://localhost:${port}/webhooks`, secret: "rain", events: ["issues"] })

const served = (seed: Seed) => Effect.provide(SimulatorServer.layerForge(seed))

describe("the tutorial", () => {
  beforeAll(async () => {
    Tutorial.write(Path.join(root, folder))
    programs = await bundledTogether(withServer.map(mainOf), Path.join(root, folder, "bundled"))
  })

  it("ends with the bot that is shown as an example", () => {
    const example = Path.join(root, "docs/examples/bot")
    const files = Fs.readdirSync(example).map((name) => [name, Fs.readFileSync(Path.join(example, name), "utf8")])
    assert.deepStrictEqual(Object.fromEntries(files), steps.at(-1)?.files)
  })

  it.live("has patches that git applies", () =>
    Effect.gen(function* () {
      const cwd = yield* temporary("forgecast-tutorial-")
      for (const { blocks, files } of steps) {
        for (const input of blocks) {
          const { status, stderr } = spawnSync("git", ["apply", "-"], { cwd, input, encoding: "utf8" })
          assert.strictEqual(status, 0, stderr)
        }
        for (const [name, content] of Object.entries(files)) {
          assert.strictEqual(Fs.readFileSync(Path.join(cwd, name), "utf8"), content)
        }
      }
    })
  )

  it("copies into the container what the bot has", () => {
    const { Dockerfile = "", ...files } = steps.at(-1)?.files ?? {}
    const copied = [...Dockerfile.matchAll(/^COPY (.+) \.\/$/gm)].flatMap(([, names = ""]) => names.split(" "))
    assert.deepStrictEqual(
      copied.filter((name) => !name.startsWith("package")),
      Object.keys(files).filter((name) => /^(?!.*\.test).*\.ts$/.test(name))
    )
  })

  it("has tests that pass in each step", async () => {
    const output = Path.join(root, folder, "report.json")
    // Steps that change neither the bot nor its tests have the same result.
    const tested = steps.flatMap(({ files }, index) => {
      const before = steps[index - 1]?.files
      const isSame = files["bot.ts"] === before?.["bot.ts"] && files["bot.test.ts"] === before?.["bot.test.ts"]
      return isSame ? [] : [`${index + 1}/`]
    })
    const vitest = Path.join(root, "node_modules/vitest/vitest.mjs")
    const args = ["run", "--config", "test/docs/tutorial.config.ts", "--reporter=json", `--outputFile=${output}`]
    // It fails if a test does, which the report says.
    await promisify(execFile)(process.execPath, [vitest, ...args, ...tested], { cwd: root }).catch(() => undefined)
    // The cast is safe: the reporter wrote it.
    const { numTotalTests, testResults } = JSON.parse(Fs.readFileSync(output, "utf8")) as Report
    assert.deepStrictEqual(
      testResults.filter(({ status }) => status !== "passed").map(({ message, name }) => [name, message]),
      []
    )
    assert.deepStrictEqual([tested, numTotalTests], [["1/", "2/", "4/", "5/"], 1 + 2 + 2 + 3])
  })

  it.live("has a server that answers the simulator", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePorts)
      yield* Effect.gen(function* () {
        const { baseUrl } = yield* Simulator
        yield* started(3, { GITHUB_API_URL: baseUrl, GITHUB_TOKEN: "a-token", PORT: String(port) })
        assert.deepStrictEqual(yield* answered, ["acme"])
      }).pipe(
        served({
          tokens: { "a-token": { login: "acme" } },
          repositories: [{ owner: "acme", name: "web", hooks: [hook(port)] }]
        })
      )
    })
  )

  it.live.skipIf(lacksRedis)("has an App at the end, which shows its metrics and ends when it is told to", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer()
      const port = yield* Effect.promise(freePorts)
      yield* Effect.gen(function* () {
        const { baseUrl } = yield* Simulator
        const child = yield* started(steps.length, {
          GITHUB_API_URL: baseUrl,
          GITHUB_APP_ID: "7",
          GITHUB_APP_PRIVATE_KEY: privateKey.replaceAll("\n", "\\n"),
          REDIS_URL: redis.url,
          PORT: String(port)
        })
        assert.deepStrictEqual(yield* answered, ["bot[bot]"])
        const metrics = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/metrics`).then((got) => got.text()))
        assert.match(metrics, /^forgecast_requests_total\{.*operation="Issues\.createComment".*\} 1$/m)
        child.kill("SIGTERM")
        yield* Effect.promise(() => once(child, "exit"))
        assert.strictEqual(child.signalCode, null)
      }).pipe(
        served({
          repositories: [{ owner: "acme", name: "web" }],
          apps: [{ slug: "bot", id: 7, public_key: publicKey, installations: [{ account: "acme" }], hook: hook(port) }]
        })
      )
    })
  )

  it.skipIf(lacksPrometheus)("has a configuration that Prometheus takes", () => {
    const config = steps.at(-1)?.files["prometheus.yml"] ?? ""
    assert.strictEqual(checkConfig(config, [Path.join(root, "docs/observability/alerts.yml")]), "")
    assert.match(checkConfig(config, []), /alerts\.yml/)
  })
})
