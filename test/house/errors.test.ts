/** Every error class that the package exports says something to people. */
import { assert, describe, it } from "@effect/vitest"
import type * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Forgecast from "../../src/index.ts"
import * as ForgeModule from "../../src/forge/index.ts"
import * as WeatherModule from "../../src/weather/index.ts"
import type { RequestError } from "../../src/rest/RestError.ts"
import { CredentialsFailed } from "../../src/rest/Credentials.ts"
import { InvalidRule } from "../../src/weather/Alerts.ts"
import { DeriveFailed } from "../../src/weather/Derive.ts"
import { GridFailed } from "../../src/weather/Grid.ts"
import { PlacesFailed } from "../../src/weather/Places.ts"
import { ConvertFailed, JoinFailed, MergeFailed } from "../../src/weather/Series.ts"
import { CsvFailed } from "../../src/weather/series/Csv.ts"
import { ArrowFailed } from "../../src/weather/series/FromArrow.ts"
import { IrregularTime } from "../../src/weather/series/Gaps.ts"
import { MakeFailed } from "../../src/weather/series/Make.ts"
import { UnitsDiffer } from "../../src/weather/series/Verify.ts"

/** What a call of the weather service can fail with. */
type WeatherError = Effect.Error<ReturnType<typeof WeatherModule.Geocoding.get>> | RequestError

const src = Path.resolve(import.meta.dirname, "../../src")

// The commands run when they are loaded.
const modules = Fs.globSync("**/*.ts", { cwd: src }).filter(
  (name) => !/^(?:command|fleet|mcp)\/|(?:^|\/)internal\//.test(name)
)

type ErrorClass = abstract new (...args: never) => Error

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" && value.prototype instanceof Error

const exported = new Map<string, ErrorClass>()
for (const name of modules) {
  const module = (await import(Path.join(src, name))) as Readonly<Record<string, unknown>>
  for (const value of Object.values(module)) if (isErrorClass(value)) exported.set(value.name, value)
}

const message = "Something is wrong"

/** The least that errors without a schema are made of. */
const samples: ReadonlyArray<Error> = [
  new CredentialsFailed({ reason: "" }),
  new ConvertFailed({ column: "", from: "", to: "km", message }),
  new JoinFailed({ part: 0, reason: "time", message }),
  new MergeFailed({ reason: "time", message }),
  new DeriveFailed({ column: "", from: "", to: "", message }),
  new PlacesFailed({ places: 0, answers: 1, message }),
  new GridFailed({ message }),
  new InvalidRule({ field: "until", message }),
  new CsvFailed({ reason: "value", line: 1, message }),
  new MakeFailed({ reason: "time", message }),
  new ArrowFailed({ column: "", message }),
  new IrregularTime({ row: 0, message }),
  new UnitsDiffer({ units: ["", "mm"], message })
]

/** Whether a class needs a message, or makes one of its other fields. */
const speaks = (error: ErrorClass): boolean => {
  const sample = samples.find((one) => one.constructor === error)
  if (sample !== undefined) return sample.message !== "" && String(sample).endsWith(sample.message)
  const fields: unknown = "fields" in error ? error.fields : undefined
  if (!Predicate.isObject(fields)) return false
  if ("message" in fields) return Schema.isSchema(fields["message"]) && !SchemaAST.isOptional(fields["message"].ast)
  return Object.getOwnPropertyDescriptor(error.prototype, "message")?.get !== undefined
}

describe("an exported error class", () => {
  it("is found in more than one module", () => {
    assert.isAbove(exported.size, 25)
  })

  it.each([...exported])("%s has a message for people", (_, error) => {
    assert.isTrue(speaks(error))
  })
})

describe("the errors of a service", () => {
  const tagOf = ({ fields }: (typeof ForgeModule.ForgeError.ForgeError.members)[number]) => fields._tag.schema.literal
  const { members } = ForgeModule.ForgeError.ForgeError

  it("of code hosting are exports of forgecast/forge, by their tags", () => {
    for (const member of members) assert.strictEqual(Reflect.get(ForgeModule, tagOf(member)), member, tagOf(member))
  })

  it("of the weather are exports of forgecast/weather, by their tags", () => {
    const tags = Object.entries(WeatherModule).flatMap(([name, value]) => (isErrorClass(value) ? [name] : []))
    const met: Readonly<Record<WeatherError["_tag"], true>> = {
      BadRequest: true,
      DecodeFailed: true,
      Forbidden: true,
      InvalidInput: true,
      NotFound: true,
      RateLimited: true,
      ResponseTooLarge: true,
      ServiceUnavailable: true,
      TransportFailed: true,
      Unauthorized: true,
      UnexpectedStatus: true,
      UnsafeRedirect: true
    }
    assert.sameMembers(tags, Object.keys(met))
  })

  it("are exports of forgecast", () => {
    for (const member of members) assert.strictEqual(Reflect.get(Forgecast, tagOf(member)), member, tagOf(member))
  })
})

describe("failed credentials", () => {
  it.each([
    [{ reason: "VaultSealed" }, "VaultSealed"],
    [{ reason: "VaultSealed", description: "the vault is sealed" }, "the vault is sealed"],
    [{ reason: "VaultSealed", description: "" }, "VaultSealed"]
  ] as const)("of %j say: %s", (fields, says) => {
    const error = new CredentialsFailed(fields)
    assert.strictEqual(error.message, says)
    assert.strictEqual(String(error), `CredentialsFailed: ${says}`)
  })
})
