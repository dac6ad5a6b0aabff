/**
 * Deliveries of webhooks to receivers that are killed, with each store of an inbox. What was acknowledged must be handled;
 * what was not is sent again, as `Webhooks.recover` has it.
 */
import { type ChildProcess, spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Http from "node:http"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as WebhookSignature from "../../src/forge/WebhookSignature.ts"
import { bundled } from "../bundled.ts"
import { type Daemon, temporary } from "../services/daemon.ts"
import { freePorts } from "../services/ports.ts"
import { lacksPostgres, postgresServer } from "../services/postgres.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { makeRandom } from "./random.ts"

/** How one store did. */
export interface Delivered {
  readonly store: string
  readonly acknowledged: number
  readonly lost: number
  readonly twice: number
  readonly kills: number
  /** Of the time to a 202, in milliseconds. */
  readonly p99: number
  /** The most memory of the receiver, in MiB. */
  readonly memory: number
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const agent = new Http.Agent({ keepAlive: true, maxSockets: 32 })

const request = (port: number, method: string, path: string, headers: Http.OutgoingHttpHeaders, body?: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
    const failed = () => resolve({ status: 0, text: "" })
    const sent = Http.request(
      { port, host: "127.0.0.1", method, path, headers, agent, timeout: method === "GET" ? 500 : 10_000 },
      (response) => {
        let text = ""
        response.on("data", (part: Buffer) => (text += part.toString()))
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
        response.on("error", failed)
      }
    )
    sent.on("error", failed).on("timeout", () => sent.destroy())
    sent.end(body)
  })

const secret = Redacted.make("soak")

const body = JSON.stringify({ action: "soaked", padding: "x".repeat(2_000) })

const runStore = Effect.fnUntraced(function* (
  store: string,
  place: string,
  server: Daemon | undefined,
  count: number,
  seed: number
) {
  const directory = yield* temporary("forgecast-soak-")
  const handledFile = Path.join(directory, "handled")
  Fs.writeFileSync(handledFile, "")
  const program = yield* Effect.promise(() => bundled("test/soak/receiver.ts"))
  const signature = yield* WebhookSignature.sign(secret, body)
  const port = yield* Effect.promise(freePorts)
  const random = makeRandom(seed)
  let child: ChildProcess | undefined
  const start = () => {
    const args = [program, store, place === "" ? Path.join(directory, "inbox") : place, String(port), handledFile]
    child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] })
  }
  const kill = () =>
    new Promise<void>((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once("exit", () => resolve())
      child.kill("SIGKILL")
    })
  yield* Effect.acquireRelease(Effect.sync(start), () => Effect.promise(kill))
  return yield* Effect.promise(async (): Promise<Delivered> => {
    const memoryOf = async () => Number((await request(port, "GET", "/memory", {})).text) / 2 ** 20
    const untilUp = async () => {
      while ((await request(port, "GET", "/memory", {})).status !== 200) {
        if (child?.exitCode !== null) start()
        await sleep(50)
      }
    }
    await untilUp()
    const acknowledged = new Set<string>()
    const times: Array<number> = []
    let kills = 0
    let memory = 0
    let sent = 0
    const send = async (id: string, measured: boolean) => {
      const began = performance.now()
      const headers = {
        "content-type": "application/json",
        "x-github-event": "soak",
        "x-github-delivery": id,
        "x-hub-signature-256": signature
      }
      const { status } = await request(port, "POST", "/webhooks", headers, body)
      if (status !== 202) return false
      if (measured) times.push(performance.now() - began)
      acknowledged.add(id)
      return true
    }
    // A start takes a second or more.
    const stride = Math.floor(count / (count > 1_000 ? 8 : 2))
    let next = stride
    let trouble: Promise<void> | undefined
    const disturb = async () => {
      kills++
      memory = Math.max(memory, (await memoryOf()) || 0)
      await kill()
      if (server !== undefined) {
        await Effect.runPromise(Effect.andThen(server.stop, server.start))
        kills++
      }
      start()
      await untilUp()
      trouble = undefined
    }
    const pending = Array.from({ length: count }, (_, index) => `${store}-${index}`)
    const worker = async () => {
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        const isCalm = trouble === undefined
        if (!(await send(id, isCalm))) {
          pending.unshift(id)
          await sleep(200)
          continue
        }
        sent++
        // Duplicates, at once and late.
        if (random.chance(0.1)) await send(id, false)
        if (random.chance(0.05)) pending.splice(Math.floor(pending.length / 2), 0, id)
        if (sent >= next && trouble === undefined && next < count) {
          next += stride
          trouble = disturb()
        }
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    await trouble
    const handled = () => Fs.readFileSync(handledFile, "utf8").trim().split("\n")
    const missing = () => {
      const done = new Set(handled())
      return [...acknowledged].filter((id) => !done.has(id)).length
    }
    for (let turn = 0; turn < 300 && missing() > 0; turn++) await sleep(100)
    memory = Math.max(memory, await memoryOf())
    const all = handled()
    times.sort((a, b) => a - b)
    return {
      store,
      acknowledged: acknowledged.size,
      lost: missing(),
      twice: all.length - new Set(all).size,
      kills,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      memory
    }
  })
}, Effect.scoped)

/** Sends `count` deliveries to receivers with each of the stores that are installed. */
export const soakDeliveries = (
  count: number,
  seed: number
): Effect.Effect<ReadonlyArray<Delivered>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const each = Math.ceil(count / 3)
    const all = [yield* runStore("files", "", undefined, each, seed)]
    if (!lacksPostgres) {
      const server = yield* postgresServer
      all.push(yield* runStore("postgres", server.url, server, each, seed))
    }
    if (!lacksRedis) {
      const server = yield* redisServer({ appendonly: "yes", appendfsync: "always" })
      all.push(yield* runStore("redis", server.url, server, each, seed))
    }
    return all
  })

if (import.meta.main) {
  const results = await Effect.runPromise(Effect.scoped(soakDeliveries(Number(process.argv[2] ?? 3_000), 1)))
  console.table(results)
  process.exitCode = results.some(({ lost }) => lost > 0) ? 1 : 0
}
