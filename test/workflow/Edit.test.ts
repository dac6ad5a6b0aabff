import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Edit } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const file = { owner: "acme", repo: "web", path: "docs/count.txt", message: "Count on" }
const seed = { repositories: [{ owner: "acme", name: "web", files: { "docs/count.txt": "1" } }] }
const on = testOn(ForgeSimulator.layer(seed))

const raised = ({ text }: Edit.Current) => String(Number(text ?? 0) + 1)

const textOf = (simulator: ForgeSimulator.Handle, path = file.path) =>
  Effect.map(simulator.file("acme/web", path), (bytes) => bytes && new TextDecoder().decode(bytes))

/** Changes the file after it was read, so many times. */
const changedMeanwhile = (times: number) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    let left = times
    return (current: Edit.Current) =>
      Effect.gen(function* () {
        const content = raised(current)
        if (left-- > 0) {
          yield* simulator.push("acme/web", { "docs/count.txt": `${Number(current.text) + 10}` })
        }
        return content
      })
  })

describe("Edit.file", () => {
  on("writes what the function returns", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const written = yield* Edit.file(file, raised)
    assert.strictEqual(written?.commit.message, "Count on")
    assert.strictEqual(yield* textOf(simulator), "2")
  })

  on("creates a file", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* Edit.file({ ...file, path: "new.txt" }, ({ bytes, text }) => {
      assert.deepStrictEqual([bytes, text], [null, null])
      return new Uint8Array([104, 105])
    })
    assert.strictEqual(yield* textOf(simulator, "new.txt"), "hi")
  })

  on("writes nothing for the same content, or for none", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.isNull(yield* Edit.file(file, ({ text }) => text))
    assert.isNull(yield* Edit.file(file, ({ bytes }) => bytes))
    assert.isNull(yield* Edit.file(file, () => null))
    const methods = (yield* simulator.requests).map(({ method }) => method)
    assert.deepStrictEqual(methods, ["GET", "GET", "GET"])
  })

  on("reads and edits again after a conflict", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const exit = yield* run(Edit.file(file, yield* changedMeanwhile(3)))
    assert.isTrue(Exit.isSuccess(exit))
    assert.strictEqual(yield* textOf(simulator), "32")
  })

  on("gives up with Conflict", function* () {
    const error = failureOf(yield* run(Edit.file(file, yield* changedMeanwhile(Infinity))))
    assert.strictEqual(error?._tag, "Conflict")
  })

  on("edits a file that somebody else creates meanwhile", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    let turns = 0
    const exit = yield* run(
      Edit.file({ ...file, path: "new.txt" }, ({ text }) =>
        turns++ === 0 ? Effect.as(simulator.push("acme/web", { "new.txt": "other" }), "mine") : `${text} and mine`
      )
    )
    assert.isTrue(Exit.isSuccess(exit))
    assert.strictEqual(yield* textOf(simulator, "new.txt"), "other and mine")
  })

  on("fails with the service's refusal of a new file", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(
      Faults.answered({ operation: "Contents.put", times: Infinity, status: 422, body: { message: "Protected" } })
    )
    const error = failureOf(yield* run(Edit.file({ ...file, path: "new.txt" }, () => "mine")))
    assert.strictEqual(error?._tag, "ValidationFailed")
    assert.lengthOf(yield* simulator.requests, 3)
  })

  on("fails as its function does", function* () {
    const error = yield* Effect.flip(Edit.file(file, () => Effect.fail("no" as const)))
    assert.strictEqual(error, "no")
  })

  on("refuses a directory", function* () {
    const error = yield* Effect.flip(Edit.file({ ...file, path: "docs" }, () => "x"))
    assert.strictEqual(error.message, "path is a directory, not a file")
  })

  describe("under faults", () => {
    matrix({
      seed,
      program: Edit.file(file, () => "2"),
      state: (simulator) => textOf(simulator),
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "Conflict", "UnexpectedStatus"],
      verify: ({ state }) => assert.include(["1", "2"], state)
    })
  })
})
