/** Failed deliveries, delivered again. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import * as Webhooks from "../../../src/forge/Webhooks.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"

const now = Date.UTC(2030, 0, 10)

/** Deliveries of a hook, by their GUID, their status, and how many minutes ago they were. */
const log = (...deliveries: ReadonlyArray<readonly [guid: string, status_code: number, minutes: number]>) =>
  deliveries.map(([guid, status_code, minutes], at) => ({
    id: at + 1,
    event: "push",
    guid,
    status_code,
    delivered_at: new Date(now - minutes * 60_000).toISOString()
  }))

const deliveries = log(
  ["too old", 502, 3 * 24 * 60 + 1],
  ["succeeded since", 500, 600],
  ["failed", 500, 500],
  ["succeeded since", 202, 400],
  ["succeeded", 202, 300],
  ["often", 500, 20],
  ["lately", 500, 19],
  ["often", 500, 10],
  ["lately", 500, 9],
  ["often", 500, 3],
  ["lately", 500, 1]
)

const hook = { id: 5, url: "https://bot.example/webhooks", deliveries }

const simulator = ForgeSimulator.layer({
  tokens: { "ada-token": "ada" },
  repositories: [{ owner: "acme", name: "web", hooks: [hook] }],
  organizations: [{ login: "acme", members: { ada: "admin" }, hooks: [{ ...hook, id: 6 }] }]
})

const attempts = Effect.gen(function* () {
  const { requests } = yield* ForgeSimulator.ForgeSimulator
  return (yield* requests).map(({ method, path }) => `${method} ${path}`).filter((line) => line.endsWith("/attempts"))
})

describe("recover", () => {
  it.effect.each<[string, Webhooks.HookTarget, string]>([
    ["a repository", { owner: "acme", repo: "web", hook_id: 5 }, "/repos/acme/web/hooks/5"],
    ["an organization", { org: "acme", hook_id: 6 }, "/orgs/acme/hooks/6"]
  ])("has delivered again what has failed for the hook of %s, and has not succeeded since", ([, target, path]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const recovered = yield* Webhooks.recover(target)
      expect(recovered.map(({ guid }) => guid)).toStrictEqual(["failed", "often"])
      expect((yield* attempts).toSorted()).toStrictEqual([
        `POST ${path}/deliveries/10/attempts`,
        `POST ${path}/deliveries/3/attempts`
      ])
    }).pipe(Effect.provide(simulator))
  )

  it.effect("goes on by its schedule after a failure", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.answered({ status: 404, body: {}, operation: "Hooks.listDeliveriesForRepo" }))
      yield* Layer.build(Webhooks.layerRecovery({ owner: "acme", repo: "web", hook_id: 5 }))
      yield* TestClock.adjust("1 minute")
      expect(yield* attempts).toHaveLength(0)
      yield* TestClock.adjust("5 minutes")
      expect((yield* attempts).length).toBeGreaterThanOrEqual(2)
    }).pipe(Effect.scoped, Effect.provide(simulator), Effect.provide(Logger.layer([])))
  )
})
