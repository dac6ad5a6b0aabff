/** The secret of a hook: sent, and shown nowhere. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Hooks from "../../src/forge/Hooks.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Write from "../../src/rest/Write.ts"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Plan from "../../src/workflow/Plan.ts"
import { make, shown } from "../rest/loopback/support/probe.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const secret = "thunder and lightning"
const url = "https://hooks.example.com"

const test = testOn(
  Layer.provideMerge(
    ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web" }] }),
    Layer.succeed(RateLimit.WriteInterval, 0)
  )
)

test.each([secret, Redacted.make(secret)])("the secret is in no log, span, error or plan", function* (given) {
  const { faults } = yield* ForgeSimulator.ForgeSimulator
  const probe = make()
  const create = Hooks.createForRepo({ ...repo, config: { url, secret: given } })
  const create422 = { status: 422, operation: "Hooks.createForRepo" } as const
  const message = `The secret ${secret} is weak`
  const quoted = { message, errors: [{ resource: "Hook", code: "custom", field: "secret", value: secret, message }] }
  yield* faults.add(
    Faults.answered({ ...create422, body: quoted, headers: { "x-github-request-id": secret } }),
    Faults.answered({ ...create422, status: 201, body: { id: secret } }),
    Faults.answered({ ...create422, status: 500, body: secret, times: 4 })
  )
  const wrong = Hooks.createForRepo({ ...repo, config: { url, secret: given, content_type: "xml" as "json" } })
  const results = yield* probe.watch(
    Effect.forEach([create, create, create, wrong], (each) =>
      Effect.flip(Effect.tapCause(each, (cause) => Effect.logError(cause)))
    )
  )
  assert.deepStrictEqual(
    results.map(({ _tag }) => _tag),
    ["ValidationFailed", "DecodeFailed", "ServiceUnavailable", "InvalidInput"]
  )
  const plan = yield* Plan.dryRun(create)
  const text = [probe.everything(), results.map(shown), shown(plan)].join("\n")
  assert.include(text, "is weak")
  assert.notInclude(text, secret)
})

test("a hook is created once, whatever becomes of the response", function* () {
  const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
  yield* faults.add(Faults.answerLost({ operation: "Hooks.createForRepo" }))
  const input = { ...repo, events: ["push", "issues"], config: { url, secret: Redacted.make(secret) } }
  const creating = yield* Effect.forkChild(Write.once(Hooks.createForRepo, input, { key: "hook-1" }))
  yield* TestClock.adjust("1 minute")
  const hook = yield* Fiber.join(creating)
  assert.deepStrictEqual(
    (yield* repository("acme/web")).hooks.map(({ id }) => id),
    [hook.id]
  )
})
