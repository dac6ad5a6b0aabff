/** Random requests to both simulators, and damaged seeds. None may end in a defect or a 500. */
import { Buffer } from "node:buffer"
import * as Result from "effect/Result"
import type { Outcome } from "../../src/testing/Exchange.ts"
import { parseSeed } from "../../src/testing/internal/decodeSeed.ts"
import { makeService as makeWeather } from "../../src/testing/internal/weather/service.ts"
import { makeRandom, mixed } from "../soak/random.ts"
import { rich } from "../testing/forge/seed/rich.ts"
import { serviceOf, start } from "../testing/forge/seed/service.ts"
import { mutated } from "./mutate.ts"
import { forgeRequest, weatherRequest } from "./requests.ts"

/** What went wrong; undefined if nothing did. */
type Problem = string | undefined

/** Runs one random case. */
export type Probe = (seed: number, index: number) => Problem

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const problemOf = (what: string, run: () => Outcome | undefined): Problem => {
  try {
    const outcome = run()
    return outcome?._tag === "Response" && outcome.status === 500 ? `${what}\n  is answered with 500` : undefined
  } catch (error) {
    return `${what}\n  ${stackOf(error)}`
  }
}

/** The service keeps what earlier requests wrote for a while, so that later ones find odd records. */
const keeps = 200

const newForge = () => serviceOf(rich)

/** Requests to the simulated GitHub. */
export const makeForgeProbe = (): Probe => {
  let service = newForge()
  let served = 0
  return (seed, index) => {
    if (served++ % keeps === 0) service = newForge()
    const request = forgeRequest(makeRandom(mixed(seed, index)), service)
    return problemOf(`${request.method} ${request.url.href}`, () => {
      service.describe(request, start)
      return service.finish(service.serve(request, start + index), request, start)
    })
  }
}

/** Requests to the simulated weather services. */
export const makeWeatherProbe = (): Probe => {
  const service = makeWeather({ limits: "none" }, start, { baseUrl: "http://weather.example" })
  return (seed, index) => {
    const request = weatherRequest(makeRandom(mixed(seed, index)))
    return problemOf(`${request.method} ${request.url.href}`, () => {
      service.describe(request, start)
      return service.finish(service.serve(request, start), request, start)
    })
  }
}

const wholeSeed = JSON.stringify(rich, (_, value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value
)

/** A seed with a mistake is refused with a sentence about it. */
const isRefusal = (error: unknown): boolean => error instanceof Error && error.message.startsWith("The seed")

/** Seeds as JSON. */
export const seedProbe: Probe = (seed, index) => {
  const intact = { status: 200, headers: {}, body: wholeSeed }
  const text = mutated(makeRandom(mixed(seed, index)), intact, '{"repositories":[{"owner":"a","name":"b"}]}').body
  return problemOf(`a seed of ${text.length} characters`, () => {
    const parsed = parseSeed(text)
    if (Result.isFailure(parsed)) return undefined
    try {
      serviceOf(parsed.success)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    return undefined
  })
}
