/** The programs of the guides that share a Redis, while it is killed or frozen. */
import { type ChildProcess, spawn } from "node:child_process"
import { generateKeyPairSync, randomBytes } from "node:crypto"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { lacksRedis, type RedisServer, redisServer } from "../services/redis.ts"
import * as Snippets from "../../.build/docs/snippets.ts"
import { bundledTogether } from "../bundled.ts"

const harness = Path.join(import.meta.dirname, "redisProgram.ts")

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})

const env = {
  PATH: process.env["PATH"],
  ACME_TOKEN: ForgeSimulator.token,
  GITHUB_APP_PRIVATE_KEY: privateKey,
  PUBLIC_KEY: publicKey,
  TOKEN_STORE_KEY: randomBytes(32).toString("base64"),
  CACHE_KEY: randomBytes(32).toString("base64"),
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"]
}

const address = /"rediss?:\/\/[\w.:]+"/g

/** Every block of a guide that connects to a Redis. */
const snippets = Snippets.readAll().filter(({ code, page }) => page.startsWith("docs/guides/") && code.match(address))

/** The block as a program, on a Redis and on a simulated service. */
const programOf = ({ code }: Snippets.Snippet): string => {
  const [, name] = /export const (\w+Live)\b/.exec(code) ?? []
  const forge = name === "ForgeLive" ? name : `Harness.forgeWith({ ${name} })`
  return [
    code.replaceAll(address, 'process.env["REDIS_SERVER"]').replace("ForgeNode.layerHttpClient()", "Harness.HttpLive"),
    `import * as Harness from ${JSON.stringify(harness)}`,
    `await Harness.main(${forge})`
  ].join("\n")
}

const folder = ".snippets/redis"

const moduleOf = (snippet: Snippets.Snippet): string => `${folder}/${Snippets.nameOf(snippet)}.ts`

/** Compiles the programs of all blocks. */
const compiled = async (): Promise<ReadonlyMap<string, string>> => {
  Fs.mkdirSync(Path.join(Snippets.root, folder), { recursive: true })
  for (const snippet of snippets) Fs.writeFileSync(Path.join(Snippets.root, moduleOf(snippet)), programOf(snippet))
  return bundledTogether(snippets.map(moduleOf), Path.join(Snippets.root, folder, "bundled"))
}

let programs: ReadonlyMap<string, string> = new Map()

/** Starts a program on a server. The scope kills it. */
const start = (snippet: Snippets.Snippet, url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child = spawn(process.execPath, [programs.get(moduleOf(snippet)) ?? ""], {
        env: { ...env, REDIS_SERVER: url },
        stdio: ["ignore", "pipe", "pipe", "ipc"]
      })
      let output = ""
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (text: Buffer) => (output += text.toString()))
      return { child, closed: once(child, "close"), output: () => output }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  )

/** Waits for its end and for all of its output. It fails by the limit of the test if the program does not end. */
const ended = ({ child, closed }: { readonly child: ChildProcess; readonly closed: Promise<unknown> }) =>
  Effect.promise(async () => {
    await closed
    return child.exitCode
  })

const troubles: ReadonlyArray<readonly [string, (server: RedisServer) => Effect.Effect<void>]> = [
  ["killed", ({ stop }) => stop],
  ["frozen", ({ pause }) => pause]
]

describe.skipIf(lacksRedis)("programs of the guides", () => {
  beforeAll(async () => {
    programs = await compiled()
  })

  it("are all that connect to a Redis", () => {
    assert.sameMembers(
      [...new Set(snippets.map(({ page }) => page))],
      ["docs/guides/caching.md", "docs/guides/credentials.md", "docs/guides/many-processes.md"]
    )
  })

  for (const snippet of snippets) {
    // Most of their time, programs wait.
    describe(`${snippet.page}:${snippet.line}`, { concurrent: true }, () => {
      it.live.each(troubles)("ends when Redis is %s while it runs", ([, trouble]) =>
        Effect.gen(function* () {
          const server = yield* redisServer()
          const program = yield* start(snippet, server.url)
          const { child, output } = program
          yield* Effect.promise(() => Promise.race([once(child, "message"), once(child, "exit")]))
          yield* trouble(server)
          child.send("go on", () => {})
          assert.strictEqual(yield* ended(program), 0, output())
          assert.include(output(), "ended")
        })
      )

      it.live.each(troubles)("starts and ends when Redis is %s from the beginning", ([, trouble]) =>
        Effect.gen(function* () {
          const server = yield* redisServer()
          yield* trouble(server)
          const program = yield* start(snippet, server.url)
          const { child, output } = program
          yield* Effect.promise(() => Promise.race([once(child, "message"), once(child, "exit")]))
          child.send("go on", () => {})
          assert.strictEqual(yield* ended(program), 0, output())
          assert.include(output(), "ended")
        })
      )
    })
  }
})
