/** One process of the case `simulator`: a built simulator without a server, which answers as many requests as it can. */
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import type * as Handles from "../../src/testing/internal/forge/handle.ts"
import { type Asked, asked, small, token } from "./simulatorSeeds.ts"

const directory = process.argv[2] ?? ""

// The build has the same types as the sources.
const { makeForge } = (await import(
  pathToFileURL(resolve(directory, "dist/testing/internal/forge/handle.js")).href
)) as typeof Handles

const started = performance.now()
const cpu = process.cpuUsage()
const { exchange } = await Effect.runPromise(makeForge({ ...small(), limits: "none" }))
const startMs = performance.now() - started
const { system, user } = process.cpuUsage(cpu)
const startCpuMs = (user + system) / 1_000

const headers = { "user-agent": "bench", authorization: `Bearer ${token}`, "content-type": "application/json" }

const send = ({ body = "", method, path }: Asked) =>
  exchange({ method, url: new URL(`https://api.github.com${path}`), headers, body: new TextEncoder().encode(body) })

const rate = async (one: Asked, seconds: number): Promise<number> => {
  let count = 0
  const start = performance.now()
  const until = start + seconds * 1_000
  while (performance.now() < until) {
    const outcome = await Effect.runPromise(send(one))
    if (outcome._tag === "Lost" || outcome.status !== 200) throw new Error(`${one.path} failed`)
    count++
  }
  return (count / (performance.now() - start)) * 1_000
}

const perSecond: Record<string, number> = {}
for (const [name, one] of Object.entries(asked)) {
  await rate(one, 0.5)
  perSecond[name] = await rate(one, 1.5)
}
globalThis.gc?.()
console.log(JSON.stringify({ startMs, startCpuMs, perSecond, residentMb: process.memoryUsage().rss / 2 ** 20 }))
