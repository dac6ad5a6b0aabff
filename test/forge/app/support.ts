/** A program that acts as an installation of an App on the simulated service. */
import { createHook } from "node:async_hooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { type Steps, testOn } from "../../testOn.ts"
import { pkcs1, publicKey } from "./keys.ts"

export const repo = { owner: "acme", repo: "web" }

export const issue = { ...repo, issue_number: 1 }

const seed: ForgeSimulator.Seed = {
  organizations: ["acme", "other", "idle"],
  repositories: [
    { owner: "acme", name: "web", private: true, issues: ForgeSimulator.issues(250) },
    { owner: "acme", name: "api", private: true, issues: [{ title: "One" }] },
    { owner: "other", name: "site", private: true, issues: [{ title: "Elsewhere" }] }
  ],
  apps: [
    {
      slug: "builder",
      id: 7,
      client_id: "Iv1.builder",
      public_key: publicKey,
      permissions: { issues: "write", contents: "read" },
      installations: [
        { account: "acme", id: 70 },
        { account: "other", id: 71 },
        { account: "idle", id: 72, suspended: true }
      ]
    }
  ]
}

export const app = { appId: 7, privateKey: Redacted.make(pkcs1) }

export const parts = Layer.mergeAll(HttpCache.layerMemory(), RateLimit.layerMemory())

/** Builds the service as an installation. */
export const forge = (options: AppCredentials.App & AppCredentials.Installation = { ...app, installationId: 70 }) =>
  Effect.map(
    Layer.build(Forge.layer().pipe(Layer.provide([AppCredentials.layer(options), parts]))),
    Context.get(Forge.Forge)
  )

/** The start of each test: a whole second. */
const epoch = Date.UTC(2027, 0, 15, 8)

/** Sets the clock, then runs the test on a simulator of its own. */
export const test = (
  title: string,
  steps: () => Steps<Layer.Success<ReturnType<typeof simulator>>>,
  changes: Partial<ForgeSimulator.Seed> = {}
) => testOn(simulator(changes), TestClock.setTime(epoch))(title, steps)

export const simulator = (changes: Partial<ForgeSimulator.Seed>) =>
  ForgeSimulator.layerHttpClient({ ...seed, ...changes })

export const now = Effect.map(Clock.currentTimeMillis, (millis) => millis - epoch)

/** The operations that the service has seen, each with its status and how often it was answered so in a row. */
export const seen = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).map(({ operation, status }) => `${operation} ${status}`)
})

export const minted = Effect.map(
  seen,
  (all) => all.filter((line) => line.startsWith("Apps.createInstallationToken 201")).length
)

/** Work of Web Crypto, which takes threads: a fiber that waits for it does not wait for the clock. */
const underWay = new Set<number>()

const work = new Set(["Immediate", "HASHREQUEST", "SIGNREQUEST", "CIPHERREQUEST"])

createHook({
  init: (id, type) => {
    if (work.has(type)) underWay.add(id)
  },
  after: (id) => underWay.delete(id),
  destroy: (id) => underWay.delete(id)
}).enable()

/** Lets every fiber run until it waits for the clock. */
export const settle: Effect.Effect<void> = Effect.promise(async () => {
  do await new Promise((resolve) => setImmediate(resolve))
  while (underWay.size > 0)
})

/** Moves the clock once every fiber waits, and lets them run. */
export const pass = (duration: Duration.Input): Effect.Effect<void> =>
  settle.pipe(Effect.andThen(TestClock.adjust(duration)), Effect.andThen(settle))

/** Moves the clock step by step, so that a wait may follow a wait. */
export const passEach = (step: Duration.Input, times: number): Effect.Effect<void> =>
  Effect.forEach(Array.from({ length: times }), () => pass(step), { discard: true })
