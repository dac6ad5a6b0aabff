/**
 * The simulated GitHub as users run it: how soon the command serves, how many requests it answers, in
 * process and on a port, and its memory. `PACKAGE=/path/to/another/build npm run bench -- simulator` measures that one.
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as Http from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildPackage, root } from "./built.ts"
import { median } from "./measure.ts"
import { type Row, row } from "./report.ts"
import { type Asked, asked, large, small, token } from "./simulatorSeeds.ts"

const rounds = 3

/** What a process of the simulator takes. */
interface Taken {
  /** From the start of the process to the line that says where it serves. */
  readonly startMs: number
  /** What of that the process computes, on all its threads. */
  readonly startCpuMs: number
  readonly residentMb: number
  readonly perSecond: Readonly<Record<string, number>>
}

/** Milliseconds in a tick of the kernel's clock. */
const tick = 10

/** Of Linux; elsewhere it is not known. */
const cpuMs = (pid: number): number => {
  try {
    // The name of the process, in parentheses, may have spaces.
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) /)
    const [user = Number.NaN, system = Number.NaN] = fields.split(" ").slice(11, 13).map(Number)
    return (user + system) * tick
  } catch {
    return Number.NaN
  }
}

/** Of Linux, too. */
const residentMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024
  } catch {
    return Number.NaN
  }
}

const agent = new Http.Agent({ keepAlive: true, maxSockets: 16 })

const send = (api: string, { body, method, path }: Asked): Promise<void> =>
  new Promise((done, fail) => {
    const headers = { "user-agent": "bench", authorization: `Bearer ${token}`, "content-type": "application/json" }
    const request = Http.request(`${api}${path}`, { method, headers, agent }, (response) => {
      response.resume()
      response.on("end", () => (response.statusCode === 200 ? done() : fail(new Error(`${method} ${path} failed`))))
    })
    request.on("error", fail)
    request.end(body)
  })

/** How many requests of a kind are answered in a second, 16 at a time. */
const rate = async (api: string, one: Asked, seconds: number): Promise<number> => {
  let count = 0
  const start = performance.now()
  const until = start + seconds * 1_000
  const loop = async (): Promise<void> => {
    while (performance.now() < until) {
      await send(api, one)
      count++
    }
  }
  await Promise.all(Array.from({ length: 16 }, loop))
  return (count / (performance.now() - start)) * 1_000
}

/** Runs the command with a seed, and ends it. */
const served = async (directory: string, seed: string | undefined, requests: boolean): Promise<Taken> => {
  const main = join(directory, "dist/testing/internal/node/command/main.js")
  const start = performance.now()
  const child = spawn(process.execPath, [
    main,
    "--json",
    "--limits",
    "none",
    ...(seed === undefined ? [] : ["--seed", seed])
  ])
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString()))
    child.once("close", () => reject(new Error("The command has ended")))
  })
  const startMs = performance.now() - start
  const startCpuMs = cpuMs(child.pid ?? 0)
  const { api } = JSON.parse(line) as { readonly api: string }
  const perSecond: Record<string, number> = {}
  if (requests) {
    for (const [name, one] of Object.entries(asked)) {
      await rate(api, one, 0.5)
      perSecond[name] = await rate(api, one, 1.5)
    }
  }
  const taken = { startMs, startCpuMs, perSecond, residentMb: residentMb(child.pid ?? 0) }
  const ended = new Promise((resolve) => child.once("close", resolve))
  child.kill("SIGTERM")
  await ended
  return taken
}

const worker = fileURLToPath(new URL("simulatorWorker.ts", import.meta.url))

const inProcess = (directory: string): Taken => {
  const output = execFileSync(process.execPath, ["--expose-gc", worker, directory])
  return JSON.parse(output.toString()) as Taken
}

/** Takes the rounds one after another. */
const several = async (once: () => Promise<Taken>): Promise<ReadonlyArray<Taken>> => {
  const all: Array<Taken> = []
  for (let round = 0; round < rounds; round++) all.push(await once())
  return all
}

const startRow = (name: string, all: ReadonlyArray<Taken>, target: number): Row =>
  row(
    `start with ${name}`,
    all.map(({ startMs }) => startMs),
    {
      unit: "ms",
      target,
      cpu: median(all.map(({ startCpuMs }) => startCpuMs)),
      details: `resident ${all.map((one) => one.residentMb.toFixed(0)).join(", ")} MB`
    }
  )

const requestRows = (where: string, all: ReadonlyArray<Taken>): ReadonlyArray<Row> => [
  ...Object.keys(asked).map((name) =>
    row(
      `${name}, ${where}, a second`,
      all.map(({ perSecond }) => (perSecond[name] ?? 0) / 1_000),
      { unit: "thousand" }
    )
  ),
  row(
    `memory after them, ${where}`,
    all.map((one) => one.residentMb),
    { unit: "MB" }
  )
]

export const simulator = async (): Promise<ReadonlyArray<Row>> => {
  const given = process.env["PACKAGE"]
  if (given === undefined) buildPackage()
  const directory = given ?? root
  const files = mkdtempSync(join(tmpdir(), "forgecast-bench-"))
  try {
    const write = (name: string, seed: object): string => {
      const path = join(files, name)
      writeFileSync(path, JSON.stringify(seed))
      return path
    }
    const [little, much] = [write("small.json", small()), write("large.json", large())]
    return [
      startRow("no seed", await several(() => served(directory, undefined, false)), 1_000),
      startRow(
        "200,000 issues, 5,000 commits, 1,000 pulls",
        await several(() => served(directory, much, false)),
        6_000
      ),
      ...requestRows("in process", await several(() => Promise.resolve(inProcess(directory)))),
      ...requestRows("on a port", await several(() => served(directory, little, true)))
    ]
  } finally {
    agent.destroy()
    rmSync(files, { recursive: true, force: true })
  }
}
