/** The simulators of a run: those that the program makes, and those that answer for the real services. `weather.ts` has the others. */
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Faults from "forgecast/testing/Faults"
import * as ForgeSimulator from "forgecast/testing/ForgeSimulator"
import type { Received } from "forgecast/testing/Journal"
import type { FaultName } from "../protocol.ts"
import type { Journaled } from "./entries.ts"
import type { Service } from "./fetch.ts"

/** What both handles have. */
interface Handle extends Pick<ForgeSimulator.Handle, "clearRequests" | "faults" | "requests"> {
  readonly reset: (seed?: never) => Effect.Effect<void>
}

const writes = (method: string): boolean => method !== "GET" && method !== "HEAD"

const faultOf = (name: FaultName, service: Journaled["service"]) => {
  switch (name) {
    case "lost-answer":
      // The weather has no writes.
      return Faults.answerLost(service === "forge" ? { matching: ({ method }) => writes(method) } : {})
    case "outage":
      return Faults.unavailable({ times: 3, retryAfter: "5 seconds" })
    case "rate-limit":
      // Less than clients wait for by default.
      return service === "forge" ? Faults.primaryLimit({ resetIn: "90 seconds" }) : Faults.quotaSpent()
  }
}

interface Observed {
  readonly service: Journaled["service"]
  readonly handle: Handle
  readonly forge: ForgeSimulator.Handle | undefined
  /** The requests and deliveries that the program has cleared from the journal. */
  past: ReadonlyArray<Received>
}

interface Latent {
  readonly latency?: Duration.Input
}

/** How long a service takes, unless its seed says. In no time, a timeline shows nothing. */
const latency = "120 millis"

/** How many simulators are observed. */
const most = 20

export class Simulators {
  private readonly observed: Array<Observed> = []
  private readonly initial: Array<FaultName>
  private readonly clock: Clock.Clock

  /** `clock` is the page's. */
  constructor(faults: ReadonlyArray<FaultName>, clock: Clock.Clock) {
    this.initial = [...faults]
    this.clock = clock
  }

  get forges(): ReadonlyArray<ForgeSimulator.Handle> {
    return this.observed.flatMap(({ forge }) => forge ?? [])
  }

  /** Adds the fault to all simulators, those to come included. */
  add(fault: FaultName): void {
    this.initial.push(fault)
    for (const { handle, service } of this.observed) Effect.runSync(handle.faults.add(faultOf(fault, service)))
  }

  get journals(): ReadonlyArray<Journaled> {
    return this.observed.flatMap(({ forge, handle, past, service }, index) => {
      const requests = past.filter(({ event }) => event === null)
      const deliveries = past.filter(({ event }) => event !== null)
      const own = { id: `${service}${index}`, service, received: [...requests, ...Effect.runSync(handle.requests)] }
      if (forge === undefined) return [own]
      return [own, { id: `hooks${index}`, service, received: [...deliveries, ...Effect.runSync(forge.deliveries)] }]
    })
  }

  /** Adds a simulator. */
  observe(service: Journaled["service"], handle: Handle, forge?: ForgeSimulator.Handle): Effect.Effect<void> {
    if (this.observed.length >= most) return Effect.void
    const entry: Observed = { service, handle: { ...handle }, forge, past: [] }
    this.observed.push(entry)
    const deliveries = forge?.deliveries ?? Effect.succeed([])
    const keep = Effect.map(Effect.all([entry.handle.requests, deliveries]), (received) => {
      entry.past = [...entry.past, ...received.flat()]
    })
    // The program gets the same handle. What it clears stays in the timeline.
    Object.assign(handle, {
      clearRequests: Effect.andThen(keep, entry.handle.clearRequests),
      reset: (seed?: never) => Effect.andThen(keep, entry.handle.reset(seed))
    })
    return handle.faults.add(...this.initial.map((name) => faultOf(name, service)))
  }

  /** Services take some time. A program with a clock of its own may never wake one that sleeps. */
  seeded<Seed extends Latent, A, E, R>(make: (seed: Seed | Latent) => Layer.Layer<A, E, R>, seed?: Seed) {
    return Layer.unwrap(
      Effect.clockWith((clock) => Effect.succeed(make(clock === this.clock ? { latency, ...seed } : { ...seed })))
    )
  }

  private withForge<A, E, R>(layer: Layer.Layer<A | ForgeSimulator.ForgeSimulator, E, R>) {
    return Layer.tap(layer, (context) => {
      const handle = Context.get(context, ForgeSimulator.ForgeSimulator)
      return this.observe("forge", handle, handle)
    })
  }

  readonly forge = {
    layer: (seed?: ForgeSimulator.Seed) => this.withForge(this.seeded(ForgeSimulator.layer, seed)),
    layerHttpClient: (seed?: ForgeSimulator.Seed) => this.withForge(this.seeded(ForgeSimulator.layerHttpClient, seed))
  }

  /** What `fetch` reaches. */
  service(seed: ForgeSimulator.Seed) {
    return Effect.map(Layer.build(this.forge.layerHttpClient(seed)), (context): Service => {
      const { urls } = Context.get(context, ForgeSimulator.ForgeSimulator)
      return {
        urls: [...Object.values(urls), "https://raw.githubusercontent.com", "https://codeload.github.com"],
        client: Context.get(context, HttpClient.HttpClient)
      }
    })
  }
}
