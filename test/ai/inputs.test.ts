/** What a model can pass, and what it is told of what it cannot. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import type { ToolFailure } from "../../src/ai/ToolError.ts"
import * as Hooks from "../../src/forge/Hooks.ts"
import * as Issues from "../../src/forge/Issues.ts"
import { answer, makeClient, serviceOn } from "../forge/support/wire.ts"

const tools = ForgeTools.toolkit({ operations: { Issues, Hooks: { listDeliveries: Hooks.listDeliveriesForRepo } } })

const repo = { owner: "acme", repo: "web" }

/** Calls as a model does, which writes anything. */
const call = (name: string, input: unknown, ...answers: ReadonlyArray<ReturnType<typeof answer>>) => {
  const { client, sent } = makeClient((_, index) => answers[index] ?? answer(200, []))
  // The compiler takes only what the tools take.
  const any = tools.call as unknown as (name: string, input: unknown) => Effect.Effect<unknown, ToolFailure>
  return Effect.map(
    Effect.result(any(name, input)).pipe(Effect.provide(tools.layer), Effect.provide(serviceOn(client))),
    (result) => ({ result, sent })
  )
}

const refusedFor = (name: string, input: unknown) =>
  Effect.map(call(name, input), ({ result, sent }) => {
    assert.strictEqual(sent.length, 0, "nothing is sent")
    if (result._tag === "Success") return assert.fail("it was taken")
    const { didYouMean = [], error, path = "" } = result.failure
    assert.strictEqual(error, "InvalidInput")
    return [path, ...didYouMean]
  })

describe("refuses before anything is sent", () => {
  it.effect.each([
    ["a misspelled field", "issues_list", { ...repo, stat: "open" }, ["stat", "state"]],
    ["a field of nobody", "issues_get", { ...repo, issue_number: 1, zzz: 1 }, ["zzz"]],
    ["a value that is not known", "issues_list", { ...repo, state: "opn" }, ["state"]],
    ["a missing field", "issues_get", repo, ["issue_number"]],
    ["a page of more than 30", "issues_list", { ...repo, per_page: 31 }, ["per_page"]],
    ["a page of none", "issues_list", { ...repo, per_page: 0 }, ["per_page"]],
    ["page 0", "issues_list", { ...repo, page: 0 }, ["page"]],
    ["a cursor", "issues_list", { ...repo, page: "https://api.github.com/user/repos" }, ["page"]],
    ["half a page", "issues_list", { ...repo, page: 1.5 }, ["page"]],
    ["a text that begins before it", "issues_get", { ...repo, issue_number: 1, text_from: -1 }, ["text_from"]],
    ["no list of fields", "issues_get", { ...repo, issue_number: 1, fields: "body" }, ["fields"]],
    ["a field that cannot be emptied", "issues_update", { ...repo, issue_number: 1, clear: ["state"] }, ["clear"]],
    [
      "a field that is given and emptied",
      "issues_update",
      { ...repo, issue_number: 1, body: "It rains in", clear: ["body"] },
      ["body"]
    ],
    [
      "a nested field of nobody",
      "issues_create",
      { ...repo, title: "It", labels: [{ nme: "bug" }] },
      ["labels[0].nme", "name"]
    ],
    ["a list", "issues_list", [], [""]],
    ["a text", "issues_list", "acme/web", [""]]
  ] as const)("%s", ([, name, input, expected]) =>
    Effect.map(refusedFor(name, input), (found) => assert.deepStrictEqual(found.slice(0, 2), [...expected]))
  )
})

it.effect("takes a page of 30, and no more by itself", () =>
  Effect.gen(function* () {
    const { sent } = yield* call("issues_list", { ...repo, per_page: 30 })
    assert.deepStrictEqual(sent[0]?.query, { page: "1", per_page: "30" })
    const { sent: usual } = yield* call("issues_list", repo)
    assert.deepStrictEqual(usual[0]?.query, { page: "1", per_page: "30" })
  })
)

it.effect("takes null for a field that is left out, and empties what is named", () =>
  Effect.gen(function* () {
    const filled = { ...repo, issue_number: 1, title: "It rains in", body: null, milestone: null, clear: null }
    const { sent } = yield* call("issues_update", filled)
    assert.deepStrictEqual(sent[0]?.body, { title: "It rains in" })
    const { sent: emptied } = yield* call("issues_update", { ...repo, issue_number: 1, clear: ["milestone", "body"] })
    assert.deepStrictEqual(emptied[0]?.body, { body: null, milestone: null })
  })
)

it.effect("reads on by number where the service has cursors, and only after the page before", () =>
  Effect.gen(function* () {
    const next = { link: '<https://api.github.com/repos/acme/web/hooks/1/deliveries?cursor=v1_2>; rel="next"' }
    const { client, sent } = makeClient((_, index) => answer(200, [], index < 2 ? next : {}))
    const input = { ...repo, hook_id: 1 }
    yield* Effect.gen(function* () {
      const early = yield* Effect.flip(tools.call("hooks_list_deliveries", { ...input, page: 2, per_page: 3 }))
      assert.deepStrictEqual([early.error, early.path], ["InvalidInput", "page"])
      const first = yield* tools.call("hooks_list_deliveries", input)
      assert.strictEqual(first.next_page, 2)
      const second = yield* tools.call("hooks_list_deliveries", { ...input, page: 2 })
      assert.strictEqual(second.next_page, undefined)
    }).pipe(Effect.provide(tools.layer), Effect.provide(serviceOn(client)))
    assert.strictEqual(sent[2]?.query["cursor"], "v1_2")
  })
)
