import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import * as Bounds from "../../src/ai/Bounds.ts"
import * as Planning from "../../src/ai/Planning.ts"
import * as ToolCall from "../../src/ai/ToolCall.ts"
import type * as AgentTest from "../../src/testing/AgentTest.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import type { Received } from "../../src/testing/Journal.ts"
import { runs } from "../depth.ts"
import { seed, tools } from "./injection/world.ts"
import { calls } from "./randomCalls.ts"

const options: Bounds.Options = {
  reads: { in: ["acme/*"] },
  writes: { in: ["acme/web", "acme/secret"], unattended: ["Labels.addToIssue"] },
  calls: { each: { "Issues.createComment": 3 } }
}

/** Whoever writes is trusted, so that only what is private holds it back. */
const trusting: Bounds.Options = {
  ...options,
  writes: { ...options.writes, unattended: ["*"] },
  trust: { associations: ["OWNER", "COLLABORATOR", "NONE", "CONTRIBUTOR"], repositories: ["acme/*"] }
}

const unlimited = ForgeSimulator.layer({ ...seed, limits: "none" })

const isWrite = ({ method }: Received) => method !== "GET"
const placeIn = (url: string) => /\/repos\/([^/?]+\/[^/?]+)/.exec(new URL(url).pathname)?.[1]?.toLowerCase()

/** Runs calls in a session of their own, and tells what has become of each. */
const session = (options: Bounds.Options, script: ReadonlyArray<AgentTest.Call>) =>
  Effect.gen(function* () {
    const bounds = yield* Bounds.make(options)
    const answers = yield* Effect.forEach(script, ({ input, tool }) =>
      // The casts are safe: tools take whatever a model passes.
      tools.call(tool as never, input as never).pipe(
        Effect.match({
          onSuccess: (result): AgentTest.Answer => ({ tool, input, isFailure: false, result }),
          onFailure: (result): AgentTest.Answer => ({ tool, input, isFailure: true, result })
        })
      )
    ).pipe(Effect.provideService(ToolCall.ToolCalls, [bounds.step]))
    return { answers, bounds }
  })

const readsOnly = /_(?:get|list|list_comments|list_for_me|compare|issues|download_logs_for_job)$/

it.effect("no sequence of a thousand random calls leaves the bounds", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 1000, maxLength: 1000 }), (all) =>
        Effect.gen(function* () {
          const simulator = yield* ForgeSimulator.ForgeSimulator
          // Labels end a session early, so that these are fifty.
          for (let at = 0; at < all.length; at += 20) {
            yield* simulator.clearRequests
            const trusts = at % 40 === 0
            const { answers } = yield* session(trusts ? trusting : options, all.slice(at, at + 20))
            const requests = yield* simulator.requests

            for (const { path, url } of requests) {
              const name = placeIn(url)
              // Logs come from the storage of the service.
              const elsewhere = /^\/users\/|^\/search\/issues/.test(path) || url.startsWith("https://objects.")
              assert.isTrue(name?.startsWith("acme/") === true || elsewhere, `read or wrote ${url}`)
              if (/search/.test(path))
                assert.match(new URL(url).searchParams.get("q") ?? "", /^a (?:repo:acme\/web|org:acme)$/)
              if (/compare/.test(path)) assert.notMatch(decodeURIComponent(path), /evil/)
            }
            for (const { url } of requests.filter(isWrite)) {
              assert.include(["acme/web", "acme/secret"], placeIn(url), `wrote ${url}`)
              assert.notMatch(url, /collaborators|git\/refs|gists|repos\/[^/]+\/[^/]+$/)
            }
            assert.isAtMost(requests.filter((one) => isWrite(one) && /issues\/\d+\/comments$/.test(one.path)).length, 3)

            // What the model has seen, and what it has written after that.
            let secret = false
            let hostile = false
            for (const { input, isFailure, result, tool } of answers) {
              if (isFailure || JSON.stringify(result).includes('"repeated"')) continue
              const { owner, repo } = input as { readonly owner?: string; readonly repo?: string }
              const name = `${owner}/${repo}`.toLowerCase()
              if (!readsOnly.test(tool)) {
                if (secret) assert.strictEqual(name, "acme/secret", `${tool} after reading what is not public`)
                if (hostile && !trusts) assert.strictEqual(tool, "labels_add_to_issue")
              }
              if (name === "acme/secret" || JSON.stringify(result).includes("Friday")) secret = true
              if (JSON.stringify(result).includes("SYSTEM:")) hostile = true
            }
          }
        }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(unlimited))), Effect.runPromise)
      ),
      { numRuns: runs(6), endOnFailure: true }
    )
  )
)

it.effect("no sequence of random calls writes what was not in an approved plan", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 10, maxLength: 40 }), fc.boolean(), (script, approves) =>
        Effect.gen(function* () {
          const simulator = yield* ForgeSimulator.ForgeSimulator
          const { bounds } = yield* session({ ...options, mode: "plan" }, script)
          assert.deepStrictEqual((yield* simulator.requests).filter(isWrite), [])
          const plan = yield* bounds.plan
          const planned = plan.calls.flatMap(({ plan }) =>
            plan.writes.map(({ body, method, url }) => ({ body, method, url }))
          )
          const asked = yield* Effect.result(Planning.approve(plan, () => Effect.succeed(approves)))
          if (asked._tag === "Failure") return assert.deepStrictEqual((yield* simulator.requests).filter(isWrite), [])
          const applied = yield* Effect.result(Planning.apply(bounds, asked.success))
          const sent = (yield* simulator.requests).filter(isWrite)
          const inPlan = planned.slice(0, sent.length)
          assert.deepStrictEqual(
            sent.map(({ body, method, path }) => ({ body, method, path })),
            inPlan.map(({ body, method, url }) => ({
              body: body._tag === "Json" ? body.value : undefined,
              method,
              path: new URL(url, "https://api.github.com").pathname
            }))
          )
          // One that the service refuses ends it.
          if (applied._tag === "Success") assert.strictEqual(applied.success, planned.length)
        }).pipe(Effect.provide(tools.layer.pipe(Layer.provideMerge(unlimited))), Effect.runPromise)
      ),
      { numRuns: runs(60) }
    )
  )
)
