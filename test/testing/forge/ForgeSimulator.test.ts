/** The simulator under our own client. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as forge from "../../../src/forge/index.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import type { AnyDeclaration } from "../../../src/rest/Operation.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { operationNames } from "../../../src/testing/internal/forge/service.ts"
import { dig, seed, send } from "./support.ts"
import { testOn } from "../../testOn.ts"

const web = { owner: "acme", repo: "web" }

describe("ForgeSimulator.layer", () => {
  testOn(ForgeSimulator.layer(seed))("runs programs on Forge", function* () {
    const titles = yield* Issues.list(web).pipe(
      Stream.map((issue) => issue.title),
      Stream.runCollect
    )
    expect(titles).toEqual(["Third", "Second", "First"])
    const created = yield* Issues.create({ ...web, title: "Fourth", labels: ["bug"] })
    yield* Labels.addToIssue({ ...web, issue_number: created.number, labels: ["help wanted/ü?#%"] })
    const rest = yield* Labels.removeFromIssue({ ...web, issue_number: 4, name: "help wanted/ü?#%" })
    expect(rest.map((label) => label.name)).toEqual(["bug"])
    const milestone = yield* Milestones.create({ ...web, title: "v2" })
    yield* Issues.lock({ ...web, issue_number: 4, lock_reason: "too heated" })
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { issues } = yield* simulator.repository("acme/web")
    expect([milestone.number, issues[3]?.lock_reason]).toEqual([2, "too heated"])
  })

  testOn(ForgeSimulator.layer(seed))("retries on the test's clock", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.unavailable({ times: 2, retryAfter: "10 seconds" }))
    const fiber = yield* Effect.forkChild(Issues.get({ ...web, issue_number: 1 }))
    yield* TestClock.adjust("1 minute")
    expect((yield* Fiber.join(fiber)).title).toBe("First")
    expect((yield* simulator.requests).map(({ status }) => status)).toEqual([503, 503, 200])
  })

  testOn(ForgeSimulator.layer({ ...seed, tokens: {} }))("sends no token when the seed has none", function* () {
    const error = yield* Effect.flip(Issues.create({ ...web, title: "x" }))
    expect(error._tag).toBe("Unauthorized")
  })

  testOn(ForgeSimulator.layerHttpClient(seed))("answers 501, not 404, where it serves nothing", function* () {
    const { json, status } = yield* send("GET /feeds")
    expect([status, dig(json, "message")]).toEqual([501, expect.stringContaining("Script the response")])
  })

  const unlimited = ForgeSimulator.layerHttpClient({ ...seed, limits: { secondary: "none" } })

  testOn(unlimited)("serves all operations", function* () {
    for (const value of Object.values<object>(forge).flatMap((module) => Object.values<unknown>({ ...module }))) {
      if (typeof value !== "function" || !("declaration" in value)) continue
      const { host, name, template } = value.declaration as AnyDeclaration
      const [method = "", path = ""] = template.replaceAll(/\{\w+\}/g, "0").split(" ")
      const { status } = yield* send(`${method} ${host === "upload" ? "https://uploads.github.com" : ""}${path}`)
      // A record that does not exist is not found. A search without a query and a write without a body are invalid.
      const isInvalid = name.startsWith("Search.") || method === "POST"
      // What is set of all records answers without a body.
      const done = method === "PUT" ? 205 : 200
      // An App has a token of its own, and its installations have others.
      const isOfApp = /^\w+ \/app(\/|$)|\/installation$/.test(template)
      const isOfInstallation = / \/installation\//.test(template)
      const refused = isOfApp
        ? 401
        : isOfInstallation
          ? 403
          : template.includes("{")
            ? 404
            : isInvalid
              ? 422
              : undefined
      const expected = refused ?? done
      expect([name, operationNames.has(name), status]).toEqual([name, true, expected])
    }
  })

  it.effect("does not replace the program's own HttpClient", () =>
    Effect.gen(function* () {
      yield* Issues.get({ ...web, issue_number: 1 })
      const own = yield* HttpClient.HttpClient
      expect((yield* Effect.flip(own.get("https://example.com"))).message).toContain("own")
    }).pipe(
      Effect.provide(ForgeSimulator.layer(seed)),
      Effect.provide(
        Layer.succeed(
          HttpClient.HttpClient,
          HttpClient.make((request) =>
            Effect.fail(
              new HttpClientError.HttpClientError({
                reason: new HttpClientError.TransportError({ request, description: "own" })
              })
            )
          )
        )
      )
    )
  )
})
