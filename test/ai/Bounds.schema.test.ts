import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs"
import { file, makeJsonSchema } from "../../.build/ai/boundsSchema.ts"
import * as Bounds from "../../src/ai/Bounds.ts"

const whole: Bounds.Options = {
  $schema: "./bounds.schema.json",
  mode: "plan",
  reads: { in: ["acme/*", "acme"], operations: ["Issues.*"], elsewhere: ["Users.get"] },
  writes: { in: ["acme/web#12"], operations: ["*"], elsewhere: ["Gists.create"], unattended: ["Labels.addToIssue"] },
  calls: { all: 0, each: { "Issues.*": 3 } },
  quota: 0,
  seconds: 0.5,
  share: [{ from: "*", to: ["acme/web"] }],
  trust: { associations: ["OWNER"], repositories: ["acme/web"] }
}

const wrong: ReadonlyArray<unknown> = [
  { writes: { in: ["acme/web/x"] } },
  { writes: { in: ["acme/web#0"] } },
  { writes: { in: [""] } },
  { reads: { operations: ["Issues"] } },
  { reads: { operations: ["Issues.g*"] } },
  { calls: { all: -1 } },
  { calls: { all: 1.5 } },
  { calls: { each: { "Issues.get": -1 } } },
  { quota: -1 },
  { seconds: -1 },
  { mode: "ask" },
  // A bound that is misspelled does not hold.
  { write: { in: ["acme/web"] } },
  { writes: { where: ["acme/web"] } },
  { trust: { repos: ["acme/web"] } }
]

describe("bounds from a file", () => {
  it("have a JSON Schema, which is up to date", () => {
    assert.deepStrictEqual(JSON.parse(Fs.readFileSync(file, "utf8")), makeJsonSchema())
  })

  it.effect("are as the JSON Schema says", () =>
    Effect.gen(function* () {
      const isValid = new Ajv2020().compile(makeJsonSchema())
      for (const valid of [{}, whole]) {
        assert.isTrue(isValid(valid), JSON.stringify(isValid.errors))
        yield* Bounds.make(valid)
      }
      for (const one of wrong) {
        // The cast is what a program does that has parsed a file.
        const error = yield* Effect.flip(Bounds.make(one as Bounds.Options))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.isFalse(isValid(one), JSON.stringify(one))
      }
    })
  )
})
