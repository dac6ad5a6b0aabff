/** Our inputs beside the service's description: what we send, it allows; what it allows, we take. */
import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import { inputOf, type Value, choicesOf, valuesOf as fieldValuesOf } from "../../rest/support/values.ts"
import { check, isJson, type Json, resolved, under } from "../../testing/forge/description.ts"
import { type Operation, operations } from "../operations/all.ts"
import { answer, makeClient, serviceOn } from "../support/wire.ts"
import { beyond, refused, wider } from "./differences.ts"
import {
  bodyOf,
  type Described,
  described,
  type Parameter,
  parametersOf,
  queryOf,
  requiredOf,
  valuesOf
} from "./official.ts"
import { depth, runs } from "../../depth.ts"

const payload = { content_type: "text/plain", data: "hello" }

/** One for all calls: no answer of it changes what the next call does. */
const { client, sent } = makeClient(() => answer(400, { message: "Problems parsing JSON" }))
const service = await Effect.runPromise(Effect.scoped(Layer.build(serviceOn(client))))

/** Sends an input. Returns the request, or the field that was refused. */
const sentFor = async ({ call }: Described, input: object) => {
  const before = sent.length
  const { declaration, page = call } = call
  const outcome = page(declaration.kind === "upload" ? { ...input, ...payload } : input)
  const sending = Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome
  const result = await Effect.runPromise(Effect.result(Effect.provideContext(sending, service)))
  const request = sent[before]
  if (request !== undefined) return request
  const error = Result.isFailure(result) ? result.failure : undefined
  if (error?._tag !== "InvalidInput") return assert.fail("nothing was sent")
  return { refused: error.path.replaceAll(/\[\d+\]/g, "[]"), isUnknown: error.reason.startsWith("is not a field") }
}

/** The input without a field, wherever it is. */
const without = (input: object, path: string): object =>
  JSON.parse(JSON.stringify(input), (key, value: unknown) =>
    key === path.split(".").at(-1) ? undefined : value
  ) as object

/** What a parameter is, as text. */
const parsed = ({ type }: Json, text: string): unknown =>
  type === "integer" ? Number(text) : type === "boolean" ? text === "true" : text

const byName = (parameters: ReadonlyArray<Parameter>) => new Map(parameters.map(({ name, schema }) => [name, schema]))

/** The fields of a body; those of all choices if there are several. */
const fieldsOf = (schema: Json): ReadonlyArray<string> => {
  const whole = resolved(schema)
  const choices = [whole["oneOf"], whole["anyOf"]].flatMap((choice): ReadonlyArray<unknown> =>
    Array.isArray(choice) ? choice : []
  )
  return [
    ...Object.keys(under(whole, "properties")),
    ...choices.flatMap((choice: unknown) => (isJson(choice) ? fieldsOf(choice) : []))
  ]
}

const ours = ({ call: { declaration } }: Described): fc.Arbitrary<object> => {
  const fields = Object.entries({ ...declaration.query, ...declaration.body }).flatMap(([name, schema]) => {
    const choices = choicesOf(name, schema).map(({ value }) => value)
    return choices.length === 0 ? [] : [[name, fc.option(fc.constantFrom(...choices), { nil: undefined })] as const]
  })
  const path = inputOf(fieldValuesOf(declaration.path))
  return fc.record(Object.fromEntries(fields)).map((input) => ({ ...path, ...input }))
}

// Few inputs of many operations differ.
const checks = { numRuns: runs(25), seed: 20270115, ignoreEqualValues: true } as const

// The last test sums up what the others found.
describe("our requests", { shuffle: false }, () => {
  const used = new Set<string>()

  it.each(described)("of $name are allowed", async (operation) => {
    const query = byName(queryOf(operation))
    const body = bodyOf(operation)
    const unlisted = new Map<string, string>()
    const wrong = (place: string, problems: ReadonlyArray<string>) => {
      const key = `${operation.name} ${place}`
      if (problems.length === 0) return
      if (key in beyond) used.add(key)
      else unlisted.set(key, problems.join("; "))
    }
    let sent = 0
    await fc.assert(
      fc.asyncProperty(ours(operation), async (input) => {
        const request = await sentFor(operation, input)
        if ("refused" in request) return
        sent++
        for (const [name, text] of Object.entries(request.query)) {
          const schema = query.get(name)
          if (schema === undefined) wrong(name, ["is not described"])
          else wrong(name, check(`query ${operation.name} ${name}`, schema, parsed(schema, text)))
        }
        if (request.body === undefined || operation.call.declaration.kind === "upload") return
        const known = fieldsOf(body ?? {})
        for (const name of Object.keys(request.body as object)) {
          if (!known.includes(name)) wrong(name, ["is not described"])
        }
        wrong("body", check(`body ${operation.name}`, body ?? {}, request.body))
      }),
      checks
    )
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
    assert.isAbove(sent, 0)
  })

  // Fewer runs do not find them all.
  it.runIf(depth === "whole")("need every listed difference", () => {
    assert.deepStrictEqual([...used].toSorted(), Object.keys(beyond).toSorted())
  })
})

/** Text that we take as a list. */
const listed = (name: string, { call: { declaration } }: Described, value: unknown): unknown => {
  const schema = declaration.query[name]
  const lists = /^(?:Repositories\.listForMe affiliation|Issues\.\w+ (?:labels|issue_field_values))$/
  return schema !== undefined && typeof value === "string" && lists.test(`${declaration.name} ${name}`)
    ? value.split(",")
    : value
}

const theirs = (operation: Described): fc.Arbitrary<object> => {
  const query = fc.record(Object.fromEntries(queryOf(operation).map(({ name, schema }) => [name, valuesOf(schema)])), {
    requiredKeys: []
  })
  return fc.tuple(query, valuesOf(bodyOf(operation) ?? {})).map(([query, body]) => ({
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, listed(name, operation, value)])),
    ...(bodyOf(operation) === undefined ? {} : (body as object))
  }))
}

const text = (value: unknown): string => (Array.isArray(value) ? value.join(",") : String(value))

/** Instants may be written in another way. */
const isInstantOf = (sent: unknown, given: unknown): boolean =>
  typeof sent === "string" && typeof given === "string" && Date.parse(sent) === Date.parse(given)

const isText = (sent: unknown, given: unknown): boolean => sent === text(given) || isInstantOf(sent, given)

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

const isJsonOf = (sent: unknown, given: unknown): boolean =>
  // The order of fields means nothing.
  isDeepStrictEqual(plain(sent), plain(given)) || isInstantOf(sent, given)

// The last test sums up what the others found.
describe("requests that the service allows", { shuffle: false }, () => {
  const used = new Set<string>()

  it.each(described)("are inputs of $name", async (operation) => {
    const { declaration } = operation.call
    const path: Readonly<Record<string, Value>> = fieldValuesOf(declaration.path)
    const unlisted = new Map<string, string>()
    const differs = (field: string, input: object) => {
      const key = `${operation.name} ${field}`
      if (key in refused) used.add(key)
      else unlisted.set(key, JSON.stringify(input))
    }
    await fc.assert(
      fc.asyncProperty(theirs(operation), async (theirs) => {
        let input = theirs
        let request = await sentFor(operation, { ...input, ...inputOf(path) })
        for (
          ;
          "refused" in request && request.isUnknown;
          request = await sentFor(operation, { ...input, ...inputOf(path) })
        ) {
          differs(request.refused, input)
          input = without(input, request.refused)
        }
        if ("refused" in request) return differs(request.refused, input)
        const sent: Readonly<Record<string, unknown>> = { ...request.query, ...(request.body as object) }
        for (const [name, value] of Object.entries(input)) {
          if (value === null && !(name in sent)) continue
          const isSame = name in request.query ? isText(request.query[name], value) : isJsonOf(sent[name], value)
          if (!isSame) differs(`${name} is sent otherwise`, input)
        }
      }),
      { ...checks, numRuns: runs(100) }
    )
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
  })

  it.runIf(depth === "whole")("need every listed difference", () => {
    assert.deepStrictEqual([...used].toSorted(), Object.keys(refused).toSorted())
  })
})

/** Values that the description does not allow for a field. */
const othersOf = (given: Json, isRequired: boolean): ReadonlyArray<unknown> => {
  const schema = resolved(given)
  const absent = isRequired ? [undefined] : []
  if (Array.isArray(schema["enum"])) return [...absent, "no such choice"]
  switch (schema["type"]) {
    case "integer":
      return [...absent, 1.5, "7"]
    case "boolean":
      return [...absent, "yes"]
    case "string":
    case "array":
    case "object":
      return [...absent, 7]
    default:
      return absent
  }
}

/** What no path may have. */
const noNumbers = [0, -1, 1.5, Number.NaN, 2 ** 53, "7", undefined]
const noSegments = ["", ".", "..", "\ud83d", undefined]

/** Both ends of a comparison are one parameter of the description. */
const notInPath = (described: Described, name: string): ReadonlyArray<unknown> => {
  const type = parametersOf(described, "path").find((each) => each.name === name)?.schema["type"]
  if (type === "integer") return noNumbers
  return type === "string" || name === "base" || name === "head" ? noSegments : [undefined]
}

const sizes: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  per_page: [0, 101, 2.5, "50"],
  page: [0, -1, 1.5, Number.NaN]
}

const wrongOf = ({
  declaration,
  described,
  kind
}: Operation): ReadonlyArray<readonly [field: string, wrong: unknown]> => {
  const schema = bodyOf(described)
  const path = Object.keys(declaration.path).flatMap((name) =>
    notInPath(described, name).map((wrong) => [name, wrong] as const)
  )
  const query = queryOf(described).flatMap(({ name, required, schema }) =>
    name in declaration.query || (kind === "list" && name in sizes)
      ? (sizes[name] ?? othersOf(schema, required)).map((wrong) => [name, wrong] as const)
      : []
  )
  const required = requiredOf(schema)
  const body = Object.entries(schema === undefined ? {} : under(resolved(schema), "properties")).flatMap(
    ([name, given]) => {
      if (!(name in (declaration.body ?? {})) || !isJson(given)) return []
      const empty = resolved(given)["nullable"] === true ? [] : [null]
      return [...empty, ...othersOf(given, required.includes(name))].map((wrong) => [name, wrong] as const)
    }
  )
  return [...path, ...query, ...body]
}

// The last test sums up what the others found.
describe("inputs that are not what the description says", { shuffle: false }, () => {
  const used = new Set<string>()

  it.effect.each(operations)("are refused by $name", (operation) =>
    Effect.gen(function* () {
      const unlisted: Array<string> = []
      for (const [field, wrong] of wrongOf(operation)) {
        const before = sent.length
        const call = operation.callWith({ ...operation.row.whole, [field]: wrong })
        const result = yield* Effect.result(Effect.provideContext(call, service))
        const failure = Result.isFailure(result) ? result.failure : undefined
        const key = `${operation.name} ${field}`
        if (sent.length === before && failure?._tag === "InvalidInput" && failure.path.startsWith(field)) continue
        if (key in wider) used.add(key)
        else unlisted.push(`${key}: ${String(wrong)}`)
      }
      assert.deepStrictEqual(unlisted, [])
    })
  )

  it("need every listed difference", () => {
    assert.deepStrictEqual([...used].toSorted(), Object.keys(wider).toSorted())
  })
})
