/**
 * Deliveries of webhooks to a receiver with each store of an inbox, in any order, some of them several times, while the
 * receiver and its servers are killed: `node test/soak/deliveries.ts 100000 --strict`. What was acknowledged must be handled,
 * and a durable workflow starts once; what was not is sent again, as `Webhooks.recover` has it. The rest comes at a steady
 * rate without kills, and the time to the 202 is measured.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { bundled } from "../bundled.ts"
import { type Daemon, temporary } from "../services/daemon.ts"
import { freePorts } from "../services/ports.ts"
import { lacksPostgres, type PostgresServer, postgresServer } from "../services/postgres.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { makeRandom } from "./random.ts"
import { deliver, type Memory, memoryOf } from "./sending.ts"

/** How one store did. */
export interface Delivered {
  readonly store: string
  readonly acknowledged: number
  /** Acknowledged, but not handled, or without the end of its workflow. */
  readonly lost: number
  /** Handled again, as a kill allows. */
  readonly twice: number
  /** Of these, by the same process: the server was killed before it knew. */
  readonly twiceByOne: number
  readonly workflows: number
  /** How often their first activity ran again, as a kill allows. */
  readonly begunAgain: number
  /** Workflows of which more than one run went on. */
  readonly startedTwice: number
  readonly kills: number
  /** How often the receiver ran out of the 256 MiB that its heap may have. */
  readonly crashes: number
  /** Of the time to a 202 without kills, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The share of that time in which the receiver was ready to run and had no processor. NaN: Linux alone tells. */
  readonly starved: number
  /** The most memory of the receiver, in MiB. */
  readonly memory: number
  /** What its heap grew by in its longest life, from the first quarter to the last, in MiB. */
  readonly growth: number
}

/** Deliveries in a second, where the time to the 202 is measured. */
const rate = 100

/** What is killed. */
type Trouble = "receiver" | "server" | "both"

const each: ReadonlyArray<Trouble> = ["receiver", "server", "both"]

/** Half of many deliveries come to a receiver that lives, so that its memory tells. */
const troublesOf = (count: number): ReadonlyArray<Trouble> => {
  const first = Array.from({ length: Math.ceil(count / 5_000) }, () => each).flat()
  return count > 1_000 ? [...first, ...first.map((): Trouble => "server")] : first
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** For how long the main thread of a process was ready to run and had no processor, in milliseconds. */
const starvedFor = (pid = 0): number => {
  const path = `/proc/${pid}/schedstat`
  return Fs.existsSync(path) ? Number(Fs.readFileSync(path, "utf8").split(" ")[1]) / 1e6 : NaN
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

interface Store {
  readonly name: string
  /** Its URL; undefined for a directory. */
  readonly url?: string
  /** What is killed beside the receiver. */
  readonly servers: ReadonlyArray<Daemon>
  /** Where durable workflows run, if they do. */
  readonly cluster: PostgresServer | undefined
}

const runStore = Effect.fnUntraced(function* ({ cluster, name, servers, url }: Store, count: number, seed: number) {
  const directory = yield* temporary("forgecast-soak-")
  const program = yield* Effect.promise(() => bundled("test/soak/receiver.ts"))
  const port = yield* Effect.promise(freePorts)
  const place = url ?? Path.join(directory, "inbox")
  const args = ["--expose-gc", "--max-old-space-size=256", program, name, place, String(port), directory]
  const env = cluster === undefined ? process.env : { ...process.env, DATABASE_URL: cluster.url }
  const random = makeRandom(seed)
  let child: ChildProcess | undefined
  let crashes = 0
  const start = () => {
    child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] })
    child.once("exit", (_, signal) => {
      if (signal === "SIGABRT") crashes++
    })
  }
  const hasEnded = () => child === undefined || child.exitCode !== null || child.signalCode !== null
  const kill = async () => {
    if (child === undefined || hasEnded()) return
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
  }
  yield* Effect.acquireRelease(Effect.sync(start), () => Effect.promise(kill))

  /** Lines of words in a file of the receiver. */
  const written = (file: string): ReadonlyArray<ReadonlyArray<string>> => {
    const path = Path.join(directory, file)
    const text = Fs.existsSync(path) ? Fs.readFileSync(path, "utf8").trim() : ""
    return text === "" ? [] : text.split("\n").map((line) => line.split(" "))
  }

  return yield* Effect.promise(async (): Promise<Delivered> => {
    const life: Array<number> = []
    let memory = 0
    const note = (taken: Memory | undefined) => {
      if (taken === undefined) return
      memory = Math.max(memory, taken.rss)
      life.push(taken.heap)
    }
    const untilUp = async () => {
      while ((await memoryOf(port)) === undefined) {
        if (hasEnded()) start()
        await sleep(50)
      }
    }
    await untilUp()

    const isDurable = (id: string) => cluster !== undefined && id.endsWith("0")
    const acknowledged = new Set<string>()
    const send = async (id: string): Promise<boolean> => {
      const isTaken = (await deliver(port, id, isDurable(id))) === 202
      if (isTaken) acknowledged.add(id)
      return isTaken
    }
    /** The ids of what was acknowledged and is not done. */
    const missing = () => {
      const handled = new Set(written("handled").map(([id]) => id))
      const ended = new Set(written("ended").map(([id]) => id))
      return [...acknowledged].filter((id) => !handled.has(id) || (isDurable(id) && !ended.has(id)))
    }
    /** As long as more and more is done. */
    const untilDone = async () => {
      let left = Infinity
      for (let idle = 0; idle < 120 && left > 0; idle++) {
        const now = missing().length
        if (now < left) idle = 0
        left = now
        if (left > 0) await sleep(500)
      }
    }

    const ids = Array.from({ length: count }, (_, index) => `${name}-${index}`)
    const steady = ids.splice(0, Math.floor(count / 10))
    const troubles = troublesOf(count)

    let kills = 0
    const disturb = async (turn: number) => {
      const what = troubles[turn]
      // The first of two as often as the second.
      const server = what === "receiver" ? undefined : servers[Math.floor(turn / 3) % servers.length]
      if (what !== "server") {
        kills++
        await kill()
        life.length = 0
      }
      if (server !== undefined) {
        kills++
        await Effect.runPromise(server.stop)
        await sleep(random.int(0, 500))
        await Effect.runPromise(server.start)
      }
      if (what !== "server") start()
      await untilUp()
    }

    let sent = 0
    let turn = 0
    let trouble: Promise<void> | undefined
    const total = ids.length
    const worker = async () => {
      while (ids.length > 0) {
        // In no order.
        const [id = ""] = ids.splice(random.int(0, ids.length - 1), 1)
        if (!(await send(id))) {
          ids.push(id)
          await sleep(200)
          continue
        }
        sent++
        // Duplicates, at once and late.
        if (random.chance(0.1)) await send(id)
        if (random.chance(0.05)) ids.push(id)
        if (sent % 250 === 0) note(await memoryOf(port))
        if (sent < (total * (turn + 1)) / (troubles.length + 1) || turn === troubles.length) continue
        // The next one begins when this one is over.
        await trouble
        trouble ??= disturb(turn++).finally(() => (trouble = undefined))
      }
    }
    await Promise.all(Array.from({ length: 16 }, worker))
    await trouble
    await untilDone()
    const quarter = Math.max(1, Math.floor(life.length / 4))
    const growth = median(life.slice(-quarter)) - median(life.slice(0, quarter))

    // Sent when their time has come, whatever became of those before. The first ones warm the receiver up.
    const times: Array<number> = []
    const begin = performance.now()
    const starvedBefore = starvedFor(child?.pid)
    const responses: Array<Promise<void>> = []
    for (const [index, id] of steady.entries()) {
      await sleep(Math.max(0, begin + (index * 1_000) / rate - performance.now()))
      const began = performance.now()
      responses.push(
        send(id).then((isTaken) => {
          if (index >= steady.length / 10) times.push(isTaken ? performance.now() - began : Infinity)
        })
      )
    }
    await Promise.all(responses)
    const starved = (starvedFor(child?.pid) - starvedBefore) / (performance.now() - begin)
    await untilDone()
    note(await memoryOf(port))

    const handled = written("handled")
    const begun = written("begun")
    const runs = new Map<string, Set<string>>()
    for (const [id = "", run = ""] of written("ended")) {
      // The database may hold one of the store before, whose last step is not known to be done.
      if (id.startsWith(name)) runs.set(id, (runs.get(id) ?? new Set()).add(run))
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
    return {
      store: name,
      acknowledged: acknowledged.size,
      lost: missing().length,
      twice: handled.length - new Set(handled.map(([id]) => id)).size,
      twiceByOne: handled.length - new Set(handled.map((words) => words.join(" "))).size,
      workflows: runs.size,
      begunAgain: begun.length - new Set(begun.map(([id]) => id)).size,
      startedTwice: [...runs.values()].filter(({ size }) => size > 1).length,
      kills,
      crashes,
      p50: at(0.5),
      p99: at(0.99),
      starved,
      memory,
      growth
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
    const postgres = lacksPostgres ? undefined : yield* postgresServer
    const cluster = postgres
    const servers = postgres === undefined ? [] : [postgres]
    const all = [yield* runStore({ name: "files", servers, cluster }, each, seed)]
    if (postgres !== undefined) {
      all.push(yield* runStore({ name: "postgres", url: postgres.url, servers, cluster }, each, seed))
    }
    if (!lacksRedis) {
      const redis = yield* redisServer({ appendonly: "yes", appendfsync: "always" })
      all.push(yield* runStore({ name: "redis", url: redis.url, servers: [redis, ...servers], cluster }, each, seed))
    }
    return all
  })

/** What must not be. The time to the 202 counts only if it is asked for: it takes an idle machine. */
export const violationsOf = (
  { crashes, growth, lost, memory, p99, startedTwice, store }: Delivered,
  isStrict: boolean
): ReadonlyArray<string> =>
  [
    lost > 0 ? [`${lost} deliveries are lost`] : [],
    startedTwice > 0 ? [`${startedTwice} durable workflows were started twice`] : [],
    crashes > 0 ? [`the receiver ran out of memory ${crashes} times`] : [],
    memory > 512 ? [`the receiver took ${memory.toFixed(0)} MiB`] : [],
    growth > 32 ? [`its heap grew by ${growth.toFixed(0)} MiB`] : [],
    isStrict && !(p99 <= 50) ? [`99% were acknowledged within ${p99.toFixed(1)} ms`] : []
  ].flatMap((found) => found.map((what) => `deliveries, kept in ${store}: ${what}`))

/** One line, for people. */
export const summaryOf = (of: Delivered): string =>
  `deliveries, kept in ${of.store}: ${of.acknowledged} acknowledged, ${of.lost} lost, ${of.twice} handled twice ` +
  `(${of.twiceByOne} by one process), ${of.workflows} workflows, ${of.startedTwice} started twice ` +
  `(${of.begunAgain} first activities ran again), ${of.kills} kills; ` +
  `at ${rate} a second 50% acknowledged within ${of.p50.toFixed(1)} ms, 99% within ${of.p99.toFixed(1)} ms, ` +
  `without a processor for ${(of.starved * 100).toFixed(0)}% of that time; ` +
  `${of.memory.toFixed(0)} MiB, of which the heap grew by ${of.growth.toFixed(1)}`

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string", default: "1" }, strict: { type: "boolean", default: false } }
  })
  const results = await Effect.runPromise(
    Effect.scoped(soakDeliveries(Number(positionals[0] ?? 3_000), Number(values.seed)))
  )
  for (const one of results) console.log(summaryOf(one))
  const violations = results.flatMap((one) => violationsOf(one, values.strict))
  for (const violation of violations) console.error(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
}
