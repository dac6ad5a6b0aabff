/** Every error class that the package exports says something to people. */
import { assert, describe, it } from "@effect/vitest"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { CredentialsFailed } from "../../src/rest/Credentials.ts"
import { ConvertFailed, JoinFailed, MergeFailed } from "../../src/weather/Series.ts"

const src = Path.resolve(import.meta.dirname, "../../src")

// The command runs when it is loaded.
const modules = Fs.globSync("**/*.ts", { cwd: src }).filter((name) => !/^command\/|(?:^|\/)internal\//.test(name))

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
  new MergeFailed({ reason: "time", message })
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
