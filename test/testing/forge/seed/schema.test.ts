import * as Fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SeedJson from "../../../../src/testing/SeedJson.ts"
import { seedOf } from "../../../../src/testing/internal/forge/state/export.ts"
import { decodeSeed, parseSeed } from "../../../../src/testing/internal/decodeSeed.ts"
import { file, makeJsonSchema } from "../../../../.build/testing/seedSchema.ts"
import { rich } from "./rich.ts"
import { serviceOf } from "./service.ts"

const repository = (fields: object) => ({ repositories: [{ owner: "acme", name: "web", ...fields }] })

const mistakes: ReadonlyArray<readonly [seed: unknown, message: string]> = [
  [[], "The seed: expected object, got []"],
  [{ repos: [] }, "repos is not a field of a seed"],
  [{ repositories: [{ owner: "acme" }] }, "repositories[0].name is missing"],
  [repository({ stars: "5" }), 'repositories[0].stars: expected number, got "5"'],
  [repository({ stars: -1 }), "repositories[0].stars: expected a value greater than or equal to 0, got -1"],
  [
    repository({ issues: [{ title: "One" }, { title: "Two", state: "opened" }] }),
    'repositories[0].issues[1].state: expected "open" | "closed", got "opened"'
  ],
  [
    repository({ issues: [{ titel: "One" }] }),
    "repositories[0].issues[0].titel is not a field of a seed: did you mean `title`?"
  ],
  [
    repository({ files: { "src/a b.txt": 5 } }),
    'repositories[0].files["src/a b.txt"]: expected string | FileSeed | null, got 5'
  ],
  [repository({ files: { a: { base64: "%" } } }), 'repositories[0].files.a.base64: expected Base64, got "%"'],
  [
    repository({ created_at: "yesterday" }),
    'repositories[0].created_at: expected a date such as 2030-01-01T12:00:00Z, got "yesterday"'
  ],
  [
    repository({ created_at: { ago: "5 moons" } }),
    'repositories[0].created_at.ago: expected milliseconds, or a duration such as "5 minutes", got "5 moons"'
  ],
  [{ limits: "no" }, 'limits: expected LimitsSeed | "none", got "no"']
]

describe("seeds in JSON", () => {
  it.effect("are read by programs", () =>
    Effect.gen(function* () {
      expect(yield* SeedJson.parse(JSON.stringify(rich))).toEqual(rich)
      expect(yield* SeedJson.decode({ repositories: [] })).toEqual({ repositories: [] })
      const failed = yield* Effect.flip(SeedJson.decode({ repos: [] }))
      expect([failed._tag, failed.message]).toEqual(["SeedInvalid", "repos is not a field of a seed"])
      expect((yield* Effect.flip(SeedJson.parse("{"))).message).toMatch(/^The seed is not JSON\. /)
    })
  )

  it.each(mistakes)("are refused with the place of a mistake: %j", (seed, message) => {
    expect(decodeSeed(seed)).toEqual(Result.fail(message))
  })

  it("are refused if they are not JSON", () => {
    expect(Result.getOrElse(Result.flip(parseSeed("{")), () => "")).toMatch(/^The seed is not JSON\. /)
  })

  it("can name their schema", () => {
    expect(parseSeed('{ "$schema": "seed.schema.json", "latency": "1 second" }')).toEqual(
      Result.succeed({ latency: "1 second" })
    )
  })

  it("are read as they are", () => {
    for (const seed of [rich, seedOf(serviceOf(rich).world)]) {
      expect(parseSeed(JSON.stringify(seed))).toEqual(Result.succeed(seed))
    }
  })
})

describe("the JSON Schema", () => {
  it("is up to date: otherwise run `npm run schema`", () => {
    expect(JSON.parse(Fs.readFileSync(file, "utf8"))).toEqual(makeJsonSchema())
  })

  it("accepts what is read, and refuses what is refused", () => {
    const validate = new Ajv2020({ strict: false }).compile(makeJsonSchema())
    for (const seed of [rich, seedOf(serviceOf(rich).world)]) {
      expect([validate(JSON.parse(JSON.stringify(seed))), validate.errors]).toEqual([true, null])
    }
    // That a date exists is more than the schema says.
    const accepted = mistakes.filter(([seed]) => validate(seed)).map(([, message]) => message)
    expect(accepted).toEqual([expect.stringContaining("yesterday")])
  })
})
