/** Writes that the service carries out, and whose response comes after the client has given up. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import { RequestTimeouts } from "../../../src/rest/Transport.ts"
import * as Write from "../../../src/rest/Write.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { run } from "../../workflow/support/run.ts"
import { testOn } from "../../testOn.ts"

const test = testOn(
  ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "It rains in" }] }] })
)

const input = { owner: "acme", repo: "web", issue_number: 1, body: "Thank you" }

const impatient = Effect.provideService(RequestTimeouts, { head: "1 second", silence: "1 second" })

const comments = Effect.gen(function* () {
  const { repository } = yield* ForgeSimulator.ForgeSimulator
  return (yield* repository("acme/web")).issues[0]?.comments.map(({ body }) => body.split("\n")[0])
})

describe("a write whose response is late", () => {
  test("has been carried out, and a second one is too much", function* () {
    const { faults, journal } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.delayed({ operation: "Issues.createComment", by: "2 seconds" }))
    const error = yield* Effect.flip(yield* run(impatient(Issues.createComment(input))))
    assert.isTrue(error._tag === "TransportFailed" && error.mayHaveArrived)
    assert.deepStrictEqual(yield* comments, ["Thank you"])
    assert.match(yield* journal, /Issues\.createComment .* lost +yes +delayed +0 ms +1 s$/)
    yield* Issues.createComment(input)
    assert.deepStrictEqual(yield* comments, ["Thank you", "Thank you"])
  })

  test("is not made twice by Write.once", function* () {
    const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.delayed({ operation: "Issues.createComment", by: "2 seconds" }))
    yield* yield* run(impatient(Write.once(Issues.createComment, input, { key: "thanks" })))
    assert.deepStrictEqual(yield* comments, ["Thank you"])
    const writes = (yield* requests).filter(({ method }) => method === "POST")
    assert.deepStrictEqual(
      writes.map(({ acted, status }) => [acted, status]),
      [[true, null]]
    )
  })
})
